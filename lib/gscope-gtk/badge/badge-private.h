/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/badge/badge.h>

/* The times that a view shows, nanoseconds; ends are not included. */
typedef struct
{
  gint64 begin;
  gint64 end;
  /* of a column */
  gint64 width;
  guint n_cursors;
  gint64 a;
  gint64 b;
  /* the capture that is shown, or NULL */
  GscopeCapture *capture;
} GscopeGtkBadgeMoment;

/* The samples of a measurement. The traces are NULL where there is nothing to measure. Where samples are not in memory, they are
 * made of columns, of which some represent more samples than they have. */
typedef struct
{
  GscopeTrace *trace;
  GscopeTrace *other;
  gboolean is_composed;
  guint64 n_coarse;
  gint64 begin;
  gint64 end;
  /* the positions after the newest samples */
  guint64 position;
  guint64 other_position;
} GscopeGtkBadgeTask;

GscopeGtkBadge *gscope_gtk_badge_new (const GscopeWorkspaceMeasurement *description);
/* Finds its signals in the list of a view. */
void gscope_gtk_badge_bind (GscopeGtkBadge *self, GListModel *signals);
void gscope_gtk_badge_task_clear (GscopeGtkBadgeTask *task);
/* Sets the task at a moment, which has to be cleared. Returns FALSE if its value comes from the same samples already. */
gboolean gscope_gtk_badge_plan (GscopeGtkBadge *self, const GscopeGtkBadgeMoment *moment,
                                GscopeGtkBadgeTask *task);
/* Takes the value of a task, which counts in the statistics. */
void gscope_gtk_badge_take (GscopeGtkBadge *self, const GscopeGtkBadgeTask *task, double value);
/* Measures a capture, at once. */
double gscope_gtk_badge_measure (GscopeGtkBadge *self, GscopeCapture *capture);
/* Sets how to measure. */
void gscope_gtk_badge_get_settings (GscopeGtkBadge *self, GscopeMeasurementSettings *settings);
/* Returns the short text that is before the value. */
const char *gscope_gtk_badge_get_label (GscopeGtkBadge *self);
