/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/poller.h>
#include <gscope/signal/signal.h>
#include <gscope/source/source.h>

/* The polled signals of one scope that are read by one thread, in one row a tick. */
typedef struct _GscopePollGroup GscopePollGroup;

/* For all sources that do not block, or for one that may. drain is made ready when the rows that
 * wait fill half of their ring. */
GscopePollGroup *gscope_poll_group_new (GscopeClock *clock, GSource *drain, gboolean may_block);
void gscope_poll_group_free (GscopePollGroup *self);

/* A worker's source is added before its first start and stays. */
void gscope_poll_group_add_source (GscopePollGroup *self, GscopeSource *source);
void gscope_poll_group_remove_source (GscopePollGroup *self, GscopeSource *source);

/* The signals of a group and its period change together. Signals that are not polled are skipped;
 * after the return no word of a removed signal is read. Rows that wait go to the old members. */
void gscope_poll_group_set_members (GscopePollGroup *self, gint64 period, GPtrArray *signals);
void gscope_poll_group_start (GscopePollGroup *self);
void gscope_poll_group_stop (GscopePollGroup *self);

/* Hands waiting rows to the signals; returns whether there were any. */
gboolean gscope_poll_group_drain (GscopePollGroup *self, gint64 now);
/* For how long the source of a worker has been in one poll; and what its signals are told then. */
gint64 gscope_poll_group_get_silence (GscopePollGroup *self);
void gscope_poll_group_fall_silent (GscopePollGroup *self);
guint64 gscope_poll_group_get_lost_ticks (GscopePollGroup *self);
GscopePollerMode gscope_poll_group_get_mode (GscopePollGroup *self);
