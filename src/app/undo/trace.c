/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/trace.h"

#include <glib/gi18n.h>

#include "undo/view.h"

#define SESSION "app-trace-session"

/* The properties of a signal of a view; a gesture changes the later ones in many steps. */
static const struct
{
  const char *name;
  gboolean has_gestures;
} properties[] = {
  { "value-axis", FALSE },
  { "own-axis", FALSE },
  { "offset", TRUE },
  { "magnification", TRUE },
};

/* A property of a signal, which is known by its name, as it may go and come back. The state is the value. */
typedef struct
{
  GWeakRef view;
  char *name;
  GParamSpec *pspec;
} Subject;

static void
subject_free (gpointer data)
{
  Subject *self = data;

  g_weak_ref_clear (&self->view);
  g_free (self->name);
  g_free (self);
}

static gboolean
restore (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Subject *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (&self->view);
  GscopeGtkViewSignal *signal = view ? app_view_find_signal (view, self->name) : NULL;

  if (signal)
    g_object_set_property (G_OBJECT (signal), self->pspec->name, to);
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("The axis of “%s” was not changed: no view shows it"), self->name);
  return signal != NULL;
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  const Subject *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get ((GWeakRef *) &self->view);
  GscopeGtkViewSignal *signal = view ? app_view_find_signal (view, self->name) : NULL;

  return g_strdup_printf (_ ("Axis of “%s”"),
                          signal ? gscope_gtk_view_signal_get_title (signal) : self->name);
}

static const AppMementoKind axis_kind = {
  .restore = restore,
  .describe = describe,
  .free_state = app_value_free,
  .free_subject = subject_free,
};

static void
on_notify (GscopeGtkViewSignal *signal, GParamSpec *pspec, GscopeGtkView *view)
{
  GscopeSignal *shown = gscope_gtk_view_signal_get_signal (signal);
  GValue *known = g_object_steal_data (G_OBJECT (signal), pspec->name);
  AppMemento memento = { .kind = &axis_kind,
                         .before = known,
                         .after = app_value_take (signal, pspec) };
  Subject *subject = g_new0 (Subject, 1);

  g_object_set_data_full (G_OBJECT (signal), pspec->name, app_value_take (signal, pspec),
                          app_value_free);
  g_weak_ref_init (&subject->view, view);
  subject->name = g_strdup (gscope_signal_get_full_name (shown));
  subject->pspec = pspec;
  memento.subject = subject;
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (properties[i].has_gestures && g_str_equal (properties[i].name, pspec->name))
      memento.gesture = (AppGesture){ G_OBJECT (signal), i };
  app_history_push (app_session_get_history (g_object_get_data (G_OBJECT (view), SESSION)),
                    &memento);
}

static void
watch (GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  GObjectClass *klass = G_OBJECT_GET_CLASS (signal);

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      GParamSpec *pspec = g_object_class_find_property (klass, properties[i].name);
      g_autofree char *detailed = g_strconcat ("notify::", properties[i].name, NULL);

      g_object_set_data_full (G_OBJECT (signal), pspec->name, app_value_take (signal, pspec),
                              app_value_free);
      g_signal_connect_object (signal, detailed, G_CALLBACK (on_notify), view, 0);
    }
}

static void
on_signals (GscopeGtkView *view, guint position, guint n_removed, guint n_added, GListModel *model)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);

      if (!g_object_get_data (G_OBJECT (signal), properties[0].name))
        watch (view, signal);
    }
}

void
app_trace_log (AppSession *session, GscopeGtkView *view)
{
  GListModel *signals = gscope_gtk_view_get_signals (view);

  g_object_set_data (G_OBJECT (view), SESSION, session);
  g_signal_connect_object (signals, "items-changed", G_CALLBACK (on_signals), view,
                           G_CONNECT_SWAPPED);
  on_signals (view, 0, 0, g_list_model_get_n_items (signals), signals);
}
