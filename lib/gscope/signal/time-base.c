/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/signal-private.h>

GscopeTimeBase *
gscope_time_base_new (const char *clock)
{
  GscopeTimeBase *self = g_new0 (GscopeTimeBase, 1);

  g_ref_count_init (&self->ref_count);
  self->clock = g_strdup (clock);
  return self;
}

GscopeTimeBase *
gscope_time_base_ref (GscopeTimeBase *self)
{
  g_ref_count_inc (&self->ref_count);
  return self;
}

void
gscope_time_base_unref (GscopeTimeBase *self)
{
  if (!g_ref_count_dec (&self->ref_count))
    return;
  g_free (self->clock);
  g_free (self);
}

void
gscope_signal_set_time_base (GscopeSignal *self, GscopeTimeBase *base)
{
  GscopeTimeBase *before = self->time_base;

  self->time_base = base ? gscope_time_base_ref (base) : NULL;
  g_clear_pointer (&before, gscope_time_base_unref);
}

/**
 * gscope_signal_get_time_error:
 * @self: a signal
 *
 * Gets how far the times of new samples can be from the truth at most. The times of a signal of
 * another machine were taken by its clock, and converted to the clock here.
 *
 * Returns: nanoseconds; 0 for a signal whose times are of the clock here
 *
 * Since: 1.0
 */
gint64
gscope_signal_get_time_error (GscopeSignal *self)
{
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), 0);

  return self->time_base ? self->time_base->error : 0;
}

/**
 * gscope_signal_get_interval_error:
 * @self: a signal
 * @other: a signal
 *
 * Gets how far the time from a sample of one signal to a sample of the other can be from the truth at
 * most. It is exact if one clock measured both.
 *
 * Returns: nanoseconds; 0 if both signals have one clock
 *
 * Since: 1.0
 */
gint64
gscope_signal_get_interval_error (GscopeSignal *self, GscopeSignal *other)
{
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), 0);
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (other), 0);

  if (self->time_base == other->time_base)
    return 0;
  return gscope_signal_get_time_error (self) + gscope_signal_get_time_error (other);
}
