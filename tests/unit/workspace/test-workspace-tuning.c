/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The settings of a workspace for the acquisition of single signals, for scopes and for playback.
 * */

#include <gscope/gscope.h>
#include <string.h>

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"name\": \"A\", \"period-ms\": 10, \"sources\": "
    "[],\n"
    "  \"signals\": [\n"
    "    { \"name\": \"level\", \"trigger\": { \"kind\": \"rising\", \"level\": 5,\n"
    "      \"hysteresis\": 1, \"mode\": \"single\", \"before-ms\": 20, \"after-ms\": 30,\n"
    "      \"holdoff-ms\": 5, \"captures\": \"scope\" } },\n"
    "    { \"name\": \"word\", \"period-ms\": 100 } ] } ],\n"
    "  \"playback\": { \"file\": \"flows.tuples\", \"speed\": 2, \"loop\": true,\n"
    "    \"position-s\": 1.5, \"format\": { \"delimiter\": \";\" } } }\n";

typedef struct
{
  GscopeWorkspace *workspace;
  GscopeClock *clock;
  GscopeScope *scope;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();

  f->workspace = gscope_workspace_new_from_data (document, -1, NULL);
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  gscope_workspace_instantiate (f->workspace, registry, f->clock);
  f->scope = g_list_model_get_item (gscope_workspace_get_scopes (f->workspace), 0);
  gscope_scope_start (f->scope);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->workspace);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
push (Fixture *f, GscopeProducer *producer, double value)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
  gscope_producer_push (producer, gscope_clock_get_time (f->clock), value);
  gscope_scope_drain (f->scope);
  iterate ();
}

static guint
count_markers (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (f->scope)));
}

/* Unchanged contents are written as they were read. */
static void
test_kept (Fixture *f, gconstpointer data)
{
  g_autofree char *text = gscope_workspace_to_data (f->workspace);
  g_autofree char *again = NULL;
  g_autoptr (GscopeWorkspace) copy = gscope_workspace_new_from_data (text, -1, NULL);
  const GscopeWorkspacePlayback *playback = gscope_workspace_get_playback (copy);

  again = gscope_workspace_to_data (copy);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_workspace_get_problems (copy)), ==, 0);
  g_assert_nonnull (strstr (again, "\"level\" : 5"));
  g_assert_nonnull (strstr (again, "\"captures\" : \"scope\""));
  g_assert_nonnull (strstr (again, "\"period-ms\" : 100"));
  g_assert_cmpstr (playback->file, ==, "flows.tuples");
  g_assert_cmpfloat (playback->speed, ==, 2);
  g_assert_true (playback->loop);
  g_assert_cmpint (playback->position, ==, 1500 * GSCOPE_MSEC);
  g_assert_nonnull (playback->format);
}

/* It takes effect when signals of those names come. */
static void
test_signals (Fixture *f, gconstpointer data)
{
  int word = 0;
  GscopeSignal *integer = gscope_scope_add_integer (f->scope, "word", &word);
  GscopeSignal *level = gscope_scope_add_buffered (f->scope, "level");
  GscopeSignal *other = gscope_scope_add_buffered (f->scope, "other");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (level);
  GscopeTrigger *trigger = gscope_workspace_get_trigger (f->workspace, level);
  g_autofree char *text = NULL;

  g_assert_cmpint (gscope_signal_get_period (integer), ==, 100 * GSCOPE_MSEC);
  g_assert_nonnull (trigger);
  g_assert_cmpint (gscope_trigger_get_settings (trigger)->mode, ==, GSCOPE_TRIGGER_MODE_SINGLE);
  g_assert_cmpint (gscope_trigger_get_settings (trigger)->before, ==, 20 * GSCOPE_MSEC);
  g_assert_true (gscope_trigger_captures (trigger, level));
  g_assert_true (gscope_trigger_captures (trigger, other));
  push (f, producer, 0);
  push (f, producer, 9);
  g_assert_cmpuint (gscope_trigger_get_n_fired (trigger), ==, 1);
  g_assert_cmpuint (count_markers (f), ==, 1);

  gscope_signal_set_period (integer, 0);
  text = gscope_workspace_to_data (f->workspace);
  g_assert_null (strstr (text, "\"word\""));
  gscope_scope_stop (f->scope);
}

/* A trigger that is taken away lets all signals collect again. */
static void
test_trigger_set (Fixture *f, gconstpointer data)
{
  GscopeSignal *level = gscope_scope_add_buffered (f->scope, "level");
  GscopeSignal *other = gscope_scope_add_buffered (f->scope, "other");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (other);
  GscopeTriggerSettings settings = { .condition = { .kind = GSCOPE_TRIGGER_KIND_ABOVE, .level = 1 },
                                     .after = GSCOPE_SEC };
  GscopeTrigger *trigger;
  g_autofree char *text = NULL;

  gscope_workspace_set_trigger (f->workspace, level, NULL);
  g_assert_null (gscope_workspace_get_trigger (f->workspace, level));
  g_assert_false (gscope_signal_is_captured (other));
  text = gscope_workspace_to_data (f->workspace);
  g_assert_null (strstr (text, "\"trigger\""));

  gscope_workspace_set_trigger (f->workspace, other, &settings);
  g_assert_false (gscope_signal_is_captured (other));
  push (f, producer, 2);
  g_assert_cmpuint (count_markers (f), ==, 1);
  settings.captures = GSCOPE_TRIGGER_SCOPE_SIGNAL;
  trigger = gscope_workspace_get_trigger (f->workspace, other);
  gscope_workspace_set_trigger (f->workspace, other, &settings);
  g_assert_true (gscope_signal_is_captured (other));
  /* it is the same trigger, so that its captures stay */
  g_assert_true (gscope_workspace_get_trigger (f->workspace, other) == trigger);
}

static void
test_scopes (Fixture *f, gconstpointer data)
{
  GListModel *scopes = gscope_workspace_get_scopes (f->workspace);
  GscopeScope *fast = gscope_workspace_insert_scope (
      f->workspace, 0, "{ \"name\": \"fast\", \"period-ms\": 1 }", NULL);
  g_autofree char *description = gscope_workspace_describe_scope (f->workspace, 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (scopes), ==, 2);
  g_assert_cmpint (gscope_scope_get_period (fast), ==, GSCOPE_MSEC);
  g_assert_true (gscope_scope_get_clock (fast) == f->clock);
  g_assert_cmpstr (gscope_workspace_get_scope_name (f->workspace, 0), ==, "fast");
  gscope_workspace_set_scope_name (f->workspace, 1, "slow");
  text = gscope_workspace_to_data (f->workspace);
  g_assert_nonnull (strstr (text, "\"name\" : \"slow\""));
  gscope_workspace_remove_scope (f->workspace, 0);
  g_assert_cmpuint (g_list_model_get_n_items (scopes), ==, 1);
  g_assert_cmpstr (gscope_workspace_get_scope_name (f->workspace, 0), ==, "slow");

  /* with its name, period and triggers */
  g_assert_nonnull (gscope_workspace_insert_scope (f->workspace, 1, description, NULL));
  g_assert_cmpstr (gscope_workspace_get_scope_name (f->workspace, 1), ==, "A");
  g_assert_nonnull (strstr (description, "\"hysteresis\":1"));
  g_assert_null (gscope_workspace_insert_scope (f->workspace, 0, "[", &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
}

static void
assert_problems (const char *inside, guint n)
{
  g_autofree char *text = g_strdup_printf ("{ \"gscope-workspace\": 1, %s }", inside);
  g_autoptr (GscopeWorkspace) workspace = gscope_workspace_new_from_data (text, -1, NULL);

  g_assert_nonnull (workspace);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_workspace_get_problems (workspace)), ==, n);
}

/* Errors are reported, and do no harm. */
static void
test_wrong (void)
{
  assert_problems ("\"playback\": 3", 1);
  assert_problems ("\"playback\": { }", 1);
  assert_problems ("\"playback\": { \"file\": \"a\", \"speed\": 1e9 }", 1);
  assert_problems ("\"scopes\": [ { \"signals\": [ { \"name\": \"a\", \"trigger\": 1 } ] } ]", 1);
  assert_problems ("\"scopes\": [ { \"signals\": [ { \"name\": \"a\",\n"
                   "  \"trigger\": { \"kind\": \"func\", \"after-ms\": 0 } } ] } ]",
                   2);
  assert_problems ("\"scopes\": [ { \"signals\": [ { \"name\": \"a\", \"trigger\":\n"
                   "  { \"kind\": \"high-pulse\", \"min-width-ms\": 2000 } } ] } ]",
                   0);
  assert_problems (
      "\"scopes\": [ { \"signals\": [ { \"name\": \"a\", \"trigger\":\n"
      "  { \"kind\": \"high-pulse\", \"min-width-ms\": 3, \"max-width-ms\": 2 } } ] } ]",
      1);
  assert_problems ("\"scopes\": [ { \"signals\": [ { \"name\": \"a\", \"limit\":\n"
                   "  { \"kind\": \"mask\", \"mask\": \"0 1 2, 1 2 1\" } } ] } ]",
                   1);
  assert_problems ("\"scopes\": [ { \"signals\": [ { } ] } ]", 1);
}

static GscopeLimit *
find_limit (Fixture *f)
{
  g_autoptr (GscopeLimit) limit =
      g_list_model_get_item (gscope_workspace_get_limits (f->workspace), 0);

  return limit;
}

/* A limit is written, and comes back with its signal; its mask begins at the trigger of another signal. */
static void
test_limit (Fixture *f, gconstpointer data)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                         .mask = (char *) "0 -1 1, 0.02 -1 1",
                                         .trigger = (char *) "level" };
  GscopeSignal *level = gscope_scope_add_buffered (f->scope, "level");
  GscopeSignal *other = gscope_scope_add_buffered (f->scope, "other");
  g_auto (GStrv) names = NULL;
  g_autofree char *text = NULL;

  gscope_workspace_set_limit (f->workspace, other, &settings);
  g_assert_true (find_limit (f) == gscope_workspace_get_limit (f->workspace, other));
  g_assert_true (gscope_limit_get_trigger (find_limit (f))
                 == gscope_workspace_get_trigger (f->workspace, level));
  gscope_workspace_set_trigger (f->workspace, level, NULL);
  g_assert_null (gscope_limit_get_trigger (find_limit (f)));
  text = gscope_workspace_to_data (f->workspace);
  g_assert_nonnull (strstr (text, "\"mask\" : \"0 -1 1, 0.02 -1 1\""));
  gscope_scope_remove_signal (f->scope, other);
  other = gscope_scope_add_buffered (f->scope, "other");
  g_assert_true (gscope_limit_get_signal (find_limit (f)) == other);
  names = gscope_workspace_list_limited (f->workspace);
  g_assert_cmpstr (names[0], ==, "other");
  gscope_workspace_set_limit (f->workspace, other, NULL);
  g_assert_null (find_limit (f));
}

/* A recording has the signals of all scopes, and their triggers and limits, but no sources. */
static void
test_recording (Fixture *f, gconstpointer data)
{
  static const char text[] =
      "{ \"gscope-workspace\": 1, \"scopes\": [\n"
      "  { \"sources\": [ { \"type\": \"none\" } ], \"signals\": [\n"
      "    { \"name\": \"level\", \"limit\": { \"kind\": \"at-most\", \"upper\": 2 } } ] },\n"
      "  { \"signals\": [ { \"name\": \"other\", \"trigger\": { \"level\": 1 },\n"
      "    \"limit\": { \"kind\": \"mask\", \"mask\": \"0 0 1, 1 0 1\" } } ] } ] }";
  g_autoptr (GscopeWorkspace) whole = gscope_workspace_new_from_data (text, -1, NULL);
  g_autoptr (GscopeWorkspace) workspace = gscope_workspace_new_for_recording (whole);
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autoptr (GscopeScope) scope = NULL;
  GscopeSignal *other;

  gscope_workspace_instantiate (workspace, registry, f->clock);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_workspace_get_problems (workspace)), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_workspace_get_scopes (workspace)), ==, 1);
  scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  g_assert_nonnull (
      gscope_workspace_get_limit (workspace, gscope_scope_add_buffered (scope, "level")));
  other = gscope_scope_add_buffered (scope, "other");
  g_assert_true (gscope_limit_get_trigger (gscope_workspace_get_limit (workspace, other))
                 == gscope_workspace_get_trigger (workspace, other));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)
  ADD ("/workspace-tuning/kept", test_kept);
  ADD ("/workspace-tuning/signals", test_signals);
  ADD ("/workspace-tuning/trigger-set", test_trigger_set);
  ADD ("/workspace-tuning/limit", test_limit);
  ADD ("/workspace-tuning/recording", test_recording);
  ADD ("/workspace-tuning/scopes", test_scopes);
  g_test_add_func ("/workspace-tuning/wrong", test_wrong);
  return g_test_run ();
}
