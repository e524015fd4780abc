/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* Definitions that switches.bpf.c, in the kernel, and switches.c share. */

/* Of the kernel's names of threads (TASK_COMM_LEN). */
#define SWITCHES_NAME_SIZE 16

/* Value of a budget of a thread without one. */
#define SWITCHES_NO_BUDGET (-0x7fffffffffffffffll - 1)

/* Number of timers that are known to renew a budget. */
#define SWITCHES_N_TIMERS 1024

/* Per-processor counts. */
enum
{
  SWITCHES_EVENTS,
  SWITCHES_LOST,
  SWITCHES_N_COUNTS,
};

enum
{
  SWITCHES_SWITCH,
  SWITCHES_WAKE,
  SWITCHES_RENEW,
};

/* How a thread left its processor, or was woken. */
enum
{
  SWITCHES_IS_READY = 1 << 0,
  SWITCHES_IS_DEAD = 1 << 1,
  SWITCHES_IS_THROTTLED = 1 << 2,
};

/* An event; `time` is on CLOCK_MONOTONIC, budgets are the remaining ones, in nanoseconds. For a switch `thread` is
 * the next one, otherwise the one that was woken, or whose budget was renewed. */
typedef struct
{
  unsigned long long time;
  long long budget;
  long long budget_before;
  unsigned int thread;
  unsigned int process;
  unsigned int before;
  unsigned short cpu;
  unsigned char kind;
  unsigned char flags;
  char name[SWITCHES_NAME_SIZE];
} SwitchesEvent;

typedef struct
{
  /* number of timers that were noted since the program was loaded */
  unsigned int n_timers;
} SwitchesWords;
