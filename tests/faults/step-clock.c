/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A program that loads this library by LD_PRELOAD reads a clock that each SIGUSR1 steps by the seconds of CLOCK_STEP: its
 * time-outs are over at once. */

#include "support/shift-clock.h"

#include <signal.h>
#include <stdlib.h>

static int64_t size;

static void
on_signal (int number)
{
  shift_clock_step (size);
}

__attribute__ ((constructor)) static void
begin (void)
{
  const char *seconds = getenv ("CLOCK_STEP");

  if (!seconds)
    return;
  size = atoi (seconds) * INT64_C (1000000000);
  sigaction (SIGUSR1, &(struct sigaction){ .sa_handler = on_signal }, NULL);
}
