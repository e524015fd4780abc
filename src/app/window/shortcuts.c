/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/shortcuts.h"

#include <glib/gi18n.h>

#include "window/actions.h"

/* The most rows of a column: a screen of 800 pixels holds no more. */
#define MAX_HEIGHT "18"

/* A section has one page, of two columns at most: GTK 4.8 warns of a second one. */
static const struct
{
  const char *title;
  AppKeys first;
  AppKeys last;
} sections[] = {
  { NC_ ("shortcuts", "Picture"), APP_KEYS_PICTURE, APP_KEYS_SIGNAL },
  { NC_ ("shortcuts", "Markers and Parts"), APP_KEYS_MARKERS, APP_KEYS_PANES },
  { NC_ ("shortcuts", "Recordings"), APP_KEYS_PLAYBACK, APP_KEYS_COMPARISON },
  { NC_ ("shortcuts", "Workspace"), APP_KEYS_WORKSPACE, APP_KEYS_VALUES },
  { NC_ ("shortcuts", "Views and Window"), APP_KEYS_VIEWS, APP_KEYS_WINDOW },
};

static const char *const groups[] = {
  [APP_KEYS_PICTURE] = NC_ ("shortcuts", "Picture"),
  [APP_KEYS_MARKERS] = NC_ ("shortcuts", "Cursor and Markers"),
  [APP_KEYS_PANES] = NC_ ("shortcuts", "Beside the Signals"),
  [APP_KEYS_SIGNAL] = NC_ ("shortcuts", "Selected Signal"),
  [APP_KEYS_PLAYBACK] = NC_ ("shortcuts", "Playback"),
  [APP_KEYS_COMPARISON] = NC_ ("shortcuts", "Comparison"),
  [APP_KEYS_WORKSPACE] = NC_ ("shortcuts", "Workspace"),
  [APP_KEYS_VALUES] = NC_ ("shortcuts", "Signals and Values"),
  [APP_KEYS_VIEWS] = NC_ ("shortcuts", "Views"),
  [APP_KEYS_WINDOW] = NC_ ("shortcuts", "Window"),
};

static void
append_property (GString *ui, const char *name, const char *value)
{
  g_autofree char *text =
      g_markup_printf_escaped ("<property name=\"%s\">%s</property>", name, value);

  g_string_append (ui, text);
}

static void
append_key (GString *ui, const char *key, const char *title)
{
  g_string_append (ui, "<child><object class=\"GtkShortcutsShortcut\">");
  append_property (ui, "accelerator", key);
  append_property (ui, "title", title);
  g_string_append (ui, "</object></child>");
}

static void
append_action (GString *ui, const AppAction *row)
{
  g_auto (GStrv) keys = g_strsplit (row->keys ? row->keys : "", " ", 2);
  const char *key = row->keys ? keys[0] : row->view_keys;
  g_autofree char *title = key ? app_action_dup_plain_title (row) : NULL;

  if (key)
    append_key (ui, key, title);
}

static void
append_parts (GString *ui)
{
  guint n;
  const GscopeGtkPanePart *parts = gscope_gtk_pane_get_parts (&n);

  for (guint i = 0; i < n; i++)
    {
      /* Translators: the name of a part of a view, such as Histogram. */
      g_autofree char *title = g_strdup_printf (_ ("Show or Hide: %s"), _ (parts[i].name));
      const char key[] = { parts[i].key, '\0' };

      append_key (ui, key, title);
    }
}

static void
append_group (GString *ui, AppKeys group)
{
  guint n;
  const AppAction *rows = app_actions_get (&n);

  g_string_append (ui, "<child><object class=\"GtkShortcutsGroup\">");
  append_property (ui, "title", g_dpgettext2 (GETTEXT_PACKAGE, "shortcuts", groups[group]));
  for (guint i = 0; i < n; i++)
    if (rows[i].group == group)
      append_action (ui, &rows[i]);
  if (group == APP_KEYS_PANES)
    append_parts (ui);
  g_string_append (ui, "</object></child>");
}

/* GTK adds sections and groups by functions from 4.14 on only. */
static char *
make_ui (void)
{
  GString *ui = g_string_new ("<interface><object class=\"GtkShortcutsWindow\" id=\"shortcuts\">"
                              "<property name=\"modal\">1</property>");

  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      g_string_append (ui, "<child><object class=\"GtkShortcutsSection\">");
      append_property (ui, "section-name", sections[i].title);
      append_property (ui, "title", g_dpgettext2 (GETTEXT_PACKAGE, "shortcuts", sections[i].title));
      append_property (ui, "max-height", MAX_HEIGHT);
      for (AppKeys group = sections[i].first; group <= sections[i].last; group++)
        append_group (ui, group);
      g_string_append (ui, "</object></child>");
    }
  g_string_append (ui, "</object></interface>");
  return g_string_free (ui, FALSE);
}

/* Returns the title of the action that opens the window. */
static char *
dup_title (void)
{
  guint n;
  const AppAction *rows = app_actions_get (&n);

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (rows[i].name, "app.shortcuts") == 0)
      return app_action_dup_plain_title (&rows[i]);
  g_return_val_if_reached (NULL);
}

GtkWindow *
app_shortcuts_new (GtkWindow *parent)
{
  g_autofree char *ui = make_ui (), *title = dup_title ();
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_string (ui, -1);
  GtkWindow *self = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));

  gtk_window_set_transient_for (self, parent);
  gtk_window_set_title (self, title);
  return self;
}
