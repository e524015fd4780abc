/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/signal/sample.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_CLOCK (gscope_clock_get_type ())
GSCOPE_EXPORT G_DECLARE_DERIVABLE_TYPE (GscopeClock, gscope_clock, GSCOPE, CLOCK, GObject)

/**
 * GscopeClockClass:
 * @get_time: returns nanoseconds; any thread
 * @get_coarse_time: returns a cheap time that lies at most @get_time's result before it and
 *   no further than the clock's coarse resolution; any thread
 *
 * What a clock implements.
 */
struct _GscopeClockClass
{
  GObjectClass parent_class;

  gint64 (*get_time) (GscopeClock *self);
  gint64 (*get_coarse_time) (GscopeClock *self);
};

GSCOPE_EXPORT GscopeClock *gscope_clock_get_system (void);
GSCOPE_EXPORT gint64 gscope_clock_get_time (GscopeClock *self);
GSCOPE_EXPORT GDateTime *gscope_clock_to_wall (GscopeClock *self, gint64 time);
GSCOPE_EXPORT GSource *gscope_clock_create_timeout (GscopeClock *self, gint64 interval);

G_END_DECLS
