/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/error.h>
#include <gscope/files/mcap-converter.h>
#include <gscope/files/mcap-json.h>
#include <gscope/files/reader.h>
#include <gscope/playback/recording.h>
#include <mcap/mcap.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* JSON. */

static void
test_json (void)
{
  static const struct
  {
    const char *json;
    const char *prefix;
    /* NULL if it is no JSON */
    const char *text;
  } rows[] = {
    { "{\"a\":1,\"b\":-2.5e3}", "imu", "1.5 1 imu/a\n1.5 -2.5e3 imu/b\n" },
    { " { \"a\" : { \"x\" : 1 , \"y\" : [ 2, 3 ] } } ", "t",
      "1.5 1 t/a/x\n1.5 2 t/a/y/0\n1.5 3 t/a/y/1\n" },
    { "{\"a\":true,\"b\":false,\"c\":null,\"d\":\"text\\\"}\"}", "t", "1.5 1 t/a\n1.5 0 t/b\n" },
    { "{\"a\":1}", "", "1.5 1 a\n" },
    { "[NaN,Infinity,-Infinity,-1]", "t", "1.5 nan t/0\n1.5 inf t/1\n1.5 -inf t/2\n1.5 -1 t/3\n" },
    { "7", "speed", "1.5 7 speed\n" },
    { "7", "", "" },
    { "{}", "t", "" },
    { "[]", "t", "" },
    { "{\"\":1}", "t", "1.5 1 t/\n" },
    { "{\"a\\\"b\\n\\u0041\\u0007\\u20ac\\ud83d\":1}", "t",
      "1.5 1 t/a\"b-A-\xe2\x82\xac\xef\xbf\xbd\n" },
    { "{\"a\\", "t", NULL },
    { "{\"a\\u12\":1}", "t", "1.5 1 t/a-\n" },
    { "{\"a\":1", "t", NULL },
    { "{\"a\":1,}", "t", NULL },
    { "{\"a\"}", "t", NULL },
    { "{a:1}", "t", NULL },
    { "[1,2", "t", NULL },
    { "[1,]", "t", NULL },
    { "{\"a\":1} 2", "t", NULL },
    { "{\"a\n\":1}", "t", NULL },
    { "{\"a\":tru}", "t", NULL },
    { "{\"a\":nul}", "t", NULL },
    { "{\"a\":-}", "t", NULL },
    { "{\"a\":\"", "t", NULL },
    { "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]", "t", "1.5 1 t/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0\n" },
    { "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", "t", NULL },
    { "", "t", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) text = g_string_new ("before\n");
      g_autofree char *copy = g_memdup2 (rows[i].json, MAX (1, strlen (rows[i].json)));
      gboolean is_json = gscope_mcap_json_append (text, 1500000, rows[i].prefix, FALSE, copy,
                                                  strlen (rows[i].json));

      g_test_message ("row %u: %s", i, text->str);
      g_assert_cmpint (is_json, ==, rows[i].text != NULL);
      g_assert_cmpstr (text->str + strlen ("before\n"), ==, rows[i].text ? rows[i].text : "");
    }
}

/* Names that are too long, and elements of an array that are too many, have no samples. */
static void
test_json_bounds (void)
{
  g_autofree char *key = g_strnfill (300, 'k');
  g_autofree char *json = g_strdup_printf ("{\"%s\":1,\"b\":2,\"c\":{\"%s\":3}}", key, key);
  g_autoptr (GString) list = g_string_new ("[0");
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_true (gscope_mcap_json_append (text, 0, "t", FALSE, json, strlen (json)));
  g_assert_cmpstr (text->str, ==, "0 2 t/b\n");
  for (guint i = 1; i < 100; i++)
    g_string_append_printf (list, ",%u", i);
  g_string_append_c (list, ']');
  g_string_truncate (text, 0);
  g_assert_true (gscope_mcap_json_append (text, 0, "t", FALSE, list->str, list->len));
  g_assert_true (g_str_has_suffix (text->str, "\n0 63 t/63\n"));
  g_string_truncate (text, 0);
  g_assert_true (gscope_mcap_json_append (text, 0, "t", TRUE, "null", 4));
  g_assert_cmpstr (text->str, ==, "0 nan t\n");
}

/* Files. */

static gboolean
append (gconstpointer data, gsize size, gpointer user_data, GError **error)
{
  g_byte_array_append (user_data, data, size);
  return TRUE;
}

static void
write_text (McapWriter *writer, const McapChannel *channel, guint64 time, const char *text)
{
  const McapMessage message = { channel, 0, time, time, text, strlen (text) };

  g_assert_true (mcap_writer_write (writer, &message, NULL));
}

static char *
put_file (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int fd = g_file_open_tmp ("mcap-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  g_close (fd, NULL);
  return path;
}

/* Reads to the end, or to the damage. */
static char *
read_bytes (const GByteArray *file, gsize part, char **damage)
{
  g_autofree char *path = put_file (file->data, file->len), *room = g_malloc (part);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTextReader) reader = gscope_text_reader_new (path, &error);
  GString *text = g_string_new (NULL);
  gssize n;

  g_assert_no_error (error);
  while ((n = gscope_text_reader_read (reader, room, part, &error)) > 0)
    g_string_append_len (text, room, n);
  if (damage)
    *damage = error ? g_strdup (error->message) : NULL;
  else
    g_assert_no_error (error);
  g_unlink (path);
  return g_string_free (text, FALSE);
}

#define SECOND G_GUINT64_CONSTANT (1700000000000000000)

/* A file of another program: units and titles come from its schemas, times count from 1970. */
static void
test_foreign (void)
{
  static const char schema_text[] =
      "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\",\"title\":\"Pitch\","
      "\"unit\":\"rad\"},\"y\":{\"type\":\"number\"},\"z\":7}}";
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (McapWriter) writer = mcap_writer_new (append, file, NULL, NULL, NULL);
  const McapSchema *schema = mcap_writer_add_schema (writer, "pose", "jsonschema", schema_text,
                                                     strlen (schema_text), NULL);
  const McapChannel *pose =
      mcap_writer_add_channel (writer, schema, "/robot\n/pose", "json", NULL, NULL);
  g_autofree char *text = NULL, *again = NULL;

  write_text (writer, pose, SECOND + 1000, "{\"x\":0.5,\"y\":1,\"z\":null}");
  write_text (writer, pose, SECOND, "{\"x\":0.25,\"y\":2}");
  g_assert_true (mcap_writer_close (writer, NULL));
  text = read_bytes (file, 4096, NULL);
  g_assert_true (g_str_has_prefix (
      text, "#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:00Z\",\"time_ns\":0,"));
  g_assert_nonnull (
      strstr (text, "\"name\":\"robot-/pose/x\",\"title\":\"Pitch\",\"unit\":\"rad\""));
  g_assert_null (strstr (text, "\"name\":\"robot-/pose/y\""));
  g_assert_true (g_str_has_suffix (text, "1700000000000 0.25 robot-/pose/x\n"
                                         "1700000000000 2 robot-/pose/y\n"
                                         "1700000000000.001 0.5 robot-/pose/x\n"
                                         "1700000000000.001 1 robot-/pose/y\n"));
  again = read_bytes (file, 7, NULL);
  g_assert_cmpstr (text, ==, again);
}

/* Times since the start of a robot are no dates. */
static void
test_undated (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (McapWriter) writer = mcap_writer_new (append, file, NULL, NULL, NULL);
  const McapChannel *channel = mcap_writer_add_channel (writer, NULL, "a", "json", NULL, NULL);
  g_autofree char *text = NULL;

  write_text (writer, channel, 5000000, "{\"b\":1}");
  g_assert_true (mcap_writer_close (writer, NULL));
  text = read_bytes (file, 4096, NULL);
  g_assert_cmpstr (text, ==, "#gscope {\"signals\":[]}\n5 1 a/b\n");
}

/* The end tells what cannot be read; all else is read. */
static void
test_left_out (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (McapWriter) writer = mcap_writer_new (append, file, NULL, NULL, NULL);
  const McapChannel *json = mcap_writer_add_channel (writer, NULL, "/a", "json", NULL, NULL);
  const McapChannel *cdr = mcap_writer_add_channel (writer, NULL, "/cam", "cdr", NULL, NULL);
  g_autofree char *text = NULL, *damage = NULL;

  write_text (writer, json, 1000000, "{\"b\":1}");
  write_text (writer, cdr, 2000000, "????");
  write_text (writer, json, 3000000, "{\"b\":2}");
  g_assert_true (mcap_writer_flush (writer, NULL));
  text = read_bytes (file, 4096, &damage);
  g_assert_true (g_str_has_suffix (text, "\n1 1 a/b\n3 2 a/b\n"));
  g_assert_nonnull (strstr (damage, "it ends early"));
  g_clear_pointer (&text, g_free);
  g_clear_pointer (&damage, g_free);
  g_assert_true (mcap_writer_close (writer, NULL));
  text = read_bytes (file, 4096, &damage);
  g_assert_nonnull (strstr (damage, "“cdr”"));
}

static void
test_refused (void)
{
  static const struct
  {
    const char *encoding;
    const char *message;
    guint64 time;
    const char *damage;
  } rows[] = {
    { "protobuf", "x", 1, "“protobuf”, and only JSON is read" },
    { "json", "{", 1, "1 of its messages is no JSON" },
    { "json", "{}", G_MAXUINT64, "1 of its messages is no JSON" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      g_autoptr (McapWriter) writer = mcap_writer_new (append, file, NULL, NULL, NULL);
      const McapChannel *channel =
          mcap_writer_add_channel (writer, NULL, "/a", rows[i].encoding, NULL, NULL);
      g_autofree char *damage = NULL;

      write_text (writer, channel, rows[i].time, rows[i].message);
      g_assert_true (mcap_writer_close (writer, NULL));
      g_free (read_bytes (file, 4096, &damage));
      g_assert_nonnull (damage);
      g_assert_nonnull (strstr (damage, rows[i].damage));
    }
}

/* Annotations are lines: others are refused. */
static void
test_annotations (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (McapWriter) writer = mcap_writer_new (append, file, NULL, NULL, NULL);
  const McapSchema *schema =
      mcap_writer_add_schema (writer, "gscope.Annotation", "jsonschema", "{}", 2, NULL);
  const McapChannel *channel =
      mcap_writer_add_channel (writer, schema, "/notes", "json", NULL, NULL);
  g_autofree char *text = NULL, *damage = NULL, *longest = g_strnfill (5000, ' ');

  write_text (writer, channel, 1, "{\"marker\":{}}");
  write_text (writer, channel, 2, "{}\n1 1 a");
  write_text (writer, channel, 3, longest);
  write_text (writer, channel, 4, "");
  g_assert_true (mcap_writer_close (writer, NULL));
  text = read_bytes (file, 4096, &damage);
  g_assert_cmpstr (text, ==, "#gscope {\"marker\":{}}\n");
  g_assert_nonnull (strstr (damage, "3 of its messages are no JSON"));
}

/* The converter. */

static GByteArray *
convert (const char *text, gsize part)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GConverter) converter = gscope_mcap_converter_new ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  g_autoptr (GError) error = NULL;
  GByteArray *file = g_byte_array_new ();
  gsize size = strlen (text);

  for (gsize i = 0; i < size; i += part)
    {
      g_output_stream_write_all (stream, text + i, MIN (part, size - i), NULL, NULL, &error);
      g_assert_no_error (error);
      if (i % 3 == 0)
        g_output_stream_flush (stream, NULL, &error);
      g_assert_no_error (error);
    }
  g_assert_true (g_output_stream_close (stream, NULL, &error));
  g_byte_array_append (file, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                       g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
  return file;
}

static const char recorded[] =
    "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05.000000000Z\",\"time_ns\":1000000,"
    "\"clock\":\"other\",\"signals\":[{\"name\":\"demo/a\",\"title\":\"A\",\"unit\":\"V\"}]}\n"
    "1 0.5 demo/a\n"
    "1 0.75 demo/a\n"
    "1 2 b\n"
    "#gscope {\"marker\":{\"time_ns\":1500000,\"kind\":\"note\",\"label\":\"here\"}}\n"
    "#gscope {\"gap\":{\"signal\":\"demo/a\",\"time_ns\":2000000,\"cause\":\"tick\"}}\n"
    "2 nan demo/a\n"
    "#gscope {\"signals\":[{\"name\":\"demo/c \\\"d\\\"\"}]}\n"
    "3 1e+300 demo/a\n"
    "3 -0.125 demo/c \"d\"\n"
    "4 3 b\n";

/* A recording is the same after it was MCAP, however its text is divided; the samples of a channel that have one time come
 * together. */
static void
test_round_trip (void)
{
  static const gsize parts[] = { 1, 7, 64, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GByteArray) file = convert (recorded, parts[i]);
      g_autofree char *text = read_bytes (file, 4096, NULL);

      g_assert_cmpstr (text, ==, recorded);
    }
}

/* Times stay as they are if they are too far from 1970. */
static void
test_far_start (void)
{
  static const char text[] =
      "#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:10.000000000Z\",\"time_ns\":"
      "-9223372036854775807,\"clock\":\"other\"}\n"
      "3 1 a\n";
  g_autoptr (GByteArray) file = convert (text, sizeof text);
  g_autofree char *result = read_bytes (file, 4096, NULL);

  g_assert_cmpstr (result, ==, text);
}

static void
assert_text (gconstpointer data, gsize size, const char *expected)
{
  g_autofree char *text = g_strndup (data, size);

  g_assert_cmpstr (text, ==, expected);
}

/* Other programs see a message for each time, with the wall's time, and schemas with title and unit. */
static void
test_messages (void)
{
  static const char *const messages[] = { "{\"a\":0.5}", "{\"a\":0.75}", "{\"a\":null}",
                                          "{\"a\":1e+300,\"c \\\"d\\\"\":-0.125}" };
  static const guint64 times[] = { 0, 0, 1000000, 2000000 };
  g_autoptr (GByteArray) file = convert (recorded, 100000);
  int fd = memfd_create ("mcap", MFD_CLOEXEC);
  g_autoptr (McapReader) reader = NULL;
  McapMessage message;
  guint n = 0;

  g_assert_cmpint (write (fd, file->data, file->len), ==, (gssize) file->len);
  reader = mcap_reader_new (fd, NULL);
  while (mcap_reader_next (reader, &message, NULL))
    {
      if (!g_str_equal (message.channel->topic, "/demo"))
        continue;
      g_assert_cmpuint (n, <, G_N_ELEMENTS (messages));
      g_assert_cmpuint (message.log_time, ==, G_GUINT64_CONSTANT (1767323045000000000) + times[n]);
      assert_text (message.data, message.size, messages[n]);
      g_assert_cmpstr (message.channel->schema->encoding, ==, "jsonschema");
      if (n == 0)
        assert_text (message.channel->schema->data, message.channel->schema->size,
                     "{\"type\":\"object\",\"title\":\"demo\",\"properties\":{\"a\":{\"type\":"
                     "\"number\",\"title\":\"A\",\"unit\":\"V\"}}}");
      n++;
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (messages));
  close (fd);
}

/* A recording of this format has its signals with all that is known of them. */
static void
test_recording (void)
{
  g_autoptr (GByteArray) file = convert (recorded, 100000);
  g_autofree char *path = put_file (file->data, file->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecording) recording = gscope_recording_new (path, NULL, 1 << 24, TRUE, &error);
  const GscopeTrack *track;

  g_assert_no_error (error);
  g_assert_true (gscope_recording_read (recording, NULL, &error));
  g_assert_null (recording->problem);
  g_assert_null (recording->refusal);
  g_assert_cmpuint (recording->n_skipped, ==, 0);
  g_assert_cmpuint (recording->channels->len, ==, 3);
  g_assert_cmpuint (recording->markers->len, ==, 1);
  g_assert_true (recording->has_start);
  track = recording->channels->pdata[0];
  g_assert_cmpstr (track->name, ==, "demo/a");
  g_assert_cmpstr (gscope_signal_get_unit (track->signal), ==, "V");
  g_unlink (path);
}

/* Hands over all at once; what is converted comes in parts. */
static GByteArray *
convert_whole (GConverter *converter)
{
  GByteArray *file = g_byte_array_new ();
  GConverterResult result = G_CONVERTER_CONVERTED;
  gsize size = strlen (recorded), n_taken = 0;
  char part[50];

  while (result == G_CONVERTER_CONVERTED)
    {
      g_autoptr (GError) error = NULL;
      gsize n_read = 0, n_written = 0;

      result =
          g_converter_convert (converter, recorded + n_taken, size - n_taken, part, sizeof part,
                               G_CONVERTER_INPUT_AT_END, &n_read, &n_written, &error);
      g_assert_no_error (error);
      n_taken += n_read;
      g_byte_array_append (file, (guint8 *) part, n_written);
    }
  g_assert_cmpint (result, ==, G_CONVERTER_FINISHED);
  return file;
}

/* A converter that is used again begins another file. */
static void
test_reset (void)
{
  g_autoptr (GConverter) converter = gscope_mcap_converter_new ();
  g_autoptr (GByteArray) first = convert_whole (converter), second = NULL;

  g_converter_reset (converter);
  second = convert_whole (converter);
  g_assert_cmpmem (first->data, first->len, second->data, second->len);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mcap-text/json", test_json);
  g_test_add_func ("/mcap-text/json-bounds", test_json_bounds);
  g_test_add_func ("/mcap-text/foreign", test_foreign);
  g_test_add_func ("/mcap-text/undated", test_undated);
  g_test_add_func ("/mcap-text/left-out", test_left_out);
  g_test_add_func ("/mcap-text/refused", test_refused);
  g_test_add_func ("/mcap-text/annotations", test_annotations);
  g_test_add_func ("/mcap-text/round-trip", test_round_trip);
  g_test_add_func ("/mcap-text/far-start", test_far_start);
  g_test_add_func ("/mcap-text/messages", test_messages);
  g_test_add_func ("/mcap-text/recording", test_recording);
  g_test_add_func ("/mcap-text/reset", test_reset);
  return g_test_run ();
}
