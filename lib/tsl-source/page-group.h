/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/gap.h>
#include <tsl/page/reader.h>

/* A shown cell: signals are bound to its words. */
typedef struct
{
  TslCellInfo info;
  guint place;
  /* the value of a gauge or a knob; the rate per second of a counter */
  double value;
  double count;
  double base;
  gint64 base_time;
} PageCell;

/* The cells of one group in a process's page. The scan and the main context hold references. */
typedef struct
{
  guint pid;
  char *process;
  char *group;
  guint n_cells;
  PageCell *cells;
} PageGroup;

/* Lists the groups of a mechanism at the reader's last update as PageGroup, with their cells in the
 * page's order. */
GPtrArray *page_group_list (TslPageReader *reader, const char *mechanism);
PageGroup *page_group_ref (PageGroup *self);
void page_group_unref (PageGroup *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PageGroup, page_group_unref)

/* Returns whether both have the same cells at the same places. */
gboolean page_group_equal (const PageGroup *a, const PageGroup *b);
/* Returns whether its cells were at their places at the reader's last update. */
gboolean page_group_is_there (const PageGroup *self, TslPageReader *reader);
/* Copies the values of the reader's last update; the time is in nanoseconds on any clock. Returns
 * whether a knob's value has changed. */
gboolean page_group_read (PageGroup *self, TslPageReader *reader, gint64 time);
/* Returns the value that was read last. Any thread may call it. */
double page_cell_get (const PageCell *self);
/* Returns the sum of the values of all cells with a name, without NaN. */
double page_group_add_up (const PageGroup *self, const char *name);
/* Sets all values to a gap of the given cause, and restarts rates. */
void page_group_clear (PageGroup *self, GscopeGapCause cause);
