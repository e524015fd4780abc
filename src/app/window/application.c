/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/application.h"

#include <glib/gi18n.h>
#include <gscope-gtk/gscope-gtk.h>
#include <gscope/gscope.h>
#include <tsl/guard/guard.h>
#include <unistd.h>

#include "agents/credentials.h"
#include "dialogs/preferences.h"
#include "session/opening.h"
#include "session/read-as.h"
#include "session/workspaces.h"
#include "widgets/present.h"
#include "window/actions.h"
#include "window/manual.h"
#include "window/private.h"
#include "window/screenshot.h"
#include "window/shortcuts.h"
#include "window/window.h"

struct _AppApplication
{
  AdwApplication parent_instance;

  const AppOptions *options;
  GSettings *settings;
  AppSharing *sharing;
  AppCredentials *credentials;
  /* the one that the command line names; NULL for none */
  AppProgram *program;
  /* what was put back at the start, until a window says so */
  char *recovered;
  int status;
};

/* As in the schema. */
typedef enum
{
  START_DEMONSTRATION,
  START_WELCOME,
  START_LAST,
} Start;

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

/* Once for all starts. */
static void
tell_root (AppApplication *self, GtkWindow *window)
{
  if (geteuid () != 0 || self->options->screenshot
      || g_settings_get_boolean (self->settings, "told-root"))
    return;
  g_settings_set_boolean (self->settings, "told-root", TRUE);
  app_window_tell (APP_WINDOW (window),
                   _ ("This window runs as root. It works, but no window needs it: run Gscope as "
                      "yourself, and unlock the sources that lack a privilege (Ctrl+U)."));
}

static void
tell_recovered (AppApplication *self, GtkWindow *window)
{
  tell_root (self, window);
  if (self->recovered)
    app_window_tell (APP_WINDOW (window), self->recovered);
  g_clear_pointer (&self->recovered, g_free);
}

/* Reads a recording as the command line says. */
static void
read_as (AppApplication *self, AppSession *session)
{
  GscopePlayer *player = app_session_get_player (session);
  g_autoptr (GscopeRecordingFormat) format = NULL;
  g_autoptr (GError) error = NULL;

  if (!player)
    return;
  if (!app_read_as_choose (self->options, gscope_player_get_file (player), &format, &error))
    g_printerr ("gscope: %s\n", error->message);
  else if (format)
    app_session_set_format (session, format);
}

/* The window asks where it opens a file. */
static void
ask_for_consent (AppApplication *self, AppWindow *window)
{
  g_autofree char *last = g_settings_get_string (self->settings, "last-workspace");
  const char *name = self->options->workspace ? self->options->workspace : last;
  g_autoptr (GFile) file = app_workspaces_find (name, NULL);

  if (file)
    app_window_open (window, file);
}

static gboolean
present (gpointer window)
{
  if (!gtk_widget_get_visible (window))
    gtk_window_present (window);
  return G_SOURCE_REMOVE;
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
  if (!session && self->options->screenshot)
    {
      g_printerr ("gscope: %s\n", error->message);
      self->status = 1;
      g_application_quit (G_APPLICATION (self));
      return;
    }
  if (session)
    read_as (self, session);
  if (session)
    app_window_show_session (APP_WINDOW (window), g_steal_pointer (&session));
  else
    app_window_show_welcome (APP_WINDOW (window));
  if (self->options->width > 0)
    gtk_window_set_default_size (window, self->options->width, self->options->height);
  /* a question needs a window that is shown */
  present (window);
  if (g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE))
    ask_for_consent (self, APP_WINDOW (window));
  else if (message || error)
    app_window_tell (APP_WINDOW (window), message ? message : error->message);
  tell_recovered (self, window);
}

/* Returns whether to open a file instead of the welcome page; no name means the demonstration. */
static gboolean
choose_first (AppApplication *self, char **name)
{
  Start start = g_settings_get_enum (self->settings, "start");
  g_autofree char *last = g_settings_get_string (self->settings, "last-workspace");
  g_autoptr (GFile) file = g_file_new_for_uri (last);

  *name = g_strdup (self->options->workspace);
  if (self->options->workspace || self->options->screenshot)
    return TRUE;
  if (start == START_LAST && last[0] && g_file_query_exists (file, NULL))
    *name = g_steal_pointer (&last);
  return start != START_WELCOME;
}

/* Returns FALSE after a message if it cannot be started. */
static gboolean
start_program (AppApplication *self)
{
  g_autoptr (GError) error = NULL;

  self->program = app_program_new ((const char *const *) self->options->program, &error);
  if (self->program)
    return TRUE;
  g_printerr (_ ("gscope: Cannot start “%s”: %s\n"), self->options->program[0], error->message);
  self->status = APP_STATUS_NO_PROGRAM;
  return FALSE;
}

static GtkWindow *
open_program (AppApplication *self)
{
  GtkWidget *window = app_window_new (GTK_APPLICATION (self));

  app_window_show_session (APP_WINDOW (window),
                           app_session_new_program (gscope_registry_get_default (), self->program));
  return GTK_WINDOW (window);
}

/* A recording is read while the window is made; it is shown when the main loop runs. */
static GtkWindow *
open_first (AppApplication *self)
{
  g_autofree char *name = NULL;
  gboolean opens = !self->options->address && choose_first (self, &name);
  GtkWidget *window;

  if (opens)
    app_opening_run_async (name, self->options->trust ? APP_CONSENT_GIVEN : APP_CONSENT_REMEMBERED,
                           on_opened, g_object_ref (self));
  window = app_window_new (GTK_APPLICATION (self));
  if (self->options->address)
    app_action_new_empty (APP_WINDOW (window));
  else if (!opens)
    {
      app_window_show_welcome (APP_WINDOW (window));
      tell_recovered (self, GTK_WINDOW (window));
    }
  return GTK_WINDOW (window);
}

/* The agent of the program. */

/* The command line comes before the preferences. */
static char *
choose_address (AppApplication *self)
{
  if (self->options->agent)
    return g_strdup (self->options->agent);
  return g_settings_get_boolean (self->settings, "agent")
             ? g_settings_get_string (self->settings, "agent-address")
             : NULL;
}

/* Returns the window that was used last. */
static GtkWindow *
find_window (AppApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  while (window && gtk_window_get_transient_for (window))
    window = gtk_window_get_transient_for (window);
  return window;
}

static GBytes *
on_picture (AppApplication *self)
{
  GtkWindow *window = find_window (self);

  return APP_IS_WINDOW (window) ? app_screenshot_take_now (APP_WINDOW (window)) : NULL;
}

static void
share (AppApplication *self)
{
  GtkWindow *window = find_window (self);
  g_autofree char *address = choose_address (self);
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;

  if (app_sharing_listen (self->sharing, address, &error))
    return;
  message = g_strdup_printf (_ ("Other programs cannot connect to this one: %s"), error->message);
  if (APP_IS_WINDOW (window))
    app_window_tell (APP_WINDOW (window), message);
}

void
app_application_update_sharing (AppApplication *self)
{
  g_autoptr (GPtrArray) sessions = g_ptr_array_new ();

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l; l = l->next)
    {
      AppSession *session = APP_IS_WINDOW (l->data) ? app_window_get_session (l->data) : NULL;

      if (session && !g_ptr_array_find (sessions, session, NULL))
        g_ptr_array_add (sessions, session);
    }
  app_sharing_set_sessions (self->sharing, sessions);
}

AppSharing *
app_application_get_sharing (AppApplication *self)
{
  return self->sharing;
}

static void
app_application_activate (GApplication *application)
{
  AppApplication *self = APP_APPLICATION (application);
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  const char *address = window ? NULL : self->options->address;
  gboolean may_wait = !window && !address;

  if (!window && self->options->program && !start_program (self))
    return;
  if (!window)
    {
      window = self->program ? open_program (self) : open_first (self);
      share (self);
      if (self->options->width > 0)
        gtk_window_set_default_size (window, self->options->width, self->options->height);
      if (self->options->screenshot)
        app_screenshot_take_async (APP_WINDOW (window), self->options, on_screenshot_taken, self);
    }
  /* Most files open at once. A window that first shows with the contents of its file is measured only once. */
  if (may_wait)
    g_idle_add_full (G_PRIORITY_DEFAULT, present, g_object_ref (window), g_object_unref);
  else
    gtk_window_present (window);
  if (address)
    app_action_ask_agent (APP_WINDOW (window), address);
}

/* A button with a mnemonic is named after the label in it. GTK 4.8 also gives it the text with the underscore, and screen readers
 * say both: “_Open Open”. */
static gboolean
on_mapped (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);

  if (GTK_IS_BUTTON (widget) && gtk_button_get_use_underline (GTK_BUTTON (widget))
      && gtk_button_get_label (GTK_BUTTON (widget)))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  return TRUE;
}

static void
mend_names (void)
{
  GTypeClass *klass = g_type_class_ref (GTK_TYPE_WIDGET);

  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_mapped, NULL, NULL);
  g_type_class_unref (klass);
}

static void
app_application_startup (GApplication *application)
{
  AppApplication *self = APP_APPLICATION (application);

  G_APPLICATION_CLASS (app_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (APP_ID);
  mend_names ();
  self->recovered = tsl_guard_recover ();
  gscope_math_source_register (gscope_registry_get_default (), NULL);
  gscope_tuple_server_register (gscope_registry_get_default (), NULL);
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  gscope_loader_load (gscope_registry_get_default ());
  app_preferences_apply (self->settings);
  gscope_credentials_set_default (GSCOPE_CREDENTIALS (self->credentials));
  g_signal_connect_swapped (self->settings, "changed::agent", G_CALLBACK (share), self);
  g_signal_connect_swapped (self->settings, "changed::agent-address", G_CALLBACK (share), self);
}

static void
app_application_finalize (GObject *object)
{
  g_clear_object (&APP_APPLICATION (object)->sharing);
  g_clear_object (&APP_APPLICATION (object)->credentials);
  g_clear_object (&APP_APPLICATION (object)->program);
  g_clear_object (&APP_APPLICATION (object)->settings);
  g_free (APP_APPLICATION (object)->recovered);
  G_OBJECT_CLASS (app_application_parent_class)->finalize (object);
}

static void
app_application_class_init (AppApplicationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_application_finalize;
  G_APPLICATION_CLASS (klass)->activate = app_application_activate;
  G_APPLICATION_CLASS (klass)->startup = app_application_startup;
}

/* The first window of each session, and those without one. */
static GList *
list_first_windows (GtkApplication *application)
{
  g_autoptr (GHashTable) sessions = g_hash_table_new (NULL, NULL);
  GList *first = NULL;

  for (GList *l = gtk_application_get_windows (application); l; l = l->next)
    {
      AppSession *session = APP_IS_WINDOW (l->data) ? app_window_get_session (l->data) : NULL;

      if (APP_IS_WINDOW (l->data) && (!session || g_hash_table_add (sessions, session)))
        first = g_list_prepend (first, l->data);
    }
  return first;
}

/* Each session asks about its own unsaved changes. */
void
app_application_quit (AppApplication *self)
{
  g_autoptr (GList) windows = list_first_windows (GTK_APPLICATION (self));

  for (GList *l = windows; l; l = l->next)
    app_window_quit (l->data);
}

void
app_application_show_preferences (AppApplication *self)
{
  GtkWindow *parent = gtk_application_get_active_window (GTK_APPLICATION (self));

  app_present_dialog (GTK_WINDOW (app_preferences_new (parent)));
}

/* Returns the first page of the manual that was installed or built, NULL if there is none. */
static GFile *
find_manual (void)
{
  const char *variable = g_getenv ("GSCOPE_MANUAL_PATH");
  g_autofree char *installed = gscope_file_find_installed (APP_DATA_DIR "/doc/gscope/manual");

  return app_manual_find (variable ? variable : installed, g_get_language_names ());
}

void
app_application_show_help (AppApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  g_autoptr (GFile) manual = find_manual ();
  g_autofree char *uri = manual ? g_file_get_uri (manual) : NULL;

  while (window && gtk_window_get_transient_for (window))
    window = gtk_window_get_transient_for (window);
  if (uri)
    gtk_show_uri (window, uri, GDK_CURRENT_TIME);
  else if (APP_IS_WINDOW (window))
    app_window_tell (
        APP_WINDOW (window),
        _ ("Cannot show the manual: it is neither built nor installed. Install gscope-doc, or run "
           "“make manual” in the source directory."));
}

void
app_application_show_shortcuts (AppApplication *self)
{
  GtkWindow *parent = gtk_application_get_active_window (GTK_APPLICATION (self));

  gtk_window_present (app_shortcuts_new (parent));
}

void
app_application_show_about (AppApplication *self)
{
  adw_show_about_window (gtk_application_get_active_window (GTK_APPLICATION (self)),
                         "application-name", "Gscope", "application-icon", APP_ID, "version",
                         APP_VERSION, "comments", _ ("An oscilloscope for programs and machines"),
                         "license-type", GTK_LICENSE_LGPL_2_1, "developer-name",
                         _ ("The Gscope authors"), NULL);
}

static void
app_application_init (AppApplication *self)
{
  self->settings = g_settings_new (APP_ID);
  self->sharing = app_sharing_new ();
  g_signal_connect_swapped (self->sharing, "picture", G_CALLBACK (on_picture), self);
  self->credentials = app_credentials_new ();
  app_actions_add_to_application (self);
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
  if (self->status == 0 && self->program)
    return app_program_get_status (self->program);
  return self->status;
}
