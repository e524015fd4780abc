/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "dialogs/chooser.h"
#include "dialogs/question.h"
#include "session/workspaces.h"

/* How recent files are known as ours. */
#define APPLICATION_NAME "Gscope"
#define MIME_TYPE "application/json"
#define MAX_RECENT 8
/* Of what a question says. */
#define LEAST_WIDTH 250
#define NEED_HEIGHT 57
#define NEEDS_HEIGHT 240

/* Recent files. */

static void
remember (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *name = g_file_get_basename (file);
  GtkRecentData data = {
    .display_name = name,
    .mime_type = (char *) MIME_TYPE,
    .app_name = (char *) APPLICATION_NAME,
    .app_exec = (char *) "gscope %u",
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static void
note_last (AppWindow *self, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  g_settings_set_string (self->settings, "last-workspace", uri);
}

static int
compare_ages (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

/* An underscore of a title is no mnemonic. */
static void
append_workspace (GMenu *menu, const char *title, const char *uri)
{
  g_auto (GStrv) parts = g_strsplit (title, "_", -1);
  g_autofree char *label = g_strjoinv ("__", parts);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "win.open-workspace", "s", uri);
  g_menu_append_item (menu, item);
}

static void
fill_recent (AppWindow *self)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  g_menu_remove_all (self->recent);
  items = g_list_sort (items, compare_ages);
  for (GList *l = items; l; l = l->next)
    {
      GtkRecentInfo *info = l->data;

      if (!gtk_recent_info_has_application (info, APPLICATION_NAME)
          || !gtk_recent_info_exists (info)
          || g_menu_model_get_n_items (G_MENU_MODEL (self->recent)) == MAX_RECENT)
        continue;
      append_workspace (self->recent, gtk_recent_info_get_display_name (info),
                        gtk_recent_info_get_uri (info));
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

static void
fill_workspaces (AppWindow *self)
{
  g_autoptr (GPtrArray) list = app_workspaces_list ();

  for (guint i = 0; i < list->len; i++)
    {
      const AppWorkspace *workspace = list->pdata[i];
      g_autofree char *uri = g_file_get_uri (workspace->file);

      append_workspace (self->workspaces, workspace->title, uri);
    }
}

void
app_window_fill_open_menu (AppWindow *self)
{
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (fill_recent),
                           self, G_CONNECT_SWAPPED);
  fill_recent (self);
  fill_workspaces (self);
}

/* Saving. */

static gboolean asks_about_program (AppWindow *self);

/* Leaves, or stays. A program that would end is asked about first. */
static void
end_leaving (AppWindow *self, gboolean may_leave)
{
  if (may_leave && self->leave && asks_about_program (self))
    return;

  AppLeaveFunc leave = g_steal_pointer (&self->leave);
  g_autoptr (GFile) file = g_steal_pointer (&self->leave_for);

  if (leave && may_leave)
    leave (self, file);
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppWindow) self = data;
  g_autoptr (GError) error = NULL;
  gboolean saved = app_document_save_finish (APP_DOCUMENT (object), result, &error);

  /* It may have been closed meanwhile. */
  if (!self->session)
    return;
  if (!saved)
    app_messages_add (self->messages, error->message);
  else
    {
      remember (app_document_get_file (APP_DOCUMENT (object)));
      note_last (self, app_document_get_file (APP_DOCUMENT (object)));
      app_window_toast (self, _ ("Saved as %s"), app_document_get_title (APP_DOCUMENT (object)));
    }
  app_window_show_title (self);
  end_leaving (self, saved);
}

static void
save_to (AppWindow *self, GFile *file)
{
  app_document_save_async (app_session_get_document (self->session), file, on_saved,
                           g_object_ref (self));
}

static void
on_save_file (const AppChoice *choice, gpointer data)
{
  AppWindow *self = data;

  if (self->session)
    save_to (self, choice->file);
}

static void
ask_and_save (AppWindow *self)
{
  app_chooser_ask (APP_CHOOSER_SAVE, GTK_WINDOW (self), app_session_get_title (self->session),
                   on_save_file, self);
}

static void
save (AppWindow *self)
{
  GFile *file = app_document_get_file (app_session_get_document (self->session));

  if (file)
    save_to (self, file);
  else
    ask_and_save (self);
}

void
app_action_save (AppWindow *self)
{
  end_leaving (self, FALSE);
  save (self);
}

void
app_action_save_as (AppWindow *self)
{
  end_leaving (self, FALSE);
  ask_and_save (self);
}

/* Leaving. */

static void
on_answer (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  AppWindow *self = data;

  if (g_str_equal (response, "save") && self->session)
    save (self);
  else
    end_leaving (self, g_str_equal (response, "discard"));
}

/* As wide as the heading: libadwaita 1.7 measures that for the width of what is below it. */
static GtkWidget *
make_body (AppWindow *self)
{
  /* Translators: the title of a workspace. */
  g_autofree char *text =
      g_strdup_printf (_ ("“%s” was changed. Unsaved changes are lost for good."),
                       app_session_get_title (self->session));
  GtkWidget *body = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (body), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (body), 60);
  gtk_label_set_justify (GTK_LABEL (body), GTK_JUSTIFY_CENTER);
  gtk_widget_set_size_request (body, LEAST_WIDTH, -1);
  return body;
}

static void
on_answer_end (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  AppWindow *self = data;
  gboolean ends = g_str_equal (response, "end");

  if (ends && self->session)
    app_program_end (app_session_get_program (self->session));
  end_leaving (self, ends);
}

static void destroy_all (AppWindow *self, GFile *file);

/* Asks whether to end the program that would end with the window. Returns FALSE if there is none. */
static gboolean
asks_about_program (AppWindow *self)
{
  AppProgram *program = self->session ? app_session_get_program (self->session) : NULL;
  gboolean is_last = self->leave == destroy_all
                     || (self->session && app_session_count_windows (self->session) == 1);
  g_autofree char *heading = NULL;
  AdwMessageDialog *dialog;

  if (!program || !is_last || !app_program_get_running (program))
    return FALSE;
  heading = g_strdup_printf (_ ("End “%s”?"), app_program_get_name (program));
  dialog = app_question_new (GTK_WINDOW (self), heading,
                             _ ("The program is still running. It ends with its window."),
                             _ ("_Cancel"), "end", _ ("_End"));
  app_question_show (dialog, &self->question);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_answer_end), self, 0);
  return TRUE;
}

static void
ask (AppWindow *self)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("Save Changes?"), NULL);
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_set_extra_child (message, make_body (self));
  adw_message_dialog_add_responses (message, "cancel", _ ("_Cancel"), "discard", _ ("_Discard"),
                                    "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (message, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (message, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (message, "save");
  adw_message_dialog_set_close_response (message, "cancel");
  app_question_show (message, &self->question);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_answer), self, 0);
}

static void
leave_session (AppWindow *self, gboolean asks, AppLeaveFunc leave, GFile *file)
{
  if (self->question)
    {
      gtk_window_present (self->question);
      return;
    }
  self->leave = leave;
  g_set_object (&self->leave_for, file);
  if (asks)
    ask (self);
  else
    end_leaving (self, TRUE);
}

/* Where something would be lost, it asks first: not where another window still shows it. */
void
app_window_leave (AppWindow *self, AppLeaveFunc leave, GFile *file)
{
  gboolean asks = self->session && app_session_count_windows (self->session) == 1
                  && app_document_is_modified (app_session_get_document (self->session));

  leave_session (self, asks, leave, file);
}

static void
destroy_all (AppWindow *self, GFile *file)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (application));
  AppSession *session = self->session;

  for (GList *l = windows; l; l = l->next)
    if (APP_IS_WINDOW (l->data) && l->data != self && APP_WINDOW (l->data)->session == session)
      gtk_window_destroy (l->data);
  gtk_window_destroy (GTK_WINDOW (self));
}

void
app_window_quit (AppWindow *self)
{
  leave_session (
      self, self->session && app_document_is_modified (app_session_get_document (self->session)),
      destroy_all, NULL);
}

/* Opening. */

static void
open_with (AppWindow *self, GFile *file, AppConsent consent)
{
  g_autoptr (GError) error = NULL;
  AppSession *session = app_session_new (file, gscope_registry_get_default (), consent, &error);

  if (!session)
    {
      app_messages_add (self->messages, error->message);
      return;
    }
  app_window_show_session (self, session);
  note_last (self, file);
  if (app_document_get_file (app_session_get_document (session))
      || app_session_get_player (session))
    remember (file);
}

/* Consent. */

typedef struct
{
  AppWindow *window;
  GFile *file;
  char *digest;
} Consent;

static void
consent_free (gpointer data, GClosure *closure)
{
  Consent *self = data;

  g_object_unref (self->file);
  g_free (self->digest);
  g_free (self);
}

/* A document that was changed since it was listed is another one, and is refused. */
static void
on_consent (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Consent *self = data;

  if (g_str_equal (response, "open"))
    app_consent_remember (self->digest);
  if (g_str_equal (response, "open"))
    open_with (self->window, self->file, APP_CONSENT_REMEMBERED);
  else if (g_str_equal (response, "without"))
    open_with (self->window, self->file, APP_CONSENT_DECLINED);
  else if (!self->window->session)
    app_window_show_welcome (self->window);
}

static GtkWidget *
make_needs (GStrv needs)
{
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  for (guint i = 0; needs[i]; i++)
    g_string_append_printf (text, "%s• %s", i > 0 ? "\n" : "", needs[i]);
  gtk_label_set_text (GTK_LABEL (label), text->str);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_size_request (label, LEAST_WIDTH, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), label);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_min_content_height (
      GTK_SCROLLED_WINDOW (scrolled),
      MIN (NEED_HEIGHT * (int) g_strv_length (needs), NEEDS_HEIGHT));
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), NEEDS_HEIGHT);
  return scrolled;
}

static void
ask_for_consent (AppWindow *self, GFile *file, char *digest, GStrv needs)
{
  g_autofree char *name = g_file_get_basename (file);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), NULL, NULL);
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);
  Consent *consent = g_new0 (Consent, 1);

  /* Translators: the name of a file. */
  adw_message_dialog_format_heading (message, _ ("Open “%s”?"), name);
  adw_message_dialog_set_body (
      message,
      _ ("You did not save this workspace yourself. When it opens, it does the following:"));
  adw_message_dialog_set_extra_child (message, make_needs (needs));
  adw_message_dialog_add_responses (message, "cancel", _ ("_Cancel"), "without",
                                    _ ("Open _Without"), "open", _ ("_Open"), NULL);
  adw_message_dialog_set_response_appearance (message, "open", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (message, "without");
  adw_message_dialog_set_close_response (message, "cancel");
  *consent = (Consent){ self, g_object_ref (file), digest };
  app_question_show (message, &self->question);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_consent), consent, consent_free, 0);
}

static void
open_now (AppWindow *self, GFile *file)
{
  g_autofree char *digest = NULL;
  g_auto (GStrv) needs = app_consent_list (file, gscope_registry_get_default (), &digest);

  if (needs)
    ask_for_consent (self, file, g_steal_pointer (&digest), needs);
  else
    open_with (self, file, APP_CONSENT_REMEMBERED);
}

/* The open session stays if this fails. */
void
app_window_open (AppWindow *self, GFile *file)
{
  app_window_leave (self, open_now, file);
}

static void
on_open_file (const AppChoice *choice, gpointer data)
{
  app_window_open (data, choice->file);
}

void
app_action_open (AppWindow *self)
{
  app_chooser_ask (APP_CHOOSER_OPEN, GTK_WINDOW (self), NULL, on_open_file, self);
}

void
app_action_open_workspace (AppWindow *self, const char *target)
{
  g_autoptr (GFile) file = g_file_new_for_uri (target);

  app_window_open (self, file);
}

static void
new_now (AppWindow *self, GFile *file)
{
  app_window_show_welcome (self);
}

void
app_action_new (AppWindow *self)
{
  app_window_leave (self, new_now, NULL);
}

void
app_action_new_empty (AppWindow *self)
{
  gint64 span = (gint64) (g_settings_get_double (self->settings, "span") * GSCOPE_SEC);

  app_window_show_session (self, app_session_new_empty (gscope_registry_get_default (), span));
}

static void
open_in_another (AppWindow *self, GFile *file)
{
  GtkWidget *other = app_window_new (gtk_window_get_application (GTK_WINDOW (self)));

  app_window_show_welcome (APP_WINDOW (other));
  gtk_window_present (GTK_WINDOW (other));
  app_window_open (APP_WINDOW (other), file);
}

void
app_action_open_in_another (AppWindow *self, const char *target)
{
  g_autoptr (GFile) file = g_file_new_for_uri (target);

  open_in_another (self, file);
}

/* The first of several stands here, the others in windows of their own. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, AppWindow *self)
{
  GSList *files = g_value_get_boxed (value);

  if (!files)
    return FALSE;
  app_window_open (self, files->data);
  for (GSList *l = files->next; l; l = l->next)
    open_in_another (self, l->data);
  return TRUE;
}

void
app_window_init_files (AppWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}
