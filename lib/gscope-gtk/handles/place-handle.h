/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/scene.h>
#include <gtk/gtk.h>

/* The place of the trigger in a triggered display: a flag above the plot, which is dragged along it; arrow keys do the same. The
 * widget covers the foot of the marker rail; only the flag takes the pointer.
 *
 * It emits “moved” with the share of the plot that is left of the new place, and waits for its owner to follow. */
#define GSCOPE_GTK_TYPE_PLACE_HANDLE (gscope_gtk_place_handle_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkPlaceHandle, gscope_gtk_place_handle, GSCOPE_GTK, PLACE_HANDLE,
                      GtkWidget)

GtkWidget *gscope_gtk_place_handle_new (void);
/* Takes the scene's place and span, and the share of the plot left of the trigger; a negative share hides the handle. Returns
 * whether the place, gscope_gtk_place_handle_get_place(), is another one. */
gboolean gscope_gtk_place_handle_follow (GscopeGtkPlaceHandle *self, const GscopeGtkScene *scene,
                                         double share);
/* Gets the place in the view; returns FALSE while the handle is hidden. */
gboolean gscope_gtk_place_handle_get_place (GscopeGtkPlaceHandle *self, GtkAllocation *place);
