/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/window.h>

#include <gscope/trace/sample.h>

/* The bytes on their way should be read within this time, in seconds. The window is at least twice the bytes that a reader
 * grants at once. */
#define DEPTH 0.25
#define MIN_WINDOW (256 * 1024)

/* The rate is measured over stretches of this length in which samples wait all the time. */
#define STRETCH (100 * GSCOPE_MSEC)
#define GAIN 0.5

void
gscope_window_init (GscopeWindow *self, gint64 credit)
{
  *self = (GscopeWindow){ .credit = credit };
}

gint64
gscope_window_get_room (GscopeWindow *self)
{
  gint64 window = self->rate > 0 ? MAX (MIN_WINDOW, (gint64) (self->rate * DEPTH)) : G_MAXINT64;
  gint64 room = MIN (self->credit, window - self->in_flight);

  self->is_blocked = self->is_blocked || room <= 0;
  return MAX (0, room);
}

void
gscope_window_send (GscopeWindow *self, gsize bytes)
{
  self->credit -= (gint64) bytes;
  self->in_flight += (gint64) bytes;
}

static void
measure (GscopeWindow *self, gint64 bytes, gint64 now)
{
  double seconds;

  if (!self->is_blocked)
    {
      self->measured_from = now;
      self->measured = 0;
      return;
    }
  self->measured += bytes;
  if (now - self->measured_from < STRETCH)
    return;
  seconds = (double) (now - self->measured_from) / GSCOPE_SEC;
  self->rate += (self->rate > 0 ? GAIN : 1) * ((double) self->measured / seconds - self->rate);
  self->measured_from = now;
  self->measured = 0;
  self->is_blocked = FALSE;
}

void
gscope_window_grant (GscopeWindow *self, gint64 bytes, gint64 now)
{
  self->credit += bytes;
  self->in_flight = MAX (0, self->in_flight - bytes);
  measure (self, bytes, now);
}
