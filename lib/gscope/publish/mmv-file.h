/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A file of memory-mapped values, from which pmdammv of Performance Co-Pilot reads metrics while they change: mmv(5), version 2. */
typedef struct _GscopeMmvFile GscopeMmvFile;

enum
{
  /* the numbers of metrics have 10 bits */
  GSCOPE_MMV_MAX_METRICS = 1000,
  GSCOPE_MMV_MAX_ITEM = 1023,
  /* of a text, with its end */
  GSCOPE_MMV_TEXT_SIZE = 256,
};

/* Texts that are too long are cut. */
typedef struct
{
  /* words of letters, digits and “_” with points between them */
  char *name;
  /* the number of the metric, from 1 to GSCOPE_MMV_MAX_ITEM, which stays the same as long as its name */
  guint32 item;
  /* a unit of Gscope; empty for a pure number */
  char *unit;
  char *title;
  char *help;
} GscopeMmvMetric;

/* Creates a file whose values are all not-a-number, in the place of the one at this path. */
GscopeMmvFile *
gscope_mmv_file_new (const char *path, const GscopeMmvMetric *metrics, guint n, GError **error);
/* Closes the file; one that another file has replaced is not removed. */
void gscope_mmv_file_free (GscopeMmvFile *self);
/* Says to readers that another file takes its place. */
void gscope_mmv_file_retire (GscopeMmvFile *self);
void gscope_mmv_file_set (GscopeMmvFile *self, guint i, double value);

/* Returns whether PCP knows a unit, and its code. */
gboolean gscope_mmv_find_unit (const char *unit, guint32 *code);
