/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/session/session.h>

/* The parameters of an agent for a client: it reads them, writes them, and gets the new values of those to which it has
 * subscribed. Names are full names. A refusal is a status, besides the value that is still in force. */
typedef struct _GscopeFoxgloveParameters GscopeFoxgloveParameters;

GscopeFoxgloveParameters *
gscope_foxglove_parameters_new (const GscopeSessionHost *agent, const GscopePrincipal *principal,
                                GscopeCarrier *carrier);
void gscope_foxglove_parameters_free (GscopeFoxgloveParameters *self);

/* Requests of the client. */
gboolean gscope_foxglove_parameters_get (GscopeFoxgloveParameters *self, JsonObject *request,
                                         GError **error);
gboolean gscope_foxglove_parameters_set (GscopeFoxgloveParameters *self, JsonObject *request,
                                         GError **error);
gboolean gscope_foxglove_parameters_subscribe (GscopeFoxgloveParameters *self, JsonObject *request,
                                               GError **error);
gboolean gscope_foxglove_parameters_unsubscribe (GscopeFoxgloveParameters *self,
                                                 JsonObject *request, GError **error);

/* Somebody has written a parameter. */
void gscope_foxglove_parameters_note (GscopeFoxgloveParameters *self, const char *full_name);
