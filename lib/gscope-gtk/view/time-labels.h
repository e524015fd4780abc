/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/chrome.h>
#include <gtk/gtk.h>

/* The labels on the time ruler as render nodes: the numbers, and the label of the pen or of the trigger. A number has a node of its
 * own, because labels that move hide numbers one after the other. */
typedef struct
{
  /* the label of the pen or of the trigger, drawn for a time and a place */
  GskRenderNode *flag;
  gint64 flag_time;
  double flag_x;
  /* GscopeGtkNumber, and their nodes; NULL until they are drawn */
  GArray *numbers;
  GPtrArray *number_nodes;
} GscopeGtkTimeLabels;

/* Drops all nodes, or those of the numbers. */
void gscope_gtk_time_labels_clear (GscopeGtkTimeLabels *self);
void gscope_gtk_time_labels_drop_numbers (GscopeGtkTimeLabels *self);

/* Places the labels of a frame, and draws that of the pen or of the trigger if its text has changed. */
void gscope_gtk_time_labels_place (GscopeGtkTimeLabels *self, GscopeGtkAnnotations *annotations,
                                   PangoContext *context);
/* Appends the numbers that no label covers. */
void gscope_gtk_time_labels_snapshot_numbers (GscopeGtkTimeLabels *self,
                                              const GscopeGtkAnnotations *annotations,
                                              PangoContext *context, GtkSnapshot *snapshot);
/* Appends the label of the pen or of the trigger. */
void gscope_gtk_time_labels_snapshot_flag (const GscopeGtkTimeLabels *self,
                                           const GscopeGtkAnnotations *annotations,
                                           GtkSnapshot *snapshot);
