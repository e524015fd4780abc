/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/playback/block-parser.h>
#include <gscope/playback/recording.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

/* An input is a recording: tuples with or without annotations, or a table of any form. It is read as it
 * is, in two parts as a file that grows, compressed, and by a format that its length chooses; with room
 * for all samples and with hardly any. */

enum
{
  SMALL = 4096,
  LARGE = 1 << 20,
};

static void
put (int fd, const void *data, size_t size)
{
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
}

static void
check_track (const GscopeTrack *track, const GscopeRecording *recording)
{
  g_assert_true (g_utf8_validate (track->name, -1, NULL));
  if (track->fresh == NULL || recording->n_samples == 0)
    return;
  for (guint64 i = gscope_trace_get_first (track->fresh) + 1;
       i < gscope_trace_get_end (track->fresh); i++)
    g_assert_cmpint (gscope_trace_get_time (track->fresh, i - 1), <=,
                     gscope_trace_get_time (track->fresh, i));
}

static void
check (GscopeRecording *self)
{
  g_assert_cmpuint (self->channels->len, <=, GSCOPE_MAX_CHANNELS);
  for (guint i = 0; i < self->channels->len; i++)
    check_track (self->channels->pdata[i], self);
  for (guint i = 0; i < self->reports->len; i++)
    g_assert_true (g_utf8_validate (self->reports->pdata[i], -1, NULL));
  for (guint i = 0; i < self->notes->len; i++)
    g_assert_true (g_utf8_validate (self->notes->pdata[i], -1, NULL));
  if (self->n_samples > 0)
    g_assert_cmpint (self->begin, <=, self->end);
}

static void
compose (GscopeRecording *self, gint64 begin, gint64 end)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_recording_has_to_compose (self) && !gscope_recording_lacks (self, begin, end))
    return;
  gscope_recording_compose (self, begin, end, NULL, &error);
  check (self);
  gscope_recording_drop_fresh (self);
}

static void
read_once (GscopeRecording *self)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_recording_read (self, NULL, &error));
  check (self);
  gscope_recording_drop_fresh (self);
}

/* Reads a file of which only a part is there at first. */
static void
play (const uint8_t *data, size_t size, size_t n_first, const GscopeRecordingFormat *format,
      gboolean takes_tail, gsize budget)
{
  int fd = memfd_create ("recording", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GscopeRecording) recording = NULL;
  g_autoptr (GError) error = NULL;

  put (fd, data, n_first);
  recording = gscope_recording_new (path, format, budget, takes_tail, &error);
  g_assert_no_error (error);
  read_once (recording);
  if (n_first < size)
    {
      put (fd, data + n_first, size - n_first);
      if (gscope_recording_check (recording) == GSCOPE_TEXT_GROWN)
        read_once (recording);
    }
  if (recording->n_samples > 0)
    {
      compose (recording, recording->begin, recording->end);
      compose (recording, recording->begin / 2 + recording->end / 2, recording->end);
    }
  close (fd);
}

static void
play_gzip (const uint8_t *data, size_t size)
{
  g_autoptr (GConverter) gzip =
      G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  g_autofree uint8_t *out = g_malloc (2 * size + 1024);
  gsize used, made;

  g_converter_convert (gzip, data, size, out, 2 * size + 1024, G_CONVERTER_INPUT_AT_END, &used,
                       &made, NULL);
  play (out, made, made, NULL, TRUE, SMALL);
  play (out, made - made / 3, made / 2, NULL, TRUE, LARGE);
}

static void
play_zstd (const uint8_t *data, size_t size)
{
  size_t room = ZSTD_compressBound (size), made;
  g_autofree uint8_t *out = g_malloc (room);

  made = ZSTD_compress (out, room, data, size, 1);
  g_assert_false (ZSTD_isError (made));
  play (out, made, made, NULL, TRUE, SMALL);
  play (out, made - made / 3, made / 2, NULL, TRUE, LARGE);
}

/* Somebody may choose any format, whatever the file holds. */
static void
play_chosen (const uint8_t *data, size_t size)
{
  static const char delimiters[] = { ',', ';', '\t', '|', ' ', '"', '#', '\n' };
  const GscopeCsvFormat table = {
    .delimiter = delimiters[size % G_N_ELEMENTS (delimiters)],
    .decimal = size / 2 % 3 == 0 ? ',' : '.',
    .header = size % 3,
    .time_column = size % 5,
    .time = size % (GSCOPE_CSV_TIME_ROWS + 1),
    .first_line = size % 4,
    .has_units = size % 2,
    .has_clock_beside = size % 7 == 0,
  };
  g_auto (GStrv) names = gscope_recording_format_list ();
  const char *name = names[size % g_strv_length (names)];
  g_autoptr (GscopeRecordingFormat) format = g_str_equal (name, "table")
                                                 ? gscope_recording_format_new_table (&table)
                                                 : gscope_recording_format_new (name, NULL);

  play (data, size, size, format, TRUE, SMALL);
}

static void
check_preview (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  g_autoptr (GscopeRecordingFormat) format =
      gscope_recording_format_detect (text, size, "a.csv", NULL);
  const GscopeCsvFormat *table = format != NULL ? gscope_recording_format_get_table (format) : NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_auto (GStrv) names = NULL;

  if (table == NULL)
    return;
  names = gscope_csv_format_read_names (table, text, size);
  g_assert_cmpuint (g_strv_length (names), >, 0);
  rows = gscope_csv_format_read_rows (table, text, size, 8);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  /* without a byte behind it, so that one that is read is noticed */
  g_autofree uint8_t *copy = size > 0 ? g_memdup2 (data, size) : NULL;

  if (size == 0)
    return 0;
  play (copy, size, size, NULL, TRUE, LARGE);
  play (copy, size, size / 2, NULL, size & 1, SMALL);
  play_chosen (copy, size);
  check_preview (copy, size);
  if (size % 4 == 0)
    play_gzip (copy, size);
  if (size % 4 == 1)
    play_zstd (copy, size);
  return 0;
}
