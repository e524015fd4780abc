/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/measurement.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/quantity.h>
#include <gscope/enums.h>
#include <gscope/trace/sample.h>

#define LONGEST (366 * 86400)

static const char *const spans[] = {
  [GSCOPE_MEASUREMENT_SPAN_VIEW] = N_ ("The View"),
  [GSCOPE_MEASUREMENT_SPAN_CURSORS] = N_ ("Between the Cursors"),
  [GSCOPE_MEASUREMENT_SPAN_CAPTURE] = N_ ("The Capture"),
  [GSCOPE_MEASUREMENT_SPAN_LATEST] = N_ ("The Latest Time"),
};

static gboolean
needs_other (gconstpointer record)
{
  return gscope_measurement_needs_other (
      ((const GscopeWorkspaceMeasurement *) record)->measurement);
}

static gboolean
is_over_latest (gconstpointer record)
{
  return ((const GscopeWorkspaceMeasurement *) record)->over == GSCOPE_MEASUREMENT_SPAN_LATEST;
}

static gboolean
is_percentile (gconstpointer record)
{
  return ((const GscopeWorkspaceMeasurement *) record)->measurement
         == GSCOPE_MEASUREMENT_PERCENTILE;
}

static gboolean
is_settling (gconstpointer record)
{
  return ((const GscopeWorkspaceMeasurement *) record)->measurement == GSCOPE_MEASUREMENT_SETTLING;
}

static const char *
get_measurement_title (int value)
{
  return gscope_measurement_get_title ((GscopeMeasurement) value);
}

static const char *
get_span_title (int value)
{
  return gscope_measurement_span_get_title ((GscopeMeasurementSpan) value);
}

/* Documents, copies, comparisons and dialogs read this table. */
static const GscopeField fields[] = {
  { "signal", GSCOPE_FIELD_TYPE_TEXT,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceMeasurement, signal) },
  { "measurement", GSCOPE_FIELD_TYPE_CHOICE,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceMeasurement, measurement),
    .title = NC_ ("field", "Measurement"), .get_type = gscope_measurement_get_type,
    .get_choice = get_measurement_title },
  { "other", GSCOPE_FIELD_TYPE_TEXT, .offset = G_STRUCT_OFFSET (GscopeWorkspaceMeasurement, other),
    .title = NC_ ("field", "Other Signal"), .applies = needs_other },
  { "percentile", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceMeasurement, percentile),
    .title = NC_ ("field", "Percentile"), .unit = "%", .max = 100, .initial = 95, .idle = 95,
    .applies = is_percentile },
  { "tolerance", GSCOPE_FIELD_TYPE_NUMBER,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceMeasurement, tolerance),
    .title = NC_ ("field", "Tolerance"), .unit = "%", .max = 100, .initial = 2, .idle = 2,
    .applies = is_settling },
  { "over", GSCOPE_FIELD_TYPE_CHOICE, .offset = G_STRUCT_OFFSET (GscopeWorkspaceMeasurement, over),
    .title = NC_ ("field", "Over"), .get_type = gscope_measurement_span_get_type,
    .get_choice = get_span_title },
  { "latest-s", GSCOPE_FIELD_TYPE_SCALED,
    .offset = G_STRUCT_OFFSET (GscopeWorkspaceMeasurement, latest),
    .title = NC_ ("field", "Latest Time"), .unit = "s", .scale = GSCOPE_SEC, .min = 1e-6,
    .max = LONGEST, .initial = 1, .idle = 1, .applies = is_over_latest },
  { .key = NULL },
};

G_DEFINE_BOXED_TYPE (GscopeWorkspaceMeasurement, gscope_workspace_measurement,
                     gscope_workspace_measurement_ref, gscope_workspace_measurement_unref)

/**
 * gscope_measurement_span_get_title:
 * @self: a time over which a signal is measured
 *
 * Gets the title for users.
 *
 * Returns: a translated text
 *
 * Since: 1.0
 */
const char *
gscope_measurement_span_get_title (GscopeMeasurementSpan self)
{
  g_return_val_if_fail (self < G_N_ELEMENTS (spans), NULL);

  return _ (spans[self]);
}

/**
 * gscope_workspace_measurement_new:
 * @signal: the full name of a signal
 * @measurement: a measurement
 *
 * Makes a measurement over the view.
 *
 * Returns: (transfer full): a measurement
 *
 * Since: 1.0
 */
GscopeWorkspaceMeasurement *
gscope_workspace_measurement_new (const char *signal, GscopeMeasurement measurement)
{
  GscopeWorkspaceMeasurement *self;

  g_return_val_if_fail (signal, NULL);
  g_return_val_if_fail (measurement < GSCOPE_N_MEASUREMENTS, NULL);

  self = g_new0 (GscopeWorkspaceMeasurement, 1);
  g_atomic_ref_count_init (&self->n_references);
  gscope_fields_init (fields, self);
  self->signal = g_strdup (signal);
  self->measurement = measurement;
  return self;
}

/**
 * gscope_workspace_measurement_copy:
 * @self: a measurement
 *
 * Makes a measurement of its own that says the same.
 *
 * Returns: (transfer full): a measurement
 *
 * Since: 1.0
 */
GscopeWorkspaceMeasurement *
gscope_workspace_measurement_copy (const GscopeWorkspaceMeasurement *self)
{
  GscopeWorkspaceMeasurement *copy = g_new0 (GscopeWorkspaceMeasurement, 1);

  g_atomic_ref_count_init (&copy->n_references);
  gscope_fields_copy (fields, self, copy);
  return copy;
}

/**
 * gscope_workspace_measurement_ref:
 * @self: a measurement
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeWorkspaceMeasurement *
gscope_workspace_measurement_ref (GscopeWorkspaceMeasurement *self)
{
  /* a structure that another language allocated has none */
  g_return_val_if_fail (self && g_atomic_int_get (&self->n_references) > 0, NULL);

  g_atomic_ref_count_inc (&self->n_references);
  return self;
}

/**
 * gscope_workspace_measurement_unref:
 * @self: (transfer full): a measurement
 *
 * Releases a reference.
 *
 * Since: 1.0
 */
void
gscope_workspace_measurement_unref (GscopeWorkspaceMeasurement *self)
{
  g_return_if_fail (self && g_atomic_int_get (&self->n_references) > 0);

  if (!g_atomic_ref_count_dec (&self->n_references))
    return;
  gscope_fields_clear (fields, self);
  g_free (self);
}

/**
 * gscope_workspace_measurement_equal:
 * @self: a measurement
 * @other: another measurement
 *
 * Compares what two measurements say.
 *
 * Returns: %TRUE if they say the same
 *
 * Since: 1.0
 */
gboolean
gscope_workspace_measurement_equal (const GscopeWorkspaceMeasurement *self,
                                    const GscopeWorkspaceMeasurement *other)
{
  return gscope_fields_equal (fields, self, other);
}

/**
 * gscope_workspace_measurement_get_fields: (skip)
 *
 * Gets the table of the fields of a #GscopeWorkspaceMeasurement.
 *
 * Returns: (transfer none): the fields, ended by one without a key
 *
 * Since: 1.0
 */
const GscopeField *
gscope_workspace_measurement_get_fields (void)
{
  return fields;
}

/**
 * gscope_workspace_measurement_dup_label:
 * @self: a measurement
 *
 * Gets the short text that is before the value, such as “rise” or “p95”.
 *
 * Returns: (transfer full): a translated text
 *
 * Since: 1.0
 */
char *
gscope_workspace_measurement_dup_label (const GscopeWorkspaceMeasurement *self)
{
  g_autofree char *number = NULL;

  if (self->measurement != GSCOPE_MEASUREMENT_PERCENTILE)
    return g_strdup (gscope_measurement_get_label (self->measurement));
  number = gscope_quantity_format_editable (self->percentile, 4);
  return g_strconcat (gscope_measurement_get_label (self->measurement), number, NULL);
}

/**
 * gscope_workspace_measurement_dup_title:
 * @self: a measurement
 *
 * Gets the title of the measurement and of the time, such as “Rise Time, The View”.
 *
 * Returns: (transfer full): a translated text
 *
 * Since: 1.0
 */
char *
gscope_workspace_measurement_dup_title (const GscopeWorkspaceMeasurement *self)
{
  const char *title = gscope_measurement_get_title (self->measurement);
  const char *span = gscope_measurement_span_get_title (self->over);
  g_autofree char *time = NULL;

  if (self->over != GSCOPE_MEASUREMENT_SPAN_LATEST)
    return g_strdup_printf ("%s, %s", title, span);
  time = gscope_quantity_format_time (self->latest, 4);
  return g_strdup_printf ("%s, %s", title, time);
}
