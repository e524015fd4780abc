/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/test-clock-private.h>

/**
 * GscopeTestClock:
 *
 * A clock that changes only when a test moves it, so that tests need not sleep.
 *
 * Pollers and timeouts on this clock run in the thread that moves it: pollers at once, timeouts at
 * the next iteration of their main context. Its wall-clock time is the clock's time after
 * 2000-01-01 00:00 UTC.
 *
 * Since: 1.0
 */
struct _GscopeTestClock
{
  GscopeClock parent_instance;

  gint64 time;
  GPtrArray *alarms;
};

G_DEFINE_FINAL_TYPE (GscopeTestClock, gscope_test_clock, GSCOPE_TYPE_CLOCK)

static gint64
gscope_test_clock_get_time (GscopeClock *clock)
{
  return __atomic_load_n (&GSCOPE_TEST_CLOCK (clock)->time, __ATOMIC_ACQUIRE);
}

static gint64
gscope_test_clock_to_unix (GscopeClock *clock, gint64 time)
{
  return G_GINT64_CONSTANT (946684800) * GSCOPE_SEC + time;
}

static void
gscope_test_clock_finalize (GObject *object)
{
  g_ptr_array_unref (GSCOPE_TEST_CLOCK (object)->alarms);
  G_OBJECT_CLASS (gscope_test_clock_parent_class)->finalize (object);
}

static void
gscope_test_clock_class_init (GscopeTestClockClass *klass)
{
  GscopeClockClass *clock_class = GSCOPE_CLOCK_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gscope_test_clock_finalize;
  clock_class->get_time = gscope_test_clock_get_time;
  clock_class->get_coarse_time = gscope_test_clock_get_time;
  clock_class->to_unix = gscope_test_clock_to_unix;
}

static void
gscope_test_clock_init (GscopeTestClock *self)
{
  self->alarms = g_ptr_array_new ();
}

/**
 * gscope_test_clock_new:
 * @time: its initial time, nanoseconds
 *
 * Creates a test clock.
 *
 * Returns: (transfer full): the clock
 *
 * Since: 1.0
 */
GscopeClock *
gscope_test_clock_new (gint64 time)
{
  GscopeTestClock *self = g_object_new (GSCOPE_TYPE_TEST_CLOCK, NULL);

  self->time = time;
  return GSCOPE_CLOCK (self);
}

void
gscope_test_clock_add_alarm (GscopeTestClock *self, const GscopeAlarm *alarm)
{
  g_ptr_array_add (self->alarms, (gpointer) alarm);
}

void
gscope_test_clock_remove_alarm (GscopeTestClock *self, const GscopeAlarm *alarm)
{
  g_ptr_array_remove (self->alarms, (gpointer) alarm);
}

static void
set_time (GscopeTestClock *self, gint64 time)
{
  __atomic_store_n (&self->time, time, __ATOMIC_RELEASE);
}

static const GscopeAlarm *
find_next (GscopeTestClock *self, gint64 *time)
{
  const GscopeAlarm *found = NULL;

  for (guint i = 0; i < self->alarms->len; i++)
    {
      const GscopeAlarm *alarm = self->alarms->pdata[i];
      gint64 next = alarm->next (alarm->data);

      if (next <= *time)
        {
          *time = next;
          found = alarm;
        }
    }
  return found;
}

static void
move_to (GscopeTestClock *self, gint64 target, gboolean at_once)
{
  if (at_once)
    set_time (self, target);
  for (;;)
    {
      gint64 time = target;
      const GscopeAlarm *alarm = find_next (self, &time);

      if (!alarm)
        break;
      if (!at_once)
        set_time (self, MAX (time, self->time));
      alarm->run (alarm->data);
    }
  set_time (self, target);
}

/**
 * gscope_test_clock_advance:
 * @self: a test clock
 * @nanoseconds: the distance, >= 0
 *
 * Moves the clock forward and runs each tick in between at exactly its time.
 *
 * Since: 1.0
 */
void
gscope_test_clock_advance (GscopeTestClock *self, gint64 nanoseconds)
{
  move_to (self, self->time + nanoseconds, FALSE);
}

/**
 * gscope_test_clock_jump:
 * @self: a test clock
 * @nanoseconds: the distance, >= 0
 *
 * Moves the clock forward at once, as if the machine had been too busy to run anything in between:
 * of the ticks that were due, the last one runs late and the others are lost.
 *
 * Since: 1.0
 */
void
gscope_test_clock_jump (GscopeTestClock *self, gint64 nanoseconds)
{
  move_to (self, self->time + nanoseconds, TRUE);
}
