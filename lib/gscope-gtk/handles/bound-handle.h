/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/handles/value-handle.h>
#include <gscope/limit/limit.h>

/* A bound of a limit, with a line through the lane while it is dragged or has the focus.
 *
 * It emits “moved” with the limit, the other settings, which the limit does not have yet, and the number of the gesture, at the
 * end of a drag and after each key. */
#define GSCOPE_GTK_TYPE_BOUND_HANDLE (gscope_gtk_bound_handle_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkBoundHandle, gscope_gtk_bound_handle, GSCOPE_GTK, BOUND_HANDLE,
                      GscopeGtkValueHandle)

GtkWidget *gscope_gtk_bound_handle_new (gboolean is_upper);
/* A limit that is NULL or has no such bound hides the handle. */
void gscope_gtk_bound_handle_set_limit (GscopeGtkBoundHandle *self, GscopeLimit *limit);
