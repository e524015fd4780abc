/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* How a stream carrier writes messages into a stream of bytes, and finds them there. It does no
 * input or output. */
typedef struct _GscopeFraming GscopeFraming;

/* The first frame of received bytes. */
typedef struct
{
  /* Its size, and while fewer bytes were received, as much as is known of its size. */
  gsize size;
  /* The message that it completed, or NULL. */
  GBytes *message;
  /* The bytes that answer it, or NULL. */
  GBytes *reply;
  /* TRUE if the other end closes the connection with it. The cause is NULL for an orderly end. */
  gboolean is_last;
  GError *cause;
} GscopeFrame;

enum
{
  GSCOPE_FRAMING_MAX_HEADER = 14,
};

struct _GscopeFraming
{
  /* Takes the first frame of received bytes, which it may change. Returns whether they are valid. */
  gboolean (*take) (GscopeFraming *self, guint8 *data, gsize length, GscopeFrame *frame,
                    GError **error);
  /* Returns whether a message has begun in earlier frames. */
  gboolean (*is_within) (GscopeFraming *self);
  /* Writes the bytes in front of a message and returns their number. May replace the message by
   * what is sent in its place. */
  gsize (*wrap) (GscopeFraming *self, GBytes **message, guint8 *header);
  /* Creates the last bytes before the connection is closed, for an error if there is one. Returns
   * NULL if there are none. */
  GBytes *(*create_farewell) (GscopeFraming *self, const GError *error);
  void (*free) (GscopeFraming *self);
};

/* Messages with their lengths in front: 4 bytes, little-endian. */
GscopeFraming *gscope_framing_new (void);
/* Reports a message that is longer than GSCOPE_CARRIER_MAX_MESSAGE. Returns whether it is not. */
gboolean gscope_framing_check_length (guint64 length, GError **error);

G_END_DECLS
