/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/carrier/message.h>
#include <gscope/control/parameter.h>
#include <gscope/remote/mirror.h>
#include <gscope/source/writes.h>

/* Calls of a source's verbs in another process. Writes name the revision that the mirror knows. */
typedef struct _GscopeRemoteCalls GscopeRemoteCalls;

GscopeRemoteCalls *gscope_remote_calls_new (GscopeCarrier *carrier, GscopeMirror *mirror);
/* Fails the unanswered calls and frees the object. */
void gscope_remote_calls_end (GscopeRemoteCalls *self, const GError *error);

/* Sends a call. Takes ownership of the task, which returns TRUE or, with a parameter, a value; its
 * cancellable takes effect at once. `options` is for the verbs without a parameter. */
void
gscope_remote_calls_call (GscopeRemoteCalls *self, GscopeVerb verb, JsonNode *options, GTask *task);
void
gscope_remote_calls_call_with (GscopeRemoteCalls *self, GscopeVerb verb, GscopeParameter *parameter,
                               GVariant *value, const char *writer, GTask *task);
/* Sends writes that are applied together. The task returns TRUE, and each write of the list has its answer. */
void gscope_remote_calls_call_all (GscopeRemoteCalls *self, GscopeWrites *writes, GTask *task);
/* Reads an answer. Returns FALSE if the message is invalid. */
gboolean gscope_remote_calls_answer (GscopeRemoteCalls *self, JsonObject *answer, GError **error);
