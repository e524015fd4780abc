/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-address.h>

/* A connection to a tuple server with a thread that makes it, and makes it again, and sends lines.
 * Any thread. */
typedef struct _GscopeTupleLink GscopeTupleLink;

/* The state of the link. */
typedef struct
{
  gboolean connected;
  guint64 dropped;
  /* the last line that the server sent, or why there is no connection; NULL for none */
  char *message;
} GscopeTupleLinkState;

/* Becomes the owner of the address. Each connection, or datagram, begins with the greeting, a line
 * with its newline; empty for none. */
GscopeTupleLink *gscope_tuple_link_new (GscopeTupleAddress *address, const char *greeting);
/* Sends what it can for `timeout` nanoseconds. The thread ends when the system lets it. */
void gscope_tuple_link_free (GscopeTupleLink *self, gint64 timeout);

/* Takes a line, with its newline; drops and counts it if too much waits. */
gboolean gscope_tuple_link_push (GscopeTupleLink *self, const char *line, gsize length);
void gscope_tuple_link_drop (GscopeTupleLink *self);
/* Waits until all is sent. Returns whether it is. */
gboolean gscope_tuple_link_flush (GscopeTupleLink *self, gint64 timeout);
/* The message is the caller's. */
void gscope_tuple_link_get_state (GscopeTupleLink *self, GscopeTupleLinkState *state);
