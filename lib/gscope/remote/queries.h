/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/remote/clock.h>
#include <gscope/signal/tile-history.h>

/* Queries for the past of signals in another process. */
typedef struct _GscopeRemoteQueries GscopeRemoteQueries;

GscopeRemoteQueries *gscope_remote_queries_new (GscopeCarrier *carrier, GscopeRemoteClock *clock);
/* Fails the unanswered queries, and frees the object. */
void gscope_remote_queries_end (GscopeRemoteQueries *self, const GError *error);

/* Takes a message of columns. Returns FALSE if it is invalid. */
gboolean
gscope_remote_queries_take_columns (GscopeRemoteQueries *self, GBytes *message, GError **error);
/* Takes an answer if it is one to a query. Sets @error if it is invalid. */
gboolean
gscope_remote_queries_take_answer (GscopeRemoteQueries *self, JsonObject *answer, GError **error);

#define GSCOPE_TYPE_REMOTE_HISTORY (gscope_remote_history_get_type ())

/* The history of a signal in another process. It outlives connections. */
G_DECLARE_FINAL_TYPE (GscopeRemoteHistory, gscope_remote_history, GSCOPE, REMOTE_HISTORY,
                      GscopeTileHistory)

GscopeRemoteHistory *gscope_remote_history_new (GscopeClock *clock);
/* Uses a connection, in which the signal has an id, from now on. */
void gscope_remote_history_connect (GscopeRemoteHistory *self, GscopeRemoteQueries *queries,
                                    guint32 signal);
/* Stops the use of the connection. */
void gscope_remote_history_disconnect (GscopeRemoteHistory *self);
