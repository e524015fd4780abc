/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/error.h>
#include <gscope/files/reader.h>
#include <gscope/playback/recording.h>
#include <gscope/signal/states.h>
#include <gscope/trace-dat/trace-dat.h>
#include <gscope/trace-dat/trace-file.h>
#include <gscope/trace-dat/trace-kind.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* trace-v7.dat is as trace-cmd 3.1.6 wrote it under Linux 6.1; the others are parts of another one, whose
 * version and compression differ. The small ones were made for these tests. */

static char *
find (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "unit", "trace-dat", name, NULL);
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

/* Returns the number of lines with a word. */
static guint
count (const char *text, const char *word)
{
  const char *end;
  guint n = 0;

  for (const char *line = text; (end = strchr (line, '\n')); line = end + 1)
    n += g_strstr_len (line, end - line, word) != NULL;
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

/* A file that was cut off is read up to its end, which is damage with a reason. */
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
  const gsize step = g_test_slow () ? 1 : 3;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("trace-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  try_cut (path, "trace-v7-zlib.dat", 151 * step);
  try_cut (path, "trace-v6.dat", 977 * step);
  try_changed (path, "trace-v7-zlib.dat", 41 * step);
  try_changed (path, "trace-v6.dat", 501 * step);
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

/* Messages say why a file cannot be read, with the remedy. */
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
  assert_refused (path, copy, size,
                  "commit;\toffset:", "commit;\toffsex:", "of its pages is damaged");
  assert_refused (path, copy, size, "header_page", "header_pale", "its head is damaged");
  assert_refused (path, copy, size, "flyrecord", "latency  ", "its head is damaged");
  g_unlink (path);
}

/* A file that describes no events is refused. */
static void
test_no_events (void)
{
  g_autoptr (GBytes) bytes = load ("trace-small-v6.dat");
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  const char *systems = (char *) memmem (data, size, "sched", sizeof "sched") - 4;
  const char *rest = memmem (data, size, "\1\0\0\0k", 5);
  g_autoptr (GString) file = g_string_new_len (data, systems - data);
  g_autofree char *path = NULL, *damage = NULL;
  int fd = g_file_open_tmp ("trace-XXXXXX", &path, NULL);

  g_close (fd, NULL);
  g_string_append_len (file, "\0\0\0\0", 4);
  g_string_append_len (file, rest, data + size - rest);
  damage = read_bytes (path, file->str, file->len);
  g_assert_nonnull (damage);
  g_assert_nonnull (strstr (damage, "-e sched_switch"));
  g_unlink (path);
}

/* Other events. */

/* Events of interrupts and a text of a program, 110 within a second: numbers are samples, and 100 events are markers. */
static void
test_other_events (void)
{
  g_autofree char *path = find ("trace-small-events.dat");
  g_autoptr (GString) text = read_text (path, NULL);
  static const char *const parts[] = {
    "\n0.001008 -1 trace/irq_handler_entry/irq\n",
    "\n0.001008 255 trace/irq_handler_entry/flags\n",
    "\n0.003008 0 trace/irq_handler_entry/irq\n",
    "\"irq_handler_entry\"",
    "irq=-1 name=disk tag=ab flags=255 action=0x10",
    "irq=0 name=timer ",
    "\"print\"",
    "ip=0xabc buf=frame 7\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_test_message ("%s", parts[i]);
      g_assert_nonnull (strstr (text->str, parts[i]));
    }
  g_assert_null (strstr (text->str, "trace/processors"));
  g_assert_null (strstr (text->str, "trace/print"));
  g_assert_cmpuint (count (text->str, " trace/irq_handler_entry/irq"), ==, 109);
  g_assert_cmpuint (count (text->str, "\"marker\""), ==, 100);
}

/* A recording has the numbers as signals, and counts the events that are no markers. */
static void
test_other_recording (void)
{
  g_autofree char *path = find ("trace-small-events.dat");
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecording) recording = gscope_recording_new (path, NULL, 1 << 24, TRUE, &error);
  const GscopeTrack *irq, *losses;

  g_assert_no_error (error);
  g_assert_true (gscope_recording_read (recording, NULL, &error));
  g_assert_no_error (error);
  g_assert_null (recording->problem);
  g_assert_cmpuint (recording->n_skipped, ==, 0);
  g_assert_cmpuint (recording->channels->len, ==, 3);
  irq = find_track (recording, "trace/irq_handler_entry/irq");
  g_assert_nonnull (irq);
  g_assert_cmpstr (gscope_signal_get_title (irq->signal), ==, "irq_handler_entry irq");
  losses = recording->channels->pdata[2];
  g_assert_cmpstr (losses->name, ==, "trace");
  g_assert_false (losses->is_signal);
  g_assert_cmpuint (losses->losses.counts[GSCOPE_LOSS_LIMIT], ==, 10);
}

/* Where the kernel lost events, the numbers have a gap. */
static void
test_other_losses (void)
{
  g_autoptr (GBytes) bytes = load ("trace-small-events.dat");
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *copy = g_memdup2 (data, size);
  g_autofree char *path = NULL;
  g_autoptr (GString) text = NULL;
  int fd = g_file_open_tmp ("trace-XXXXXX", &path, NULL);

  /* the upper byte of the flags of the page */
  copy[size - 4096 + 8 + 3] = (char) 0x80;
  g_assert_cmpint (write (fd, copy, size), ==, (gssize) size);
  g_close (fd, NULL);
  text = read_text (path, NULL);
  g_assert_cmpuint (count (text->str, " nan trace/irq_handler_entry/"), ==, 2);
  g_assert_cmpuint (count (text->str, "\"loss\""), ==, 2);
  g_unlink (path);
}

/* Descriptions that are not whole, and an event that is shorter than its description. */
static void
test_kinds (void)
{
  static const char *const incomplete[] = { "ID: 7\n", "name: tick\n", "name: a b\nID: 7\n" };
  static const char description[] = "name: tick\nID: 7\n"
                                    "\tfield:int;\toffset:0;\tsize:2;\n"
                                    "\tfield:short n;\toffset:0;\tsize:2;\tsigned:1;\n"
                                    "\tfield:__data_loc char[] far;\toffset:2;\tsize:4;\n"
                                    "\tfield:long late;\toffset:4;\tsize:8;\tsigned:1;\n"
                                    "\tfield:char text[8];\toffset:6;\tsize:8;\n";
  static const GscopeTraceFile file = { 0 };
  const GscopeTraceEvent event = { .data = (const guint8 *) "\xff\xff\x64\0\4\0", .size = 6 };
  g_autoptr (GscopeTraceKind) kind = gscope_trace_kind_new (description);
  g_autoptr (GString) samples = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (incomplete); i++)
    g_assert_null (gscope_trace_kind_new (incomplete[i]));
  g_assert_nonnull (kind);
  g_assert_cmpuint (kind->members->len, ==, 4);
  gscope_trace_kind_append_samples (kind, &file, &event, 5, samples);
  g_assert_cmpstr (samples->str, ==, "0.000005 -1 trace/tick/n\n");
  text = gscope_trace_kind_dup_text (kind, &file, &event);
  g_assert_cmpstr (text, ==, "n=-1 far= late= text=");
}

/* Pages. */

enum
{
  PAGE = 4096,
  PAGE_HEAD = 16,
};

#define MISSED_EVENTS (1u << 31)

static void
put_number (char *at, guint64 value, guint size)
{
  for (guint i = 0; i < size; i++)
    at[i] = (char) (value >> 8 * i);
}

/* Reads trace-small-v6.dat with another page, which both processors have. */
static GString *
read_page (guint64 time, guint64 flags, const char *events, gsize n, char **damage)
{
  g_autoptr (GBytes) bytes = load ("trace-small-v6.dat");
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *copy = g_memdup2 (data, size);
  g_autofree char *path = NULL;
  char *page = copy + size - PAGE;
  GString *text;
  int fd = g_file_open_tmp ("trace-XXXXXX", &path, NULL);

  memset (page, 0, PAGE);
  put_number (page, time, 8);
  put_number (page + 8, flags | n, 8);
  memcpy (page + PAGE_HEAD, events, MIN (n, PAGE - PAGE_HEAD));
  g_assert_cmpint (write (fd, copy, size), ==, (gssize) size);
  g_close (fd, NULL);
  text = read_text (path, damage);
  g_unlink (path);
  return text;
}

/* From thread 1, which sleeps, to thread 2. */
#define SWITCH                                                                                     \
  "\3\0"                                                                                           \
  "a\0\0\0\0\0\0\0"                                                                                \
  "\1\0\0\0"                                                                                       \
  "\1\0"                                                                                           \
  "b\0\0\0\0\0\0\0"                                                                                \
  "\2\0\0\0"
/* The same as a short event, 8 ns later. */
#define EVENT "\x07\x01\0\0" SWITCH
#define EVENTS(text) text, sizeof (text) - 1

/* Each kind of word that a page may have, and each that it may not. */
static void
test_pages (void)
{
  static const struct
  {
    const char *events;
    gsize n;
    guint n_samples;
    const char *part;
    gboolean is_damaged;
    guint64 time;
    guint64 flags;
  } rows[] = {
    { EVENTS (EVENT), 1, "\n0.001008 1 trace/processors/cpu0\n", FALSE, 1000, 0 },
    { EVENTS (EVENT EVENT), 2, "\n0.001016 ", FALSE, 1000, 0 },
    { EVENTS ("\0\1\0\0\x20\0\0\0" SWITCH), 1, "\n0.001008 ", FALSE, 1000, 0 },
    { EVENTS ("\x3f\1\0\0\0\0\0\0" EVENT), 1, "\n0.000017 ", FALSE, 1000, 0 },
    { EVENTS ("\x3e\0\0\0\1\0\0\0" EVENT), 1, "\n134.218737 ", FALSE, 1000, 0 },
    { EVENTS ("\x3d\0\0\0\x08\0\0\0\0\0\0\0" EVENT), 1, "\n0.001009 ", FALSE, 1000, 0 },
    { EVENTS (EVENT "\x1d\0\0\0" EVENT), 1, "\n0.001008 ", FALSE, 1000, 0 },
    { EVENTS (EVENT "\x1d\0\0\0"), 1, "\n0.001008 ", FALSE, 1000, 0 },
    { EVENTS (EVENT "\x07\1"), 1, "\n0.001008 ", FALSE, 1000, 0 },
    { EVENTS (EVENT "\0\0\0\0"), 1, "\n0.001008 ", TRUE, 1000, 0 },
    { EVENTS (EVENT "\0\0\0\0\0\0\0\0"), 1, "\n0.001008 ", TRUE, 1000, 0 },
    { EVENTS (EVENT "\x07\1\0\0\3\0"), 1, "\n0.001008 ", TRUE, 1000, 0 },
    /* an event that is not read, and a switch without its numbers */
    { EVENTS ("\1\1\0\0\x09\0\0\0"), 0, "", FALSE, 1000, 0 },
    { EVENTS ("\1\1\0\0\3\0\0\0"), 1, "\n0.001008 0 trace/processors/cpu0\n", FALSE, 1000, 0 },
    { EVENTS (EVENT), 2, "\n0.001008 nan trace/processors/cpu0\n", FALSE, 1000, MISSED_EVENTS },
    { EVENTS (EVENT), 0, "", TRUE, G_GUINT64_CONSTANT (1) << 62, 0 },
    { EVENTS (EVENT), 0, "", TRUE, 1000, PAGE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *damage = NULL;
      g_autoptr (GString) text =
          read_page (rows[i].time, rows[i].flags, rows[i].events, rows[i].n, &damage);

      g_test_message ("row %u: %s", i, text->str);
      g_assert_cmpuint (count (text->str, " trace/processors/cpu0"), ==, rows[i].n_samples);
      g_assert_nonnull (strstr (text->str, rows[i].part));
      g_assert_cmpint (damage != NULL, ==, rows[i].is_damaged);
    }
}

/* Of threads that were equally busy, those with the smallest numbers are shown, and not more than there are states for. */
static void
test_threads (void)
{
  g_autoptr (GString) events = g_string_new (NULL);
  g_autoptr (GString) text = NULL;
  g_autofree char *damage = NULL;

  for (guint i = 1; i <= 40; i++)
    {
      char event[] = EVENT;

      put_number (event + 4 + 10, i, 4);
      put_number (event + 4 + 24, i + 1, 4);
      event[4 + 2] = event[4 + 16] = 't';
      g_string_append_len (events, event, sizeof event - 1);
    }
  text = read_page (1000, 0, events->str, events->len, &damage);
  g_assert_null (damage);
  g_assert_null (strstr (text->str, "trace/threads/t-1\n"));
  g_assert_nonnull (strstr (text->str, "trace/threads/t-2\n"));
  g_assert_nonnull (strstr (text->str, "trace/threads/t-33\n"));
  g_assert_null (strstr (text->str, "trace/threads/t-34\n"));
}

/* Pieces of compressed pages, and where they are. */
static void
test_pieces (void)
{
  static const struct
  {
    /* what the place is counted from */
    const char *word;
    int offset;
    guint64 value;
    guint size;
    const char *damage;
  } rows[] = {
    { "\x28\xb5\x2f\xfd", -12, 2, 4, NULL },
    { "\x28\xb5\x2f\xfd", -12, 3, 4, "the data of a processor is damaged" },
    { "\x28\xb5\x2f\xfd", -8, 0xffffff, 4, "the data of a processor is damaged" },
    { "\x28\xb5\x2f\xfd", -8, 1, 4, "the data of a processor is damaged" },
    { "\x28\xb5\x2f\xfd", -4, PAGE - 1, 4, "the data of a processor is damaged" },
    /* pages of twice the size of a piece */
    { "tracing7", 11, 2 * PAGE, 4, "the data of a processor is damaged" },
    { "tracing7", 11, PAGE / 2, 4, "the description of its pages is damaged" },
    /* the number of the processor, where its data is, and how long the description of both is */
    { "boot", 13, 5000, 4, NULL },
    { "boot", 17, G_MAXUINT64, 8, "the data of a processor is damaged" },
    { "boot", -13, 0xffffff, 4, "its head is damaged" },
  };
  g_autoptr (GBytes) bytes = load ("trace-small-v7.dat");
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("trace-XXXXXX", &path, NULL);

  g_close (fd, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *copy = g_memdup2 (data, size);
      char *at = memmem (copy, size, rows[i].word, strlen (rows[i].word));
      g_autofree char *damage = NULL;

      put_number (at + rows[i].offset, rows[i].value, rows[i].size);
      damage = read_bytes (path, copy, size);
      g_test_message ("row %u: %s", i, damage);
      g_assert_cmpint (damage != NULL, ==, rows[i].damage != NULL);
      g_assert_true (!damage || strstr (damage, rows[i].damage));
    }
  g_unlink (path);
}

/* A file that is cut off while it is read is damaged. */
static void
test_shrinks (void)
{
  g_autoptr (GBytes) bytes = load ("trace-small-v6.dat");
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTraceFile) file = NULL;
  g_autoptr (GscopeTraceDat) dat = NULL;
  FILE *stream = tmpfile ();
  int fd = fileno (stream);
  char text[64];
  gssize n;

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  file = gscope_trace_file_new (fd, &error);
  g_assert_no_error (error);
  g_assert_true (gscope_trace_file_read (file, size - 10, text, 10));
  g_assert_false (gscope_trace_file_read (file, size - 9, text, 10));
  g_assert_false (gscope_trace_file_read (file, 0, text, size + 1));
  g_assert_cmphex (gscope_trace_file_get (file, "\1\2\3\4", 4), ==, 0x04030201);
  g_assert_cmphex (gscope_trace_file_get (file, "\1\2\3\4", 3), ==, 0);
  g_assert_null (gscope_trace_file_decompress (file, 0, 0, 10));
  g_assert_null (gscope_trace_file_decompress (file, size, 10, 10));
  dat = gscope_trace_dat_new (fd, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ftruncate (fd, (off_t) size - PAGE), ==, 0);
  g_assert_false (gscope_trace_file_read (file, size - 10, text, 10));
  gscope_trace_dat_rewind (dat);
  while ((n = gscope_trace_dat_read (dat, text, sizeof text, &error)) > 0)
    ;
  g_assert_cmpint (n, ==, -1);
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  fclose (stream);
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
  g_test_add_func ("/trace-dat/no-events", test_no_events);
  g_test_add_func ("/trace-dat/other-events", test_other_events);
  g_test_add_func ("/trace-dat/other-recording", test_other_recording);
  g_test_add_func ("/trace-dat/other-losses", test_other_losses);
  g_test_add_func ("/trace-dat/kinds", test_kinds);
  g_test_add_func ("/trace-dat/pages", test_pages);
  g_test_add_func ("/trace-dat/threads", test_threads);
  g_test_add_func ("/trace-dat/pieces", test_pieces);
  g_test_add_func ("/trace-dat/shrinks", test_shrinks);
  return g_test_run ();
}
