/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/trigger-dialog.h"

#include <glib/gi18n.h>

#include "bars/messages.h"
#include "captures/display.h"
#include "session/format.h"
#include "undo/tuning.h"

struct _AppTriggerDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  GscopeSignal *signal;

  AppMessages *messages;
  GtkWidget *remove;
  AdwPreferencesPage *page;
  AdwPreferencesGroup *about;
  /* a Row for each field of the settings */
  GArray *rows;
};

G_DEFINE_FINAL_TYPE (AppTriggerDialog, app_trigger_dialog, ADW_TYPE_WINDOW)

/* A field on screen: an AdwComboRow or an AdwEntryRow. */
typedef struct
{
  const GscopeField *field;
  GtkWidget *widget;
} Row;

static char *
dup_demand (const GscopeField *field, double min)
{
  const char *title = _ (field->title);

  if (field->max < G_MAXDOUBLE)
    return g_strdup_printf (_ ("“%s” must be a number from %g to %g."), title, min, field->max);
  if (min > -G_MAXDOUBLE)
    return g_strdup_printf (_ ("“%s” must be a number of at least %g."), title, min);
  return g_strdup_printf (_ ("“%s” must be a number."), title);
}

static gboolean
is_choice (const Row *row)
{
  return row->field->type == GSCOPE_FIELD_CHOICE;
}

static void
read_choice (const Row *row, GscopeTriggerSettings *settings)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (row->field->get_type ());
  guint position = adw_combo_row_get_selected (ADW_COMBO_ROW (row->widget));

  gscope_field_set_number (row->field, settings, choices->values[position].value);
}

static gboolean
is_text (const Row *row)
{
  return row->field->type == GSCOPE_FIELD_TEXT;
}

static void
read_text (const Row *row, GscopeTriggerSettings *settings)
{
  char **text = (char **) ((char *) settings + row->field->offset);

  g_free (*text);
  *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row->widget))));
  /* no text is none */
  if (**text == '\0')
    g_clear_pointer (text, g_free);
}

static gboolean
read_number (AppTriggerDialog *self, const Row *row, GscopeTriggerSettings *settings)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row->widget));
  double min = gscope_field_get_min (row->field, settings);
  g_autofree char *message = NULL;
  double value;

  gtk_widget_remove_css_class (row->widget, "error");
  if (!gscope_field_get_applies (row->field, settings))
    {
      gscope_field_set_number (row->field, settings, row->field->idle);
      return TRUE;
    }
  if (app_format_parse (text, &value) && value >= min && value <= row->field->max)
    {
      gscope_field_set_number (row->field, settings, value);
      return TRUE;
    }
  message = dup_demand (row->field, min);
  gtk_widget_add_css_class (row->widget, "error");
  app_messages_add (self->messages, message);
  gtk_widget_grab_focus (row->widget);
  return FALSE;
}

/* Returns FALSE after a message if a number is not valid. */
static gboolean
read_settings (AppTriggerDialog *self, GscopeTriggerSettings *settings)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      if (is_choice (row))
        read_choice (row, settings);
      else if (is_text (row))
        read_text (row, settings);
      else if (!read_number (self, row, settings))
        return FALSE;
    }
  return TRUE;
}

static void
set_trigger (AppTriggerDialog *self, const GscopeTriggerSettings *settings)
{
  app_tuning_set_trigger (self->session, self->signal, settings);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_accept (AppTriggerDialog *self)
{
  GscopeTriggerSettings settings = { 0 };

  if (read_settings (self, &settings))
    set_trigger (self, &settings);
  gscope_fields_clear (gscope_trigger_settings_get_fields (), &settings);
}

static void
on_remove (AppTriggerDialog *self)
{
  set_trigger (self, NULL);
}

/* Hides the rows that have no effect with the other choices. */
static void
on_chosen (AppTriggerDialog *self)
{
  GscopeTriggerSettings settings = { 0 };

  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      if (is_choice (row))
        read_choice (row, &settings);
    }
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      gtk_widget_set_visible (row->widget, gscope_field_get_applies (row->field, &settings));
    }
}

static void
app_trigger_dialog_finalize (GObject *object)
{
  AppTriggerDialog *self = APP_TRIGGER_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_object (&self->signal);
  g_array_unref (self->rows);
  G_OBJECT_CLASS (app_trigger_dialog_parent_class)->finalize (object);
}

static void
app_trigger_dialog_class_init (AppTriggerDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = app_trigger_dialog_finalize;
  g_type_ensure (APP_TYPE_MESSAGES);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/trigger-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, messages);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, remove);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, about);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, page);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
}

static void
app_trigger_dialog_init (AppTriggerDialog *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  gtk_widget_init_template (GTK_WIDGET (self));
}

static GtkWidget *
make_choice (const GscopeField *field, double value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (field->get_type ());
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  GtkWidget *row = adw_combo_row_new ();

  for (guint i = 0; i < choices->n_values; i++)
    gtk_string_list_append (titles, field->get_choice (choices->values[i].value));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (titles));
  for (guint i = 0; i < choices->n_values; i++)
    if (choices->values[i].value == (int) value)
      adw_combo_row_set_selected (ADW_COMBO_ROW (row), i);
  if (field->description)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ (field->description));
  return row;
}

static GtkWidget *
make_text (const GscopeField *field, const GscopeTriggerSettings *settings)
{
  const char *text = *(char *const *) ((const char *) settings + field->offset);
  GtkWidget *row = adw_entry_row_new ();

  gtk_editable_set_text (GTK_EDITABLE (row), text ? text : "");
  return row;
}

/* The text has all digits of the value, so that an entry that is not changed keeps its value. */
static GtkWidget *
make_entry (const GscopeField *field, double value, const char *unit)
{
  g_autofree char *text = gscope_quantity_format_editable (value, 15);
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *label = gtk_label_new (unit);

  gtk_editable_set_text (GTK_EDITABLE (row), text);
  gtk_text_set_input_purpose (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (row))),
                              GTK_INPUT_PURPOSE_NUMBER);
  gtk_widget_add_css_class (label, "dim-label");
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), label);
  return row;
}

static GtkWidget *
make_number (AppTriggerDialog *self, const GscopeField *field,
             const GscopeTriggerSettings *settings)
{
  double value = gscope_field_get_applies (field, settings)
                     ? gscope_field_get_number (field, settings)
                     : field->initial;

  if (field->type == GSCOPE_FIELD_CHOICE)
    return make_choice (field, value);
  return make_entry (field, value,
                     field->unit ? field->unit : gscope_signal_get_unit (self->signal));
}

static GtkWidget *
make_row (AppTriggerDialog *self, const GscopeField *field, const GscopeTriggerSettings *settings)
{
  GtkWidget *row = field->type == GSCOPE_FIELD_TEXT ? make_text (field, settings)
                                                    : make_number (self, field, settings);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (field->title));
  if (field->type == GSCOPE_FIELD_CHOICE)
    g_signal_connect_swapped (row, "notify::selected", G_CALLBACK (on_chosen), self);
  else
    g_signal_connect_swapped (row, "entry-activated", G_CALLBACK (on_accept), self);
  return row;
}

/* In playback nothing is captured, so that no section but the first has an effect. */
static AdwPreferencesGroup *
add_section (AppTriggerDialog *self, const char *title)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());

  adw_preferences_group_set_title (group, _ (title));
  gtk_widget_set_visible (GTK_WIDGET (group), !app_session_get_player (self->session));
  adw_preferences_page_add (self->page, group);
  return group;
}

static void
add_rows (AppTriggerDialog *self, const GscopeTriggerSettings *settings)
{
  AdwPreferencesGroup *group = self->about;
  const char *section = NULL;

  for (const GscopeField *field = gscope_trigger_settings_get_fields (); field->key; field++)
    {
      Row row = { field, make_row (self, field, settings) };

      if (g_strcmp0 (section, field->section) != 0)
        group = add_section (self, field->section);
      section = field->section;
      adw_preferences_group_add (group, row.widget);
      g_array_append_val (self->rows, row);
    }
}

void
app_trigger_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkViewSignal *shown)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (shown);
  AppTriggerDialog *self = g_object_new (APP_TYPE_TRIGGER_DIALOG, "transient-for", parent, NULL);
  GscopeTrigger *trigger =
      gscope_workspace_get_trigger (app_session_get_workspace (session), signal);
  GscopeTriggerSettings usual;
  g_autofree char *title = g_markup_escape_text (gscope_signal_get_full_name (signal), -1);

  app_captures_init_trigger (shown, &usual);
  self->session = g_object_ref (session);
  self->signal = g_object_ref (signal);
  adw_preferences_group_set_title (self->about, title);
  add_rows (self, trigger ? gscope_trigger_get_settings (trigger) : &usual);
  gtk_widget_set_visible (self->remove, trigger != NULL);
  on_chosen (self);
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_child_focus (GTK_WIDGET (self->page), GTK_DIR_TAB_FORWARD);
}
