/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/chrome.h>
#include <gscope-gtk/view/picture.h>
#include <gscope-gtk/view/view.h>

/* Draws a view: its traces, and around them rulers, events, cursors and heads of lanes, each kept as a render node until
 * it changes. */
typedef struct _GscopeGtkPainting GscopeGtkPainting;

/* Heads of lanes, the cursor's values and what the pen has passed change this often: fast enough to read,
 * and each time a frame that is repainted more widely than the pen needs. */
#define GSCOPE_GTK_REFRESH_INTERVAL (200 * GSCOPE_MSEC)

/* The parts of a view that have a render node of their own. */
typedef enum
{
  /* where values are beyond limits */
  GSCOPE_GTK_PART_LIMITS,
  GSCOPE_GTK_PART_RULERS,
  GSCOPE_GTK_PART_TIME,
  GSCOPE_GTK_PART_EVENTS,
  /* the sentences of empty lanes */
  GSCOPE_GTK_PART_REASONS,
  GSCOPE_GTK_PART_CURSORS,
  /* over all lines */
  GSCOPE_GTK_PART_HEADS,
} GscopeGtkPart;

/* The badges, which are not owned, are in the heads of lanes. */
GscopeGtkPainting *gscope_gtk_painting_new (GscopeGtkView *view, GscopeViewSettings *settings,
                                            GscopeGtkBadgeList *badges);
void gscope_gtk_painting_free (GscopeGtkPainting *self);

/* The places of everything, and what is written there. */
const GscopeGtkScene *gscope_gtk_painting_get_scene (GscopeGtkPainting *self);
const GscopeGtkAnnotations *gscope_gtk_painting_get_annotations (GscopeGtkPainting *self);
/* Gets the space left and right of the plot; FALSE while it has no place yet. */
gboolean gscope_gtk_painting_get_insets (GscopeGtkPainting *self, int *left, int *right);
/* Returns the device column of the plot at logical pixels from the view's left. */
double gscope_gtk_painting_to_column (GscopeGtkPainting *self, double x);
/* Returns the signal in the head of a lane at a place, or NULL. */
GscopeGtkViewSignal *gscope_gtk_painting_find_signal (GscopeGtkPainting *self, double x, double y);
/* Gets the markers of the chip at a place; FALSE if there is none. */
gboolean gscope_gtk_painting_find_cluster (GscopeGtkPainting *self, double x, double y,
                                           GscopeGtkCluster *it);

/* Takes the clock of a scope, and draws its markers. */
void gscope_gtk_painting_add_scope (GscopeGtkPainting *self, GscopeScope *scope);
void gscope_gtk_painting_set_cursors (GscopeGtkPainting *self, const GscopeGtkCursorTimes *cursors);
void gscope_gtk_painting_set_steps (GscopeGtkPainting *self, GscopeStepTracker *steps);
/* A list of GscopeLimit; NULL for none. */
void gscope_gtk_painting_set_limits (GscopeGtkPainting *self, GListModel *limits);
/* These return whether there is something to arrange. */
gboolean gscope_gtk_painting_set_layout (GscopeGtkPainting *self, GscopeViewLayout layout);
gboolean gscope_gtk_painting_set_selected (GscopeGtkPainting *self, GscopeGtkViewSignal *signal);
gboolean gscope_gtk_painting_keep_margins (GscopeGtkPainting *self, int left, int right);
/* Takes the colours and the size of text from the view; returns whether the size has changed. */
gboolean gscope_gtk_painting_restyle (GscopeGtkPainting *self);

/* Places the signals that are not hidden, by the view's size. */
void gscope_gtk_painting_arrange (GscopeGtkPainting *self, GListModel *signals);
/* Lets ranges fit the values at once, or follow them, and draws everything. */
void gscope_gtk_painting_fit (GscopeGtkPainting *self);
void gscope_gtk_painting_follow (GscopeGtkPainting *self);
void gscope_gtk_painting_redraw (GscopeGtkPainting *self);
void gscope_gtk_painting_redraw_part (GscopeGtkPainting *self, GscopeGtkPart part);
/* Redraws what has changed since the last time, in the heads, sentences, and events. */
void gscope_gtk_painting_refresh (GscopeGtkPainting *self);
/* Redraws the heads of lanes if the values there have changed, or the events that they count. */
void gscope_gtk_painting_refresh_heads (GscopeGtkPainting *self, gboolean changed);
/* Draws samples from a time on, with the pen that was at a column before. */
void gscope_gtk_painting_advance (GscopeGtkPainting *self, gint64 news, gint64 old_pen);

/* Draws an interval for which the history of a signal has answered. */
void gscope_gtk_painting_take_past (GscopeGtkPainting *self, gint64 begin, gint64 end);

void gscope_gtk_painting_snapshot (GscopeGtkPainting *self, GtkSnapshot *snapshot);
/* Draws a picture of another size, for which it arranges the signals: arrange them again afterwards. */
void gscope_gtk_painting_draw_picture (GscopeGtkPainting *self, GListModel *signals,
                                       const GscopeGtkDrawing *drawing);
