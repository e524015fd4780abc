/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/source-dialog.h"

#include <glib/gi18n.h>

#include "dialogs/source-options.h"
#include "numbers/dialog.h"
#include "numbers/number.h"
#include "undo/scopes.h"
#include "undo/sources.h"
#include "widgets/messages.h"
#include "widgets/present.h"

/* In the list of types: sources of one number. */
#define NUMBER "number"

struct _AppSourceDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  /* the one that is configured; NULL where one is added */
  GscopeSource *source;
  char *type;
  AppSourceAddedFunc func;
  gpointer user_data;

  AppMessages *messages;
  GtkStack *stack;
  GtkWidget *back;
  GtkButton *accept;
  AdwPreferencesGroup *types;
  AdwPreferencesPage *page;
  AdwPreferencesGroup *about;
  AdwPreferencesGroup *options;
  GtkEditable *name;
  AdwComboRow *scopes;
  GtkWidget *shows_row;
  GtkSwitch *shows;
};

G_DEFINE_FINAL_TYPE (AppSourceDialog, app_source_dialog, ADW_TYPE_WINDOW)

static GscopeRegistry *
get_registry (void)
{
  return gscope_registry_get_default ();
}

static void
show_options (AppSourceDialog *self, GVariant *given)
{
  if (self->options)
    adw_preferences_page_remove (self->page, self->options);
  self->options = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->options, _ ("Options"));
  adw_preferences_page_add (self->page, self->options);
  app_source_options_fill (self->options, get_registry (), self->type, given);
  gtk_stack_set_visible_child_name (self->stack, "options");
  gtk_widget_show (GTK_WIDGET (self->accept));
}

static void
show_about (AppSourceDialog *self)
{
  const char *title = gscope_registry_get_title (get_registry (), self->type);
  const char *description = gscope_registry_get_description (get_registry (), self->type);
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *description_markup = g_markup_escape_text (description, -1);

  adw_preferences_group_set_title (self->about, title_markup);
  adw_preferences_group_set_description (self->about, description_markup);
}

/* The first of the type's own name and its numbered ones that is free. */
static char *
find_name (AppSourceDialog *self)
{
  const char *base = gscope_registry_get_instance_name (get_registry (), self->type);
  char *name = g_strdup (base);

  for (guint i = 2; app_session_find_source (self->session, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s-%u", base, i);
    }
  return name;
}

/* Sources of an agent are chosen from those that it has. */
static void
choose_agent (AppSourceDialog *self)
{
  app_agent_dialog_open (gtk_window_get_transient_for (GTK_WINDOW (self)), self->session,
                         gtk_switch_get_active (self->shows), self->func, self->user_data);
  gtk_window_close (GTK_WINDOW (self));
}

/* A number is chosen in the text of its file. */
static void
choose_number (AppSourceDialog *self)
{
  app_number_dialog_add (gtk_window_get_transient_for (GTK_WINDOW (self)), self->session,
                         self->func, self->user_data);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_type_activated (AdwActionRow *row, AppSourceDialog *self)
{
  g_autofree char *name = NULL;

  g_free (self->type);
  self->type = g_strdup (g_object_get_data (G_OBJECT (row), "type"));
  if (g_str_equal (self->type, "agent"))
    {
      choose_agent (self);
      return;
    }
  if (g_str_equal (self->type, NUMBER))
    {
      choose_number (self);
      return;
    }
  name = find_name (self);
  gtk_editable_set_text (self->name, name);
  show_about (self);
  show_options (self, NULL);
  gtk_widget_show (self->back);
  gtk_widget_grab_focus (GTK_WIDGET (self->accept));
}

static void
on_back (AppSourceDialog *self)
{
  gtk_stack_set_visible_child_name (self->stack, "types");
  gtk_widget_hide (self->back);
  gtk_widget_hide (GTK_WIDGET (self->accept));
  gtk_widget_child_focus (GTK_WIDGET (self->types), GTK_DIR_TAB_FORWARD);
}

static gboolean
add (AppSourceDialog *self, GError **error)
{
  GscopeSource *source = gscope_workspace_add_source (
      app_session_get_workspace (self->session),
      app_scopes_choose (self->session, adw_combo_row_get_selected (self->scopes)), self->type,
      gtk_editable_get_text (self->name), app_source_options_read (self->options), NULL, error);

  if (source)
    self->func (source, gtk_switch_get_active (self->shows), self->user_data);
  return source != NULL;
}

static gboolean
move (AppSourceDialog *self, GError **error)
{
  GscopeWorkspace *workspace = app_session_get_workspace (self->session);
  guint scope = gscope_workspace_get_source_scope (workspace, self->source);

  if (adw_combo_row_get_selected (self->scopes) == scope)
    return TRUE;
  return app_sources_move (
      self->session, self->source,
      app_scopes_choose (self->session, adw_combo_row_get_selected (self->scopes)), error);
}

/* Configuring makes another source of the same name. */
static gboolean
configure (AppSourceDialog *self, GError **error)
{
  GVariant *options = app_source_options_read (self->options);

  if (!app_sources_configure (self->session, self->source, options, error))
    return FALSE;
  g_set_object (&self->source,
                app_session_find_source (self->session, gtk_editable_get_text (self->name)));
  return move (self, error);
}

static void
on_accept (AppSourceDialog *self)
{
  g_autoptr (GError) error = NULL;

  app_messages_clear (self->messages);
  if (self->source ? configure (self, &error) : add (self, &error))
    gtk_window_close (GTK_WINDOW (self));
  else
    app_messages_add (self->messages, error->message);
}

static void
app_source_dialog_finalize (GObject *object)
{
  AppSourceDialog *self = APP_SOURCE_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_object (&self->source);
  g_free (self->type);
  G_OBJECT_CLASS (app_source_dialog_parent_class)->finalize (object);
}

static void
app_source_dialog_class_init (AppSourceDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = app_source_dialog_finalize;
  g_type_ensure (APP_TYPE_MESSAGES);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/source-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, messages);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, back);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, accept);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, types);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, page);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, about);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, name);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, scopes);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, shows_row);
  gtk_widget_class_bind_template_child (widget_class, AppSourceDialog, shows);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
}

static void
app_source_dialog_init (AppSourceDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
add_type (AppSourceDialog *self, const char *type, const char *title, const char *description)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), description);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "type", g_strdup (type), g_free);
  g_signal_connect_object (row, "activated", G_CALLBACK (on_type_activated), self, 0);
  adw_preferences_group_add (self->types, row);
}

static void
fill_types (AppSourceDialog *self)
{
  g_auto (GStrv) types = gscope_registry_list_types (get_registry ());

  if (gscope_registry_has_type (get_registry (), APP_NUMBER_TYPE))
    add_type (self, NUMBER, _ ("Number in a File"),
              _ ("A number that you choose in a text of /proc, /sys or any other folder."));
  for (guint i = 0; types[i]; i++)
    add_type (self, types[i], gscope_registry_get_title (get_registry (), types[i]),
              gscope_registry_get_description (get_registry (), types[i]));
  if (!types[0])
    adw_preferences_group_set_description (
        self->types, _ ("No plugin was found: install Gscope, or set GSCOPE_PLUGIN_PATH to the "
                        "directory that has them."));
}

static void
fill_scopes (AppSourceDialog *self)
{
  g_autoptr (GtkStringList) names = app_session_list_scope_titles (self->session);

  gtk_string_list_append (names, _ ("New Scope"));
  adw_combo_row_set_model (self->scopes, G_LIST_MODEL (names));
}

static AppSourceDialog *
open_dialog (GtkWindow *parent, AppSession *session)
{
  AppSourceDialog *self = g_object_new (APP_TYPE_SOURCE_DIALOG, "transient-for", parent, NULL);

  self->session = g_object_ref (session);
  return self;
}

void
app_source_dialog_add (GtkWindow *parent, AppSession *session, gboolean shows,
                       AppSourceAddedFunc func, gpointer user_data)
{
  AppSourceDialog *self = open_dialog (parent, session);

  self->func = func;
  self->user_data = user_data;
  fill_types (self);
  fill_scopes (self);
  gtk_switch_set_active (self->shows, shows);
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_child_focus (GTK_WIDGET (self->types), GTK_DIR_TAB_FORWARD);
}

void
app_source_dialog_configure (GtkWindow *parent, AppSession *session, GscopeSource *source)
{
  AppSourceDialog *self = open_dialog (parent, session);
  GscopeWorkspace *workspace = app_session_get_workspace (session);

  self->source = g_object_ref (source);
  self->type = g_strdup (gscope_workspace_get_source_type (workspace, source));
  gtk_window_set_title (GTK_WINDOW (self), _ ("Configure Source"));
  gtk_button_set_label (self->accept, _ ("_Apply"));
  gtk_editable_set_text (self->name, gscope_source_get_name (source));
  gtk_editable_set_editable (self->name, FALSE);
  fill_scopes (self);
  adw_combo_row_set_selected (self->scopes, gscope_workspace_get_source_scope (workspace, source));
  gtk_widget_hide (self->shows_row);
  show_about (self);
  show_options (self, gscope_workspace_get_source_options (workspace, source));
  app_present_dialog (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->accept));
}
