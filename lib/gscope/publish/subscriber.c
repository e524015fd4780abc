/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/subscriber.h>

#include <gscope/carrier/message.h>
#include <gscope/json-private.h>
#include <gscope/signal/private.h>
#include <main-source.h>

enum
{
  /* How long a lease lasts, in milliseconds. */
  LEASE = 30 * 1000,
  /* How many bytes are granted at once while messages come without a break. */
  BATCH = 128 * 1024,
};

#define RENEWAL_INTERVAL (LEASE / 3 * GSCOPE_MSEC)

/* A signal, and the period of its lease at the other end. */
typedef struct
{
  guint32 id;
  GscopeSignal *signal;
  gint64 leased;
} Subscription;

struct _GscopeSubscriber
{
  GscopeCarrier *carrier;
  GscopeTuner *tuner;
  gboolean is_whole;
  GHashTable *subscriptions;
  GSource *update;
  GSource *renewal;
  GSource *granting;
  gsize n_read;
  gboolean has_granted;
};

static void
subscription_free (gpointer data)
{
  Subscription *subscription = data;

  gscope_signal_set_lease_func (subscription->signal, NULL, NULL);
  gscope_signal_set_resolution (subscription->signal, 0);
  g_object_unref (subscription->signal);
  g_free (subscription);
}

/* Leases. */

static void
leave_broadcast (GscopeSubscriber *self, guint32 id)
{
  if (self->tuner)
    gscope_tuner_leave (self->tuner, id);
}

static void
add_id (GHashTable *objects, gint64 period, guint32 id)
{
  JsonObject *object = g_hash_table_lookup (objects, &period);

  if (!object)
    {
      object = json_object_new ();
      json_object_set_array_member (object, "signals", json_array_new ());
      g_hash_table_insert (objects, g_memdup2 (&period, sizeof period), object);
    }
  json_array_add_int_element (json_object_get_array_member (object, "signals"), id);
}

/* Sends the leases that have changed, or all of them, a message a period. */
static void
send_leases (GscopeSubscriber *self, gboolean all)
{
  g_autoptr (GHashTable) objects =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer key, item;

  g_hash_table_iter_init (&iter, self->subscriptions);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    {
      Subscription *subscription = item;
      gint64 period = gscope_signal_get_lease_period (subscription->signal);

      if (period == subscription->leased && (!all || period == GSCOPE_SIGNAL_NO_LEASE))
        continue;
      if (period != subscription->leased)
        leave_broadcast (self, subscription->id);
      subscription->leased = period;
      add_id (objects, period, subscription->id);
    }
  g_hash_table_iter_init (&iter, objects);
  while (g_hash_table_iter_next (&iter, &key, &item))
    {
      gint64 period = *(gint64 *) key;

      if (period == GSCOPE_SIGNAL_NO_LEASE)
        {
          gscope_message_send (self->carrier, GSCOPE_MESSAGE_UNSUBSCRIBE, item);
          continue;
        }
      json_object_set_int_member (item, "period_ns", MIN (period, GSCOPE_MAX_PERIOD));
      json_object_set_int_member (item, "lease_ms", LEASE);
      gscope_message_send (self->carrier, GSCOPE_MESSAGE_SUBSCRIBE, item);
    }
}

static gboolean
on_update (gpointer data)
{
  GscopeSubscriber *self = data;

  g_clear_pointer (&self->update, g_source_unref);
  send_leases (self, FALSE);
  return G_SOURCE_REMOVE;
}

static gboolean
on_renewal (gpointer data)
{
  send_leases (data, TRUE);
  return G_SOURCE_CONTINUE;
}

static GSource *
attach (GSource *source, GSourceFunc func, GscopeSubscriber *self)
{
  g_source_set_static_name (source, "[gscope] leases");
  g_source_set_callback (source, func, self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}

/* Leases of many signals change at once, for example when a view is opened. */
static void
on_lease_changed (GscopeSignal *signal, gpointer data)
{
  GscopeSubscriber *self = data;

  if (!self->update)
    self->update = attach (g_idle_source_new (), on_update, self);
}

gboolean
gscope_subscriber_is_whole (GscopeSubscriber *self)
{
  return self->is_whole;
}

void
gscope_subscriber_add (GscopeSubscriber *self, guint32 id, GscopeSignal *signal)
{
  Subscription *subscription;

  if (self->is_whole)
    return;
  subscription = g_new0 (Subscription, 1);
  subscription->id = id;
  subscription->signal = g_object_ref (signal);
  subscription->leased = GSCOPE_SIGNAL_NO_LEASE;
  g_hash_table_insert (self->subscriptions, GUINT_TO_POINTER (id), subscription);
  gscope_signal_set_lease_func (signal, on_lease_changed, self);
  if (gscope_signal_get_lease_period (signal) != GSCOPE_SIGNAL_NO_LEASE)
    on_lease_changed (signal, self);
}

void
gscope_subscriber_remove (GscopeSubscriber *self, guint32 id)
{
  leave_broadcast (self, id);
  g_hash_table_remove (self->subscriptions, GUINT_TO_POINTER (id));
}

GscopeSubscriber *
gscope_subscriber_new (GscopeCarrier *carrier, GscopeClock *clock, gboolean is_whole)
{
  GscopeSubscriber *self = g_new0 (GscopeSubscriber, 1);
  JsonObject *object;

  self->carrier = g_object_ref (carrier);
  self->is_whole = is_whole;
  self->subscriptions = g_hash_table_new_full (NULL, NULL, NULL, subscription_free);
  if (!is_whole)
    {
      self->renewal =
          attach (gscope_clock_create_timeout (clock, RENEWAL_INTERVAL), on_renewal, self);
      return self;
    }
  object = json_object_new ();
  json_object_set_boolean_member (object, "all", TRUE);
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_SUBSCRIBE, object);
  return self;
}

void
gscope_subscriber_set_tuner (GscopeSubscriber *self, GscopeTuner *tuner)
{
  self->tuner = tuner;
}

static void
drop_source (GSource *source)
{
  if (!source)
    return;
  main_source_drop (source);
}

void
gscope_subscriber_free (GscopeSubscriber *self)
{
  g_clear_pointer (&self->tuner, gscope_tuner_free);
  drop_source (self->update);
  drop_source (self->renewal);
  drop_source (self->granting);
  g_hash_table_unref (self->subscriptions);
  g_object_unref (self->carrier);
  g_free (self);
}

/* Credit. */

static void
grant (GscopeSubscriber *self)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "bytes", (gint64) self->n_read);
  self->n_read = 0;
  self->has_granted = TRUE;
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_CREDIT, object);
}

static gboolean
on_grant (gpointer data)
{
  GscopeSubscriber *self = data;

  g_clear_pointer (&self->granting, g_source_unref);
  if (self->n_read > 0)
    grant (self);
  return G_SOURCE_REMOVE;
}

/* Grants the bytes that were read when no more have come, and the first bytes at once: the time that this takes tells the
 * other end how fast the link is. */
void
gscope_subscriber_count (GscopeSubscriber *self, gsize bytes)
{
  GSource *source;

  self->n_read += bytes;
  if (self->n_read >= BATCH)
    grant (self);
  if (self->granting || self->n_read < (self->has_granted ? GSCOPE_MESSAGE_GRANT : 1))
    return;
  source = g_idle_source_new ();
  /* after reads, before frames are drawn */
  g_source_set_priority (source, G_PRIORITY_HIGH_IDLE);
  self->granting = attach (source, on_grant, self);
}

/* Resolution. */

gboolean
gscope_subscriber_take_reduced (GscopeSubscriber *self, JsonObject *object, GError **error)
{
  Subscription *subscription;
  gint64 id, resolution;

  if (!gscope_json_get_integer (object, "signal", 1, G_MAXUINT32, &id, error)
      || !gscope_json_get_integer (object, "resolution_ns", 0, G_MAXINT64, &resolution, error))
    return FALSE;
  subscription = g_hash_table_lookup (self->subscriptions, GUINT_TO_POINTER ((guint32) id));
  if (subscription)
    gscope_signal_set_resolution (subscription->signal, resolution);
  return TRUE;
}

gint64
gscope_subscriber_get_resolution (GscopeSubscriber *self)
{
  gint64 coarsest = 0;
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->subscriptions);
  while (g_hash_table_iter_next (&iter, NULL, &item))
    coarsest = MAX (coarsest, gscope_signal_get_resolution (((Subscription *) item)->signal));
  return coarsest;
}
