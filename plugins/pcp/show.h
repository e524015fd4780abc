/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>
#include <web-source/lines.h>

#include "reply.h"

/* The metrics of a host, with the names of their instances, and the signals of those that are shown. Main context. */
typedef struct _PcpShow PcpShow;

PcpShow *pcp_show_new (GscopeSource *source);
void pcp_show_free (PcpShow *self);
WebLines *pcp_show_get_lines (PcpShow *self);

/* Forgets the metrics, but keeps the signals. */
void pcp_show_forget (PcpShow *self);
/* Adds metrics. Those without numbers are left out and counted, except for texts of the metric that is a parameter, whose name may
 * be NULL. Returns how many there was no room for. */
guint pcp_show_add_metrics (PcpShow *self, const GPtrArray *metrics, const char *parameter);
guint pcp_show_count_texts (PcpShow *self);
/* Returns a metric; NULL if it was not added. */
const PcpMetric *pcp_show_find (PcpShow *self, const char *name);
/* Returns the names of all metrics, with commas between them. */
char *pcp_show_join_names (PcpShow *self);

/* Begins a round. The increase of counters is shown if `rates` is TRUE, else their values. */
void pcp_show_begin (PcpShow *self, gboolean rates);
/* Returns a metric with an instance whose name is unknown, and was not asked for in this round; NULL if there is none. */
const PcpMetric *pcp_show_find_unknown (PcpShow *self, const PcpFetch *fetch);
/* Takes the names of a metric's instances, a hash table. NULL if they cannot be had. */
void pcp_show_take_instances (PcpShow *self, const PcpMetric *metric, GHashTable *instances);
/* Returns the name of an instance, which may be its number. */
char *pcp_show_dup_instance (PcpShow *self, const PcpMetric *metric, guint32 instance);
/* Takes values. `ahead` is how far their time is ahead of the clock, nanoseconds. */
void pcp_show_take (PcpShow *self, const PcpFetch *fetch, gint64 ahead);
