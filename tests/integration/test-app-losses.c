/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Samples are lost for each cause, and every place that shows losses has the same numbers: the signal's
 * row, the bottom bar, the list of losses, the recorder and its file, the same places when the file is played back,
 * and the file that is written from that playback. */

#include <adwaita.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>
#include <inttypes.h>
#include <math.h>

#include "app-bed.h"
#include "bars/bottom.h"
#include "bars/losses.h"
#include "session/format.h"
#include "signals/row.h"
#include "window/application.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"title\": \"Lab\", \"scopes\": [ { \"name\": \"A\",\n"
    "  \"period-ms\": 20, \"delay-ms\": 20, \"sources\": [ { \"type\": \"tuples\",\n"
    "    \"options\": { \"listen\": \"unix:%s/tuples\", \"names\": 1 } } ] } ],\n"
    "  \"views\": [ { \"title\": \"One\", \"signals\": [ ] } ] }\n";

typedef struct
{
  AppBed bed;
  char *directory;
  char *path;
  GscopeScope *scope;
  GscopeSource *server;
  GscopeSignal *signal;
  GtkWidget *row;
  GscopeProducer *producer;
  GscopeRecorder *recorder;
  gboolean is_stopped;
  /* of the signal; of the server, which belong to no signal */
  guint64 made;
  guint64 made_lines;
} Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  g_autofree char *text = NULL;
  GListModel *sources;

  f->directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  f->path = g_build_filename (f->directory, "x.tuples", NULL);
  text = g_strdup_printf (document, f->directory);
  app_bed_make_small (&f->bed);
  app_bed_init (&f->bed, application, text);
  f->scope = g_list_model_get_item (app_session_get_scopes (app_bed_get_session (&f->bed)), 0);
  sources = gscope_scope_get_sources (f->scope);
  app_bed_await (g_list_model_get_n_items (sources) == 2);
  f->server = g_list_model_get_item (sources, 1);
  f->signal = gscope_scope_add_buffered (f->scope, "pushed");
  f->producer = gscope_signal_create_producer (f->signal);
  f->recorder = app_session_get_recorder (app_bed_get_session (&f->bed));
  gscope_gtk_view_add_signal (app_bed_get_view (&f->bed), f->scope, f->signal);
  f->row = app_signal_row_new (app_bed_get_session (&f->bed), app_bed_select_signal (&f->bed, 0));
  g_object_ref_sink (f->row);
  app_bed_await (gscope_source_get_state (f->server) == GSCOPE_SOURCE_STATE_RUNNING);
}

static void
tear_down (Fixture *f, gconstpointer application)
{
  g_autofree char *socket = g_build_filename (f->directory, "tuples", NULL);

  gscope_producer_unref (f->producer);
  g_object_unref (f->row);
  g_object_unref (f->server);
  g_object_unref (f->scope);
  app_bed_clear (&f->bed);
  g_remove (f->path);
  g_remove (socket);
  g_rmdir (f->directory);
  g_free (f->path);
  g_free (f->directory);
}

static gint64
get_time (Fixture *f)
{
  return gscope_clock_get_time (gscope_scope_get_clock (f->scope));
}

/* Makes samples, of which some are lost for the row's cause. */

static void
push_well (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_true (gscope_producer_push_now (f->producer, i));
  f->made += n;
}

static void
push_late (Fixture *f, guint n)
{
  g_autoptr (GscopeProducer) late = gscope_signal_create_producer (f->signal);

  for (guint i = 0; i < n; i++)
    g_assert_false (gscope_producer_push (late, get_time (f) - 10 * GSCOPE_SEC, i));
  f->made += n;
}

/* Before the last sample, also if the thread is kept from running between the pushes. */
static void
push_backwards (Fixture *f, guint n)
{
  gint64 before = get_time (f) - GSCOPE_MSEC;

  push_well (f, 1);
  for (guint i = 0; i < n; i++)
    g_assert_false (gscope_producer_push (f->producer, before, i));
  f->made += n;
}

static void
push_nothing (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    g_assert_true (gscope_producer_push_now (f->producer, NAN));
  f->made += n;
}

static void
push_too_many (Fixture *f, guint n)
{
  g_autoptr (GscopeProducer) narrow = gscope_signal_create_producer (f->signal);

  gscope_producer_set_capacity (narrow, 2);
  for (guint i = 0; i < 2 + n; i++)
    g_assert_true (gscope_producer_push_now (narrow, i) == (i < 2));
  f->made += 2 + n;
}

static void
tell_ticks (Fixture *f, guint n)
{
  gscope_producer_tell_lost (f->producer, GSCOPE_LOSS_TICK, n);
  f->made += n;
}

/* The recorder has no chance to write them. */
static void
push_history (Fixture *f, guint n)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->signal);

  for (guint i = 0; i < 8 * n; i++)
    {
      push_well (f, 1);
      if (i % 1024 == 0)
        gscope_scope_drain (f->scope);
    }
  gscope_scope_drain (f->scope);
  while (gscope_trace_get_first (trace) == 0)
    g_assert_true (gscope_trace_evict (trace));
}

static guint64
count_refused (Fixture *f)
{
  GscopeTally tally;

  gscope_source_get_tally (f->server, &tally);
  return gscope_tally_get_lost (&tally);
}

static void
send_lines (Fixture *f, const char *first, const char *line, guint n)
{
  g_autofree char *path = g_build_filename (f->directory, "tuples", NULL);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocketConnection) connection =
      g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);
  g_autoptr (GString) text = g_string_new (first);

  g_assert_nonnull (connection);
  for (guint i = 0; i < n; i++)
    g_string_append (text, line);
  g_assert_true (
      g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)),
                                 text->str, text->len, NULL, NULL, NULL));
  f->made_lines += n;
  app_bed_await (count_refused (f) >= f->made_lines);
}

static void
send_malformed (Fixture *f, guint n)
{
  send_lines (f, "", "this is no tuple\n", n);
}

static void
send_names (Fixture *f, guint n)
{
  send_lines (f, "1 2 allowed\n", "1 2 more\n", n);
}

typedef struct
{
  const char *name;
  GscopeLoss cause;
  void (*make) (Fixture *f, guint n);
  guint n;
  gboolean has_no_signal;
} Row;

static const Row rows[] = {
  { "evicted", GSCOPE_LOSS_EVICTED, push_history, 4096, FALSE },
  { "late", GSCOPE_LOSS_LATE, push_late, 3, FALSE },
  { "backwards", GSCOPE_LOSS_BACKWARDS, push_backwards, 2, FALSE },
  { "not-finite", GSCOPE_LOSS_NOT_FINITE, push_nothing, 5, FALSE },
  { "ring-full", GSCOPE_LOSS_RING_FULL, push_too_many, 7, FALSE },
  { "tick", GSCOPE_LOSS_TICK, tell_ticks, 4, FALSE },
  { "malformed", GSCOPE_LOSS_MALFORMED, send_malformed, 6, TRUE },
  { "limit", GSCOPE_LOSS_LIMIT, send_names, 3, TRUE },
};

/* Where the numbers are shown. */

static const char *
get_label (GtkWidget *widget, const char *text)
{
  GtkWidget *label = app_bed_find_text (widget, text);

  return label ? gtk_label_get_text (GTK_LABEL (label)) : NULL;
}

static void
assert_list (Fixture *f, GtkWidget *list, const char *name, GscopeLoss cause, guint64 n)
{
  g_autofree char *count = g_strdup_printf ("%'" PRIu64, n);
  int column, row, width, height;
  GtkWidget *grid;

  for (GtkWidget *cell = app_bed_find_text (list, name); cell;
       cell = gtk_widget_get_next_sibling (cell))
    {
      GtkWidget *title;

      grid = gtk_widget_get_parent (cell);
      gtk_grid_query_child (GTK_GRID (grid), cell, &column, &row, &width, &height);
      title = gtk_grid_get_child_at (GTK_GRID (grid), 1, row);
      if (column != 0 || !g_str_equal (gtk_label_get_text (GTK_LABEL (cell)), name)
          || !g_str_has_prefix (gtk_label_get_text (GTK_LABEL (title)),
                                gscope_loss_get_title (cause)))
        continue;
      g_assert_cmpstr (
          gtk_label_get_text (GTK_LABEL (gtk_grid_get_child_at (GTK_GRID (grid), 2, row))), ==,
          count);
      return;
    }
  g_error ("%s: %s is not in the list", name, gscope_loss_get_title (cause));
}

/* The signal's row, the bottom bar and the list, at one instant. */
static void
assert_window (Fixture *f, const Row *row, guint64 n)
{
  AppSession *session = app_bed_get_session (&f->bed);
  GtkWidget *bar = app_bed_find (f->bed.window, APP_TYPE_BOTTOM_BAR);
  GtkWidget *list = app_bed_find (f->bed.window, APP_TYPE_LOSSES_VIEW);
  GscopeTally tally = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *lost = NULL;
  g_autofree char *late = NULL;

  app_losses_view_show (APP_LOSSES_VIEW (list), session);
  app_session_tick (session);
  if (row->cause == GSCOPE_LOSS_EVICTED)
    assert_list (f, list, "Recording", row->cause, n);
  else
    assert_list (f, list, row->has_no_signal ? gscope_source_get_title (f->server) : "pushed",
                 row->cause, n);

  gscope_tally_add_signal (&tally, f->signal);
  text = app_format_losses (&tally);
  g_assert_true (text[0] == '\0' || get_label (f->row, text));

  app_losses_count (session, &tally);
  lost = g_strdup_printf (" %'" PRIu64 " lost", gscope_tally_get_lost (&tally));
  late = g_strdup_printf (" %'" PRIu64 " late", gscope_tally_get_late (&tally));
  g_assert_nonnull (get_label (bar, lost));
  g_assert_nonnull (get_label (bar, late));
}

/* Gaps, and samples that are not numbers, are breaks in the trace. */
static guint64
count_shown (Fixture *f)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->signal);

  return gscope_trace_get_end (trace) - gscope_trace_get_n_gaps (trace)
         - gscope_signal_get_lost (f->signal, GSCOPE_LOSS_NOT_FINITE);
}

static guint64
count_lost (const GscopeTally *tally)
{
  return gscope_tally_get_lost (tally) + gscope_tally_get_late (tally);
}

static guint64
count_all (Fixture *f)
{
  GscopeTally tally = { 0 };

  gscope_scope_drain (f->scope);
  gscope_tally_add_signal (&tally, f->signal);
  return count_shown (f) + count_lost (&tally);
}

static void
test_row (Fixture *f, const Row *row)
{
  GscopeTally tally = { 0 }, before = { 0 };

  gscope_tally_add_signal (&before, f->signal);
  row->make (f, row->n);
  /* samples of several producers wait for each other, for as long as the delay and a period */
  app_bed_await (count_all (f) >= f->made);
  g_assert_cmpuint (count_all (f), ==, f->made);
  gscope_tally_add_signal (&tally, f->signal);
  if (row->has_no_signal)
    {
      gscope_source_get_tally (f->server, &tally);
      g_assert_cmpuint (tally.counts[row->cause], ==, row->n);
    }
  else if (row->cause != GSCOPE_LOSS_EVICTED)
    {
      g_assert_cmpuint (tally.counts[row->cause] - before.counts[row->cause], ==, row->n);
      g_assert_cmpuint (count_lost (&tally) - count_lost (&before), ==, row->n);
    }
  else
    {
      app_bed_await (
          (gscope_recorder_get_own_tally (f->recorder, &tally), tally.counts[row->cause] > 0));
      assert_window (f, row, tally.counts[row->cause]);
      return;
    }
  assert_window (f, row, row->n);
}

/* The file. */

typedef struct
{
  GscopeTally signal;
  GscopeTally server;
  guint64 n_samples;
} Content;

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Content *content = user_data;

  for (gsize i = 0; i < n; i++)
    if (g_str_equal (gscope_tuple_parser_get_name (parser, tuples[i].name), "pushed"))
      content->n_samples += !isnan (tuples[i].value);
}

static void
take_annotation (GscopeTupleParser *parser, guint64 line, GscopeAnnotation *annotation,
                 gpointer user_data)
{
  Content *content = user_data;
  GscopeLossRecord record;
  GscopeGapCause cause;
  const char *name;
  gint64 time;

  if (gscope_annotation_read_loss (annotation, &name, &record, NULL))
    {
      if (g_str_equal (name, "pushed"))
        content->signal.counts[record.cause] += record.count;
      else if (g_str_equal (name, "tuples"))
        content->server.counts[record.cause] += record.count;
    }
  if (gscope_annotation_read_gap (annotation, &name, &time, &cause, NULL))
    content->signal.gaps += g_str_equal (name, "pushed");
}

static void
read_content (const char *path, Content *content)
{
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, content, NULL);
  g_autofree char *text = NULL;
  gsize length;

  *content = (Content){ 0 };
  gscope_tuple_parser_set_annotation_func (parser, take_annotation, content, NULL);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_assert_true (gscope_recorder_stop_finish (GSCOPE_RECORDER (object), result, NULL));
  ((Fixture *) data)->is_stopped = TRUE;
}

static void
assert_same (const GscopeTally *one, const GscopeTally *other)
{
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    g_assert_cmpuint (one->counts[cause], ==, other->counts[cause]);
  g_assert_cmpuint (one->gaps, ==, other->gaps);
}

/* The playback. */

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_assert_true (gscope_exporter_write_finish (GSCOPE_EXPORTER (object), result, NULL));
  ((Fixture *) data)->is_stopped = TRUE;
}

static void
assert_written_again (Fixture *f, GscopeScope *scope, const Content *content)
{
  g_autofree char *path = g_build_filename (f->directory, "again.tuples", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (scope);
  Content again;

  f->is_stopped = FALSE;
  gscope_exporter_write_async (exporter, GSCOPE_EXPORT_FORMAT_TUPLES, file, NULL, on_written, f);
  app_bed_await (f->is_stopped);
  read_content (path, &again);
  assert_same (&again.signal, &content->signal);
  assert_same (&again.server, &content->server);
  g_assert_cmpuint (again.n_samples, ==, content->n_samples);
  g_remove (path);
}

static GscopeGtkViewSignal *
find_shown (Fixture *f, GscopeSignal *signal)
{
  for (guint i = 0; i < app_bed_count_signals (&f->bed); i++)
    {
      GscopeGtkViewSignal *shown = app_bed_select_signal (&f->bed, i);

      if (gscope_gtk_view_signal_get_signal (shown) == signal)
        return shown;
    }
  g_assert_not_reached ();
}

/* The row, the list and the bottom bar. */
static void
assert_playback_shown (Fixture *f, GscopeSignal *signal, const Content *content)
{
  AppSession *session = app_bed_get_session (&f->bed);
  GtkWidget *list = app_bed_find (f->bed.window, APP_TYPE_LOSSES_VIEW);
  GtkWidget *bar = app_bed_find (f->bed.window, APP_TYPE_BOTTOM_BAR);
  GtkWidget *row = app_signal_row_new (session, find_shown (f, signal));
  g_autofree char *text = app_format_losses (&content->signal);
  GscopeTally all = content->signal;
  g_autofree char *lost = NULL;
  g_autofree char *late = NULL;

  g_object_ref_sink (row);
  app_losses_view_show (APP_LOSSES_VIEW (list), session);
  app_session_tick (session);
  g_assert_nonnull (get_label (row, text));
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    {
      if (content->signal.counts[cause] > 0)
        assert_list (f, list, "pushed", cause, content->signal.counts[cause]);
      if (content->server.counts[cause] > 0)
        assert_list (f, list, "tuples", cause, content->server.counts[cause]);
    }
  gscope_tally_add (&all, &content->server);
  lost = g_strdup_printf (" %'" PRIu64 " lost", gscope_tally_get_lost (&all));
  late = g_strdup_printf (" %'" PRIu64 " late", gscope_tally_get_late (&all));
  g_assert_nonnull (get_label (bar, lost));
  g_assert_nonnull (get_label (bar, late));
  g_object_unref (row);
}

static void
assert_playback (Fixture *f, const Content *content)
{
  g_autoptr (GscopeScope) scope = NULL;
  GscopeTally tally = { 0 }, all = content->signal;
  GscopeSignal *signal;

  g_free (f->bed.path);
  f->bed.path = g_strdup (f->path);
  app_bed_reopen (&f->bed);
  scope = g_list_model_get_item (app_session_get_scopes (app_bed_get_session (&f->bed)), 0);
  signal = gscope_scope_find_signal (scope, "pushed");
  gscope_tally_add_signal (&tally, signal);
  assert_same (&tally, &content->signal);
  gscope_tally_add (&all, &content->server);
  app_losses_count (app_bed_get_session (&f->bed), &tally);
  assert_same (&tally, &all);
  assert_playback_shown (f, signal, content);
  assert_written_again (f, scope, content);
}

static void
test_all (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path (f->path);
  GscopeTally expected = { 0 }, own, tally;
  Content content;

  g_assert_true (gscope_recorder_start (f->recorder, file, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("%s", rows[i].name);
      test_row (f, &rows[i]);
    }
  push_well (f, 10);
  app_bed_await (count_all (f) == f->made);
  gscope_recorder_stop_async (f->recorder, on_stopped, f);
  app_bed_await (f->is_stopped);

  gscope_tally_add_signal (&expected, f->signal);
  gscope_recorder_get_own_tally (f->recorder, &own);
  gscope_tally_add (&expected, &own);
  gscope_recorder_get_signal_tally (f->recorder, "pushed", &tally);
  assert_same (&tally, &expected);
  read_content (f->path, &content);
  assert_same (&content.signal, &expected);
  g_assert_cmpuint (f->made, ==,
                    content.n_samples + gscope_tally_get_lost (&tally)
                        + gscope_tally_get_late (&tally));

  gscope_source_get_tally (f->server, &expected);
  gscope_recorder_get_signal_tally (f->recorder, "tuples", &tally);
  assert_same (&tally, &expected);
  assert_same (&content.server, &expected);
  assert_playback (f, &content);
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-losses/all", Fixture, application, set_up, test_all, tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
