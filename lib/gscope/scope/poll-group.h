/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/poller.h>
#include <gscope/signal/signal.h>
#include <gscope/source/source.h>

/* The polled signals of one scope that one thread reads, one row for each tick. */
typedef struct _GscopePollGroup GscopePollGroup;

/* Creates a group for all sources that do not block, or for a single source that may. The event
 * source `drain` is woken when the waiting rows fill half of the ring. */
GscopePollGroup *gscope_poll_group_new (GscopeClock *clock, GSource *drain, gboolean may_block);
void gscope_poll_group_free (GscopePollGroup *self);

/* A worker's source is added before its first start and stays. */
void gscope_poll_group_add_source (GscopePollGroup *self, GscopeSource *source);
void gscope_poll_group_remove_source (GscopePollGroup *self, GscopeSource *source);

/* The signals of a group and its period change together. Signals that are not polled are skipped;
 * after the return no word of a removed signal is read. Waiting rows belong to the old members. */
void gscope_poll_group_set_members (GscopePollGroup *self, gint64 period, GPtrArray *signals);
void gscope_poll_group_start (GscopePollGroup *self);
void gscope_poll_group_stop (GscopePollGroup *self);

/* Moves waiting rows to the signals. Returns whether there were any. */
gboolean gscope_poll_group_drain (GscopePollGroup *self, gint64 now);
/* Returns for how long a worker's source has been in its present poll, nanoseconds. fall_silent()
 * then starts a gap in its signals. */
gint64 gscope_poll_group_get_silence (GscopePollGroup *self);
void gscope_poll_group_fall_silent (GscopePollGroup *self);
guint64 gscope_poll_group_get_lost_ticks (GscopePollGroup *self);
GscopePollerMode gscope_poll_group_get_mode (GscopePollGroup *self);
