/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/drain-timer.h>

#include <main-source.h>

/* The interval without consumers, nanoseconds. */
#define IDLE_INTERVAL (250 * GSCOPE_MSEC)

typedef struct
{
  guint id;
  gint64 interval;
} Consumer;

void
gscope_drain_timer_init (GscopeDrainTimer *self, GscopeClock *clock, GSourceFunc drain,
                         gpointer data)
{
  *self = (GscopeDrainTimer){ .clock = clock, .drain = drain, .data = data };
  self->consumers = g_array_new (FALSE, FALSE, sizeof (Consumer));
}

void
gscope_drain_timer_clear (GscopeDrainTimer *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
  g_array_unref (self->consumers);
}

guint
gscope_drain_timer_add_consumer (GscopeDrainTimer *self, gint64 interval)
{
  Consumer consumer = { ++self->last_consumer, interval };

  g_array_append_val (self->consumers, consumer);
  return consumer.id;
}

void
gscope_drain_timer_remove_consumer (GscopeDrainTimer *self, guint id)
{
  for (guint i = 0; i < self->consumers->len; i++)
    if (g_array_index (self->consumers, Consumer, i).id == id)
      {
        g_array_remove_index_fast (self->consumers, i);
        return;
      }
}

static void
start (GscopeDrainTimer *self, gint64 interval)
{
  self->interval = interval;
  self->timer = gscope_clock_create_beat (self->clock, interval);
  g_source_set_callback (self->timer, self->drain, self->data, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

gint64
gscope_drain_timer_run (GscopeDrainTimer *self, gboolean runs)
{
  gint64 interval = IDLE_INTERVAL;

  for (guint i = 0; runs && i < self->consumers->len; i++)
    interval = MIN (interval, g_array_index (self->consumers, Consumer, i).interval);
  if (runs && self->timer && self->interval == interval)
    return interval;
  g_clear_pointer (&self->timer, main_source_drop);
  if (runs)
    start (self, interval);
  return interval;
}
