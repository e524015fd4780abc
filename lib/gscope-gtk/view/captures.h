/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/cursors.h>

/* The triggered display of a view: the newest capture of a list, or one that the user went to, with the trigger at one place
 * of the plot. */
typedef struct _GscopeGtkCaptures GscopeGtkCaptures;

/* Installs the signal of views that it emits. */
void gscope_gtk_captures_install_signal (void);
GscopeGtkCaptures *gscope_gtk_captures_new (GscopeGtkView *view, GscopeGtkPainting *painting);
void gscope_gtk_captures_free (GscopeGtkCaptures *self);
/* Removes its widgets from the view. */
void gscope_gtk_captures_clear (GscopeGtkCaptures *self);
void gscope_gtk_captures_allocate (GscopeGtkCaptures *self);
void gscope_gtk_captures_snapshot (GscopeGtkCaptures *self, GtkSnapshot *snapshot);
void gscope_gtk_captures_set_list (GscopeGtkCaptures *self, GscopeCaptureList *list);
GscopeCaptureList *gscope_gtk_captures_get_list (GscopeGtkCaptures *self);
GscopeCapture *gscope_gtk_captures_get_shown (GscopeGtkCaptures *self);
/* Returns the mean of captures that is shown, or NULL. */
GscopeCapture *gscope_gtk_captures_get_mean (GscopeGtkCaptures *self);
void gscope_gtk_captures_go_to (GscopeGtkCaptures *self, GscopeCapture *capture);
/* Goes to the capture before or after. Returns FALSE if there is no list. */
gboolean gscope_gtk_captures_step (GscopeGtkCaptures *self, int direction);
