/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "item.h"

#include <math.h>

ProcItem *
proc_item_new (const char *group, const char *title, const ProcMetric *metrics, guint n_values)
{
  ProcItem *self = g_atomic_rc_box_new0 (ProcItem);

  self->group = g_strdup (group);
  self->title = g_strdup (title);
  self->metrics = metrics;
  self->n_values = n_values;
  proc_item_clear (self, GSCOPE_GAP_CAUSE_NO_VALUE);
  return self;
}

ProcItem *
proc_item_ref (ProcItem *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_item (gpointer data)
{
  ProcItem *self = data;

  g_free (self->group);
  g_free (self->title);
}

void
proc_item_unref (ProcItem *self)
{
  g_atomic_rc_box_release_full (self, clear_item);
}

void
proc_item_clear (ProcItem *self, GscopeGapCause cause)
{
  for (guint i = 0; i < self->n_values; i++)
    self->values[i] = gscope_gap_value (cause);
  self->has_base = FALSE;
}

static double
sum_fields (const ProcRow *row, guint mask)
{
  double sum = 0;

  for (guint i = 0; mask >> i; i++)
    if (mask >> i & 1)
      sum += i < row->n_fields ? row->fields[i] : NAN;
  return sum;
}

/* Returns the increase of all fields; NaN if one decreased, because the counter was reset or has
 * wrapped. */
static double
sum_increases (const ProcRow *row, const ProcRow *base, guint mask)
{
  double sum = 0;

  for (guint i = 0; mask >> i; i++)
    if (mask >> i & 1)
      {
        double increase = i < row->n_fields ? row->fields[i] - base->fields[i] : NAN;

        sum += increase >= 0 ? increase : NAN;
      }
  return sum;
}

static double
measure (ProcItem *self, const ProcMetric *metric, gint64 time, const ProcRow *row)
{
  double over = (time - self->time) / (double) GSCOPE_SEC;

  if (metric->kind == PROC_ABSOLUTE)
    return metric->scale * (sum_fields (row, metric->plus) - sum_fields (row, metric->minus));
  if (!self->has_base)
    return NAN;
  if (metric->kind == PROC_SHARE)
    over = sum_increases (row, &self->base, metric->whole);
  return metric->scale * sum_increases (row, &self->base, metric->plus) / over;
}

/* The kernel updates the times at its own ticks: without an update the last share stays valid. */
static gboolean
is_same (ProcItem *self, const ProcMetric *metric, const ProcRow *row)
{
  return metric->kind == PROC_SHARE
         && sum_fields (row, metric->whole) == sum_fields (&self->base, metric->whole);
}

void
proc_item_take (ProcItem *self, const ProcMetric *metrics, gint64 time, const ProcRow *row)
{
  if (self->has_base && (self->base.set != row->set || self->base.n_fields != row->n_fields))
    self->has_base = FALSE;
  if (self->has_base && (time <= self->time || is_same (self, metrics, row)))
    return;
  for (guint i = 0; i < self->n_values; i++)
    {
      double value = measure (self, &metrics[i], time, row);

      self->values[i] = isfinite (value) ? value : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
    }
  self->base = *row;
  self->time = time;
  self->has_base = TRUE;
}
