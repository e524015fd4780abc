/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/page/cell.h>

#include <math.h>
#include <string.h>

G_STATIC_ASSERT (sizeof (TslCell) == 192);
G_STATIC_ASSERT (G_STRUCT_OFFSET (TslCell, value) == 128);

/**
 * tsl_cell_get_count:
 * @self: a counter
 *
 * Gets the value of a counter. Any thread may call it.
 *
 * Returns: the number of events
 *
 * Since: 1.0
 */
gint64
tsl_cell_get_count (const TslCell *self)
{
  return (gint64) __atomic_load_n (&self->value, __ATOMIC_RELAXED);
}

/**
 * tsl_cell_set_count:
 * @self: a counter
 * @count: the number of events
 *
 * Sets a counter to a count that is made elsewhere, for example in the kernel. Any thread may call
 * it.
 *
 * Since: 1.0
 */
void
tsl_cell_set_count (TslCell *self, gint64 count)
{
  __atomic_store_n (&self->value, (guint64) count, __ATOMIC_RELAXED);
}

/**
 * tsl_cell_get:
 * @self: a gauge or a knob
 *
 * Gets the value of a gauge or a knob. Any thread may call it.
 *
 * Returns: the value
 *
 * Since: 1.0
 */
double
tsl_cell_get (const TslCell *self)
{
  guint64 bits = __atomic_load_n (&self->value, __ATOMIC_RELAXED);
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/**
 * tsl_cell_set:
 * @self: a gauge, or a knob that the program itself sets
 * @value: a value
 *
 * Sets the value of a gauge or a knob. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_cell_set (TslCell *self, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  __atomic_store_n (&self->value, bits, __ATOMIC_RELAXED);
}

/**
 * tsl_cell_take:
 * @self: a knob
 * @asked: (out): the requested value, within the knob's range
 *
 * Looks whether another process has requested a new value since the last answer. The request is not
 * trusted: NaN is answered with the old value, all other values are clamped to the knob's range. If
 * it returns %TRUE, call [method@Cell.answer] when the value has been applied or refused. One
 * thread at a time may call it; without a request it costs two loads.
 *
 * Returns: %TRUE if there is a request to apply
 *
 * Since: 1.0
 */
gboolean
tsl_cell_take (TslCell *self, double *asked)
{
  guint64 n_asked = __atomic_load_n (&self->n_asked, __ATOMIC_ACQUIRE);
  guint64 bits;
  double value;

  if (G_LIKELY (n_asked == __atomic_load_n (&self->n_answered, __ATOMIC_RELAXED)))
    return FALSE;
  bits = __atomic_load_n (&self->asked, __ATOMIC_RELAXED);
  memcpy (&value, &bits, sizeof value);
  self->n_taken = n_asked;
  if (isnan (value))
    {
      tsl_cell_answer (self, tsl_cell_get (self));
      return FALSE;
    }
  *asked = CLAMP (value, self->info.min, self->info.max);
  return TRUE;
}

/**
 * tsl_cell_answer:
 * @self: a knob
 * @value: the value in force now: the new one, or the old one if the new one was refused
 *
 * Answers the request that [method@Cell.take] returned last. A request that came later stays
 * unanswered until the next [method@Cell.take].
 *
 * Since: 1.0
 */
void
tsl_cell_answer (TslCell *self, double value)
{
  tsl_cell_set (self, value);
  __atomic_store_n (&self->n_answered, self->n_taken, __ATOMIC_RELEASE);
}
