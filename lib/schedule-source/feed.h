/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl-bpf/switches.h>

/* Where the events of a scheduler come from: the kernel, or a test. */
typedef struct
{
  gsize (*read) (gpointer data, SwitchesFunc func, gpointer user_data);
  guint64 (*count_lost) (gpointer data);
  void (*free) (gpointer data);
  gpointer data;
  /* the times of events are on the scope's clock, otherwise on CLOCK_MONOTONIC */
  gboolean is_on_clock;
} ScheduleFeed;
