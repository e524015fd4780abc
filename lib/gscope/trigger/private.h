/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trigger/trigger.h>

/* Reads on in the trace of the watched signal, also where there is nothing to capture. */
void gscope_trigger_look_on (GscopeTrigger *self);

/* In playback the trace has all samples from the beginning and may be replaced: reads on up to the
 * pen. Where the pen went back to before what was seen, one that fires once looks there again. */
void gscope_trigger_look_up_to (GscopeTrigger *self, gint64 pen);

/* The writes of the parameter that a trigger waits for: the time of the newest one that it knows, and the time before which
 * no more writes come. */
typedef struct
{
  gint64 newest;
  gint64 until;
} GscopeTriggerWrites;

GscopeTriggerWrites *gscope_trigger_get_writes (GscopeTrigger *self);

/* Fires at a time at which there is no sample, unless the trigger is not armed then. */
void gscope_trigger_fire (GscopeTrigger *self, gint64 time);

/* Gets how often it fired without a signal, because it fired too often at once. */
guint64 gscope_trigger_get_n_unreported (GscopeTrigger *self);

/* Returns the time at which the line from the sample before a firing crosses the level, the time 0 of a triggered display;
 * the time of the firing where values hold and where no level is crossed. */
gint64 gscope_trigger_find_zero (GscopeTrigger *self, gint64 time);
/* The same with the samples of another trace; NULL means the trace of the watched signal. */
gint64 gscope_trigger_find_zero_in (GscopeTrigger *self, GscopeTrace *trace, gint64 time);
