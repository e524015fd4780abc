/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/trace.h"

#include <glib/gi18n.h>

#include "undo/view.h"

#define SESSION "app-trace-session"

typedef struct
{
  const char *name;
  /* the title of an entry */
  const char *title;
  /* whether a gesture changes it in many steps */
  gboolean has_gestures;
} Property;

/* The properties of a signal of a view. The first one always has a value of the view. */
static const Property properties[] = {
  { "value-axis", N_ ("Axis of “%s”"), FALSE }, { "own-axis", N_ ("Axis of “%s”"), FALSE },
  { "offset", N_ ("Axis of “%s”"), TRUE },      { "magnification", N_ ("Axis of “%s”"), TRUE },
  { "title", N_ ("Name of “%s”"), FALSE },      { "color", N_ ("Colour of “%s”"), FALSE },
  { "line-mode", N_ ("Line of “%s”"), FALSE },  { "hidden", N_ ("Visibility of “%s”"), FALSE },
};

/* A property of a signal, which is known by its name, as it may go and come back. The state is the value that the view
 * has; NULL while the property follows the signal that the view shows. */
typedef struct
{
  GWeakRef view;
  char *name;
  const Property *property;
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

  if (!signal)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("“%s” was not changed: no view shows it"), self->name);
  else if (to)
    g_object_set_property (G_OBJECT (signal), self->property->name, to);
  else
    gscope_gtk_view_signal_reset (signal, self->property->name);
  return signal != NULL;
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  const Subject *self = subject;
  g_autoptr (GscopeGtkView) view = g_weak_ref_get ((GWeakRef *) &self->view);
  GscopeGtkViewSignal *signal = view ? app_view_find_signal (view, self->name) : NULL;

  return g_strdup_printf (_ (self->property->title),
                          signal ? gscope_gtk_view_signal_get_title (signal) : self->name);
}

static const AppMementoKind property_kind = {
  .restore = restore,
  .describe = describe,
  .free_state = app_value_free,
  .free_subject = subject_free,
};

static const Property *
find_property (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (g_str_equal (properties[i].name, name))
      return &properties[i];
  return NULL;
}

static GValue *
take_value (GscopeGtkViewSignal *signal, GParamSpec *pspec)
{
  return gscope_gtk_view_signal_overrides (signal, pspec->name) ? app_value_take (signal, pspec)
                                                                : NULL;
}

static void
keep_known (GscopeGtkViewSignal *signal, GParamSpec *pspec)
{
  g_object_set_data_full (G_OBJECT (signal), pspec->name, take_value (signal, pspec),
                          app_value_free);
}

/* A value that the property has from the signal that is shown is no change of the user: both states are NULL then. */
static void
on_notify (GscopeGtkViewSignal *signal, GParamSpec *pspec, GscopeGtkView *view)
{
  GscopeSignal *shown = gscope_gtk_view_signal_get_signal (signal);
  const Property *property = find_property (pspec->name);
  AppMemento memento = { .kind = &property_kind };
  Subject *subject;

  if (!property)
    return;
  memento.before = g_object_steal_data (G_OBJECT (signal), pspec->name);
  memento.after = take_value (signal, pspec);
  keep_known (signal, pspec);
  subject = g_new0 (Subject, 1);
  g_weak_ref_init (&subject->view, view);
  subject->name = g_strdup (gscope_signal_get_full_name (shown));
  subject->property = property;
  memento.subject = subject;
  if (property->has_gestures)
    memento.gesture = (AppGesture){ G_OBJECT (signal), (guint) (property - properties) };
  app_history_push (app_session_get_history (g_object_get_data (G_OBJECT (view), SESSION)),
                    &memento);
}

static void
watch (GscopeGtkView *view, GscopeGtkViewSignal *signal)
{
  GObjectClass *klass = G_OBJECT_GET_CLASS (signal);

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    keep_known (signal, g_object_class_find_property (klass, properties[i].name));
  g_signal_connect_object (signal, "notify", G_CALLBACK (on_notify), view, 0);
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
