/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <mcap/compression-private.h>
#include <mcap/crc-private.h>
#include <mcap/mcap.h>
#include <mcap/record-private.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Two channels: even messages are on the first. */
enum
{
  N_MESSAGES = 100,
  CHUNK_SIZE = 1000,
};

static gboolean
append (gconstpointer data, gsize size, gpointer user_data, GError **error)
{
  g_byte_array_append (user_data, data, size);
  return TRUE;
}

static McapWriter *
begin_file (GByteArray *file, McapCompression compression)
{
  g_autoptr (GError) error = NULL;
  McapWriter *writer = mcap_writer_new (append, file, NULL, "test", &error);

  g_assert_no_error (error);
  g_assert_true (mcap_writer_set_compression (writer, compression, &error));
  mcap_writer_set_chunk_size (writer, CHUNK_SIZE);
  return writer;
}

static void
write_message (McapWriter *writer, const McapChannel *channel, guint i, guint64 time)
{
  g_autofree char *data = g_strdup_printf ("{\"value\":%u,\"beside\":\"same same same\"}", i);
  const McapMessage message = { channel, i, time, time, data, strlen (data) };
  g_autoptr (GError) error = NULL;

  g_assert_true (mcap_writer_write (writer, &message, &error));
  g_assert_no_error (error);
}

static void
close_file (McapWriter *writer)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (mcap_writer_close (writer, &error));
  g_assert_no_error (error);
  mcap_writer_free (writer);
}

static void
add_channels (McapWriter *writer, const McapChannel *channels[2])
{
  static const char schema_text[] = "{\"type\":\"object\"}";
  const char *const metadata[] = { "key", "value", "empty", "", NULL };
  const McapSchema *schema = mcap_writer_add_schema (writer, "even", "jsonschema", schema_text,
                                                     strlen (schema_text), NULL);

  channels[0] = mcap_writer_add_channel (writer, schema, "/even", "json", metadata, NULL);
  channels[1] = mcap_writer_add_channel (writer, NULL, "/odd", "json", NULL, NULL);
}

/* Times are 10 ns apart. */
static GByteArray *
make_file (McapCompression compression)
{
  GByteArray *file = g_byte_array_new ();
  McapWriter *writer = begin_file (file, compression);
  const McapChannel *channels[2];

  add_channels (writer, channels);
  for (guint i = 0; i < N_MESSAGES; i++)
    write_message (writer, channels[i % 2], i, 1000 + 10 * i);
  close_file (writer);
  return file;
}

static int
put_file (const guint8 *data, gsize size)
{
  int fd = memfd_create ("mcap", MFD_CLOEXEC);

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  return fd;
}

/* Reads to the end, which sets the error. */
static guint
count_messages (int fd, gboolean *is_sorted, GError **error)
{
  g_autoptr (McapReader) reader = mcap_reader_new (fd, error);
  McapMessage message;
  guint64 last = 0;
  guint n = 0;

  *is_sorted = TRUE;
  while (reader && mcap_reader_next (reader, &message, error))
    {
      *is_sorted &= message.log_time >= last;
      last = message.log_time;
      n++;
    }
  return n;
}

/* Times never decrease. */
static guint
count_in (const guint8 *data, gsize size, GError **error)
{
  int fd = put_file (data, size);
  gboolean is_sorted;
  guint n = count_messages (fd, &is_sorted, error);

  g_assert_true (is_sorted);
  close (fd);
  return n;
}

static void
assert_channels (McapReader *reader)
{
  const McapChannel *even = mcap_reader_get_channel (reader, 0);

  g_assert_cmpuint (mcap_reader_get_n_channels (reader), ==, 2);
  g_assert_cmpstr (even->topic, ==, "/even");
  g_assert_cmpstr (even->encoding, ==, "json");
  g_assert_cmpstr (even->schema->name, ==, "even");
  g_assert_cmpstr (even->schema->encoding, ==, "jsonschema");
  g_assert_cmpmem (even->schema->data, even->schema->size, "{\"type\":\"object\"}", 17);
  g_assert_cmpstr (even->metadata[1], ==, "value");
  g_assert_cmpstr (even->metadata[3], ==, "");
  g_assert_null (even->metadata[4]);
  g_assert_null (mcap_reader_get_channel (reader, 1)->schema);
}

static void
test_round_trip (gconstpointer data)
{
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (McapReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  McapMessage message;
  int fd;

  if (!mcap_compression_is_supported (GPOINTER_TO_UINT (data)))
    {
      g_test_skip ("built without liblz4");
      return;
    }
  file = make_file (GPOINTER_TO_UINT (data));
  g_assert_true (mcap_is_magic (file->data, file->len));
  fd = put_file (file->data, file->len);
  reader = mcap_reader_new (fd, &error);
  g_assert_no_error (error);
  assert_channels (reader);
  for (guint i = 0; i < N_MESSAGES; i++)
    {
      g_autofree char *start = g_strdup_printf ("{\"value\":%u,", i);

      g_assert_true (mcap_reader_next (reader, &message, &error));
      g_assert_true (message.channel == mcap_reader_get_channel (reader, i % 2));
      g_assert_cmpuint (message.sequence, ==, i);
      g_assert_cmpuint (message.log_time, ==, 1000 + 10 * i);
      g_assert_cmpuint (message.publish_time, ==, message.log_time);
      g_assert_cmpmem (message.data, strlen (start), start, strlen (start));
    }
  g_assert_false (mcap_reader_next (reader, &message, &error));
  g_assert_no_error (error);
  mcap_reader_seek (reader, 1495);
  g_assert_true (mcap_reader_next (reader, &message, &error));
  g_assert_cmpuint (message.log_time, ==, 1500);
  mcap_reader_seek (reader, 0);
  g_assert_true (mcap_reader_next (reader, &message, &error));
  g_assert_cmpuint (message.log_time, ==, 1000);
  close (fd);
}

/* A file with no messages, and one with nothing but them. */
static void
test_empty (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  close_file (begin_file (file, MCAP_COMPRESSION_ZSTD));
  g_assert_cmpuint (count_in (file->data, file->len, &error), ==, 0);
  g_assert_no_error (error);
  g_assert_cmpuint (count_in (file->data, 7, &error), ==, 0);
  g_assert_error (error, MCAP_ERROR, MCAP_ERROR_INVALID);
  g_assert_false (mcap_is_magic ("\x89MCAP1\r\n", 8));
  g_assert_false (mcap_is_magic (file->data, 7));
}

/* Chunks whose times overlap, and messages of a chunk that are not in order, come in order. */
static void
test_order (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  McapWriter *writer = begin_file (file, MCAP_COMPRESSION_ZSTD);
  const McapChannel *channels[2];
  g_autoptr (GError) error = NULL;

  add_channels (writer, channels);
  for (guint i = 0; i < 1000; i++)
    write_message (writer, channels[0], i, 100000 + i * 37 % 1000 + i / 100 * 500);
  close_file (writer);
  g_assert_cmpuint (count_in (file->data, file->len, &error), ==, 1000);
  g_assert_no_error (error);
}

/* Messages of one time come in the order of the file. */
static void
test_same_time (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  McapWriter *writer = begin_file (file, MCAP_COMPRESSION_NONE);
  g_autoptr (McapReader) reader = NULL;
  const McapChannel *channels[2];
  McapMessage message;
  int fd;

  add_channels (writer, channels);
  for (guint i = 0; i < N_MESSAGES; i++)
    write_message (writer, channels[i % 2], i, i == N_MESSAGES - 1 ? 1 : 5);
  close_file (writer);
  fd = put_file (file->data, file->len);
  reader = mcap_reader_new (fd, NULL);
  g_assert_true (mcap_reader_next (reader, &message, NULL));
  g_assert_cmpuint (message.sequence, ==, N_MESSAGES - 1);
  for (guint i = 0; i < N_MESSAGES - 1; i++)
    {
      g_assert_true (mcap_reader_next (reader, &message, NULL));
      g_assert_cmpuint (message.log_time, ==, 5);
    }
  g_assert_false (mcap_reader_next (reader, &message, NULL));
  close (fd);
}

/* Every place takes long with sanitizers. */
static gsize
get_step (void)
{
  return g_test_slow () ? 1 : 13;
}

/* A file that was cut off anywhere has all messages before the cut, as far as its compression lets them be read. */
static void
test_cut (gconstpointer data)
{
  g_autoptr (GByteArray) file = NULL;
  guint most = 0;

  if (!mcap_compression_is_supported (GPOINTER_TO_UINT (data)))
    {
      g_test_skip ("built without liblz4");
      return;
    }
  file = make_file (GPOINTER_TO_UINT (data));
  for (gsize n = MCAP_MAGIC_SIZE; n < file->len; n += get_step ())
    {
      g_autoptr (GError) error = NULL;
      guint found = count_in (file->data, n, &error);

      g_assert_cmpuint (found, >=, most);
      most = found;
      if (!error)
        /* all but the magic at the end */
        g_assert_cmpuint (n, >=, file->len - MCAP_MAGIC_SIZE);
      else
        g_assert_error (error, MCAP_ERROR, MCAP_ERROR_CUT);
    }
  g_assert_cmpuint (count_in (file->data, file->len - MCAP_MAGIC_SIZE, NULL), ==, N_MESSAGES);
}

/* Without compression, only the message in which the file is cut is missing. */
static void
test_cut_message (void)
{
  g_autoptr (GByteArray) file = make_file (MCAP_COMPRESSION_NONE);
  const guint8 *last = memmem (file->data, file->len, "{\"value\":57,", 12);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (last);
  g_assert_cmpuint (count_in (file->data, last + 5 - file->data, &error), ==, 57);
  g_assert_error (error, MCAP_ERROR, MCAP_ERROR_CUT);
}

/* A byte that differs in a chunk costs that chunk alone, and is noticed. */
static void
test_damaged_chunk (void)
{
  g_autoptr (GByteArray) file = make_file (MCAP_COMPRESSION_NONE);
  guint8 *value = memmem (file->data, file->len, "{\"value\":57,", 12);
  g_autoptr (GError) error = NULL;
  guint n;

  value[9] = '6';
  n = count_in (file->data, file->len, &error);
  g_assert_error (error, MCAP_ERROR, MCAP_ERROR_DAMAGED);
  g_assert_cmpuint (n, <, N_MESSAGES);
  g_assert_cmpuint (n, >, N_MESSAGES - 2 * CHUNK_SIZE / 70);
}

/* A byte that differs anywhere does no more harm than that. Where it is in the times of a chunk, messages are not sorted; and it may make a
 * message of the description of a channel, which has no sum of its own. */
static void
test_damage (gconstpointer data)
{
  g_autoptr (GByteArray) file = NULL;

  if (!mcap_compression_is_supported (GPOINTER_TO_UINT (data)))
    {
      g_test_skip ("built without liblz4");
      return;
    }
  file = make_file (GPOINTER_TO_UINT (data));
  for (gsize i = 0; i < file->len; i += get_step ())
    {
      static const guint8 values[] = { 0, 0x7f, 0xff };
      guint8 before = file->data[i];
      g_autoptr (GError) error = NULL;
      gboolean is_sorted;
      int fd;

      file->data[i] = i % 4 == 3 ? before ^ 1 : values[i % 4];
      fd = put_file (file->data, file->len);
      g_assert_cmpuint (count_messages (fd, &is_sorted, &error), <=, N_MESSAGES + 1);
      close (fd);
      file->data[i] = before;
    }
}

/* Files of other writers. */

static void
put_channel_record (GByteArray *to, guint id, const char *topic)
{
  gsize begin = mcap_begin_record (to, MCAP_RECORD_CHANNEL);

  mcap_put_number (to, id, 2);
  mcap_put_number (to, 0, 2);
  mcap_put_text (to, topic);
  mcap_put_text (to, "json");
  mcap_put_number (to, 0, 4);
  mcap_end_record (to, begin);
}

static void
put_message_record (GByteArray *to, guint id, guint64 time)
{
  const McapChannel channel = { .id = id };
  const McapMessage message = { &channel, 1, time, time, "{}", 2 };

  mcap_put_message (to, &message);
}

/* A chunk whose head says what the caller likes. */
static void
put_chunk_record (GByteArray *to, const char *compression, guint64 size, guint64 length,
                  const GByteArray *records)
{
  gsize begin = mcap_begin_record (to, MCAP_RECORD_CHUNK);

  mcap_put_number (to, 0, 8);
  mcap_put_number (to, 0, 8);
  mcap_put_number (to, size, 8);
  mcap_put_number (to, 0, 4);
  mcap_put_text (to, compression);
  mcap_put_number (to, length, 8);
  g_byte_array_append (to, records->data, records->len);
  mcap_end_record (to, begin);
}

static GByteArray *
begin_foreign (void)
{
  GByteArray *file = g_byte_array_new ();
  gsize begin;

  g_byte_array_append (file, mcap_magic, MCAP_MAGIC_SIZE);
  begin = mcap_begin_record (file, MCAP_RECORD_HEADER);
  mcap_put_text (file, "");
  mcap_put_text (file, "");
  mcap_end_record (file, begin);
  return file;
}

/* No summary: the file ends with the smallest footer. */
static void
end_foreign (GByteArray *file)
{
  gsize begin = mcap_begin_record (file, MCAP_RECORD_DATA_END);

  mcap_put_number (file, 0, 4);
  mcap_end_record (file, begin);
  begin = mcap_begin_record (file, MCAP_RECORD_FOOTER);
  mcap_put_number (file, 0, 8);
  mcap_put_number (file, 0, 8);
  mcap_put_number (file, 0, 4);
  mcap_end_record (file, begin);
  g_byte_array_append (file, mcap_magic, MCAP_MAGIC_SIZE);
}

/* Messages outside of chunks, also unsorted ones, and records that nobody knows. */
static void
test_without_chunks (void)
{
  g_autoptr (GByteArray) file = begin_foreign ();
  g_autoptr (GError) error = NULL;
  gsize begin;

  put_channel_record (file, 7, "/a");
  for (guint i = 0; i < 50; i++)
    put_message_record (file, 7, 1000 - i);
  begin = mcap_begin_record (file, 0x85);
  mcap_put_text (file, "of another program");
  mcap_end_record (file, begin);
  put_message_record (file, 7, 2000);
  end_foreign (file);
  g_assert_cmpuint (count_in (file->data, file->len, &error), ==, 51);
  g_assert_no_error (error);
}

/* The channels are in the chunks, and a chunk that is earlier in the file has later times. */
static void
test_without_summary (void)
{
  g_autoptr (GByteArray) file = begin_foreign ();
  g_autoptr (GByteArray) records = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  put_channel_record (records, 1, "/a\xff");
  put_message_record (records, 1, 10);
  put_chunk_record (file, "", records->len, records->len, records);
  end_foreign (file);
  g_assert_cmpuint (count_in (file->data, file->len, &error), ==, 1);
  g_assert_no_error (error);
}

/* The reader does not trust the sizes that a file gives. */
static void
test_limits (void)
{
  static const struct
  {
    const char *compression;
    guint64 size;
    guint64 length;
    McapError error;
  } rows[] = {
    { "", G_MAXUINT64, 0, MCAP_ERROR_DAMAGED },
    { "zstd", G_MAXUINT64, 0, MCAP_ERROR_DAMAGED },
    { "zstd", G_GUINT64_CONSTANT (1) << 27, 0, MCAP_ERROR_DAMAGED },
    { "zstd", 10, G_MAXUINT64, MCAP_ERROR_DAMAGED },
    { "", 10, G_MAXUINT64 - 5, MCAP_ERROR_DAMAGED },
    { "xz", 10, 0, MCAP_ERROR_UNSUPPORTED },
    { "a compression whose name is longer than any", 10, 0, MCAP_ERROR_DAMAGED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GByteArray) file = begin_foreign ();
      g_autoptr (GByteArray) records = g_byte_array_new ();
      g_autoptr (GError) error = NULL;

      put_message_record (records, 1, 10);
      put_chunk_record (file, rows[i].compression, rows[i].size,
                        rows[i].length > 0 ? rows[i].length : records->len, records);
      end_foreign (file);
      g_assert_cmpuint (count_in (file->data, file->len, &error), ==, 0);
      g_assert_error (error, MCAP_ERROR, (gint) rows[i].error);
    }
}

/* A chunk without bytes has no records, and is damaged if it claims to have some. */
static void
test_empty_chunk (gconstpointer data)
{
  const McapCompression compression = GPOINTER_TO_UINT (data);

  if (!mcap_compression_is_supported (compression))
    {
      g_test_skip ("built without liblz4");
      return;
    }
  for (guint64 size = 0; size <= 10; size += 10)
    {
      g_autoptr (GByteArray) file = begin_foreign ();
      g_autoptr (GByteArray) records = g_byte_array_new ();
      g_autoptr (GError) error = NULL;

      put_chunk_record (file, mcap_compression_get_name (compression), size, 0, records);
      end_foreign (file);
      g_assert_cmpuint (count_in (file->data, file->len, &error), ==, 0);
      if (size == 0)
        g_assert_no_error (error);
      else
        g_assert_error (error, MCAP_ERROR, MCAP_ERROR_DAMAGED);
    }
}

/* A message of a channel that nobody described is damage; so are records of nothing. */
static void
test_broken_records (void)
{
  g_autoptr (GByteArray) file = begin_foreign ();
  g_autoptr (GByteArray) records = g_byte_array_new ();
  g_autoptr (GError) error = NULL, zeros = NULL;
  const guint8 none[64] = { 0 };
  gsize before;

  put_channel_record (records, 1, "/a");
  put_message_record (records, 1, 10);
  put_message_record (records, 2, 11);
  put_message_record (records, 1, 12);
  put_chunk_record (file, "", records->len, records->len, records);
  before = file->len;
  end_foreign (file);
  g_assert_cmpuint (count_in (file->data, file->len, &error), ==, 2);
  g_assert_error (error, MCAP_ERROR, MCAP_ERROR_DAMAGED);
  g_byte_array_set_size (file, before);
  g_byte_array_append (file, none, sizeof none);
  g_assert_cmpuint (count_in (file->data, file->len, &zeros), ==, 2);
  g_assert_nonnull (zeros);
}

static gboolean
refuse (gconstpointer data, gsize size, gpointer user_data, GError **error)
{
  guint *n = user_data;

  if (*n > 0)
    {
      (*n)--;
      return TRUE;
    }
  g_set_error_literal (error, MCAP_ERROR, MCAP_ERROR_FILE, "full");
  return FALSE;
}

/* Whatever cannot be written is told. */
static void
test_full (void)
{
  for (guint room = 0; room < 3; room++)
    {
      guint left = room;
      g_autoptr (GError) error = NULL;
      g_autoptr (McapWriter) writer = mcap_writer_new (refuse, &left, NULL, NULL, &error);
      const McapChannel *channel;

      g_assert_true ((writer != NULL) == (room > 0));
      if (!writer)
        continue;
      channel = mcap_writer_add_channel (writer, NULL, "/a", "json", NULL, &error);
      g_assert_true ((channel != NULL) == (room > 1));
      if (channel)
        {
          write_message (writer, channel, 1, 1);
          g_assert_false (mcap_writer_close (writer, &error));
        }
      g_assert_error (error, MCAP_ERROR, MCAP_ERROR_FILE);
    }
}

/* The file has all that was flushed, though the writer is not closed. */
static void
test_flush (void)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (McapWriter) writer = begin_file (file, MCAP_COMPRESSION_ZSTD);
  const McapChannel *channels[2];
  g_autoptr (GError) error = NULL, cut = NULL;
  gsize n;

  add_channels (writer, channels);
  write_message (writer, channels[0], 1, 1);
  g_assert_true (mcap_writer_flush (writer, &error));
  n = file->len;
  g_assert_true (mcap_writer_flush (writer, &error));
  g_assert_cmpuint (file->len, ==, n);
  write_message (writer, channels[0], 2, 2);
  g_assert_cmpuint (count_in (file->data, file->len, &cut), ==, 1);
  g_assert_error (cut, MCAP_ERROR, MCAP_ERROR_CUT);
}

static void
test_crc (void)
{
  McapCrc *crc = mcap_crc_new ();
  g_autofree guint8 *data = g_malloc0 (1000);
  guint32 parts;

  g_assert_cmphex (mcap_crc_update (crc, 0, "123456789", 9), ==, 0xcbf43926);
  g_assert_cmphex (mcap_crc_update (crc, 0, NULL, 0), ==, 0);
  for (guint i = 0; i < 1000; i++)
    data[i] = (guint8) (i * i);
  parts = mcap_crc_update (crc, 0, data, 333);
  g_assert_cmphex (mcap_crc_update (crc, parts, data + 333, 667), ==,
                   mcap_crc_update (crc, 0, data, 1000));
  mcap_crc_free (crc);
}

static void
add_for_each (const char *path, GTestDataFunc func)
{
  static const char *const names[] = { "none", "zstd", "lz4" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *full = g_strdup_printf ("%s/%s", path, names[i]);

      g_test_add_data_func (full, GUINT_TO_POINTER (i), func);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_for_each ("/mcap/round-trip", test_round_trip);
  add_for_each ("/mcap/cut", test_cut);
  add_for_each ("/mcap/damage", test_damage);
  add_for_each ("/mcap/empty-chunk", test_empty_chunk);
  g_test_add_func ("/mcap/empty", test_empty);
  g_test_add_func ("/mcap/order", test_order);
  g_test_add_func ("/mcap/same-time", test_same_time);
  g_test_add_func ("/mcap/cut-message", test_cut_message);
  g_test_add_func ("/mcap/damaged-chunk", test_damaged_chunk);
  g_test_add_func ("/mcap/without-chunks", test_without_chunks);
  g_test_add_func ("/mcap/without-summary", test_without_summary);
  g_test_add_func ("/mcap/limits", test_limits);
  g_test_add_func ("/mcap/broken-records", test_broken_records);
  g_test_add_func ("/mcap/full", test_full);
  g_test_add_func ("/mcap/flush", test_flush);
  g_test_add_func ("/mcap/crc", test_crc);
  return g_test_run ();
}
