/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "item.h"

typedef struct
{
  gboolean loopback;
} ProcSettings;

typedef void (*ProcRowFunc) (const ProcRow *row, gpointer data);

/* Parses the NUL-terminated text of a file of the kernel, and calls func for each row. Ignores
 * unknown lines. */
typedef void (*ProcScan) (const char *text, const ProcSettings *settings, ProcRowFunc func,
                          gpointer data);

/* stat: a row for each core. Fields in ticks: user, nice, system, idle, iowait, irq, softirq,
 * steal. */
void
proc_scan_cpus (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* stat: fields are interrupts and context switches. */
void
proc_scan_counts (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* loadavg: fields are the load averages over 1, 5 and 15 minutes. */
void
proc_scan_load (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* meminfo: fields are MemTotal, MemAvailable, Cached, SwapTotal and SwapFree in KiB. */
void
proc_scan_memory (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* net/dev: a row for each interface, then their sum. Fields as in the file. */
void proc_scan_interfaces (const char *text, const ProcSettings *settings, ProcRowFunc func,
                           gpointer data);
/* diskstats: a row for each disk, without partitions. Fields as in the file, after the name. */
void
proc_scan_disks (const char *text, const ProcSettings *settings, ProcRowFunc func, gpointer data);
/* interrupts: a row for each line, then a row for each CPU; one field. */
void proc_scan_interrupts (const char *text, const ProcSettings *settings, ProcRowFunc func,
                           gpointer data);
