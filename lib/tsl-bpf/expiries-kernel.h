/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* Definitions that expiries.bpf.c, in the kernel, and expiries.c share. */

/* Thread numbers are below this (PID_MAX_LIMIT of the kernel). */
#define EXPIRIES_MAX_TID (1 << 22)

/* Per-processor counts. */
enum
{
  EXPIRIES_N,
  EXPIRIES_HARD,
  EXPIRIES_SOFT,
  EXPIRIES_CHOSEN_HARD,
  EXPIRIES_CHOSEN_SOFT,
  EXPIRIES_N_COUNTS,
};

typedef struct
{
  unsigned int n_chosen;
  /* a bit for each thread number */
  unsigned char chosen[EXPIRIES_MAX_TID / 8];
} ExpiriesWords;
