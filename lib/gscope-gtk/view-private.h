/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome.h>
#include <gscope-gtk/strips.h>
#include <gscope-gtk/view.h>

/* What of a view is kept as a node of its own. */
typedef enum
{
  GSCOPE_GTK_PART_RULERS,
  GSCOPE_GTK_PART_EVENTS,
  GSCOPE_GTK_PART_LEGENDS,
  GSCOPE_GTK_PART_CURSOR,
} GscopeGtkPart;

#define GSCOPE_GTK_N_PARTS (GSCOPE_GTK_PART_CURSOR + 1)

struct _GscopeGtkView
{
  GtkWidget parent_instance;

  GscopeWorkspaceView *description;
  GPtrArray *links;
  GListStore *signals;
  GscopeGtkScene scene;
  GscopeGtkAnnotations annotations;
  GscopeGtkStrips strips;
  GskRenderNode *parts[GSCOPE_GTK_N_PARTS];
  /* the pen's label, drawn for a time and a place */
  GskRenderNode *flag;
  gint64 flag_time;
  double flag_x;

  gboolean is_shown;
  gint64 refreshed_at;
  /* where the cursor stands in a live picture, in columns */
  double cursor_x;

  double pointer_x;
  double pointer_y;
  double drag_x;
  double drag_y;
  gboolean drags_values;
};

/* Everything that depends on the scene, on one part or on new samples is drawn anew. */
void gscope_gtk_view_redraw (GscopeGtkView *self);
void gscope_gtk_view_redraw_part (GscopeGtkView *self, GscopeGtkPart part);
void gscope_gtk_view_arrange (GscopeGtkView *self);

/* view-input.c */
void gscope_gtk_view_class_init_input (GtkWidgetClass *klass);
void gscope_gtk_view_init_input (GscopeGtkView *self);
