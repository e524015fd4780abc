/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/carrier.h>

enum
{
  RECEIVED,
  SENT,
  CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_ABSTRACT_TYPE (GscopeCarrier, gscope_carrier, G_TYPE_OBJECT)

static void
flush_later (GscopeCarrier *self)
{
}

static GscopeAir *
get_no_air (GscopeCarrier *self)
{
  return NULL;
}

static void
gscope_carrier_class_init (GscopeCarrierClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  klass->flush = flush_later;
  klass->get_air = get_no_air;
  signals[RECEIVED] = g_signal_new ("received", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, G_TYPE_BYTES);
  signals[SENT] =
      g_signal_new ("sent", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CLOSED] = g_signal_new ("closed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
gscope_carrier_init (GscopeCarrier *self)
{
}

void
gscope_carrier_send (GscopeCarrier *self, GBytes *message)
{
  g_return_if_fail (g_bytes_get_size (message) <= GSCOPE_CARRIER_MAX_MESSAGE);

  GSCOPE_CARRIER_GET_CLASS (self)->send (self, message);
}

gsize
gscope_carrier_get_unsent (GscopeCarrier *self)
{
  return GSCOPE_CARRIER_GET_CLASS (self)->get_unsent (self);
}

void
gscope_carrier_flush (GscopeCarrier *self)
{
  GSCOPE_CARRIER_GET_CLASS (self)->flush (self);
}

GscopeAir *
gscope_carrier_get_air (GscopeCarrier *self)
{
  return GSCOPE_CARRIER_GET_CLASS (self)->get_air (self);
}

void
gscope_carrier_close (GscopeCarrier *self)
{
  GSCOPE_CARRIER_GET_CLASS (self)->close (self);
}

void
gscope_carrier_emit_received (GscopeCarrier *self, GBytes *message)
{
  g_signal_emit (self, signals[RECEIVED], 0, message);
}

void
gscope_carrier_emit_sent (GscopeCarrier *self)
{
  g_signal_emit (self, signals[SENT], 0);
}

void
gscope_carrier_emit_closed (GscopeCarrier *self, const GError *error)
{
  g_signal_emit (self, signals[CLOSED], 0, error);
}
