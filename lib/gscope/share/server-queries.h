/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/publish/feed.h>
#include <gscope/record/ring.h>
#include <gscope/scope/scope.h>

/* Answers queries for the past of signals out of their traces: a slice in each iteration of the main loop, and only
 * as fast as the other end reads. */
typedef struct _GscopeServerQueries GscopeServerQueries;

GscopeServerQueries *gscope_server_queries_new (GscopeScope *scope, GscopeFeed *feed,
                                                GscopeCarrier *carrier, GscopeRecordRing *ring);
void gscope_server_queries_free (GscopeServerQueries *self);

gboolean gscope_server_queries_run (GscopeServerQueries *self, JsonObject *query, GError **error);
/* Returns whether there was such a query. */
gboolean gscope_server_queries_cancel (GscopeServerQueries *self, JsonObject *cancel);
