/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/test-clock.h>

/* A callback of the test clock: next() returns its time, G_MAXINT64 for never. */
typedef struct
{
  gint64 (*next) (gpointer data);
  void (*run) (gpointer data);
  gpointer data;
} GscopeAlarm;

void gscope_test_clock_add_alarm (GscopeTestClock *self, const GscopeAlarm *alarm);
void gscope_test_clock_remove_alarm (GscopeTestClock *self, const GscopeAlarm *alarm);
