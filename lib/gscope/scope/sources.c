/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/private.h>
#include <gscope/signal/private.h>
#include <gscope/source/private.h>

/* The sources of a scope, with their signals. */

/* Pushed signals have no period of their own. */
static gint64
get_period_of (GscopeScope *self, GscopeSignal *signal)
{
  gint64 own = gscope_signal_get_period (signal);

  if (own == 0 || gscope_signal_get_kind (signal) == GSCOPE_SIGNAL_KIND_BUFFERED)
    return self->period;
  return own;
}

static void
rule_signal (GscopeScope *self, GscopeSignal *signal)
{
  GscopeIntakeRules rules = { self->clock, self->drain, get_period_of (self, signal), self->delay,
                              self->running };

  if (gscope_signal_is_attached (signal))
    gscope_intake_set_rules (gscope_signal_get_intake (signal), &rules,
                             gscope_clock_get_time (self->clock));
}

void
gscope_scope_rule_signals (GscopeScope *self)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScopeLink *link = self->links->pdata[i];

      for (guint k = 0; k < link->signals->len; k++)
        rule_signal (self, link->signals->pdata[k]);
    }
}

/* A signal leaves its group before it joins another: rows of both would not be in order. */
static void
on_period_changed (GscopeSignal *signal, GParamSpec *pspec, GscopeScopeLink *link)
{
  GscopeScope *self = link->scope;

  if (!gscope_signal_is_attached (signal))
    return;
  gscope_scope_drain (self);
  self->moving = signal;
  gscope_scope_update_group (self, 0, link->worker);
  gscope_scope_update_own_periods (self);
  self->moving = NULL;
  rule_signal (self, signal);
  gscope_scope_update_group (self, 0, link->worker);
  gscope_scope_update_own_periods (self);
}

/* Samples from another process need not be newer than the view needs them, but must not be late:
 * waiting there and transport take most of the delay. */
void
gscope_scope_update_timer (GscopeScope *self)
{
  gint64 interval = gscope_drain_timer_run (
      &self->timer, self->running && g_list_model_get_n_items (G_LIST_MODEL (self->members)) > 0);
  gint64 pace = MIN (interval, self->delay / 4);

  for (guint i = 0; i < self->links->len; i++)
    gscope_source_set_pace (((GscopeScopeLink *) self->links->pdata[i])->source, pace);
}

static GscopeScopeLink *
find_link (GscopeScope *self, GscopeSource *source)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScopeLink *link = self->links->pdata[i];

      if (link->source == source)
        return link;
    }
  return NULL;
}

GscopeSource *
gscope_scope_find_source (GscopeScope *self, GscopeSignal *signal)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScopeLink *link = self->links->pdata[i];

      if (g_ptr_array_find (link->signals, signal, NULL))
        return link->source;
    }
  return NULL;
}

static void
on_signal_detached (GscopeSignal *signal, gpointer data)
{
  GscopeScopeLink *link = data;
  gint64 period = gscope_signal_get_period (signal);

  if (!link->is_leaving)
    gscope_scope_update_group (link->scope, period, period > 0 ? NULL : link->worker);
}

static void
remove_item (GListStore *list, gpointer item)
{
  guint position;

  if (g_list_store_find (list, item, &position))
    g_list_store_remove (list, position);
}

/* Removes many items in one pass. */
static void
remove_items (GListStore *list, GPtrArray *items)
{
  g_autoptr (GHashTable) set = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint i = 0; i < items->len; i++)
    g_hash_table_add (set, items->pdata[i]);
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (list)); i-- > 0;)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (g_hash_table_contains (set, item))
        n++;
      else if (n > 0)
        {
          g_list_store_splice (list, i + 1, n, NULL, 0);
          n = 0;
        }
    }
  if (n > 0)
    g_list_store_splice (list, 0, n, NULL, 0);
}

static void
release_signal (GscopeScopeLink *link, GscopeSignal *signal)
{
  g_signal_handlers_disconnect_by_func (signal, on_period_changed, link);
  gscope_tally_add_signal (&link->scope->gone, signal);
  gscope_signal_detach (signal);
  gscope_intake_leave (gscope_signal_get_intake (signal));
}

static void
drop_signal (GscopeScopeLink *link, GscopeSignal *signal)
{
  release_signal (link, signal);
  remove_item (link->scope->members, signal);
  g_ptr_array_remove (link->signals, signal);
}

/* Removes all signals of a source that the scope is about to remove. Removing them one by one would take a time that
 * grows with the square of their number. */
static void
drop_all_signals (GscopeScopeLink *link)
{
  link->is_leaving = TRUE;
  gscope_scope_update_group (link->scope, 0, link->worker);
  gscope_scope_update_own_periods (link->scope);
  for (guint i = 0; i < link->signals->len; i++)
    release_signal (link, link->signals->pdata[i]);
  remove_items (link->scope->members, link->signals);
  remove_items (link->scope->signals, link->shown);
}

/* Returns where the next signal of a source is in the list of all: they have the order of the sources. */
static guint
find_position (GscopeScopeLink *link)
{
  GPtrArray *links = link->scope->links;
  guint position = 0;

  for (guint i = 0; links->pdata[i] != link; i++)
    position += ((GscopeScopeLink *) links->pdata[i])->signals->len;
  return position + link->signals->len;
}

static void
take_signal (GscopeScopeLink *link, GscopeSignal *signal)
{
  GscopeScope *self = link->scope;
  guint position = find_position (link);

  g_ptr_array_add (link->signals, g_object_ref (signal));
  gscope_intake_join (gscope_signal_get_intake (signal), &self->intakes);
  if (gscope_signal_attach (signal, on_signal_detached, link))
    rule_signal (self, signal);
  g_signal_connect (signal, "notify::period", G_CALLBACK (on_period_changed), link);
  link->has_new = TRUE;
  g_source_set_ready_time (self->regroup, 0);
  g_list_store_insert (self->members, position, signal);
}

static void
on_acquire (GscopeSignal *signal, gboolean is_new, gpointer data)
{
  if (is_new)
    take_signal (data, signal);
  else
    drop_signal (data, signal);
}

void
gscope_scope_group_new_signals (GscopeScope *self)
{
  gboolean has_new = FALSE;

  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScopeLink *link = self->links->pdata[i];

      if (!link->has_new)
        continue;
      link->has_new = FALSE;
      has_new = TRUE;
      gscope_scope_update_group (self, 0, link->worker);
    }
  if (!has_new)
    return;
  gscope_scope_update_own_periods (self);
  gscope_scope_update_timer (self);
}

static void
hide_signal (GscopeScope *self, GscopeSignal *shown)
{
  g_autoptr (GscopeSignal) signal = shown;

  remove_item (self->signals, signal);
}

void
gscope_scope_derive (GscopeScope *self)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScopeLink *link = self->links->pdata[i];
      g_autoptr (GscopeSource) source = g_object_ref (link->source);

      if (GSCOPE_SOURCE_GET_CLASS (source)->derive)
        GSCOPE_SOURCE_GET_CLASS (source)->derive (source, G_LIST_MODEL (self->members),
                                                  G_LIST_MODEL (self->sources));
    }
}

/* Updates the scope's list after the source's list. */
static void
on_signals_changed (GListModel *model, guint position, guint removed, guint added,
                    GscopeScopeLink *link)
{
  GscopeScope *self = link->scope;

  for (guint i = 0; i < removed; i++)
    hide_signal (self, g_ptr_array_steal_index (link->shown, position));
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (link->shown, position + i, g_list_model_get_item (model, position + i));
  if (added > 0)
    g_list_store_splice (self->signals, g_list_model_get_n_items (G_LIST_MODEL (self->signals)), 0,
                         link->shown->pdata + position, added);
  gscope_scope_group_new_signals (self);
  gscope_scope_update_timer (self);
}

static void
on_marker_added (GscopeSource *source, GscopeMarker *marker, GscopeScope *self)
{
  gscope_marker_list_add (self->markers, marker);
}

static void
on_marker_removed (GscopeSource *source, GscopeMarker *marker, GscopeScope *self)
{
  gscope_marker_list_remove (self->markers, marker);
}

static void
link_free (GscopeScopeLink *link)
{
  GListModel *model = gscope_source_get_signals (link->source);
  GscopeTally tally;

  g_signal_handlers_disconnect_by_data (model, link);
  g_signal_handlers_disconnect_by_data (link->source, link->scope);
  gscope_source_set_acquirer (link->source, NULL, NULL);
  drop_all_signals (link);
  gscope_source_get_tally (link->source, &tally);
  gscope_tally_add (&link->scope->gone, &tally);
  if (link->worker)
    gscope_scope_remove_group (link->scope, 0, link->worker);
  else
    gscope_poll_group_remove_source (gscope_scope_find_group (link->scope, 0, NULL), link->source);
  g_ptr_array_unref (link->signals);
  g_ptr_array_unref (link->shown);
  g_object_unref (link->source);
  g_free (link);
}

void
gscope_scope_drop_sources (GscopeScope *self)
{
  while (self->links->len > 0)
    link_free (g_ptr_array_steal_index (self->links, self->links->len - 1));
}

void
gscope_scope_insert_source (GscopeScope *self, GscopeSource *source, GscopeSource *next)
{
  GscopeScopeLink *link;
  GListModel *model;
  guint position;

  link = g_new0 (GscopeScopeLink, 1);
  link->scope = self;
  link->source = g_object_ref (source);
  link->signals = g_ptr_array_new_with_free_func (g_object_unref);
  link->shown = g_ptr_array_new_with_free_func (g_object_unref);
  if (GSCOPE_SOURCE_GET_CLASS (source)->may_block)
    link->worker = source;
  if (!next || !g_list_store_find (self->sources, next, &position))
    position = g_list_model_get_n_items (G_LIST_MODEL (self->sources));
  g_ptr_array_insert (self->links, (int) position, link);
  g_list_store_insert (self->sources, position, source);
  gscope_source_set_clock (source, self->clock);
  /* The source joins before its signals, which would be read before it was polled otherwise. */
  gscope_scope_update_group (self, 0, link->worker);
  if (!link->worker)
    gscope_poll_group_add_source (gscope_scope_find_group (self, 0, NULL), source);
  gscope_source_set_acquirer (source, on_acquire, link);
  gscope_source_publish (source);

  model = gscope_source_get_signals (source);
  g_signal_connect (model, "items-changed", G_CALLBACK (on_signals_changed), link);
  g_signal_connect (source, "marker-added", G_CALLBACK (on_marker_added), self);
  g_signal_connect (source, "marker-removed", G_CALLBACK (on_marker_removed), self);
  on_signals_changed (model, 0, 0, g_list_model_get_n_items (model), link);
}

/**
 * gscope_scope_add_source:
 * @self: a scope
 * @source: a source that belongs to no scope
 *
 * Acquires the present and future signals of a source, and marks writes of its parameters. The
 * source is not started.
 *
 * Since: 1.0
 */
void
gscope_scope_add_source (GscopeScope *self, GscopeSource *source)
{
  g_return_if_fail (GSCOPE_IS_SCOPE (self));
  g_return_if_fail (GSCOPE_IS_SOURCE (source));
  g_return_if_fail (find_link (self, source) == NULL);

  gscope_scope_insert_source (self, source, NULL);
}

/**
 * gscope_scope_remove_source:
 * @self: a scope
 * @source: one of its sources, not its own
 *
 * Removes a source and its signals. When the call returns, the source is no longer polled.
 *
 * Since: 1.0
 */
void
gscope_scope_remove_source (GscopeScope *self, GscopeSource *source)
{
  GscopeScopeLink *link = find_link (self, source);
  guint position;

  g_return_if_fail (link != NULL);
  g_return_if_fail (source != self->source);

  if (link->worker)
    gscope_poll_group_stop (gscope_scope_find_group (self, 0, link->worker));
  gscope_scope_drain (self);
  link_free (link);
  g_ptr_array_remove (self->links, link);
  if (g_list_store_find (self->sources, source, &position))
    g_list_store_remove (self->sources, position);
  gscope_scope_update_timer (self);
}

/**
 * gscope_scope_get_tally:
 * @self: a scope
 * @tally: (out caller-allocates): the losses and gaps
 *
 * Gets the losses and gaps of all signals that the scope has or had, and the losses of its sources
 * that belong to no signal.
 *
 * Since: 1.0
 */
void
gscope_scope_get_tally (GscopeScope *self, GscopeTally *tally)
{
  g_return_if_fail (GSCOPE_IS_SCOPE (self));
  g_return_if_fail (tally != NULL);

  *tally = self->gone;
  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScopeLink *link = self->links->pdata[i];
      GscopeTally own;

      gscope_source_get_tally (link->source, &own);
      gscope_tally_add (tally, &own);
      for (guint k = 0; k < link->signals->len; k++)
        gscope_tally_add_signal (tally, link->signals->pdata[k]);
    }
}

/**
 * gscope_scope_get_gone_tally:
 * @self: a scope
 * @tally: (out caller-allocates): the losses and gaps
 *
 * Gets the losses and gaps of the signals and sources that were removed from the scope.
 *
 * Since: 1.0
 */
void
gscope_scope_get_gone_tally (GscopeScope *self, GscopeTally *tally)
{
  g_return_if_fail (GSCOPE_IS_SCOPE (self));
  g_return_if_fail (tally != NULL);

  *tally = self->gone;
}
