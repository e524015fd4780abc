/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/parameter.h>
#include <gscope/share/channel.h>
#include <gscope/share/message.h>

/* Calls of a source's verbs in another process. */
typedef struct _GscopeRemoteCalls GscopeRemoteCalls;

GscopeRemoteCalls *gscope_remote_calls_new (GscopeChannel *channel);
/* Calls under way fail. */
void gscope_remote_calls_end (GscopeRemoteCalls *self, const GError *error);

/* Takes the task, which returns TRUE or, with a parameter, a value; its cancellable works at once. The
 * other verbs take `options`. */
void
gscope_remote_calls_call (GscopeRemoteCalls *self, GscopeVerb verb, JsonNode *options, GTask *task);
void
gscope_remote_calls_call_with (GscopeRemoteCalls *self, GscopeVerb verb, GscopeParameter *parameter,
                               GVariant *value, const char *writer, GTask *task);
/* FALSE if the message breaks the rules. */
gboolean gscope_remote_calls_answer (GscopeRemoteCalls *self, JsonObject *answer, GError **error);
