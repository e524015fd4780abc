/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/carrier/air.h>

G_BEGIN_DECLS

/* Messages in both directions between two processes, in order. A message that begins with “{” is JSON in
 * UTF-8, another one is binary. Each kind of connection is a
 * subclass. Sends never block: unsent data is kept and counted, so that the sender of samples can
 * wait; the connection ends if more than GSCOPE_CARRIER_MAX_UNSENT bytes are unsent. A carrier
 * lives in the main context in which it was created. Emits "received" (GBytes *) for each message,
 * "sent" when unsent data was written, and "closed" (GError *; NULL without an error) once, after
 * the last message and never from within a send; a message longer than GSCOPE_CARRIER_MAX_MESSAGE
 * closes it with an error. A handler may close the carrier or run the main loop, in which the next
 * message waits until the handler has returned. */
#define GSCOPE_CARRIER_MAX_MESSAGE (1024 * 1024)
#define GSCOPE_CARRIER_MAX_UNSENT (16 * 1024 * 1024)

#define GSCOPE_TYPE_CARRIER (gscope_carrier_get_type ())
G_DECLARE_DERIVABLE_TYPE (GscopeCarrier, gscope_carrier, GSCOPE, CARRIER, GObject)

struct _GscopeCarrierClass
{
  GObjectClass parent_class;

  void (*send) (GscopeCarrier *self, GBytes *message);
  gsize (*get_unsent) (GscopeCarrier *self);
  void (*close) (GscopeCarrier *self);
  void (*flush) (GscopeCarrier *self);
  GscopeAir *(*get_air) (GscopeCarrier *self);
};

void gscope_carrier_send (GscopeCarrier *self, GBytes *message);
gsize gscope_carrier_get_unsent (GscopeCarrier *self);
/* Writes the messages at once instead of in the next iteration of the main loop, where the connection takes them, so that
 * their time-stamps are accurate. */
void gscope_carrier_flush (GscopeCarrier *self);
/* Returns where broadcasts for this connection and others are published; NULL for most kinds of connections. */
GscopeAir *gscope_carrier_get_air (GscopeCarrier *self);
/* Closes the carrier. Unsent data may be lost, and "closed" is not emitted. */
void gscope_carrier_close (GscopeCarrier *self);

/* For subclasses: emit the signals. */
void gscope_carrier_emit_received (GscopeCarrier *self, GBytes *message);
void gscope_carrier_emit_sent (GscopeCarrier *self);
void gscope_carrier_emit_closed (GscopeCarrier *self, const GError *error);

G_END_DECLS
