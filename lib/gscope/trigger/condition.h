/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/field.h>
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
} GscopeTriggerKind;

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
 * GscopeTriggerMode:
 * @GSCOPE_TRIGGER_NORMAL: collects at each trigger
 * @GSCOPE_TRIGGER_SINGLE: collects at the first trigger, and then no more until it is armed again
 * @GSCOPE_TRIGGER_AUTO: collects at each trigger, and also where none came for some time
 *
 * How often a trigger collects.
 */
typedef enum
{
  GSCOPE_TRIGGER_NORMAL,
  GSCOPE_TRIGGER_SINGLE,
  GSCOPE_TRIGGER_AUTO,
} GscopeTriggerMode;

/**
 * GscopeTriggerScope:
 * @GSCOPE_TRIGGER_CAPTURES_NOTHING: no signal; the trigger only adds markers
 * @GSCOPE_TRIGGER_CAPTURES_SIGNAL: the watched signal, if it is buffered
 * @GSCOPE_TRIGGER_CAPTURES_SCOPE: all buffered signals of the scope
 *
 * The signals that a trigger captures.
 */
typedef enum
{
  GSCOPE_TRIGGER_CAPTURES_NOTHING,
  GSCOPE_TRIGGER_CAPTURES_SIGNAL,
  GSCOPE_TRIGGER_CAPTURES_SCOPE,
} GscopeTriggerScope;

/**
 * GscopeTriggerSettings:
 * @condition: when it fires
 * @mode: how often it collects
 * @captures: the signals that it captures in a workspace; a program calls gscope_trigger_capture() itself
 * @before: how long before a trigger samples are kept, nanoseconds, at least 0
 * @after: how long from a trigger on samples are kept, nanoseconds, more than 0
 * @holdoff: the time after a trigger without another trigger, nanoseconds; at least @after
 * @timeout: after how long without a trigger %GSCOPE_TRIGGER_AUTO fires by itself, nanoseconds
 *
 * The settings of a trigger.
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

GSCOPE_EXPORT const char *gscope_trigger_kind_get_title (GscopeTriggerKind kind);
GSCOPE_EXPORT const GscopeField *gscope_trigger_settings_get_fields (void);

G_END_DECLS
