/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-application.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>

#include "app-opening.h"
#include "app-screenshot.h"
#include "app-window.h"

struct _AppApplication
{
  AdwApplication parent_instance;

  const AppOptions *options;
  int status;
};

G_DEFINE_FINAL_TYPE (AppApplication, app_application, ADW_TYPE_APPLICATION)

static void
on_screenshot_taken (GObject *object, GAsyncResult *result, gpointer data)
{
  AppApplication *self = data;
  g_autoptr (GError) error = NULL;

  if (!app_screenshot_take_finish (result, &error))
    {
      g_printerr ("gscope: %s\n", error->message);
      self->status = 1;
    }
  gtk_window_destroy (GTK_WINDOW (object));
}

static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppApplication) self = data;
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AppSession) session = app_opening_run_finish (result, &message, &error);

  /* It may have been closed meanwhile. */
  if (!window)
    return;
  if (session)
    app_window_show_session (APP_WINDOW (window), g_steal_pointer (&session));
  if (message || error)
    app_window_tell (APP_WINDOW (window), message ? message : error->message);
}

static void
app_application_activate (GApplication *application)
{
  AppApplication *self = APP_APPLICATION (application);
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (!window)
    {
      window = GTK_WINDOW (app_window_new (GTK_APPLICATION (self)));
      if (self->options->width > 0)
        gtk_window_set_default_size (window, self->options->width, self->options->height);
      app_opening_run_async (self->options, on_opened, g_object_ref (self));
      if (self->options->screenshot)
        app_screenshot_take_async (APP_WINDOW (window), self->options, on_screenshot_taken, self);
    }
  gtk_window_present (window);
}

static void
app_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (app_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (APP_ID);
  gscope_loader_load (gscope_registry_get_default ());
}

static void
app_application_class_init (AppApplicationClass *klass)
{
  G_APPLICATION_CLASS (klass)->activate = app_application_activate;
  G_APPLICATION_CLASS (klass)->startup = app_application_startup;
}

static void
on_quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GList *windows;

  while ((windows = gtk_application_get_windows (GTK_APPLICATION (data))))
    gtk_window_destroy (windows->data);
}

static void
on_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  adw_show_about_window (gtk_application_get_active_window (GTK_APPLICATION (data)),
                         "application-name", "Gscope", "application-icon", APP_ID, "version",
                         APP_VERSION, "comments", _ ("An oscilloscope for programs and machines"),
                         "license-type", GTK_LICENSE_LGPL_2_1, "developer-name",
                         _ ("The Gscope authors"), NULL);
}

static void
set_accels (AppApplication *self)
{
  static const struct
  {
    const char *action;
    const char *accels[2];
  } rows[] = {
    { "app.quit", { "<Control>q" } },           { "window.close", { "<Control>w" } },
    { "win.open", { "<Control>o" } },           { "win.record", { "<Control>r" } },
    { "win.export", { "<Control>e" } },         { "win.show-signals", { "F9" } },
    { "win.show-parameters", { "<Shift>F9" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), rows[i].action, rows[i].accels);
}

static void
app_application_init (AppApplication *self)
{
  static const GActionEntry actions[] = {
    { .name = "quit", .activate = on_quit },
    { .name = "about", .activate = on_about },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  set_accels (self);
}

AppApplication *
app_application_new (const AppOptions *options)
{
  AppApplication *self =
      g_object_new (APP_TYPE_APPLICATION, "application-id", APP_ID, "flags",
                    G_APPLICATION_NON_UNIQUE, "resource-base-path", APP_RESOURCES, NULL);

  self->options = options;
  return self;
}

int
app_application_get_status (AppApplication *self)
{
  return self->status;
}
