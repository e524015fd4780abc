/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/field.h>
#include <gscope/trace/sample.h>

G_BEGIN_DECLS

/**
 * GscopeTriggerKind:
 * @GSCOPE_TRIGGER_KIND_RISING: the value comes to the level, from below it by the hysteresis
 * @GSCOPE_TRIGGER_KIND_FALLING: the value comes to the level, from above it by the hysteresis
 * @GSCOPE_TRIGGER_KIND_EITHER: both
 * @GSCOPE_TRIGGER_KIND_ABOVE: the value is above the level
 * @GSCOPE_TRIGGER_KIND_BELOW: the value is below the level
 * @GSCOPE_TRIGGER_KIND_HIGH_PULSE: a rise was followed by a fall, with a width within the bounds
 * @GSCOPE_TRIGGER_KIND_LOW_PULSE: a fall was followed by a rise, with a width within the bounds
 * @GSCOPE_TRIGGER_KIND_ENTERS: the value comes into the window from the level to the upper level
 * @GSCOPE_TRIGGER_KIND_LEAVES: the value leaves that window
 * @GSCOPE_TRIGGER_KIND_RISING_SLEW: the value came from the level to the upper level, in a time within the bounds
 * @GSCOPE_TRIGGER_KIND_FALLING_SLEW: the value came from the upper level to the level, in a time within the bounds
 * @GSCOPE_TRIGGER_KIND_HIGH_RUNT: a rise through the level was followed by a fall, and the upper level was not reached
 * @GSCOPE_TRIGGER_KIND_LOW_RUNT: a fall through the upper level was followed by a rise, and the level was not reached
 * @GSCOPE_TRIGGER_KIND_DROPOUT: the value has crossed the level, and then not again for the shortest time
 * @GSCOPE_TRIGGER_KIND_WRITTEN: a write of the parameter was accepted; the value of the signal does not matter
 *
 * What a trigger waits for.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_TRIGGER_KIND_RISING,
  GSCOPE_TRIGGER_KIND_FALLING,
  GSCOPE_TRIGGER_KIND_EITHER,
  GSCOPE_TRIGGER_KIND_ABOVE,
  GSCOPE_TRIGGER_KIND_BELOW,
  GSCOPE_TRIGGER_KIND_HIGH_PULSE,
  GSCOPE_TRIGGER_KIND_LOW_PULSE,
  GSCOPE_TRIGGER_KIND_ENTERS,
  GSCOPE_TRIGGER_KIND_LEAVES,
  GSCOPE_TRIGGER_KIND_RISING_SLEW,
  GSCOPE_TRIGGER_KIND_FALLING_SLEW,
  GSCOPE_TRIGGER_KIND_HIGH_RUNT,
  GSCOPE_TRIGGER_KIND_LOW_RUNT,
  GSCOPE_TRIGGER_KIND_DROPOUT,
  GSCOPE_TRIGGER_KIND_WRITTEN,
} GscopeTriggerKind;

/**
 * GscopeTriggerCondition:
 * @kind: what is waited for
 * @level: a value, in the signal's unit
 * @upper: the upper level of kinds with two levels, in the signal's unit, at least @level
 * @hysteresis: how far a value has to go back from a level before it can cross it again, at least 0
 * @min_width: the least width of a pulse or time between two levels, or the time of a dropout, nanoseconds
 * @max_width: the greatest width of a pulse or time between two levels, nanoseconds
 * @parameter: (nullable): the full name of the parameter of %GSCOPE_TRIGGER_KIND_WRITTEN
 *
 * When a trigger fires. Pulses, slews and runts fire at their end.
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeTriggerKind kind;
  double level;
  double upper;
  double hysteresis;
  gint64 min_width;
  gint64 max_width;
  char *parameter;
} GscopeTriggerCondition;

/**
 * GscopeTriggerMode:
 * @GSCOPE_TRIGGER_MODE_NORMAL: collects at each trigger
 * @GSCOPE_TRIGGER_MODE_SINGLE: collects at the first trigger, and then no more until it is armed again
 * @GSCOPE_TRIGGER_MODE_AUTO: collects at each trigger, and also where none came for some time
 *
 * How often a trigger collects.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_TRIGGER_MODE_NORMAL,
  GSCOPE_TRIGGER_MODE_SINGLE,
  GSCOPE_TRIGGER_MODE_AUTO,
} GscopeTriggerMode;

/**
 * GscopeTriggerScope:
 * @GSCOPE_TRIGGER_SCOPE_NOTHING: no signal; the trigger only adds markers
 * @GSCOPE_TRIGGER_SCOPE_SIGNAL: the watched signal, if it is buffered
 * @GSCOPE_TRIGGER_SCOPE_SCOPE: all buffered signals of the scope
 *
 * The signals that a trigger captures.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_TRIGGER_SCOPE_NOTHING,
  GSCOPE_TRIGGER_SCOPE_SIGNAL,
  GSCOPE_TRIGGER_SCOPE_SCOPE,
} GscopeTriggerScope;

/**
 * GscopeTriggerSettings:
 * @condition: when it fires
 * @mode: how often it collects
 * @captures: the signals that it captures in a workspace; a program calls gscope_trigger_capture() itself
 * @before: how long before a trigger samples are kept, nanoseconds, at least 0
 * @after: how long from a trigger on samples are kept, nanoseconds, more than 0
 * @holdoff: the time after a trigger without another trigger, nanoseconds; at least @after
 * @timeout: after how long without a trigger %GSCOPE_TRIGGER_MODE_AUTO fires by itself, nanoseconds
 *
 * The settings of a trigger.
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeTriggerCondition condition;
  GscopeTriggerMode mode;
  GscopeTriggerScope captures;
  gint64 before;
  gint64 after;
  gint64 holdoff;
  gint64 timeout;
} GscopeTriggerSettings;

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_trigger_kind_get_title (GscopeTriggerKind kind);
GSCOPE_AVAILABLE_IN_1_0
const GscopeField *gscope_trigger_settings_get_fields (void);
#define GSCOPE_TYPE_TRIGGER_SETTINGS (gscope_trigger_settings_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_trigger_settings_get_type (void);

GSCOPE_AVAILABLE_IN_1_0
GscopeTriggerSettings *gscope_trigger_settings_copy (const GscopeTriggerSettings *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trigger_settings_free (GscopeTriggerSettings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTriggerSettings, gscope_trigger_settings_free)

G_END_DECLS
