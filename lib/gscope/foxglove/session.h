/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/foxglove/channels.h>

/* A client that speaks Foxglove’s protocol: it learns of the channels of the sources that it may read, gets the messages of
 * those to which it subscribes, and reads and writes parameters. */
typedef struct _GscopeFoxgloveSession GscopeFoxgloveSession;

typedef struct
{
  const GscopeSessionHost *agent;
  GscopeFoxgloveChannels *channels;
  /* of this run of the agent */
  const char *id;
  /* called when a session has ended, which then is to be freed */
  void (*ended) (gpointer data, GscopeFoxgloveSession *session);
  gpointer data;
} GscopeFoxgloveHost;

/* Takes ownership of the principal. */
GscopeFoxgloveSession *
gscope_foxglove_session_new (const GscopeFoxgloveHost *host, GscopeCarrier *carrier,
                             GscopePrincipal *principal);
void gscope_foxglove_session_free (GscopeFoxgloveSession *self);
/* The channels or the rights have changed. */
void gscope_foxglove_session_update (GscopeFoxgloveSession *self);
/* Somebody has written a parameter. */
void gscope_foxglove_session_note (GscopeFoxgloveSession *self, const char *parameter);
