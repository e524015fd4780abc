/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/playback/recording.h>
#include <gscope/signal/states.h>
#include <gscope/text/reader.h>
#include <gscope/text/trace-file.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* trace-v7.dat is as trace-cmd 3.1.6 wrote it under Linux 6.1; the others are parts of another one, whose
 * version and compression differ. */

static char *
find (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "unit", "text", name, NULL);
}

/* Reads to the end, or to the damage. */
static GString *
read_text (const char *path, char **damage)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTextReader) reader = gscope_text_reader_new (path, &error);
  GString *text = g_string_new (NULL);
  char part[3000];
  gssize n;

  g_assert_no_error (error);
  while ((n = gscope_text_reader_read (reader, part, sizeof part, &error)) > 0)
    g_string_append_len (text, part, n);
  if (damage)
    *damage = error ? g_strdup (error->message) : NULL;
  else
    g_assert_no_error (error);
  return text;
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (const char *at = strstr (text, word); at; at = strstr (at + 1, word))
    n++;
  return n;
}

/* As many switches and wake-ups as “trace-cmd report” prints. */
static void
test_files (void)
{
  static const struct
  {
    const char *name;
    guint n_switches;
    const char *line;
  } rows[] = {
    { "trace-v7.dat", 5122, "\n27259.747489 2 trace/processors/cpu0\n" },
    { "trace-v6.dat", 183, "trace/processors/cpu1" },
    { "trace-v7-plain.dat", 91, "trace/processors/cpu1" },
    { "trace-v7-zlib.dat", 91, "trace/processors/cpu1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = find (rows[i].name);
      g_autoptr (GString) text = read_text (path, NULL);

      g_assert_cmpuint (count (text->str, " trace/processors/cpu"), ==, rows[i].n_switches);
      g_assert_nonnull (strstr (text->str, rows[i].line));
      g_assert_true (g_str_has_prefix (text->str, "#gscope {"));
    }
}

/* The same events give the same text, however they were compressed. */
static void
test_compression (void)
{
  g_autofree char *plain_path = find ("trace-v7-plain.dat");
  g_autofree char *zlib_path = find ("trace-v7-zlib.dat");
  g_autoptr (GString) plain = read_text (plain_path, NULL);
  g_autoptr (GString) zlib = read_text (zlib_path, NULL);

  g_assert_cmpstr (plain->str, ==, zlib->str);
}

static void
test_seek (void)
{
  g_autofree char *path = find ("trace-v6.dat");
  g_autoptr (GString) text = read_text (path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTextReader) reader = gscope_text_reader_new (path, &error);
  char part[500];

  for (guint i = 0; i < 6; i++)
    {
      gsize offset = i % 2 == 0 ? 7000 : 900;

      g_assert_true (gscope_text_reader_seek (reader, offset, NULL, &error));
      g_assert_cmpint (gscope_text_reader_read (reader, part, sizeof part, &error), ==,
                       sizeof part);
      g_assert_cmpmem (part, sizeof part, text->str + offset, sizeof part);
    }
  g_assert_cmpint (gscope_text_reader_check (reader), ==, GSCOPE_TEXT_SAME);
}

static GscopeTrack *
find_track (GscopeRecording *recording, const char *prefix)
{
  for (guint i = 0; i < recording->channels->len; i++)
    {
      GscopeTrack *track = recording->channels->pdata[i];

      if (g_str_has_prefix (track->name, prefix))
        return track;
    }
  return NULL;
}

/* A recording has the threads and processors as signals of states. */
static void
test_recording (void)
{
  g_autofree char *path = find ("trace-v7.dat");
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecording) recording = gscope_recording_new (path, NULL, 1 << 24, TRUE, &error);
  GscopeTrack *processor, *thread;

  g_assert_no_error (error);
  g_assert_true (gscope_recording_read (recording, NULL, &error));
  g_assert_no_error (error);
  g_assert_null (recording->problem);
  g_assert_null (recording->refusal);
  g_assert_cmpuint (recording->n_skipped, ==, 0);
  processor = find_track (recording, "trace/processors/cpu1");
  thread = find_track (recording, "trace/threads/bash-");
  g_assert_nonnull (processor);
  g_assert_nonnull (thread);
  g_assert_cmpstr (gscope_signal_find_state (processor->signal, 0)->name, ==, "idle");
  g_assert_cmpstr (gscope_signal_find_state (thread->signal, 1)->name, ==, "ready");
  g_assert_cmpstr (gscope_signal_find_state (thread->signal, 4)->label, ==, "1");
  g_assert_cmpint (recording->end - recording->begin, >, GSCOPE_SEC / 100);
}

/* Damage. */

static GBytes *
load (const char *name)
{
  g_autofree char *path = find (name);
  g_autoptr (GError) error = NULL;
  char *data;
  gsize size;

  g_file_get_contents (path, &data, &size, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (data, size);
}

static char *
read_bytes (const char *path, const char *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = NULL;
  char *damage;

  g_file_set_contents_full (path, data, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
  text = read_text (path, &damage);
  return damage;
}

/* Wherever a file was cut off, what is there is read, and the end is damage with a reason. */
static void
try_cut (const char *path, const char *name, gsize step)
{
  g_autoptr (GBytes) bytes = load (name);
  gsize size = g_bytes_get_size (bytes);

  for (gsize n = 20; n < size; n += step)
    {
      g_autofree char *damage = read_bytes (path, g_bytes_get_data (bytes, NULL), n);

      g_assert_nonnull (damage);
    }
}

/* A byte that differs never does more harm than that. */
static void
try_changed (const char *path, const char *name, gsize step)
{
  g_autoptr (GBytes) bytes = load (name);
  gsize size = g_bytes_get_size (bytes);
  g_autofree char *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), size);

  for (gsize i = 10; i < size; i += step)
    {
      char before = copy[i];

      copy[i] = (char) (i % 3 == 0 ? ~before : i % 3 == 1 ? 0 : 0x7f);
      g_free (read_bytes (path, copy, size));
      copy[i] = before;
    }
}

static void
test_damage (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("trace-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  try_cut (path, "trace-v7-zlib.dat", 151);
  try_cut (path, "trace-v6.dat", 977);
  try_changed (path, "trace-v7-zlib.dat", 41);
  try_changed (path, "trace-v6.dat", 501);
  g_unlink (path);
}

static void
assert_refused (const char *path, char *data, gsize size, const char *from, const char *to,
                const char *reason)
{
  char *at = g_strstr_len (data, (gssize) size, from);
  g_autofree char *damage = NULL;

  if (!at)
    at = memmem (data, size, from, strlen (from));
  g_assert_nonnull (at);
  memcpy (at, to, strlen (to));
  damage = read_bytes (path, data, size);
  g_assert_nonnull (damage);
  g_assert_nonnull (strstr (damage, reason));
  memcpy (at, from, strlen (from));
}

/* What cannot be read is said, with the remedy. */
static void
test_refused (void)
{
  g_autoptr (GBytes) bytes = load ("trace-v6.dat");
  gsize size = g_bytes_get_size (bytes);
  g_autofree char *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), size);
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("trace-XXXXXX", &path, NULL);

  g_close (fd, NULL);
  assert_refused (path, copy, size, "tracing6", "tracing5", "trace-cmd convert");
  assert_refused (path, copy, size, "name: sched_switch", "name: sched_swatch", "-e sched_switch");
  assert_refused (path, copy, size, "header_page", "header_pale", "its head is damaged");
  assert_refused (path, copy, size, "flyrecord", "latency  ", "its head is damaged");
  g_unlink (path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-dat/files", test_files);
  g_test_add_func ("/trace-dat/compression", test_compression);
  g_test_add_func ("/trace-dat/seek", test_seek);
  g_test_add_func ("/trace-dat/recording", test_recording);
  g_test_add_func ("/trace-dat/damage", test_damage);
  g_test_add_func ("/trace-dat/refused", test_refused);
  return g_test_run ();
}
