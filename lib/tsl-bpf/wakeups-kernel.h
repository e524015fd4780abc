/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* The common definitions of wakeups.bpf.c in the kernel and wakeups.c. */

/* Numbers of threads are below this power of two (PID_MAX_LIMIT of the kernel). */
#define WAKEUPS_TID_BITS 22
#define WAKEUPS_N_SLOTS 65536

/* Eight parts of each octave of nanoseconds, from 256 ns to 17 s. */
#define WAKEUPS_FIRST_OCTAVE 8
#define WAKEUPS_N_OCTAVES 26
#define WAKEUPS_PART_BITS 3
#define WAKEUPS_N_BUCKETS (WAKEUPS_N_OCTAVES << WAKEUPS_PART_BITS)

/* A part of an event that there is not. */
#define WAKEUPS_NO_TIME 0xffffffffu

/* Counts of a processor; the first is the number of the thread that runs there, plus one. */
enum
{
  WAKEUPS_RUNNING,
  WAKEUPS_N,
  WAKEUPS_SUM,
  WAKEUPS_EVENTS,
  WAKEUPS_LOST,
  WAKEUPS_LOST_WATCHED,
  WAKEUPS_DISPLACED,
  WAKEUPS_BUCKETS,
  WAKEUPS_N_COUNTS = WAKEUPS_BUCKETS + WAKEUPS_N_BUCKETS,
};

/* Nanoseconds; time is one on CLOCK_MONOTONIC, when the thread ran. */
typedef struct
{
  unsigned long long time;
  unsigned int latency;
  unsigned int timer;
  unsigned int tid;
  unsigned int is_watched;
} WakeupsEvent;

typedef struct
{
  /* written outside of the kernel */
  unsigned int watched;
  unsigned int process;
  /* 0, as it is at first, is for none: 1 for all wake-ups, and so on */
  unsigned long long threshold;

  /* the largest latency since this was 0 */
  unsigned long long maximum;
  /* when the timer of the watched thread was due, and how much later it was woken */
  unsigned long long due;
  unsigned int timer;

  /* by the numbers of threads: when one was woken, with its number; the number alone while it sleeps */
  unsigned long long slots[WAKEUPS_N_SLOTS];
} WakeupsWords;
