/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/timeline.h>

G_BEGIN_DECLS

/* Reads the part of a signal that is not in memory: the columns of a history, one window after the other. */
typedef struct _GscopeFar GscopeFar;

/* Takes a sample of a column. */
typedef void (*GscopeFarFunc) (gpointer data, const GscopeSample *sample);

/* An interval whose begin is G_MININT64 for all that the history has; NULL if all of it is in the trace. */
GscopeFar *gscope_far_new (const GscopeTimeline *timeline, gint64 begin, gint64 end);
void gscope_far_free (GscopeFar *self);
/* From 0 to 1. */
double gscope_far_get_progress (const GscopeFar *self);

/* Returns whether a sample that is passed on is one of a column of more samples. */
gboolean gscope_far_is_coarse (const GscopeFar *self, gint64 time);
/* Reads all of it, or what is left after an error, and ends the task, which it takes. It outlives the task. */
void gscope_far_read_async (GscopeFar *self, GscopeFarFunc func, gpointer data, GTask *task);

G_END_DECLS
