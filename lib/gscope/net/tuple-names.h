/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* The signals of a tuple server by name, and the client that sends each. A name that another client
 * already sends becomes a signal of the group “client N”. After a client has gone, the next one
 * that sends the name continues its signal. Main thread. */
typedef struct _GscopeTupleNames GscopeTupleNames;

GscopeTupleNames *gscope_tuple_names_new (GscopeSource *source, guint max_names);
void gscope_tuple_names_free (GscopeTupleNames *self);
void gscope_tuple_names_set_max (GscopeTupleNames *self, guint max_names);

/* Returns the signal for a name that a client sends. `number` is the client's number among the
 * connected ones. */
GscopeSignal *gscope_tuple_names_claim (GscopeTupleNames *self, gconstpointer client, guint number,
                                        const char *name, GError **error);
void gscope_tuple_names_release (GscopeTupleNames *self, gconstpointer client);

/* Returns the name of a client's group. */
char *gscope_tuple_names_dup_group (guint number);
