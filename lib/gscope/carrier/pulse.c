/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/carrier/pulse.h>

#include <main-source.h>

struct _GscopePulse
{
  gint64 interval;
  /* intervals since the last message */
  guint n_silent;
  GscopePulseFunc func;
  gpointer user_data;
  GSource *timer;
};

static gboolean
on_interval (gpointer data)
{
  GscopePulse *self = data;

  self->n_silent++;
  self->func (self->user_data, self->n_silent * self->interval);
  return G_SOURCE_CONTINUE;
}

GscopePulse *
gscope_pulse_new (GscopeClock *clock, gint64 interval, GscopePulseFunc func, gpointer user_data)
{
  GscopePulse *self = g_new0 (GscopePulse, 1);

  self->interval = interval;
  self->func = func;
  self->user_data = user_data;
  self->timer = gscope_clock_create_timeout (clock, interval);
  g_source_set_callback (self->timer, on_interval, self, NULL);
  g_source_set_static_name (self->timer, "[gscope] pulse");
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  return self;
}

void
gscope_pulse_free (GscopePulse *self)
{
  main_source_drop (self->timer);
  g_free (self);
}

void
gscope_pulse_hear (GscopePulse *self)
{
  self->n_silent = 0;
}
