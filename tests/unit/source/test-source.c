/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include <gscope/source/private.h>

static double word = 1;

static gboolean
add_signal (GscopeSource *source, const char *group, const char *name, GError **error)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double (name, &word);

  gscope_signal_set_group (signal, group);
  return gscope_source_add_signal (source, signal, error);
}

static void
assert_refused (GscopeSource *source, const char *name, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeParameter) parameter = gscope_parameter_new_boolean (name, FALSE);

  g_assert_false (gscope_source_add_parameter (source, parameter, &error));
  g_assert_error (error, GSCOPE_ERROR, code);
}

static void
test_names (void)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  g_autoptr (GscopeParameter) cwnd = gscope_parameter_new_boolean ("cwnd", FALSE);
  g_autoptr (GscopeSignal) signal = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *full_name = NULL;
  g_autofree char *most = g_strnfill (255 - strlen ("lab/"), 'x');
  g_autofree char *more = g_strnfill (256 - strlen ("lab/"), 'x');

  g_assert_true (add_signal (source, "flow 1", "cwnd", NULL));
  g_assert_true (add_signal (source, "flow 2", "cwnd", NULL));
  g_assert_true (add_signal (source, NULL, "cwnd", NULL));
  g_assert_false (add_signal (source, "flow 1", "cwnd", &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS);
  g_assert_nonnull (strstr (error->message, "lab/flow 1/cwnd"));
  signal = g_list_model_get_item (gscope_source_get_signals (source), 0);
  g_assert_cmpstr (gscope_signal_get_full_name (signal), ==, "lab/flow 1/cwnd");

  /* Parameters have names of their own. */
  gscope_parameter_set_group (cwnd, "flow 1");
  g_assert_true (gscope_source_add_parameter (source, cwnd, NULL));
  full_name = gscope_parameter_dup_full_name (cwnd);
  g_assert_cmpstr (full_name, ==, "lab/flow 1/cwnd");
  g_assert_true (gscope_source_find_parameter (source, "flow 1/cwnd") == cwnd);
  g_assert_null (gscope_source_find_parameter (source, "cwnd"));
  g_assert_false (gscope_source_add_parameter (source, cwnd, NULL));

  assert_refused (source, "", GSCOPE_ERROR_INVALID);
  assert_refused (source, " a", GSCOPE_ERROR_INVALID);
  assert_refused (source, "a\t", GSCOPE_ERROR_INVALID);
  assert_refused (source, "a\nb", GSCOPE_ERROR_INVALID);
  assert_refused (source, "a\xff", GSCOPE_ERROR_INVALID);
  assert_refused (source, more, GSCOPE_ERROR_INVALID);
  g_assert_true (add_signal (source, NULL, most, NULL));
}

static void
test_unnamed (void)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("");
  g_autoptr (GscopeParameter) gain = gscope_parameter_new_boolean ("gain", FALSE);
  g_autofree char *full_name = NULL;

  g_assert_true (gscope_source_add_parameter (source, gain, NULL));
  full_name = gscope_parameter_dup_full_name (gain);
  g_assert_cmpstr (full_name, ==, "gain");
  g_assert_true (gscope_source_find_parameter (source, "gain") == gain);
}

static void
count_changes (GListModel *model, guint position, guint removed, guint added, guint *n)
{
  (*n)++;
}

static GPtrArray *
add_many (GscopeSource *source, guint begin, guint end)
{
  GPtrArray *signals = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = begin; i < end; i++)
    {
      g_autofree char *name = g_strdup_printf ("s%u", i);
      GscopeSignal *signal = gscope_signal_new_double (name, &word);

      g_ptr_array_add (signals, signal);
      g_assert_true (gscope_source_add_signal (source, signal, NULL));
    }
  return signals;
}

static void
assert_shown (GListModel *model, GPtrArray *items)
{
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, items->len);
  for (guint i = 0; i < items->len; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);

      g_assert_true (item == items->pdata[i]);
    }
}

static void
test_batched (void)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  GListModel *model = gscope_source_get_signals (source);
  g_autoptr (GPtrArray) signals = NULL;
  gint64 begin = g_get_monotonic_time ();
  guint n = 0;

  g_signal_connect (model, "items-changed", G_CALLBACK (count_changes), &n);
  signals = add_many (source, 0, 100);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 1);
  while (n < 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, G_TIME_SPAN_SECOND / 4);
  assert_shown (model, signals);

  /* Signals that come and go in between are never shown. */
  gscope_source_remove_signal (source, signals->pdata[50]);
  gscope_source_remove_signal (source, signals->pdata[60]);
  g_ptr_array_remove_index (signals, 60);
  g_ptr_array_remove_index (signals, 50);
  g_ptr_array_unref (add_many (source, 100, 101));
  g_assert_cmpuint (n, ==, 2);
  gscope_source_publish (source);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 99);
  gscope_source_publish (source);
  g_assert_cmpuint (n, ==, 3);
}

static void
test_removed (void)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  g_autoptr (GPtrArray) signals = add_many (source, 0, 3);
  GListModel *model = gscope_source_get_signals (source);

  gscope_source_publish (source);
  assert_shown (model, signals);
  gscope_source_remove_signal (source, signals->pdata[1]);
  gscope_source_remove_signal (source, signals->pdata[1]);
  g_ptr_array_remove_index (signals, 1);
  gscope_source_publish (source);
  assert_shown (model, signals);
  /* The name is free again. */
  g_assert_true (add_signal (source, NULL, "s1", NULL));
}

/* The result of a start or a stop. */
typedef struct
{
  guint n;
  gboolean ok;
  GError *error;
} Answer;

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->n++;
  answer->ok = gscope_source_start_finish (GSCOPE_SOURCE (object), result, &answer->error);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->n++;
  answer->ok = gscope_source_stop_finish (GSCOPE_SOURCE (object), result, &answer->error);
}

static void
test_base_verbs (void)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  g_autoptr (GError) error = NULL;
  Answer start = { 0 };
  Answer twice = { 0 };
  Answer stop = { 0 };

  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_STOPPED);
  gscope_source_start_async (source, NULL, on_started, &start);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_STARTING);
  run_pending ();
  g_assert_true (start.ok);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  gscope_source_start_async (source, NULL, on_started, &twice);
  run_pending ();
  g_assert_error (twice.error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  g_assert_false (gscope_source_configure (
      source, g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0), &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);

  gscope_source_stop_async (source, NULL, on_stopped, &stop);
  run_pending ();
  g_assert_true (stop.ok);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_STOPPED);
  gscope_source_stop_async (source, NULL, on_stopped, &stop);
  run_pending ();
  g_assert_true (stop.ok);
  g_assert_cmpuint (stop.n, ==, 2);
  g_error_free (twice.error);
}

static void
test_stop_waits (void)
{
  ScriptedSource *scripted = scripted_source_new ("lab");
  GscopeSource *source = GSCOPE_SOURCE (scripted);
  Answer start = { 0 };
  Answer stops[2] = { { 0 } };
  Answer early = { 0 };

  scripted_source_hold (scripted);
  gscope_source_start_async (source, NULL, on_started, &start);
  gscope_source_stop_async (source, NULL, on_stopped, &stops[0]);
  gscope_source_stop_async (source, NULL, on_stopped, &stops[1]);
  g_assert_cmpuint (scripted_source_count (scripted), ==, 1);
  scripted_source_accept (scripted, NULL);
  run_pending ();
  g_assert_true (start.ok);
  g_assert_cmpuint (stops[0].n, ==, 0);
  g_assert_cmpuint (scripted_source_count (scripted), ==, 1);
  gscope_source_start_async (source, NULL, on_started, &early);
  scripted_source_accept (scripted, NULL);
  run_pending ();
  g_assert_true (stops[0].ok && stops[1].ok);
  g_assert_error (early.error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_STOPPED);
  g_error_free (early.error);
  g_assert_finalize_object (scripted);
}

static void
stop_running (GscopeSource *source, GParamSpec *pspec, Answer *stop)
{
  if (gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_RUNNING)
    gscope_source_stop_async (source, NULL, on_stopped, stop);
}

/* A handler of its start may stop it: once. */
static void
test_stop_at_once (void)
{
  g_autoptr (ScriptedSource) scripted = scripted_source_new ("lab");
  GscopeSource *source = GSCOPE_SOURCE (scripted);
  Answer start = { 0 };
  Answer stop = { 0 };

  g_signal_connect (source, "notify::state", G_CALLBACK (stop_running), &stop);
  scripted_source_hold (scripted);
  gscope_source_start_async (source, NULL, on_started, &start);
  scripted_source_accept (scripted, NULL);
  run_pending ();
  g_assert_true (start.ok);
  g_assert_cmpuint (scripted_source_count (scripted), ==, 1);
  scripted_source_accept (scripted, NULL);
  run_pending ();
  g_assert_true (stop.ok);
  g_assert_cmpuint (stop.n, ==, 1);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_STOPPED);
}

static void
test_trouble (void)
{
  g_autoptr (ScriptedSource) scripted = scripted_source_new ("lab");
  GscopeSource *source = GSCOPE_SOURCE (scripted);
  Answer start = { 0 };
  Answer stop = { 0 };

  scripted_source_hold (scripted);
  gscope_source_start_async (source, NULL, on_started, &start);
  gscope_source_stop_async (source, NULL, on_stopped, &stop);
  scripted_source_refuse (scripted, "no such device");
  run_pending ();
  g_assert_error (start.error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_true (stop.ok);
  g_clear_error (&start.error);

  gscope_source_start_async (source, NULL, on_started, &start);
  scripted_source_refuse (scripted, "no such device");
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_cmpstr (gscope_source_get_status (source), ==, "no such device");
  g_clear_error (&start.error);

  /* A source that works in part keeps what it says. */
  gscope_source_start_async (source, NULL, on_started, &start);
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, "half of it works");
  scripted_source_accept (scripted, NULL);
  run_pending ();
  g_assert_true (start.ok);
  g_assert_cmpstr (gscope_source_get_status (source), ==, "half of it works");

  gscope_source_stop_async (source, NULL, on_stopped, &stop);
  scripted_source_refuse (scripted, "it hangs");
  run_pending ();
  g_assert_error (stop.error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_clear_error (&stop.error);
}

static void
keep_marker (GscopeSource *source, GscopeMarker *marker, GscopeMarker **kept)
{
  g_set_object (kept, marker);
}

static void
test_mark (void)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (7 * GSCOPE_SEC);
  g_autoptr (GscopeMarker) marker = NULL;

  g_assert_true (gscope_source_get_clock (source) == gscope_clock_get_system ());
  gscope_source_set_clock (source, clock);
  g_signal_connect (source, "marker-added", G_CALLBACK (keep_marker), &marker);
  gscope_source_mark (source, "switched", "to the busiest flow");
  g_assert_cmpint (gscope_marker_get_time (marker), ==, 7 * GSCOPE_SEC);
  g_assert_cmpint (gscope_marker_get_kind (marker), ==, GSCOPE_MARKER_KIND_EVENT);
  g_assert_cmpstr (gscope_marker_get_subject (marker), ==, "lab");
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, "switched");
  g_assert_cmpstr (gscope_marker_get_detail (marker), ==, "to the busiest flow");
  g_clear_object (&marker);
  gscope_source_mark_at (source, 3 * GSCOPE_SEC, "late", NULL);
  g_assert_cmpint (gscope_marker_get_time (marker), ==, 3 * GSCOPE_SEC);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, "late");
}

static void
test_options (void)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_assert_true (gscope_source_configure (source, g_variant_dict_end (&options), &error));
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "colour", "s", "blue");
  g_assert_false (gscope_source_configure (source, g_variant_dict_end (&options), &error));
  g_assert_nonnull (strstr (error->message, "colour"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/names", test_names);
  g_test_add_func ("/source/unnamed", test_unnamed);
  g_test_add_func ("/source/batched", test_batched);
  g_test_add_func ("/source/removed", test_removed);
  g_test_add_func ("/source/base-verbs", test_base_verbs);
  g_test_add_func ("/source/stop-waits", test_stop_waits);
  g_test_add_func ("/source/stop-at-once", test_stop_at_once);
  g_test_add_func ("/source/trouble", test_trouble);
  g_test_add_func ("/source/mark", test_mark);
  g_test_add_func ("/source/options", test_options);
  return g_test_run ();
}
