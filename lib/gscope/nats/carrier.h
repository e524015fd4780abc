/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/clock/clock.h>
#include <gscope/nats/bus.h>

G_BEGIN_DECLS

/* Messages over two subjects of a NATS server, one in each direction, in numbered frames, so that a message that the server
 * lost ends the connection. Each end says how many bytes it takes, so that few wait at the server. An end that has not been
 * heard for ten seconds is gone. */
#define GSCOPE_TYPE_NATS_CARRIER (gscope_nats_carrier_get_type ())
G_DECLARE_FINAL_TYPE (GscopeNatsCarrier, gscope_nats_carrier, GSCOPE, NATS_CARRIER, GscopeCarrier)

/* A frame: its kind, three times 0, its number as 4 bytes, the lowest first, and its content. The first frame of an end has
 * the number 0; frames without a number have 0, too. */
#define GSCOPE_NATS_HEADER 8

typedef enum
{
  /* a part of a message that goes on in the next frame, and its last part */
  GSCOPE_NATS_FRAME_PART,
  GSCOPE_NATS_FRAME_MESSAGE,
  /* the end of the connection */
  GSCOPE_NATS_FRAME_END,
  /* without a number: how many bytes of numbered frames, since the first one, the sender takes; 8 bytes, the lowest first */
  GSCOPE_NATS_FRAME_WINDOW,
  /* without a number: the answer of an agent to the request for a connection, as JSON */
  GSCOPE_NATS_FRAME_ANSWER,
} GscopeNatsFrame;

/* Creates a carrier that receives frames of one subject, and publishes to another one. The air may be NULL. Each window is how many
 * bytes an end takes at first. */
GscopeCarrier *
gscope_nats_carrier_new (GscopeNatsBus *bus, const char *subject, const char *far_subject,
                         guint32 window, guint32 far_window, GscopeAir *air, GscopeClock *clock);
GBytes *
gscope_nats_frame_new (GscopeNatsFrame kind, guint32 number, const void *content, gsize size);

G_END_DECLS
