/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/share-bed.h"

static const GscopeState states[] = {
  { 0, GSCOPE_STATE_STYLE_THIN, 0, "asleep", NULL },
  { 1, GSCOPE_STATE_STYLE_DIGIT, 2, "CPU 0", "0" },
  { 2, GSCOPE_STATE_STYLE_OUTLINE, 0, "ready", NULL },
  { 3, GSCOPE_STATE_STYLE_HATCHED, 0, "no budget", NULL },
  { 4, GSCOPE_STATE_STYLE_FILLED, 0, "decoder", NULL },
};

/* A remote signal has the states of the signal there, also those that are declared later. */
static void
test_states (ShareBed *f, gconstpointer data)
{
  ShareAnswer answer = { 0 };
  GscopeSignal *signal;
  gsize n;

  gscope_signal_set_states (f->wave, states, 2);
  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  g_assert_true (answer.is_done);
  g_assert_no_error (answer.error);
  signal = gscope_scope_find_signal (f->near, "here/panel/wave");
  gscope_signal_get_states (signal, &n);
  g_assert_cmpuint (n, ==, 2);

  gscope_signal_set_states (f->wave, states, G_N_ELEMENTS (states));
  run_pending ();
  gscope_signal_get_states (signal, &n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (states));
  for (gsize i = 0; i < n; i++)
    {
      const GscopeState *state = gscope_signal_find_state (signal, states[i].value);

      g_assert_cmpstr (state->name, ==, states[i].name);
      g_assert_cmpstr (state->label, ==, states[i].label);
      g_assert_cmpint (state->style, ==, states[i].style);
      g_assert_cmpuint (state->color, ==, states[i].color);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/remote-states/states", ShareBed, NULL, share_bed_set_up, test_states,
              share_bed_tear_down);
  return g_test_run ();
}
