/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/states.h>

#include <gscope/signal/signal-private.h>
#include <gscope/trace/shares.h>

/* Signals whose values are states. */

static void
state_fill (GscopeState *self, const GscopeState *from)
{
  *self = *from;
  self->name = g_strdup (from->name);
  self->label = g_strdup (from->label);
}

static void
state_clear (GscopeState *self)
{
  g_free ((char *) self->name);
  g_free ((char *) self->label);
}

static GscopeState *
state_copy (const GscopeState *self)
{
  GscopeState *copy = g_new (GscopeState, 1);

  state_fill (copy, self);
  return copy;
}

static void
state_free (GscopeState *self)
{
  state_clear (self);
  g_free (self);
}

/* Other languages keep copies of states, which stay when the states of the signal are set again. */
G_DEFINE_BOXED_TYPE (GscopeState, gscope_state, state_copy, state_free)

static GscopeStates *
states_new (const GscopeState *rows, gsize n)
{
  GscopeStates *self = g_new0 (GscopeStates, 1);

  self->rows = g_new (GscopeState, n);
  self->n = n;
  for (gsize i = 0; i < n; i++)
    {
      state_fill (&self->rows[i], &rows[i]);
      self->by_value[rows[i].value] = &self->rows[i];
    }
  return self;
}

void
gscope_states_free (GscopeStates *self)
{
  for (gsize i = 0; i < self->n; i++)
    state_clear (&self->rows[i]);
  g_free (self->rows);
  g_free (self);
}

/* Returns whether each row has a name and a value of its own. */
static gboolean
are_valid (const GscopeState *rows, gsize n)
{
  guint64 seen = 0;

  for (gsize i = 0; i < n; i++)
    {
      guint64 bit = G_GUINT64_CONSTANT (1) << (rows[i].value % GSCOPE_MAX_STATES);

      if (rows[i].value >= GSCOPE_MAX_STATES || !rows[i].name || (seen & bit)
          || (guint) rows[i].style >= GSCOPE_N_STATE_STYLES)
        return FALSE;
      seen |= bit;
    }
  return TRUE;
}

static gboolean
is_equal (const GscopeState *a, const GscopeState *b)
{
  return a->value == b->value && a->style == b->style && a->color == b->color
         && g_str_equal (a->name, b->name) && g_strcmp0 (a->label, b->label) == 0;
}

static gboolean
has_states (GscopeSignal *self, const GscopeState *states, gsize n)
{
  if (n != (self->states ? self->states->n : 0))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (!is_equal (&self->states->rows[i], &states[i]))
      return FALSE;
  return TRUE;
}

/**
 * GscopeSignal:n-states:
 *
 * The number of states that the signal can be in; 0 if its values are numbers. It is notified
 * whenever the table of states changes.
 *
 * Since: 1.0
 */

/**
 * gscope_signal_set_states:
 * @self: a signal
 * @states: (array length=n) (nullable): the states, each with a value of its own; they are copied
 * @n: number of states, at most %GSCOPE_MAX_STATES; 0 if its values are numbers
 *
 * Declares that the values of the signal are states, for example running and waiting. Views draw
 * such a signal as a row of bars, and show names where they show the values of other signals.
 *
 * Since: 1.0
 */
void
gscope_signal_set_states (GscopeSignal *self, const GscopeState *states, gsize n)
{
  GscopeStates *old;

  g_return_if_fail (GSCOPE_IS_SIGNAL (self));
  g_return_if_fail (n <= GSCOPE_MAX_STATES && are_valid (states, n));

  if (has_states (self, states, n))
    return;
  old = g_steal_pointer (&self->states);
  if (n > 0)
    self->states = states_new (states, n);
  g_clear_pointer (&old, gscope_states_free);
  g_object_notify (G_OBJECT (self), "n-states");
}

void
gscope_signal_add_states (GscopeSignal *self, const GscopeState *states, gsize n)
{
  GscopeState all[GSCOPE_MAX_STATES];
  gsize n_all = 0;

  for (gsize i = 0; self->states && i < self->states->n; i++)
    all[n_all++] = self->states->rows[i];
  for (gsize i = 0; i < n; i++)
    {
      gsize k = 0;

      while (k < n_all && all[k].value != states[i].value)
        k++;
      all[k] = states[i];
      n_all = MAX (n_all, k + 1);
    }
  gscope_signal_set_states (self, all, n_all);
}

/**
 * gscope_signal_get_states:
 * @self: a signal
 * @n: (out): number of states; 0 if its values are numbers
 *
 * Gets the states that gscope_signal_set_states() declared, in the same order.
 *
 * Returns: (array length=n) (transfer none) (nullable): the states, until they are set again
 *
 * Since: 1.0
 */
const GscopeState *
gscope_signal_get_states (GscopeSignal *self, gsize *n)
{
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), NULL);

  *n = self->states ? self->states->n : 0;
  return self->states ? self->states->rows : NULL;
}

/**
 * gscope_signal_find_state:
 * @self: a signal
 * @value: a value
 *
 * Gets the state that has a value.
 *
 * Returns: (transfer none) (nullable): the state, until states are set again; %NULL if there is none
 *
 * Since: 1.0
 */
const GscopeState *
gscope_signal_find_state (GscopeSignal *self, double value)
{
  int state = gscope_state_of (value);

  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), NULL);

  return self->states && state >= 0 ? self->states->by_value[state] : NULL;
}
