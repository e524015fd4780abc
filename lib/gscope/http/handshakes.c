/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/http/handshakes.h>

#include <main-source.h>

/* How long a handshake may take, from the first bytes of the client on. */
#define PATIENCE (5 * GSCOPE_SEC)

enum
{
  MAX_RUNNING = 16,
  MAX_OF_ADDRESS = 4,
};

struct _GscopeHandshakes
{
  GscopeClock *clock;
  /* those whose clients have sent something */
  GQueue waiting;
  /* the oldest first */
  GPtrArray *running;
  guint64 n_ended;
};

typedef struct
{
  GscopeHandshakes *all;
  GTlsConnection *connection;
  char *address;
  GCancellable *cancellable;
  GSource *patience;
  GscopeHandshakeFunc func;
  gpointer data;
  GDestroyNotify destroy;
} Handshake;

GscopeHandshakes *
gscope_handshakes_new (GscopeClock *clock)
{
  GscopeHandshakes *self = g_rc_box_new0 (GscopeHandshakes);

  self->clock = g_object_ref (clock);
  g_queue_init (&self->waiting);
  self->running = g_ptr_array_new ();
  return self;
}

/* Each handshake has a reference. */
static void
clear (gpointer data)
{
  GscopeHandshakes *self = data;

  g_ptr_array_unref (self->running);
  g_object_unref (self->clock);
}

void
gscope_handshakes_unref (GscopeHandshakes *self)
{
  g_rc_box_release_full (self, clear);
}

/* Reports the end of a handshake, and frees it. */
static void
end (Handshake *handshake, GTlsConnection *connection)
{
  g_clear_pointer (&handshake->patience, main_source_drop);
  handshake->func (handshake->data, connection);
  handshake->destroy (handshake->data);
  g_object_unref (handshake->connection);
  g_object_unref (handshake->cancellable);
  g_free (handshake->address);
  gscope_handshakes_unref (handshake->all);
  g_free (handshake);
}

static guint
count (GscopeHandshakes *self, const char *address)
{
  guint n = 0;

  for (guint i = 0; i < self->running->len; i++)
    n += g_str_equal (((Handshake *) self->running->pdata[i])->address, address);
  return n;
}

/* The next one is of an address that has the fewest running ones: a few addresses with many do not keep others out. */
static Handshake *
take_next (GscopeHandshakes *self)
{
  guint fewest = MAX_OF_ADDRESS;
  GList *next = NULL;
  Handshake *handshake;

  for (GList *link = self->waiting.head; link && fewest > 0; link = link->next)
    {
      guint n = count (self, ((Handshake *) link->data)->address);

      if (n >= fewest)
        continue;
      fewest = n;
      next = link;
    }
  if (!next)
    return NULL;
  handshake = next->data;
  g_queue_delete_link (&self->waiting, next);
  return handshake;
}

static void
end_early (Handshake *handshake)
{
  handshake->all->n_ended++;
  g_cancellable_cancel (handshake->cancellable);
}

/* Ends the oldest handshake of the address that has the most, unless each has one. */
static void
make_room (GscopeHandshakes *self)
{
  Handshake *chosen = NULL;
  guint most = 1;

  for (guint i = 0; i < self->running->len; i++)
    {
      Handshake *handshake = self->running->pdata[i];
      guint n = count (self, handshake->address);

      if (n <= most || g_cancellable_is_cancelled (handshake->cancellable))
        continue;
      most = n;
      chosen = handshake;
    }
  if (chosen)
    end_early (chosen);
}

/* Returns whether an address has no handshake, also none that waits. */
static gboolean
is_new (GscopeHandshakes *self, const char *address)
{
  gboolean is_waiting = FALSE;

  for (GList *link = self->waiting.head; link && !is_waiting; link = link->next)
    is_waiting = g_str_equal (((Handshake *) link->data)->address, address);
  return !is_waiting && count (self, address) == 0;
}

static void run (GscopeHandshakes *self);

static void
on_done (GObject *object, GAsyncResult *result, gpointer data)
{
  Handshake *handshake = data;
  GscopeHandshakes *self = g_rc_box_acquire (handshake->all);
  gboolean is_done = g_tls_connection_handshake_finish (handshake->connection, result, NULL);

  g_ptr_array_remove (self->running, handshake);
  end (handshake, is_done ? handshake->connection : NULL);
  run (self);
  gscope_handshakes_unref (self);
}

static gboolean
on_patience (gpointer data)
{
  end_early (data);
  return G_SOURCE_REMOVE;
}

static void
begin (GscopeHandshakes *self, Handshake *handshake)
{
  g_ptr_array_add (self->running, handshake);
  handshake->patience = gscope_clock_create_timeout (self->clock, PATIENCE);
  g_source_set_static_name (handshake->patience, "[gscope] handshake");
  g_source_set_callback (handshake->patience, on_patience, handshake, NULL);
  g_source_attach (handshake->patience, g_main_context_get_thread_default ());
  g_tls_connection_handshake_async (handshake->connection, G_PRIORITY_DEFAULT,
                                    handshake->cancellable, on_done, handshake);
}

static void
run (GscopeHandshakes *self)
{
  Handshake *handshake;

  while (self->running->len < MAX_RUNNING && (handshake = take_next (self)))
    begin (self, handshake);
}

/* A handshake that was cancelled begins, too, and fails. */
static gboolean
on_readable (GSocket *socket, GIOCondition condition, gpointer data)
{
  Handshake *handshake = data;
  GscopeHandshakes *self = handshake->all;

  if (self->running->len >= MAX_RUNNING && is_new (self, handshake->address)
      && !g_cancellable_is_cancelled (handshake->cancellable))
    make_room (self);
  g_queue_push_tail (&self->waiting, handshake);
  run (self);
  return G_SOURCE_REMOVE;
}

guint64
gscope_handshakes_count_ended (GscopeHandshakes *self)
{
  return self->n_ended;
}

void
gscope_handshakes_add (GscopeHandshakes *self, GTlsConnection *connection, GSocket *socket,
                       const char *address, GCancellable *cancellable, GscopeHandshakeFunc func,
                       gpointer data, GDestroyNotify destroy)
{
  Handshake *handshake = g_new0 (Handshake, 1);
  g_autoptr (GSource) readable = g_socket_create_source (socket, G_IO_IN, cancellable);

  *handshake = (Handshake){
    .all = g_rc_box_acquire (self),
    .connection = g_object_ref (connection),
    .address = g_strdup (address),
    .cancellable = g_object_ref (cancellable),
    .func = func,
    .data = data,
    .destroy = destroy,
  };
  g_source_set_static_name (readable, "[gscope] handshake");
  g_source_set_callback (readable, G_SOURCE_FUNC (on_readable), handshake, NULL);
  g_source_attach (readable, g_main_context_get_thread_default ());
}
