/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* One line of a file, or several together: numbers, and the thing that they describe. */

enum
{
  PROC_MAX_FIELDS = 16,
  PROC_MAX_METRICS = 6,
  PROC_MAX_KEY = 63,
};

typedef struct
{
  /* Not terminated. No key: the only line of its kind. */
  const char *key;
  gsize key_length;
  const char *title;
  gsize title_length;
  double fields[PROC_MAX_FIELDS];
  guint n_fields;
  /* The number of summands in the fields: if it changes, the difference has no meaning. */
  guint set;
} ProcRow;

typedef enum
{
  /* the number itself */
  PROC_ABSOLUTE,
  /* its increase a second */
  PROC_RATE,
  /* its increase as a part of the whole's */
  PROC_SHARE,
} ProcKind;

/* One number of a row: the sum of the fields of the mask plus without those of minus, times scale. */
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

/* A row as it comes again and again. The worker writes the values; the rest, except the state
 * below, is constant. Counted references, any thread. */
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
/* Takes a row that was read at time. metrics are the item's, or others to be shown instead. */
void proc_item_take (ProcItem *self, const ProcMetric *metrics, gint64 time, const ProcRow *row);
/* Leaves the item without values, for the reason given. */
void proc_item_clear (ProcItem *self, GscopeGapCause cause);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ProcItem, proc_item_unref)
