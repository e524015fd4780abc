/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-mailbox.h>

#include <pthread.h>

struct _GscopeMailbox
{
  void (*wake) (gpointer);
  gpointer wake_data;
  pthread_mutex_t mutex;
  GPtrArray *messages;
};

GscopeTupleMessage *
gscope_tuple_message_new (GscopeMessageKind kind, GscopeTupleConnection *connection)
{
  GscopeTupleMessage *self = g_new0 (GscopeTupleMessage, 1);

  self->kind = kind;
  self->connection = gscope_tuple_connection_ref (connection);
  return self;
}

void
gscope_tuple_message_free (GscopeTupleMessage *self)
{
  gscope_tuple_connection_unref (self->connection);
  g_clear_pointer (&self->producer, gscope_producer_unref);
  g_free (self->text);
  g_free (self);
}

static GPtrArray *
new_messages (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_tuple_message_free);
}

GscopeMailbox *
gscope_mailbox_new (void (*wake) (gpointer), gpointer user_data)
{
  GscopeMailbox *self = g_new0 (GscopeMailbox, 1);

  self->wake = wake;
  self->wake_data = user_data;
  self->messages = new_messages ();
  pthread_mutex_init (&self->mutex, NULL);
  return self;
}

void
gscope_mailbox_free (GscopeMailbox *self)
{
  g_ptr_array_unref (self->messages);
  pthread_mutex_destroy (&self->mutex);
  g_free (self);
}

void
gscope_mailbox_send (GscopeMailbox *self, GscopeTupleMessage *message)
{
  gboolean was_empty;

  pthread_mutex_lock (&self->mutex);
  was_empty = self->messages->len == 0;
  g_ptr_array_add (self->messages, message);
  pthread_mutex_unlock (&self->mutex);
  if (was_empty)
    self->wake (self->wake_data);
}

GPtrArray *
gscope_mailbox_take (GscopeMailbox *self)
{
  GPtrArray *fresh = new_messages (), *messages;

  pthread_mutex_lock (&self->mutex);
  messages = g_steal_pointer (&self->messages);
  self->messages = fresh;
  pthread_mutex_unlock (&self->mutex);
  return messages;
}
