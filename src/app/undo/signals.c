/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/signals.h"

#include <glib/gi18n.h>

/* A signal of a view that may be gone. Its source may go and come back: it is known by its name. The
 * session outlives its history. */
typedef struct
{
  AppSession *session;
  GWeakRef view;
  GscopeGtkViewSignal *signal;
  char *name;
} Signal;

static void
signal_free (gpointer data)
{
  Signal *self = data;

  g_weak_ref_clear (&self->view);
  g_object_unref (self->signal);
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

static void
fail (const Signal *self, const char *reason)
{
  app_history_fail (app_session_get_history (self->session), _ ("Cannot restore “%s”: %s"),
                    gscope_gtk_view_signal_get_title (self->signal), reason);
}

static void
bring_signal (gpointer data)
{
  Signal *self = data;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->view);
  GscopeScope *scope;
  GscopeSignal *signal = app_session_find_signal (self->session, self->name, &scope);
  GscopeGtkViewSignal *again;

  if (!view || !signal)
    {
      fail (self, view ? _ ("no source has it now") : _ ("its view was closed"));
      return;
    }
  gscope_gtk_view_add_signal (view, scope, signal);
  again = find_shown (view, self->name);
  copy_looks (self->signal, again);
  gscope_gtk_view_set_selected (view, again);
}

static void
take_signal (gpointer data)
{
  Signal *self = data;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->view);
  GscopeGtkViewSignal *signal = view ? find_shown (view, self->name) : NULL;

  if (signal)
    gscope_gtk_view_remove_signal (view, signal);
}

static Signal *
signal_new (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  Signal *self = g_new0 (Signal, 1);

  self->session = session;
  g_weak_ref_init (&self->view, view);
  self->signal = g_object_ref (signal);
  self->name = g_strdup (gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal)));
  return self;
}

guint
app_removal_remove_signal (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  Signal *self = signal_new (session, view, signal);
  g_autofree char *title =
      g_strdup_printf (_ ("Remove “%s”"), gscope_gtk_view_signal_get_title (signal));

  gscope_gtk_view_remove_signal (view, signal);
  return app_history_add (app_session_get_history (session), title, bring_signal, take_signal, self,
                          signal_free);
}

void
app_removal_log_added (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  g_autofree char *title =
      g_strdup_printf (_ ("Add “%s”"), gscope_gtk_view_signal_get_title (signal));

  app_history_add (app_session_get_history (session), title, take_signal, bring_signal,
                   signal_new (session, view, signal), signal_free);
}
