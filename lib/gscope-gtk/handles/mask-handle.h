/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/handles/value-handle.h>
#include <gscope/limit/limit.h>

/* The corners of a mask in a triggered display: a square at each bound of a corner. One of the bounds is the value of the handle.
 * Page Up and Page Down go from bound to bound.
 *
 * It emits “moved” as a GscopeGtkBoundHandle does, also when a corner was added or removed. */
#define GSCOPE_GTK_TYPE_MASK_HANDLE (gscope_gtk_mask_handle_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkMaskHandle, gscope_gtk_mask_handle, GSCOPE_GTK, MASK_HANDLE,
                      GscopeGtkValueHandle)

GtkWidget *gscope_gtk_mask_handle_new (void);
/* Takes a limit that is a mask, or NULL, and the place of its time 0 in a scene. Without one of them the handle is hidden. */
void gscope_gtk_mask_handle_set_limit (GscopeGtkMaskHandle *self, GscopeLimit *limit,
                                       const GscopeGtkScene *scene);
