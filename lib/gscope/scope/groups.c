/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/scope/private.h>
#include <gscope/signal/private.h>
#include <gscope/source/private.h>

/* The signals of a scope in groups that are read together. The key of a group is a period, where 0 means the period of
 * the scope, and the source that a worker reads, or NULL for the shared poller. The shared poller reads all signals with
 * periods of their own, whatever their source is: words, and functions that any thread may call. */

/* How long one poll of a source may take before the source counts as silent, nanoseconds. */
#define SILENCE GSCOPE_SEC

typedef struct
{
  gint64 period;
  GscopeSource *worker;
  GscopePollGroup *group;
} Entry;

static Entry *
get_entry (GscopeScope *self, guint i)
{
  return &g_array_index (self->groups, Entry, i);
}

void
gscope_scope_init_groups (GscopeScope *self)
{
  self->groups = g_array_new (FALSE, FALSE, sizeof (Entry));
}

void
gscope_scope_clear_groups (GscopeScope *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    gscope_poll_group_free (get_entry (self, i)->group);
  g_array_unref (self->groups);
}

GscopePollGroup *
gscope_scope_find_group (GscopeScope *self, gint64 period, GscopeSource *worker)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      Entry *entry = get_entry (self, i);

      if (entry->period == period && entry->worker == worker)
        return entry->group;
    }
  return NULL;
}

void
gscope_scope_remove_group (GscopeScope *self, gint64 period, GscopeSource *worker)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      Entry *entry = get_entry (self, i);

      if (entry->period != period || entry->worker != worker)
        continue;
      self->gone_ticks += gscope_poll_group_get_lost_ticks (entry->group);
      gscope_poll_group_free (entry->group);
      g_array_remove_index (self->groups, i);
      return;
    }
}

static gboolean
is_member (GscopeScope *self, const GscopeScopeLink *link, GscopeSignal *signal, gint64 period,
           GscopeSource *worker)
{
  return !link->is_leaving && gscope_signal_is_attached (signal) && signal != self->moving
         && gscope_signal_get_period (signal) == period && (period > 0 || link->worker == worker);
}

static GPtrArray *
collect_members (GscopeScope *self, gint64 period, GscopeSource *worker)
{
  GPtrArray *members = g_ptr_array_new ();

  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScopeLink *link = self->links->pdata[i];

      for (guint k = 0; k < link->signals->len; k++)
        if (is_member (self, link, link->signals->pdata[k], period, worker))
          g_ptr_array_add (members, link->signals->pdata[k]);
    }
  return members;
}

static GscopePollGroup *
add_group (GscopeScope *self, gint64 period, GscopeSource *worker)
{
  Entry entry = { period, worker, NULL };

  entry.group = gscope_poll_group_new (self->clock, self->drain, worker != NULL);
  if (worker)
    gscope_poll_group_add_source (entry.group, worker);
  g_array_append_val (self->groups, entry);
  return entry.group;
}

void
gscope_scope_update_group (GscopeScope *self, gint64 period, GscopeSource *worker)
{
  g_autoptr (GPtrArray) members = collect_members (self, period, worker);
  GscopePollGroup *group = gscope_scope_find_group (self, period, worker);
  gboolean is_new = !group;

  if (period > 0 && members->len == 0)
    {
      gscope_scope_remove_group (self, period, worker);
      return;
    }
  if (is_new)
    group = add_group (self, period, worker);
  gscope_poll_group_set_members (group, period > 0 ? period : self->period, members);
  if (is_new && self->running)
    gscope_poll_group_start (group);
}

void
gscope_scope_update_own_periods (GscopeScope *self)
{
  for (guint i = self->groups->len; i-- > 0;)
    if (get_entry (self, i)->period > 0)
      gscope_scope_update_group (self, get_entry (self, i)->period, NULL);
  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScopeLink *link = self->links->pdata[i];

      for (guint k = 0; k < link->signals->len; k++)
        {
          GscopeSignal *signal = link->signals->pdata[k];
          gint64 period = gscope_signal_get_period (signal);

          if (period > 0 && is_member (self, link, signal, period, NULL)
              && !gscope_scope_find_group (self, period, NULL))
            gscope_scope_update_group (self, period, NULL);
        }
    }
}

void
gscope_scope_update_groups (GscopeScope *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    if (get_entry (self, i)->period == 0)
      gscope_scope_update_group (self, 0, get_entry (self, i)->worker);
}

void
gscope_scope_start_groups (GscopeScope *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    gscope_poll_group_start (get_entry (self, i)->group);
}

void
gscope_scope_stop_groups (GscopeScope *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    gscope_poll_group_stop (get_entry (self, i)->group);
}

/* Reports whether a source that may block is blocked. */
static void
check_worker (GscopeSource *source, GscopePollGroup *group)
{
  gboolean is_silent = gscope_poll_group_get_silence (group) >= SILENCE;
  g_autofree char *status = NULL;

  if (is_silent == gscope_source_is_silent (source))
    return;
  if (is_silent)
    {
      status = g_strdup_printf (
          _ ("“%s” does not answer. Its values are out of date. Wait, or remove it."),
          gscope_source_get_title (source));
      gscope_poll_group_fall_silent (group);
    }
  gscope_source_set_silence (source, status);
}

void
gscope_scope_drain_groups (GscopeScope *self, gint64 now)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      Entry entry = *get_entry (self, i);

      gscope_poll_group_drain (entry.group, now);
      if (entry.worker)
        check_worker (entry.worker, entry.group);
    }
}

/**
 * gscope_scope_get_lost_ticks:
 * @self: a scope
 *
 * Gets the number of ticks that the scope's pollers missed, or whose values they could not store.
 *
 * Returns: the number of ticks
 *
 * Since: 1.0
 */
guint64
gscope_scope_get_lost_ticks (GscopeScope *self)
{
  guint64 lost = self->gone_ticks;

  for (guint i = 0; i < self->groups->len; i++)
    lost += gscope_poll_group_get_lost_ticks (get_entry (self, i)->group);
  return lost;
}

/**
 * gscope_scope_get_poller_mode:
 * @self: a scope
 *
 * Gets the scheduling mode of the polling thread, in translated words.
 *
 * Returns: (transfer none): the mode, such as `real-time (SCHED_FIFO)`
 *
 * Since: 1.0
 */
const char *
gscope_scope_get_poller_mode (GscopeScope *self)
{
  GscopePollGroup *shared = gscope_scope_find_group (self, 0, NULL);

  return gscope_poller_mode_get_title (gscope_poll_group_get_mode (shared));
}
