/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/agent/session.h>
#include <libsoup/soup.h>

/* The resources of an agent by HTTP, beside the WebSocket: /v1/sources and others, and /metrics. Errors are problem
 * details (RFC 9457). data/schema/rest.json describes the resources. */
typedef struct _GscopeRest GscopeRest;

/* The agent must live as long. */
GscopeRest *gscope_rest_new (const GscopeSessionHost *agent);
/* Ends the streams of events. */
void gscope_rest_free (GscopeRest *self);

/* Answers a request, of which the body has come. The principal must live as long as the message. */
void
gscope_rest_answer (GscopeRest *self, SoupServerMessage *message, const GscopePrincipal *principal);

/* Methods and paths. A path may end with “/{name}”. */
typedef struct
{
  const char *method;
  const char *path;
} GscopeRestRow;
/* Returns all resources; the last row is NULL. */
GArray *gscope_rest_list (void);
/* Returns the paths for which gscope_rest_answer() is to be called, and for those below. */
GStrv gscope_rest_list_roots (void);
