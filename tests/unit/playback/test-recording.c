/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/playback/recording.h>
#include <stdio.h>
#include <string.h>

enum
{
  N_SIGNALS = 7,
  N_LINES = 160000,
  /* The rows of a data set, a second each. */
  N_ROWS = 100000,
};

static char *
write_file (const char *text, gssize length)
{
  g_autoptr (GError) error = NULL;
  char *path;
  int fd = g_file_open_tmp ("gscope-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
  return path;
}

static char *
make_file (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < N_LINES; i++)
    g_string_append_printf (text, "%u %u signal %u\n", i, i, i % N_SIGNALS);
  return write_file (text->str, (gssize) text->len);
}

/* Several threads parse, without loss and in order. */
static void
test_threads (void)
{
  g_autofree char *path = make_file ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecording) recording =
      gscope_recording_new (path, NULL, (gsize) 64 << 20, TRUE, &error);

  g_assert_no_error (error);
  g_assert_true (gscope_recording_read (recording, NULL, &error));
  g_assert_cmpuint (recording->n_samples, ==, N_LINES);
  g_assert_cmpuint (recording->channels->len, ==, N_SIGNALS);
  for (guint k = 0; k < N_SIGNALS; k++)
    {
      const GscopeTrack *channel = recording->channels->pdata[k];
      guint64 n = gscope_trace_get_end (channel->fresh);

      g_assert_cmpint (channel->name[strlen ("signal ")] - '0', ==, k);
      g_assert_cmpuint (n, ==, (N_LINES - k + N_SIGNALS - 1) / N_SIGNALS);
      for (guint64 i = 0; i < n; i++)
        g_assert_cmpfloat (gscope_trace_get_value (channel->fresh, i), ==, i * N_SIGNALS + k);
    }
  g_remove (path);
}

/* Tables as programs write them; times are milliseconds since the first. */
static const struct
{
  const char *text;
  /* "name (unit): time=value ..." for each column, notes, and reports */
  const char *expected;
} tables[] = {
  /* A time column beyond the first line's columns: its fields were read, and never written. */
  { "Exported by tool 3\nx,1\nx,2\nx,3\nx,4\n",
    "column 2: 0=1 1000=2 2000=3 3000=4\n"
    "Column “column 1” holds text, such as “x”, and is not shown.\n" },
  { "# time speed level\n0 20 21\n0.5 20 22\n1 19 23\n",
    "speed: 0=20 500=20 1000=19\nlevel: 0=21 500=22 1000=23\n" },
  { "time\tspeed\nms\t(m/s)\n0\t5\n10\t\n20\t4\n", "speed (m/s): 0=5 20=4\n" },
  { "time,state,a\n0,idle,1\n1,busy,2\n",
    "a: 0=1 1000=2\nColumn “state” holds text, such as “idle”, and is not shown.\n" },
  { "time,a\n0,1\n1,NA\n2,high\n3,-\n4,5\n5,6\n",
    "a: 0=1 1000=nan 2000=nan 3000=nan 4000=5 5000=6\nline 4: a value is no number\n" },
  { "23:59:58,1\n23:59:59,2\n00:00:01,3\n12:30:00,4\n23:00:00,5\n01:00:00,6\n",
    "column 2: 0=1 1000=2 3000=3 45002000=4 82802000=5 90002000=6\n" },
  /* Durations have no next day. */
  { ",speed\n0 days 23:00:00,5\n2 days 01:00:00,4\n1 days 12:00:00,3\n2 days 02:00:00,2\n",
    "speed: 0=5 93600000=4 97200000=2\nline 4: the time is earlier than in a line above\n" },
  { "date,time,a\n2026-01-31,23:59:59,1\n2026-02-01,00:00:01,2\n", "a: 0=1 2000=2\n" },
  { "a;b\n5;1,5\n3;2,5\n4;3,5\n6;0,5\n",
    "a: 0=5 1000=3 2000=4 3000=6\nb: 0=1.5 1000=2.5 2000=3.5 3000=0.5\n" },
  { "time (min),a,a\n0,1,2\n0.5,3,4\n1,5\n",
    "a: 0=1 30000=3\na 3: 0=2 30000=4\n"
    "line 4: it has fewer fields than the table has columns\n" },
  { "\357\273\277time,a\r\n0,1\r\n1,2\r\n", "a: 0=1 1000=2\n" },
  { "1,5\n1.5,6\n\n# pause\n2,\"7\n2.5,8\n",
    "column 2: 0=5 500=6 500.000001=nan 1500=8\nline 5: a quote is not closed\n" },
  { "5\n3\n9\n", "column 1: 0=5 1000=3 2000=9\n" },
  /* Data sets of gnuplot: of “set table”, with titles and names in lines or comments, and without. */
  { "\n# Curve 0 of 2, 3 points\n# Curve title: \"sin(x)\"\n# x y type\n0 5 i\n1 6 i\n2 7 i\n\n\n"
    "# Curve 1 of 2, 2 points\n# Curve title: \"cos(x)\"\n# x y type\n0 8 i\n1 9 i\n\n\n",
    "sin(x): 0=5 1000=6 2000=7\ncos(x): 0=8 1000=9\n"
    "Column “type” holds text, such as “i”, and is not shown.\n" },
  { "\"Tokyo\"\n0 5\n1 6\n2 7\n\n\n\"Le Havre\"\n0 8\n1 9\n",
    "Tokyo: 0=5 1000=6 2000=7\nLe Havre: 0=8 1000=9\n" },
  { "# time load level\n0 5 1\n1 6 2\n\n\n# second run\n0 8 3\n1 9 4\n",
    "load: 0=5 1000=6\nlevel: 0=1 1000=2\nsecond run load: 0=8 1000=9\n"
    "second run level: 0=3 1000=4\n" },
  { "time a\n0 5\n1 6\n\n\ntime b\n0 7\n1 8\n", "a: 0=5 1000=6\nb: 0=7 1000=8\n" },
  { "time,a\r\n0,5\r\n1,6\r\n\r\n\r\n\r\n0,7\r\n2,8", "a: 0=5 1000=6\na 2: 0=7 2000=8\n" },
  { "0 5\n1 6\n\n2 7\n\n\n0 8\n", "column 2: 0=5 1000=6 1000=nan 2000=7\ncolumn 2 2: 0=8\n" },
  { "5\n3\n\n\n9\n4\n", "column 1: 0=5 1000=3\ncolumn 1 2: 0=9 1000=4\n" },
};

static void
describe (const GscopeRecording *recording, GString *text)
{
  for (guint i = 0; i < recording->channels->len; i++)
    {
      const GscopeTrack *track = recording->channels->pdata[i];
      const char *unit = gscope_signal_get_unit (track->signal);

      g_string_append (text, track->name);
      if (unit != NULL && *unit != '\0')
        g_string_append_printf (text, " (%s)", unit);
      g_string_append_c (text, ':');
      for (guint64 k = 0; track->fresh != NULL && k < gscope_trace_get_end (track->fresh); k++)
        g_string_append_printf (
            text, " %.9g=%g",
            (double) (gscope_trace_get_time (track->fresh, k) - recording->begin) / 1e6,
            gscope_trace_get_value (track->fresh, k));
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < recording->notes->len; i++)
    g_string_append_printf (text, "%s\n", (char *) recording->notes->pdata[i]);
  for (guint i = 0; i < recording->reports->len; i++)
    g_string_append_printf (text, "%s\n", (char *) recording->reports->pdata[i]);
}

static void
test_tables (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = write_file (tables[i].text, -1);
      g_autoptr (GError) error = NULL;
      g_autoptr (GscopeRecording) recording =
          gscope_recording_new (path, NULL, (gsize) 1 << 20, TRUE, &error);
      g_autoptr (GString) text = g_string_new (NULL);

      g_assert_no_error (error);
      g_assert_true (gscope_recording_read (recording, NULL, &error));
      describe (recording, text);
      g_assert_cmpstr (text->str, ==, tables[i].expected);
      g_remove (path);
    }
}

/* Rows without times keep their numbers where only a part of them is shown, and so do times of day over
 * several days. */
static void
test_rows_in_detail (void)
{
  static const char *const forms[] = { "%u;%u\n", "%02u:00:00,%u\n" };

  for (guint form = 0; form < G_N_ELEMENTS (forms); form++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autofree char *path = NULL;
      g_autoptr (GscopeRecording) recording = NULL;
      const GscopeTrack *track;

      for (guint i = 0; i < N_LINES / 2; i++)
        g_string_append_printf (text, forms[form], form == 0 ? i * 5 % 13 : i % 24, i * 37 % 1000);
      path = write_file (text->str, (gssize) text->len);
      recording = gscope_recording_new (path, NULL, (gsize) 1 << 20, TRUE, &error);
      g_assert_true (gscope_recording_read (recording, NULL, &error));
      g_assert_cmpstr (recording->reports->len > 0 ? recording->reports->pdata[0] : NULL, ==, NULL);
      g_assert_true (recording->is_overview);
      g_assert_true (gscope_recording_compose (recording, recording->end - 5000 * GSCOPE_SEC,
                                               recording->end, NULL, &error));
      track = recording->channels->pdata[recording->channels->len - 1];
      g_assert_cmpint (recording->end - recording->begin, ==,
                       (N_LINES / 2 - 1) * (form == 0 ? 1 : 3600) * GSCOPE_SEC);
      g_assert_cmpint (
          gscope_trace_get_time (track->fresh, gscope_trace_get_end (track->fresh) - 1), ==,
          recording->end);
      g_assert_cmpfloat (
          gscope_trace_get_value (track->fresh, gscope_trace_get_end (track->fresh) - 1), ==,
          (N_LINES / 2 - 1) * 37 % 1000);
      g_remove (path);
    }
}

/* Two data sets at the same times. */
static char *
make_sets (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 2 * N_ROWS; i++)
    g_string_append_printf (text, "%s%u,%u\n", i == N_ROWS ? "\n\n" : "", i % N_ROWS,
                            i % 1000 + (i < N_ROWS ? 0 : 5000));
  return write_file (text->str, (gssize) text->len);
}

/* Each sample of an interval is there. */
static void
test_sets_in_detail (void)
{
  g_autofree char *path = make_sets ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecording) recording =
      gscope_recording_new (path, NULL, (gsize) 1 << 20, TRUE, &error);

  g_assert_true (gscope_recording_read (recording, NULL, &error));
  g_assert_true (recording->is_overview);
  g_assert_cmpuint (recording->n_skipped, ==, 0);
  g_assert_cmpuint (recording->n_samples, ==, 2 * N_ROWS);
  g_assert_cmpuint (recording->channels->len, ==, 2);
  g_assert_cmpint (recording->end, ==, (N_ROWS - 1) * GSCOPE_SEC);
  for (gint64 begin = 90000; begin >= 0; begin -= 45000)
    {
      g_assert_true (gscope_recording_compose (recording, begin * GSCOPE_SEC,
                                               (begin + 100) * GSCOPE_SEC, NULL, &error));
      g_assert_cmpint (recording->detail_begin, <=, begin * GSCOPE_SEC);
      g_assert_cmpint (recording->detail_end, >=, (begin + 100) * GSCOPE_SEC);
      for (guint k = 0; k < 2; k++)
        for (gint64 t = begin + 1; t < begin + 100; t++)
          {
            const GscopeTrack *track = recording->channels->pdata[k];
            guint64 at = gscope_trace_find (track->fresh, t * GSCOPE_SEC);

            g_assert_cmpint (gscope_trace_get_time (track->fresh, at), ==, t * GSCOPE_SEC);
            g_assert_cmpfloat (gscope_trace_get_value (track->fresh, at), ==, t % 1000 + k * 5000);
          }
      g_assert_false (
          gscope_recording_lacks (recording, begin * GSCOPE_SEC, (begin + 100) * GSCOPE_SEC));
      gscope_recording_drop_fresh (recording);
    }
  g_remove (path);
}

typedef struct
{
  gint64 settled;
  guint64 n[2];
  gint64 last[2];
} Visited;

static void
take (gpointer data, guint signal, const gint64 *times, const double *values, gsize n)
{
  Visited *visited = data;

  g_assert_cmpint (times[0], >=, visited->settled);
  g_assert_cmpint (times[0], >=, visited->last[signal]);
  g_assert_cmpfloat (values[0], ==,
                     (double) (times[0] / GSCOPE_SEC % 1000) + (signal == 0 ? 0 : 5000));
  visited->n[signal] += n;
  visited->last[signal] = times[n - 1];
}

static gboolean
settle (gpointer data, gint64 time)
{
  Visited *visited = data;

  g_assert_cmpint (time, >=, visited->settled);
  visited->settled = time;
  return TRUE;
}

/* Samples come in the order of times where several data sets are visited, and the others are left out. */
static void
test_visit_of_sets (void)
{
  g_autofree char *path = make_sets ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecording) recording =
      gscope_recording_new (path, NULL, (gsize) 1 << 20, TRUE, &error);

  g_assert_true (gscope_recording_read (recording, NULL, &error));
  for (guint only = 0; only < 2; only++)
    {
      g_autoptr (GPtrArray) channels = g_ptr_array_new ();
      Visited visited = { 0 };
      GscopeRecordingVisit visit = {
        .channels = channels, .take = take, .settle = settle, .data = &visited
      };

      g_ptr_array_add (channels, only ? NULL : (gpointer) "column 2");
      g_ptr_array_add (channels, (gpointer) "column 2 2");
      while (!visit.has_ended)
        g_assert_true (gscope_recording_visit (recording, &visit, NULL, &error));
      g_assert_cmpuint (visited.n[0], ==, only ? 0 : N_ROWS);
      g_assert_cmpuint (visited.n[1], ==, N_ROWS);
      g_assert_cmpint (visited.settled, ==, G_MAXINT64);
      g_array_unref (visit.order);
    }
  g_remove (path);
}

/* A set that is appended while the file is followed, and more sets than are read. */
static void
test_more_sets (void)
{
  g_autoptr (GString) text = g_string_new ("0,1\n1,2\n\n");
  g_autofree char *path = write_file (text->str, -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecording) recording =
      gscope_recording_new (path, NULL, (gsize) 1 << 20, TRUE, &error);

  g_assert_true (gscope_recording_read (recording, NULL, &error));
  for (guint i = 2; i <= 300; i++)
    {
      FILE *file = fopen (path, "a");

      g_assert_cmpint (fputs (i % 2 ? "0,1\n1,2\n\n\n" : "\n0,3\n1,4\n\n\n", file), >=, 0);
      g_assert_cmpint (fclose (file), ==, 0);
      g_assert_cmpint (gscope_recording_check (recording), ==, GSCOPE_TEXT_GROWN);
      g_assert_true (gscope_recording_read (recording, NULL, &error));
      g_assert_cmpuint (recording->channels->len, ==, MIN (i, 256));
      g_assert_cmpuint (recording->unfinished_line, ==, 0);
      g_assert_cmpint (recording->problem != NULL, ==, i > 256);
    }
  g_assert_cmpuint (recording->n_samples, ==, 2 * 256);
  g_assert_cmpuint (recording->n_skipped, ==, 0);
  g_remove (path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording/threads", test_threads);
  g_test_add_func ("/recording/tables", test_tables);
  g_test_add_func ("/recording/rows-in-detail", test_rows_in_detail);
  g_test_add_func ("/recording/sets-in-detail", test_sets_in_detail);
  g_test_add_func ("/recording/visit-of-sets", test_visit_of_sets);
  g_test_add_func ("/recording/more-sets", test_more_sets);

  return g_test_run ();
}
