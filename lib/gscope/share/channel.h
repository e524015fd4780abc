/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/export.h>

/* Messages over a stream, in both directions, each with its length in front (4 bytes,
 * little-endian). Sends never block: unsent data is kept and counted, so that the sender of samples
 * can wait; the connection ends if more than GSCOPE_CHANNEL_MAX_UNSENT bytes are unsent. A channel
 * lives in the main context in which it was created. Emits "received" (GBytes *) for each message,
 * "sent" when unsent data was written, and "closed" (GError *; NULL without an error) once, after
 * the last message; a message longer than GSCOPE_CHANNEL_MAX_MESSAGE closes it with an error. */
#define GSCOPE_CHANNEL_MAX_MESSAGE (1024 * 1024)
#define GSCOPE_CHANNEL_MAX_UNSENT (16 * 1024 * 1024)

#define GSCOPE_TYPE_CHANNEL (gscope_channel_get_type ())
G_DECLARE_FINAL_TYPE (GscopeChannel, gscope_channel, GSCOPE, CHANNEL, GObject)

/* Creates a channel over a stream that can be polled: a socket, pipes, TLS. */
GscopeChannel *gscope_channel_new (GIOStream *stream);
void gscope_channel_send (GscopeChannel *self, GBytes *message);
gsize gscope_channel_get_unsent (GscopeChannel *self);
/* Closes the channel. Unsent data may be lost, and "closed" is not emitted. */
void gscope_channel_close (GscopeChannel *self);
