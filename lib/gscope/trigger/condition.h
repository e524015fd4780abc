/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/sample.h>

G_BEGIN_DECLS

/**
 * GscopeTriggerKind:
 * @GSCOPE_TRIGGER_RISING: the value comes to the level, from below it by the hysteresis
 * @GSCOPE_TRIGGER_FALLING: the value comes to the level, from above it by the hysteresis
 * @GSCOPE_TRIGGER_EITHER: both
 * @GSCOPE_TRIGGER_ABOVE: the value is above the level
 * @GSCOPE_TRIGGER_BELOW: the value is below the level
 * @GSCOPE_TRIGGER_HIGH_PULSE: a rise was followed by a fall, with a width within the bounds
 * @GSCOPE_TRIGGER_LOW_PULSE: a fall was followed by a rise, with a width within the bounds
 * @GSCOPE_TRIGGER_FUNC: a function of the program says so
 *
 * What a trigger waits for.
 */
typedef enum
{
  GSCOPE_TRIGGER_RISING,
  GSCOPE_TRIGGER_FALLING,
  GSCOPE_TRIGGER_EITHER,
  GSCOPE_TRIGGER_ABOVE,
  GSCOPE_TRIGGER_BELOW,
  GSCOPE_TRIGGER_HIGH_PULSE,
  GSCOPE_TRIGGER_LOW_PULSE,
  GSCOPE_TRIGGER_FUNC,
} GscopeTriggerKind;

/**
 * GSCOPE_N_TRIGGER_KINDS:
 *
 * The number of kinds of triggers.
 */
#define GSCOPE_N_TRIGGER_KINDS (GSCOPE_TRIGGER_FUNC + 1)

/**
 * GscopeTriggerCondition:
 * @kind: what is waited for
 * @level: a value, in the signal's unit
 * @hysteresis: how far a value has to go back from the level before it can cross it again, at least 0
 * @min_width: the least width of a pulse, nanoseconds
 * @max_width: the greatest width of a pulse, nanoseconds
 *
 * When a trigger fires. Pulses fire at their end.
 */
typedef struct
{
  GscopeTriggerKind kind;
  double level;
  double hysteresis;
  gint64 min_width;
  gint64 max_width;
} GscopeTriggerCondition;

/**
 * GscopeTriggerFunc:
 * @sample: a sample of the watched signal
 * @user_data: the data that was given with the function
 *
 * Tells whether a trigger fires. It may be called in any thread, must be quick and must not call into
 * the scope.
 *
 * Returns: whether it fires at the sample
 */
typedef gboolean (*GscopeTriggerFunc) (const GscopeSample *sample, gpointer user_data);

GSCOPE_EXPORT const char *gscope_trigger_kind_get_title (GscopeTriggerKind kind);

G_END_DECLS
