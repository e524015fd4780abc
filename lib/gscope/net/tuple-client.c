/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-client.h>

#include <gscope/error.h>
#include <gscope/net/tuple-link.h>
#include <gscope/net/tuple-opening.h>
#include <gscope/signal/clock.h>
#include <gscope/text/decimal.h>
#include <gscope/text/tuple.h>
#include <string.h>

/* How long the end of a client may take to send what is left. */
#define LAST_FLUSH (GSCOPE_SEC / 2)

/**
 * GscopeTupleClient:
 *
 * Sends tuples to a [class@TupleServer] in another program or on another machine.
 *
 * ```c
 * GscopeTupleClient *client = gscope_tuple_client_new ("tcp:17333", NULL);
 * gscope_tuple_client_push (client, "fill level", level);
 * g_object_unref (client);
 * ```
 *
 * It never holds up its program: a push writes one line into a bounded buffer, which a thread of its
 * own sends. Tuples without room, because the server is slow or absent, are dropped and counted. A
 * connection that is lost is made again, after 0.1 s at first and at most every 10 s. Remaining
 * tuples are sent for at most half a second at the end. All functions may be called by any thread.
 */
struct _GscopeTupleClient
{
  GObject parent_instance;

  GscopeTupleLink *link;
};

G_DEFINE_FINAL_TYPE (GscopeTupleClient, gscope_tuple_client, G_TYPE_OBJECT)

static void
gscope_tuple_client_finalize (GObject *object)
{
  GscopeTupleClient *self = GSCOPE_TUPLE_CLIENT (object);

  if (self->link)
    gscope_tuple_link_free (self->link, LAST_FLUSH);
  G_OBJECT_CLASS (gscope_tuple_client_parent_class)->finalize (object);
}

static void
gscope_tuple_client_class_init (GscopeTupleClientClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_tuple_client_finalize;
}

static void
gscope_tuple_client_init (GscopeTupleClient *self)
{
}

/**
 * gscope_tuple_client_new:
 * @address: where the server is: `tcp:PORT`, `tcp:HOST:PORT`, `udp:HOST:PORT` or `unix:PATH`; without
 *   a host it is this machine
 * @error: what is wrong with the address
 *
 * Makes a client, which connects by itself.
 *
 * Returns: (transfer full): a client
 */
GscopeTupleClient *
gscope_tuple_client_new (const char *address, GError **error)
{
  return gscope_tuple_client_new_with_token (address, NULL, error);
}

/**
 * gscope_tuple_client_new_with_token:
 * @address: where the server is, as in [ctor@TupleClient.new]
 * @token: (nullable): the server's token; %NULL for none
 * @error: what is wrong with the address or the token
 *
 * Makes a client of a server that has a token. The token is sent as it is, first on each connection
 * and in each datagram. A server without a token ignores it.
 *
 * Returns: (transfer full): a client
 */
GscopeTupleClient *
gscope_tuple_client_new_with_token (const char *address, const char *token, GError **error)
{
  g_autoptr (GscopeTupleAddress) parsed = NULL;
  g_autofree char *greeting = gscope_tuple_opening_format (token);
  GscopeTupleClient *self;

  g_return_val_if_fail (address, NULL);

  if (token && !gscope_tuple_opening_check_token (token, error))
    return NULL;
  parsed = gscope_tuple_address_parse (address, error);
  if (!parsed)
    return NULL;
  if (parsed->transport == GSCOPE_TUPLE_TRANSPORT_STDIN)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   "a client cannot send to stdin; give it the address of a server");
      return NULL;
    }
  self = g_object_new (GSCOPE_TYPE_TUPLE_CLIENT, NULL);
  self->link = gscope_tuple_link_new (g_steal_pointer (&parsed), greeting);
  return self;
}

/* A client that was made without an address is not usable. */
static gboolean
is_client (GscopeTupleClient *self)
{
  return GSCOPE_IS_TUPLE_CLIENT (self) && self->link;
}

/**
 * gscope_tuple_client_push:
 * @self: a client
 * @name: the signal's name, valid as of [func@Tuple.check_name]; it may be empty
 * @value: the value
 *
 * Sends a value that is there now. Any thread; it neither waits nor allocates memory.
 *
 * Returns: %FALSE if it was dropped
 */
gboolean
gscope_tuple_client_push (GscopeTupleClient *self, const char *name, double value)
{
  gint64 now = gscope_clock_get_time (gscope_clock_get_system ());

  return gscope_tuple_client_push_at (self, name, now, value);
}

static gsize
write_line (char *line, const char *name, gsize length, gint64 time, double value)
{
  char *p = gscope_decimal_write_time (line, time);

  *p++ = ' ';
  p = gscope_decimal_write_double (p, value);
  *p++ = ' ';
  memcpy (p, name, length);
  p += length;
  *p++ = '\n';
  return p - line;
}

/**
 * gscope_tuple_client_push_at:
 * @self: a client
 * @name: the signal's name, valid as of [func@Tuple.check_name]; it may be empty
 * @time: when the value was there, in nanoseconds on any clock that runs evenly, the same for all
 *   that this client sends
 * @value: the value
 *
 * Sends a value with its time. The server maps the clock to its own; of this machine's clocks
 * `CLOCK_MONOTONIC` and `CLOCK_REALTIME` need no estimate. Any thread; it neither waits nor allocates
 * memory.
 *
 * Returns: %FALSE if it was dropped
 */
gboolean
gscope_tuple_client_push_at (GscopeTupleClient *self, const char *name, gint64 time, double value)
{
  char line[GSCOPE_DECIMAL_TIME_SIZE + GSCOPE_DECIMAL_DOUBLE_SIZE + GSCOPE_TUPLE_MAX_NAME + 3];
  gsize length;

  g_return_val_if_fail (is_client (self), FALSE);
  g_return_val_if_fail (name, FALSE);

  length = strlen (name);
  if (!gscope_tuple_check_name (name, NULL))
    {
      gscope_tuple_link_drop (self->link);
      return FALSE;
    }
  return gscope_tuple_link_push (self->link, line, write_line (line, name, length, time, value));
}

/**
 * gscope_tuple_client_flush:
 * @self: a client
 * @timeout: how long to wait at most, nanoseconds
 *
 * Waits until everything was handed to the system. Any thread.
 *
 * Returns: whether it was
 */
gboolean
gscope_tuple_client_flush (GscopeTupleClient *self, gint64 timeout)
{
  g_return_val_if_fail (is_client (self), FALSE);

  return gscope_tuple_link_flush (self->link, timeout);
}

/**
 * gscope_tuple_client_get_connected:
 * @self: a client
 *
 * Gets whether there is a connection, as far as is known: that a server has gone is noticed at the
 * next push. Any thread.
 *
 * Returns: %TRUE if there is
 */
gboolean
gscope_tuple_client_get_connected (GscopeTupleClient *self)
{
  GscopeTupleLinkState state;

  g_return_val_if_fail (is_client (self), FALSE);

  gscope_tuple_link_get_state (self->link, &state);
  g_free (state.message);
  return state.connected;
}

/**
 * gscope_tuple_client_get_dropped:
 * @self: a client
 *
 * Gets how many tuples were dropped. Any thread.
 *
 * Returns: the number of tuples
 */
guint64
gscope_tuple_client_get_dropped (GscopeTupleClient *self)
{
  GscopeTupleLinkState state;

  g_return_val_if_fail (is_client (self), 0);

  gscope_tuple_link_get_state (self->link, &state);
  g_free (state.message);
  return state.dropped;
}

/**
 * gscope_tuple_client_dup_message:
 * @self: a client
 *
 * Gets the last line that the server sent back, such as why it refused something, or else why there
 * is no connection. Any thread.
 *
 * Returns: (transfer full) (nullable): the message; %NULL if there was none
 */
char *
gscope_tuple_client_dup_message (GscopeTupleClient *self)
{
  GscopeTupleLinkState state;

  g_return_val_if_fail (is_client (self), NULL);

  gscope_tuple_link_get_state (self->link, &state);
  return state.message;
}
