/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/range.h"

#include <glib/gi18n.h>

#include "undo/view.h"

/* The changes that are no entry yet, kept with the view; and the range as they know it, kept with the signal of the view. */
#define LOG "app-range-log"
#define KNOWN "app-known-range"

typedef struct
{
  /* whether the range is the signal's own, or follows the values; both ends are 0 then */
  gboolean is_own;
  gboolean is_auto;
  double min;
  double max;
  /* not-a-number without a least range */
  double least_min;
  double least_max;
} Range;

static Range
read_range (GscopeGtkViewSignal *signal)
{
  GscopeSignal *shown = gscope_gtk_view_signal_get_signal (signal);
  Range range = { .is_auto = gscope_gtk_view_signal_get_auto_range (signal) };
  double min, max;

  gscope_gtk_view_signal_get_least_range (signal, &range.least_min, &range.least_max);
  if (range.is_auto)
    return range;
  gscope_gtk_view_signal_get_range (signal, &min, &max);
  range.is_own = gscope_signal_has_range (shown) && min == gscope_signal_get_min (shown)
                 && max == gscope_signal_get_max (shown);
  if (range.is_own)
    return range;
  range.min = min;
  range.max = max;
  return range;
}

static void
write_range (GscopeGtkViewSignal *signal, const Range *range)
{
  gscope_gtk_view_signal_set_least_range (signal, range->least_min, range->least_max);
  if (range->is_own)
    gscope_gtk_view_signal_reset_range (signal);
  else if (range->is_auto)
    gscope_gtk_view_signal_set_auto_range (signal);
  else
    gscope_gtk_view_signal_set_range (signal, range->min, range->max);
}

static gboolean
has_least (const Range *range)
{
  return range->least_max > range->least_min;
}

static gboolean
is_same (const Range *a, const Range *b)
{
  if (a->is_own != b->is_own || a->is_auto != b->is_auto || a->min != b->min || a->max != b->max
      || has_least (a) != has_least (b))
    return FALSE;
  return !has_least (a) || (a->least_min == b->least_min && a->least_max == b->least_max);
}

/* The state: the ranges of the signals that have changed, by their full names. */

static GHashTable *
make_state (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
add_range (GHashTable *state, const char *name, const Range *range)
{
  g_hash_table_insert (state, g_strdup (name), g_memdup2 (range, sizeof *range));
}

static void
take_over (GHashTable *state, GHashTable *from)
{
  GHashTableIter iter;
  gpointer name, range;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &name, &range))
    add_range (state, name, range);
}

static gpointer
join (gconstpointer first, gconstpointer second)
{
  GHashTable *state = make_state ();

  take_over (state, (GHashTable *) second);
  take_over (state, (GHashTable *) first);
  return state;
}

/* The subject: the view, which may be gone. */

static void
free_view (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

static GWeakRef *
ref_view (GscopeGtkView *view)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, view);
  return ref;
}

static gboolean
restore (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  g_autoptr (GscopeGtkView) view = g_weak_ref_get (subject);
  GHashTableIter iter;
  gpointer name, range;

  if (!view)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("The view was not changed: it was closed"));
      return FALSE;
    }
  g_hash_table_iter_init (&iter, (GHashTable *) to);
  while (g_hash_table_iter_next (&iter, &name, &range))
    {
      GscopeGtkViewSignal *signal = app_view_find_signal (view, name);

      if (signal)
        write_range (signal, range);
    }
  return TRUE;
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  guint n = g_hash_table_size ((GHashTable *) after);
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, (GHashTable *) after);
  if (n == 1 && g_hash_table_iter_next (&iter, &name, NULL))
    return g_strdup_printf (_ ("Range of “%s”"), (const char *) name);
  return g_strdup_printf (ngettext ("Range of %u signal", "Ranges of %u signals", n), n);
}

static const AppMementoKind range_kind = {
  .restore = restore,
  .describe = describe,
  .join = join,
  .free_state = (GDestroyNotify) g_hash_table_unref,
  .free_subject = free_view,
};

/* The changes of a moment are one entry, as a drag moves all ranges of a lane with each motion. The view owns the log. */
typedef struct
{
  AppSession *session;
  GscopeGtkView *view;
  GHashTable *before;
  GHashTable *after;
  /* whether the ranges begin to follow the values */
  gboolean is_auto;
  guint idle;
} Log;

static void
log_free (gpointer data)
{
  Log *self = data;

  g_clear_handle_id (&self->idle, g_source_remove);
  g_hash_table_unref (self->before);
  g_hash_table_unref (self->after);
  g_free (self);
}

static void
flush (Log *self)
{
  const AppMemento memento = { .kind = &range_kind,
                               .subject = ref_view (self->view),
                               .before = g_steal_pointer (&self->before),
                               .after = g_steal_pointer (&self->after),
                               .gesture = { G_OBJECT (self->view), (guint) self->is_auto } };

  g_clear_handle_id (&self->idle, g_source_remove);
  self->before = make_state ();
  self->after = make_state ();
  app_history_push (app_session_get_history (self->session), &memento);
}

static gboolean
on_idle (gpointer data)
{
  Log *self = data;

  self->idle = 0;
  flush (self);
  return G_SOURCE_REMOVE;
}

static void
add_change (Log *self, const char *name, const Range *before, const Range *after)
{
  if (self->idle > 0 && self->is_auto != after->is_auto)
    flush (self);
  self->is_auto = after->is_auto;
  if (!g_hash_table_contains (self->before, name))
    add_range (self->before, name, before);
  add_range (self->after, name, after);
  /* the next key may undo it, and slow frames leave no time for a lower priority */
  if (self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_HIGH, on_idle, self, NULL);
}

/* A range that a source gives its signal is no change of the user. */
static void
on_notify (GscopeGtkViewSignal *signal, GParamSpec *pspec, GscopeGtkView *view)
{
  Log *log = g_object_get_data (G_OBJECT (view), LOG);
  Range *known = g_object_get_data (G_OBJECT (signal), KNOWN);
  const Range before = *known, after = read_range (signal);

  *known = after;
  if (app_history_get_activity (app_session_get_history (log->session)) == APP_HISTORY_IDLE
      && !after.is_own && !is_same (&before, &after))
    add_change (log, gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal)),
                &before, &after);
}

static void
on_signals (GscopeGtkView *view, guint position, guint n_removed, guint n_added, GListModel *model)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (model, i);
      Range range = read_range (signal);

      if (g_object_get_data (G_OBJECT (signal), KNOWN))
        continue;
      g_object_set_data_full (G_OBJECT (signal), KNOWN, g_memdup2 (&range, sizeof range), g_free);
      g_signal_connect_object (signal, "notify::auto-range", G_CALLBACK (on_notify), view, 0);
    }
}

void
app_range_log (AppSession *session, GscopeGtkView *view)
{
  GListModel *signals = gscope_gtk_view_get_signals (view);
  Log *log = g_new0 (Log, 1);

  log->session = session;
  log->view = view;
  log->before = make_state ();
  log->after = make_state ();
  g_object_set_data_full (G_OBJECT (view), LOG, log, log_free);
  g_signal_connect_object (signals, "items-changed", G_CALLBACK (on_signals), view,
                           G_CONNECT_SWAPPED);
  on_signals (view, 0, 0, g_list_model_get_n_items (signals), signals);
}
