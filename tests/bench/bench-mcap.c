/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"

#include <gscope/files/mcap-converter.h>
#include <gscope/files/mcap-text.h>
#include <gscope/text/tuple.h>
#include <mcap/mcap.h>
#include <sys/mman.h>
#include <unistd.h>

enum
{
  N_TICKS = 300000,
  N_SIGNALS = 8,
  BLOCK = 256 * 1024,
};

/* The least bytes of messages a second. */
#define BAR 200e6

typedef struct
{
  int fd;
  /* of all messages with their heads */
  guint64 n_bytes;
} File;

/* Eight signals of 1 kHz, as gscope records them. */
static void
make_file (File *file)
{
  g_autoptr (GConverter) converter = gscope_mcap_converter_new ();
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 random = 1;
  gsize size;

  file->fd = memfd_create ("bench", MFD_CLOEXEC);
  for (guint i = 0; i < N_TICKS; i++)
    {
      for (guint k = 0; k < N_SIGNALS; k++)
        {
          g_autofree char *name = g_strdup_printf ("bench/signal-%u", k);

          random = random * 1664525u + 1013904223u;
          gscope_tuple_append (text, (gint64) i * 1000000, (double) (random >> 12) / 1000, name);
        }
      if (text->len < BLOCK && i + 1 < N_TICKS)
        continue;
      g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, NULL);
      g_string_truncate (text, 0);
    }
  g_output_stream_close (stream, NULL, NULL);
  size = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory));
  g_assert_cmpint (
      write (file->fd, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)), size), ==,
      (gssize) size);
}

static void
read_messages (gpointer data)
{
  File *file = data;
  g_autoptr (McapReader) reader = mcap_reader_new (file->fd, NULL);
  McapMessage message;

  file->n_bytes = 0;
  while (mcap_reader_next (reader, &message, NULL))
    file->n_bytes += message.size;
}

static void
read_tuples (gpointer data)
{
  File *file = data;
  g_autoptr (GscopeMcapText) text = gscope_mcap_text_new (file->fd, NULL);
  g_autofree char *block = g_malloc (BLOCK);

  while (gscope_mcap_text_read (text, block, BLOCK, NULL) > 0)
    continue;
}

/* Returns the median rate in bytes of messages a second. */
static double
measure (BenchFunc func, File *file)
{
  double rates[BENCH_N_RUNS];

  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      double begin = bench_cpu ();

      func (file);
      rates[i] = (double) file->n_bytes / (bench_cpu () - begin);
    }
  return bench_median (rates);
}

int
main (void)
{
  File file;

  make_file (&file);
  read_messages (&file);
  bench_report ("the time in which MCAP messages are read, seconds a GB",
                1e9 / measure (read_messages, &file), "s", "200 MB/s", 1e9 / BAR, 1);
  g_print ("as tuples: %.0f MB/s of messages\n", measure (read_tuples, &file) / 1e6);
  close (file.fd);
  return bench_end ();
}
