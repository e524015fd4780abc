/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/painter.h>

/* The drawing of a signal of states: a row of bars. Lengths are device pixels. */

/* A text: the opacity of each pixel, row by row. */
typedef struct
{
  int width;
  int height;
  guint8 *alpha;
} GscopeGtkStamp;

/* How a state is drawn. The texts may be NULL; ink is their colour. */
typedef struct
{
  gboolean exists;
  GscopeStateStyle style;
  guint32 color;
  guint32 ink;
  const GscopeGtkStamp *name;
  const GscopeGtkStamp *label;
} GscopeGtkLook;

/* How the states of a signal are drawn, by their values. The colours are those of symbols at their changes; a logical
 * pixel has `scale` device pixels. */
struct _GscopeGtkLooks
{
  GscopeGtkLook looks[GSCOPE_MAX_STATES];
  guint n;
  gboolean has_symbols;
  double scale;
  guint32 plot;
  guint32 wake_up;
  guint32 preempted;
  guint32 ended;
};

/* Receives what is drawn: x from the first column, y from the lane's top. A stamp is cut at x = end. */
typedef struct
{
  void (*box) (gpointer data, double x0, double y0, double x1, double y1, guint32 color,
               double opacity);
  void (*stamp) (gpointer data, const GscopeGtkStamp *stamp, int x, int y, int end, guint32 color);
  gpointer data;
} GscopeGtkStateSink;

/* The event at a change from one state to another. */
typedef enum
{
  GSCOPE_GTK_CHANGE_OTHER,
  GSCOPE_GTK_CHANGE_WAKE_UP,
  GSCOPE_GTK_CHANGE_PREEMPTED,
  GSCOPE_GTK_CHANGE_BUDGET_ENDED,
} GscopeGtkStateChange;

/* A state of a signal: from `begin` to `end`, G_MAXINT64 while it lasts. */
typedef struct
{
  gint64 begin;
  gint64 end;
  double value;
} GscopeGtkInterval;

/* Gets the state at a time; returns FALSE if none is known. */
gboolean gscope_gtk_states_find (const GscopeTimeline *timeline, gint64 time, gint64 width,
                                 GscopeGtkInterval *interval);
GscopeGtkStateChange gscope_gtk_states_get_change (GscopeStateStyle from, GscopeStateStyle to);

/* Draws n columns of `width` ns, from `column` on, up to the pen. Any split into runs gives the same picture. An interval
 * that has ended changes all of its columns. */
void gscope_gtk_states_draw (const GscopeGtkStroke *stroke, gint64 column, int n, gint64 width,
                             gint64 pen, const GscopeGtkStateSink *sink);
