/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "item.h"

typedef struct
{
  gboolean loopback;
} ProcSettings;

typedef void (*ProcRowFunc) (const ProcRow *row, gpointer data);

/* Reads a file of the kernel and hands on its rows. Lines that it does not understand it passes
 * over. text ends with a zero. */
typedef void (*ProcScan) (const char *text, const ProcSettings *settings, ProcRowFunc func,
                          gpointer data);

/* stat: a row a core. Fields are ticks: user, nice, system, idle, iowait, irq, softirq, steal. */
void
proc_scan_cpus (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* stat: interrupts, context switches. */
void
proc_scan_counts (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* loadavg: over 1, 5 and 15 minutes. */
void
proc_scan_load (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* meminfo: MemTotal, MemAvailable, Cached, SwapTotal, SwapFree, in KiB. */
void
proc_scan_memory (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* net/dev: a row an interface, then the sum of them. Fields as in the file. */
void proc_scan_interfaces (const char *text, const ProcSettings *settings, ProcRowFunc func,
                           gpointer data);
/* diskstats: a row a disk, none a partition. Fields as in the file, after the name. */
void
proc_scan_disks (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* interrupts: a row a line, then one a CPU; one field. */
void proc_scan_interrupts (const char *text, const ProcSettings *settings, ProcRowFunc func,
                           gpointer data);
