/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/http/http.h>
#include <gscope/session/session.h>

/* The resources of an agent by HTTP, beside the WebSocket: /v1/sources and others, and /metrics. Errors are problem
 * details (RFC 9457). data/schema/rest.json describes the resources. */
typedef struct _GscopeRest GscopeRest;

/* Adds the resources to a server. The agent must live as long, and the server must end first. */
GscopeRest *gscope_rest_new (const GscopeSessionHost *agent, GscopeHttp *http);
/* Ends the streams of events. */
void gscope_rest_free (GscopeRest *self);

/* Methods and paths. A path may end with “/{name}”. */
typedef struct
{
  const char *method;
  const char *path;
} GscopeRestRow;
/* Returns all resources; the last row is NULL. */
GArray *gscope_rest_list (void);
