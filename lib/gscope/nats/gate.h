/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/clock/clock.h>
#include <gscope/nats/bus.h>

/* An agent at a NATS server, under a name: viewers ask it for connections. Of two agents of one name, the one that came
 * first serves, and both report the other. */
typedef struct _GscopeNatsGate GscopeNatsGate;

/* Who asks for a connection: the user that the subject names, and the token or an empty text. */
typedef struct
{
  const char *user;
  const char *origin;
  const char *token;
} GscopeNatsCaller;

typedef struct
{
  /* Returns whether the caller may connect, and what `arrived` gets then. */
  gpointer (*admit) (gpointer data, const GscopeNatsCaller *caller, GError **error);
  /* Takes what `admit` returned. */
  void (*arrived) (gpointer data, GscopeCarrier *carrier, gpointer admitted);
  /* It serves from now on, or does not any more; an error says why. */
  void (*changed) (gpointer data, gboolean is_serving, const GError *error);
  gpointer data;
} GscopeNatsGateFuncs;

GscopeNatsGate *gscope_nats_gate_new (GscopeNatsBus *bus, const char *name,
                                      const GscopeNatsGateFuncs *funcs, GscopeClock *clock);
/* Ends the connections, too. */
void gscope_nats_gate_free (GscopeNatsGate *self);
