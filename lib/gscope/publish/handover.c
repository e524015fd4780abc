/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/handover.h>

#include <gscope/carrier/message.h>

typedef enum
{
  ENLISTED,
  OFFERED,
  TUNED,
  COMPLETE,
} State;

struct _GscopeHandover
{
  GscopeBroadcast *broadcast;
  State state;
};

GscopeHandover *
gscope_handover_new (const GscopeBroadcastPlace *place, GscopeSignal *signal, gint64 period)
{
  GscopeBroadcast *broadcast = gscope_broadcast_enlist (place, signal, period);
  GscopeHandover *self;

  if (!broadcast)
    return NULL;
  self = g_new0 (GscopeHandover, 1);
  self->broadcast = broadcast;
  return self;
}

void
gscope_handover_free (GscopeHandover *self)
{
  gscope_broadcast_retire (self->broadcast, self->state >= TUNED);
  g_free (self);
}

static JsonObject *
describe (guint32 id)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "signal", id);
  return object;
}

void
gscope_handover_offer (GscopeHandover *self, GscopeCarrier *carrier, guint32 id)
{
  JsonObject *object;

  if (self->state != ENLISTED || !gscope_broadcast_is_on (self->broadcast))
    return;
  self->state = OFFERED;
  object = describe (id);
  json_object_set_string_member (object, "address", gscope_broadcast_get_address (self->broadcast));
  gscope_message_send (carrier, GSCOPE_MESSAGE_BROADCAST, object);
}

gboolean
gscope_handover_tune_in (GscopeHandover *self)
{
  if (self->state >= TUNED)
    return TRUE;
  if (self->state != OFFERED || !gscope_broadcast_is_on (self->broadcast))
    return FALSE;
  self->state = TUNED;
  gscope_broadcast_tune_in (self->broadcast);
  return TRUE;
}

guint64
gscope_handover_find_end (GscopeHandover *self)
{
  if (self->state == COMPLETE)
    return 0;
  if (self->state != TUNED)
    return G_MAXUINT64;
  gscope_broadcast_pump (self->broadcast);
  return gscope_broadcast_get_position (self->broadcast);
}

void
gscope_handover_complete (GscopeHandover *self, GscopeCarrier *carrier, guint32 id,
                          guint64 position)
{
  JsonObject *object;

  if (self->state != TUNED || position != gscope_broadcast_get_position (self->broadcast))
    return;
  self->state = COMPLETE;
  object = describe (id);
  json_object_set_int_member (object, "number", gscope_broadcast_get_next (self->broadcast));
  json_object_set_int_member (object, "position", (gint64) position);
  gscope_message_send (carrier, GSCOPE_MESSAGE_BROADCAST, object);
}

gboolean
gscope_handover_is_complete (GscopeHandover *self)
{
  return self->state == COMPLETE;
}

GscopeBroadcast *
gscope_handover_get_broadcast (GscopeHandover *self)
{
  return self->broadcast;
}

void
gscope_handover_tell_end (GscopeCarrier *carrier, guint32 id)
{
  gscope_message_send (carrier, GSCOPE_MESSAGE_BROADCAST, describe (id));
}
