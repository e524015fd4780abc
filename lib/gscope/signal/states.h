/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>

G_BEGIN_DECLS

/**
 * GscopeStateStyle:
 * @GSCOPE_STATE_STYLE_FILLED: a filled bar with the name, or with the label where the name has no room
 * @GSCOPE_STATE_STYLE_DIGIT: a filled bar with the label
 * @GSCOPE_STATE_STYLE_OUTLINE: an outlined bar
 * @GSCOPE_STATE_STYLE_HATCHED: a hatched bar
 * @GSCOPE_STATE_STYLE_THIN: a thin line
 *
 * How a state is drawn. By convention a thread is filled while it runs, outlined while it is ready
 * to run, hatched while it may not run, and thin while it waits.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_STATE_STYLE_FILLED,
  GSCOPE_STATE_STYLE_DIGIT,
  GSCOPE_STATE_STYLE_OUTLINE,
  GSCOPE_STATE_STYLE_HATCHED,
  GSCOPE_STATE_STYLE_THIN,
} GscopeStateStyle;

/**
 * GSCOPE_N_STATE_STYLES:
 *
 * The number of styles of states.
 *
 * Since: 1.0
 */
#define GSCOPE_N_STATE_STYLES (GSCOPE_STATE_STYLE_THIN + 1)

/**
 * GscopeState:
 * @value: the value of the signal in this state, less than %GSCOPE_MAX_STATES
 * @style: how it is drawn
 * @color: its colour, as gscope_signal_get_color() has it; 0 for the colour of the signal
 * @name: its name for users
 * @label: (nullable): a word of few letters for narrow bars; %NULL for none
 *
 * A state of a signal. The signal is in it from a sample with its value to the next sample.
 *
 * Since: 1.0
 */
typedef struct
{
  guint value;
  GscopeStateStyle style;
  guint color;
  const char *name;
  const char *label;
} GscopeState;

#define GSCOPE_TYPE_STATE (gscope_state_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_state_get_type (void);

GSCOPE_AVAILABLE_IN_1_0
void gscope_signal_set_states (GscopeSignal *self, const GscopeState *states, gsize n);
GSCOPE_AVAILABLE_IN_1_0
const GscopeState *gscope_signal_get_states (GscopeSignal *self, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
const GscopeState *gscope_signal_find_state (GscopeSignal *self, double value);

G_END_DECLS
