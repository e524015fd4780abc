/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/range.h"

#include <glib/gi18n.h>

#include "undo/view.h"

#define SESSION "app-range-session"
/* The range as the history knows it, kept with the signal of the view. */
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
make_state (const char *name, const Range *range)
{
  GHashTable *state = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  g_hash_table_insert (state, g_strdup (name), g_memdup2 (range, sizeof *range));
  return state;
}

static void
take_over (GHashTable *state, GHashTable *from)
{
  GHashTableIter iter;
  gpointer name, range;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &name, &range))
    g_hash_table_insert (state, g_strdup (name), g_memdup2 (range, sizeof (Range)));
}

static gpointer
join (gconstpointer first, gconstpointer second)
{
  GHashTable *state = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

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

  return g_strdup_printf (ngettext ("Range of %u signal", "Ranges of %u signals", n), n);
}

static const AppMementoKind range_kind = {
  .restore = restore,
  .describe = describe,
  .join = join,
  .free_state = (GDestroyNotify) g_hash_table_unref,
  .free_subject = free_view,
};

/* Ranges that change one after the other are a gesture: a drag moves the ranges of a lane, and all signals begin to follow their
 * values at once. A range that a source gives its signal is no change of the user. */
static void
on_notify (GscopeGtkViewSignal *signal, GParamSpec *pspec, GscopeGtkView *view)
{
  const char *name = gscope_signal_get_full_name (gscope_gtk_view_signal_get_signal (signal));
  Range *known = g_object_get_data (G_OBJECT (signal), KNOWN);
  const Range before = *known, after = read_range (signal);

  *known = after;
  if (after.is_own || is_same (&before, &after))
    return;
  app_history_push (app_session_get_history (g_object_get_data (G_OBJECT (view), SESSION)),
                    &(AppMemento){ .kind = &range_kind,
                                   .subject = ref_view (view),
                                   .before = make_state (name, &before),
                                   .after = make_state (name, &after),
                                   .gesture = { G_OBJECT (view), (guint) after.is_auto } });
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

  g_object_set_data (G_OBJECT (view), SESSION, session);
  g_signal_connect_object (signals, "items-changed", G_CALLBACK (on_signals), view,
                           G_CONNECT_SWAPPED);
  on_signals (view, 0, 0, g_list_model_get_n_items (signals), signals);
}
