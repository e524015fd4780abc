/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/measurement-row.h"

#include <glib/gi18n.h>

#include "fields/expander.h"

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
add_buttons (AdwExpanderRow *self)
{
  GtkBox *buttons = app_expander_add_buttons (self);

  app_expander_add_button (self, buttons, _ ("Show as Signal"), G_CALLBACK (on_signal));
  app_expander_add_button (self, buttons, _ ("Reset Statistics"), G_CALLBACK (on_reset));
  app_expander_add_button (self, buttons, _ ("Remove"), G_CALLBACK (on_remove));
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
  self->value = app_expander_make_number ();
  adw_expander_row_add_action (ADW_EXPANDER_ROW (self), GTK_WIDGET (self->value));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    self->statistics[i] = app_expander_add_number (ADW_EXPANDER_ROW (self), _ (rows[i].title));
  add_buttons (ADW_EXPANDER_ROW (self));
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
    adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), measurement->other);
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
