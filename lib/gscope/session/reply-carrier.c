/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/reply-carrier.h>

struct _GscopeReplyCarrier
{
  GscopeCarrier parent_instance;

  GscopeReplyFunc func;
  gpointer data;
};

G_DEFINE_FINAL_TYPE (GscopeReplyCarrier, gscope_reply_carrier, GSCOPE_TYPE_CARRIER)

static void
gscope_reply_carrier_send (GscopeCarrier *carrier, GBytes *message)
{
  GscopeReplyCarrier *self = GSCOPE_REPLY_CARRIER (carrier);

  if (self->func)
    self->func (self->data, message);
}

static gsize
gscope_reply_carrier_get_unsent (GscopeCarrier *carrier)
{
  return 0;
}

static void
gscope_reply_carrier_close (GscopeCarrier *carrier)
{
  GSCOPE_REPLY_CARRIER (carrier)->func = NULL;
}

static void
gscope_reply_carrier_class_init (GscopeReplyCarrierClass *klass)
{
  GscopeCarrierClass *carrier_class = GSCOPE_CARRIER_CLASS (klass);

  carrier_class->send = gscope_reply_carrier_send;
  carrier_class->get_unsent = gscope_reply_carrier_get_unsent;
  carrier_class->close = gscope_reply_carrier_close;
}

static void
gscope_reply_carrier_init (GscopeReplyCarrier *self)
{
}

GscopeCarrier *
gscope_reply_carrier_new (GscopeReplyFunc func, gpointer data)
{
  GscopeReplyCarrier *self = g_object_new (GSCOPE_TYPE_REPLY_CARRIER, NULL);

  self->func = func;
  self->data = data;
  return GSCOPE_CARRIER (self);
}
