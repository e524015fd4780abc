/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

int
main (void)
{
  double level = 0.5;
  GscopeSample sample;
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (0);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);
  GscopeSignal *signal = gscope_scope_add_double (scope, "level", &level);

  gscope_scope_start (scope);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), GSCOPE_SEC);
  gscope_scope_drain (scope);
  return gscope_signal_get_latest (signal, &sample) && sample.value == level ? 0 : 1;
}
