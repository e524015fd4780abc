/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/badge/badge-list-private.h>

#include <list-model.h>

#include <math.h>

/* Between two rounds that the user's changes start, ms. */
#define INTERVAL 200

/* The samples that the rounds read in an interval on average: a round of more samples is followed by a pause. */
#define BUDGET (1 << 20)

/* A badge in a round, and its value. */
typedef struct
{
  GscopeGtkBadge *badge;
  GscopeGtkBadgeTask task;
  double value;
} Item;

/**
 * GscopeGtkBadgeList:
 *
 * The measurements of the signals of a view: a list of [class@Badge]. They are measured one after the other, in a thread,
 * and their values change together.
 *
 * Since: 1.0
 */
struct _GscopeGtkBadgeList
{
  GObject parent_instance;

  GPtrArray *badges;
  GListModel *signals;
  GscopeGtkBadgeFunc func;
  gpointer data;

  /* of Item; NULL between two rounds */
  GArray *round;
  guint next;
  GCancellable *cancellable;
  /* samples that were read beyond the budget */
  guint64 debt;
  guint timeout;
  gint64 started_at;
};

LIST_MODEL_DEFINE (GscopeGtkBadgeList, gscope_gtk_badge_list, GSCOPE_GTK_TYPE_BADGE, badges)

static void
item_clear (gpointer data)
{
  Item *item = data;

  g_object_unref (item->badge);
  gscope_gtk_badge_task_clear (&item->task);
}

static void
end_round (GscopeGtkBadgeList *self)
{
  g_autoptr (GArray) round = g_steal_pointer (&self->round);

  for (guint i = 0; i < round->len; i++)
    {
      const Item *item = &g_array_index (round, Item, i);

      gscope_gtk_badge_take (item->badge, &item->task, item->value);
    }
  g_signal_emit_by_name (self, "refreshed");
}

static void measure_next (GscopeGtkBadgeList *self);

/* A measurement does not keep the list, whose badges keep scopes. */
static void
on_measured (GObject *source, GAsyncResult *result, gpointer data)
{
  GWeakRef *list = data;
  g_autoptr (GscopeGtkBadgeList) self = g_weak_ref_get (list);
  double value;

  g_weak_ref_clear (list);
  g_free (list);
  if (!gscope_measurement_compute_finish (result, &value, NULL) || !self || !self->round)
    return;
  g_array_index (self->round, Item, self->next++).value = value;
  measure_next (self);
}

static void
measure_next (GscopeGtkBadgeList *self)
{
  GscopeMeasurementSettings settings;
  const Item *item;
  GWeakRef *list;

  while (self->next < self->round->len && !g_array_index (self->round, Item, self->next).task.trace)
    self->next++;
  if (self->next == self->round->len)
    {
      end_round (self);
      return;
    }
  item = &g_array_index (self->round, Item, self->next);
  gscope_gtk_badge_get_settings (item->badge, &settings);
  list = g_new (GWeakRef, 1);
  g_weak_ref_init (list, self);
  gscope_measurement_compute_async (gscope_gtk_badge_get_description (item->badge)->measurement,
                                    &settings, item->task.begin, item->task.end, item->task.trace,
                                    item->task.other, self->cancellable, on_measured, list);
}

static guint64
count_samples (GscopeTrace *trace, gint64 begin, gint64 end)
{
  return trace ? gscope_trace_find (trace, end) - gscope_trace_find (trace, begin) : 0;
}

static void
add_item (GscopeGtkBadgeList *self, GscopeGtkBadge *badge, const GscopeGtkBadgeMoment *moment)
{
  Item item = { .value = NAN };

  if (!gscope_gtk_badge_plan (badge, moment, &item.task))
    {
      gscope_gtk_badge_task_clear (&item.task);
      return;
    }
  item.badge = g_object_ref (badge);
  self->debt += count_samples (item.task.trace, item.task.begin, item.task.end)
                + count_samples (item.task.other, item.task.begin, item.task.end);
  g_array_append_val (self->round, item);
}

/* Returns FALSE if a round runs, or has to wait for the budget. */
static gboolean
start_round (GscopeGtkBadgeList *self)
{
  GscopeGtkBadgeMoment moment = { 0 };

  self->debt -= MIN (self->debt, BUDGET);
  if (self->round || self->debt > 0)
    return FALSE;
  self->started_at = g_get_monotonic_time ();
  self->func (self->data, &moment);
  self->round = g_array_new (FALSE, FALSE, sizeof (Item));
  g_array_set_clear_func (self->round, item_clear);
  self->next = 0;
  for (guint i = 0; i < self->badges->len; i++)
    add_item (self, self->badges->pdata[i], &moment);
  measure_next (self);
  return TRUE;
}

void
gscope_gtk_badge_list_refresh (GscopeGtkBadgeList *self)
{
  if (self->badges->len > 0 && self->func && !start_round (self))
    gscope_gtk_badge_list_queue (self);
}

static gboolean
on_timeout (gpointer data)
{
  GscopeGtkBadgeList *self = data;

  self->timeout = 0;
  if (!start_round (self))
    gscope_gtk_badge_list_queue (self);
  return G_SOURCE_REMOVE;
}

void
gscope_gtk_badge_list_queue (GscopeGtkBadgeList *self)
{
  gint64 passed = (g_get_monotonic_time () - self->started_at) / 1000;

  if (self->timeout > 0 || self->badges->len == 0 || !self->func)
    return;
  self->timeout = g_timeout_add_full (
      G_PRIORITY_DEFAULT_IDLE,
      self->round || self->debt > 0 ? INTERVAL : (guint) CLAMP (INTERVAL - passed, 0, INTERVAL),
      on_timeout, self, NULL);
}

static void
bind_all (GscopeGtkBadgeList *self)
{
  for (guint i = 0; i < self->badges->len; i++)
    gscope_gtk_badge_bind (self->badges->pdata[i], self->signals);
  gscope_gtk_badge_list_queue (self);
}

GscopeGtkBadgeList *
gscope_gtk_badge_list_new (GListModel *signals, GscopeGtkBadgeFunc func, gpointer data)
{
  GscopeGtkBadgeList *self = g_object_new (GSCOPE_GTK_TYPE_BADGE_LIST, NULL);

  self->signals = g_object_ref (signals);
  self->func = func;
  self->data = data;
  g_signal_connect_swapped (signals, "items-changed", G_CALLBACK (bind_all), self);
  return self;
}

void
gscope_gtk_badge_list_close (GscopeGtkBadgeList *self)
{
  self->func = NULL;
  g_cancellable_cancel (self->cancellable);
  g_clear_pointer (&self->round, g_array_unref);
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->signals)
    g_signal_handlers_disconnect_by_data (self->signals, self);
  g_clear_object (&self->signals);
}

static void
gscope_gtk_badge_list_dispose (GObject *object)
{
  gscope_gtk_badge_list_close (GSCOPE_GTK_BADGE_LIST (object));
  G_OBJECT_CLASS (gscope_gtk_badge_list_parent_class)->dispose (object);
}

static void
gscope_gtk_badge_list_finalize (GObject *object)
{
  GscopeGtkBadgeList *self = GSCOPE_GTK_BADGE_LIST (object);

  g_ptr_array_unref (self->badges);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (gscope_gtk_badge_list_parent_class)->finalize (object);
}

static void
gscope_gtk_badge_list_class_init (GscopeGtkBadgeListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_gtk_badge_list_dispose;
  object_class->finalize = gscope_gtk_badge_list_finalize;
  /**
   * GscopeGtkBadgeList::refreshed:
   * @self: the list
   *
   * All values were measured again.
   *
   * Since: 1.0
   */
  g_signal_new ("refreshed", GSCOPE_GTK_TYPE_BADGE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_gtk_badge_list_init (GscopeGtkBadgeList *self)
{
  self->badges = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  self->started_at = -INTERVAL * 1000;
}

/**
 * gscope_gtk_badge_list_add:
 * @self: the badges of a view
 * @description: a measurement of a signal of the view
 *
 * Shows a measurement in the head of the signal's lane, after the others.
 *
 * Returns: (transfer none): the badge
 *
 * Since: 1.0
 */
GscopeGtkBadge *
gscope_gtk_badge_list_add (GscopeGtkBadgeList *self, const GscopeWorkspaceMeasurement *description)
{
  GscopeGtkBadge *badge;

  g_return_val_if_fail (GSCOPE_GTK_IS_BADGE_LIST (self), NULL);
  g_return_val_if_fail (description, NULL);

  badge = gscope_gtk_badge_new (description);
  if (self->signals)
    gscope_gtk_badge_bind (badge, self->signals);
  g_ptr_array_add (self->badges, badge);
  g_list_model_items_changed (G_LIST_MODEL (self), self->badges->len - 1, 0, 1);
  gscope_gtk_badge_list_queue (self);
  return badge;
}

/**
 * gscope_gtk_badge_list_remove:
 * @self: the badges of a view
 * @position: a position
 *
 * Shows a measurement no more.
 *
 * Since: 1.0
 */
void
gscope_gtk_badge_list_remove (GscopeGtkBadgeList *self, guint position)
{
  g_return_if_fail (GSCOPE_GTK_IS_BADGE_LIST (self));
  g_return_if_fail (position < self->badges->len);

  g_ptr_array_remove_index (self->badges, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
}

/* Returns a badge that measures the same, with its statistics, or a new one. */
static GscopeGtkBadge *
find_or_make (GscopeGtkBadgeList *self, const GscopeWorkspaceMeasurement *description)
{
  GscopeGtkBadge *badge;

  for (guint i = 0; i < self->badges->len; i++)
    if (gscope_workspace_measurement_equal (
            gscope_gtk_badge_get_description (self->badges->pdata[i]), description))
      return g_object_ref (self->badges->pdata[i]);
  badge = gscope_gtk_badge_new (description);
  if (self->signals)
    gscope_gtk_badge_bind (badge, self->signals);
  return badge;
}

/**
 * gscope_gtk_badge_list_assign: (skip)
 * @self: the badges of a view
 * @descriptions: (element-type GscopeWorkspaceMeasurement): measurements
 *
 * Shows these measurements and no others. Badges of the same measurements stay, with their statistics. JavaScript cannot pass
 * an array of records: other languages call [method@BadgeList.add] and [method@BadgeList.remove].
 *
 * Since: 1.0
 */
void
gscope_gtk_badge_list_assign (GscopeGtkBadgeList *self, GPtrArray *descriptions)
{
  g_autoptr (GPtrArray) before = NULL;
  GPtrArray *badges;

  g_return_if_fail (GSCOPE_GTK_IS_BADGE_LIST (self));
  g_return_if_fail (descriptions);

  if (descriptions->len == 0 && self->badges->len == 0)
    return;
  badges = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < descriptions->len; i++)
    g_ptr_array_add (badges, find_or_make (self, descriptions->pdata[i]));
  before = self->badges;
  self->badges = badges;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before->len, badges->len);
  gscope_gtk_badge_list_queue (self);
}

/**
 * gscope_gtk_badge_list_describe:
 * @self: the badges of a view
 *
 * Lists the measurements.
 *
 * Returns: (transfer full) (element-type GscopeWorkspaceMeasurement): the measurements
 *
 * Since: 1.0
 */
GPtrArray *
gscope_gtk_badge_list_describe (GscopeGtkBadgeList *self)
{
  GPtrArray *descriptions =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_measurement_unref);

  g_return_val_if_fail (GSCOPE_GTK_IS_BADGE_LIST (self), descriptions);

  for (guint i = 0; i < self->badges->len; i++)
    g_ptr_array_add (descriptions, gscope_workspace_measurement_copy (
                                       gscope_gtk_badge_get_description (self->badges->pdata[i])));
  return descriptions;
}
