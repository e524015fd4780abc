/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/measurements-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "dialogs/measurement-row.h"
#include "fields/rows.h"
#include "undo/math.h"
#include "undo/toast.h"
#include "undo/view.h"
#include "widgets/messages.h"
#include "widgets/present.h"

struct _AppMeasurementsDialog
{
  AdwWindow parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  /* the full name of the signal */
  char *name;
  AppMathAddedFunc func;
  gpointer data;

  AppMessages *messages;
  AppToast *toast;
  AdwPreferencesGroup *shown;
  AdwPreferencesGroup *added;
  /* of AppMeasurementRow */
  GPtrArray *badges;
  AppFieldRows *rows;
};

G_DEFINE_FINAL_TYPE (AppMeasurementsDialog, app_measurements_dialog, ADW_TYPE_WINDOW)

/* Returns NULL after a message if a number is not valid. */
static GscopeWorkspaceMeasurement *
read_rows (AppMeasurementsDialog *self)
{
  g_autoptr (GscopeWorkspaceMeasurement) record =
      gscope_workspace_measurement_new (self->name, GSCOPE_MEASUREMENT_MEAN);

  return app_field_rows_read (self->rows, record) ? g_steal_pointer (&record) : NULL;
}

/* Explains the measurement. */
static void
on_chosen (AppMeasurementsDialog *self)
{
  g_autoptr (GscopeWorkspaceMeasurement) record =
      gscope_workspace_measurement_new (self->name, GSCOPE_MEASUREMENT_MEAN);

  app_field_rows_read_choices (self->rows, record);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (app_field_rows_get (self->rows, "measurement")),
                               gscope_measurement_get_description (record->measurement));
}

static void
on_add (AppMeasurementsDialog *self)
{
  g_autoptr (GscopeWorkspaceMeasurement) record = NULL;

  app_messages_clear (self->messages);
  record = read_rows (self);
  if (record)
    app_view_add_measurement (self->session, self->view, record);
}

static void
on_remove (AppMeasurementRow *row, AppMeasurementsDialog *self)
{
  g_autofree char *text = g_strdup_printf (
      _ ("“%s” removed"), adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
  guint entry = app_view_remove_measurement (
      self->session, self->view,
      gscope_gtk_badge_get_description (app_measurement_row_get_badge (row)));

  app_toast_show_undo (self->toast, text, app_session_get_history (self->session), entry);
}

/* Returns the position of the scope of a signal. */
static guint
find_scope (AppMeasurementsDialog *self, GscopeGtkViewSignal *signal)
{
  GListModel *scopes = app_session_get_scopes (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (scope == gscope_gtk_view_signal_get_scope (signal))
        return i;
    }
  return 0;
}

/* Returns the length of the time over which a badge measures now. */
static gint64
get_length (AppMeasurementsDialog *self, const GscopeWorkspaceMeasurement *measurement)
{
  gint64 a, b;

  if (measurement->over == GSCOPE_MEASUREMENT_SPAN_LATEST)
    return measurement->latest;
  if (measurement->over == GSCOPE_MEASUREMENT_SPAN_CURSORS
      && gscope_gtk_view_get_cursors (self->view, &a, &b) == 2 && a != b)
    return ABS (a - b);
  return gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (self->view));
}

/* Returns a name that no math signal of a scope has, such as “rise-sine” or “rise-sine-2”. */
static char *
find_name (AppMeasurementsDialog *self, guint scope, const GscopeWorkspaceMeasurement *measurement)
{
  GscopeSource *source = app_math_find_source (self->session, scope);
  const char *slash = strrchr (measurement->signal, '/');
  g_autofree char *label = gscope_workspace_measurement_dup_label (measurement);
  g_autofree char *base = g_strdup_printf ("%s-%s", label, slash ? slash + 1 : measurement->signal);
  char *name = g_strdup (base);

  for (guint i = 2; source; i++)
    {
      g_autofree char *expression = app_math_dup_expression (self->session, source, name);

      if (!expression)
        break;
      g_free (name);
      name = g_strdup_printf ("%s-%u", base, i);
    }
  return name;
}

static void
on_signal (AppMeasurementRow *row, AppMeasurementsDialog *self)
{
  GscopeGtkBadge *badge = app_measurement_row_get_badge (row);
  const GscopeWorkspaceMeasurement *measurement = gscope_gtk_badge_get_description (badge);
  GscopeGtkViewSignal *signal = gscope_gtk_badge_get_signal (badge);
  g_autofree char *expression = gscope_math_write_measurement (
      measurement->measurement, measurement->signal, measurement->other, measurement->percentile,
      get_length (self, measurement));
  g_autofree char *name = NULL, *full_name = NULL;
  g_autoptr (GError) error = NULL;
  guint scope;

  if (!signal || !expression)
    {
      app_messages_add (self->messages, _ ("The view does not show the signals of it."));
      return;
    }
  scope = find_scope (self, signal);
  name = find_name (self, scope, measurement);
  full_name = app_math_add (self->session, scope, name, expression, &error);
  if (full_name)
    self->func (full_name, self->data);
  else
    app_messages_add (self->messages, error->message);
}

static void
show_values (AppMeasurementsDialog *self)
{
  for (guint i = 0; i < self->badges->len; i++)
    app_measurement_row_update (self->badges->pdata[i]);
}

/* Lists the badges of the signal. */
static void
show_badges (AppMeasurementsDialog *self)
{
  GListModel *badges = G_LIST_MODEL (gscope_gtk_view_get_badges (self->view));

  for (guint i = 0; i < self->badges->len; i++)
    adw_preferences_group_remove (self->shown, self->badges->pdata[i]);
  g_ptr_array_set_size (self->badges, 0);
  for (guint i = 0; i < g_list_model_get_n_items (badges); i++)
    {
      g_autoptr (GscopeGtkBadge) badge = g_list_model_get_item (badges, i);
      AppMeasurementRow *row;

      if (!g_str_equal (gscope_gtk_badge_get_description (badge)->signal, self->name))
        continue;
      row = app_measurement_row_new (badge);
      g_signal_connect (row, "remove", G_CALLBACK (on_remove), self);
      g_signal_connect (row, "show-as-signal", G_CALLBACK (on_signal), self);
      adw_preferences_group_add (self->shown, GTK_WIDGET (row));
      g_ptr_array_add (self->badges, row);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->shown), self->badges->len > 0);
}

static void
app_measurements_dialog_dispose (GObject *object)
{
  AppMeasurementsDialog *self = APP_MEASUREMENTS_DIALOG (object);

  if (self->view)
    g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_badges (self->view), self);
  g_clear_object (&self->view);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (app_measurements_dialog_parent_class)->dispose (object);
}

static void
app_measurements_dialog_finalize (GObject *object)
{
  AppMeasurementsDialog *self = APP_MEASUREMENTS_DIALOG (object);

  g_ptr_array_unref (self->badges);
  g_object_unref (self->rows);
  g_free (self->name);
  G_OBJECT_CLASS (app_measurements_dialog_parent_class)->finalize (object);
}

static void
app_measurements_dialog_class_init (AppMeasurementsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_measurements_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = app_measurements_dialog_finalize;
  g_type_ensure (APP_TYPE_MESSAGES);
  g_type_ensure (APP_TYPE_TOAST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/dialogs/measurements-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppMeasurementsDialog, messages);
  gtk_widget_class_bind_template_child (widget_class, AppMeasurementsDialog, toast);
  gtk_widget_class_bind_template_child (widget_class, AppMeasurementsDialog, shown);
  gtk_widget_class_bind_template_child (widget_class, AppMeasurementsDialog, added);
  gtk_widget_class_bind_template_callback (widget_class, on_add);
}

static void
app_measurements_dialog_init (AppMeasurementsDialog *self)
{
  self->badges = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = app_field_rows_new (gscope_workspace_measurement_get_fields (), self->messages);
  g_signal_connect_object (self->rows, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "accepted", G_CALLBACK (on_add), self, G_CONNECT_SWAPPED);
}

/* The other signal of a measurement is one that the view shows. */
static void
offer_others (AppMeasurementsDialog *self)
{
  GListModel *signals = gscope_gtk_view_get_signals (self->view);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);
      const char *name = gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (entry));

      if (g_str_equal (name, self->name))
        continue;
      gtk_string_list_append (titles, gscope_gtk_view_signal_get_label (entry));
      g_ptr_array_add (names, g_strdup (name));
    }
  app_field_rows_offer (self->rows, "other", names, titles);
}

/* In a triggered display, a measurement of each capture is suggested. */
static void
add_rows (AppMeasurementsDialog *self)
{
  g_autoptr (GscopeWorkspaceMeasurement) record =
      gscope_workspace_measurement_new (self->name, GSCOPE_MEASUREMENT_MEAN);

  if (gscope_gtk_view_get_captures (self->view))
    record->over = GSCOPE_MEASUREMENT_SPAN_CAPTURE;
  offer_others (self);
  app_field_rows_add (self->rows, record, NULL, self->added, NULL);
}

void
app_measurements_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkView *view,
                              GscopeGtkViewSignal *signal, AppMathAddedFunc func, gpointer data)
{
  AppMeasurementsDialog *self =
      g_object_new (APP_TYPE_MEASUREMENTS_DIALOG, "transient-for", parent, NULL);
  GscopeSignal *measured = gscope_gtk_view_signal_get_signal (signal);
  g_autofree char *title =
      g_strdup_printf (_ ("Measurements of “%s”"), gscope_gtk_view_signal_get_label (signal));

  self->session = g_object_ref (session);
  self->view = g_object_ref (view);
  self->func = func;
  self->data = data;
  self->name = g_strdup (gscope_signal_get_full_name (measured));
  gtk_window_set_title (GTK_WINDOW (self), title);
  add_rows (self);
  show_badges (self);
  g_signal_connect_swapped (gscope_gtk_view_get_badges (view), "items-changed",
                            G_CALLBACK (show_badges), self);
  g_signal_connect_swapped (gscope_gtk_view_get_badges (view), "refreshed",
                            G_CALLBACK (show_values), self);
  app_present_dialog (GTK_WINDOW (self));
}
