/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* Definitions that triggers.bpf.c, in the kernel, and triggers.c share. */

/* The sources of trigger states. */
typedef enum
{
  TRIGGERS_SYSTEM_CALL,
  TRIGGERS_TRAP,
  TRIGGERS_OUTPUT,
  TRIGGERS_INPUT,
  TRIGGERS_INTERRUPT,
  TRIGGERS_IDLE,
} TriggerKind;

#define TRIGGERS_N_KINDS (TRIGGERS_IDLE + 1)

/* The histogram begins with intervals below 2^TRIGGERS_FIRST_BIT ns and has four buckets an octave. */
enum
{
  TRIGGERS_FIRST_BIT = 7,
  TRIGGERS_N_BUCKETS = 80,
};

/* Per-processor counts: the intervals that ended with a state of each source, their sum in
 * nanoseconds, the sum of their squares in units of (100 ns)², and the histogram. */
enum
{
  TRIGGERS_COUNT_SUM = TRIGGERS_N_KINDS,
  TRIGGERS_COUNT_SQUARES,
  TRIGGERS_COUNT_BUCKETS,
  TRIGGERS_N_COUNTS = TRIGGERS_COUNT_BUCKETS + TRIGGERS_N_BUCKETS,
};

typedef struct
{
  /* a bit for each source that counts */
  unsigned int kinds;
} TriggersWords;
