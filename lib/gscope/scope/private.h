/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/drain-timer.h>
#include <gscope/scope/poll-group.h>
#include <gscope/scope/scope.h>
#include <gscope/signal/intake.h>

struct _GscopeScope
{
  GObject parent_instance;

  GscopeClock *clock;
  gint64 period;
  gint64 delay;
  guint64 budget;
  gboolean running;
  gint64 started_at;
  gint64 stopped_at;

  GscopeSource *source;
  GListStore *sources;
  GPtrArray *links;
  /* the signals that are acquired, and those in the list for users */
  GListStore *members;
  GListStore *signals;
  GscopeMarkerList *markers;

  /* groups.c: the groups, a signal that is temporarily in no group, and the lost ticks of former
   * groups */
  GArray *groups;
  GscopeSignal *moving;
  guint64 gone_ticks;
  GSource *drain;
  GSource *regroup;
  GscopeDrainTimer timer;

  GscopeIntakePool intakes;
  /* losses of removed signals and sources */
  GscopeTally gone;
};

/* A source of the scope, the signals that the scope acquires from it, and those in the source's
 * list for users. */
typedef struct
{
  GscopeScope *scope;
  GscopeSource *source;
  GPtrArray *signals;
  GPtrArray *shown;
  /* whether there are new signals that are in no group yet */
  gboolean has_new;
  /* whether the scope is about to remove the source, whose signals are in no group any more */
  gboolean is_leaving;
  /* the source, if it may block and is therefore read by a worker; else NULL */
  GscopeSource *worker;
} GscopeScopeLink;

gboolean gscope_scope_is_playback (GscopeScope *self);
/* Returns the signals that the scope acquires. This list changes at once, gscope_scope_get_signals() follows. */
GListModel *gscope_scope_get_members (GscopeScope *self);

/* sources.c: the sources and their signals. */
GscopeSource *gscope_scope_find_source (GscopeScope *self, GscopeSignal *signal);
/* Adds a source, as gscope_scope_add_source(), before another source of the scope; NULL to append
 * it. */
void gscope_scope_insert_source (GscopeScope *self, GscopeSource *source, GscopeSource *next);
void gscope_scope_drop_sources (GscopeScope *self);
/* To be called when the rules for signals, or the interval of a consumer, have changed. */
void gscope_scope_rule_signals (GscopeScope *self);
void gscope_scope_update_timer (GscopeScope *self);
/* Has sources compute signals from what came into the traces. */
void gscope_scope_derive (GscopeScope *self);
/* Adds new signals to their groups. The main loop does this automatically before it waits. */
void gscope_scope_group_new_signals (GscopeScope *self);

/* groups.c: signals that are read together. A group has its own period, or 0 for the scope's, and
 * the source whose worker reads it, or NULL. */
void gscope_scope_init_groups (GscopeScope *self);
void gscope_scope_clear_groups (GscopeScope *self);
GscopePollGroup *gscope_scope_find_group (GscopeScope *self, gint64 period, GscopeSource *worker);
void gscope_scope_remove_group (GscopeScope *self, gint64 period, GscopeSource *worker);
/* Updates the signals of a group, and creates the group if necessary. A group with its own period
 * is removed with its last signal. */
void gscope_scope_update_group (GscopeScope *self, gint64 period, GscopeSource *worker);
void gscope_scope_update_own_periods (GscopeScope *self);
/* To be called when the period of the scope has changed. */
void gscope_scope_update_groups (GscopeScope *self);
void gscope_scope_start_groups (GscopeScope *self);
void gscope_scope_stop_groups (GscopeScope *self);
void gscope_scope_drain_groups (GscopeScope *self, gint64 now);

/* Lets a trigger see the new samples and writes. */
void gscope_scope_look_for (GscopeScope *self, GscopeTrigger *trigger);
