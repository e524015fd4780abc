/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/settings.h"

#include <glib/gi18n.h>

/* The settings as the history knows them, kept with the settings themselves. */
#define KNOWN "app-known-settings"

/* A setting of a view that may be gone. Its state is its value. */
typedef struct
{
  GWeakRef settings;
  GParamSpec *pspec;
} Setting;

static void
setting_free (gpointer data)
{
  Setting *self = data;

  g_weak_ref_clear (&self->settings);
  g_free (self);
}

static void
value_free (gpointer data)
{
  g_boxed_free (G_TYPE_VALUE, data);
}

static gpointer
take_value (GObject *settings, GParamSpec *pspec)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, pspec->value_type);
  g_object_get_property (settings, pspec->name, &value);
  return g_boxed_copy (G_TYPE_VALUE, &value);
}

static gboolean
restore (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Setting *self = subject;
  g_autoptr (GObject) settings = g_weak_ref_get (&self->settings);

  if (settings)
    g_object_set_property (settings, self->pspec->name, to);
  else
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                         _ ("The settings were not changed: their view was closed"));
  return settings != NULL;
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup (_ ("View settings"));
}

static const AppMementoKind setting_kind = {
  .restore = restore,
  .describe = describe,
  .free_state = value_free,
  .free_subject = setting_free,
};

static void
push (AppHistory *history, GObject *settings, GParamSpec *pspec, gpointer before, gpointer after)
{
  Setting *setting = g_new0 (Setting, 1);

  g_weak_ref_init (&setting->settings, settings);
  setting->pspec = pspec;
  app_history_push (
      history,
      &(AppMemento){ .kind = &setting_kind, .subject = setting, .before = before, .after = after });
}

/* A setting is notified where it is set, also to the value that it had. */
static void
on_notify (GObject *settings, GParamSpec *pspec, AppHistory *history)
{
  GObject *known = g_object_get_data (settings, KNOWN);
  GValue *before = take_value (known, pspec);
  GValue *after = take_value (settings, pspec);

  if (g_param_values_cmp (pspec, before, after) != 0)
    {
      g_object_set_property (known, pspec->name, after);
      push (history, settings, pspec, before, after);
      return;
    }
  value_free (before);
  value_free (after);
}

void
app_settings_log (GscopeGtkView *view, AppHistory *history)
{
  GscopeViewSettings *settings = gscope_gtk_view_get_settings (view);
  GscopeViewSettings *known = gscope_view_settings_new ();

  gscope_view_settings_assign (known, settings);
  g_object_set_data_full (G_OBJECT (settings), KNOWN, known, g_object_unref);
  g_signal_connect_object (settings, "notify", G_CALLBACK (on_notify), history, 0);
}
