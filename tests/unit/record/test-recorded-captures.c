/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A recording has the triggers of its signals, and the captures that were kept: a playback has both again. */

#include <gscope-test/gscope-test.h>
#include <gscope/gscope.h>
#include <gscope/signal/private.h>
#include <string.h>

static const GscopeTriggerSettings settings = { .condition = { .level = 4.5, .hysteresis = 1 },
                                                .after = 1 };

/* A workspace with one scope, and the triggered display of its signal “a”. */
typedef struct
{
  GscopeWorkspace *workspace;
  GscopeScope *scope;
  GscopeCaptureList *list;
} Bench;

/* A sawtooth of 100 ms is recorded, in a sample each 10 ms. Time begins at 1 s. */
typedef struct
{
  char *folder;
  GFile *file;
  GscopeClock *clock;
  Bench live;
  GscopeSignal *signal;
  GscopeProducer *producer;
  GscopeRecorder *recorder;
  gboolean is_done;
} Fixture;

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
make_bench (Bench *bench, GscopeClock *clock)
{
  static const char document[] = "{ \"gscope-workspace\": 1, \"scopes\": [ { } ] }";
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();

  bench->workspace = gscope_workspace_new_from_data (document, -1, NULL);
  gscope_workspace_instantiate (bench->workspace, registry, clock);
  bench->scope = g_list_model_get_item (gscope_workspace_get_scopes (bench->workspace), 0);
}

static void
make_list (Bench *bench)
{
  GscopeSignal *signal = gscope_scope_find_signal (bench->scope, "a");
  GscopeTrigger *trigger = gscope_workspace_get_trigger (bench->workspace, signal);

  g_assert_nonnull (trigger);
  bench->list = gscope_capture_list_new (bench->scope, trigger);
  gscope_capture_list_set_window (bench->list, 20 * GSCOPE_MSEC, 30 * GSCOPE_MSEC);
}

static void
drop_bench (Bench *bench)
{
  g_clear_object (&bench->list);
  g_assert_finalize_object (bench->workspace);
  g_assert_finalize_object (bench->scope);
}

static void
set_up (Fixture *f, gconstpointer suffix)
{
  g_autofree char *name = g_strconcat ("run", suffix, NULL);
  g_autofree char *path = NULL;

  f->folder = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  path = g_build_filename (f->folder, name, NULL);
  f->file = g_file_new_for_path (path);
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  make_bench (&f->live, f->clock);
  gscope_scope_start (f->live.scope);
  f->signal = gscope_scope_add_buffered (f->live.scope, "a");
  f->producer = gscope_signal_create_producer (f->signal);
  f->recorder = gscope_recorder_new (f->live.scope);
}

static void
tear_down (Fixture *f, gconstpointer suffix)
{
  gscope_producer_unref (f->producer);
  g_assert_finalize_object (f->recorder);
  drop_bench (&f->live);
  g_assert_finalize_object (f->clock);
  g_object_unref (f->file);
  gscope_test_remove (f->folder);
  g_free (f->folder);
}

static void
run (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 now;

      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      now = gscope_clock_get_time (f->clock);
      gscope_producer_push (f->producer, now, (double) (now / (10 * GSCOPE_MSEC) % 10));
      gscope_scope_drain (f->live.scope);
      iterate ();
    }
}

static void
wait_done (Fixture *f)
{
  while (!f->is_done)
    g_main_context_iteration (NULL, TRUE);
  f->is_done = FALSE;
}

static void
record (Fixture *f)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_recorder_start (f->recorder, f->file, &error));
  g_assert_no_error (error);
}

static void
on_recorded (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  g_assert_true (gscope_recorder_stop_finish (GSCOPE_RECORDER (object), result, NULL));
  f->is_done = TRUE;
}

static void
end_recording (Fixture *f)
{
  gscope_recorder_stop_async (f->recorder, on_recorded, f);
  wait_done (f);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  g_assert_true (gscope_source_start_finish (GSCOPE_SOURCE (object), result, NULL));
  f->is_done = TRUE;
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  g_assert_true (gscope_source_stop_finish (GSCOPE_SOURCE (object), result, NULL));
  f->is_done = TRUE;
}

/* Opens the recording as a workspace of its own. */
static GscopePlayer *
play (Fixture *f, Bench *played)
{
  GscopePlayer *player = gscope_player_new_with_clock ("", f->file, f->clock);

  gscope_player_set_following (player, FALSE);
  make_bench (played, GSCOPE_CLOCK (gscope_player_get_transport (player)));
  gscope_scope_add_source (played->scope, GSCOPE_SOURCE (player));
  gscope_source_start_async (GSCOPE_SOURCE (player), NULL, on_started, f);
  wait_done (f);
  g_assert_cmpuint (gscope_player_get_skipped (player), ==, 0);
  return player;
}

static void
end_playback (Fixture *f, Bench *played, GscopePlayer *player)
{
  gscope_source_stop_async (GSCOPE_SOURCE (player), NULL, on_stopped, f);
  wait_done (f);
  iterate ();
  drop_bench (played);
  g_assert_finalize_object (player);
}

static const GscopeTriggerSettings *
get_settings (Bench *bench)
{
  GscopeTrigger *trigger =
      gscope_workspace_get_trigger (bench->workspace, gscope_scope_find_signal (bench->scope, "a"));

  return trigger ? gscope_trigger_get_settings (trigger) : NULL;
}

/* The times of the captures in milliseconds, with a star at those that are kept. */
static void
assert_captures (Bench *bench, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (bench->list)); i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (bench->list), i);

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT "%s", i > 0 ? " " : "",
                              gscope_capture_get_time (capture) / GSCOPE_MSEC,
                              gscope_capture_get_kept (capture) ? "*" : "");
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static guint
count_markers (Bench *bench)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (bench->scope)));
}

static void
set_kept (Bench *bench, guint position, gboolean kept)
{
  g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (bench->list), position);

  gscope_capture_set_kept (capture, kept);
}

/* A trigger is set while the recording is made, and two captures are kept, one of them where the trigger did not fire. */
static void
make_recording (Fixture *f)
{
  record (f);
  gscope_workspace_set_trigger (f->live.workspace, f->signal, &settings);
  make_list (&f->live);
  run (f, 60);
  gscope_capture_list_add_at (f->live.list, 1320 * GSCOPE_MSEC);
  assert_captures (&f->live, "1050 1150 1250 1320 1350 1450");
  set_kept (&f->live, 0, TRUE);
  set_kept (&f->live, 1, TRUE);
  set_kept (&f->live, 3, TRUE);
  set_kept (&f->live, 0, FALSE);
  run (f, 30);
  end_recording (f);
}

static void
test_played (Fixture *f, gconstpointer suffix)
{
  Bench played = { 0 };
  g_autoptr (GscopeTriggerSettings) changed = gscope_trigger_settings_copy (&settings);
  GscopePlayer *player;
  GscopeTransport *transport;
  GscopeSignal *signal;
  guint n;

  make_recording (f);
  player = play (f, &played);
  transport = gscope_player_get_transport (player);
  signal = gscope_scope_find_signal (played.scope, "a");
  g_assert_null (get_settings (&played));
  n = count_markers (&played);
  gscope_workspace_take_triggers (played.workspace);
  g_assert_cmpfloat (get_settings (&played)->condition.level, ==, 4.5);
  g_assert_cmpfloat (get_settings (&played)->condition.hysteresis, ==, 1);
  g_assert_cmpint (get_settings (&played)->condition.kind, ==, GSCOPE_TRIGGER_KIND_RISING);

  make_list (&played);
  gscope_transport_seek (transport, 1600 * GSCOPE_MSEC);
  iterate ();
  assert_captures (&played, "1050 1150* 1250 1320* 1350 1450 1550");
  /* the recording has the markers of the firings already */
  g_assert_cmpuint (count_markers (&played), ==, n);

  /* another trigger stays */
  changed->condition.level = 3;
  gscope_workspace_set_trigger (played.workspace, signal, changed);
  gscope_workspace_take_triggers (played.workspace);
  g_assert_cmpfloat (get_settings (&played)->condition.level, ==, 3);
  end_playback (f, &played, player);
}

/* The bounds of a list hold for what a recording keeps, too. */
static void
test_bounds (Fixture *f, gconstpointer suffix)
{
  Bench played = { 0 };
  GscopePlayer *player;

  make_recording (f);
  player = play (f, &played);
  gscope_workspace_take_triggers (played.workspace);
  make_list (&played);
  gscope_capture_list_set_bounds (played.list, 1, G_MAXSIZE);
  gscope_transport_seek (gscope_player_get_transport (player), 1600 * GSCOPE_MSEC);
  iterate ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (played.list)), ==, 1);
  end_playback (f, &played, player);
}

/* Runs until the recorder, which writes in its own time, has written a text. */
static void
await_written (Fixture *f, const char *text)
{
  gboolean is_written = FALSE;

  while (!is_written)
    {
      g_autofree char *contents = NULL;

      run (f, 1);
      is_written = g_file_get_contents (g_file_peek_path (f->file), &contents, NULL, NULL)
                   && strstr (contents, text);
    }
}

/* The last trigger counts; one that was removed is that of the recording still. */
static void
test_changed (Fixture *f, gconstpointer suffix)
{
  Bench played = { 0 };
  g_autoptr (GscopeTriggerSettings) changed = gscope_trigger_settings_copy (&settings);
  GscopePlayer *player;

  changed->condition.kind = GSCOPE_TRIGGER_KIND_FALLING;
  gscope_workspace_set_trigger (f->live.workspace, f->signal, &settings);
  record (f);
  await_written (f, "rising");
  gscope_workspace_set_trigger (f->live.workspace, f->signal, changed);
  g_assert_nonnull (strstr (gscope_signal_get_trigger (f->signal), "falling"));
  await_written (f, "falling");
  gscope_workspace_set_trigger (f->live.workspace, f->signal, NULL);
  g_assert_null (gscope_signal_get_trigger (f->signal));
  run (f, 30);
  end_recording (f);

  player = play (f, &played);
  gscope_workspace_take_triggers (played.workspace);
  g_assert_cmpint (get_settings (&played)->condition.kind, ==, GSCOPE_TRIGGER_KIND_FALLING);
  end_playback (f, &played, player);
}

/* Writes a recording whose trigger has these settings, and expects that no trigger is made of them. */
static void
assert_refused (Fixture *f, const char *trigger, guint64 n_skipped)
{
  g_autofree char *text = g_strdup_printf (
      "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05Z\",\"time_ns\":1000000,\"clock\":"
      "\"monotonic\",\"signals\":[{\"name\":\"a\"}]}\n#gscope {\"trigger\":%s}\n1 1 a\n",
      trigger);
  Bench played = { 0 };
  GscopePlayer *player = gscope_player_new_with_clock ("", f->file, f->clock);

  g_test_message ("%s", trigger);
  g_assert_true (g_file_set_contents (g_file_peek_path (f->file), text, -1, NULL));
  make_bench (&played, GSCOPE_CLOCK (gscope_player_get_transport (player)));
  gscope_scope_add_source (played.scope, GSCOPE_SOURCE (player));
  gscope_source_start_async (GSCOPE_SOURCE (player), NULL, on_started, f);
  wait_done (f);
  g_assert_cmpuint (gscope_player_get_skipped (player), ==, n_skipped);
  gscope_workspace_take_triggers (played.workspace);
  g_assert_null (get_settings (&played));
  end_playback (f, &played, player);
}

/* A trigger of a later release is none, and neither is a broken one. */
static void
test_refused (Fixture *f, gconstpointer suffix)
{
  assert_refused (f, "1", 1);
  assert_refused (f, "{ }", 1);
  assert_refused (f, "{ \"signal\": \"\", \"settings\": { } }", 1);
  assert_refused (f, "{ \"signal\": \"a\", \"settings\": [ ] }", 1);
  assert_refused (f, "{ \"signal\": \"a\" }", 0);
  assert_refused (f, "{ \"signal\": \"b\", \"settings\": { } }", 0);
  assert_refused (f, "{ \"signal\": \"a\", \"settings\": { \"kind\": \"later\" } }", 0);
  assert_refused (f, "{ \"signal\": \"a\", \"settings\": { \"later\": 1 } }", 0);
  assert_refused (f, "{ \"signal\": \"a\", \"settings\": { \"holdoff-ms\": -1 } }", 0);
}

#define ADD(path, suffix, func) g_test_add (path, Fixture, suffix, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/recorded-captures/tuples", ".tuples", test_played);
  ADD ("/recorded-captures/compressed", ".tuples.zst", test_played);
  ADD ("/recorded-captures/mcap", ".mcap", test_played);
  ADD ("/recorded-captures/bounds", ".tuples", test_bounds);
  ADD ("/recorded-captures/changed", ".tuples", test_changed);
  ADD ("/recorded-captures/refused", ".tuples", test_refused);
  return g_test_run ();
}
