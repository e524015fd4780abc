/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/chrome.h>
#include <gscope-gtk/handles/value-handle.h>

enum
{
  GSCOPE_GTK_N_LIMIT_HANDLES = 3,
};

/* The handles of the bounds of the selected signal of a view, or else of the first one that has bounds, and of the corners of the
 * mask of the selected signal, or else of the first one that has a mask. */
typedef struct
{
  GtkWidget *view;
  /* of the mask, the lower and the upper bound; flags on the ruler are over the mask */
  GscopeGtkValueHandle *handles[GSCOPE_GTK_N_LIMIT_HANDLES];
} GscopeGtkLimitHandles;

/* Installs the signal of views that the handles emit. */
void gscope_gtk_limit_handles_install_signal (GType view);
/* Adds the handles to a view, hidden. */
void gscope_gtk_limit_handles_init (GscopeGtkLimitHandles *self, GtkWidget *view);
/* Removes the handles from the view. */
void gscope_gtk_limit_handles_clear (GscopeGtkLimitHandles *self);
/* Takes the limits and their places. */
void gscope_gtk_limit_handles_follow (GscopeGtkLimitHandles *self,
                                      const GscopeGtkAnnotations *annotations);
void gscope_gtk_limit_handles_allocate (GscopeGtkLimitHandles *self);
void gscope_gtk_limit_handles_snapshot (GscopeGtkLimitHandles *self, GtkSnapshot *snapshot);
