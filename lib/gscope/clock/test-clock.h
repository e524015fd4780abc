/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_TEST_CLOCK (gscope_test_clock_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeTestClock, gscope_test_clock, GSCOPE, TEST_CLOCK, GscopeClock)

GSCOPE_AVAILABLE_IN_1_0
GscopeClock *gscope_test_clock_new (gint64 time);
GSCOPE_AVAILABLE_IN_1_0
void gscope_test_clock_advance (GscopeTestClock *self, gint64 nanoseconds);
GSCOPE_AVAILABLE_IN_1_0
void gscope_test_clock_jump (GscopeTestClock *self, gint64 nanoseconds);

G_END_DECLS
