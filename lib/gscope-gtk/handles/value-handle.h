/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/handles/value-place.h>

/* A handle of a value of a signal: a flag on the value ruler, which is dragged, or moved by arrow keys. The widget covers the lane
 * and the ruler; only the flag takes the pointer. A subclass says which value it is, and changes it; it may have another shape. */
#define GSCOPE_GTK_TYPE_VALUE_HANDLE (gscope_gtk_value_handle_get_type ())
G_DECLARE_DERIVABLE_TYPE (GscopeGtkValueHandle, gscope_gtk_value_handle, GSCOPE_GTK, VALUE_HANDLE,
                          GtkWidget)

struct _GscopeGtkValueHandleClass
{
  GtkWidgetClass parent_class;

  /* whether the value is in the plot, without a flag that covers numbers of the ruler */
  gboolean is_in_plot;
  /* whether there is a value, which is shown where there is a lane */
  gboolean (*has_value) (GscopeGtkValueHandle *self);
  double (*get_value) (GscopeGtkValueHandle *self);
  /* the value as assistive technologies say it */
  char *(*describe) (GscopeGtkValueHandle *self);
  /* Optional: follows what has the value; returns whether that is different. is_moved: whether the lane is elsewhere */
  gboolean (*follow) (GscopeGtkValueHandle *self, gboolean is_moved);

  /* Optional: the pointer was pressed at a place; returns FALSE if there is nothing to drag */
  gboolean (*grab) (GscopeGtkValueHandle *self, double x, double y);
  /* Optional: a drag begins, or a key was pressed. */
  void (*begin) (GscopeGtkValueHandle *self);
  /* The pointer or the key is at a value; by: how far above the place where the drag began; x: how far right of it, pixels;
   * state: keys that modify it */
  void (*move) (GscopeGtkValueHandle *self, double value, double by, double x,
                GdkModifierType state);
  /* The drag or the key ends. */
  void (*end) (GscopeGtkValueHandle *self);
};

const GscopeGtkValuePlace *gscope_gtk_value_handle_get_value_place (GscopeGtkValueHandle *self);
/* Returns the number of the gesture: a drag is one, and keys that follow each other are one. */
guint gscope_gtk_value_handle_get_gesture (GscopeGtkValueHandle *self);
/* Lets the next key be another gesture. */
void gscope_gtk_value_handle_end_gesture (GscopeGtkValueHandle *self);
gboolean gscope_gtk_value_handle_is_shown (GscopeGtkValueHandle *self);
gboolean gscope_gtk_value_handle_is_dragged (GscopeGtkValueHandle *self);
/* Ends a drag without its end. */
void gscope_gtk_value_handle_cancel (GscopeGtkValueHandle *self);
/* Shows another value. */
void gscope_gtk_value_handle_update (GscopeGtkValueHandle *self);

/* Takes the place of the lane in a scene, with the scale of the signal; lane is NULL if it is not shown. Returns whether the place,
 * gscope_gtk_value_handle_get_place(), is another one. */
gboolean
gscope_gtk_value_handle_follow (GscopeGtkValueHandle *self, const GscopeGtkScene *scene,
                                const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping);
/* Gets the place in the view; returns FALSE while the handle is hidden. */
gboolean gscope_gtk_value_handle_get_place (GscopeGtkValueHandle *self, GtkAllocation *place);
