/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/gap.h>
#include <tsl/page/reader.h>

/* A cell that is shown: the words are what its signals are bound to. */
typedef struct
{
  TslCellInfo info;
  guint place;
  /* a gauge's or knob's value; a counter's rate per second */
  double value;
  double count;
  double base;
  gint64 base_time;
} PageCell;

/* The cells of one group of a process's page. Who shows it and who reads it hold references. */
typedef struct
{
  guint pid;
  char *process;
  char *group;
  guint n_cells;
  PageCell *cells;
} PageGroup;

/* The groups of a mechanism at the reader's last update: PageGroup, each with its cells in the
 * order of the page. */
GPtrArray *page_group_list (TslPageReader *reader, const char *mechanism);
PageGroup *page_group_ref (PageGroup *self);
void page_group_unref (PageGroup *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PageGroup, page_group_unref)

/* Returns whether both have the same cells at the same places. */
gboolean page_group_equal (const PageGroup *a, const PageGroup *b);
/* Returns whether its cells were at their places at the reader's last update. */
gboolean page_group_is_there (const PageGroup *self, TslPageReader *reader);
/* Takes the values of the reader's last update, at a time on any clock in nanoseconds. Returns whether a
 * knob has another value than before. */
gboolean page_group_read (PageGroup *self, TslPageReader *reader, gint64 time);
/* The value that was read last; any thread may call it. */
double page_cell_get (const PageCell *self);
/* The sum of the values of the cells of a name that have one. */
double page_group_add_up (const PageGroup *self, const char *name);
/* Records a gap with its cause; rates restart. */
void page_group_clear (PageGroup *self, GscopeGapCause cause);
