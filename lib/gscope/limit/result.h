/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/limit/settings.h>
#include <gscope/trace/sample.h>

G_BEGIN_DECLS

/**
 * GscopeLimitVerdict:
 * @GSCOPE_LIMIT_VERDICT_PASSES: samples were compared, and all are within the limit
 * @GSCOPE_LIMIT_VERDICT_FAILS: a sample is beyond it
 * @GSCOPE_LIMIT_VERDICT_INCOMPLETE: no sample is beyond it, but some were not compared
 * @GSCOPE_LIMIT_VERDICT_UNKNOWN: no sample was compared
 *
 * Whether the samples of a signal are within its limit.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_LIMIT_VERDICT_PASSES,
  GSCOPE_LIMIT_VERDICT_FAILS,
  GSCOPE_LIMIT_VERDICT_INCOMPLETE,
  GSCOPE_LIMIT_VERDICT_UNKNOWN,
} GscopeLimitVerdict;

/**
 * GscopeLimitResult:
 * @kind: the kind of the limit
 * @n_passed: the number of samples within the limit
 * @n_failed: the number of samples beyond it
 * @n_failures: the number of failures, each of which may have many samples
 * @n_missed: the number of samples that were dropped before they were compared, or of triggers whose samples were
 * @n_captures: the number of triggers after which a mask was compared
 * @n_failed_captures: the number of those after which a sample failed
 * @margin: the smallest distance of a sample from the bounds, negative beyond them; not-a-number before the first sample
 * @margin_time: of a mask, the time from the trigger at which that sample is, seconds; otherwise not-a-number
 * @first: the first failed sample
 *
 * The outcome of a limit.
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeLimitKind kind;
  guint64 n_passed;
  guint64 n_failed;
  guint64 n_failures;
  guint64 n_missed;
  guint64 n_captures;
  guint64 n_failed_captures;
  double margin;
  double margin_time;
  GscopeSample first;
} GscopeLimitResult;

/**
 * GscopeLimitNumber:
 * @name: its name in JSON, and as a signal; %NULL ends a table
 * @title: its title
 * @description: a sentence about it
 * @unit: (nullable): its unit; %NULL for the unit of the signal with the limit
 * @offset: where it is in a #GscopeLimitResult
 * @is_count: whether it is a `guint64`, and not a `double`
 * @is_of_mask: whether only masks have it
 *
 * A number of the outcome of a limit. Title and description are marked for translation.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *unit;
  gsize offset;
  gboolean is_count;
  gboolean is_of_mask;
} GscopeLimitNumber;

#define GSCOPE_TYPE_LIMIT_RESULT (gscope_limit_result_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_limit_result_get_type (void);

GSCOPE_AVAILABLE_IN_1_0
void gscope_limit_result_init (GscopeLimitResult *self, GscopeLimitKind kind);
GSCOPE_AVAILABLE_IN_1_0
const GscopeLimitNumber *gscope_limit_result_list_numbers (void);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_limit_result_has_number (const GscopeLimitResult *self, const GscopeLimitNumber *number);
GSCOPE_AVAILABLE_IN_1_0
double
gscope_limit_result_get_number (const GscopeLimitResult *self, const GscopeLimitNumber *number);
GSCOPE_AVAILABLE_IN_1_0
void gscope_limit_result_set_number (GscopeLimitResult *self, const GscopeLimitNumber *number,
                                     double value);
GSCOPE_AVAILABLE_IN_1_0
GscopeLimitVerdict gscope_limit_result_get_verdict (const GscopeLimitResult *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_limit_result_dup_text (const GscopeLimitResult *self, const char *unit);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_limit_result_describe (const GscopeLimitResult *self);

G_END_DECLS
