/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* Definitions that wakeups.bpf.c, in the kernel, and wakeups.c share. */

/* Thread numbers are below this power of two (PID_MAX_LIMIT of the kernel). */
#define WAKEUPS_TID_BITS 22
#define WAKEUPS_N_SLOTS 65536

/* Buckets of the latency distribution: eight per octave, from 256 ns to 17 s. */
#define WAKEUPS_FIRST_OCTAVE 8
#define WAKEUPS_N_OCTAVES 26
#define WAKEUPS_PART_BITS 3
#define WAKEUPS_N_BUCKETS (WAKEUPS_N_OCTAVES << WAKEUPS_PART_BITS)

/* Value of a missing member of an event. */
#define WAKEUPS_NO_TIME 0xffffffffu

/* Per-processor counts. The first is not a count but the running thread's number plus one. */
enum
{
  WAKEUPS_RUNNING,
  WAKEUPS_N,
  WAKEUPS_SUM,
  WAKEUPS_EVENTS,
  WAKEUPS_LOST,
  WAKEUPS_LOST_WATCHED,
  WAKEUPS_UNSEEN,
  WAKEUPS_UNSEEN_WATCHED,
  WAKEUPS_DISPLACED,
  WAKEUPS_BUCKETS,
  WAKEUPS_N_COUNTS = WAKEUPS_BUCKETS + WAKEUPS_N_BUCKETS,
};

/* An event, in nanoseconds; `time` is when the thread ran, on CLOCK_MONOTONIC. */
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
  /* written by the process, read by the kernel */
  unsigned int watched;
  unsigned int process;
  /* threshold of the requested wake-ups in nanoseconds, plus one; 0, the initial value, requests
   * none */
  unsigned long long threshold;

  /* maximum latency since this was set to 0 */
  unsigned long long maximum;
  /* due time of the watched thread's timer, and delay of the wake-up after it */
  unsigned long long due;
  unsigned int timer;

  /* hash table by thread number: the number with the time of the wake-up; the number alone while
   * the thread sleeps */
  unsigned long long slots[WAKEUPS_N_SLOTS];
} WakeupsWords;
