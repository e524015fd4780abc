/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The files of a recording: rotation, compression, and files that cannot be written. */

#include "support/recorder-bed.h"
#include <glib/gstdio.h>
#include <gscope/record/table-writer.h>
#include <gscope/source/private.h>
#include <string.h>

/* A file is not replaced unless that is asked for, and nobody records to the file of another. */
static void
test_files (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GscopeRecorder) other = gscope_recorder_new (f->other);
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  recorder_bed_start (f);
  g_assert_false (gscope_recorder_start (other, f->file, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_clear_error (&error);
  recorder_bed_stop (f);
  g_assert_true (g_file_get_contents (f->path, &before, NULL, NULL));
  g_assert_cmpstr (before, !=, "");

  gscope_recorder_set_replace (other, FALSE);
  g_assert_false (gscope_recorder_start (other, f->file, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS);
  g_assert_true (g_file_get_contents (f->path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
}

static void
test_rotation_by_time (RecorderBed *f, gconstpointer data)
{
  double x = 1;

  gscope_scope_set_period (f->scope, 500 * GSCOPE_MSEC);
  gscope_scope_add_double (f->scope, "x", &x);
  gscope_recorder_set_rotation (f->recorder, 0, GSCOPE_SEC);
  recorder_bed_start (f);
  recorder_bed_advance (f, 1200);
  recorder_bed_add_marker (f, 2100, GSCOPE_MARKER_KIND_WRITE, "1 → 2");
  /* a part in which nothing happens is left out */
  gscope_scope_stop (f->scope);
  recorder_bed_advance (f, 3000);
  gscope_scope_start (f->scope);
  recorder_bed_advance (f, 1000);
  recorder_bed_stop (f);

  recorder_bed_assert_content (f, "1500 1 x\n", "1 start 1000\nsignal x\n");
  recorder_bed_use_part (f, 2);
  recorder_bed_assert_content (f, "2000 1 x\n2200 -1 x\n",
                               "1 start 2000\nsignal x\nmarker 2100 1 demo/x: 1 → 2, by\nhand\n"
                               "gap 2200 x stopped\n");
  recorder_bed_use_part (f, 3);
  recorder_bed_assert_content (f, "5500 1 x\n", "1 start 5000\nsignal x\n");
  recorder_bed_use_part (f, 4);
  recorder_bed_assert_content (f, "6000 1 x\n", "1 start 6000\nsignal x\n");
}

/* A file may be as long as one likes. */
static void
test_rotation_never (RecorderBed *f, gconstpointer data)
{
  double x = 1;

  gscope_scope_add_double (f->scope, "x", &x);
  gscope_recorder_set_rotation (f->recorder, G_MAXUINT64, G_MAXINT64);
  recorder_bed_start (f);
  recorder_bed_advance (f, 20);
  recorder_bed_stop (f);
  recorder_bed_assert_content (f, "1010 1 x\n1020 1 x\n", "1 start 1000\nsignal x\n");
}

static void
test_rotation_by_size (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GFile) last = NULL;
  guint64 n_lines = 0;
  double x = 1;
  guint part = 1;

  gscope_scope_add_double (f->scope, "x", &x);
  gscope_recorder_set_rotation (f->recorder, 500, 0);
  recorder_bed_start (f);
  recorder_bed_advance (f, 2000);
  recorder_bed_stop (f);
  g_assert_no_error (f->error);
  last = g_object_ref (gscope_recorder_get_current_file (f->recorder));
  for (;; part++)
    {
      g_autofree char *path = g_strdup_printf ("%s-%u", f->path, part);
      RecorderContent content;
      GStatBuf status;

      if (part > 1 && !g_file_test (path, G_FILE_TEST_EXISTS))
        break;
      recorder_bed_use_part (f, part);
      g_assert_cmpint (g_stat (f->path, &status), ==, 0);
      g_assert_cmpint (status.st_size, <, 800);
      content = recorder_bed_read (f);
      g_assert_cmpuint (content.n_signals, ==, 1);
      for (const char *c = content.tuples->str; *c != '\0'; c++)
        n_lines += *c == '\n';
      recorder_content_clear (&content);
    }
  g_assert_cmpuint (part, >, 4);
  g_assert_cmpuint (n_lines, ==, 200);
  g_assert_true (g_str_has_prefix (g_file_peek_path (last), f->path));
  g_assert_cmpuint (g_ascii_strtoull (strrchr (g_file_peek_path (last), '-') + 1, NULL, 10), ==,
                    part - 1);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  gscope_source_start_finish (GSCOPE_SOURCE (source), result, &error);
  g_assert_no_error (error);
  ((RecorderBed *) user_data)->is_stopped = TRUE;
}

static void
on_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ((RecorderBed *) user_data)->is_stopped = TRUE;
}

/* The file of a killed program is readable, compressed or not. */
static void
check_compressed (RecorderBed *f, const char *extension)
{
  g_autofree char *path = g_strconcat (f->path, extension, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopePlayer) player = gscope_player_new_with_clock ("", file, f->clock);
  g_autoptr (GError) error = NULL;
  double x = 1;

  gscope_scope_add_double (f->scope, "x", &x);
  g_assert_true (gscope_recorder_start (f->recorder, file, &error));
  recorder_bed_advance (f, 1000);
  while (gscope_recorder_get_bytes_written (f->recorder) < 88 * strlen ("1000 1 x\n"))
    g_main_context_iteration (NULL, TRUE);
  f->is_stopped = FALSE;
  gscope_source_start_async (GSCOPE_SOURCE (player), NULL, on_opened, f);
  while (!f->is_stopped)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (gscope_player_get_n_samples (player), >=, 60);
  g_assert_cmpuint (gscope_player_get_skipped (player), ==, 0);
  recorder_bed_stop (f);
  f->is_stopped = FALSE;
  gscope_source_stop_async (GSCOPE_SOURCE (player), NULL, on_closed, f);
  while (!f->is_stopped)
    g_main_context_iteration (NULL, TRUE);
  g_remove (path);
  gscope_scope_remove_signal (f->scope, gscope_scope_find_signal (f->scope, "x"));
}

static void
test_compressed (RecorderBed *f, gconstpointer data)
{
  check_compressed (f, ".gz");
  check_compressed (f, ".zst");
  check_compressed (f, ".mcap");
}

static void
on_failed (GscopeRecorder *recorder, const GError *error, gpointer user_data)
{
  RecorderBed *f = user_data;

  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_nonnull (strstr (error->message, "/dev/full"));
  g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
  f->n_failed++;
}

static void
test_disk_full (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GFile) full = g_file_new_for_path ("/dev/full");
  double x = 1;
  GscopeSignal *signal = gscope_scope_add_double (f->scope, "x", &x);

  g_signal_connect (f->recorder, "failed", G_CALLBACK (on_failed), f);
  g_assert_true (gscope_recorder_start (f->recorder, full, NULL));
  while (f->n_failed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gscope_recorder_get_active (f->recorder));
  g_assert_error (gscope_recorder_get_error (f->recorder), G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  /* the rest goes on, and another file may be tried */
  recorder_bed_advance (f, 50);
  gscope_scope_drain (f->scope);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (signal)), ==, 5);
  recorder_bed_stop (f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  recorder_bed_start (f);
  g_assert_null (gscope_recorder_get_error (f->recorder));
  recorder_bed_advance (f, 20);
  recorder_bed_stop (f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (f->n_failed, ==, 1);
  recorder_bed_assert_content (f, "1050 1 x\n1060 1 x\n1070 1 x\n", "1 start 1050\nsignal x\n");
}

/* A table says where the trace has dropped samples while it was written. */
static void
test_table_of_dropped (RecorderBed *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  g_autoptr (GscopeTableWriter) writer = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 first;
  char *row;

  for (gint64 i = 0; i < 20000; i++)
    {
      const GscopeSample sample = { i * GSCOPE_MSEC, (double) i };

      gscope_trace_append_samples (trace, &sample, 1);
    }
  writer = gscope_table_writer_new (&signal, 1, 0, G_MAXINT64);
  g_assert_false (gscope_table_writer_write (writer, text, 100));
  g_assert_true (gscope_trace_evict (trace));
  first = gscope_trace_get_first (trace);
  g_assert_true (gscope_table_writer_write (writer, text, G_MAXSIZE));
  row =
      g_strdup_printf ("\n%" G_GUINT64_FORMAT ",nan\n%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT "\n",
                       first, first, first);
  g_assert_nonnull (strstr (text->str, row));
  g_free (row);
}

static void
test_no_folder (RecorderBed *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->path, "file", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_recorder_start (f->recorder, file, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_false (gscope_recorder_get_active (f->recorder));
}

static void
test_replace (RecorderBed *f, gconstpointer data)
{
  g_assert_true (g_file_set_contents (f->path, "1 2 something longer than what comes\n", -1, NULL));
  recorder_bed_start (f);
  recorder_bed_stop (f);
  recorder_bed_start (f);
  /* two at once */
  gscope_recorder_stop_async (f->recorder, recorder_bed_on_stopped, f);
  recorder_bed_stop (f);
  recorder_bed_iterate ();
  recorder_bed_assert_content (f, "", "1 start 1000\n");
}

/* Returns how many parameters the lines of a file describe. */
static guint
count_parameters (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i]; i++)
    {
      g_autoptr (GscopeAnnotation) annotation = NULL;
      g_autoptr (GVariant) parameters = NULL;

      g_assert_cmpuint (strlen (lines[i]), <=, GSCOPE_TUPLE_MAX_LINE);
      if (!g_str_has_prefix (lines[i], "#gscope "))
        continue;
      annotation = gscope_annotation_new (lines[i] + strlen ("#gscope "), -1, NULL);
      parameters = gscope_annotation_read_parameters (annotation, NULL);
      n += parameters ? (guint) g_variant_n_children (parameters) : 0;
    }
  return n;
}

/* The values at the start are written, in as many lines as they need. */
static void
test_parameters (RecorderBed *f, gconstpointer data)
{
  GscopeSource *source = gscope_scope_get_source (f->scope);
  g_autofree char *text = NULL;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("gain-%u", i);
      g_autoptr (GscopeParameter) parameter = gscope_parameter_new_double (name, 0, 1000, i);

      gscope_parameter_set_title (parameter, "Gain");
      gscope_parameter_set_unit (parameter, "V");
      g_assert_true (gscope_source_add_parameter (source, parameter, NULL));
    }
  gscope_source_publish (source);
  recorder_bed_start (f);
  recorder_bed_advance (f, 20);
  recorder_bed_stop (f);
  g_assert_true (g_file_get_contents (f->path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text,
                            "#gscope {\"parameters\":[{\"name\":\"gain-0\",\"title\":\"Gain\","
                            "\"value\":\"0 V\"},"));
  g_assert_cmpuint (count_parameters (text), ==, 300);
}

#define ADD(path, func)                                                                            \
  g_test_add (path, RecorderBed, NULL, recorder_bed_set_up, func, recorder_bed_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/recorder-files/files", test_files);
  ADD ("/recorder-files/rotation-by-time", test_rotation_by_time);
  ADD ("/recorder-files/rotation-by-size", test_rotation_by_size);
  ADD ("/recorder-files/rotation-never", test_rotation_never);
  ADD ("/recorder-files/compressed", test_compressed);
  ADD ("/recorder-files/disk-full", test_disk_full);
  ADD ("/recorder-files/table-of-dropped", test_table_of_dropped);
  ADD ("/recorder-files/no-folder", test_no_folder);
  ADD ("/recorder-files/replace", test_replace);
  ADD ("/recorder-files/parameters", test_parameters);

  return g_test_run ();
}
