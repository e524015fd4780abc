/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The samples that gscopectl stream prints, and those that came too fast. */

#include "reader.h"

enum
{
  N = 50000,
  BLOCK = 1024,
};

static void
append (GscopeTrace *trace)
{
  for (guint i = 0; i < N; i++)
    {
      gint64 time = GSCOPE_SEC + (gint64) gscope_trace_get_end (trace);
      double value = (double) gscope_trace_get_end (trace);

      g_assert_cmpuint (gscope_trace_append (trace, &time, &value, 1), ==, 0);
    }
}

/* Returns how many samples come up to a time, each the one after the last. */
static guint64
read_all (ToolsReader *reader, GscopeTrace *trace, gint64 end)
{
  GscopeSample samples[BLOCK];
  guint64 n_all = 0;
  gsize n;

  do
    {
      n = tools_reader_read (reader, trace, end, samples, BLOCK);
      for (gsize i = 0; i < n; i++)
        g_assert_cmpfloat (samples[i].value, ==, (double) (reader->next - n + i));
      n_all += n;
    }
  while (n == BLOCK);
  return n_all;
}

static void
test_up_to (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  ToolsReader reader;

  tools_reader_init (&reader, trace);
  append (trace);
  g_assert_cmpuint (read_all (&reader, trace, GSCOPE_SEC - 1), ==, 0);
  g_assert_cmpuint (read_all (&reader, trace, GSCOPE_SEC + 99), ==, 100);
  g_assert_cmpuint (read_all (&reader, trace, GSCOPE_SEC + 99), ==, 0);
  g_assert_cmpuint (read_all (&reader, trace, G_MAXINT64), ==, N - 100);
  g_assert_cmpuint (reader.n_dropped, ==, 0);
}

/* Samples that the trace drops before they are read are counted; those before the first reading are not. */
static void
test_dropped (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  ToolsReader reader;
  guint64 first, n_read;

  append (trace);
  g_assert_true (gscope_trace_evict (trace));
  tools_reader_init (&reader, trace);
  first = gscope_trace_get_first (trace);
  g_assert_cmpuint (first, >, 0);
  n_read = read_all (&reader, trace, GSCOPE_SEC + (gint64) first + 9);
  g_assert_cmpuint (n_read, ==, 10);
  g_assert_cmpuint (reader.n_dropped, ==, 0);
  append (trace);
  g_assert_true (gscope_trace_evict (trace));
  n_read += read_all (&reader, trace, G_MAXINT64);
  g_assert_cmpuint (reader.n_dropped, >, 0);
  g_assert_cmpuint (n_read + reader.n_dropped, ==, 2 * N - first);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tools-reader/up-to", test_up_to);
  g_test_add_func ("/tools-reader/dropped", test_dropped);
  return g_test_run ();
}
