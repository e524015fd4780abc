/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/sysprof/frames.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>
#include <unistd.h>

enum
{
  /* several of the longest frames */
  BUFFER = 256 * 1024,
};

struct _GscopeSysprofFrames
{
  int fd;
  gboolean is_big_endian;
  char date[GSCOPE_SYSPROF_DATE_SIZE];
  gint64 begin;

  /* what was read, the part of it that is to come, and the place of that in the file */
  guint8 *buffer;
  gsize at;
  gsize end;
  guint64 offset;

  gboolean has_ended;
  gboolean is_cut;
  guint64 damage;
};

gboolean
gscope_sysprof_frames_is_magic (const char *head, gsize n)
{
  const gsize size = sizeof GSCOPE_SYSPROF_MAGIC - 1;

  return n >= size && memcmp (head, GSCOPE_SYSPROF_MAGIC, size) == 0;
}

/* Reads on until n bytes are there. Returns FALSE if the file ends before. */
static gboolean
fill (GscopeSysprofFrames *self, gsize n)
{
  if (self->end - self->at >= n)
    return TRUE;
  memmove (self->buffer, self->buffer + self->at, self->end - self->at);
  self->end -= self->at;
  self->at = 0;
  while (self->end < n)
    {
      gssize got = pread (self->fd, self->buffer + self->end, BUFFER - self->end,
                          (off_t) (self->offset + self->end));

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return FALSE;
      self->end += (gsize) got;
    }
  return TRUE;
}

static void
take (GscopeSysprofFrames *self, gsize n)
{
  self->at += n;
  self->offset += n;
}

static gboolean
read_head (GscopeSysprofFrames *self, GError **error)
{
  const guint8 *head = self->buffer;
  guint version;

  if (!fill (self, GSCOPE_SYSPROF_HEAD_SIZE))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("its head is damaged"));
      return FALSE;
    }
  version = head[GSCOPE_SYSPROF_VERSION_AT];
  if (version != GSCOPE_SYSPROF_VERSION)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("it has version %u of the format of Sysprof, and only version 1 is read"),
                   version);
      return FALSE;
    }
  self->is_big_endian = (head[GSCOPE_SYSPROF_ORDER_AT] & 1) == 0;
  memcpy (self->date, head + GSCOPE_SYSPROF_DATE_AT, sizeof self->date - 1);
  self->begin = (gint64) gscope_sysprof_frames_get (self, head + GSCOPE_SYSPROF_BEGIN_AT, 8);
  take (self, GSCOPE_SYSPROF_HEAD_SIZE);
  return TRUE;
}

GscopeSysprofFrames *
gscope_sysprof_frames_new (int fd, GError **error)
{
  g_autoptr (GscopeSysprofFrames) self = g_new0 (GscopeSysprofFrames, 1);

  self->fd = fd;
  self->buffer = g_malloc (BUFFER);
  return read_head (self, error) ? g_steal_pointer (&self) : NULL;
}

void
gscope_sysprof_frames_free (GscopeSysprofFrames *self)
{
  g_free (self->buffer);
  g_free (self);
}

const char *
gscope_sysprof_frames_get_date (const GscopeSysprofFrames *self, gint64 *time)
{
  *time = self->begin;
  return self->date;
}

guint64
gscope_sysprof_frames_get (const GscopeSysprofFrames *self, const guint8 *data, gsize size)
{
  guint64 value = 0;

  for (gsize i = 0; i < size; i++)
    value = value << 8 | data[self->is_big_endian ? i : size - 1 - i];
  return value;
}

char *
gscope_sysprof_frames_dup_text (const guint8 *data, gsize room, gsize max)
{
  char *text =
      g_utf8_make_valid ((const char *) data, (gssize) strnlen ((const char *) data, room));
  gsize size = strlen (text);

  if (size > max)
    text[gscope_sysprof_cut (text, max)] = '\0';
  for (char *c = text; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = '-';
  return g_strstrip (text);
}

/* Returns whether there is a frame of a possible size. */
static gboolean
find_frame (GscopeSysprofFrames *self, gsize *size)
{
  if (self->has_ended)
    return FALSE;
  if (!fill (self, GSCOPE_SYSPROF_FRAME_SIZE))
    {
      self->is_cut = self->end > self->at;
      return FALSE;
    }
  *size = gscope_sysprof_frames_get (self, self->buffer + self->at, 2);
  if (*size < GSCOPE_SYSPROF_FRAME_SIZE || *size % GSCOPE_SYSPROF_ALIGN != 0)
    {
      self->damage = self->offset;
      return FALSE;
    }
  self->is_cut = !fill (self, *size);
  return !self->is_cut;
}

gboolean
gscope_sysprof_frames_next (GscopeSysprofFrames *self, GscopeSysprofFrame *frame)
{
  const guint8 *data;
  gsize size;

  if (!find_frame (self, &size))
    {
      self->has_ended = TRUE;
      return FALSE;
    }
  data = self->buffer + self->at;
  *frame = (GscopeSysprofFrame){
    .kind = data[GSCOPE_SYSPROF_KIND_AT],
    .pid = (gint32) gscope_sysprof_frames_get (self, data + GSCOPE_SYSPROF_PID_AT, 4),
    .time = (gint64) gscope_sysprof_frames_get (self, data + GSCOPE_SYSPROF_TIME_AT, 8),
    .data = data,
    .size = size,
  };
  take (self, size);
  return TRUE;
}

gboolean
gscope_sysprof_frames_is_cut (const GscopeSysprofFrames *self)
{
  return self->is_cut;
}

guint64
gscope_sysprof_frames_get_damage (const GscopeSysprofFrames *self)
{
  return self->damage;
}
