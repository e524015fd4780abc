/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/own-periods.h>

typedef struct
{
  gint64 period;
  GscopePollGroup *group;
} OwnPeriod;

/* lost_ticks are those of groups that are gone. */
struct _GscopeOwnPeriods
{
  GscopeClock *clock;
  GSource *drain;
  GArray *periods;
  guint64 lost_ticks;
};

GscopeOwnPeriods *
gscope_own_periods_new (GscopeClock *clock, GSource *drain)
{
  GscopeOwnPeriods *self = g_new0 (GscopeOwnPeriods, 1);

  self->clock = g_object_ref (clock);
  self->drain = g_source_ref (drain);
  self->periods = g_array_new (FALSE, FALSE, sizeof (OwnPeriod));
  return self;
}

void
gscope_own_periods_free (GscopeOwnPeriods *self)
{
  gscope_own_periods_for_each (self, gscope_poll_group_free);
  g_array_unref (self->periods);
  g_source_unref (self->drain);
  g_object_unref (self->clock);
  g_free (self);
}

static gboolean
has_period (GscopeOwnPeriods *self, gint64 period)
{
  for (guint i = 0; i < self->periods->len; i++)
    if (g_array_index (self->periods, OwnPeriod, i).period == period)
      return TRUE;
  return FALSE;
}

/* Returns whether there are any. */
static gboolean
set_period_members (OwnPeriod *own, GPtrArray *signals)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();

  for (guint i = 0; i < signals->len; i++)
    if (gscope_signal_get_period (signals->pdata[i]) == own->period)
      g_ptr_array_add (members, signals->pdata[i]);
  gscope_poll_group_set_members (own->group, own->period, members);
  return members->len > 0;
}

static void
add_periods (GscopeOwnPeriods *self, GPtrArray *signals, gboolean running)
{
  for (guint i = 0; i < signals->len; i++)
    {
      OwnPeriod own = { gscope_signal_get_period (signals->pdata[i]), NULL };

      if (has_period (self, own.period))
        continue;
      own.group = gscope_poll_group_new (self->clock, self->drain, FALSE);
      g_array_append_val (self->periods, own);
      set_period_members (&own, signals);
      if (running)
        gscope_poll_group_start (own.group);
    }
}

void
gscope_own_periods_set_members (GscopeOwnPeriods *self, GPtrArray *signals, gboolean running)
{
  for (guint i = self->periods->len; i-- > 0;)
    {
      OwnPeriod *own = &g_array_index (self->periods, OwnPeriod, i);

      if (set_period_members (own, signals))
        continue;
      self->lost_ticks += gscope_poll_group_get_lost_ticks (own->group);
      gscope_poll_group_free (own->group);
      g_array_remove_index_fast (self->periods, i);
    }
  add_periods (self, signals, running);
}

void
gscope_own_periods_for_each (GscopeOwnPeriods *self, void (*func) (GscopePollGroup *))
{
  for (guint i = 0; i < self->periods->len; i++)
    func (g_array_index (self->periods, OwnPeriod, i).group);
}

void
gscope_own_periods_drain (GscopeOwnPeriods *self, gint64 now)
{
  for (guint i = 0; i < self->periods->len; i++)
    gscope_poll_group_drain (g_array_index (self->periods, OwnPeriod, i).group, now);
}

guint64
gscope_own_periods_get_lost_ticks (GscopeOwnPeriods *self)
{
  guint64 lost = self->lost_ticks;

  for (guint i = 0; i < self->periods->len; i++)
    lost += gscope_poll_group_get_lost_ticks (g_array_index (self->periods, OwnPeriod, i).group);
  return lost;
}
