/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/clock.h>

#include <kernel-clock.h>

/* A thread that loses its processor between two readings of clocks sees their offset wrong by that time. Of a few readings the
 * closest ones count; those within this time, nanoseconds, are close enough. */
#define CLOSE_READINGS 2000
#define MAX_READINGS 8

/**
 * GscopeClock:
 *
 * The time of a scope, in nanoseconds. All scopes of one view share a clock.
 *
 * [func@Clock.get_system] is the kernel's `CLOCK_MONOTONIC`; [class@TestClock] stands still until a
 * test moves it.
 *
 * Since: 1.0
 */
G_DEFINE_ABSTRACT_TYPE (GscopeClock, gscope_clock, G_TYPE_OBJECT)

static gboolean
get_has_wall (GscopeClock *self)
{
  return TRUE;
}

static void
gscope_clock_class_init (GscopeClockClass *klass)
{
  klass->get_has_wall = get_has_wall;
}

static void
gscope_clock_init (GscopeClock *self)
{
}

#define GSCOPE_TYPE_SYSTEM_CLOCK (gscope_system_clock_get_type ())
G_DECLARE_FINAL_TYPE (GscopeSystemClock, gscope_system_clock, GSCOPE, SYSTEM_CLOCK, GscopeClock)

struct _GscopeSystemClock
{
  GscopeClock parent_instance;
};

G_DEFINE_FINAL_TYPE (GscopeSystemClock, gscope_system_clock, GSCOPE_TYPE_CLOCK)

static gint64
gscope_system_clock_get_time (GscopeClock *clock)
{
  return kernel_clock_read (CLOCK_MONOTONIC);
}

static gint64
gscope_system_clock_get_coarse_time (GscopeClock *clock)
{
  return kernel_clock_read (CLOCK_MONOTONIC_COARSE);
}

static gint64
gscope_system_clock_to_unix (GscopeClock *clock, gint64 time)
{
  gint64 distance = G_MAXINT64;
  gint64 offset = 0;

  for (guint i = 0; i < MAX_READINGS && distance > CLOSE_READINGS; i++)
    {
      gint64 before = kernel_clock_read (CLOCK_MONOTONIC);
      gint64 wall = kernel_clock_read (CLOCK_REALTIME);
      gint64 after = kernel_clock_read (CLOCK_MONOTONIC);

      if (after - before >= distance)
        continue;
      distance = after - before;
      offset = wall - before - distance / 2;
    }
  return offset + time;
}

static void
gscope_system_clock_class_init (GscopeSystemClockClass *klass)
{
  GscopeClockClass *clock_class = GSCOPE_CLOCK_CLASS (klass);
  struct timespec resolution;

  clock_getres (CLOCK_MONOTONIC_COARSE, &resolution);
  clock_class->monotonic = TRUE;
  /* The coarse time is the time of the last timer tick; a tick may itself be late by one period. */
  clock_class->coarse_lag = 2 * (resolution.tv_sec * GSCOPE_SEC + resolution.tv_nsec);
  clock_class->get_time = gscope_system_clock_get_time;
  clock_class->get_coarse_time = gscope_system_clock_get_coarse_time;
  clock_class->to_unix = gscope_system_clock_to_unix;
}

static void
gscope_system_clock_init (GscopeSystemClock *self)
{
}

/**
 * gscope_clock_get_system:
 *
 * Gets the default clock of scopes: the kernel's `CLOCK_MONOTONIC`. Any thread may call this.
 *
 * Returns: (transfer none): the clock
 *
 * Since: 1.0
 */
GscopeClock *
gscope_clock_get_system (void)
{
  static gsize system_clock;

  if (g_once_init_enter (&system_clock))
    g_once_init_leave (&system_clock, (gsize) g_object_new (GSCOPE_TYPE_SYSTEM_CLOCK, NULL));
  return (GscopeClock *) system_clock;
}

/**
 * gscope_clock_get_time:
 * @self: a clock
 *
 * Reads the clock. Any thread may call this.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_clock_get_time (GscopeClock *self)
{
  return GSCOPE_CLOCK_GET_CLASS (self)->get_time (self);
}

/**
 * gscope_clock_to_unix:
 * @self: a clock
 * @time: nanoseconds on the clock
 *
 * Converts a time to wall-clock time, by the present offset between the clocks. Any thread may call
 * this.
 *
 * Returns: nanoseconds since 1970-01-01 00:00 UTC
 *
 * Since: 1.0
 */
gint64
gscope_clock_to_unix (GscopeClock *self, gint64 time)
{
  return GSCOPE_CLOCK_GET_CLASS (self)->to_unix (self, time);
}

/**
 * gscope_clock_to_wall:
 * @self: a clock
 * @time: nanoseconds on the clock
 *
 * Converts a time to the local date and time, to the microsecond. Any thread may call this.
 *
 * Returns: (transfer full): the date and time
 *
 * Since: 1.0
 */
GDateTime *
gscope_clock_to_wall (GscopeClock *self, gint64 time)
{
  gint64 nanoseconds = gscope_clock_to_unix (self, time);
  g_autoptr (GDateTime) seconds = g_date_time_new_from_unix_local (nanoseconds / GSCOPE_SEC);

  return g_date_time_add (seconds, nanoseconds % GSCOPE_SEC / 1000);
}

/**
 * gscope_clock_get_has_wall:
 * @self: a clock
 *
 * Gets whether the clock's times have wall-clock times. Those of a recording without dates are known only relative to its
 * start.
 *
 * Returns: whether they do
 *
 * Since: 1.0
 */
gboolean
gscope_clock_get_has_wall (GscopeClock *self)
{
  g_return_val_if_fail (GSCOPE_IS_CLOCK (self), FALSE);

  return GSCOPE_CLOCK_GET_CLASS (self)->get_has_wall (self);
}

typedef struct
{
  GSource source;
  GscopeClock *clock;
  gint64 interval;
  gint64 next;
} ClockTimeout;

static void
clock_timeout_arm (ClockTimeout *self)
{
  gint64 now = gscope_clock_get_time (self->clock);

  self->next += MAX (1, (now - self->next) / self->interval + 1) * self->interval;
  if (GSCOPE_CLOCK_GET_CLASS (self->clock)->monotonic)
    g_source_set_ready_time (&self->source, (self->next + 999) / 1000);
}

static gboolean
clock_timeout_check (GSource *source)
{
  ClockTimeout *self = (ClockTimeout *) source;

  return gscope_clock_get_time (self->clock) >= self->next;
}

static gboolean
clock_timeout_prepare (GSource *source, int *timeout)
{
  *timeout = -1;
  return clock_timeout_check (source);
}

static gboolean
clock_timeout_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  clock_timeout_arm ((ClockTimeout *) source);
  return callback (user_data);
}

static void
clock_timeout_finalize (GSource *source)
{
  g_object_unref (((ClockTimeout *) source)->clock);
}

static GSourceFuncs clock_timeout_funcs = { .prepare = clock_timeout_prepare,
                                            .check = clock_timeout_check,
                                            .dispatch = clock_timeout_dispatch,
                                            .finalize = clock_timeout_finalize };

static GSource *
create_timeout (GscopeClock *clock, gint64 interval, gint64 begin)
{
  GSource *source = g_source_new (&clock_timeout_funcs, sizeof (ClockTimeout));
  ClockTimeout *self = (ClockTimeout *) source;

  self->clock = g_object_ref (clock);
  self->interval = interval;
  self->next = begin;
  clock_timeout_arm (self);
  return source;
}

/**
 * gscope_clock_create_timeout: (skip)
 * @self: a clock
 * @interval: nanoseconds, > 0
 *
 * Creates a periodic event source on the clock, whether it is the kernel's or a test's. Missed
 * intervals are skipped. Its callback is a [callback@GLib.SourceFunc].
 *
 * Returns: (transfer full): an event source that is attached to no context yet
 *
 * Since: 1.0
 */
GSource *
gscope_clock_create_timeout (GscopeClock *self, gint64 interval)
{
  return create_timeout (self, interval, gscope_clock_get_time (self));
}

/**
 * gscope_clock_create_beat: (skip)
 * @self: a clock
 * @interval: nanoseconds, > 0
 *
 * Creates a periodic event source, as [method@Clock.create_timeout] does, that is dispatched at
 * multiples of the interval: sources with the same interval run together, in all processes, and
 * wake the machine once.
 *
 * Returns: (transfer full): an event source that is attached to no context yet
 *
 * Since: 1.0
 */
GSource *
gscope_clock_create_beat (GscopeClock *self, gint64 interval)
{
  return create_timeout (self, interval, 0);
}
