/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/limit/result.h>
#include <gscope/limit/settings.h>
#include <gscope/scope/scope.h>

G_BEGIN_DECLS

/**
 * GscopeLimitFailure:
 * @begin: the time of the first failed sample, nanoseconds
 * @end: the time of the last failed sample, nanoseconds
 * @worst: the sample that is farthest beyond the limit
 * @excess: how far it is beyond the limit
 *
 * Failed samples without another sample between them.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 begin;
  gint64 end;
  GscopeSample worst;
  double excess;
} GscopeLimitFailure;

#define GSCOPE_TYPE_LIMIT (gscope_limit_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeLimit, gscope_limit, GSCOPE, LIMIT, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeLimit *gscope_limit_new (GscopeScope *scope, GscopeSignal *signal, GscopeTrigger *trigger,
                               const GscopeLimitSettings *settings, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_limit_get_signal (GscopeLimit *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrigger *gscope_limit_get_trigger (GscopeLimit *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_limit_set_settings (GscopeLimit *self, const GscopeLimitSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
const GscopeLimitSettings *gscope_limit_get_settings (GscopeLimit *self);
GSCOPE_AVAILABLE_IN_1_0
const GscopeLimitCorner *gscope_limit_get_corners (GscopeLimit *self, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
GscopeLimitCorner *gscope_limit_dup_corners (GscopeLimit *self, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
const GscopeLimitResult *gscope_limit_get_result (GscopeLimit *self);
GSCOPE_AVAILABLE_IN_1_0
const GscopeLimitFailure *gscope_limit_get_failures (GscopeLimit *self, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
GscopeLimitFailure *gscope_limit_dup_failures (GscopeLimit *self, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
void gscope_limit_reset (GscopeLimit *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_limit_dup_title (GscopeLimit *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_limit_dup_outcome (GscopeLimit *self);

G_END_DECLS
