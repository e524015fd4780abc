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

/* What the reader finds of a mechanism, as it was updated last: PageGroup, each with its cells in the
 * order of the page. */
GPtrArray *page_group_list (TslPageReader *reader, const char *mechanism);
PageGroup *page_group_ref (PageGroup *self);
void page_group_unref (PageGroup *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PageGroup, page_group_unref)

/* Whether both are the same cells at the same places. */
gboolean page_group_equal (const PageGroup *a, const PageGroup *b);
/* Whether its cells are at their places still, as the reader was updated last. */
gboolean page_group_is_there (const PageGroup *self, TslPageReader *reader);
/* Takes the values of the reader's last update, at a time on any clock in nanoseconds. Returns whether a
 * knob has another value than before. */
gboolean page_group_read (PageGroup *self, TslPageReader *reader, gint64 time);
/* The value that was read last; any thread may call it. */
double page_cell_get (const PageCell *self);
/* The sum of the values of the cells of a name that have one. */
double page_group_add_up (const PageGroup *self, const char *name);
/* Says that there are no values, and why; rates begin anew. */
void page_group_clear (PageGroup *self, GscopeGapCause cause);
