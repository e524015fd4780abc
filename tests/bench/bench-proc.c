/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "reader.h"

#include <fcntl.h>
#include <unistd.h>

/* One read of all ready entries of this machine, beside plain reads of the same files to their
 * ends. At 10 Hz it may take 1 % of a core: 1 ms. */

#define MAX_SECONDS 1e-3

enum
{
  N_READS = 20,
};

static const char *const names[] = { "stat",    "loadavg",   "meminfo",
                                     "net/dev", "diskstats", "interrupts" };

typedef struct
{
  ProcReader *reader;
  int files[G_N_ELEMENTS (names)];
  char *buffer;
  double seconds;
} Bench;

static void
read_entries (gpointer data)
{
  const ProcSettings settings = { TRUE };
  Bench *self = data;
  double begin = bench_cpu ();

  for (guint i = 0; i < N_READS; i++)
    proc_reader_read (self->reader, &settings, 0);
  self->seconds = (bench_cpu () - begin) / N_READS;
}

static void
read_file (Bench *self, int file)
{
  gssize n, length = 0;

  while ((n = pread (file, self->buffer + length, (1 << 20) - length, length)) > 0)
    length += n;
}

static void
read_plain (gpointer data)
{
  Bench *self = data;

  for (guint i = 0; i < N_READS; i++)
    for (guint k = 0; k < G_N_ELEMENTS (names); k++)
      if (self->files[k] >= 0)
        read_file (self, self->files[k]);
}

int
main (void)
{
  static const char *const entries[] = { "cpu",     "cpu-times", "load",       "memory",
                                         "network", "disk",      "interrupts", NULL };
  g_autoptr (GPtrArray) probes = g_ptr_array_new ();
  const ProcOptions options = { (char *) "/proc", (GStrv) entries, probes };
  Bench self = { .buffer = g_malloc (1 << 20) };

  self.reader = proc_reader_new (&options, gscope_clock_get_system ());
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename ("/proc", names[i], NULL);

      self.files[i] = open (path, O_RDONLY | O_CLOEXEC);
    }

  bench_ratio ("proc: all ready entries", read_entries, "plain reads", read_plain, &self, 5);
  bench_report ("proc: all ready entries once", self.seconds * 1e6, "us", "1 % of a core at 10 Hz",
                MAX_SECONDS * 1e6, 1);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (self.files[i] >= 0)
      close (self.files[i]);
  proc_reader_free (self.reader);
  g_free (self.buffer);
  return bench_end ();
}
