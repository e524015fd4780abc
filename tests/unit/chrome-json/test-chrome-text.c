/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/chrome-json/events.h>
#include <gscope/files/reader.h>
#include <gscope/playback/recording.h>
#include <gscope/signal/states.h>
#include <string.h>
#include <unistd.h>

/* clang-14.json is as clang 14 wrote it with -ftime-trace. */

static char *
put_file (const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int fd = g_file_open_tmp ("chrome-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_assert_cmpint (write (fd, text, size), ==, (gssize) size);
  g_close (fd, NULL);
  return path;
}

/* Reads to the end, or to the damage. */
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

static char *
read_json (const char *json, char **damage)
{
  g_autofree char *path = put_file (json, strlen (json));
  g_autofree char *again = NULL;
  char *text = read_path (path, 4096, damage);

  again = read_path (path, 7, damage);
  g_assert_cmpstr (text, ==, again);
  g_unlink (path);
  return text;
}

/* The lines of tuples and markers, without the head. */
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
assert_text (const char *json, const char *expected)
{
  g_autofree char *damage = NULL, *text = read_json (json, &damage), *rest = drop_head (text);

  g_assert_cmpstr (damage, ==, NULL);
  g_assert_cmpstr (rest, ==, expected);
}

static void
assert_damage (const char *json, const char *expected, const char *message)
{
  g_autofree char *damage = NULL, *text = read_json (json, &damage), *rest = drop_head (text);

  g_assert_cmpstr (rest, ==, expected);
  g_assert_nonnull (damage);
  g_test_message ("%s", damage);
  g_assert_nonnull (strstr (damage, message));
}

#define EVENT(members) "{\"pid\":1,\"tid\":2," members "}"
#define WHOLE(name, begin, duration)                                                               \
  EVENT ("\"ph\":\"X\",\"name\":\"" name "\",\"ts\":" begin ",\"dur\":" duration)
#define BEGIN(name, time) EVENT ("\"ph\":\"B\",\"name\":\"" name "\",\"ts\":" time)
#define END(time) EVENT ("\"ph\":\"E\",\"ts\":" time)

/* Both forms; states begin and end at their times, whatever the order of the events. */
static void
test_states (void)
{
  static const char *const expected = "1 2 1/2\n3 0 1/2\n3.5 3 1/2\n4 0 1/2\n";

  assert_text ("[" WHOLE ("a", "1000", "2000") "," WHOLE ("b", "3500", "500") "]", expected);
  assert_text ("[" WHOLE ("a", "1000", "2000") ",\n" WHOLE ("b", "3500", "500") ",", expected);
  assert_text ("[\n" WHOLE ("a", "1000", "2000") "\n" WHOLE ("b", "3500", "500"), expected);
  assert_text ("{\"traceEvents\":[" BEGIN ("a", "1000") "," END ("3000") "," BEGIN (
                   "b", "3500") "," END ("4000") "],\"otherData\":{\"x\":[1,\"]\"]}}",
               expected);
  assert_text ("{\"otherData\":{\"traceEvents\":7},\"displayTimeUnit\":\"ns\",\"traceEvents\":[]}",
               "");
  assert_text ("[" WHOLE ("b", "3500.0009", "0.5e3") "," WHOLE ("a", "1e3", "2000") "]",
               "1 3 1/2\n3 0 1/2\n3.5 2 1/2\n4 0 1/2\n");
  assert_text ("[" WHOLE ("a", "-1", "\"2\"") "]", "-0.001 2 1/2\n0.001 0 1/2\n");
}

/* States within others are in rows of their own, which are used again. */
static void
test_depths (void)
{
  assert_text (
      "[" WHOLE ("inner", "2000", "1000") "," WHOLE ("outer", "1000", "4000") "," WHOLE (
          "inner", "3000", "500") "," WHOLE ("next", "5000", "1000") "]",
      "1 2 1/2\n2 2 1/2/2\n3 0 1/2/2\n3 2 1/2/2\n3.5 0 1/2/2\n5 0 1/2\n5 3 1/2\n6 0 1/2\n");
  /* those that begin together: the longest is outermost; one without a duration is short */
  assert_text ("[" WHOLE ("b", "1000", "1000") "," WHOLE ("a", "1000", "2000") "," EVENT (
                   "\"ph\":\"X\",\"name\":\"c\",\"ts\":1000") "]",
               "1 2 1/2\n1 2 1/2/2\n1 2 1/2/3\n1 0 1/2/3\n2 0 1/2/2\n3 0 1/2\n");
  /* those that overlap without being within each other */
  assert_text ("[" WHOLE ("a", "1000", "2000") "," WHOLE ("b", "2000", "2000") "]",
               "1 2 1/2\n2 2 1/2/2\n3 0 1/2\n4 0 1/2/2\n");
  /* one that never ends */
  assert_text ("[" BEGIN ("a", "1000") "," WHOLE ("b", "2000", "1000") "]",
               "1 2 1/2\n2 2 1/2/2\n3 0 1/2/2\n");
}

/* Numbers and truth values of counters; names of processes and threads, wherever these events are. */
static void
test_names (void)
{
  assert_text (
      "[{\"ph\":\"C\",\"pid\":1,\"name\":\"heap\",\"ts\":1000,\"args\":{\"used\":5,\"free\":1.5}},"
      "{\"ph\":\"C\",\"pid\":1,\"name\":\"fps\",\"ts\":2000,\"args\":{\"value\":60,\"x\":\"y\"}},"
      "{\"ph\":\"C\",\"pid\":1,\"name\":\"n\",\"id\":\"0x7\",\"ts\":2000,\"args\":{\"n\":true}},"
      "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"my/app\"}},"
      "{\"ph\":\"M\",\"pid\":1,\"tid\":2,\"name\":\"thread_name\",\"args\":{\"name\":\" ui \"}},"
      "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":3}},"
      "{\"ph\":\"X\",\"pid\":\"GPU 0\",\"tid\":\"\",\"name\":\"k\",\"ts\":3000,\"dur\":1000},"
      "" WHOLE ("a", "3000", "1000") "]",
      "1 5 my-app-1/heap/used\n1 1.5 my-app-1/heap/free\n2 60 my-app-1/fps\n2 1 my-app-1/n[0x7]\n"
      "3 2 GPU 0/-\n3 2 my-app-1/ui-2\n4 0 GPU 0/-\n4 0 my-app-1/ui-2\n");
}

/* Names that are too long are cut; two that are the same then have numbers. */
static void
test_long_names (void)
{
  g_autofree char *name = g_strnfill (300, 'n');
  g_autofree char *json =
      g_strdup_printf ("[{\"ph\":\"C\",\"name\":\"%sa\",\"ts\":1000,\"args\":{\"v\":1}},"
                       "{\"ph\":\"C\",\"name\":\"%sb\",\"ts\":2000,\"args\":{\"v\":2}}]",
                       name, name);
  g_autofree char *expected = NULL;

  name[100] = '\0';
  expected = g_strdup_printf ("1 1 -/%s/v\n2 2 -/%s/v~2\n", name, name);
  assert_text (json, expected);
}

static void
test_instants (void)
{
  assert_text (
      "[" EVENT ("\"ph\":\"i\",\"name\":\"t\\\"\",\"ts\":1000,\"s\":\"t\"") "," EVENT (
          "\"ph\":\"I\",\"name\":\"p\",\"ts\":2000,\"s\":\"p\"") "," EVENT ("\"ph\":\"i\","
                                                                            "\"name\":\"g\","
                                                                            "\"ts\":3000,\"s\":"
                                                                            "\"g\"") "]",
      "#gscope "
      "{\"marker\":{\"time_ns\":1000000,\"kind\":\"event\",\"subject\":\"1/"
      "2\",\"label\":\"t\\\"\"}}\n"
      "#gscope "
      "{\"marker\":{\"time_ns\":2000000,\"kind\":\"event\",\"subject\":\"1\",\"label\":\"p\"}}\n"
      "#gscope {\"marker\":{\"time_ns\":3000000,\"kind\":\"event\",\"label\":\"g\"}}\n");
}

/* All that is left out is reported at the end; all else is read. */
static void
test_damage (void)
{
  static const struct
  {
    const char *event;
    const char *damage;
  } rows[] = {
    { "7", "1 of its events is malformed" },
    { "}", "1 of its events is malformed" },
    { "\"a,]\"", "1 of its events is malformed" },
    { "[{}]", "1 of its events is malformed" },
    { "{}", "1 of its events is malformed" },
    { "{\"ph\":1,}", "1 of its events is malformed" },
    { "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"dur\":1}", "1 of its events is malformed" },
    { WHOLE ("a", "null", "1"), "1 of its events is malformed" },
    { WHOLE ("a", "1", "-1"), "1 of its events is malformed" },
    { WHOLE ("a", "1e300", "1"), "1 of its events is malformed" },
    { WHOLE ("a", "99999999999999999999", "1"), "1 of its events is malformed" },
    { WHOLE ("a", "1x", "1"), "1 of its events is malformed" },
    { "{\"ph\":\"XX\",\"ts\":1}", "1 of its events is malformed" },
    { "{\"ph\":\"X\" \"ts\":1}", "1 of its events is malformed" },
    { "{\"ph\":\"X\",\"name\":\"a\tb\",\"ts\":1}", "1 of its events is malformed" },
    { "{\"ph\":\"X\",\"name\":\"a\nb\",\"ts\":1},\n", "1 of its events is malformed" },
    { "{\"ph\":\"X\",\"name\":\"a\n", "1 of its events is malformed" },
    { "7,8", "2 of its events are malformed" },
    { "{\"ph\":\"X\",\"name\":tru,\"ts\":1}", "1 of its events is malformed" },
    { END ("1"), "1 of its events is malformed" },
    { BEGIN ("a", "5") "," END ("4"), "1 of its events is malformed" },
    { EVENT ("\"ph\":\"b\",\"ts\":1") "," EVENT ("\"ph\":\"e\",\"ts\":1"),
      "other kinds, such as “b”, are left out: 2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *json = g_strconcat ("{\"traceEvents\":[", rows[i].event, ",\n",
                                           WHOLE ("a", "1000", "2000"), "]}", NULL);

      g_test_message ("row %u", i);
      assert_damage (json, "1 2 1/2\n3 0 1/2\n", rows[i].damage);
    }
}

/* A file that is cut off has all events before. */
static void
test_cut (void)
{
  static const char *const ends[] = { "",        ",",   ",{\"ph\":\"X\"", ",{\"ph\":\"X", "],",
                                      "],\"a\"", "],7", "],\"a\":{" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *json =
          g_strconcat ("{\"traceEvents\":[", WHOLE ("a", "1000", "2000"), ends[i], NULL);

      g_test_message ("row %u", i);
      assert_damage (json, "1 2 1/2\n3 0 1/2\n", "it ends early");
    }
  assert_damage ("[" WHOLE ("a", "1000", "2000") ",{\"ph\":\"X", "1 2 1/2\n3 0 1/2\n",
                 "it ends early");
  assert_damage ("{\"traceEvents\":7}", "", "no list of events");
}

static void
write_all (GOutputStream *stream, const char *text)
{
  g_assert_true (g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL));
}

/* Browsers compress their files; a damaged one has all events before the damage. */
static void
test_gzip (void)
{
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (gzip));
  g_autofree char *path = NULL, *cut = NULL, *text = NULL, *rest = NULL, *damage = NULL;
  g_autoptr (GString) many = g_string_new ("{\"traceEvents\":[");
  const char *data;
  gsize size;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (many, WHOLE ("a", "%u", "%u") ",", 1000 * i, 1 + i % 7);
  write_all (stream, many->str);
  write_all (stream, WHOLE ("b", "20000000", "1") "]}");
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  data = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory));
  size = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory));
  path = put_file (data, size);
  text = read_path (path, 65536, &damage);
  g_assert_cmpstr (damage, ==, NULL);
  g_assert_nonnull (strstr (text, "\n20000 3 1/2\n"));
  g_unlink (path);
  cut = put_file (data, size / 2);
  rest = read_path (cut, 65536, &damage);
  g_assert_nonnull (strstr (damage, "it ends early"));
  g_assert_nonnull (strstr (rest, "\n5000 2 1/2\n"));
  g_unlink (cut);
}

/* An event that is too long is passed; one that is nearly so is read. */
static void
test_long_event (void)
{
  g_autofree char *long_text = g_strnfill (GSCOPE_CHROME_MAX_EVENT * 3, 'x');
  g_autofree char *json = NULL, *other = NULL;

  json = g_strconcat ("[{\"ph\":\"X\",\"name\":\"", long_text, "\"},", WHOLE ("a", "1000", "2000"),
                      "]", NULL);
  assert_damage (json, "1 2 1/2\n3 0 1/2\n", "1 of its events is malformed");
  long_text[GSCOPE_CHROME_MAX_EVENT - 200] = '\0';
  other = g_strconcat ("[{\"args\":{\"x\":\"", long_text,
                       "\"},\"ph\":\"X\",\"pid\":1,\"tid\":2,\"name\":\"a\",\"ts\":1000,"
                       "\"dur\":2000}]",
                       NULL);
  assert_text (other, "1 2 1/2\n3 0 1/2\n");
}

/* Depths, states and threads have bounds. */
static void
test_bounds (void)
{
  g_autoptr (GString) deep = g_string_new ("[");
  g_autoptr (GString) many = g_string_new ("[");
  g_autofree char *damage = NULL, *text = NULL, *other = NULL;

  for (guint i = 0; i < 68; i++)
    g_string_append_printf (deep, WHOLE ("a", "%u", "%u") ",", 1000 + i, 1000 - 2 * i);
  text = read_json (deep->str, &damage);
  g_assert_nonnull (strstr (damage, "depths are left out: 4"));
  g_assert_nonnull (strstr (text, " 1/2/64\n"));
  g_assert_null (strstr (text, " 1/2/65\n"));

  for (guint i = 0; i < 70; i++)
    g_string_append_printf (many, WHOLE ("state-%u", "%u", "%u") ",", i, 1000 * i, i + 1);
  other = read_json (many->str, &damage);
  g_assert_cmpstr (damage, ==, NULL);
  g_assert_null (strstr (other, "\"state-7\""));
  g_assert_nonnull (strstr (other, "\"state-8\""));
  g_assert_nonnull (strstr (other, "\"state-69\""));
  g_assert_nonnull (strstr (other, "\n7 1 1/2\n"));
  g_assert_nonnull (strstr (other, "\n8 2 1/2\n"));
  g_assert_nonnull (strstr (other, "\n69 63 1/2\n"));
}

/* Other files, such as workspaces and tables, are not taken for this format. */
static void
test_magic (void)
{
  static const struct
  {
    const char *head;
    gboolean is_magic;
  } rows[] = {
    { "[{\"ph\":\"X\"", TRUE },
    { "[\n  {\n \"", TRUE },
    { "{\"traceEvents\":[", TRUE },
    { " {\n\t\"displayTimeUnit\": \"ns\"", TRUE },
    { "{\"a\":1,\"traceEvents\":", TRUE },
    { "", FALSE },
    { "[", FALSE },
    { "[1,2]", FALSE },
    { "{\"gscope-workspace\":1,", FALSE },
    { "1 2 [{\"ph\"", FALSE },
    { "[s],[V]\n1,2\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gsize n = strlen (rows[i].head);
      g_autofree char *copy = g_memdup2 (rows[i].head, MAX (n, 1));

      g_assert_cmpint (gscope_chrome_events_is_magic (copy, n), ==, rows[i].is_magic);
    }
}

/* A file of a compiler: its phases are states, and the time at which it began is the start. */
static void
test_clang (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "unit", "chrome-json", "clang-14.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecording) recording = gscope_recording_new (path, NULL, 1 << 24, TRUE, &error);
  const GscopeTrack *track;
  const GscopeState *states;
  gsize n;

  g_assert_no_error (error);
  g_assert_true (gscope_recording_read (recording, NULL, &error));
  g_assert_cmpstr (recording->problem, ==, NULL);
  g_assert_cmpstr (recording->refusal, ==, NULL);
  g_assert_cmpuint (recording->n_skipped, ==, 0);
  g_assert_true (recording->has_start);
  track = recording->channels->pdata[0];
  g_assert_true (g_str_has_prefix (track->name, "clang"));
  states = gscope_signal_get_states (track->signal, &n);
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpstr (states[2].name, !=, "");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chrome-text/states", test_states);
  g_test_add_func ("/chrome-text/depths", test_depths);
  g_test_add_func ("/chrome-text/names", test_names);
  g_test_add_func ("/chrome-text/long-names", test_long_names);
  g_test_add_func ("/chrome-text/instants", test_instants);
  g_test_add_func ("/chrome-text/damage", test_damage);
  g_test_add_func ("/chrome-text/cut", test_cut);
  g_test_add_func ("/chrome-text/gzip", test_gzip);
  g_test_add_func ("/chrome-text/long-event", test_long_event);
  g_test_add_func ("/chrome-text/bounds", test_bounds);
  g_test_add_func ("/chrome-text/magic", test_magic);
  g_test_add_func ("/chrome-text/clang", test_clang);
  return g_test_run ();
}
