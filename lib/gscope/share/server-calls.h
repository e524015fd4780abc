/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/server-private.h>
#include <gscope/source/source.h>
#include <json-glib/json-glib.h>

/* Runs a source's verbs when they are called over a carrier, and answers. Notifies the other end of
 * writes of parameters by others. */
typedef struct _GscopeServerCalls GscopeServerCalls;

GscopeServerCalls *gscope_server_calls_new (GscopeSource *source, GscopeCarrier *carrier,
                                            const GscopeServerPolicy *policy);
/* Cancels the unanswered calls, ends the leased writes, and frees the object. */
void gscope_server_calls_free (GscopeServerCalls *self);

/* Runs a call; a call that fails is answered with its error. Returns FALSE if the message is
 * invalid. */
gboolean gscope_server_calls_run (GscopeServerCalls *self, JsonObject *call, GError **error);
gboolean gscope_server_calls_cancel (GscopeServerCalls *self, JsonObject *cancel, GError **error);

void gscope_server_calls_watch (GscopeServerCalls *self, GscopeParameter *parameter);
void gscope_server_calls_unwatch (GscopeServerCalls *self, GscopeParameter *parameter);
