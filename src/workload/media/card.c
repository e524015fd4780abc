/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "media/card.h"

void
workload_card_init (WorkloadCard *self)
{
  *self = (WorkloadCard){ 0 };
  tsl_lock_init (&self->lock);
}

void
workload_card_clear (WorkloadCard *self)
{
  tsl_lock_clear (&self->lock);
}

/* The card has the lock. */
static gint64
find_position (const WorkloadCard *self, gint64 now)
{
  return self->written > 0 ? MIN (now - self->origin, self->written) : 0;
}

void
workload_card_write (WorkloadCard *self, gint64 now, gint64 length)
{
  tsl_lock_take (&self->lock);
  if (self->written == 0 || now - self->origin > self->written)
    {
      if (self->written > 0)
        self->n_underruns++;
      self->origin = now - self->written;
    }
  self->written += length;
  tsl_lock_release (&self->lock);
}

gint64
workload_card_get_position (WorkloadCard *self, gint64 now)
{
  gint64 position;

  tsl_lock_take (&self->lock);
  position = find_position (self, now);
  tsl_lock_release (&self->lock);
  return position;
}

gint64
workload_card_get_written (WorkloadCard *self)
{
  gint64 written;

  tsl_lock_take (&self->lock);
  written = self->written;
  tsl_lock_release (&self->lock);
  return written;
}

gint64
workload_card_get_n_underruns (WorkloadCard *self)
{
  gint64 n;

  tsl_lock_take (&self->lock);
  n = self->n_underruns;
  tsl_lock_release (&self->lock);
  return n;
}

gint64
workload_card_find_time (WorkloadCard *self, gint64 now, gint64 position)
{
  gint64 time;

  tsl_lock_take (&self->lock);
  time = now + position - find_position (self, now);
  tsl_lock_release (&self->lock);
  return time;
}
