/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/window.h"

#include <string.h>

void
mxtraf_window_add (MxtrafWindow *self, gint64 value)
{
  mxtraf_histogram_add (&self->sum, value);
  mxtraf_histogram_add (&self->slots[self->newest], value);
}

void
mxtraf_window_advance (MxtrafWindow *self, guint64 n)
{
  for (guint64 i = 0; i < MIN (n, MXTRAF_WINDOW_SLOTS); i++)
    {
      MxtrafHistogram *oldest;

      self->newest = (self->newest + 1) % MXTRAF_WINDOW_SLOTS;
      oldest = &self->slots[self->newest];
      mxtraf_histogram_subtract (&self->sum, oldest);
      memset (oldest, 0, sizeof *oldest);
    }
}
