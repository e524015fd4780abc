/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/files/reader.h>
#include <gscope/playback/recording.h>
#include <gscope/signal/states.h>
#include <gscope/sysprof/format.h>
#include <gscope/sysprof/text.h>
#include <string.h>
#include <unistd.h>

/* cli.syscap is as sysprof-cli of Sysprof 3.46 merged two captures of its library. */

#define SEC G_GINT64_CONSTANT (1000000000)

/* Captures. */

typedef struct
{
  GByteArray *bytes;
  gboolean is_big_endian;
} Capture;

static void
put (Capture *f, guint64 value, guint size)
{
  for (guint i = 0; i < size; i++)
    {
      const guint8 byte = (guint8) (value >> 8 * (f->is_big_endian ? size - 1 - i : i));

      g_byte_array_append (f->bytes, &byte, 1);
    }
}

static void
put_text (Capture *f, const char *text, guint size)
{
  g_autofree char *room = g_malloc0 (size);

  memcpy (room, text, MIN (strlen (text), size));
  g_byte_array_append (f->bytes, (const guint8 *) room, size);
}

static void
begin (Capture *f, gboolean is_big_endian)
{
  f->bytes = g_byte_array_new ();
  f->is_big_endian = is_big_endian;
  g_byte_array_append (f->bytes, (const guint8 *) GSCOPE_SYSPROF_MAGIC, 4);
  put (f, 1, 1);
  put (f, is_big_endian ? 0 : 1, 1);
  put (f, 0, 2);
  put_text (f, "2026-01-02T03:04:05Z", 64);
  put (f, 10 * SEC, 8);
  put (f, 0, 8);
  put_text (f, "", 168);
}

static void
put_frame (Capture *f, guint kind, guint size, gint32 pid, gint64 time)
{
  put (f, size, 2);
  put (f, G_MAXUINT16, 2);
  put (f, (guint64) pid, 4);
  put (f, (guint64) time, 8);
  /* the kind is the first byte in both orders */
  put (f, f->is_big_endian ? (guint64) kind << 24 : kind, 4);
  put (f, 0, 4);
}

static void
put_counter (Capture *f, guint id, gboolean is_double, const char *category, const char *name,
             const char *description)
{
  put_frame (f, 8, 160, -1, 10 * SEC);
  put (f, 1, 2);
  put (f, 0, 6);
  put_text (f, category, 32);
  put_text (f, name, 32);
  put_text (f, description, 52);
  put (f, id, 3);
  put (f, is_double, 1);
  put (f, 0, 8);
}

static void
put_value (Capture *f, gint64 time, guint id, guint64 bits)
{
  put_frame (f, 9, 128, -1, time);
  put (f, 1, 2);
  put (f, 0, 6);
  put (f, id, 4);
  put_text (f, "", 28);
  put (f, bits, 8);
  put_text (f, "", 56);
}

static void
put_mark (Capture *f, gint32 pid, gint64 time, gint64 duration, const char *group, const char *name,
          const char *message)
{
  guint size = (guint) (strlen (message) + 8) / 8 * 8;

  put_frame (f, 10, 96 + size, pid, time);
  put (f, (guint64) duration, 8);
  put_text (f, group, 24);
  put_text (f, name, 40);
  put_text (f, message, size);
}

static void
put_metadata (Capture *f, const char *id, const char *text)
{
  guint size = (guint) (strlen (text) + 8) / 8 * 8;

  put_frame (f, 11, 64 + size, -1, 10 * SEC);
  put_text (f, id, 40);
  put_text (f, text, size);
}

/* Texts. */

static char *
read_path (const char *path, gsize part, char **damage)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTextReader) reader = gscope_text_reader_new (path, &error);
  g_autofree char *room = g_malloc (part);
  GString *text = g_string_new (NULL);
  gssize n;

  g_assert_no_error (error);
  g_assert_true (gscope_text_reader_is_translated (reader));
  while ((n = gscope_text_reader_read (reader, room, part, &error)) > 0)
    g_string_append_len (text, room, n);
  g_clear_pointer (damage, g_free);
  *damage = error ? g_strdup (error->message) : NULL;
  return g_string_free (text, FALSE);
}

/* Ends the capture. */
static char *
read_capture (Capture *f, char **damage)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL, *again = NULL;
  char *text;
  int fd = g_file_open_tmp ("capture-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_assert_cmpint (write (fd, f->bytes->data, f->bytes->len), ==, (gssize) f->bytes->len);
  g_close (fd, NULL);
  text = read_path (path, 4096, damage);
  again = read_path (path, 7, damage);
  g_assert_cmpstr (text, ==, again);
  g_unlink (path);
  g_clear_pointer (&f->bytes, g_byte_array_unref);
  return text;
}

/* Appends the lines of tuples and markers, without the head. */
static char *
drop_head (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *rest = g_string_new (NULL);

  for (guint i = 0; lines[i]; i++)
    if (*lines[i] && (!g_str_has_prefix (lines[i], "#") || strstr (lines[i], "{\"marker\"")))
      g_string_append_printf (rest, "%s\n", lines[i]);
  return g_string_free (rest, FALSE);
}

static void
assert_text (Capture *f, const char *expected, const char *damage)
{
  g_autofree char *found = NULL, *text = read_capture (f, &found), *rest = drop_head (text);

  g_assert_cmpstr (rest, ==, expected);
  g_assert_true (damage ? found && g_str_has_suffix (found, damage) : found == NULL);
}

static guint64
get_bits (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

/* Both byte orders: counters of both types, marks in any order of time, names of processes. */
static void
test_frames (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *damage = NULL, *text = NULL, *rest = NULL;
      Capture f;

      begin (&f, i == 1);
      put_counter (&f, 1, FALSE, "Memory", "Used", "Bytes in use");
      put_counter (&f, 0x10203, TRUE, "CPU", "Total/1", "");
      put_value (&f, 11 * SEC, 1, (guint64) -5);
      put_value (&f, 12 * SEC, 0x10203, get_bits (0.5));
      put_mark (&f, 7, 11 * SEC, 2 * SEC, "gtk", "frame", "no matter");
      put_mark (&f, 7, 10 * SEC, SEC, "gtk", "layout", "");
      put_mark (&f, 8, 10 * SEC, 0, "gtk", "hello", "to\tyou");
      put_frame (&f, 4, 48, 7, 10 * SEC);
      put_text (&f, "/usr/bin/editor --new", 24);
      put_frame (&f, 1, 24, -1, 10 * SEC);
      text = read_capture (&f, &damage);
      rest = drop_head (text);
      g_assert_cmpstr (damage, ==, NULL);
      g_assert_cmpstr (
          rest, ==,
          "10000 3 editor-7/gtk\n"
          "#gscope {\"marker\":{\"time_ns\":10000000000,\"kind\":\"event\",\"subject\":\"8/gtk\","
          "\"label\":\"hello\",\"detail\":\"to-you\"}}\n"
          "11000 0 editor-7/gtk\n11000 2 editor-7/gtk\n11000 -5 Memory/Used\n"
          "12000 0.5 CPU/Total/1\n13000 0 editor-7/gtk\n");
      g_assert_true (g_str_has_prefix (
          text, "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05Z\",\"time_ns\":10000000000,"
                "\"clock\":\"monotonic\"}\n"));
      g_assert_nonnull (strstr (text, "\"title\":\"Bytes in use\""));
      g_assert_nonnull (strstr (text, "\"name\":\"frame\""));
    }
}

/* Marks within others are in rows of their own. */
static void
test_depths (void)
{
  Capture f;

  begin (&f, FALSE);
  put_mark (&f, -1, 2 * SEC, SEC, "g", "inner", "");
  put_mark (&f, -1, 1 * SEC, 3 * SEC, "g", "outer", "");
  assert_text (&f, "1000 2 g\n2000 2 g/2\n3000 0 g/2\n4000 0 g\n", NULL);
}

/* A capture of ours has the names of the signals again. */
static void
test_ours (void)
{
  g_autofree char *damage = NULL, *text = NULL, *rest = NULL;
  Capture f;

  begin (&f, FALSE);
  put_metadata (&f, "gscope", "1.0");
  put_metadata (&f, "demo/p", "3 V");
  put_counter (&f, 1, TRUE, "demo", "a/b", "Level (high) (V)");
  put_counter (&f, 2, TRUE, "signals", "plain", "plain");
  put_value (&f, SEC, 1, get_bits (1));
  put_value (&f, SEC, 2, get_bits (2));
  put_mark (&f, -1, SEC, SEC, "schedule", "cpu/0", "busy");
  put_mark (&f, -1, SEC, SEC, "signals", "state", "");
  put_mark (&f, -1, 3 * SEC, 0, "write", "demo/a", "1: by a slider");
  put_mark (&f, -1, 3 * SEC, 0, "note", "note", "here");
  put_mark (&f, -1, 3 * SEC, 0, "gap", "demo/a", "tick");
  text = read_capture (&f, &damage);
  rest = drop_head (text);
  g_assert_cmpstr (damage, ==, NULL);
  g_assert_cmpstr (
      rest, ==,
      "1000 2 schedule/cpu/0\n1000 2 state\n1000 1 demo/a/b\n1000 2 plain\n"
      "2000 0 schedule/cpu/0\n2000 0 state\n"
      "#gscope {\"marker\":{\"time_ns\":3000000000,\"kind\":\"write\",\"subject\":\"demo/a\","
      "\"label\":\"1: by a slider\"}}\n"
      "#gscope {\"marker\":{\"time_ns\":3000000000,\"kind\":\"note\",\"label\":\"here\"}}\n"
      "#gscope {\"marker\":{\"time_ns\":3000000000,\"kind\":\"event\",\"subject\":\"gap\","
      "\"label\":\"demo/a\",\"detail\":\"tick\"}}\n");
  g_assert_nonnull (strstr (text, "\"title\":\"Level (high)\",\"unit\":\"V\""));
  g_assert_nonnull (strstr (text, "\"name\":\"busy\""));
}

/* All that is left out is reported at the end; all else is read. */
static void
test_damage (void)
{
  Capture f;

  begin (&f, FALSE);
  put_value (&f, SEC, 5, 1);
  put_mark (&f, -1, SEC, -1, "g", "n", "");
  put_mark (&f, -1, G_MAXINT64, 1, "g", "n", "");
  put_frame (&f, 9, 24, -1, SEC);
  put_frame (&f, 8, 24, -1, SEC);
  put_frame (&f, 10, 24, -1, SEC);
  put_frame (&f, 11, 24, -1, SEC);
  put_frame (&f, 9, 32, -1, SEC);
  put (&f, 700, 8);
  put_frame (&f, 2, 24, 1, SEC);
  put_frame (&f, 99, 24, 1, SEC);
  put_metadata (&f, "else", "x");
  put_mark (&f, -1, SEC, SEC, "g", "n", "");
  assert_text (&f, "1000 2 g\n2000 0 g\n",
               "8 of its events are malformed; frames of other kinds, such as “sample”, are left "
               "out: 3");
}

/* A file that is cut off, or damaged, has all frames before. */
static void
test_cut (void)
{
  static const guint sizes[] = { 1, 23, 24, 80, 95, 103 };
  Capture f;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint end;

      begin (&f, FALSE);
      put_mark (&f, -1, SEC, SEC, "g", "n", "");
      end = f.bytes->len;
      put_mark (&f, -1, SEC, SEC, "g", "n", "");
      g_byte_array_set_size (f.bytes, end + sizes[i]);
      assert_text (&f, "1000 2 g\n2000 0 g\n", "it ends early");
    }
  begin (&f, FALSE);
  put_mark (&f, -1, SEC, SEC, "g", "n", "");
  put_frame (&f, 1, 16, -1, SEC);
  put_mark (&f, -1, SEC, SEC, "g", "n", "");
  assert_text (&f, "1000 2 g\n2000 0 g\n", "it is damaged from byte 360 on");
  begin (&f, FALSE);
  put_frame (&f, 1, 31, -1, SEC);
  assert_text (&f, "", "it is damaged from byte 256 on");
}

static void
test_refusals (void)
{
  g_autofree char *damage = NULL, *text = NULL, *other = NULL;
  Capture f;

  begin (&f, FALSE);
  f.bytes->data[4] = 2;
  text = read_capture (&f, &damage);
  g_assert_nonnull (strstr (damage, "version 2"));
  begin (&f, FALSE);
  g_byte_array_set_size (f.bytes, 255);
  other = read_capture (&f, &damage);
  g_assert_nonnull (strstr (damage, "head"));
  g_assert_false (gscope_sysprof_text_is_magic ("\x5e\x97\xca", 3));
}

/* Texts without an end, bytes that are no UTF-8, names that are there twice, dates that are none. */
static void
test_texts (void)
{
  g_autofree char *damage = NULL, *text = NULL, *rest = NULL;
  g_autofree char *bad = g_strnfill (60, '\xff');
  g_auto (GStrv) lines = NULL;
  Capture f;

  begin (&f, FALSE);
  memset (f.bytes->data + 8, 'x', 64);
  put_counter (&f, 1, FALSE, bad, bad, bad);
  put_counter (&f, 2, FALSE, bad, bad, bad);
  put_counter (&f, 2, FALSE, "again", "again", "again");
  put_counter (&f, 3, FALSE, "", " ", "");
  for (guint i = 1; i <= 3; i++)
    put_value (&f, SEC * i, i, i);
  put_mark (&f, 1, 4 * SEC, 1 * SEC, bad, bad, bad);
  text = read_capture (&f, &damage);
  rest = drop_head (text);
  g_assert_cmpstr (damage, ==, NULL);
  lines = g_strsplit (rest, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 6);
  g_assert_true (g_str_has_suffix (lines[1], "~2"));
  g_assert_cmpstr (lines[2], ==, "3000 3 -/-");
  g_assert_null (strstr (text, "\"start\""));
  g_assert_true (g_utf8_validate (text, -1, NULL));
}

/* States, messages and groups have bounds. */
static void
test_bounds (void)
{
  g_autofree char *damage = NULL, *text = NULL;
  Capture f;

  begin (&f, FALSE);
  for (guint i = 0; i < 68; i++)
    put_mark (&f, -1, SEC + i, SEC - 2 * i, "deep", "n", "");
  for (guint i = 0; i < 8300; i++)
    {
      g_autofree char *group = g_strdup_printf ("g%u", i);

      put_mark (&f, -1, 3 * SEC, 0, group, "n", "");
    }
  text = read_capture (&f, &damage);
  /* four depths, and all groups after the 8192nd, of which one is “deep” */
  g_assert_true (g_str_has_suffix (
      damage, "events of too many threads, counters or depths are left out: 113"));
  g_assert_nonnull (strstr (text, " deep/64\n"));
  g_assert_null (strstr (text, " deep/65\n"));
}

/* A capture of Sysprof itself: counters and the marks of a program, twice. */
static void
test_sysprof (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "unit", "sysprof", "cli.syscap", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecording) recording = gscope_recording_new (path, NULL, 1 << 24, TRUE, &error);

  g_assert_no_error (error);
  g_assert_true (gscope_recording_read (recording, NULL, &error));
  g_assert_cmpstr (recording->refusal, ==, NULL);
  g_assert_nonnull (recording->problem);
  g_assert_nonnull (strstr (recording->problem, "frames of other kinds"));
  g_assert_cmpuint (recording->n_skipped, ==, 0);
  g_assert_true (recording->has_start);
  g_assert_cmpuint (recording->channels->len, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sysprof-text/frames", test_frames);
  g_test_add_func ("/sysprof-text/depths", test_depths);
  g_test_add_func ("/sysprof-text/ours", test_ours);
  g_test_add_func ("/sysprof-text/damage", test_damage);
  g_test_add_func ("/sysprof-text/cut", test_cut);
  g_test_add_func ("/sysprof-text/refusals", test_refusals);
  g_test_add_func ("/sysprof-text/texts", test_texts);
  g_test_add_func ("/sysprof-text/bounds", test_bounds);
  g_test_add_func ("/sysprof-text/sysprof", test_sysprof);
  return g_test_run ();
}
