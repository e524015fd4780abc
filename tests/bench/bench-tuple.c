/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <gscope/text/tuple.h>
#include <gscope/trace/trace.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_FAST_FLOAT
#include "fast-float.h"
#endif

enum
{
  N_LINES = 1000000,
  N_FILE_LINES = 10000000,
  BLOCK = 256 * 1024,
  RING = 512,
};

static const char *const names[] = { "cpu0.load",  "cpu1.load", "net.rx", "net.tx",
                                     "fill_level", "jitter",    "cwnd",   "temp" };

typedef struct
{
  GString *text;
  GscopeTuple ring[RING];
  guint64 n;
} Text;

static double
get_value (guint i, guint32 *random)
{
  *random = *random * 1664525u + 1013904223u;
  return sin (i * 0.001) * 100 + (*random >> 8) * 1e-6;
}

static void
fill_text (Text *self, const char *format, guint n)
{
  guint32 random = 1;

  self->text = g_string_sized_new (n * 48);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (self->text, format, 1000 + i * 0.125, get_value (i, &random),
                            names[i % G_N_ELEMENTS (names)]);
}

static void
count_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Text *self = user_data;

  self->n += n;
}

static void
read_text (gpointer data)
{
  Text *self = data;
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (count_tuples, self, NULL);

  self->n = 0;
  for (gsize i = 0; i < self->text->len; i += BLOCK)
    gscope_tuple_parser_feed (parser, self->text->str + i, MIN (BLOCK, self->text->len - i));
  g_assert_cmpuint (self->n, ==, N_LINES);
}

/* sscanf() measures the rest of a text at each call, so it gets a line at a time. */
static void
scan_text (gpointer data)
{
  Text *self = data;
  const char *p = self->text->str, *end = p + self->text->len;

  for (self->n = 0; p < end; self->n++)
    {
      const char *newline = memchr (p, '\n', end - p);
      char line[128], name[64];
      double time, value;

      memcpy (line, p, newline - p);
      line[newline - p] = '\0';
      g_assert_true (sscanf (line, "%lf %lf %63s", &time, &value, name) == 3);
      self->ring[self->n % RING] = (GscopeTuple){ (gint64) time, value, name[0] };
      p = newline + 1;
    }
}

#ifdef HAVE_FAST_FLOAT
static void
fast_float_text (gpointer data)
{
  Text *self = data;
  FastFloatTuple ring[RING];

  self->n =
      fast_float_read (self->text->str, self->text->len, names, G_N_ELEMENTS (names), ring, RING);
  g_assert_cmpuint (self->n, ==, N_LINES);
}
#endif

static void
compare_with_scanf (void)
{
  Text text = { 0 };

  fill_text (&text, "%.3f %.6g %s\n", N_LINES);
  bench_ratio ("10^6 tuples of usual precision", read_text, "sscanf", scan_text, &text, 1.0 / 8);
  g_string_free (text.text, TRUE);
}

static void
compare_with_fast_float (void)
{
#ifdef HAVE_FAST_FLOAT
  Text text = { 0 };

  fill_text (&text, "%.6f %.17g %s\n", N_LINES);
  bench_ratio ("10^6 tuples of 17 digits", read_text, "fast_float", fast_float_text, &text, 1);
  g_string_free (text.text, TRUE);
#else
  g_print ("skip 10^6 tuples of 17 digits: built without fast_float; install libfast-float-dev and "
           "a C++ compiler, and configure again\n");
#endif
}

typedef struct
{
  const char *path;
  char *block;
} File;

typedef struct
{
  GscopeTrace *trace;
  GscopeSample samples[RING];
  gsize n;
} Channel;

static void
sort_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Channel *channels = user_data;

  g_assert_cmpuint (n, <=, RING);
  for (gsize i = 0; i < n; i++)
    {
      Channel *channel = &channels[tuples[i].name];

      channel->samples[channel->n++] = (GscopeSample){ tuples[i].time, tuples[i].value };
    }
  for (guint i = 0; i < gscope_tuple_parser_get_n_names (parser); i++)
    {
      gscope_trace_append_samples (channels[i].trace, channels[i].samples, channels[i].n);
      channels[i].n = 0;
    }
}

static gsize
read_file (File *self, GscopeTupleParser *parser)
{
  int fd = open (self->path, O_RDONLY | O_CLOEXEC);
  gsize total = 0;
  gssize n;

  g_assert_cmpint (fd, >=, 0);
  while ((n = read (fd, self->block, BLOCK)) > 0)
    {
      total += n;
      if (parser != NULL)
        gscope_tuple_parser_feed (parser, self->block, n);
    }
  close (fd);
  return total;
}

static void
read_into_traces (gpointer data)
{
  Channel channels[G_N_ELEMENTS (names)] = { 0 };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (sort_tuples, channels, NULL);
  guint64 n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    channels[i].trace = gscope_trace_new ();
  read_file (data, parser);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      n += gscope_trace_get_end (channels[i].trace);
      gscope_trace_unref (channels[i].trace);
    }
  g_assert_cmpuint (n, ==, N_FILE_LINES);
}

static void
read_only (gpointer data)
{
  read_file (data, NULL);
}

static void
compare_with_read (void)
{
  g_autofree char *path = NULL;
  g_autofree char *block = g_malloc (BLOCK);
  g_autoptr (GError) error = NULL;
  Text text = { 0 };
  int fd = g_file_open_tmp ("gscope-bench-XXXXXX", &path, &error);
  File file = { path, block };

  if (fd < 0)
    g_error ("no temporary file: %s", error->message);
  close (fd);
  fill_text (&text, "%.3f %.6g %s\n", N_FILE_LINES);
  if (!g_file_set_contents_full (path, text.text->str, text.text->len, G_FILE_SET_CONTENTS_NONE,
                                 0600, &error))
    g_error ("no temporary file: %s", error->message);
  g_string_free (text.text, TRUE);
  bench_ratio ("10^7 tuples from a file into traces", read_into_traces, "read()", read_only, &file,
               15);
  unlink (path);
}

int
main (void)
{
  compare_with_scanf ();
  compare_with_fast_float ();
  compare_with_read ();
  return bench_end ();
}
