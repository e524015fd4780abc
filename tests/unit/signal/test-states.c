/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <math.h>

static const GscopeState states[] = {
  { 2, GSCOPE_STATE_STYLE_DIGIT, 3, "CPU 2", "2" },
  { 0, GSCOPE_STATE_STYLE_THIN, 0, "asleep", NULL },
  { 63, GSCOPE_STATE_STYLE_OUTLINE, 0, "ready", NULL },
};

static void
count (guint *n)
{
  (*n)++;
}

/* The table is copied, and found by value. */
static void
test_table (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("decoder");
  GscopeState copy[G_N_ELEMENTS (states)];
  g_autofree char *name = g_strdup ("asleep");
  const GscopeState *found;
  gsize n;

  g_assert_null (gscope_signal_get_states (signal, &n));
  g_assert_cmpuint (n, ==, 0);
  g_assert_null (gscope_signal_find_state (signal, 0));

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    copy[i] = states[i];
  copy[1].name = name;
  gscope_signal_set_states (signal, copy, G_N_ELEMENTS (copy));
  name[0] = 'x';
  found = gscope_signal_get_states (signal, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (found[0].value, ==, 2);
  g_assert_cmpstr (found[1].name, ==, "asleep");
  found = gscope_signal_find_state (signal, 2);
  g_assert_cmpstr (found->name, ==, "CPU 2");
  g_assert_cmpstr (found->label, ==, "2");
  g_assert_cmpuint (found->color, ==, 3);
  g_assert_cmpint (found->style, ==, GSCOPE_STATE_STYLE_DIGIT);
  g_assert_cmpstr (gscope_signal_find_state (signal, 63)->name, ==, "ready");
  g_assert_null (gscope_signal_find_state (signal, 1));
  g_assert_null (gscope_signal_find_state (signal, 0.5));
  g_assert_null (gscope_signal_find_state (signal, -1));
  g_assert_null (gscope_signal_find_state (signal, 64));
  g_assert_null (gscope_signal_find_state (signal, NAN));
}

/* A copy of a state stays when the states are set again. */
static void
test_copy (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("decoder");
  GscopeState *copies[G_N_ELEMENTS (states)];
  const GscopeState *found;
  gsize n;

  gscope_signal_set_states (signal, states, G_N_ELEMENTS (states));
  found = gscope_signal_get_states (signal, &n);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    copies[i] = g_boxed_copy (GSCOPE_TYPE_STATE, &found[i]);
  gscope_signal_set_states (signal, NULL, 0);
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_assert_cmpuint (copies[i]->value, ==, states[i].value);
      g_assert_cmpint (copies[i]->style, ==, states[i].style);
      g_assert_cmpuint (copies[i]->color, ==, states[i].color);
      g_assert_cmpstr (copies[i]->name, ==, states[i].name);
      g_assert_cmpstr (copies[i]->label, ==, states[i].label);
      g_boxed_free (GSCOPE_TYPE_STATE, copies[i]);
    }
}

/* Who shows the states hears of each change, and of nothing else. */
static void
test_changes (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("decoder");
  GscopeState changed = states[0];
  guint n = 0, n_states;

  g_signal_connect_swapped (signal, "notify::n-states", G_CALLBACK (count), &n);
  gscope_signal_set_states (signal, NULL, 0);
  g_assert_cmpuint (n, ==, 0);
  gscope_signal_set_states (signal, states, 3);
  gscope_signal_set_states (signal, states, 3);
  g_assert_cmpuint (n, ==, 1);
  gscope_signal_set_states (signal, states, 1);
  changed.label = "two";
  gscope_signal_set_states (signal, &changed, 1);
  g_assert_cmpuint (n, ==, 3);
  g_object_get (signal, "n-states", &n_states, NULL);
  g_assert_cmpuint (n_states, ==, 1);
  gscope_signal_set_states (signal, NULL, 0);
  g_assert_cmpuint (n, ==, 4);
  g_assert_null (gscope_signal_find_state (signal, 2));
}

static void
test_refused (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("decoder");
  const GscopeState bad[][2] = {
    { { .value = 64, .name = "too large" } },
    { { .value = 1 } },
    { { .value = 1, .name = "twice" }, { .value = 1, .name = "again" } },
    { { .value = 1, .style = GSCOPE_N_STATE_STYLES, .name = "no style" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_test_expect_message ("Gscope", G_LOG_LEVEL_CRITICAL, "*are_valid*");
      gscope_signal_set_states (signal, bad[i], bad[i][1].name ? 2 : 1);
      g_test_assert_expected_messages ();
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/states/table", test_table);
  g_test_add_func ("/states/copy", test_copy);
  g_test_add_func ("/states/changes", test_changes);
  g_test_add_func ("/states/refused", test_refused);
  return g_test_run ();
}
