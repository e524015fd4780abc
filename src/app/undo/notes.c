/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/notes.h"

#include <glib/gi18n.h>

/* The old and the new text of a note; NULL without a note. */
typedef struct
{
  GscopeMarkerList *list;
  gint64 time;
  char *before;
  char *after;
} Edit;

static void
edit_free (gpointer data)
{
  Edit *edit = data;

  g_object_unref (edit->list);
  g_free (edit->before);
  g_free (edit->after);
  g_free (edit);
}

static void
undo (gpointer data)
{
  const Edit *edit = data;

  gscope_marker_list_set_note (edit->list, edit->time, edit->before);
}

static void
redo (gpointer data)
{
  const Edit *edit = data;

  gscope_marker_list_set_note (edit->list, edit->time, edit->after);
}

static char *
make_title (const char *before, const char *after)
{
  if (!before)
    return g_strdup_printf (_ ("Add note “%s”"), after);
  if (!after)
    return g_strdup_printf (_ ("Remove note “%s”"), before);
  return g_strdup_printf (_ ("Change note “%s”"), before);
}

static void
on_edited (GscopeGtkView *view, GscopeMarkerList *list, gint64 time, const char *before,
           const char *after, AppHistory *history)
{
  g_autofree char *title = make_title (before, after);
  Edit *edit = g_new0 (Edit, 1);

  edit->list = g_object_ref (list);
  edit->time = time;
  edit->before = g_strdup (before);
  edit->after = g_strdup (after);
  app_history_add (history, title, undo, redo, edit, edit_free);
}

void
app_notes_log (GscopeGtkView *view, AppHistory *history)
{
  g_signal_connect_object (view, "note-edited", G_CALLBACK (on_edited), history, 0);
}
