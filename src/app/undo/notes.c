/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/notes.h"

#include <glib/gi18n.h>

/* The note at a time. Its state is its text. */
typedef struct
{
  GscopeMarkerList *list;
  gint64 time;
} Note;

static void
note_free (gpointer data)
{
  Note *self = data;

  g_object_unref (self->list);
  g_free (self);
}

static gboolean
restore (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Note *self = subject;

  gscope_marker_list_set_note (self->list, self->time, to);
  return TRUE;
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  if (!before)
    return g_strdup_printf (_ ("Add note “%s”"), (const char *) after);
  if (!after)
    return g_strdup_printf (_ ("Remove note “%s”"), (const char *) before);
  return g_strdup_printf (_ ("Change note “%s”"), (const char *) before);
}

static const AppMementoKind note_kind = {
  .restore = restore,
  .describe = describe,
  .free_state = g_free,
  .free_subject = note_free,
};

static void
on_edited (GscopeGtkView *view, GscopeMarkerList *list, gint64 time, const char *before,
           const char *after, AppHistory *history)
{
  Note *note = g_new0 (Note, 1);

  note->list = g_object_ref (list);
  note->time = time;
  app_history_push (history, &(AppMemento){ .kind = &note_kind,
                                            .subject = note,
                                            .before = g_strdup (before),
                                            .after = g_strdup (after) });
}

void
app_notes_log (GscopeGtkView *view, AppHistory *history)
{
  g_signal_connect_object (view, "note-edited", G_CALLBACK (on_edited), history, 0);
}
