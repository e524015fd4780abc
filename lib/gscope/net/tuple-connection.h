/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/signal/producer.h>
#include <sys/socket.h>

/* One client of a tuple server: its text, names, clock and limits. Unless stated otherwise, all
 * functions belong to the thread of the worker that owns the connection. */

/* An error that was sent to a client, and when: microseconds of the monotonic time. Clients are looked at in any
 * order. */
typedef struct
{
  gint64 time;
  char *reason;
} GscopeTupleProblem;

void gscope_tuple_problem_free (GscopeTupleProblem *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTupleProblem, gscope_tuple_problem_free)

typedef struct _GscopeTupleConnection GscopeTupleConnection;

/* The limits of one client. */
typedef struct
{
  guint names;
  /* tuples a second; 0 for any number */
  guint64 rate;
  /* token that the first line must have; NULL or empty for none */
  const char *token;
} GscopeTupleLimits;

/* Why a client was refused. */
typedef enum
{
  /* it sent no whole line for too long, or its machine no longer answers */
  GSCOPE_TUPLE_REFUSAL_SILENCE,
  /* it sent HTTP or TLS */
  GSCOPE_TUPLE_REFUSAL_PROTOCOL,
  GSCOPE_TUPLE_REFUSAL_TOKEN,
  GSCOPE_TUPLE_REFUSAL_OTHER,
} GscopeTupleRefusal;

#define GSCOPE_N_TUPLE_REFUSALS (GSCOPE_TUPLE_REFUSAL_OTHER + 1)

/* The visible state of a client. */
typedef struct
{
  guint64 tuples;
  /* lines that belong to no signal because they are malformed or exceed a limit */
  guint64 malformed;
  guint64 limit;
  guint64 late;
  gint64 offset;
  gint64 uncertainty;
  /* whether its clock is one of this machine's, so that the offset is not estimated */
  gboolean is_local;
  /* 1 for the cause for which it was refused */
  guint refusals[GSCOPE_N_TUPLE_REFUSALS];
} GscopeTupleCounters;

/* Asks for the signal of a new name; gscope_tuple_connection_answer() is the answer. */
typedef void (*GscopeTupleAskFunc) (GscopeTupleConnection *connection, guint id, const char *name,
                                    gpointer user_data);

/* The connection owns the descriptor of a stream. A client that sends datagrams has an address; its
 * lines are answered through `fd`, which it does not own. */
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

/* Accepts the text without a token or a check of the protocol, because it comes from this program
 * itself. */
void gscope_tuple_connection_trust (GscopeTupleConnection *self);
gboolean gscope_tuple_connection_is_trusted (GscopeTupleConnection *self);
/* Returns the time since the connection was made, nanoseconds on the scope's clock. */
gint64 gscope_tuple_connection_get_age (GscopeTupleConnection *self);
/* Reads text that has just arrived. A datagram consists of whole lines. */
void gscope_tuple_connection_feed (GscopeTupleConnection *self, const char *text, gsize length);
void
gscope_tuple_connection_feed_datagram (GscopeTupleConnection *self, const char *text, gsize length);
void gscope_tuple_connection_set_address (GscopeTupleConnection *self,
                                          const struct sockaddr *address, socklen_t length);
/* Gives the producer of a name's signal, or says why it has none. */
void gscope_tuple_connection_answer (GscopeTupleConnection *self, guint id,
                                     GscopeProducer *producer, const char *reason);
/* Pushes the tuples that wait for room. */
void gscope_tuple_connection_retry (GscopeTupleConnection *self);
/* Returns how old a sample may be when it is pushed, in nanoseconds, or 0 before the first signal
 * is known. */
gint64 gscope_tuple_connection_get_margin (GscopeTupleConnection *self);
/* Returns whether more may be read: few tuples wait, and the rate permits it at `now`
 * (microseconds). */
gboolean gscope_tuple_connection_may_read (GscopeTupleConnection *self, gint64 now);
gboolean gscope_tuple_connection_has_held (GscopeTupleConnection *self);

/* Sends the client one line that says why it is refused; from then on its text is ignored. */
void gscope_tuple_connection_refuse (GscopeTupleConnection *self, GscopeTupleRefusal cause,
                                     const char *reason);
gboolean gscope_tuple_connection_is_refused (GscopeTupleConnection *self);
/* Returns whether a whole line has arrived. */
gboolean gscope_tuple_connection_has_spoken (GscopeTupleConnection *self);
/* Reads the end of the text, which may be a line without a newline. */
void gscope_tuple_connection_finish (GscopeTupleConnection *self);
/* Counts the waiting tuples as lost, and starts a gap in signals that had a stream of samples. */
void gscope_tuple_connection_close (GscopeTupleConnection *self);

/* Any thread. */
void
gscope_tuple_connection_get_counters (GscopeTupleConnection *self, GscopeTupleCounters *counters);
/* Takes the newest error that was sent to the client; NULL if there is no new one. Any
 * thread. */
GscopeTupleProblem *gscope_tuple_connection_take_problem (GscopeTupleConnection *self);
