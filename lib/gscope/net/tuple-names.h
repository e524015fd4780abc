/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

/* The signals of a tuple server by name, and which client feeds each. A name that another client feeds
 * becomes one of the group “client N”. When a client has gone, the next that sends the name goes on
 * with its signal. Main thread. */
typedef struct _GscopeTupleNames GscopeTupleNames;

GscopeTupleNames *gscope_tuple_names_new (GscopeSource *source, guint max_names);
void gscope_tuple_names_free (GscopeTupleNames *self);
void gscope_tuple_names_set_max (GscopeTupleNames *self, guint max_names);

/* Gives a client, of which `number` is the number among those that are there, the signal for a name. */
GscopeSignal *gscope_tuple_names_claim (GscopeTupleNames *self, gconstpointer client, guint number,
                                        const char *name, GError **error);
void gscope_tuple_names_release (GscopeTupleNames *self, gconstpointer client);

/* The group of a client. */
char *gscope_tuple_names_dup_group (guint number);
