/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/session/session.h>
#include <json-glib/json-glib.h>

/* Watches the sources of an agent: their states, the values of their parameters, markers, and losses. */
typedef struct _GscopeRestWatch GscopeRestWatch;

/* Gets an event. The object is valid during the call. */
typedef void (*GscopeRestWatchFunc) (gpointer data, const char *kind, const char *source,
                                     JsonObject *object);

GscopeRestWatch *
gscope_rest_watch_new (const GscopeSessionHost *agent, GscopeRestWatchFunc func, gpointer data);
void gscope_rest_watch_free (GscopeRestWatch *self);
/* Reports what was lost since the last call. */
void gscope_rest_watch_look (GscopeRestWatch *self);
