/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/handles/value-handle.h>

/* The level of a trigger, or the upper one, with a line through the lane, and the hysteresis as a band beside it, which is dragged
 * with Shift, and moved by Shift and arrow keys.
 *
 * It changes the trigger at once, and emits “moved” with the trigger, its settings from before and the number of the gesture, at
 * the end of a drag and after each key. */
#define GSCOPE_GTK_TYPE_LEVEL_HANDLE (gscope_gtk_level_handle_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkLevelHandle, gscope_gtk_level_handle, GSCOPE_GTK, LEVEL_HANDLE,
                      GscopeGtkValueHandle)

/* is_upper: whether it has the upper level of conditions with two, and is hidden for others */
GtkWidget *gscope_gtk_level_handle_new (gboolean is_upper);
/* NULL for none, which hides the handle. */
void gscope_gtk_level_handle_set_trigger (GscopeGtkLevelHandle *self, GscopeTrigger *trigger);
