/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-removal.h"

#include <glib/gi18n.h>

/* A signal of a view that may be gone. */
typedef struct
{
  GWeakRef view;
  GscopeGtkViewSignal *signal;
} Signal;

static void
signal_free (gpointer data)
{
  Signal *self = data;

  g_weak_ref_clear (&self->view);
  g_object_unref (self->signal);
  g_free (self);
}

static GscopeGtkViewSignal *
find_signal (GscopeGtkView *view, GscopeSignal *wanted)
{
  GListModel *model = gscope_gtk_view_get_signals (view);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      if (gscope_gtk_view_signal_get_signal (signal) == wanted)
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
bring_signal (gpointer data)
{
  Signal *self = data;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->view);
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (self->signal);
  GscopeGtkViewSignal *again;

  if (!view)
    return;
  gscope_gtk_view_add_signal (view, gscope_gtk_view_signal_get_scope (self->signal), signal);
  again = find_signal (view, signal);
  if (!again)
    return;
  copy_looks (self->signal, again);
  gscope_gtk_view_set_selected (view, again);
}

static void
take_signal (gpointer data)
{
  Signal *self = data;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->view);
  GscopeGtkViewSignal *signal =
      view ? find_signal (view, gscope_gtk_view_signal_get_signal (self->signal)) : NULL;

  if (signal)
    gscope_gtk_view_remove_signal (view, signal);
}

static Signal *
signal_new (GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  Signal *self = g_new0 (Signal, 1);

  g_weak_ref_init (&self->view, view);
  self->signal = g_object_ref (signal);
  return self;
}

guint
app_removal_remove_signal (AppHistory *history, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  Signal *self = signal_new (view, signal);
  g_autofree char *title =
      g_strdup_printf (_ ("Remove “%s”"), gscope_gtk_view_signal_get_title (signal));

  gscope_gtk_view_remove_signal (view, signal);
  return app_history_add (history, title, bring_signal, take_signal, self, signal_free);
}

void
app_removal_log_added (AppHistory *history, GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  g_autofree char *title =
      g_strdup_printf (_ ("Add “%s”"), gscope_gtk_view_signal_get_title (signal));

  app_history_add (history, title, take_signal, bring_signal, signal_new (view, signal),
                   signal_free);
}
