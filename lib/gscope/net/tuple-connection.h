/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/clock.h>
#include <gscope/signal/producer.h>
#include <sys/socket.h>

/* One client of a tuple server: its text, its names, its clock and what it may do. Unless stated
 * otherwise, all members belong to the thread of the worker that owns the connection. */

typedef struct _GscopeTupleConnection GscopeTupleConnection;

/* The limits of one client. */
typedef struct
{
  guint names;
  /* tuples a second; 0 for any number */
  guint64 rate;
  /* what the first line must say; NULL or empty for nothing */
  const char *token;
} GscopeTupleLimits;

/* Why a client had to go, or GSCOPE_TUPLE_REFUSAL_NONE. */
typedef enum
{
  GSCOPE_TUPLE_REFUSAL_NONE,
  /* it said nothing complete for too long, or its machine does not answer any more */
  GSCOPE_TUPLE_REFUSAL_SILENCE,
  /* it spoke HTTP or TLS */
  GSCOPE_TUPLE_REFUSAL_PROTOCOL,
  GSCOPE_TUPLE_REFUSAL_TOKEN,
  GSCOPE_TUPLE_REFUSAL_OTHER,
  GSCOPE_TUPLE_N_REFUSALS,
} GscopeTupleRefusal;

/* The visible state of a client. */
typedef struct
{
  guint64 tuples;
  /* lines that belong to no signal: what is malformed, or over a limit */
  guint64 malformed;
  guint64 limit;
  guint64 late;
  gint64 offset;
  gint64 uncertainty;
  /* whether its clock is one of this machine's, and nothing was estimated */
  gboolean is_local;
  GscopeTupleRefusal refusal;
} GscopeTupleCounters;

/* Asks for the signal of a new name; gscope_tuple_connection_answer() is the answer. */
typedef void (*GscopeTupleAskFunc) (GscopeTupleConnection *connection, guint id, const char *name,
                                    gpointer user_data);

/* The descriptor of a stream is closed with the connection; a client that sends datagrams has an
 * address, to which `fd` answers, and does not own `fd`. */
GscopeTupleConnection *
gscope_tuple_connection_new_stream (int fd, gboolean local, GscopeClock *clock,
                                    const GscopeTupleLimits *limits);
GscopeTupleConnection *
gscope_tuple_connection_new_peer (int fd, const struct sockaddr *address, socklen_t length,
                                  GscopeClock *clock, const GscopeTupleLimits *limits);
GscopeTupleConnection *gscope_tuple_connection_ref (GscopeTupleConnection *self);
void gscope_tuple_connection_unref (GscopeTupleConnection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTupleConnection, gscope_tuple_connection_unref)

void gscope_tuple_connection_set_ask_func (GscopeTupleConnection *self, GscopeTupleAskFunc func,
                                           gpointer user_data);
int gscope_tuple_connection_get_fd (GscopeTupleConnection *self);

/* Its text is taken as it is: it comes from this program itself. */
void gscope_tuple_connection_trust (GscopeTupleConnection *self);
gboolean gscope_tuple_connection_is_trusted (GscopeTupleConnection *self);
/* The time of the scope's clock. */
gint64 gscope_tuple_connection_get_time (GscopeTupleConnection *self);
/* Takes text that has just come. A datagram is whole lines. */
void gscope_tuple_connection_feed (GscopeTupleConnection *self, const char *text, gsize length);
void
gscope_tuple_connection_feed_datagram (GscopeTupleConnection *self, const char *text, gsize length);
void gscope_tuple_connection_set_address (GscopeTupleConnection *self,
                                          const struct sockaddr *address, socklen_t length);
/* Gives the producer of a name's signal, or says why it has none. */
void gscope_tuple_connection_answer (GscopeTupleConnection *self, guint id,
                                     GscopeProducer *producer, const char *reason);
/* Pushes what waits for room. */
void gscope_tuple_connection_retry (GscopeTupleConnection *self);
/* Returns whether more may be read: not much waits, and the rate permits it at `now`
 * (microseconds). */
gboolean gscope_tuple_connection_may_read (GscopeTupleConnection *self, gint64 now);
gboolean gscope_tuple_connection_has_held (GscopeTupleConnection *self);

/* Sends the client one line that says why it is refused; from then on its text is ignored. */
void gscope_tuple_connection_refuse (GscopeTupleConnection *self, GscopeTupleRefusal cause,
                                     const char *reason);
gboolean gscope_tuple_connection_is_refused (GscopeTupleConnection *self);
/* Returns whether a whole line has come. */
gboolean gscope_tuple_connection_has_spoken (GscopeTupleConnection *self);
/* The text is over, perhaps in a last line without its newline. */
void gscope_tuple_connection_finish (GscopeTupleConnection *self);
/* Nothing is held any more: signals that had a stream of samples have a gap from here on. */
void gscope_tuple_connection_close (GscopeTupleConnection *self);

/* Any thread. */
void
gscope_tuple_connection_get_counters (GscopeTupleConnection *self, GscopeTupleCounters *counters);
/* The newest of what the client was told that was not taken yet; NULL if there is nothing. Any thread. */
char *gscope_tuple_connection_take_complaint (GscopeTupleConnection *self);
