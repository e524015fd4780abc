/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/player-bed.h"
#include <glib/gstdio.h>
#include <string.h>

#define MS GSCOPE_MSEC

static const char *
get_format_name (PlayerBed *f)
{
  return gscope_recording_format_get_name (gscope_player_get_format (f->player));
}

static const GscopeCsvFormat *
get_table (PlayerBed *f)
{
  return gscope_recording_format_get_table (gscope_player_get_format (f->player));
}

/* Stops the player and takes a format. */
static void
set_format (PlayerBed *f, GscopeRecordingFormat *format)
{
  player_bed_stop (f);
  gscope_player_set_format (f->player, format);
  gscope_recording_format_free (format);
}

static void
test_plain (PlayerBed *f, gconstpointer data)
{
  player_bed_open (f, "1 10 a\n2 20 b\n2.5 11 a\n4 21 b\n");
  player_bed_assert_trace (f, "a", "1:10 2.5:11");
  player_bed_assert_trace (f, "b", "2:20 4:21");
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 4);
  g_assert_cmpfloat (gscope_player_get_progress (f->player), ==, 1);
  g_assert_false (gscope_player_get_overview (f->player));
  g_assert_cmpstr (get_format_name (f), ==, "tuples");
  g_assert_cmpint (gscope_transport_get_begin (f->transport), ==, MS);
  g_assert_cmpint (gscope_transport_get_end (f->transport), ==, 4 * MS);
  g_assert_cmpint (gscope_transport_get_position (f->transport), ==, MS);
  g_assert_cmpint (gscope_clock_to_unix (GSCOPE_CLOCK (f->transport), MS), ==, MS);
}

static void
test_one_signal (PlayerBed *f, gconstpointer data)
{
  player_bed_open (f, "1 10\n2 20\n3 30");
  player_bed_assert_trace (f, "walk", "1:10 2:20 3:30");
}

/* The value of a signal is that at the pen. */
static void
test_latest (PlayerBed *f, gconstpointer data)
{
  GscopeSample sample;
  GscopeSignal *signal;

  player_bed_open (f, "1 10 a\n2 20 a\n3 30 a\n");
  signal = gscope_scope_find_signal (f->scope, "a");
  g_assert_true (gscope_signal_get_latest (signal, &sample));
  g_assert_cmpfloat (sample.value, ==, 10);
  gscope_transport_seek (f->transport, 2500000);
  g_assert_true (gscope_signal_get_latest (signal, &sample));
  g_assert_cmpfloat (sample.value, ==, 20);
  g_assert_cmpint (sample.time, ==, 2 * MS);
  g_assert_cmpint (gscope_scope_get_pen (f->scope), ==, 2500000);
}

static void
test_rules (PlayerBed *f, gconstpointer data)
{
  g_auto (GStrv) reports = NULL;

  player_bed_open (f, "5 1 a\nrubbish\n# note\n4 2 a\n5 3 a\n6 x a\n\n7 4 a\n1 5 a\n");
  player_bed_assert_trace (f, "a", "5:1 5:3 7:4");
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 4);
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 4);
  g_assert_cmpstr (reports[0], ==, "line 2: the time is not a decimal number");
  g_assert_cmpstr (reports[1], ==, "line 4: the time is earlier than in a line above");
  g_assert_cmpstr (reports[2], ==, "line 6: the value is not a decimal number");
  g_assert_true (g_str_has_prefix (reports[3], "line 9: "));
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "line 2"));
}

static void
test_no_recording (PlayerBed *f, gconstpointer data)
{
  player_bed_start (f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  player_bed_write (f, "neither\nof both\n", -1);
  player_bed_start (f);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_nonnull (strstr (f->error->message, "line 1"));
  g_assert_nonnull (strstr (f->error->message, f->path));
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==,
                   GSCOPE_SOURCE_STATE_TROUBLE);
  /* and then one that is */
  player_bed_open (f, "1 1 a\n");
}

/* States come with the header, and more of them later. */
static void
test_states (PlayerBed *f, gconstpointer data)
{
  GscopeSignal *signal;
  gsize n;

  player_bed_open (
      f,
      "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.000000006Z\",\"time_ns\":1000000,"
      "\"clock\":\"monotonic\",\"signals\":[{\"name\":\"cpu/0\",\"title\":\"CPU 0\"}]}\n"
      "#gscope {\"states\":{\"signal\":\"cpu/0\",\"states\":[{\"value\":0,\"name\":\"idle\","
      "\"style\":\"thin\"},{\"value\":1,\"name\":\"decoder\",\"label\":\"d\",\"style\":\"filled\","
      "\"color\":2}]}}\n"
      "1 1 cpu/0\n"
      "#gscope {\"states\":{\"signal\":\"cpu/0\",\"states\":[{\"value\":0,\"name\":\"swapper\","
      "\"style\":\"thin\"},{\"value\":2,\"name\":\"audio\",\"style\":\"filled\"}]}}\n"
      "2 0 cpu/0\n"
      "#gscope {\"states\":{\"signal\":\"cpu/0\",\"states\":[{\"value\":64,\"name\":\"none\"}]}}\n"
      "#gscope {\"states\":[]}\n"
      "3 2 cpu/0\n");
  signal = gscope_scope_find_signal (f->scope, "cpu/0");
  gscope_signal_get_states (signal, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (gscope_signal_get_title (signal), ==, "CPU 0");
  g_assert_cmpstr (gscope_signal_find_state (signal, 0)->name, ==, "swapper");
  g_assert_cmpstr (gscope_signal_find_state (signal, 1)->label, ==, "d");
  g_assert_cmpuint (gscope_signal_find_state (signal, 1)->color, ==, 2);
  g_assert_cmpstr (gscope_signal_find_state (signal, 2)->name, ==, "audio");
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 2);
}

/* A file that grows declares states of a signal that is played already. */
static void
test_new_states (PlayerBed *f, gconstpointer data)
{
  GscopeSignal *signal;

  player_bed_open (f, "1 0 cpu/0\n2 1 cpu/0\n");
  signal = gscope_scope_find_signal (f->scope, "cpu/0");
  g_assert_null (gscope_signal_find_state (signal, 1));
  player_bed_append (f, "#gscope {\"states\":{\"signal\":\"cpu/0\",\"states\":[{\"value\":1,"
                        "\"name\":\"decoder\",\"style\":\"filled\"}]}}\n3 0 cpu/0\n");
  player_bed_wait_for_samples (f, 3);
  g_assert_cmpstr (gscope_signal_find_state (signal, 1)->name, ==, "decoder");
}

static void
test_annotations (PlayerBed *f, gconstpointer data)
{
  GscopeSignal *signal;
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  g_autoptr (GscopeMarker) marker = NULL;

  player_bed_open (
      f, "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.000000006Z\",\"time_ns\":1000000,"
         "\"clock\":\"monotonic\",\"signals\":[{\"name\":\"q/b\",\"unit\":\"ms\",\"color\":3,"
         "\"min\":-1,\"max\":5,\"line\":\"points\",\"hidden\":true},{\"name\":\"silent\"}]}\n"
         "1 1 q/b\n"
         "#gscope {\"gap\":{\"signal\":\"q/b\",\"time_ns\":2000000,\"cause\":\"tick\"}}\n"
         "2 nan q/b\n"
         "3 3 q/b\n"
         "4 nan q/b\n"
         "#gscope {\"marker\":{\"time_ns\":2500000,\"kind\":\"write\",\"subject\":\"gain\","
         "\"label\":\"1 → 2\"}}\n"
         "#gscope {\"version\":7}\n"
         "5 4 q/b\n");
  player_bed_assert_trace (f, "q/b", "1:1 2:tick 3:3 4:nan 5:4");
  player_bed_assert_trace (f, "silent", "");
  signal = gscope_scope_find_signal (f->scope, "q/b");
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "ms");
  g_assert_cmpuint (gscope_signal_get_color (signal), ==, 3);
  g_assert_cmpfloat (gscope_signal_get_min (signal), ==, -1);
  g_assert_cmpfloat (gscope_signal_get_max (signal), ==, 5);
  g_assert_true (gscope_signal_get_hidden (signal));
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 1);
  marker = g_list_model_get_item (markers, 0);
  g_assert_cmpint (gscope_marker_get_time (marker), ==, 2500000);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, "1 → 2");
  g_assert_cmpint (gscope_clock_to_unix (GSCOPE_CLOCK (f->transport), MS), ==,
                   G_GINT64_CONSTANT (1767323045000000006));
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 1);
  player_bed_stop (f);
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 0);
}

/* Returns the marker with a label; the list keeps it. */
static GscopeMarker *
find_marker (PlayerBed *f, const char *label)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));

  for (guint i = 0; i < g_list_model_get_n_items (markers); i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);

      if (g_str_equal (gscope_marker_get_label (marker), label))
        return marker;
    }
  return NULL;
}

/* Markers of other machines have the errors of their times again; files of old versions have none. */
static void
test_far_markers (PlayerBed *f, gconstpointer data)
{
  player_bed_open (f,
                   "1 1 a\n"
                   "#gscope {\"marker\":{\"time_ns\":1000000,\"label\":\"here\"}}\n"
                   "#gscope {\"marker\":{\"time_ns\":2000000,\"label\":\"one\",\"error_ns\":300,"
                   "\"clock\":\"web1\"}}\n"
                   "#gscope {\"marker\":{\"time_ns\":3000000,\"label\":\"two\",\"error_ns\":200,"
                   "\"clock\":\"web2\"}}\n"
                   "#gscope {\"marker\":{\"time_ns\":3000000,\"label\":\"bad\",\"error_ns\":-1}}\n"
                   "4 2 a\n");
  player_bed_assert_trace (f, "a", "1:1 4:2");
  g_assert_cmpint (gscope_marker_get_time_error (find_marker (f, "here")), ==, 0);
  g_assert_cmpint (gscope_marker_get_time_error (find_marker (f, "one")), ==, 300);
  g_assert_cmpstr (gscope_marker_get_clock (find_marker (f, "one")), ==, "web1");
  g_assert_cmpint (
      gscope_marker_get_interval_error (find_marker (f, "one"), find_marker (f, "two")), ==, 500);
  g_assert_null (find_marker (f, "bad"));
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 1);
}

/* The last text is shown; what was taken back is not, nor what another file was about. */
static void
test_changed_markers (PlayerBed *f, gconstpointer data)
{
  GscopeMarkerList *markers = gscope_scope_get_markers (f->scope);

  player_bed_open (f, "1 1 a\n"
                      "#gscope {\"marker\":{\"time_ns\":1,\"kind\":\"note\",\"label\":\"Note\"}}\n"
                      "#gscope {\"marker\":{\"time_ns\":1,\"kind\":\"event\",\"label\":\"Up\"}}\n"
                      "#gscope {\"marker\":{\"time_ns\":2,\"kind\":\"note\",\"label\":\"no\"}}\n"
                      "#gscope {\"marker-changed\":{\"time_ns\":1,\"kind\":\"note\","
                      "\"label\":\"load on\"}}\n"
                      "#gscope {\"marker-removed\":{\"time_ns\":2,\"kind\":\"note\"}}\n"
                      "#gscope {\"marker-changed\":{\"time_ns\":3,\"kind\":\"note\"}}\n"
                      "#gscope {\"marker-removed\":{\"time_ns\":3,\"kind\":\"note\"}}\n"
                      "2 2 a\n");
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (markers)), ==, 2);
  g_assert_cmpstr (gscope_marker_list_get_note (markers, 1), ==, "load on");
}

/* A recording shows more markers than a live scope keeps. */
static void
test_many_markers (PlayerBed *f, gconstpointer data)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  g_autoptr (GString) text = g_string_new ("1 1 a\n");
  const guint n = GSCOPE_MARKER_LIST_MAX + 1;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "#gscope {\"marker\":{\"time_ns\":%u}}\n", i);
  player_bed_open (f, text->str);
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, n);
  for (guint i = 0; i < n; i += 100)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);

      g_assert_cmpint (gscope_marker_get_time (marker), ==, i);
    }
}

static void
test_growing (PlayerBed *f, gconstpointer data)
{
  player_bed_open (f, "1 1 a\n");
  player_bed_append (f, "2 2 a\n3 3 b\n4 4 b");
  player_bed_wait_for_samples (f, 4);
  player_bed_assert_trace (f, "a", "1:1 2:2");
  player_bed_assert_trace (f, "b", "3:3 4:4");
  g_assert_cmpint (gscope_transport_get_end (f->transport), ==, 4 * MS);
  /* the last line was whole */
  player_bed_append (
      f, "\n#gscope {\"gap\":{\"signal\":\"a\",\"time_ns\":5000000,\"cause\":\"tick\"}}\n"
         "5 nan a\n6 6 a\n");
  /* a gap is no sample */
  player_bed_wait_for_samples (f, 5);
  player_bed_assert_trace (f, "a", "1:1 2:2 5:tick 6:6");
}

static void
assert_report (PlayerBed *f, const char *expected)
{
  g_auto (GStrv) reports = gscope_player_dup_reports (f->player);

  if (expected == NULL)
    g_assert_cmpuint (g_strv_length (reports), ==, 0);
  else
    g_assert_cmpstr (reports[0], ==, expected);
}

/* A line that was cut shows up whole in the end, and is no signal of its own before. */
static void
test_split_line (PlayerBed *f, gconstpointer data)
{
  static const char cut[] = "line 2: it has no end, so it was cut off or is being written";

  player_bed_open (f, "1 1 ab\n2 2");
  player_bed_assert_trace (f, "ab", "1:1");
  g_assert_null (gscope_scope_find_signal (f->scope, "walk"));
  assert_report (f, cut);
  player_bed_append (f, "5 a");
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 1);
  player_bed_append (f, "b\n3 3 ab\n4 4 ");
  player_bed_wait_for_samples (f, 3);
  player_bed_assert_trace (f, "ab", "1:1 2:25 3:3");
  player_bed_append (f, "ab\n");
  player_bed_wait_for_samples (f, 4);
  player_bed_assert_trace (f, "ab", "1:1 2:25 3:3 4:4");
  assert_report (f, NULL);
}

/* A truncated value is not recognisable: it is read again. */
static void
test_split_value (PlayerBed *f, gconstpointer data)
{
  player_bed_open (f, "1 1\n2 2");
  player_bed_assert_trace (f, "walk", "1:1 2:2");
  player_bed_append (f, "5\n3 3\n");
  player_bed_wait_for_samples (f, 3);
  player_bed_assert_trace (f, "walk", "1:1 2:25 3:3");
}

/* Our own recordings end every line. */
static void
test_cut_recording (PlayerBed *f, gconstpointer data)
{
  player_bed_open (f, "#gscope {\"units\":{}}\n1 1 a\n2 25 a\n3 3 a");
  player_bed_assert_trace (f, "a", "1:1 2:25");
  assert_report (f, "line 4: it has no end, so it was cut off or is being written");
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "line 4"));
}

/* A line of 3 MiB is one line. */
static void
test_long_line (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("1 1 a\n2 2 ");
  g_auto (GStrv) reports = NULL;

  for (guint i = 0; i < 3 << 20; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\n3 3 a\nfour 4 a\n5 5 a\n");
  player_bed_open (f, text->str);
  player_bed_assert_trace (f, "a", "1:1 3:3 5:5");
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 2);
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 2);
  g_assert_cmpstr (reports[0], ==, "line 2: it is longer than a line may be");
  g_assert_true (g_str_has_prefix (reports[1], "line 4: "));
}

static void
test_replaced (PlayerBed *f, gconstpointer data)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  GscopeSignal *a;

  player_bed_open (f,
                   "1 1 a\n2 2 b\n3 3 b\n#gscope {\"marker\":{\"time_ns\":1,\"kind\":\"note\"}}\n");
  a = gscope_scope_find_signal (f->scope, "a");
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 1);
  /* truncated */
  player_bed_write (f, "5 5 a\n", -1);
  player_bed_wait_for_samples (f, 1);
  g_assert_true (gscope_scope_find_signal (f->scope, "a") == a);
  player_bed_assert_trace (f, "a", "5:5");
  g_assert_null (gscope_scope_find_signal (f->scope, "b"));
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 0);
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "replaced"));
  g_assert_cmpint (gscope_transport_get_position (f->transport), ==, 5 * MS);
  /* longer, in the same place */
  g_assert_cmpint (g_remove (f->path), ==, 0);
  player_bed_write (f, "7 7 c\n8 8 c\n", -1);
  player_bed_wait_for_samples (f, 2);
  player_bed_assert_trace (f, "c", "7:7 8:8");
}

/* Samples with a name that no signal can have are missing, with a report. */
static void
test_bad_names (PlayerBed *f, gconstpointer data)
{
  GscopeSource *source = GSCOPE_SOURCE (f->player);

  player_bed_open (f, "1 1 a\n2 2 b\001c\n3 3 d\001\n");
  player_bed_assert_trace (f, "a", "1:1");
  g_assert_cmpuint (g_list_model_get_n_items (gscope_source_get_signals (source)), ==, 1);
  g_assert_nonnull (strstr (gscope_source_get_status (source), "2 signals"));
  g_assert_nonnull (strstr (gscope_source_get_status (source), "control character"));
  player_bed_append (f, "4 4 a\nx\n");
  player_bed_wait_for_samples (f, 4);
  g_assert_nonnull (strstr (gscope_source_get_status (source), "2 signals"));
  g_assert_nonnull (strstr (gscope_source_get_status (source), "line 5"));
}

/* A file that cannot be read for a while is read again when it can. */
static void
test_unreadable (PlayerBed *f, gconstpointer data)
{
  player_bed_open (f, "1 1 a\n2 2 a\n");
  g_assert_cmpint (g_remove (f->path), ==, 0);
  g_assert_cmpint (g_mkdir (f->path, 0700), ==, 0);
  while (gscope_source_get_state (GSCOPE_SOURCE (f->player)) != GSCOPE_SOURCE_STATE_TROUBLE)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->base), GSCOPE_SEC);
      g_main_context_iteration (NULL, FALSE);
    }
  player_bed_assert_trace (f, "a", "1:1 2:2");
  g_assert_cmpint (g_rmdir (f->path), ==, 0);
  player_bed_write (f, "1 1 a\n2 2 a\n3 3 a\n", -1);
  player_bed_wait_for_samples (f, 3);
  player_bed_assert_trace (f, "a", "1:1 2:2 3:3");
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==,
                   GSCOPE_SOURCE_STATE_RUNNING);
}

static void
test_not_following (PlayerBed *f, gconstpointer data)
{
  gscope_player_set_following (f->player, FALSE);
  player_bed_open (f, "1 1 a\n");
  player_bed_append (f, "2 2 a\n");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->base), GSCOPE_SEC);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 1);
  gscope_player_set_following (f->player, TRUE);
  player_bed_wait_for_samples (f, 2);
}

/* The trace of a file that begins empty. */
static void
test_empty (PlayerBed *f, gconstpointer data)
{
  player_bed_open (f, "");
  player_bed_append (f, "1 1 a\n");
  player_bed_wait_for_samples (f, 1);
  player_bed_assert_trace (f, "a", "1:1");
}

static void
test_configure (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GscopePlayer) player = gscope_player_new ("p", NULL);
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "file", "s", f->path);
  g_assert_true (
      gscope_source_configure (GSCOPE_SOURCE (player), g_variant_dict_end (&options), &error));
  g_assert_cmpstr (g_file_peek_path (gscope_player_get_file (player)), ==, f->path);
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "speed", "d", 2.0);
  g_assert_false (
      gscope_source_configure (GSCOPE_SOURCE (player), g_variant_dict_end (&options), &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
}

static void
test_csv (PlayerBed *f, gconstpointer data)
{
  g_auto (GStrv) reports = NULL;
  GscopeCsvFormat format;

  player_bed_open (
      f, "level (V);time (ms);level (V)\n1,5;1;7\n2,5;2;\n3;4\n;3;nan\n9;2;9\n4;4;\"8\"\n");
  g_assert_cmpstr (get_format_name (f), ==, "table");
  player_bed_assert_trace (f, "level", "1:1.5 2:2.5 4:4");
  player_bed_assert_trace (f, "level 3", "1:7 3:nan 4:8");
  g_assert_cmpstr (gscope_signal_get_unit (gscope_scope_find_signal (f->scope, "level")), ==, "V");
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 2);
  g_assert_cmpstr (reports[0], ==, "line 4: it has fewer fields than the table has columns");
  g_assert_cmpstr (reports[1], ==, "line 6: the time is earlier than in a line above");

  /* the same, with another time column */
  format = *get_table (f);
  format.time_column = 0;
  format.time = GSCOPE_CSV_TIME_SECONDS;
  set_format (f, gscope_recording_format_new_table (&format));
  player_bed_start (f);
  g_assert_no_error (f->error);
  player_bed_assert_trace (f, "time", "1500:1 2500:2 9000:2");

  /* a column that is not there */
  format.time_column = 9;
  set_format (f, gscope_recording_format_new_table (&format));
  player_bed_start (f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 0);
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==,
                   GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "column 10"));

  /* tuples, whatever they look like */
  set_format (f, gscope_recording_format_new ("tuples", NULL));
  player_bed_open (f, "1 20 21\n2 20 21\n3 20 22\n");
  player_bed_assert_trace (f, "21", "1:20 2:20");
}

/* A table of pandas: durations, truths, and a value that is missing. */
static void
test_csv_pandas (PlayerBed *f, gconstpointer data)
{
  g_auto (GStrv) reports = NULL;

  player_bed_open (f, ",is_on,level\n0 days 00:00:00,False,1.5\n0 days 00:00:00.500000,True,\n"
                      "0 days 00:00:01,True,2.5\n");
  player_bed_assert_trace (f, "is_on", "0:0 500:1 1000:1");
  player_bed_assert_trace (f, "level", "0:1.5 1000:2.5");
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 0);
}

/* A table of gnuplot, with comments before and behind rows, and two data sets. */
static void
test_csv_gnuplot (PlayerBed *f, gconstpointer data)
{
  g_auto (GStrv) reports = NULL;

  player_bed_open (f, "  # time load level\n  0 1 5 # begin\n  1 2 ?\n\n\n  2 3 NaN\n  3 4 6\n");
  player_bed_assert_trace (f, "load", "0:1 1000:2");
  player_bed_assert_trace (f, "level", "0:5 1000:nan");
  player_bed_assert_trace (f, "load 2", "2000:3 3000:4");
  player_bed_assert_trace (f, "level 2", "2000:nan 3000:6");
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 0);
}

/* The detected format of one file does not apply to another in its place. */
static void
test_csv_replaced (PlayerBed *f, gconstpointer data)
{
  player_bed_open (f, "time (ms),level\n1,1.5\n2,2.5\n");
  player_bed_assert_trace (f, "level", "1:1.5 2:2.5");
  player_bed_write (f, "level;time (ms)\n7,5;1\n", -1);
  player_bed_wait_for_samples (f, 1);
  player_bed_assert_trace (f, "level", "1:7.5");
  g_assert_cmpint (get_table (f)->delimiter, ==, ';');
  g_assert_cmpint (g_remove (f->path), ==, 0);
  player_bed_write (f, "3 1 a\n4 2 a\n", -1);
  player_bed_wait_for_samples (f, 2);
  player_bed_assert_trace (f, "a", "3:1 4:2");
  g_assert_cmpstr (get_format_name (f), ==, "tuples");
}

#define ADD_NAMED(name, file, func)                                                                \
  g_test_add ("/player/" name, PlayerBed, file, player_bed_set_up, func, player_bed_tear_down)
#define ADD(name, func) ADD_NAMED (name, NULL, func)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("plain", test_plain);
  ADD ("one-signal", test_one_signal);
  ADD ("latest", test_latest);
  ADD ("rules", test_rules);
  ADD ("no-recording", test_no_recording);
  ADD ("states", test_states);
  ADD ("new-states", test_new_states);
  ADD ("annotations", test_annotations);
  ADD ("changed-markers", test_changed_markers);
  ADD ("many-markers", test_many_markers);
  ADD ("far-markers", test_far_markers);
  ADD ("growing", test_growing);
  ADD ("split-line", test_split_line);
  ADD ("split-value", test_split_value);
  ADD ("cut-recording", test_cut_recording);
  ADD ("long-line", test_long_line);
  ADD ("replaced", test_replaced);
  ADD ("bad-names", test_bad_names);
  ADD ("unreadable", test_unreadable);
  ADD ("not-following", test_not_following);
  ADD ("empty", test_empty);
  ADD ("configure", test_configure);
  ADD ("csv", test_csv);
  ADD ("csv-pandas", test_csv_pandas);
  ADD ("csv-gnuplot", test_csv_gnuplot);
  ADD_NAMED ("csv-replaced", "walk.txt", test_csv_replaced);

  return g_test_run ();
}
