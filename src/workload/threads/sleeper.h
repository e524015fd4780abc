/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "threads/team.h"

/* A timer that the kernel wakes: a thread that sleeps to each of its deadlines, with the overshoot as its
 * timer slack. */
typedef struct
{
  WorkloadTeam *team;
  guint number;
} WorkloadSleeper;

gpointer workload_sleeper_run (gpointer data);
