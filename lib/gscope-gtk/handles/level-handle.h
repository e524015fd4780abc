/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/scene.h>
#include <gtk/gtk.h>

/* The level of a trigger: a flag on the value ruler, a line through the lane, and the hysteresis as a band beside it. The flag is
 * dragged, with Shift the hysteresis; arrow keys do the same. The widget covers the lane and the ruler; only the flag takes
 * the pointer.
 *
 * It changes the trigger at once, and emits “moved” with the level and the hysteresis from before and the number of the
 * gesture, at the end of a drag and after each key. */
#define GSCOPE_GTK_TYPE_LEVEL_HANDLE (gscope_gtk_level_handle_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkLevelHandle, gscope_gtk_level_handle, GSCOPE_GTK, LEVEL_HANDLE,
                      GtkWidget)

GtkWidget *gscope_gtk_level_handle_new (void);
/* NULL for none, which hides the handle. */
void gscope_gtk_level_handle_set_trigger (GscopeGtkLevelHandle *self, GscopeTrigger *trigger);
/* Takes the place of the lane in a scene, with the scale of the watched signal; lane is NULL if it is not shown. Returns whether
 * the place, gscope_gtk_level_handle_get_place(), is another one. */
gboolean
gscope_gtk_level_handle_follow (GscopeGtkLevelHandle *self, const GscopeGtkScene *scene,
                                const GscopeGtkSceneLane *lane, const GscopeGtkScale *scale);
/* Gets the place in the view; returns FALSE while the handle is hidden. */
gboolean gscope_gtk_level_handle_get_place (GscopeGtkLevelHandle *self, GtkAllocation *place);
