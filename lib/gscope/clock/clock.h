/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/trace/sample.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_CLOCK (gscope_clock_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (GscopeClock, gscope_clock, GSCOPE, CLOCK, GObject)

/**
 * GscopeClockClass:
 * @monotonic: %TRUE if its times are those of `CLOCK_MONOTONIC`, so that the kernel can wait for
 *   them; otherwise the clock itself runs the pollers and timeouts that are due
 * @coarse_lag: how far @get_coarse_time may lag behind @get_time, nanoseconds
 * @get_time: returns nanoseconds; any thread
 * @get_coarse_time: returns a cheaper time that is never ahead of @get_time; any thread
 * @to_unix: converts a time to nanoseconds since 1970-01-01 00:00 UTC; any thread
 * @get_has_wall: returns whether @to_unix knows the wall-clock time; %TRUE by default
 *
 * The virtual functions of a clock.
 *
 * Since: 1.0
 */
struct _GscopeClockClass
{
  GObjectClass parent_class;

  gboolean monotonic;
  gint64 coarse_lag;
  gint64 (*get_time) (GscopeClock *self);
  gint64 (*get_coarse_time) (GscopeClock *self);
  gint64 (*to_unix) (GscopeClock *self, gint64 time);
  gboolean (*get_has_wall) (GscopeClock *self);

  /*< private >*/
  gpointer padding[8];
};

GSCOPE_AVAILABLE_IN_1_0
GscopeClock *gscope_clock_get_system (void);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_clock_get_time (GscopeClock *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_clock_to_unix (GscopeClock *self, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
GDateTime *gscope_clock_to_wall (GscopeClock *self, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_clock_get_has_wall (GscopeClock *self);
GSCOPE_AVAILABLE_IN_1_0
GSource *gscope_clock_create_timeout (GscopeClock *self, gint64 interval);
GSCOPE_AVAILABLE_IN_1_0
GSource *gscope_clock_create_beat (GscopeClock *self, gint64 interval);

G_END_DECLS
