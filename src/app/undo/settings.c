/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/settings.h"

#include <glib/gi18n.h>

/* The settings as the history knows them, kept with the settings themselves. */
#define KNOWN "app-known-settings"

/* A setting that was changed, of a view that may be gone. */
typedef struct
{
  AppHistory *history;
  GWeakRef settings;
  GParamSpec *pspec;
  GValue before;
  GValue after;
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_weak_ref_clear (&change->settings);
  g_value_unset (&change->before);
  g_value_unset (&change->after);
  g_free (change);
}

/* A change that is logged already gets no entry of its own. */
static void
restore (Change *change, const GValue *value)
{
  g_autoptr (GObject) settings = g_weak_ref_get (&change->settings);

  if (!settings)
    {
      app_history_fail (change->history,
                        _ ("The settings were not changed: their view was closed"));
      return;
    }
  g_object_set_property (g_object_get_data (settings, KNOWN), change->pspec->name, value);
  g_object_set_property (settings, change->pspec->name, value);
}

static void
undo (gpointer data)
{
  restore (data, &((Change *) data)->before);
}

static void
redo (gpointer data)
{
  restore (data, &((Change *) data)->after);
}

static void
on_notify (GObject *settings, GParamSpec *pspec, AppHistory *history)
{
  GObject *known = g_object_get_data (settings, KNOWN);
  Change *change = g_new0 (Change, 1);

  change->history = history;
  g_weak_ref_init (&change->settings, settings);
  change->pspec = pspec;
  g_value_init (&change->before, pspec->value_type);
  g_value_init (&change->after, pspec->value_type);
  g_object_get_property (known, pspec->name, &change->before);
  g_object_get_property (settings, pspec->name, &change->after);
  if (g_param_values_cmp (pspec, &change->before, &change->after) == 0)
    {
      change_free (change);
      return;
    }
  g_object_set_property (known, pspec->name, &change->after);
  app_history_add (history, _ ("View settings"), undo, redo, change, change_free);
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
