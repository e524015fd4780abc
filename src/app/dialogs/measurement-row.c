/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/measurement-row.h"

#include <glib/gi18n.h>

static double
get_mean (const GscopeMeasures *statistics)
{
  return statistics->mean;
}

static double
get_deviation (const GscopeMeasures *statistics)
{
  return statistics->deviation;
}

static double
get_min (const GscopeMeasures *statistics)
{
  return statistics->min;
}

static double
get_max (const GscopeMeasures *statistics)
{
  return statistics->max;
}

/* The last row is the number of values. */
static const struct
{
  const char *title;
  double (*get) (const GscopeMeasures *statistics);
} rows[] = {
  { N_ ("Mean"), get_mean },   { N_ ("Deviation"), get_deviation }, { N_ ("Smallest"), get_min },
  { N_ ("Largest"), get_max }, { N_ ("Number of Values"), NULL },
};

struct _AppMeasurementRow
{
  AdwExpanderRow parent_instance;

  GscopeGtkBadge *badge;
  GtkLabel *value;
  GtkLabel *statistics[G_N_ELEMENTS (rows)];
};

G_DEFINE_FINAL_TYPE (AppMeasurementRow, app_measurement_row, ADW_TYPE_EXPANDER_ROW)

static GtkLabel *
make_number (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "numeric");
  return GTK_LABEL (label);
}

static void
add_statistic (AppMeasurementRow *self, guint i)
{
  GtkWidget *row = adw_action_row_new ();

  self->statistics[i] = make_number ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (rows[i].title));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), GTK_WIDGET (self->statistics[i]));
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
}

static void
on_reset (AppMeasurementRow *self)
{
  gscope_gtk_badge_reset_statistics (self->badge);
  app_measurement_row_update (self);
}

static void
on_signal (AppMeasurementRow *self)
{
  g_signal_emit_by_name (self, "show-as-signal");
}

static void
on_remove (AppMeasurementRow *self)
{
  g_signal_emit_by_name (self, "remove");
}

static void
add_button (AppMeasurementRow *self, GtkWidget *box, const char *title, GCallback func)
{
  GtkWidget *button = gtk_button_new_with_label (title);

  gtk_widget_set_hexpand (button, TRUE);
  g_signal_connect_swapped (button, "clicked", func, self);
  gtk_box_append (GTK_BOX (box), button);
}

static void
add_buttons (AppMeasurementRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *row = adw_preferences_row_new ();

  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  add_button (self, box, _ ("Show as Signal"), G_CALLBACK (on_signal));
  add_button (self, box, _ ("Reset Statistics"), G_CALLBACK (on_reset));
  add_button (self, box, _ ("Remove"), G_CALLBACK (on_remove));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Actions"));
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
}

static void
app_measurement_row_dispose (GObject *object)
{
  g_clear_object (&APP_MEASUREMENT_ROW (object)->badge);
  G_OBJECT_CLASS (app_measurement_row_parent_class)->dispose (object);
}

static void
app_measurement_row_class_init (AppMeasurementRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_measurement_row_dispose;
  g_signal_new ("remove", APP_TYPE_MEASUREMENT_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("show-as-signal", APP_TYPE_MEASUREMENT_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
app_measurement_row_init (AppMeasurementRow *self)
{
  self->value = make_number ();
  adw_expander_row_add_action (ADW_EXPANDER_ROW (self), GTK_WIDGET (self->value));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_statistic (self, i);
  add_buttons (self);
}

AppMeasurementRow *
app_measurement_row_new (GscopeGtkBadge *badge)
{
  AppMeasurementRow *self = g_object_new (APP_TYPE_MEASUREMENT_ROW, NULL);
  const GscopeWorkspaceMeasurement *measurement = gscope_gtk_badge_get_description (badge);
  g_autofree char *title = gscope_workspace_measurement_dup_title (measurement);

  self->badge = g_object_ref (badge);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), title);
  if (gscope_measurement_needs_other (measurement->measurement) && measurement->other)
    {
      g_autofree char *other = g_markup_escape_text (measurement->other, -1);

      adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), other);
    }
  app_measurement_row_update (self);
  return self;
}

GscopeGtkBadge *
app_measurement_row_get_badge (AppMeasurementRow *self)
{
  return self->badge;
}

void
app_measurement_row_update (AppMeasurementRow *self)
{
  GscopeMeasures statistics;

  gscope_gtk_badge_get_statistics (self->badge, &statistics);
  gtk_label_set_label (self->value, gscope_gtk_badge_get_text (self->badge));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text =
          rows[i].get ? gscope_gtk_badge_format_value (self->badge, rows[i].get (&statistics))
                      : gscope_quantity_format_number ((double) statistics.count, 0);

      gtk_label_set_label (self->statistics[i], text);
    }
}
