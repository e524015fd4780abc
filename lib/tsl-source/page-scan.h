/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl-source/page-group.h>

/* The processes that publish a mechanism, with their groups. One thread at a time may use it. Each
 * user has a share of its capacity and time, so that the programs of other users cannot exhaust
 * them. */
typedef struct _PageScan PageScan;

/* Numbers of pages and groups that the last look left out. */
typedef struct
{
  /* pages of other users that may not be read */
  guint n_closed;
  /* pages that were not created by the process in their name */
  guint n_false;
  /* processes and groups beyond a user's share */
  guint n_full;
  /* groups of processes that add and remove cells too fast */
  guint n_fast;
} PageLeftOut;

PageScan *page_scan_new (const char *mechanism);
void page_scan_free (PageScan *self);

/* Finds new and ended processes, and pages whose cells have changed; the time is in nanoseconds on
 * any clock. Adds references to new groups to `added` and to removed groups to `removed`; a changed
 * group is in both. */
void page_scan_look (PageScan *self, gint64 time, GPtrArray *added, GPtrArray *removed);
/* Reads the values of all groups. Returns whether a knob has changed. */
gboolean page_scan_read (PageScan *self, gint64 time);
void page_scan_clear (PageScan *self, GscopeGapCause cause);

/* Returns the sum of the cells with a name in all groups, at the last reading; for counters, the
 * sum of their rates. */
double page_scan_add_up (PageScan *self, const char *name);
guint page_scan_get_n_processes (PageScan *self);
guint page_scan_get_n_groups (PageScan *self);
PageLeftOut page_scan_get_left_out (PageScan *self);

/* Requests a value of a knob. */
gboolean page_scan_ask (PageScan *self, const PageGroup *group, const PageCell *cell, double value,
                        GError **error);
/* Gets the value of a knob at the last reading. Returns FALSE while a request is pending, or if the
 * knob was removed. */
gboolean
page_scan_recall (PageScan *self, const PageGroup *group, const PageCell *cell, double *value);
/* Looks whether a request has been answered, and gets the value. Fails if the process has ended or
 * the knob was removed. */
gboolean page_scan_look_for_answer (PageScan *self, const PageGroup *group, const PageCell *cell,
                                    gboolean *is_answered, double *value, GError **error);
