/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/net/tuple-connection.h>
#include <gscope/source/source.h>

/* What a tuple server shows of itself and of its first clients: signals of the group “server” and
 * of the groups “client N”. Main thread. */
typedef struct _GscopeTupleStatus GscopeTupleStatus;

/* What a server counts over all its time. */
typedef struct
{
  guint clients;
  guint64 turned_away;
  guint64 refusals[GSCOPE_TUPLE_N_REFUSALS];
  /* of clients that have gone */
  GscopeTupleCounters gone;
} GscopeTupleTotals;

GscopeTupleStatus *gscope_tuple_status_new (GscopeSource *source);
void gscope_tuple_status_free (GscopeTupleStatus *self);

/* What the clocks of the first clients are, for the source's status; empty if there is none. */
char *gscope_tuple_status_describe_clocks (GscopeTupleStatus *self, GPtrArray *clients);

/* Shows the clients, by number; NULL stands for one that is not there. */
void gscope_tuple_status_update (GscopeTupleStatus *self, const GscopeTupleTotals *totals,
                                 GPtrArray *clients, gint64 now);
