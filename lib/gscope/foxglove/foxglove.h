/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/http/http.h>
#include <gscope/session/session.h>

/* A second door of an agent, for viewers that speak Foxglove’s protocol: WebSockets of the path GSCOPE_DOOR_TOKEN_PATH. It is
 * closed at first. Rights, journal and limits are those of all clients. */
typedef struct _GscopeFoxglove GscopeFoxglove;

typedef struct
{
  /* Returns whether there is room for one more client. */
  gboolean (*check_room) (gpointer data, const GscopePrincipal *principal, GError **error);
  /* The number of clients has changed. */
  void (*changed) (gpointer data);
  gpointer data;
} GscopeFoxgloveFuncs;

/* The agent must live as long, and the server must end first. */
GscopeFoxglove *gscope_foxglove_new (const GscopeSessionHost *agent, GscopeHttp *http,
                                     const GscopeFoxgloveFuncs *funcs);
void gscope_foxglove_free (GscopeFoxglove *self);
/* Opens the door, or closes it and ends all connections. */
void gscope_foxglove_set_open (GscopeFoxglove *self, gboolean is_open);
/* The rights have changed. */
void gscope_foxglove_update (GscopeFoxglove *self);
/* Ends all connections. */
void gscope_foxglove_end (GscopeFoxglove *self);
guint gscope_foxglove_count (GscopeFoxglove *self);
