/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/drain-timer.h>
#include <gscope/scope/own-periods.h>
#include <gscope/scope/poll-group.h>
#include <gscope/scope/scope.h>

struct _GscopeScope
{
  GObject parent_instance;

  GscopeClock *clock;
  gint64 period;
  gint64 delay;
  gsize budget;
  gboolean running;
  gint64 started_at;
  gint64 stopped_at;

  GscopeSource *source;
  GListStore *sources;
  GPtrArray *links;
  GListStore *signals;
  GscopeMarkerList *markers;

  GscopePollGroup *group;
  GscopeOwnPeriods *own_periods;
  GscopeSignal *moving;
  GSource *drain;
  GscopeDrainTimer timer;

  guint64 n_drained;
  gsize bytes;
  /* of signals and sources that the scope has no more */
  GscopeTally gone;
};

/* A source of the scope, and what of it the scope has taken over. */
typedef struct
{
  GscopeScope *scope;
  GscopeSource *source;
  GPtrArray *signals;
  GscopePollGroup *worker;
} GscopeScopeLink;

gboolean gscope_scope_is_playback (GscopeScope *self);

/* scope-losses.c: keeps the losses of what the scope lets go. */
void gscope_scope_keep_signal_tally (GscopeScope *self, GscopeSignal *signal);
void gscope_scope_keep_source_tally (GscopeScope *self, GscopeSource *source);

/* scope-sources.c: who reads which signals of the sources. */
GscopeSource *gscope_scope_find_source (GscopeScope *self, GscopeSignal *signal);
/* As gscope_scope_add_source(), before another of its sources; NULL for after all. */
void gscope_scope_insert_source (GscopeScope *self, GscopeSource *source, GscopeSource *next);
void gscope_scope_drop_sources (GscopeScope *self);
/* Says whether a source that may block does. */
void gscope_scope_judge_worker (GscopeScopeLink *link);
void gscope_scope_for_each_group (GscopeScope *self, void (*func) (GscopePollGroup *));
/* What has changed for all: the period; what signals are ruled by; who wants samples how soon. */
void gscope_scope_update_groups (GscopeScope *self);
void gscope_scope_rule_signals (GscopeScope *self);
void gscope_scope_update_timer (GscopeScope *self);
