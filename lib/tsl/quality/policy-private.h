/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/quality/policy.h>
#include <tsl/quality/utility.h>
#include <tsl/sched/admission-test.h>

/* An application as the policies see it. Levels are in processors. */
typedef struct
{
  double minimum;
  double desired;
  double increment;
  int importance;
  gint64 period;
  gint64 deadline;
  /* the utility of each level; may be NULL */
  const TslUtility *utility;
  /* the level that cannot be changed; negative: any */
  double held;
  /* the result; 0: the application has to wait */
  double level;
} TslQosShare;

struct _TslQosDivision
{
  /* in the order of registration */
  TslQosShare *shares;
  guint n;
  const TslAdmissionTest *test;
  guint n_processors;
  double threshold;
  gboolean is_greedy;
  /* for the test: room for n each */
  TslDemand *demands;
  gint64 *deadlines;
};

/* Returns whether the test admits all levels. */
gboolean tsl_qos_division_fits (TslQosDivision *self, GError **error);
/* Returns the number of levels above the minimum, and one of them; level 0 is the minimum. */
guint tsl_qos_share_count_levels (const TslQosShare *self);
double tsl_qos_share_get_level (const TslQosShare *self, guint number);
/* Returns the utility of a level; 0 below the minimum. */
double tsl_qos_share_get_utility (const TslQosShare *self, double level);
