/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/dial/endpoint.h>
#include <gscope/http/door.h>
#include <gscope/session/session.h>

/* An agent's place at a NATS server: who asks for a connection there, or sends a request, is a user of the server, or gives a
 * token. */
typedef struct _GscopeNatsPost GscopeNatsPost;

typedef struct
{
  /* Takes a connection, and ownership of the principal. */
  void (*arrived) (gpointer data, GscopeCarrier *carrier, GscopePrincipal *principal);
  /* Returns whether there is room for one more. */
  gboolean (*check_room) (gpointer data, const GscopePrincipal *principal, GError **error);
  /* Returns the door that knows the tokens; NULL if there are none. */
  GscopeDoor *(*get_door) (gpointer data);
  /* Something is wrong that concerns the agent's owner. */
  void (*failed) (gpointer data, const GError *error);
  gpointer data;
} GscopeNatsPostFuncs;

/* Connects to the server of an endpoint of the kind nats, and serves there as soon and as long as it is connected. */
GscopeNatsPost *gscope_nats_post_new (const GscopeEndpoint *endpoint, const GscopeSessionHost *host,
                                      const GscopeNatsPostFuncs *funcs, GError **error);
void gscope_nats_post_free (GscopeNatsPost *self);
/* Tells viewers at once what has changed about the agent. */
void gscope_nats_post_update (GscopeNatsPost *self);
/* Returns the address, with the name of the agent. */
const char *gscope_nats_post_get_address (GscopeNatsPost *self);
