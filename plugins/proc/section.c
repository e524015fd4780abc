/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "section.h"

#include <glib/gi18n-lib.h>

#define F(i) (1u << (i))
/* Fields of a core's line in stat; user and nice include the time of guests (proc_stat(5)). */
#define USER (F (0) | F (1))
#define SYSTEM (F (2) | F (5) | F (6))
#define IOWAIT F (4)
#define STEAL F (7)
#define ALL_TIME (USER | SYSTEM | STEAL | IOWAIT | F (3))
#define SECTOR 512
#define KIB 1024

#define PERCENT_OF_TIME(name, title, description, fields)                                          \
  {                                                                                                \
    name, title, "%", description, PROC_SHARE, fields, 0, ALL_TIME, 100, 0, 100, FALSE             \
  }
#define RATE(name, title, unit, description, fields, scale, hidden)                                \
  {                                                                                                \
    name, title, unit, description, PROC_RATE, fields, 0, 0, scale, 0, 0, hidden                   \
  }
#define NUMBER(name, title, unit, description, plus, minus, scale)                                 \
  {                                                                                                \
    name, title, unit, description, PROC_ABSOLUTE, plus, minus, 0, scale, 0, 0, FALSE              \
  }

const char *const proc_cpu_nicks[] = { "busy", "user", "system", "iowait", "steal", NULL };
const char *const proc_cpu_titles[] = {
  N_ ("Busy"), N_ ("User"), N_ ("System"), N_ ("Waiting for I/O"), N_ ("Stolen by the host"), NULL
};

static const ProcMetric cpu_use[] = {
  PERCENT_OF_TIME ("use", NULL,
                   N_ ("Time of the core; the parameter “cpu-time” selects the kind of time"),
                   USER | SYSTEM | STEAL),
  PERCENT_OF_TIME ("use", NULL, NULL, USER),
  PERCENT_OF_TIME ("use", NULL, NULL, SYSTEM),
  PERCENT_OF_TIME ("use", NULL, NULL, IOWAIT),
  PERCENT_OF_TIME ("use", NULL, NULL, STEAL),
};

static const ProcMetric cpu_times[] = {
  PERCENT_OF_TIME ("user", N_ ("user"), N_ ("Time in user mode"), USER),
  PERCENT_OF_TIME ("system", N_ ("system"), N_ ("Time in the kernel, including interrupts"),
                   SYSTEM),
  PERCENT_OF_TIME ("iowait", N_ ("I/O wait"), N_ ("Idle time while tasks waited for I/O"), IOWAIT),
  PERCENT_OF_TIME ("steal", N_ ("steal"), N_ ("Time that the host gave to other guests"), STEAL),
};

static const ProcMetric load[] = {
  NUMBER ("load1", N_ ("1 min"), "tasks",
          N_ ("Mean number of tasks that run, are ready, or wait for a disk, over 1 minute"), F (0),
          0, 1),
  NUMBER ("load5", N_ ("5 min"), "tasks",
          N_ ("Mean number of tasks that run, are ready, or wait for a disk, over 5 minutes"),
          F (1), 0, 1),
  NUMBER ("load15", N_ ("15 min"), "tasks",
          N_ ("Mean number of tasks that run, are ready, or wait for a disk, over 15 minutes"),
          F (2), 0, 1),
};

static const ProcMetric memory[] = {
  NUMBER ("used", N_ ("used"), "B",
          N_ ("Memory that is not available to programs without swapping"), F (0), F (1), KIB),
  NUMBER ("available", N_ ("available"), "B",
          N_ ("Memory that is available to programs without swapping"), F (1), 0, KIB),
  NUMBER ("cached", N_ ("cached"), "B", N_ ("Memory that caches the contents of files"), F (2), 0,
          KIB),
  NUMBER ("swap", N_ ("swap used"), "B", N_ ("Memory that was swapped out to disks"), F (3), F (4),
          KIB),
};

static const ProcMetric network[] = {
  RATE ("in", N_ ("in"), "B/s", N_ ("Bytes received"), F (0), 1, FALSE),
  RATE ("out", N_ ("out"), "B/s", N_ ("Bytes sent"), F (8), 1, FALSE),
  RATE ("packets-in", N_ ("packets in"), "packets/s", N_ ("Packets received"), F (1), 1, TRUE),
  RATE ("packets-out", N_ ("packets out"), "packets/s", N_ ("Packets sent"), F (9), 1, TRUE),
  RATE ("errors", N_ ("errors"), "packets/s", N_ ("Packets with errors and dropped packets"),
        F (2) | F (3) | F (10) | F (11), 1, TRUE),
};

static const ProcMetric disk[] = {
  RATE ("read", N_ ("read"), "B/s", N_ ("Bytes read"), F (2), SECTOR, FALSE),
  RATE ("write", N_ ("write"), "B/s", N_ ("Bytes written"), F (6), SECTOR, FALSE),
  { "use", N_ ("in use"), "%", N_ ("Share of time with pending requests"), PROC_RATE, F (9), 0, 0,
    0.1, 0, 100, FALSE },
};

static const ProcMetric counts[] = {
  RATE ("interrupts", N_ ("interrupts"), "/s", N_ ("Interrupts of the machine"), F (0), 1, FALSE),
  RATE ("switches", N_ ("context switches"), "/s", N_ ("Context switches between tasks"), F (1), 1,
        FALSE),
};

static const ProcMetric interrupts[] = {
  RATE ("rate", NULL, "/s", N_ ("Interrupts of this line or CPU"), F (0), 1, FALSE),
};

#define METRICS(array) array, G_N_ELEMENTS (array)

const ProcSection proc_sections[PROC_N_SECTIONS] = {
  { "cpu", "stat", proc_scan_cpus, NULL, NULL, "cpu", "CPU ", FALSE, TRUE, METRICS (cpu_use) },
  { "cpu-times", "stat", proc_scan_cpus, NULL, NULL, "cpu", "CPU ", FALSE, FALSE,
    METRICS (cpu_times) },
  { "load", "loadavg", proc_scan_load, "load", N_ ("Load"), NULL, NULL, FALSE, FALSE,
    METRICS (load) },
  { "memory", "meminfo", proc_scan_memory, "memory", N_ ("Memory"), NULL, NULL, FALSE, FALSE,
    METRICS (memory) },
  { "network", "net/dev", proc_scan_interfaces, "network", N_ ("Network"), "net.", "", TRUE, FALSE,
    METRICS (network) },
  { "disk", "diskstats", proc_scan_disks, NULL, NULL, "disk.", "", TRUE, FALSE, METRICS (disk) },
  { "interrupts", "stat", proc_scan_counts, "kernel", N_ ("Kernel"), NULL, NULL, FALSE, FALSE,
    METRICS (counts) },
  { "interrupts", "interrupts", proc_scan_interrupts, NULL, NULL, "irq.", "IRQ ", TRUE, FALSE,
    METRICS (interrupts) },
};
