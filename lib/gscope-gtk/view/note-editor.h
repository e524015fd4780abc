/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker-list.h>
#include <gtk/gtk.h>

/* Edits the text of a note in a popover: Enter keeps it, and so does leaving it; Escape discards
 * the typed text, and with it a new note. "edited" tells the list, the time and what it said before
 * and after,
 * NULL where there was no note. */
#define GSCOPE_GTK_TYPE_NOTE_EDITOR (gscope_gtk_note_editor_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkNoteEditor, gscope_gtk_note_editor, GSCOPE_GTK, NOTE_EDITOR,
                      GtkPopover)

GtkWidget *gscope_gtk_note_editor_new (void);
/* Adds the note, if there is none at that time. */
void gscope_gtk_note_editor_open (GscopeGtkNoteEditor *self, GscopeMarkerList *list, gint64 time);
