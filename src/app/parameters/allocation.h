/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <tsl/tsl.h>

/* An application of a QoS manager. Shares are in processors. */
typedef struct
{
  char *group;
  GscopeParameter *minimum;
  GscopeParameter *desired;
  GscopeParameter *importance;
  GscopeParameter *curve;
  /* takes the share that the user sets */
  GscopeParameter *level;
  GscopeParameter *takes_part;
  /* the share in force, and the period of the reserve in milliseconds */
  GscopeSignal *limit;
  GscopeSignal *period;

  /* NULL for one that takes no part */
  TslUtility *utility;
  double most;
  double now;
  double proposed;
} AppAllocationRow;

/* The division of a processor among the applications of a source, and another one that Q-RAM proposes.
 * The source's parameters and signals are found by their roles. */
typedef struct _AppAllocation AppAllocation;

/* Returns NULL if the source manages no applications. */
AppAllocation *app_allocation_new (GscopeSource *source);
void app_allocation_free (AppAllocation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AppAllocation, app_allocation_free)

guint app_allocation_get_n (AppAllocation *self);
const AppAllocationRow *app_allocation_get_row (AppAllocation *self, guint i);

/* Reads the curves and the division in force, and divides the capacity. Returns whether anything has
 * changed. */
gboolean app_allocation_update (AppAllocation *self, gboolean is_greedy);
/* The sums of the utilities, now, of the proposal, and of the proposal by the other algorithm; -1 if the
 * minimums exceed the capacity, and there is no proposal. */
double app_allocation_get_present (AppAllocation *self);
double app_allocation_get_utility (AppAllocation *self);
double app_allocation_get_other (AppAllocation *self);
/* Judges the proposal by an admission test. Returns why it is refused, or NULL. */
char *app_allocation_judge (AppAllocation *self, const TslAdmissionTest *test);

/* Writes the proposal to the levels, those that shrink first, and has the manager use them. All writes have the
 * writer. */
void app_allocation_apply (AppAllocation *self, const char *writer);
/* Returns whether an applied proposal can be taken back, and does that. */
gboolean app_allocation_can_restore (AppAllocation *self);
void app_allocation_restore (AppAllocation *self, const char *writer);
