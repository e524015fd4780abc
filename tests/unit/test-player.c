/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/gscope.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <zstd.h>

#define MS GSCOPE_MSEC

/* A folder with a file, and a player of it at a test clock's pace. */
typedef struct
{
  char *folder;
  char *path;
  GscopeClock *base;
  GscopePlayer *player;
  GscopeTransport *transport;
  GscopeScope *scope;
  gboolean is_done;
  GError *error;
} Fixture;

static const char *
get_nick (GType type, int value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (type);

  return g_enum_get_value (choices, value)->value_nick;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;

  f->folder = g_dir_make_tmp ("gscope-XXXXXX", &error);
  g_assert_no_error (error);
  f->path = g_build_filename (f->folder, data != NULL ? data : "walk.tuples", NULL);
  file = g_file_new_for_path (f->path);
  f->base = gscope_test_clock_new (0);
  f->player = gscope_player_new_with_clock ("", file, f->base);
  f->transport = gscope_player_get_transport (f->player);
  f->scope = gscope_scope_new_with_clock (GSCOPE_CLOCK (f->transport));
  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (f->player));
}

static void
on_verb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Fixture *f = user_data;

  f->is_done = TRUE;
  g_clear_error (&f->error);
  if (GSCOPE_IS_EXPORTER (source))
    gscope_exporter_write_finish (GSCOPE_EXPORTER (source), result, &f->error);
  else if (gscope_source_get_state (GSCOPE_SOURCE (source)) == GSCOPE_SOURCE_STOPPED)
    gscope_source_stop_finish (GSCOPE_SOURCE (source), result, &f->error);
  else
    gscope_source_start_finish (GSCOPE_SOURCE (source), result, &f->error);
}

static void
wait_done (Fixture *f)
{
  while (!f->is_done)
    g_main_context_iteration (NULL, TRUE);
  f->is_done = FALSE;
}

static void
stop (Fixture *f)
{
  gscope_source_stop_async (GSCOPE_SOURCE (f->player), NULL, on_verb, f);
  wait_done (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (f->folder, 0, NULL);
  const char *name;

  stop (f);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)), ==, 0);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->player);
  g_assert_finalize_object (f->base);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (f->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (f->folder);
  g_free (f->folder);
  g_free (f->path);
  g_clear_error (&f->error);
}

static void
write_file (Fixture *f, const char *text, gssize length)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (f->path, text, length, &error);
  g_assert_no_error (error);
}

static void
append_file (Fixture *f, const char *text)
{
  FILE *file = fopen (f->path, "a");

  g_assert_cmpuint (fwrite (text, strlen (text), 1, file), ==, 1);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
start (Fixture *f)
{
  gscope_source_start_async (GSCOPE_SOURCE (f->player), NULL, on_verb, f);
  wait_done (f);
}

static void
open_text (Fixture *f, const char *text)
{
  write_file (f, text, -1);
  start (f);
  g_assert_no_error (f->error);
}

/* A trace as "1:2 3:nan", times in milliseconds; what is a gap's has its cause. */
static void
assert_trace (Fixture *f, const char *full_name, const char *expected)
{
  GscopeSignal *signal = gscope_scope_find_signal (f->scope, full_name);
  g_autoptr (GString) text = g_string_new (NULL);
  GscopeTrace *trace;
  GscopeSample sample;

  g_test_message ("%s", full_name);
  g_assert_nonnull (signal);
  trace = gscope_signal_get_trace (signal);
  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    {
      const GscopeGap *gap;
      gsize n;

      g_assert_cmpuint (gscope_trace_read (trace, i, &sample, 1), ==, 1);
      gap = gscope_trace_get_gaps (trace, sample.time, sample.time + 1, &n);
      g_string_append_printf (text, "%s%g:", text->len > 0 ? " " : "", (double) sample.time / 1e6);
      if (n > 0 && gap->begin == sample.time && isnan (sample.value))
        g_string_append (text, get_nick (GSCOPE_TYPE_GAP_CAUSE, gap->cause));
      else
        g_string_append_printf (text, "%g", sample.value);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
wait_for_samples (Fixture *f, guint64 n)
{
  while (gscope_player_get_n_samples (f->player) != n)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->base), 250 * MS);
      g_main_context_iteration (NULL, TRUE);
    }
}

static const char *
get_format_name (Fixture *f)
{
  return gscope_recording_format_get_name (gscope_player_get_format (f->player));
}

static const GscopeCsvFormat *
get_table (Fixture *f)
{
  return gscope_recording_format_get_table (gscope_player_get_format (f->player));
}

/* Stops the player and takes a format. */
static void
set_format (Fixture *f, GscopeRecordingFormat *format)
{
  stop (f);
  gscope_player_set_format (f->player, format);
  gscope_recording_format_free (format);
}

static void
test_plain (Fixture *f, gconstpointer data)
{
  open_text (f, "1 10 a\n2 20 b\n2.5 11 a\n4 21 b\n");
  assert_trace (f, "a", "1:10 2.5:11");
  assert_trace (f, "b", "2:20 4:21");
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
test_one_signal (Fixture *f, gconstpointer data)
{
  open_text (f, "1 10\n2 20\n3 30");
  assert_trace (f, "walk", "1:10 2:20 3:30");
}

/* The value of a signal is that at the pen. */
static void
test_latest (Fixture *f, gconstpointer data)
{
  GscopeSample sample;
  GscopeSignal *signal;

  open_text (f, "1 10 a\n2 20 a\n3 30 a\n");
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
test_rules (Fixture *f, gconstpointer data)
{
  g_auto (GStrv) reports = NULL;

  open_text (f, "5 1 a\nrubbish\n# note\n4 2 a\n5 3 a\n6 x a\n\n7 4 a\n1 5 a\n");
  assert_trace (f, "a", "5:1 5:3 7:4");
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 4);
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 4);
  g_assert_cmpstr (reports[0], ==, "line 2: the time is not a decimal number");
  g_assert_cmpstr (reports[1], ==, "line 4: the time is before that of a line above");
  g_assert_cmpstr (reports[2], ==, "line 6: the value is not a decimal number");
  g_assert_true (g_str_has_prefix (reports[3], "line 9: "));
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "line 2"));
}

/* Lines that break the rules where one block ends and another begins are found as well. */
static void
test_rules_between_blocks (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) reports = NULL;
  guint n = 0;

  for (; text->len < 3 << 20; n++)
    g_string_append_printf (text, "%u %u a\n", n, n);
  g_string_append (text, "7 1 a\n");
  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "%u %u a\n", 100 + i, i);
  g_string_append_printf (text, "%u 1 a\n", n);
  open_text (f, text->str);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, n + 1);
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 101);
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 100);
  g_assert_cmpint (atoi (reports[0] + strlen ("line ")), ==, n + 1);
}

static void
test_no_recording (Fixture *f, gconstpointer data)
{
  start (f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  write_file (f, "neither\nof both\n", -1);
  start (f);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_nonnull (strstr (f->error->message, "line 1"));
  g_assert_nonnull (strstr (f->error->message, f->path));
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==, GSCOPE_SOURCE_TROUBLE);
  /* and then one that is */
  open_text (f, "1 1 a\n");
}

static void
test_annotations (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal;
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  g_autoptr (GscopeMarker) marker = NULL;

  open_text (
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
  assert_trace (f, "q/b", "1:1 2:tick 3:3 4:nan 5:4");
  assert_trace (f, "silent", "");
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
  stop (f);
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 0);
}

/* The last text is shown; what was taken back is not, nor what another file was about. */
static void
test_changed_markers (Fixture *f, gconstpointer data)
{
  GscopeMarkerList *markers = gscope_scope_get_markers (f->scope);

  open_text (f, "1 1 a\n"
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

static char *
make_walk (guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u %u %s\n", i, i % 1000, i % 2 ? "odd" : "even");
  return g_string_free (text, FALSE);
}

static void
assert_walk (Fixture *f, guint n)
{
  GscopeSignal *odd = gscope_scope_find_signal (f->scope, "odd");
  GscopeTrace *trace;

  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, n);
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 0);
  g_assert_nonnull (odd);
  trace = gscope_signal_get_trace (odd);
  g_assert_cmpuint (gscope_trace_get_end (trace) - gscope_trace_get_first (trace), ==, n / 2);
  for (guint i = 0; i < n / 2; i++)
    {
      guint64 at = gscope_trace_get_first (trace) + i;

      g_assert_cmpint (gscope_trace_get_time (trace, at), ==, (gint64) (2 * i + 1) * MS);
      g_assert_cmpfloat (gscope_trace_get_value (trace, at), ==, (2 * i + 1) % 1000);
    }
}

/* More than a few blocks, so that several threads take part. */
static void
test_many (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_walk (500000);

  open_text (f, text);
  assert_walk (f, 500000);
}

static GBytes *
compress_gzip (const char *text, gsize length)
{
  g_autoptr (GConverter) converter =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);

  g_assert_true (g_output_stream_write_all (stream, text, length, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static GBytes *
compress_zstd (const char *text, gsize length)
{
  gsize size = ZSTD_compressBound (length);
  char *data = g_malloc (size);

  size = ZSTD_compress (data, size, text, length, 1);
  g_assert_false (ZSTD_isError (size));
  return g_bytes_new_take (data, size);
}

typedef GBytes *(*Compress) (const char *text, gsize length);

/* Two streams, one behind the other, as `cat a.gz b.gz` writes them. */
static void
check_compressed (Fixture *f, Compress compress)
{
  g_autofree char *text = make_walk (200000);
  gsize length = strlen (text), half = length / 2;
  g_autoptr (GBytes) first = compress (text, half);
  g_autoptr (GBytes) second = compress (text + half, length - half);
  g_autoptr (GByteArray) both = g_byte_array_new ();

  g_byte_array_append (both, g_bytes_get_data (first, NULL), g_bytes_get_size (first));
  g_byte_array_append (both, g_bytes_get_data (second, NULL), g_bytes_get_size (second));
  write_file (f, (const char *) both->data, both->len);
  start (f);
  g_assert_no_error (f->error);
  assert_walk (f, 200000);
}

/* The file of a killed program: a stream without its end. */
static void
check_cut (Fixture *f, Compress compress)
{
  g_autofree char *text = make_walk (100000);
  g_autoptr (GBytes) all = compress (text, strlen (text));

  write_file (f, g_bytes_get_data (all, NULL), g_bytes_get_size (all) * 3 / 4);
  start (f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), >, 10000);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), <, 100000);
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==, GSCOPE_SOURCE_TROUBLE);
  g_assert_nonnull (
      strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "ends within its compressed"));
}

static void
check_damaged (Fixture *f, Compress compress)
{
  g_autofree char *text = make_walk (500000);
  g_autoptr (GBytes) all = compress (text, strlen (text));
  gsize length;
  g_autofree char *data = g_memdup2 (g_bytes_get_data (all, &length), g_bytes_get_size (all));

  memset (data + length * 3 / 4, 0xff, length / 4);
  write_file (f, data, length);
  start (f);
  g_assert_no_error (f->error);
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==, GSCOPE_SOURCE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "damaged"));
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), >, 1000);
}

static void
test_gzip (Fixture *f, gconstpointer data)
{
  check_compressed (f, compress_gzip);
  stop (f);
  check_cut (f, compress_gzip);
  stop (f);
  check_damaged (f, compress_gzip);
}

static void
test_zstd (Fixture *f, gconstpointer data)
{
  check_compressed (f, compress_zstd);
  stop (f);
  check_cut (f, compress_zstd);
  stop (f);
  check_damaged (f, compress_zstd);
}

static void
test_growing (Fixture *f, gconstpointer data)
{
  open_text (f, "1 1 a\n");
  append_file (f, "2 2 a\n3 3 b\n4 4 b");
  wait_for_samples (f, 4);
  assert_trace (f, "a", "1:1 2:2");
  assert_trace (f, "b", "3:3 4:4");
  g_assert_cmpint (gscope_transport_get_end (f->transport), ==, 4 * MS);
  /* the last line was whole */
  append_file (f, "\n#gscope {\"gap\":{\"signal\":\"a\",\"time_ns\":5000000,\"cause\":\"tick\"}}\n"
                  "5 nan a\n6 6 a\n");
  /* a gap is no sample */
  wait_for_samples (f, 5);
  assert_trace (f, "a", "1:1 2:2 5:tick 6:6");
}

static void
assert_report (Fixture *f, const char *expected)
{
  g_auto (GStrv) reports = gscope_player_dup_reports (f->player);

  if (expected == NULL)
    g_assert_cmpuint (g_strv_length (reports), ==, 0);
  else
    g_assert_cmpstr (reports[0], ==, expected);
}

/* A line that was cut shows up whole in the end, and is no signal of its own before. */
static void
test_split_line (Fixture *f, gconstpointer data)
{
  static const char cut[] = "line 2: it has no end, so it was cut off or is being written";

  open_text (f, "1 1 ab\n2 2");
  assert_trace (f, "ab", "1:1");
  g_assert_null (gscope_scope_find_signal (f->scope, "walk"));
  assert_report (f, cut);
  append_file (f, "5 a");
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 1);
  append_file (f, "b\n3 3 ab\n4 4 ");
  wait_for_samples (f, 3);
  assert_trace (f, "ab", "1:1 2:25 3:3");
  append_file (f, "ab\n");
  wait_for_samples (f, 4);
  assert_trace (f, "ab", "1:1 2:25 3:3 4:4");
  assert_report (f, NULL);
}

/* A truncated value is not recognisable: it is read again. */
static void
test_split_value (Fixture *f, gconstpointer data)
{
  open_text (f, "1 1\n2 2");
  assert_trace (f, "walk", "1:1 2:2");
  append_file (f, "5\n3 3\n");
  wait_for_samples (f, 3);
  assert_trace (f, "walk", "1:1 2:25 3:3");
}

/* Our own recordings end every line. */
static void
test_cut_recording (Fixture *f, gconstpointer data)
{
  open_text (f, "#gscope {\"units\":{}}\n1 1 a\n2 25 a\n3 3 a");
  assert_trace (f, "a", "1:1 2:25");
  assert_report (f, "line 4: it has no end, so it was cut off or is being written");
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "line 4"));
}

/* A line of 3 MiB is one line. */
static void
test_long_line (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("1 1 a\n2 2 ");
  g_auto (GStrv) reports = NULL;

  for (guint i = 0; i < 3 << 20; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\n3 3 a\nfour 4 a\n5 5 a\n");
  open_text (f, text->str);
  assert_trace (f, "a", "1:1 3:3 5:5");
  g_assert_cmpuint (gscope_player_get_skipped (f->player), ==, 2);
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 2);
  g_assert_cmpstr (reports[0], ==, "line 2: it is longer than a line may be");
  g_assert_true (g_str_has_prefix (reports[1], "line 4: "));
}

static void
test_replaced (Fixture *f, gconstpointer data)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  GscopeSignal *a;

  open_text (f, "1 1 a\n2 2 b\n3 3 b\n#gscope {\"marker\":{\"time_ns\":1,\"kind\":\"note\"}}\n");
  a = gscope_scope_find_signal (f->scope, "a");
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 1);
  /* truncated */
  write_file (f, "5 5 a\n", -1);
  wait_for_samples (f, 1);
  g_assert_true (gscope_scope_find_signal (f->scope, "a") == a);
  assert_trace (f, "a", "5:5");
  g_assert_null (gscope_scope_find_signal (f->scope, "b"));
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 0);
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "replaced"));
  g_assert_cmpint (gscope_transport_get_position (f->transport), ==, 5 * MS);
  /* longer, in the same place */
  g_assert_cmpint (g_remove (f->path), ==, 0);
  write_file (f, "7 7 c\n8 8 c\n", -1);
  wait_for_samples (f, 2);
  assert_trace (f, "c", "7:7 8:8");
}

/* Samples with a name that no signal can have are missing, with a report. */
static void
test_bad_names (Fixture *f, gconstpointer data)
{
  GscopeSource *source = GSCOPE_SOURCE (f->player);

  open_text (f, "1 1 a\n2 2 b\001c\n3 3 d\001\n");
  assert_trace (f, "a", "1:1");
  g_assert_cmpuint (g_list_model_get_n_items (gscope_source_get_signals (source)), ==, 1);
  g_assert_nonnull (strstr (gscope_source_get_status (source), "2 signals"));
  g_assert_nonnull (strstr (gscope_source_get_status (source), "control character"));
  append_file (f, "4 4 a\nx\n");
  wait_for_samples (f, 4);
  g_assert_nonnull (strstr (gscope_source_get_status (source), "2 signals"));
  g_assert_nonnull (strstr (gscope_source_get_status (source), "line 5"));
}

/* A file that cannot be read for a while is read again when it can. */
static void
test_unreadable (Fixture *f, gconstpointer data)
{
  open_text (f, "1 1 a\n2 2 a\n");
  g_assert_cmpint (g_remove (f->path), ==, 0);
  g_assert_cmpint (g_mkdir (f->path, 0700), ==, 0);
  while (gscope_source_get_state (GSCOPE_SOURCE (f->player)) != GSCOPE_SOURCE_TROUBLE)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->base), GSCOPE_SEC);
      g_main_context_iteration (NULL, FALSE);
    }
  assert_trace (f, "a", "1:1 2:2");
  g_assert_cmpint (g_rmdir (f->path), ==, 0);
  write_file (f, "1 1 a\n2 2 a\n3 3 a\n", -1);
  wait_for_samples (f, 3);
  assert_trace (f, "a", "1:1 2:2 3:3");
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==, GSCOPE_SOURCE_RUNNING);
}

static void
test_not_following (Fixture *f, gconstpointer data)
{
  gscope_player_set_following (f->player, FALSE);
  open_text (f, "1 1 a\n");
  append_file (f, "2 2 a\n");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->base), GSCOPE_SEC);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 1);
  gscope_player_set_following (f->player, TRUE);
  wait_for_samples (f, 2);
}

/* The trace of a file that begins empty. */
static void
test_empty (Fixture *f, gconstpointer data)
{
  open_text (f, "");
  append_file (f, "1 1 a\n");
  wait_for_samples (f, 1);
  assert_trace (f, "a", "1:1");
}

static void
on_overview (gboolean *done)
{
  *done = TRUE;
}

static void
show (Fixture *f, gint64 begin, gint64 end)
{
  gboolean done = FALSE;
  gulong id =
      g_signal_connect_swapped (f->player, "notify::overview", G_CALLBACK (on_overview), &done);

  gscope_player_show (f->player, begin, end);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (f->player, id);
}

/* Within the details each sample is there, elsewhere the smallest and largest of the overview. */
static void
check_details (Fixture *f, guint n, gint64 time)
{
  GscopeTrace *trace;
  GscopeColumn column;
  gint64 begin, end;

  g_assert_true (gscope_player_get_details (f->player, &begin, &end));
  g_assert_cmpint (begin, <=, time);
  g_assert_cmpint (end, >=, time);
  trace = gscope_signal_get_trace (gscope_scope_find_signal (f->scope, "odd"));
  gscope_trace_get_columns (trace, begin, end + 1 - begin, 1, &column);
  g_assert_cmpuint (column.count, >=, (guint64) ((end - begin) / MS / 2));
  for (gint64 t = begin / MS / 2 * 2 + 1; t < end / MS; t += 2)
    {
      guint64 at = gscope_trace_find (trace, t * MS);

      g_assert_cmpint (gscope_trace_get_time (trace, at), ==, t * MS);
      g_assert_cmpfloat (gscope_trace_get_value (trace, at), ==, t % 1000);
    }
  gscope_trace_get_columns (trace, 0, (gint64) n * MS, 1, &column);
  g_assert_cmpfloat (column.min, ==, 1);
  g_assert_cmpfloat (column.max, ==, 999);
  for (guint64 i = gscope_trace_get_first (trace) + 1; i < gscope_trace_get_end (trace); i++)
    g_assert_cmpint (gscope_trace_get_time (trace, i - 1), <=, gscope_trace_get_time (trace, i));
}

static guint64
get_bytes (Fixture *f)
{
  gscope_scope_drain (f->scope);
  return gscope_scope_get_bytes (f->scope);
}

static void
check_overview (Fixture *f, guint n)
{
  g_assert_true (gscope_player_get_overview (f->player));
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, n);
  g_assert_cmpuint (get_bytes (f), <, 2 << 20);
  check_details (f, n, 0);
  show (f, 400000 * MS, 401000 * MS);
  check_details (f, n, 400000 * MS);
  g_assert_cmpuint (get_bytes (f), <, 2 << 20);
  /* wider than what there is room for */
  show (f, 0, (gint64) n * MS);
  g_assert_false (gscope_player_get_details (f->player, NULL, NULL));
  show (f, 100000 * MS, 101000 * MS);
  check_details (f, n, 100000 * MS);
}

static void
test_overview (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_walk (800000);

  gscope_player_set_budget (f->player, 2 << 20);
  open_text (f, text);
  check_overview (f, 800000);
  /* what is appended stands behind it */
  append_file (f, "800000 1 odd\n");
  wait_for_samples (f, 800001);
  check_details (f, 800000, 100000 * MS);
  g_assert_cmpint (gscope_transport_get_end (f->transport), ==, 800000 * MS);
}

static void
test_compressed_overview (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_walk (800000);
  g_autoptr (GBytes) all = compress_gzip (text, strlen (text));

  gscope_player_set_budget (f->player, 2 << 20);
  write_file (f, g_bytes_get_data (all, NULL), g_bytes_get_size (all));
  start (f);
  g_assert_no_error (f->error);
  check_overview (f, 800000);
}

/* A recording that outgrows the budget while it is followed. */
static void
test_outgrown (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_walk (300000);
  char *rest = text + strlen (text) / 10;

  gscope_player_set_budget (f->player, 2 << 20);
  rest = strchr (rest, '\n') + 1;
  write_file (f, text, rest - text);
  start (f);
  g_assert_false (gscope_player_get_overview (f->player));
  append_file (f, rest);
  wait_for_samples (f, 300000);
  g_assert_true (gscope_player_get_overview (f->player));
  check_details (f, 300000, 0);
}

static void
test_cancel (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_walk (500000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  write_file (f, text, -1);
  gscope_source_start_async (GSCOPE_SOURCE (f->player), cancellable, on_verb, f);
  g_cancellable_cancel (cancellable);
  wait_done (f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 0);
}

static void
test_configure (Fixture *f, gconstpointer data)
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
test_csv (Fixture *f, gconstpointer data)
{
  g_auto (GStrv) reports = NULL;
  GscopeCsvFormat format;

  open_text (f, "level (V);time (ms);level (V)\n1,5;1;7\n2,5;2;\n3;4\n;3;nan\n9;2;9\n4;4;\"8\"\n");
  g_assert_cmpstr (get_format_name (f), ==, "table");
  assert_trace (f, "level", "1:1.5 2:2.5 4:4");
  assert_trace (f, "level 3", "1:7 3:nan 4:8");
  g_assert_cmpstr (gscope_signal_get_unit (gscope_scope_find_signal (f->scope, "level")), ==, "V");
  reports = gscope_player_dup_reports (f->player);
  g_assert_cmpuint (g_strv_length (reports), ==, 2);
  g_assert_cmpstr (reports[0], ==, "line 4: it has fewer fields than the table has columns");
  g_assert_cmpstr (reports[1], ==, "line 6: the time is before that of a line above");

  /* the same, with another time column */
  format = *get_table (f);
  format.time_column = 0;
  format.time = GSCOPE_CSV_SECONDS;
  set_format (f, gscope_recording_format_new_table (&format));
  start (f);
  g_assert_no_error (f->error);
  assert_trace (f, "time", "1500:1 2500:2 9000:2");

  /* a column that is not there */
  format.time_column = 9;
  set_format (f, gscope_recording_format_new_table (&format));
  start (f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (gscope_player_get_n_samples (f->player), ==, 0);
  g_assert_cmpint (gscope_source_get_state (GSCOPE_SOURCE (f->player)), ==, GSCOPE_SOURCE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (GSCOPE_SOURCE (f->player)), "column 10"));

  /* tuples, whatever they look like */
  set_format (f, gscope_recording_format_new ("tuples", NULL));
  open_text (f, "1 20 21\n2 20 21\n3 20 22\n");
  assert_trace (f, "21", "1:20 2:20");
}

/* The detected format of one file does not apply to another in its place. */
static void
test_csv_replaced (Fixture *f, gconstpointer data)
{
  open_text (f, "time (ms),level\n1,1.5\n2,2.5\n");
  assert_trace (f, "level", "1:1.5 2:2.5");
  write_file (f, "level;time (ms)\n7,5;1\n", -1);
  wait_for_samples (f, 1);
  assert_trace (f, "level", "1:7.5");
  g_assert_cmpint (get_table (f)->delimiter, ==, ';');
  g_assert_cmpint (g_remove (f->path), ==, 0);
  write_file (f, "3 1 a\n4 2 a\n", -1);
  wait_for_samples (f, 2);
  assert_trace (f, "a", "3:1 4:2");
  g_assert_cmpstr (get_format_name (f), ==, "tuples");
}

static void
run_export (Fixture *f, GscopeExporter *exporter, const char *name, gboolean is_csv,
            GCancellable *cancellable)
{
  g_autofree char *path = g_build_filename (f->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gscope_exporter_write_async (exporter, is_csv ? GSCOPE_EXPORT_CSV : GSCOPE_EXPORT_TUPLES, file,
                               cancellable, on_verb, f);
  wait_done (f);
}

static char *
read_export (Fixture *f, const char *name)
{
  g_autofree char *path = g_build_filename (f->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static const char *const exported =
    "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.000000000Z\",\"time_ns\":1000000,"
    "\"clock\":\"other\",\"signals\":[{\"name\":\"a\",\"title\":\"A\",\"unit\":\"V\",\"color\":0,"
    "\"line\":"
    "\"steps\"},"
    "{\"name\":\"b, c\",\"title\":\"b, c\",\"color\":0,\"line\":\"steps\"}]}\n"
    "1 0.5 a\n"
    "1 2 b, c\n"
    "#gscope {\"marker\":{\"time_ns\":1500000,\"kind\":\"note\",\"label\":\"here\"}}\n"
    "#gscope {\"gap\":{\"signal\":\"a\",\"time_ns\":2000000,\"cause\":\"tick\"}}\n"
    "2 nan a\n"
    "3 1.5 a\n"
    "4 3 b, c\n";

static void
test_export (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);
  const char *const names[] = { "a", NULL };
  g_autofree char *tuples = NULL, *csv = NULL, *part = NULL;

  open_text (f, exported);
  run_export (f, exporter, "out.tuples", FALSE, NULL);
  g_assert_no_error (f->error);
  g_assert_cmpfloat (gscope_exporter_get_progress (exporter), ==, 1);
  tuples = read_export (f, "out.tuples");
  g_assert_cmpstr (tuples, ==, exported);

  run_export (f, exporter, "out.csv", TRUE, NULL);
  g_assert_no_error (f->error);
  csv = read_export (f, "out.csv");
  g_assert_cmpstr (csv, ==, "time (ms),a (V),\"b, c\"\n1,0.5,2\n2,nan,\n3,1.5,\n4,,3\n");

  gscope_exporter_set_signals (exporter, names);
  gscope_exporter_set_interval (exporter, 2 * MS, 3 * MS + 1);
  run_export (f, exporter, "out.csv", TRUE, NULL);
  part = read_export (f, "out.csv");
  g_assert_cmpstr (part, ==, "time (ms),a (V)\n2,nan\n3,1.5\n");

  /* what was exported can be opened */
  stop (f);
  write_file (f, csv, -1);
  start (f);
  g_assert_no_error (f->error);
  assert_trace (f, "a", "1:0.5 2:nan 3:1.5");
  assert_trace (f, "b, c", "1:2 4:3");
}

/* Seconds from the start of the recording, whatever the interval, and dates where it knows them. */
static void
test_export_times (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);
  g_autofree char *seconds = NULL, *dates = NULL;

  open_text (f, exported);
  g_assert_true (gscope_transport_get_has_wall (f->transport));
  gscope_exporter_set_interval (exporter, 3 * MS, 5 * MS);
  gscope_exporter_set_times (exporter, GSCOPE_EXPORT_SECONDS);
  run_export (f, exporter, "out.csv", TRUE, NULL);
  g_assert_no_error (f->error);
  seconds = read_export (f, "out.csv");
  g_assert_cmpstr (seconds, ==, "time (s),a (V),\"b, c\"\n0.002,1.5,\n0.003,,3\n");
  gscope_exporter_set_times (exporter, GSCOPE_EXPORT_DATES);
  run_export (f, exporter, "out.csv", TRUE, NULL);
  g_assert_no_error (f->error);
  dates = read_export (f, "out.csv");
  g_assert_cmpstr (dates, ==,
                   "time,a (V),\"b, c\"\n2026-01-02T03:04:05.002000000Z,1.5,\n"
                   "2026-01-02T03:04:05.003000000Z,,3\n");

  stop (f);
  open_text (f, "1 1 a\n2 2 a\n");
  g_assert_false (gscope_transport_get_has_wall (f->transport));
  run_export (f, exporter, "out.csv", TRUE, NULL);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
}

/* The old contents stay if there is no new file, and no other file is left behind. */
static void
test_export_cancelled (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *text = make_walk (100000), *out = NULL;
  g_autoptr (GDir) dir = NULL;
  guint n = 0;

  open_text (f, text);
  run_export (f, exporter, "out.tuples", FALSE, NULL);
  g_signal_connect_swapped (exporter, "notify::progress", G_CALLBACK (g_cancellable_cancel),
                            cancellable);
  run_export (f, exporter, "out.tuples", FALSE, cancellable);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  out = read_export (f, "out.tuples");
  g_assert_nonnull (strstr (out, "\n99999 999 odd\n"));
  dir = g_dir_open (f->folder, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, 2);
}

/* An overview is not passed off as the samples. */
static void
test_export_overview (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeExporter) exporter = gscope_exporter_new (f->scope);
  g_autofree char *text = make_walk (800000), *out = NULL;

  gscope_player_set_budget (f->player, 2 << 20);
  open_text (f, text);
  run_export (f, exporter, "out.tuples", FALSE, NULL);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  gscope_exporter_set_interval (exporter, 10 * MS, 12 * MS);
  run_export (f, exporter, "out.tuples", FALSE, NULL);
  g_assert_no_error (f->error);
  out = read_export (f, "out.tuples");
  g_assert_nonnull (strstr (out, "\n10 10 even\n11 11 odd\n"));
}

#define ADD_NAMED(name, file, func)                                                                \
  g_test_add ("/player/" name, Fixture, file, set_up, func, tear_down)
#define ADD(name, func) ADD_NAMED (name, NULL, func)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("plain", test_plain);
  ADD ("one-signal", test_one_signal);
  ADD ("latest", test_latest);
  ADD ("rules", test_rules);
  ADD ("rules-between-blocks", test_rules_between_blocks);
  ADD ("no-recording", test_no_recording);
  ADD ("annotations", test_annotations);
  ADD ("changed-markers", test_changed_markers);
  ADD ("many", test_many);
  ADD ("gzip", test_gzip);
  ADD ("zstd", test_zstd);
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
  ADD ("overview", test_overview);
  ADD ("compressed-overview", test_compressed_overview);
  ADD ("outgrown", test_outgrown);
  ADD ("cancel", test_cancel);
  ADD ("configure", test_configure);
  ADD ("csv", test_csv);
  ADD_NAMED ("csv-replaced", "walk.txt", test_csv_replaced);
  ADD ("export", test_export);
  ADD ("export-times", test_export_times);
  ADD ("export-cancelled", test_export_cancelled);
  ADD ("export-overview", test_export_overview);

  return g_test_run ();
}
