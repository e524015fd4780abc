/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/captures.h"

#include <glib/gi18n.h>
#include <inttypes.h>

/* A capture that was removed. The subject is the list; the state is the capture. */

static void
free_list (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

static GWeakRef *
ref_list (GscopeCaptureList *list)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, list);
  return ref;
}

static void
remove_from (GscopeCaptureList *list, gconstpointer capture)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (GscopeCapture) listed = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (listed != capture)
        continue;
      gscope_capture_list_remove (list, i);
      return;
    }
}

static gboolean
restore_removed (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  g_autoptr (GscopeCaptureList) list = g_weak_ref_get (subject);

  if (to && !list)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("Cannot restore the capture: its triggered display has ended"));
      return FALSE;
    }
  if (to)
    gscope_capture_list_add (list, (GscopeCapture *) to);
  else if (list)
    remove_from (list, from);
  return TRUE;
}

static char *
describe_removed (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup_printf (_ ("Remove capture %" PRIu64),
                          gscope_capture_get_number ((GscopeCapture *) (before ? before : after)));
}

static const AppMementoKind removed_kind = {
  .restore = restore_removed,
  .describe = describe_removed,
  .free_state = g_object_unref,
  .free_subject = free_list,
};

guint
app_captures_remove (AppSession *session, GscopeCaptureList *list, GscopeCapture *capture)
{
  return app_history_do (app_session_get_history (session),
                         &(AppMemento){ .kind = &removed_kind,
                                        .subject = ref_list (list),
                                        .before = g_object_ref (capture) });
}

/* Keeping a capture, and keeping it no longer. The subject is the capture; the state is one of two texts. */

static gboolean
restore_kept (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  gscope_capture_set_kept (subject, g_str_equal (to, "kept"));
  return TRUE;
}

static char *
describe_kept (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup_printf (_ ("Keep capture %" PRIu64),
                          gscope_capture_get_number ((GscopeCapture *) subject));
}

static const AppMementoKind kept_kind = {
  .restore = restore_kept,
  .describe = describe_kept,
  .is_same = app_memento_is_same_text,
  .free_state = g_free,
  .free_subject = g_object_unref,
};

void
app_captures_set_kept (AppSession *session, GscopeCapture *capture, gboolean kept)
{
  app_history_do (
      app_session_get_history (session),
      &(AppMemento){ .kind = &kept_kind,
                     .subject = g_object_ref (capture),
                     .before = g_strdup (gscope_capture_get_kept (capture) ? "kept" : ""),
                     .after = g_strdup (kept ? "kept" : "") });
}
