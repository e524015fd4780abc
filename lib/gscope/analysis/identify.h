/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/transfer.h>
#include <gscope/scope/scope.h>

G_BEGIN_DECLS

/**
 * GSCOPE_IDENTIFY_MAX_FREQUENCY:
 *
 * The highest frequency of a chirp, hertz: a parameter is written at most 1,000 times per second.
 *
 * Since: 1.0
 */
#define GSCOPE_IDENTIFY_MAX_FREQUENCY 50.0

/**
 * GSCOPE_IDENTIFY_WRITER:
 *
 * The writer of a chirp and of the former value, for markers and for [signal@Parameter::written].
 *
 * Since: 1.0
 */
#define GSCOPE_IDENTIFY_WRITER "identify"

/**
 * GscopeIdentifyState:
 * @GSCOPE_IDENTIFY_STATE_IDLE: nothing was written yet
 * @GSCOPE_IDENTIFY_STATE_RUNNING: the chirp is being written
 * @GSCOPE_IDENTIFY_STATE_RESTORING: the former value is being written, or the response settles
 * @GSCOPE_IDENTIFY_STATE_ENDED: nothing more is written
 *
 * The state of an identification.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_IDENTIFY_STATE_IDLE,
  GSCOPE_IDENTIFY_STATE_RUNNING,
  GSCOPE_IDENTIFY_STATE_RESTORING,
  GSCOPE_IDENTIFY_STATE_ENDED,
} GscopeIdentifyState;

#define GSCOPE_TYPE_IDENTIFY (gscope_identify_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeIdentify, gscope_identify, GSCOPE, IDENTIFY, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeIdentify *
gscope_identify_new (GscopeScope *scope, GscopeParameter *parameter, GscopeSignal *response);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *gscope_identify_get_parameter (GscopeIdentify *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_identify_get_response (GscopeIdentify *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_identify_set_chirp (GscopeIdentify *self, double amplitude, double low, double high,
                                gint64 duration);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_identify_check (GscopeIdentify *self, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_identify_start (GscopeIdentify *self, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_identify_stop (GscopeIdentify *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeIdentifyState gscope_identify_get_state (GscopeIdentify *self);
GSCOPE_AVAILABLE_IN_1_0
double gscope_identify_get_progress (GscopeIdentify *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_identify_get_reason (GscopeIdentify *self);
GSCOPE_AVAILABLE_IN_1_0
GArray *gscope_identify_get_points (GscopeIdentify *self);

G_END_DECLS
