/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl-source/page-group.h>

/* The processes that publish a mechanism, and what they publish. One thread at a time uses it. The programs of another
 * user cannot fill it, nor keep it busy: each user has a share. */
typedef struct _PageScan PageScan;

/* Pages and groups that the last look left out. */
typedef struct
{
  /* pages of other users */
  guint n_closed;
  /* pages that the process of their number did not make */
  guint n_false;
  /* processes and groups beyond a user's share */
  guint n_full;
  /* groups of processes whose cells come and go too fast */
  guint n_fast;
} PageLeftOut;

PageScan *page_scan_new (const char *mechanism);
void page_scan_free (PageScan *self);

/* Looks which processes have a page, and whether they have other cells than before, at a time on any clock in
 * nanoseconds. Groups that came and went are added to the arrays, which take references; one that changed does both. */
void page_scan_look (PageScan *self, gint64 time, GPtrArray *came, GPtrArray *went);
/* Reads the values of all groups. Returns whether a knob was turned. */
gboolean page_scan_read (PageScan *self, gint64 time);
void page_scan_clear (PageScan *self, GscopeGapCause cause);

/* The sum of the cells of a name, of all groups, as they were read last; of counters, of their rates. */
double page_scan_add_up (PageScan *self, const char *name);
guint page_scan_get_n_processes (PageScan *self);
guint page_scan_get_n_groups (PageScan *self);
PageLeftOut page_scan_get_left_out (PageScan *self);

/* Asks for a knob of a group. */
gboolean page_scan_ask (PageScan *self, const PageGroup *group, const PageCell *cell, double value,
                        GError **error);
/* The value of a knob as it was read last; FALSE while it is being asked for another, or if it is gone. */
gboolean
page_scan_recall (PageScan *self, const PageGroup *group, const PageCell *cell, double *value);
/* Returns whether a request is answered, with the value; an error if the process or the knob is
 * gone. */
gboolean page_scan_look_for_answer (PageScan *self, const PageGroup *group, const PageCell *cell,
                                    gboolean *is_answered, double *value, GError **error);
