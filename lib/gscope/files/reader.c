/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/files/reader.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/chrome-json/text.h>
#include <gscope/error.h>
#include <gscope/file.h>
#include <gscope/files/decoder.h>
#include <gscope/files/magic.h>
#include <gscope/files/mcap-text.h>
#include <gscope/sysprof/text.h>
#include <gscope/trace-dat/trace-dat.h>
#include <gscope/trace-dat/trace-file.h>
#include <mcap/mcap.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

/* The contents of a file of another program as tuples. */
typedef struct
{
  gboolean (*is_magic) (gconstpointer head, gsize n);
  /* whether such files may be compressed with gzip */
  gboolean takes_gzip;
  /* whether such files may begin behind something else, of FRONT_SIZE bytes, or twice as many, and so on */
  gboolean takes_front;
  /* which kind of file gscope-decode reads; NULL for the others, which have functions for the same */
  const char *decoder;
  gpointer (*open) (int fd, GError **error);
  gssize (*read) (gpointer translation, char *text, gsize n, GError **error);
  void (*rewind) (gpointer translation);
  void (*free) (gpointer translation);
} Translator;

#define TRANSLATOR(is_magic, takes_gzip, prefix)                                                   \
  {                                                                                                \
    (gboolean (*) (gconstpointer, gsize)) is_magic, takes_gzip, FALSE, NULL,                       \
        (gpointer (*) (int, GError **)) prefix##_new,                                              \
        (gssize (*) (gpointer, char *, gsize, GError **)) prefix##_read,                           \
        (GDestroyNotify) prefix##_rewind, (GDestroyNotify) prefix##_free                           \
  }
#define DECODER(is_magic, takes_front, kind)                                                       \
  {                                                                                                \
    is_magic, FALSE, takes_front, kind, NULL,                                                      \
        (gssize (*) (gpointer, char *, gsize, GError **)) gscope_decoder_read,                     \
        (GDestroyNotify) gscope_decoder_rewind, (GDestroyNotify) gscope_decoder_free               \
  }
static const Translator translators[] = {
  TRANSLATOR (gscope_trace_file_is_magic, FALSE, gscope_trace_dat),
  TRANSLATOR (mcap_is_magic, FALSE, gscope_mcap_text),
  TRANSLATOR (gscope_sysprof_text_is_magic, FALSE, gscope_sysprof_text),
  TRANSLATOR (gscope_chrome_text_is_magic, TRUE, gscope_chrome_text),
  DECODER (gscope_magic_is_audio, FALSE, GSCOPE_DECODER_AUDIO),
  DECODER (gscope_magic_is_database, FALSE, GSCOPE_DECODER_DATABASE),
  DECODER (gscope_magic_is_hdf5, TRUE, GSCOPE_DECODER_HDF5),
  /* version 7.3 is HDF5 behind a front */
  DECODER (gscope_magic_is_matlab, FALSE, GSCOPE_DECODER_MATLAB),
};
#undef DECODER
#undef TRANSLATOR

enum
{
  INPUT_SIZE = 128 * 1024,
  SKIP_SIZE = 256 * 1024,
  /* Bytes at the beginning that are compared to notice that a file was rewritten. */
  HEAD_SIZE = 256,
  FRONT_SIZE = 512,
};

struct _GscopeTextReader
{
  char *path;
  int fd;
  struct stat status;
  guint64 n_read;
  guint64 offset;
  gsize n_head;
  char head[HEAD_SIZE];
  /* the error after which nothing more can be read */
  GError *damage;

  GConverter *gzip;
  ZSTD_DStream *zstd;
  /* of a file of another program; its head is read with the first text, which takes a while */
  const Translator *translator;
  gpointer translation;
  char *selection;
  GCancellable *cancellable;
  char *input;
  gsize input_begin;
  gsize input_end;
  /* whether the last decoded data ended a compressed stream */
  gboolean is_complete;
};

static gboolean
refuse (GscopeTextReader *self, GError **error, const char *why)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("Cannot read “%s”: %s"), self->path,
               why);
  return FALSE;
}

static gssize
read_file (GscopeTextReader *self, char *data, gsize n, GError **error)
{
  gssize got;

  do
    got = read (self->fd, data, n);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    refuse (self, error, g_strerror (errno));
  else
    self->n_read += got;
  return got;
}

/* RFC 1952, section 2.3.1. */
static gboolean
is_gzip (const GscopeTextReader *self)
{
  return self->n_head >= 2 && memcmp (self->head, "\x1f\x8b", 2) == 0;
}

/* RFC 8878, section 3.1.1. */
static void
choose_decoder (GscopeTextReader *self)
{
  static const char zstd_magic[] = "\x28\xb5\x2f\xfd";

  if (self->input != NULL)
    return;
  if (is_gzip (self))
    self->gzip = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  else if (self->n_head >= 4 && memcmp (self->head, zstd_magic, 4) == 0)
    self->zstd = ZSTD_createDStream ();
  if (self->gzip != NULL || self->zstd != NULL)
    self->input = g_malloc (INPUT_SIZE);
}

/* Decompresses the beginning of the text. Returns its length. */
static gsize
unpack_head (const GscopeTextReader *self, char *text)
{
  g_autoptr (GZlibDecompressor) gzip = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  gsize used = 0, made = 0;

  return g_converter_convert (G_CONVERTER (gzip), self->head, self->n_head, text, HEAD_SIZE,
                              G_CONVERTER_NO_FLAGS, &used, &made, NULL)
                 != G_CONVERTER_ERROR
             ? made
             : 0;
}

static gboolean
is_behind_front (const GscopeTextReader *self, const Translator *translator)
{
  char head[HEAD_SIZE];

  for (guint64 offset = FRONT_SIZE; offset <= G_MAXINT64; offset *= 2)
    {
      gssize n = pread (self->fd, head, sizeof head, (off_t) offset);

      if (n <= 0)
        return FALSE;
      if (translator->is_magic (head, (gsize) n))
        return TRUE;
    }
  return FALSE;
}

/* The last one that fits is chosen. */
static void
choose_translator (GscopeTextReader *self)
{
  char text[HEAD_SIZE];
  gsize n = is_gzip (self) ? unpack_head (self, text) : 0;

  for (guint i = 0; i < G_N_ELEMENTS (translators); i++)
    if (translators[i].is_magic (self->head, self->n_head)
        || (translators[i].takes_gzip && translators[i].is_magic (text, n))
        || (translators[i].takes_front && is_behind_front (self, &translators[i])))
      self->translator = &translators[i];
}

static void
read_head (GscopeTextReader *self)
{
  gssize n = pread (self->fd, self->head, HEAD_SIZE, 0);

  self->n_head = MAX (n, 0);
  /* a translation belongs to its translator, whatever is in the file now */
  if (self->n_read == 0 && self->translation == NULL)
    choose_translator (self);
  if (self->translator == NULL)
    choose_decoder (self);
}

static gboolean
open_file (GscopeTextReader *self, GError **error)
{
  self->fd = gscope_file_open (self->path, error);
  if (self->fd < 0)
    return FALSE;
  if (fstat (self->fd, &self->status) < 0)
    return refuse (self, error, g_strerror (errno));
  read_head (self);
  return TRUE;
}

GscopeTextReader *
gscope_text_reader_new (const char *path, GError **error)
{
  g_autoptr (GscopeTextReader) self = g_new0 (GscopeTextReader, 1);

  self->path = g_strdup (path);
  self->fd = -1;
  return open_file (self, error) ? g_steal_pointer (&self) : NULL;
}

void
gscope_text_reader_free (GscopeTextReader *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_clear_object (&self->gzip);
  ZSTD_freeDStream (self->zstd);
  if (self->translation != NULL)
    self->translator->free (self->translation);
  g_clear_error (&self->damage);
  g_clear_object (&self->cancellable);
  g_free (self->selection);
  g_free (self->input);
  g_free (self->path);
  g_free (self);
}

void
gscope_text_reader_set_selection (GscopeTextReader *self, const char *selection)
{
  g_free (self->selection);
  self->selection = g_strdup (selection);
}

void
gscope_text_reader_set_cancellable (GscopeTextReader *self, GCancellable *cancellable)
{
  g_set_object (&self->cancellable, cancellable);
}

static gboolean
fill_input (GscopeTextReader *self, GError **error)
{
  gssize n;

  memmove (self->input, self->input + self->input_begin, self->input_end - self->input_begin);
  self->input_end -= self->input_begin;
  self->input_begin = 0;
  n = read_file (self, self->input + self->input_end, INPUT_SIZE - self->input_end, error);
  self->input_end += MAX (n, 0);
  return n > 0;
}

static gssize
decode_gzip (GscopeTextReader *self, char *text, gsize n, GError **error)
{
  g_autoptr (GError) problem = NULL;
  gsize used = 0, made = 0;
  GConverterResult result = g_converter_convert (self->gzip, self->input + self->input_begin,
                                                 self->input_end - self->input_begin, text, n,
                                                 G_CONVERTER_NO_FLAGS, &used, &made, &problem);

  self->input_begin += used;
  self->is_complete = result == G_CONVERTER_FINISHED || (self->is_complete && used == 0);
  /* Another stream may follow (RFC 1952, section 2.2). */
  if (result == G_CONVERTER_FINISHED)
    g_converter_reset (self->gzip);
  else if (result == G_CONVERTER_ERROR
           && !g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
    {
      refuse (self, error, _ ("its gzip data is damaged"));
      return -1;
    }
  return made;
}

static gssize
decode_zstd (GscopeTextReader *self, char *text, gsize n, GError **error)
{
  ZSTD_inBuffer in = { self->input, self->input_end, self->input_begin };
  ZSTD_outBuffer out = { text, n, 0 };
  gsize left = ZSTD_decompressStream (self->zstd, &out, &in);

  self->is_complete = left == 0 || (self->is_complete && in.pos == self->input_begin);
  self->input_begin = in.pos;
  if (!ZSTD_isError (left))
    return out.pos;
  refuse (self, error, _ ("its zstd data is damaged"));
  return -1;
}

static gssize
decode (GscopeTextReader *self, char *text, gsize n, GError **error)
{
  for (;;)
    {
      gsize before = self->input_end - self->input_begin;
      gssize made = 0;
      GError *problem = NULL;

      if (before > 0 || self->zstd != NULL)
        made = self->gzip != NULL ? decode_gzip (self, text, n, error)
                                  : decode_zstd (self, text, n, error);
      if (made != 0)
        return made;
      if (self->input_end - self->input_begin < before)
        continue;
      if (fill_input (self, &problem))
        continue;
      if (problem == NULL)
        return 0;
      g_propagate_error (error, problem);
      return -1;
    }
}

/* The file is whole when it is there: nothing is appended to it. */
static gboolean
open_translation (GscopeTextReader *self, GError **error)
{
  if (self->translation == NULL && self->translator->decoder != NULL)
    self->translation = gscope_decoder_new (self->translator->decoder, self->fd, self->selection);
  else if (self->translation == NULL)
    self->translation = self->translator->open (self->fd, error);
  self->n_read = self->status.st_size;
  return self->translation != NULL;
}

/* Returns the program that reads the file; NULL for other files, and before anything was read. */
static GscopeDecoder *
get_decoder (const GscopeTextReader *self)
{
  return self->translator != NULL && self->translator->decoder != NULL ? self->translation : NULL;
}

static gssize
read_translation (GscopeTextReader *self, char *text, gsize n, GError **error)
{
  g_autoptr (GError) problem = NULL;
  gssize got = -1;

  if (open_translation (self, &problem))
    {
      if (get_decoder (self) != NULL)
        gscope_decoder_set_cancellable (get_decoder (self), self->cancellable);
      got = self->translator->read (self->translation, text, n, &problem);
    }
  if (g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (got < 0)
    refuse (self, error, problem->message);
  return got;
}

static gssize
read_some (GscopeTextReader *self, char *text, gsize n, GError **error)
{
  if (self->translator != NULL)
    return read_translation (self, text, n, error);
  return self->input != NULL ? decode (self, text, n, error) : read_file (self, text, n, error);
}

gssize
gscope_text_reader_read (GscopeTextReader *self, char *text, gsize n, GError **error)
{
  gsize done = 0;

  if (self->n_read == 0 && self->n_head < HEAD_SIZE)
    read_head (self);
  while (done < n && self->damage == NULL)
    {
      gssize got = read_some (self, text + done, n - done, &self->damage);

      if (got <= 0)
        break;
      done += got;
      self->offset += got;
    }
  if (g_error_matches (self->damage, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&self->damage));
      return -1;
    }
  if (done > 0 || self->damage == NULL)
    return done;
  g_propagate_error (error, g_error_copy (self->damage));
  return -1;
}

gboolean
gscope_text_reader_is_cut (GscopeTextReader *self)
{
  return self->input != NULL && !self->is_complete && self->damage == NULL;
}

const GError *
gscope_text_reader_get_damage (GscopeTextReader *self)
{
  return self->damage;
}

static gboolean
rewind_file (GscopeTextReader *self, GError **error)
{
  if (lseek (self->fd, 0, SEEK_SET) < 0)
    return refuse (self, error, g_strerror (errno));
  if (self->gzip != NULL)
    g_converter_reset (self->gzip);
  if (self->zstd != NULL)
    ZSTD_initDStream (self->zstd);
  if (self->translation != NULL)
    self->translator->rewind (self->translation);
  g_clear_error (&self->damage);
  self->is_complete = FALSE;
  self->input_begin = self->input_end = 0;
  self->n_read = 0;
  self->offset = 0;
  return TRUE;
}

static gboolean
skip_text (GscopeTextReader *self, guint64 offset, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = g_malloc (SKIP_SIZE);

  while (self->offset < offset)
    {
      gssize n = MIN (SKIP_SIZE, offset - self->offset);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      n = gscope_text_reader_read (self, text, n, error);
      if (n < 0)
        return FALSE;
      if (n == 0)
        return refuse (self, error, _ ("it is shorter than it was"));
    }
  return TRUE;
}

static gboolean
seek_decoder (GscopeTextReader *self, guint64 offset)
{
  if (self->translator == NULL || self->translator->decoder == NULL
      || !open_translation (self, NULL) || !gscope_decoder_seek (self->translation, offset))
    return FALSE;
  g_clear_error (&self->damage);
  self->offset = offset;
  return TRUE;
}

gboolean
gscope_text_reader_seek (GscopeTextReader *self, guint64 offset, GCancellable *cancellable,
                         GError **error)
{
  if (offset == self->offset || seek_decoder (self, offset))
    return TRUE;
  if (self->input == NULL && self->translator == NULL)
    {
      if (lseek (self->fd, (off_t) offset, SEEK_SET) < 0)
        return refuse (self, error, g_strerror (errno));
      self->n_read = self->offset = offset;
      return TRUE;
    }
  if (offset < self->offset && !rewind_file (self, error))
    return FALSE;
  return skip_text (self, offset, cancellable, error);
}

gboolean
gscope_text_reader_is_translated (const GscopeTextReader *self)
{
  return self->translator != NULL;
}

GPtrArray *
gscope_text_reader_get_notes (const GscopeTextReader *self)
{
  GscopeDecoder *decoder = get_decoder (self);

  return decoder != NULL ? gscope_decoder_get_notes (decoder) : NULL;
}

double
gscope_text_reader_get_progress (GscopeTextReader *self)
{
  const GscopeDecoder *decoder = get_decoder (self);

  if (decoder != NULL)
    return gscope_decoder_get_progress (decoder);
  if (self->status.st_size <= 0)
    return 1;
  return MIN (1, (double) self->n_read / (double) self->status.st_size);
}

static gboolean
begins_as_before (GscopeTextReader *self)
{
  char head[HEAD_SIZE];

  return pread (self->fd, head, self->n_head, 0) == (gssize) self->n_head
         && memcmp (head, self->head, self->n_head) == 0;
}

GscopeTextChange
gscope_text_reader_check (GscopeTextReader *self)
{
  struct stat status;

  /* A removed file is read as long as it is open. */
  if (stat (self->path, &status) < 0)
    return GSCOPE_TEXT_SAME;
  if (status.st_ino != self->status.st_ino || status.st_dev != self->status.st_dev
      || (guint64) status.st_size < self->n_read)
    return GSCOPE_TEXT_REPLACED;
  if ((guint64) status.st_size == self->n_read
      && status.st_mtim.tv_sec == self->status.st_mtim.tv_sec
      && status.st_mtim.tv_nsec == self->status.st_mtim.tv_nsec)
    return GSCOPE_TEXT_SAME;
  if (!begins_as_before (self))
    return GSCOPE_TEXT_REPLACED;
  self->status = status;
  return (guint64) status.st_size > self->n_read ? GSCOPE_TEXT_GROWN : GSCOPE_TEXT_SAME;
}
