/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/tuple/recording.h>
#include <string.h>

enum
{
  N_SIGNALS = 7,
  N_LINES = 300000,
};

static char *
make_file (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  char *path;
  int fd = g_file_open_tmp ("gscope-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  for (guint i = 0; i < N_LINES; i++)
    g_string_append_printf (text, "%u %u signal %u\n", i, i, i % N_SIGNALS);
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  return path;
}

/* Several threads parse, and nothing of it gets lost or out of order. */
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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording/threads", test_threads);

  return g_test_run ();
}
