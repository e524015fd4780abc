/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/scopes-dialog.h"

#include <glib/gi18n.h>

#include "session/periods.h"
#include "undo/scopes.h"
#include "undo/sources.h"
#include "undo/toast.h"
#include "widgets/present.h"

struct _AppScopesDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  GPtrArray *groups;
  /* the first row */
  GtkWidget *first;
  guint idle;

  AppToast *toast;
  AdwPreferencesPage *page;
};

G_DEFINE_FINAL_TYPE (AppScopesDialog, app_scopes_dialog, ADW_TYPE_WINDOW)

/* The setting that a row changes. */
typedef struct
{
  AppScopesDialog *dialog;
  guint position;
} Row;

static void
row_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static Row *
row_new (AppScopesDialog *self, guint position)
{
  Row *row = g_new0 (Row, 1);

  row->dialog = self;
  row->position = position;
  return row;
}

static void
on_name (AdwEntryRow *widget, Row *row)
{
  app_scopes_rename (row->dialog->session, row->position,
                     gtk_editable_get_text (GTK_EDITABLE (widget)));
}

static void
on_period (AdwComboRow *widget, GParamSpec *pspec, Row *row)
{
  gint64 period =
      app_periods_get (adw_combo_row_get_model (widget), adw_combo_row_get_selected (widget));

  if (period >= 0)
    app_scopes_set_period (row->dialog->session, row->position, period);
}

static void
on_remove (GtkButton *button, Row *row)
{
  AppScopesDialog *self = row->dialog;
  g_autofree char *name = app_session_dup_scope_title (self->session, row->position);
  g_autofree char *text = g_strdup_printf (_ ("“%s” removed"), name);
  guint entry = app_scopes_remove (self->session, row->position);

  app_toast_show_undo (self->toast, text, app_session_get_history (self->session), entry);
}

static GtkWidget *
make_name (AppScopesDialog *self, guint position)
{
  GtkWidget *row = adw_entry_row_new ();
  const char *name =
      gscope_workspace_get_scope_name (app_session_get_workspace (self->session), position);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Name"));
  gtk_editable_set_text (GTK_EDITABLE (row), name ? name : "");
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
  g_signal_connect_data (row, "apply", G_CALLBACK (on_name), row_new (self, position), row_free, 0);
  return row;
}

static GtkWidget *
make_period (AppScopesDialog *self, GscopeScope *scope, guint position)
{
  gint64 period = gscope_scope_get_period (scope);
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GListModel) names = app_periods_new (NULL, period);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Period"));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), names);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), app_periods_find (names, period));
  g_signal_connect_data (row, "notify::selected", G_CALLBACK (on_period), row_new (self, position),
                         row_free, 0);
  return row;
}

static gboolean
delay_to_msec (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_double (to, g_value_get_int64 (from) / (double) GSCOPE_MSEC);
  return TRUE;
}

static void
on_delay (GtkSpinButton *spin, Row *row)
{
  app_scopes_set_delay (row->dialog->session, row->position,
                        (gint64) (gtk_spin_button_get_value (spin) * GSCOPE_MSEC + 0.5));
}

static GtkWidget *
make_delay (AppScopesDialog *self, GscopeScope *scope, guint position)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *spin = gtk_spin_button_new_with_range (0, 3600e3, 10);

  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Delay, milliseconds"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ ("Time that samples may take to arrive"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), spin);
  g_object_bind_property_full (scope, "delay", spin, "value", G_BINDING_SYNC_CREATE, delay_to_msec,
                               NULL, NULL, NULL);
  g_signal_connect_data (spin, "value-changed", G_CALLBACK (on_delay), row_new (self, position),
                         row_free, 0);
  return row;
}

/* The rows are rebuilt after the list of choices has closed. */
static void
on_move (AdwComboRow *widget, GParamSpec *pspec, Row *row)
{
  AppScopesDialog *self = row->dialog;
  GscopeSource *source =
      app_session_find_source (self->session, gtk_widget_get_name (GTK_WIDGET (widget)));
  guint scope = adw_combo_row_get_selected (widget);
  g_autoptr (GError) error = NULL;

  if (!source || scope == row->position || app_sources_move (self->session, source, scope, &error))
    return;
  app_toast_show (self->toast, error->message);
}

static GtkWidget *
make_source (AppScopesDialog *self, GscopeSource *source, guint position)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) scopes = app_session_list_scope_titles (self->session);
  const char *name = gscope_source_get_name (source);
  g_autofree char *title = g_markup_escape_text (name, -1);

  gtk_widget_set_name (row, name);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               g_list_model_get_n_items (G_LIST_MODEL (scopes)) > 1
                                   ? _ ("A source; choose where to move it")
                                   : _ ("A source"));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (scopes));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), position);
  g_signal_connect_data (row, "notify::selected", G_CALLBACK (on_move), row_new (self, position),
                         row_free, 0);
  return row;
}

/* The first is the scope's own, for signals of the program. */
static void
add_sources (AppScopesDialog *self, AdwPreferencesGroup *group, GscopeScope *scope, guint position)
{
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (source != gscope_scope_get_source (scope))
        adw_preferences_group_add (group, make_source (self, source, position));
    }
  if (g_list_model_get_n_items (sources) < 2)
    adw_preferences_group_set_description (
        group,
        _ ("The scope has no source yet. Choose the scope where a source is added or configured."));
}

static GtkWidget *
make_remove (AppScopesDialog *self, guint position)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_widget_set_tooltip_text (button, _ ("Remove the Scope and Its Sources"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove the Scope"), -1);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_data (button, "clicked", G_CALLBACK (on_remove), row_new (self, position),
                         row_free, 0);
  return button;
}

static void
add_group (AppScopesDialog *self, guint position)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (self->session), position);
  g_autofree char *name = app_session_dup_scope_title (self->session, position);
  g_autofree char *title = g_markup_escape_text (name, -1);
  GtkWidget *row = make_name (self, position);

  if (position == 0)
    self->first = row;
  adw_preferences_group_set_title (group, title);
  adw_preferences_group_add (group, row);
  adw_preferences_group_add (group, make_period (self, scope, position));
  adw_preferences_group_add (group, make_delay (self, scope, position));
  add_sources (self, group, scope, position);
  adw_preferences_group_set_header_suffix (group, make_remove (self, position));
  adw_preferences_page_add (self->page, group);
  g_ptr_array_add (self->groups, group);
}

static void
fill (AppScopesDialog *self)
{
  guint n = g_list_model_get_n_items (app_session_get_scopes (self->session));

  for (guint i = 0; i < self->groups->len; i++)
    adw_preferences_page_remove (self->page, self->groups->pdata[i]);
  g_ptr_array_set_size (self->groups, 0);
  for (guint i = 0; i < n; i++)
    add_group (self, i);
}

static gboolean
on_idle (gpointer data)
{
  APP_SCOPES_DIALOG (data)->idle = 0;
  fill (data);
  return G_SOURCE_REMOVE;
}

static void
on_sources_changed (AppScopesDialog *self)
{
  if (self->idle == 0)
    self->idle = g_idle_add_full (GDK_PRIORITY_REDRAW - 1, on_idle, self, NULL);
}

static void
on_add (AppScopesDialog *self)
{
  app_scopes_add (self->session);
}

static void
app_scopes_dialog_finalize (GObject *object)
{
  AppScopesDialog *self = APP_SCOPES_DIALOG (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_object (&self->session);
  g_ptr_array_unref (self->groups);
  G_OBJECT_CLASS (app_scopes_dialog_parent_class)->finalize (object);
}

static void
app_scopes_dialog_class_init (AppScopesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = app_scopes_dialog_finalize;
  g_type_ensure (APP_TYPE_TOAST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/scopes-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppScopesDialog, toast);
  gtk_widget_class_bind_template_child (widget_class, AppScopesDialog, page);
  gtk_widget_class_bind_template_callback (widget_class, on_add);
}

static void
app_scopes_dialog_init (AppScopesDialog *self)
{
  self->groups = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_scopes_dialog_open (GtkWindow *parent, AppSession *session)
{
  AppScopesDialog *self = g_object_new (APP_TYPE_SCOPES_DIALOG, "transient-for", parent, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "scopes-changed", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (app_session_get_sources (session), "items-changed",
                           G_CALLBACK (on_sources_changed), self, G_CONNECT_SWAPPED);
  fill (self);
  app_present_dialog (GTK_WINDOW (self));
  if (self->first)
    gtk_widget_grab_focus (self->first);
}
