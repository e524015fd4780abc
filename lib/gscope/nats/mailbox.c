/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/mailbox.h>

#include <pthread.h>

enum
{
  ITEM_COST = 256,
  /* Most items that are taken in one iteration of the main loop. */
  MAX_TURN = 256,
};

typedef struct
{
  gpointer item;
  gsize size;
} Letter;

struct _GscopeNatsMailbox
{
  int n_refs;
  GDestroyNotify free_item;
  GscopeNatsMailboxFunc func;
  gpointer data;
  GSource *source;
  gsize max_bytes;

  pthread_mutex_t mutex;
  GQueue letters;
  gsize n_bytes;
  gboolean is_closed;
};

static gboolean
dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  return callback (data);
}

static GSourceFuncs source_funcs = { NULL, NULL, dispatch, NULL, NULL, NULL };

static gpointer
take (GscopeNatsMailbox *self)
{
  g_autofree Letter *letter = NULL;

  pthread_mutex_lock (&self->mutex);
  letter = g_queue_pop_head (&self->letters);
  self->n_bytes -= letter ? letter->size : 0;
  pthread_mutex_unlock (&self->mutex);
  return letter ? letter->item : NULL;
}

/* The source is ready again before each call, which may run the main loop. */
static gboolean
on_ready (gpointer data)
{
  GscopeNatsMailbox *self = gscope_nats_mailbox_ref (data);
  gpointer item;

  g_source_set_ready_time (self->source, -1);
  for (guint i = 0; i < MAX_TURN && (item = take (self)); i++)
    {
      g_source_set_ready_time (self->source, 0);
      self->func (self->data, item);
    }
  gscope_nats_mailbox_unref (self);
  return G_SOURCE_CONTINUE;
}

GscopeNatsMailbox *
gscope_nats_mailbox_new (gsize max_bytes, GDestroyNotify free_item, GscopeNatsMailboxFunc func,
                         gpointer data)
{
  GscopeNatsMailbox *self = g_new0 (GscopeNatsMailbox, 1);

  self->n_refs = 1;
  pthread_mutex_init (&self->mutex, NULL);
  g_queue_init (&self->letters);
  self->max_bytes = max_bytes;
  self->free_item = free_item;
  self->func = func;
  self->data = data;
  self->source = g_source_new (&source_funcs, sizeof (GSource));
  g_source_set_static_name (self->source, "[gscope] nats");
  g_source_set_can_recurse (self->source, TRUE);
  g_source_set_callback (self->source, on_ready, self, NULL);
  g_source_attach (self->source, g_main_context_get_thread_default ());
  return self;
}

GscopeNatsMailbox *
gscope_nats_mailbox_ref (GscopeNatsMailbox *self)
{
  g_atomic_int_inc (&self->n_refs);
  return self;
}

void
gscope_nats_mailbox_unref (GscopeNatsMailbox *self)
{
  if (!g_atomic_int_dec_and_test (&self->n_refs))
    return;
  g_source_unref (self->source);
  pthread_mutex_destroy (&self->mutex);
  g_free (self);
}

void
gscope_nats_mailbox_close (GscopeNatsMailbox *self)
{
  gpointer item;

  g_source_destroy (self->source);
  pthread_mutex_lock (&self->mutex);
  self->is_closed = TRUE;
  pthread_mutex_unlock (&self->mutex);
  while ((item = take (self)))
    self->free_item (item);
}

static gboolean
put (GscopeNatsMailbox *self, gpointer item, gsize size, gsize max_bytes)
{
  gboolean is_taken;

  pthread_mutex_lock (&self->mutex);
  is_taken = !self->is_closed && self->n_bytes + size <= max_bytes;
  if (is_taken)
    {
      Letter *letter = g_new (Letter, 1);

      *letter = (Letter){ item, size };
      g_queue_push_tail (&self->letters, letter);
      self->n_bytes += size;
      g_source_set_ready_time (self->source, 0);
    }
  pthread_mutex_unlock (&self->mutex);
  if (!is_taken)
    self->free_item (item);
  return is_taken;
}

gboolean
gscope_nats_mailbox_put (GscopeNatsMailbox *self, gpointer item, gsize size)
{
  return put (self, item, size + ITEM_COST, self->max_bytes);
}

void
gscope_nats_mailbox_put_always (GscopeNatsMailbox *self, gpointer item)
{
  put (self, item, ITEM_COST, G_MAXSIZE);
}
