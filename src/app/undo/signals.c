/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/signals.h"

#include <glib/gi18n.h>

/* A signal in a view that may be gone. Its source may go and come back: it is known by its name. The
 * session outlives its history. The state is the signal as the view shows it, with its looks. */
typedef struct
{
  AppSession *session;
  GWeakRef view;
  char *name;
} Signal;

static void
signal_free (gpointer data)
{
  Signal *self = data;

  g_weak_ref_clear (&self->view);
  g_free (self->name);
  g_free (self);
}

static GscopeGtkViewSignal *
find_shown (GscopeGtkView *view, const char *name)
{
  GListModel *model = gscope_gtk_view_get_signals (view);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);
      GscopeSignal *shown = gscope_gtk_view_signal_get_signal (signal);

      if (g_str_equal (gscope_signal_get_full_name (shown), name))
        return signal;
    }
  return NULL;
}

static void
copy_looks (GscopeGtkViewSignal *from, GscopeGtkViewSignal *to)
{
  double min, max;

  gscope_gtk_view_signal_set_title (to, gscope_gtk_view_signal_get_title (from));
  gscope_gtk_view_signal_set_color (to, gscope_gtk_view_signal_get_color (from));
  gscope_gtk_view_signal_set_line_mode (to, gscope_gtk_view_signal_get_line_mode (from));
  gscope_gtk_view_signal_set_hidden (to, gscope_gtk_view_signal_get_hidden (from));
  gscope_gtk_view_signal_get_range (from, &min, &max);
  if (gscope_gtk_view_signal_get_auto_range (from))
    gscope_gtk_view_signal_set_auto_range (to);
  else
    gscope_gtk_view_signal_set_range (to, min, max);
}

static gpointer
take (gconstpointer subject)
{
  const Signal *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get ((GWeakRef *) &self->view);
  GscopeGtkViewSignal *signal = view ? find_shown (view, self->name) : NULL;

  return signal ? g_object_ref (signal) : NULL;
}

static gboolean
bring (Signal *self, GscopeGtkView *view, GscopeGtkViewSignal *looks, GError **error)
{
  GscopeScope *scope;
  GscopeSignal *signal = app_session_find_signal (self->session, self->name, &scope);
  GscopeGtkViewSignal *again;

  if (!view || !signal)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("Cannot restore “%s”: %s"),
                   gscope_gtk_view_signal_get_title (looks),
                   view ? _ ("no source has it now") : _ ("its view was closed"));
      return FALSE;
    }
  gscope_gtk_view_add_signal (view, scope, signal);
  again = find_shown (view, self->name);
  copy_looks (looks, again);
  gscope_gtk_view_set_selected (view, again);
  return TRUE;
}

static gboolean
restore (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Signal *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->view);
  GscopeGtkViewSignal *shown = view ? find_shown (view, self->name) : NULL;

  if (to)
    return bring (self, view, (GscopeGtkViewSignal *) to, error);
  if (shown)
    gscope_gtk_view_remove_signal (view, shown);
  return TRUE;
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  GscopeGtkViewSignal *signal = (GscopeGtkViewSignal *) (before ? before : after);

  return g_strdup_printf (before ? _ ("Remove “%s”") : _ ("Add “%s”"),
                          gscope_gtk_view_signal_get_title (signal));
}

static const AppMementoKind signal_kind = {
  .take = take,
  .restore = restore,
  .describe = describe,
  .free_state = g_object_unref,
  .free_subject = signal_free,
};

static Signal *
signal_new (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  Signal *self = g_new0 (Signal, 1);

  self->session = session;
  g_weak_ref_init (&self->view, view);
  self->name = g_strdup (gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal)));
  return self;
}

guint
app_signals_remove (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  return app_history_do (app_session_get_history (session),
                         &(AppMemento){ .kind = &signal_kind,
                                        .subject = signal_new (session, view, signal),
                                        .before = g_object_ref (signal) });
}

void
app_signals_log_added (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  app_history_push (app_session_get_history (session),
                    &(AppMemento){ .kind = &signal_kind,
                                   .subject = signal_new (session, view, signal),
                                   .after = g_object_ref (signal) });
}
