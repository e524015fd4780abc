/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/private.h>
#include <gscope/trace/archive.h>

/* For signal.c, display.c and samples.c. */
struct _GscopeSignal
{
  GObject parent_instance;

  GscopeSignalKind kind;
  char *instance;
  char *group;
  char *group_title;
  char *name;
  char *full_name;
  char *role;
  char *title;
  char *description;
  char *unit;
  GStrv followers;
  /* a full name; NULL if it is compared with no other signal */
  char *compared_with;
  /* of the compared run: its number from 1 on, and what tells it apart */
  guint run;
  char *run_label;
  /* NULL if its values are not states */
  GscopeStates *states;
  /* a JSON object; NULL if no trigger is known */
  char *trigger;
  double min;
  double max;
  guint color;
  GscopeLineMode line_mode;
  gboolean hidden;
  gint64 period;
  gint64 resolution;
  gboolean ended;
  gboolean diagnostic;

  GscopeWord word;
  gboolean any_thread;
  GDestroyNotify destroy;

  GArray *leases;
  guint last_lease;
  GscopeLeaseFunc lease_func;
  gpointer lease_data;

  GscopeDetachFunc detach;
  gpointer scope;
  GscopeIntake intake;
  GscopeHistory *history;
  /* NULL if the trace has all samples */
  GObject *archive;
  const GscopeArchiveFuncs *archive_funcs;
  /* NULL if its times are of the clock here */
  GscopeTimeBase *time_base;
};
