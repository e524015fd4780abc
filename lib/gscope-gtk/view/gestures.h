/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/cursors.h>

/* Lets pointer, fingers and keys act on a view, and opens its editor of notes. */
typedef struct _GscopeGtkGestures GscopeGtkGestures;

GscopeGtkGestures *gscope_gtk_gestures_new (GscopeGtkView *view, GscopeGtkPainting *painting,
                                            GscopeGtkCursors *cursors);
void gscope_gtk_gestures_free (GscopeGtkGestures *self);
/* Adds the signal of the class of views. */
void gscope_gtk_gestures_install_signal (void);
/* Ends what goes on, and removes the editor of notes. */
void gscope_gtk_gestures_clear (GscopeGtkGestures *self);

/* Moves a trace up by a part of its lane and magnifies it: the one whose label is under the pointer, or the selected one.
 * FALSE if there is none. */
gboolean gscope_gtk_gestures_move_trace (GscopeGtkGestures *self, double shift, double factor);
gboolean gscope_gtk_gestures_put_trace_back (GscopeGtkGestures *self);
/* Shifts the range under the pointer by a part of its size, and zooms it. */
void gscope_gtk_gestures_change_range (GscopeGtkGestures *self, double shift, double factor);
/* Edits a note, or adds one that has been written at a time. */
void gscope_gtk_gestures_edit_note (GscopeGtkGestures *self, GscopeMarkerList *list, gint64 time);
/* Places the editor of notes when the view has another size. */
void gscope_gtk_gestures_present (GscopeGtkGestures *self);

/* keys.c */
void gscope_gtk_gestures_add_keys (GtkWidgetClass *klass);
