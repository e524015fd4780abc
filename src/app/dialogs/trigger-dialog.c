/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/trigger-dialog.h"

#include <glib/gi18n.h>

#include "panels/messages.h"
#include "undo/tuning.h"

#define MAX_MSEC 3600e3
/* As a nanosecond. */
#define MIN_MSEC 1e-6

struct _AppTriggerDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  GscopeSignal *signal;

  AppMessages *messages;
  GtkWidget *remove;
  AdwPreferencesGroup *about;
  AdwComboRow *kind;
  AdwEntryRow *level;
  AdwEntryRow *hysteresis;
  AdwEntryRow *min_width;
  AdwEntryRow *max_width;
  AdwComboRow *mode;
  AdwEntryRow *timeout;
  AdwEntryRow *holdoff;
  AdwComboRow *captures;
  AdwEntryRow *before;
  AdwEntryRow *after;
};

G_DEFINE_FINAL_TYPE (AppTriggerDialog, app_trigger_dialog, ADW_TYPE_WINDOW)

/* A number on screen, and what it may be. */
typedef struct
{
  AdwEntryRow *row;
  double min;
  double max;
} Field;

/* All digits that there are, so that what was only looked at stays what it is. */
static void
show_number (AdwEntryRow *row, double value)
{
  g_autofree char *text = g_strdup_printf ("%.15g", value);

  gtk_editable_set_text (GTK_EDITABLE (row), text);
}

static void
show_msec (AdwEntryRow *row, gint64 time)
{
  show_number (row, time / (double) GSCOPE_MSEC);
}

static gboolean
parse (const char *text, double *value)
{
  char *end;

  *value = strtod (text, &end);
  if (end == text || *end != '\0')
    *value = g_ascii_strtod (text, &end);
  return end != text && *end == '\0';
}

static char *
dup_demand (const Field *field)
{
  const char *title = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (field->row));

  if (field->max < G_MAXDOUBLE)
    return g_strdup_printf (_ ("“%s” must be a number from %g to %g."), title, field->min,
                            field->max);
  if (field->min > -G_MAXDOUBLE)
    return g_strdup_printf (_ ("“%s” must be a number of at least %g."), title, field->min);
  return g_strdup_printf (_ ("“%s” must be a number."), title);
}

/* The text of an invisible row has no meaning, and need not be a number. */
static gboolean
read_number (AppTriggerDialog *self, const Field *field, double *value)
{
  g_autofree char *message = NULL;

  gtk_widget_remove_css_class (GTK_WIDGET (field->row), "error");
  if (parse (gtk_editable_get_text (GTK_EDITABLE (field->row)), value) && *value >= field->min
      && *value <= field->max)
    return TRUE;
  if (!gtk_widget_get_visible (GTK_WIDGET (field->row)))
    {
      *value = field->min;
      return TRUE;
    }
  message = dup_demand (field);
  gtk_widget_add_css_class (GTK_WIDGET (field->row), "error");
  app_messages_add (self->messages, message);
  gtk_widget_grab_focus (GTK_WIDGET (field->row));
  return FALSE;
}

static gboolean
read_msec (AppTriggerDialog *self, AdwEntryRow *row, double min, gint64 *time)
{
  const Field field = { row, min, MAX_MSEC };
  double value;

  if (!read_number (self, &field, &value))
    return FALSE;
  *time = (gint64) (value * GSCOPE_MSEC + 0.5);
  return TRUE;
}

static gboolean
read_condition (AppTriggerDialog *self, GscopeTriggerCondition *condition)
{
  const Field level = { self->level, -G_MAXDOUBLE, G_MAXDOUBLE };
  const Field hysteresis = { self->hysteresis, 0, G_MAXDOUBLE };

  condition->kind = adw_combo_row_get_selected (self->kind);
  return read_number (self, &level, &condition->level)
         && read_number (self, &hysteresis, &condition->hysteresis)
         && read_msec (self, self->min_width, 0, &condition->min_width)
         && read_msec (self, self->max_width, condition->min_width / (double) GSCOPE_MSEC,
                       &condition->max_width);
}

static gboolean
read_settings (AppTriggerDialog *self, GscopeTriggerSettings *settings)
{
  settings->mode = adw_combo_row_get_selected (self->mode);
  return read_condition (self, &settings->condition)
         && read_msec (self, self->holdoff, 0, &settings->holdoff)
         && read_msec (self, self->timeout, MIN_MSEC, &settings->timeout)
         && read_msec (self, self->before, 0, &settings->before)
         && read_msec (self, self->after, MIN_MSEC, &settings->after);
}

static void
set_trigger (AppTriggerDialog *self, const GscopeTriggerSettings *settings)
{
  app_tuning_set_trigger (self->session, self->signal, settings,
                          adw_combo_row_get_selected (self->captures));
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_accept (AppTriggerDialog *self)
{
  GscopeTriggerSettings settings = { 0 };

  if (!read_settings (self, &settings))
    return;
  /* what collects nothing need not be over before it fires again */
  if (adw_combo_row_get_selected (self->captures) == GSCOPE_TRIGGER_CAPTURES_NOTHING)
    {
      settings.before = 0;
      settings.after = 1;
    }
  set_trigger (self, &settings);
}

static void
on_remove (AppTriggerDialog *self)
{
  set_trigger (self, NULL);
}

/* Hides the rows that have no meaning with the other choices. */
static void
on_chosen (AppTriggerDialog *self)
{
  guint kind = adw_combo_row_get_selected (self->kind);
  gboolean is_pulse = kind == GSCOPE_TRIGGER_HIGH_PULSE || kind == GSCOPE_TRIGGER_LOW_PULSE;
  gboolean is_level = kind == GSCOPE_TRIGGER_ABOVE || kind == GSCOPE_TRIGGER_BELOW;
  gboolean is_auto = adw_combo_row_get_selected (self->mode) == GSCOPE_TRIGGER_AUTO;
  gboolean is_live = self->session && !app_session_get_player (self->session);
  gboolean captures =
      is_live && adw_combo_row_get_selected (self->captures) != GSCOPE_TRIGGER_CAPTURES_NOTHING;

  gtk_widget_set_visible (GTK_WIDGET (self->captures), is_live);
  gtk_widget_set_visible (GTK_WIDGET (self->hysteresis), !is_level);
  gtk_widget_set_visible (GTK_WIDGET (self->min_width), is_pulse);
  gtk_widget_set_visible (GTK_WIDGET (self->max_width), is_pulse);
  gtk_widget_set_visible (GTK_WIDGET (self->timeout), is_auto);
  gtk_widget_set_visible (GTK_WIDGET (self->before), captures);
  gtk_widget_set_visible (GTK_WIDGET (self->after), captures);
}

static void
app_trigger_dialog_finalize (GObject *object)
{
  AppTriggerDialog *self = APP_TRIGGER_DIALOG (object);

  g_clear_object (&self->session);
  g_clear_object (&self->signal);
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
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, kind);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, level);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, hysteresis);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, min_width);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, max_width);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, mode);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, timeout);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, holdoff);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, captures);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, before);
  gtk_widget_class_bind_template_child (widget_class, AppTriggerDialog, after);
  gtk_widget_class_bind_template_callback (widget_class, on_accept);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
  gtk_widget_class_bind_template_callback (widget_class, on_chosen);
}

static void
app_trigger_dialog_init (AppTriggerDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* A function is not to be chosen here. */
static void
fill_kinds (AppTriggerDialog *self)
{
  g_autoptr (GtkStringList) kinds = gtk_string_list_new (NULL);

  for (guint i = 0; i < GSCOPE_TRIGGER_FUNC; i++)
    gtk_string_list_append (kinds, gscope_trigger_kind_get_title (i));
  adw_combo_row_set_model (self->kind, G_LIST_MODEL (kinds));
}

/* In the middle of what is in sight. */
static GscopeTriggerSettings
get_usual_settings (GscopeGtkViewSignal *signal)
{
  double min, max;

  gscope_gtk_view_signal_get_range (signal, &min, &max);
  return (
      GscopeTriggerSettings){ .condition = { .level = (min + max) / 2, .max_width = GSCOPE_SEC } };
}

static void
show_settings (AppTriggerDialog *self, const GscopeTriggerSettings *settings, gboolean captures)
{
  adw_combo_row_set_selected (self->kind, settings->condition.kind);
  show_number (self->level, settings->condition.level);
  show_number (self->hysteresis, settings->condition.hysteresis);
  show_msec (self->min_width, settings->condition.min_width);
  show_msec (self->max_width, settings->condition.max_width);
  adw_combo_row_set_selected (self->mode, settings->mode);
  show_msec (self->timeout, settings->mode == GSCOPE_TRIGGER_AUTO ? settings->timeout : GSCOPE_SEC);
  show_msec (self->holdoff, settings->holdoff);
  show_msec (self->before, captures ? settings->before : GSCOPE_SEC);
  show_msec (self->after, captures ? settings->after : GSCOPE_SEC);
}

static void
add_unit (AdwEntryRow *row, const char *unit)
{
  GtkWidget *label = gtk_label_new (unit);

  gtk_widget_add_css_class (label, "dim-label");
  adw_entry_row_add_suffix (row, label);
}

static void
add_units (AppTriggerDialog *self)
{
  AdwEntryRow *const times[] = { self->min_width, self->max_width, self->timeout,
                                 self->holdoff,   self->before,    self->after };
  const char *unit = gscope_signal_get_unit (self->signal);

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    add_unit (times[i], "ms");
  add_unit (self->level, unit);
  add_unit (self->hysteresis, unit);
}

void
app_trigger_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkViewSignal *shown)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (shown);
  AppTriggerDialog *self = g_object_new (APP_TYPE_TRIGGER_DIALOG, "transient-for", parent, NULL);
  GscopeWorkspace *workspace = app_session_get_workspace (session);
  GscopeTrigger *trigger = gscope_workspace_get_trigger (workspace, signal);
  GscopeTriggerScope captures = gscope_workspace_get_trigger_captures (workspace, signal);
  const GscopeTriggerSettings usual = get_usual_settings (shown);
  g_autofree char *title = g_markup_escape_text (gscope_signal_get_full_name (signal), -1);

  self->session = g_object_ref (session);
  self->signal = g_object_ref (signal);
  adw_preferences_group_set_title (self->about, title);
  fill_kinds (self);
  add_units (self);
  show_settings (self, trigger ? gscope_trigger_get_settings (trigger) : &usual,
                 captures != GSCOPE_TRIGGER_CAPTURES_NOTHING);
  adw_combo_row_set_selected (self->captures, captures);
  gtk_widget_set_visible (self->remove, trigger != NULL);
  on_chosen (self);
  gtk_window_present (GTK_WINDOW (self));
}
