/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/fake-carrier.h"

#include "support/fake-air.h"

struct _FakeCarrier
{
  GscopeCarrier parent_instance;

  FakeAir *air;
  GQueue sent;
  gsize unsent;
  gboolean holds;
  gboolean is_closed;
};

G_DEFINE_FINAL_TYPE (FakeCarrier, fake_carrier, GSCOPE_TYPE_CARRIER)

static void
fake_carrier_send (GscopeCarrier *carrier, GBytes *message)
{
  FakeCarrier *self = FAKE_CARRIER (carrier);

  if (self->is_closed)
    return;
  g_queue_push_tail (&self->sent, g_bytes_ref (message));
  if (self->holds)
    self->unsent += g_bytes_get_size (message);
}

static gsize
fake_carrier_get_unsent (GscopeCarrier *carrier)
{
  return FAKE_CARRIER (carrier)->unsent;
}

static void
fake_carrier_close (GscopeCarrier *carrier)
{
  FAKE_CARRIER (carrier)->is_closed = TRUE;
}

static GscopeAir *
fake_carrier_get_air (GscopeCarrier *carrier)
{
  return GSCOPE_AIR (FAKE_CARRIER (carrier)->air);
}

static void
fake_carrier_finalize (GObject *object)
{
  g_object_unref (FAKE_CARRIER (object)->air);
  g_queue_clear_full (&FAKE_CARRIER (object)->sent, (GDestroyNotify) g_bytes_unref);
  G_OBJECT_CLASS (fake_carrier_parent_class)->finalize (object);
}

static void
fake_carrier_class_init (FakeCarrierClass *klass)
{
  GscopeCarrierClass *carrier_class = GSCOPE_CARRIER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = fake_carrier_finalize;
  carrier_class->send = fake_carrier_send;
  carrier_class->get_unsent = fake_carrier_get_unsent;
  carrier_class->close = fake_carrier_close;
  carrier_class->get_air = fake_carrier_get_air;
}

static void
fake_carrier_init (FakeCarrier *self)
{
  self->air = fake_air_new ();
  g_queue_init (&self->sent);
}

FakeCarrier *
fake_carrier_new (void)
{
  return g_object_new (FAKE_TYPE_CARRIER, NULL);
}

gboolean
fake_carrier_is_closed (FakeCarrier *self)
{
  return self->is_closed;
}

void
fake_carrier_hold (FakeCarrier *self, gboolean holds)
{
  self->holds = holds;
  if (holds || self->unsent == 0 || self->is_closed)
    return;
  self->unsent = 0;
  gscope_carrier_emit_sent (GSCOPE_CARRIER (self));
}

void
fake_carrier_receive (FakeCarrier *self, gconstpointer data, gsize size)
{
  g_autoptr (GBytes) message = g_bytes_new (data, size);

  if (self->is_closed)
    return;
  if (size > 0 && *(const guint8 *) data == 3)
    fake_air_tell (self->air, message);
  else
    gscope_carrier_emit_received (GSCOPE_CARRIER (self), message);
}

void
fake_carrier_end (FakeCarrier *self)
{
  if (self->is_closed)
    return;
  self->is_closed = TRUE;
  gscope_carrier_emit_closed (GSCOPE_CARRIER (self), NULL);
}

GBytes *
fake_carrier_take (FakeCarrier *self)
{
  return g_queue_pop_head (&self->sent);
}
