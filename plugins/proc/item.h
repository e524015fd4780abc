/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* One line of a file, or the sum of several lines: numbers, and the object that they describe. */

enum
{
  PROC_MAX_FIELDS = 16,
  PROC_MAX_METRICS = 6,
  PROC_MAX_KEY = 63,
};

typedef struct
{
  /* Identifies the object; not terminated. NULL for the only row of its kind. */
  const char *key;
  gsize key_length;
  const char *title;
  gsize title_length;
  double fields[PROC_MAX_FIELDS];
  guint n_fields;
  /* The number of lines that were added up: if it changes, differences are meaningless. */
  guint set;
} ProcRow;

typedef enum
{
  /* the number */
  PROC_ABSOLUTE,
  /* its increase per second */
  PROC_RATE,
  /* its increase divided by the increase of the whole */
  PROC_SHARE,
} ProcKind;

/* One number of a row: the sum of the fields in the mask `plus` without those in `minus`, times
 * scale. */
typedef struct
{
  const char *name;
  const char *title;
  const char *unit;
  const char *description;
  ProcKind kind;
  guint plus;
  guint minus;
  guint whole;
  double scale;
  double min;
  double max;
  gboolean hidden;
} ProcMetric;

/* A row over time. The worker writes the values and the state below; all else is constant. Any
 * thread may take and release references. */
typedef struct
{
  char *group;
  char *title;
  const ProcMetric *metrics;
  guint n_values;

  double values[PROC_MAX_METRICS];
  gboolean has_base;
  gint64 time;
  ProcRow base;
  guint tick;
} ProcItem;

ProcItem *
proc_item_new (const char *group, const char *title, const ProcMetric *metrics, guint n_values);
ProcItem *proc_item_ref (ProcItem *self);
void proc_item_unref (ProcItem *self);
/* Updates the values from a row that was read at `time`. metrics are the item's, or others to show
 * instead. */
void proc_item_take (ProcItem *self, const ProcMetric *metrics, gint64 time, const ProcRow *row);
/* Sets all values to a gap of the given cause. */
void proc_item_clear (ProcItem *self, GscopeGapCause cause);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProcItem, proc_item_unref)
