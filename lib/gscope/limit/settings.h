/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/capture/capture.h>
#include <gscope/field.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/**
 * GscopeLimitKind:
 * @GSCOPE_LIMIT_KIND_BETWEEN: values are from the lower to the upper bound
 * @GSCOPE_LIMIT_KIND_AT_MOST: values are at most the upper bound
 * @GSCOPE_LIMIT_KIND_AT_LEAST: values are at least the lower bound
 * @GSCOPE_LIMIT_KIND_MASK: values around each trigger are within a mask
 *
 * The kinds of limits.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_LIMIT_KIND_BETWEEN,
  GSCOPE_LIMIT_KIND_AT_MOST,
  GSCOPE_LIMIT_KIND_AT_LEAST,
  GSCOPE_LIMIT_KIND_MASK,
} GscopeLimitKind;

/**
 * GscopeLimitSettings:
 * @kind: the kind
 * @lower: the lower bound, in the signal's unit
 * @upper: the upper bound, in the signal's unit
 * @mask: (nullable): the corners of the mask, separated by commas: a time in seconds from the trigger, the lower and the upper
 *   bound, separated by spaces, such as `-0.1 0 5, 1 0 5`; `-` is no bound. Bounds are straight from corner to corner
 * @trigger: (nullable): the full name of the signal whose trigger is the time 0 of the mask; %NULL for the trigger of the same signal
 * @marks: whether a failure adds a marker to the time axis
 * @captures: whether programs with captures take one of a failure
 * @notifies: whether programs with a screen notify the user of a failure
 * @stops: whether a failure stops the scope, or the playback
 *
 * The settings of a limit.
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeLimitKind kind;
  double lower;
  double upper;
  char *mask;
  char *trigger;
  gboolean marks;
  gboolean captures;
  gboolean notifies;
  gboolean stops;
} GscopeLimitSettings;

/**
 * GscopeLimitCorner:
 * @time: nanoseconds from the trigger
 * @lower: the lower bound; minus infinity for none
 * @upper: the upper bound; infinity for none
 *
 * A corner of a mask.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 time;
  double lower;
  double upper;
} GscopeLimitCorner;

/**
 * GSCOPE_LIMIT_MAX_CORNERS:
 *
 * The largest number of corners of a mask.
 *
 * Since: 1.0
 */
#define GSCOPE_LIMIT_MAX_CORNERS 64

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_limit_kind_get_title (GscopeLimitKind kind);
GSCOPE_AVAILABLE_IN_1_0
const GscopeField *gscope_limit_settings_get_fields (void);
#define GSCOPE_TYPE_LIMIT_SETTINGS (gscope_limit_settings_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_limit_settings_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeLimitSettings *gscope_limit_settings_copy (const GscopeLimitSettings *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_limit_settings_free (GscopeLimitSettings *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_limit_settings_check (const GscopeLimitSettings *self, GError **error);

GSCOPE_AVAILABLE_IN_1_0
GscopeLimitCorner *gscope_limit_mask_parse (const char *text, gsize *n, GError **error);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_limit_mask_format (const GscopeLimitCorner *corners, gsize n);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_limit_mask_from_trace (GscopeTrace *trace, gint64 zero, double value_margin,
                                    gint64 time_margin);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_limit_mask_from_captures (GscopeCapture *const *captures, gsize n_captures,
                                       const char *signal, double value_margin, gint64 time_margin);
GSCOPE_AVAILABLE_IN_1_0
void gscope_limit_mask_move_corner (GscopeLimitCorner *corners, gsize n, gsize place, gint64 time,
                                    gboolean is_upper, double bound);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_limit_mask_add_corner (GscopeLimitCorner *corners, gsize n, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_limit_mask_remove_corner (GscopeLimitCorner *corners, gsize n, gsize place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeLimitSettings, gscope_limit_settings_free)

G_END_DECLS
