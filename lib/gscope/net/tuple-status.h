/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-connection.h>
#include <gscope/source/source.h>

/* The status signals of a tuple server: the group “server”, and the groups “client N” for its first
 * clients. Main thread. */
typedef struct _GscopeTupleStatus GscopeTupleStatus;

/* The total counts of a server. */
typedef struct
{
  guint clients;
  guint64 turned_away;
  /* of clients that have gone */
  GscopeTupleCounters gone;
} GscopeTupleTotals;

GscopeTupleStatus *gscope_tuple_status_new (GscopeSource *source);
void gscope_tuple_status_free (GscopeTupleStatus *self);

/* The clock offsets of the first clients, for the source's status; empty without clients. */
char *gscope_tuple_status_describe_clocks (GscopeTupleStatus *self, GPtrArray *clients);

/* Shows the clients, by number; NULL means an absent client. */
void gscope_tuple_status_update (GscopeTupleStatus *self, const GscopeTupleTotals *totals,
                                 GPtrArray *clients, gint64 now);
