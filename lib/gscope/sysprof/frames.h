/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/sysprof/format.h>

/* The frames of a capture, one after the other. */
typedef struct _GscopeSysprofFrames GscopeSysprofFrames;

typedef struct
{
  /* GscopeSysprofKind, or another one */
  guint kind;
  gint32 pid;
  gint64 time;
  /* the whole frame */
  const guint8 *data;
  gsize size;
} GscopeSysprofFrame;

gboolean gscope_sysprof_frames_is_magic (const char *head, gsize n);

/* fd remains the caller's. */
GscopeSysprofFrames *gscope_sysprof_frames_new (int fd, GError **error);
void gscope_sysprof_frames_free (GscopeSysprofFrames *self);

/* Returns the date of the capture, and the time of the same instant on the clock of the frames. */
const char *gscope_sysprof_frames_get_date (const GscopeSysprofFrames *self, gint64 *time);

/* Gets the next frame, which is valid until the next call. Returns FALSE at the end. */
gboolean gscope_sysprof_frames_next (GscopeSysprofFrames *self, GscopeSysprofFrame *frame);
/* Returns a number of 1 to 8 bytes. */
guint64 gscope_sysprof_frames_get (const GscopeSysprofFrames *self, const guint8 *data, gsize size);
/* Returns a text that ends with a zero or with its room, for users: it is valid UTF-8 without control characters, and no longer
 * than `max` bytes. */
char *gscope_sysprof_frames_dup_text (const guint8 *data, gsize room, gsize max);

/* The following are known at the end. */

/* Returns whether the file ends within a frame. */
gboolean gscope_sysprof_frames_is_cut (const GscopeSysprofFrames *self);
/* Returns the place of a frame whose size is impossible, bytes from the begin of the file; 0 if there is none. */
guint64 gscope_sysprof_frames_get_damage (const GscopeSysprofFrames *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeSysprofFrames, gscope_sysprof_frames_free)
