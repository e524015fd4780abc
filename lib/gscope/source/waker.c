/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/waker.h>

/* How much more than half of the main loop's time a waker may take, microseconds. */
#define MAX_DEBT (5 * G_TIME_SPAN_MILLISECOND)

typedef struct
{
  GSource source;
  gint64 ended;
  /* time that the waker took, less the time that it left to others since, microseconds */
  gint64 debt;
} Waker;

/* A source of high priority that is always ready would starve all others. */
static gboolean
waker_dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  Waker *self = (Waker *) source;
  gint64 begin = g_get_monotonic_time ();
  gboolean goes_on;

  self->debt = MAX (0, self->debt - (begin - self->ended));
  self->ended = begin;
  if (self->debt > MAX_DEBT)
    {
      g_source_set_ready_time (source, begin + self->debt);
      return G_SOURCE_CONTINUE;
    }
  g_source_set_ready_time (source, -1);
  goes_on = callback (user_data);
  self->ended = g_get_monotonic_time ();
  self->debt += self->ended - begin;
  return goes_on;
}

static GSourceFuncs waker_funcs = { .dispatch = waker_dispatch };

/**
 * gscope_waker_new: (skip)
 * @name: a name for debuggers, a constant string
 * @priority: a priority such as %G_PRIORITY_DEFAULT
 * @func: what is called
 * @user_data: its data
 *
 * Creates an event source of this thread's main context that any thread can wake: it calls @func
 * once after one or more calls of `g_source_set_ready_time (source, 0)`. It takes at most half of
 * the main loop's time, whatever its priority, so that endless wake-ups do not starve other work.
 * Its owner destroys and unrefs it.
 *
 * Returns: (transfer full): the event source, attached
 *
 * Since: 1.0
 */
GSource *
gscope_waker_new (const char *name, int priority, GSourceFunc func, gpointer user_data)
{
  GSource *source = g_source_new (&waker_funcs, sizeof (Waker));

  g_source_set_static_name (source, name);
  g_source_set_callback (source, func, user_data, NULL);
  g_source_set_priority (source, priority);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}
