/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <web-source/times.h>

void
web_times_begin (WebTimes *self, GscopeSource *source)
{
  self->sent = gscope_clock_get_time (gscope_source_get_clock (source));
}

void
web_times_compare (WebTimes *self, GscopeSource *source, gint64 time, gint64 resolution)
{
  GscopeClock *clock = gscope_source_get_clock (source);
  gint64 now = gscope_clock_get_time (clock);
  gint64 here = time - (gscope_clock_to_unix (clock, now) - now);

  self->skew = CLAMP (self->skew, here - now, here + resolution - self->sent);
}

gint64
web_times_get_ahead (const WebTimes *self, GscopeSource *source)
{
  GscopeClock *clock = gscope_source_get_clock (source);
  gint64 now = gscope_clock_get_time (clock);

  return gscope_clock_to_unix (clock, now) - now + self->skew;
}
