/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/analysis-view.h>
#include <gscope-gtk/analysis/graph.h>
#include <gscope-gtk/chrome/interval.h>
#include <gscope-gtk/view/picture.h>

/* The operations of each kind of analysis view. */
typedef struct _GscopeGtkAnalysisFuncs
{
  /* where the GscopeGtkGraph of the picture is in the instance */
  gsize graph;
  /* Measures the signals again, for a picture of the widget's size, for which the graph is arranged. It may return FALSE if only
   * time has passed and the picture would be the same. */
  gboolean (*update) (GscopeGtkAnalysisView *self, const GscopeGtkInterval *interval,
                      gboolean only_time);
  void (*draw) (GscopeGtkAnalysisView *self, GscopeGtkBrush *brush);
  /* Places the cursor at a position in pixels, for the pointer, or moves it by steps, for keys; the
   * first step shows it. It is only called if the graph has signals. NULL for a cursor on the x axis. */
  void (*place) (GscopeGtkAnalysisView *self, double x, double y);
  void (*step) (GscopeGtkAnalysisView *self, int dx, int dy);
  /* Moves the cursor to the next notable position, such as a peak; may be NULL. */
  void (*jump) (GscopeGtkAnalysisView *self, int direction);
  /* Removes the cursor; NULL for a cursor on the x axis. */
  void (*clear) (GscopeGtkAnalysisView *self);
  /* Describes the values at the cursor for users; NULL if there is no cursor. */
  char *(*read) (GscopeGtkAnalysisView *self);
  /* Applies the settings of a view, now and whenever they change; may be NULL. */
  void (*follow) (GscopeGtkAnalysisView *self, GscopeViewSettings *settings);
} GscopeGtkAnalysisFuncs;

#define GSCOPE_GTK_ANALYSIS_FUNCS(self) (GSCOPE_GTK_ANALYSIS_VIEW_GET_CLASS (self)->funcs)
#define GSCOPE_GTK_ANALYSIS_GRAPH(self)                                                            \
  ((GscopeGtkGraph *) G_STRUCT_MEMBER_P (self, GSCOPE_GTK_ANALYSIS_FUNCS (self)->graph))

/* Returns the translated name of the view's type in the table of panes; NULL if the table does not
 * have it. */
const char *gscope_gtk_analysis_view_get_name (GscopeGtkAnalysisView *self);
/* Schedules a new measurement. */
void gscope_gtk_analysis_view_change (GscopeGtkAnalysisView *self);
/* Measures at once if a measurement is due, so that no result refers to a removed signal. */
void gscope_gtk_analysis_view_catch_up (GscopeGtkAnalysisView *self);
/* Schedules a redraw, because the cursor moved. */
void gscope_gtk_analysis_view_redraw (GscopeGtkAnalysisView *self);
/* Sets the cursor on the x axis. */
void gscope_gtk_analysis_view_set_cursor (GscopeGtkAnalysisView *self, double value);
void gscope_gtk_analysis_view_draw_picture (gpointer view, const GscopeGtkDrawing *drawing);
/* Returns the ratio of the text size to the usual size. */
double gscope_gtk_analysis_view_get_text_scale (GscopeGtkAnalysisView *self);

/* Lists the view's visible signals, or only the chosen one: GscopeGtkViewSignal. */
GPtrArray *gscope_gtk_analysis_view_list_signals (GscopeGtkAnalysisView *self);
/* Returns the chosen signal, or the view's selected signal, or the first one; NULL if there is
 * none. */
GscopeGtkViewSignal *gscope_gtk_analysis_view_find_signal (GscopeGtkAnalysisView *self);
void gscope_gtk_analysis_view_name_signal (GscopeGtkAnalysisView *self, GscopeGtkViewSignal *signal,
                                           GscopeGtkGraphSignal *named);

/* analysis-view-input.c */
void gscope_gtk_analysis_view_class_init_input (GtkWidgetClass *klass);
void gscope_gtk_analysis_view_init_input (GscopeGtkAnalysisView *self);
