/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decode.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <gscope/signal/signal.h>
#include <gscope/text/annotation.h>
#include <gscope/text/tuple.h>
#include <sndfile.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The text of an audio file has blocks of one size, with blanks at their ends, so that the place of a text in the file is
 * known without reading what is before it. */

enum
{
  SAMPLES_IN_BLOCK = 4096,
  MAX_CHANNELS = 1024,
  /* The longest texts, with the separators after them: nanoseconds of 292 years as milliseconds, and a value. */
  TIME_TEXT = 22,
  VALUE_TEXT = 26,
  /* of text that is written at once */
  ENOUGH = 64 * 1024,
};

/* A file that was opened by somebody else; libsndfile would use its position. */
typedef struct
{
  int fd;
  sf_count_t size;
  sf_count_t position;
} Source;

typedef struct
{
  SNDFILE *file;
  SF_INFO info;
  DecodeOutput *output;
  /* of signals, a channel each */
  GPtrArray *names;
  guint n_frames;
  gsize block_size;
  double *values;
  guint64 frame;
} Audio;

/* Source. */

static sf_count_t
get_size (void *data)
{
  return ((Source *) data)->size;
}

static sf_count_t
seek_source (sf_count_t offset, int whence, void *data)
{
  Source *self = data;
  sf_count_t base = whence == SEEK_CUR ? self->position : whence == SEEK_END ? self->size : 0;
  sf_count_t position;

  if (__builtin_add_overflow (base, offset, &position) || position < 0)
    return -1;
  self->position = position;
  return position;
}

static sf_count_t
read_source (void *bytes, sf_count_t count, void *data)
{
  Source *self = data;
  sf_count_t done = 0;

  while (done < count)
    {
      gssize n =
          pread (self->fd, (char *) bytes + done, (gsize) (count - done), self->position + done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      done += n;
    }
  self->position += done;
  return done;
}

static sf_count_t
write_source (const void *bytes, sf_count_t count, void *data)
{
  return 0;
}

static sf_count_t
tell_source (void *data)
{
  return ((Source *) data)->position;
}

/* Text. */

static gint64
find_time (const Audio *self, guint64 frame)
{
  const guint64 rate = (guint64) self->info.samplerate, rest = frame % rate;

  return (gint64) (frame / rate * GSCOPE_SEC + (rest * GSCOPE_SEC + rate / 2) / rate);
}

static void
append_head (Audio *self)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->names->len; i++)
    {
      GscopeSignal *signal = gscope_signal_new_buffered (self->names->pdata[i]);

      gscope_signal_set_unit (signal, "1");
      gscope_signal_set_range (signal, -1, 1);
      gscope_signal_set_line_mode (signal, GSCOPE_LINE_MODE_LINES);
      g_ptr_array_add (signals, signal);
    }
  gscope_annotation_append_signals (self->output->text, (GscopeSignal **) signals->pdata,
                                    signals->len);
}

/* Fills a block with comments, which have blanks in them. */
static void
pad (GString *text, gsize n)
{
  while (n > 0)
    {
      gsize part = MIN (n, GSCOPE_TUPLE_MAX_LINE), begin = text->len;

      g_string_set_size (text, begin + part);
      memset (text->str + begin, ' ', part);
      text->str[begin] = '#';
      text->str[begin + part - 1] = '\n';
      n -= part;
    }
}

/* Returns how many frames there were; fewer than a block has at the end. */
static guint
append_block (Audio *self)
{
  GString *text = self->output->text;
  const gsize end = text->len + self->block_size;
  sf_count_t n = sf_readf_double (self->file, self->values, self->n_frames);
  const double *value = self->values;

  for (sf_count_t i = 0; i < n; i++)
    {
      gint64 time = find_time (self, self->frame++);

      for (guint k = 0; k < self->names->len; k++)
        gscope_tuple_append (text, time, *value++, self->names->pdata[k]);
    }
  if (n == self->n_frames)
    pad (text, end - text->len);
  return (guint) MAX (n, 0);
}

/* Lossy formats may have other values after a seek, whose texts have other lengths. */
static gboolean
is_exact (const Audio *self)
{
  return self->info.seekable && (self->info.format & SF_FORMAT_TYPEMASK) != SF_FORMAT_OGG;
}

/* Passes blocks that are not wanted. */
static void
skip (Audio *self)
{
  DecodeOutput *output = self->output;
  const gsize head = output->text->len;
  guint64 block, frame;

  if (output->skip <= head || !is_exact (self))
    return;
  block = (output->skip - head) / self->block_size;
  if (__builtin_mul_overflow (block, (guint64) self->n_frames, &frame) || frame > G_MAXINT64)
    return;
  if (sf_seek (self->file, (sf_count_t) frame, SEEK_SET) != (sf_count_t) frame)
    {
      sf_seek (self->file, 0, SEEK_SET);
      return;
    }
  self->frame = frame;
  output->skip -= head + block * self->block_size;
  g_string_truncate (output->text, 0);
}

static gboolean
has_length (const Audio *self)
{
  return self->info.frames > 0 && self->info.frames < G_MAXINT64;
}

/* The head of a file may say anything about its length; times end after 292 years. */
static gboolean
has_room (const Audio *self)
{
  return (self->frame + self->n_frames) / (guint64) self->info.samplerate < G_MAXINT64 / GSCOPE_SEC;
}

static void
append_samples (Audio *self)
{
  guint n = self->n_frames;

  while (n == self->n_frames && has_room (self))
    {
      n = append_block (self);
      if (has_length (self))
        decode_output_set_progress (self->output,
                                    (double) self->frame / (double) self->info.frames);
      if (!decode_output_flush (self->output, ENOUGH))
        return;
    }
  if (sf_error (self->file) != SF_ERR_NO_ERROR)
    decode_output_fail (self->output, _ ("its audio data is damaged: %s"),
                        sf_strerror (self->file));
  else if (has_length (self) && self->frame < (guint64) self->info.frames)
    decode_output_fail (self->output, "%s", _ ("it ends early"));
}

static void
read_samples (Audio *self)
{
  const guint n_channels = (guint) self->info.channels;
  g_autofree double *values = NULL;
  gsize frame_size = 0;

  self->n_frames = MAX (SAMPLES_IN_BLOCK / n_channels, 1);
  for (guint i = 0; i < n_channels; i++)
    {
      char *name = g_strdup_printf ("channel/%u", i + 1);

      frame_size += TIME_TEXT + VALUE_TEXT + strlen (name) + 1;
      g_ptr_array_add (self->names, name);
    }
  self->block_size = frame_size * self->n_frames;
  self->values = values = g_new (double, (gsize) self->n_frames *n_channels);
  append_head (self);
  skip (self);
  if (has_length (self))
    decode_output_set_progress (self->output, 0);
  append_samples (self);
}

void
decode_audio (int fd, const char *selection, DecodeOutput *output)
{
  SF_VIRTUAL_IO functions = { get_size, seek_source, read_source, write_source, tell_source };
  Audio self = { .output = output };
  Source source = { .fd = fd };
  struct stat status;

  if (fstat (fd, &status) == 0)
    source.size = status.st_size;
  self.file = sf_open_virtual (&functions, SFM_READ, &self.info, &source);
  if (!self.file)
    {
      decode_output_fail (output, _ ("it is no audio file that libsndfile reads: %s"),
                          sf_strerror (NULL));
      return;
    }
  self.names = g_ptr_array_new_with_free_func (g_free);
  if (self.info.channels > 0 && self.info.channels <= MAX_CHANNELS && self.info.samplerate > 0)
    read_samples (&self);
  else
    decode_output_fail (output,
                        ngettext ("it has %d channel at %d samples a second",
                                  "it has %d channels at %d samples a second",
                                  (gulong) self.info.channels),
                        self.info.channels, self.info.samplerate);
  g_ptr_array_unref (self.names);
  sf_close (self.file);
}
