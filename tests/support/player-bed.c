/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/player-bed.h"

#include <gscope-test/run.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MS GSCOPE_MSEC

static const char *
get_nick (GType type, int value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (type);

  return g_enum_get_value (choices, value)->value_nick;
}

void
player_bed_set_up (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  f->folder = g_dir_make_tmp ("gscope-XXXXXX", &error);
  g_assert_no_error (error);
  f->base = gscope_test_clock_new (0);
  player_bed_set_player (f, data != NULL ? data : "walk.tuples");
}

void
player_bed_set_player (PlayerBed *f, const char *name)
{
  g_autoptr (GFile) file = NULL;

  g_free (f->path);
  f->path = g_build_filename (f->folder, name, NULL);
  file = g_file_new_for_path (f->path);
  f->player = gscope_player_new_with_clock ("", file, f->base);
  f->transport = gscope_player_get_transport (f->player);
  f->scope = gscope_scope_new_with_clock (GSCOPE_CLOCK (f->transport));
  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (f->player));
}

void
player_bed_on_verb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  PlayerBed *f = user_data;

  f->is_done = TRUE;
  g_clear_error (&f->error);
  if (GSCOPE_IS_EXPORTER (source))
    gscope_exporter_write_finish (GSCOPE_EXPORTER (source), result, &f->error);
  else if (gscope_source_get_state (GSCOPE_SOURCE (source)) == GSCOPE_SOURCE_STATE_STOPPED)
    gscope_source_stop_finish (GSCOPE_SOURCE (source), result, &f->error);
  else
    gscope_source_start_finish (GSCOPE_SOURCE (source), result, &f->error);
}

void
player_bed_wait_done (PlayerBed *f)
{
  while (!f->is_done)
    g_main_context_iteration (NULL, TRUE);
  f->is_done = FALSE;
}

void
player_bed_stop (PlayerBed *f)
{
  gscope_source_stop_async (GSCOPE_SOURCE (f->player), NULL, player_bed_on_verb, f);
  player_bed_wait_done (f);
}

void
player_bed_drop_player (PlayerBed *f)
{
  player_bed_stop (f);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)), ==, 0);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->player);
}

void
player_bed_tear_down (PlayerBed *f, gconstpointer data)
{
  player_bed_drop_player (f);
  g_assert_finalize_object (f->base);
  gscope_test_remove (f->folder);
  g_free (f->folder);
  g_free (f->path);
  g_clear_error (&f->error);
}

void
player_bed_write (PlayerBed *f, const char *text, gssize length)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (f->path, text, length, &error);
  g_assert_no_error (error);
}

void
player_bed_append (PlayerBed *f, const char *text)
{
  FILE *file = fopen (f->path, "a");

  g_assert_cmpuint (fwrite (text, strlen (text), 1, file), ==, 1);
  g_assert_cmpint (fclose (file), ==, 0);
}

void
player_bed_start (PlayerBed *f)
{
  gscope_source_start_async (GSCOPE_SOURCE (f->player), NULL, player_bed_on_verb, f);
  player_bed_wait_done (f);
}

void
player_bed_open (PlayerBed *f, const char *text)
{
  player_bed_write (f, text, -1);
  player_bed_start (f);
  g_assert_no_error (f->error);
}

/* A trace as "1:2 3:nan", times in milliseconds; what is a gap's has its cause. */
void
player_bed_assert_trace (PlayerBed *f, const char *full_name, const char *expected)
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

void
player_bed_wait_for_samples (PlayerBed *f, guint64 n)
{
  while (gscope_player_get_n_samples (f->player) != n)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->base), 250 * MS);
      g_main_context_iteration (NULL, TRUE);
    }
}

static char *
write_number (char *end, guint number)
{
  char digits[10];
  guint n = 0;

  for (; n == 0 || number > 0; number /= 10)
    digits[n++] = (char) ('0' + number % 10);
  while (n > 0)
    *end++ = digits[--n];
  return end;
}

/* Without printf, whose arguments AddressSanitizer checks one by one. */
char *
player_bed_make_walk (guint n)
{
  const gsize longest = strlen ("4294967295 999 even\n");
  char *text = g_malloc (n * longest + 1), *end = text;

  for (guint i = 0; i < n; i++)
    {
      end = write_number (end, i);
      *end++ = ' ';
      end = write_number (end, i % 1000);
      end = g_stpcpy (end, i % 2 ? " odd\n" : " even\n");
    }
  return g_realloc (text, end + 1 - text);
}

void
player_bed_assert_walk (PlayerBed *f, guint n)
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

      g_assert_cmpint (gscope_trace_get_time (trace, at), ==, (gint64) (2 * i + 1) * GSCOPE_MSEC);
      g_assert_cmpfloat (gscope_trace_get_value (trace, at), ==, (2 * i + 1) % 1000);
    }
}

GBytes *
player_bed_compress_gzip (const char *text, gsize length)
{
  g_autoptr (GConverter) converter =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);

  g_assert_true (g_output_stream_write_all (stream, text, length, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
on_overview (gboolean *done)
{
  *done = TRUE;
}

void
player_bed_show (PlayerBed *f, gint64 begin, gint64 end)
{
  gboolean done = FALSE;
  gulong id =
      g_signal_connect_swapped (f->player, "notify::overview", G_CALLBACK (on_overview), &done);

  gscope_player_show (f->player, begin, end);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (f->player, id);
}
