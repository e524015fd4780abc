/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/scene.h>
#include <gscope/limit/limit.h>

/* The failures of limits, which the heads of lanes count. */
typedef struct
{
  guint64 n;
  guint n_signals;
  /* one of the signals that have them */
  GscopeGtkViewSignal *one;
} GscopeGtkFailures;

/* Returns the limit of a signal; NULL for none. The list of GscopeLimit may be NULL. */
GscopeLimit *gscope_gtk_failures_find_limit (GListModel *limits, GscopeSignal *signal);
/* Counts the failures of the signals that a lane shows as lines. */
GscopeGtkFailures gscope_gtk_failures_count (GListModel *limits, const GscopeGtkSceneLane *lane);
/* Returns words for a number of failures; NULL for none. */
char *gscope_gtk_failures_describe (guint64 n);
