/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/analysis-view.h>
#include <gscope-gtk/analysis/graph.h>
#include <gscope-gtk/plot/interval.h>
#include <gscope-gtk/view/picture.h>

/* The operations of each kind of analysis view. */
typedef struct _GscopeGtkAnalysisFuncs
{
  /* Measures the signals again, for a picture of the widget's size. Where nothing but time went on
   * it
   * may return FALSE: the picture would be the same. */
  gboolean (*update) (GscopeGtkAnalysisView *self, const GscopeGtkInterval *interval,
                      gboolean only_time);
  void (*draw) (GscopeGtkAnalysisView *self, GscopeGtkBrush *brush);
  /* Where the pointer or the keys put the cursor, in pixels; a first step shows it. */
  void (*place) (GscopeGtkAnalysisView *self, double x, double y);
  void (*step) (GscopeGtkAnalysisView *self, int dx, int dy);
  /* To the next notable place, if there are such; may be NULL. */
  void (*jump) (GscopeGtkAnalysisView *self, int direction);
  void (*clear) (GscopeGtkAnalysisView *self);
  /* Describes the values at the cursor for people; NULL if there is no cursor. */
  char *(*read) (GscopeGtkAnalysisView *self);
  /* Takes over settings of a view, now and whenever they change; may be NULL. */
  void (*follow) (GscopeGtkAnalysisView *self, GscopeViewSettings *settings);
} GscopeGtkAnalysisFuncs;

#define GSCOPE_GTK_ANALYSIS_FUNCS(self) (GSCOPE_GTK_ANALYSIS_VIEW_GET_CLASS (self)->funcs)

/* The name that the table of panes has for a view of this type, translated; NULL if the table does not
 * have it. */
const char *gscope_gtk_analysis_view_get_name (GscopeGtkAnalysisView *self);
/* Schedules a new measurement. */
void gscope_gtk_analysis_view_change (GscopeGtkAnalysisView *self);
/* Measures now what is to be measured, so that nothing refers to signals that are gone. */
void gscope_gtk_analysis_view_catch_up (GscopeGtkAnalysisView *self);
/* The cursor moved. */
void gscope_gtk_analysis_view_redraw (GscopeGtkAnalysisView *self);
void gscope_gtk_analysis_view_draw_picture (gpointer view, const GscopeGtkDrawing *drawing);
const GscopeGtkPalette *gscope_gtk_analysis_view_get_palette (GscopeGtkAnalysisView *self);
/* How large its text is beside the usual one. */
double gscope_gtk_analysis_view_get_text_scale (GscopeGtkAnalysisView *self);

/* The view's signals that are not hidden, or the one that was chosen: GscopeGtkViewSignal. */
GPtrArray *gscope_gtk_analysis_view_list_signals (GscopeGtkAnalysisView *self);
/* The signal that was chosen, or that the view has selected, or the first one; may be NULL. */
GscopeGtkViewSignal *gscope_gtk_analysis_view_find_signal (GscopeGtkAnalysisView *self);
void gscope_gtk_analysis_view_name_signal (GscopeGtkAnalysisView *self, GscopeGtkViewSignal *signal,
                                           GscopeGtkGraphSignal *named);

/* analysis-view-input.c */
void gscope_gtk_analysis_view_class_init_input (GtkWidgetClass *klass);
void gscope_gtk_analysis_view_init_input (GscopeGtkAnalysisView *self);
