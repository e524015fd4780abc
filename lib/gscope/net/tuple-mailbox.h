/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-connection.h>

/* Messages between a server's main context and its workers, in the order in which they were sent.
 * Any thread. */

typedef enum
{
  /* to a worker: a client that it reads from now on; from a worker: a new client that sends
   * datagrams */
  GSCOPE_TUPLE_MESSAGE_CLIENT,
  /* from a worker: asks for a name's signal; to it: the producer, or the reason */
  GSCOPE_TUPLE_MESSAGE_NAME,
  /* to a worker: the client is refused, for the reason */
  GSCOPE_TUPLE_MESSAGE_REFUSE,
  /* from a worker: the client has gone */
  GSCOPE_TUPLE_MESSAGE_GONE,
} GscopeMessageKind;

typedef struct
{
  GscopeMessageKind kind;
  GscopeTupleConnection *connection;
  guint id;
  /* a name or a reason */
  char *text;
  GscopeProducer *producer;
} GscopeTupleMessage;

GscopeTupleMessage *
gscope_tuple_message_new (GscopeMessageKind kind, GscopeTupleConnection *connection);
void gscope_tuple_message_free (GscopeTupleMessage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTupleMessage, gscope_tuple_message_free)

typedef struct _GscopeMailbox GscopeMailbox;

/* `wake` is called by the sender's thread for the first message in an empty box. */
GscopeMailbox *gscope_mailbox_new (void (*wake) (gpointer user_data), gpointer user_data);
void gscope_mailbox_free (GscopeMailbox *self);
void gscope_mailbox_send (GscopeMailbox *self, GscopeTupleMessage *message);
/* Takes all messages. */
GPtrArray *gscope_mailbox_take (GscopeMailbox *self);
