/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/painting.h>

/* The cursors of a view. In a live picture they keep their places and time passes under them; otherwise they keep their
 * times. */
typedef struct _GscopeGtkCursors GscopeGtkCursors;

/* Installs the signal of views that it emits. */
void gscope_gtk_cursors_install_signal (void);
/* Installs the properties of views that say how many cursors there are. */
void gscope_gtk_cursors_install_properties (GObjectClass *object_class);
GscopeGtkCursors *gscope_gtk_cursors_new (GscopeGtkView *view, GscopeGtkPainting *painting);
void gscope_gtk_cursors_free (GscopeGtkCursors *self);

/* Moves the active cursor, or shows one. */
void gscope_gtk_cursors_place (GscopeGtkCursors *self, double column);
void gscope_gtk_cursors_step (GscopeGtkCursors *self, double columns);
/* Makes the cursor nearest to a column the active one, if it is within reach. */
gboolean gscope_gtk_cursors_grab (GscopeGtkCursors *self, double column, double reach);
/* Follow the time that has passed, or the picture that has moved. */
void gscope_gtk_cursors_carry (GscopeGtkCursors *self);
void gscope_gtk_cursors_find (GscopeGtkCursors *self);

/* Updates the values of all signals: the values at a single cursor, or at a time. */
void gscope_gtk_cursors_show_values (GscopeGtkCursors *self);
/* Returns the values at the cursors in words; the newest values where there is no cursor. */
char *gscope_gtk_cursors_read (GscopeGtkCursors *self);
/* Makes these words the view's accessible description. */
void gscope_gtk_cursors_describe (GscopeGtkCursors *self);
