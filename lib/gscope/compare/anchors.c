/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/compare/anchors.h>

#include <glib/gi18n-lib.h>
#include <gscope/playback/player-private.h>
#include <gscope/scope/private.h>
#include <gscope/trigger/search.h>
#include <string.h>

#define BEGIN "begin"
#define TRIGGER "trigger"
#define MARKER "marker:"

enum
{
  /* A list of more would help nobody. */
  MAX_ANCHORS = 40,
  /* the samples that a search for a trigger looks at between two questions whether it has found one */
  SLICE = 1 << 20,
};

struct _GscopeAnchors
{
  GscopeScope *scope;
  GscopePlayer *player;
  /* NULL if there is none to align at */
  GscopeTrigger *trigger;
  /* the first markers of the recording that differ, by name */
  GPtrArray *markers;

  /* the time of the last marker of the scope, by name and by subject, of markers that were looked for; G_MININT64 for none */
  GHashTable *by_name;
  GHashTable *by_subject;
  /* whether the times are right for the present markers of the scope */
  gboolean is_current;
};

static void
on_markers_changed (GscopeAnchors *self)
{
  self->is_current = FALSE;
}

GscopeAnchors *
gscope_anchors_new (GscopeScope *scope, GscopePlayer *player)
{
  GscopeAnchors *self = g_new0 (GscopeAnchors, 1);
  GscopeMarkerList *markers = gscope_scope_get_markers (scope);

  self->scope = g_object_ref (scope);
  self->player = g_object_ref (player);
  self->markers = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->by_subject = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_signal_connect_swapped (markers, "items-changed", G_CALLBACK (on_markers_changed), self);
  g_signal_connect_swapped (markers, "marker-changed", G_CALLBACK (on_markers_changed), self);
  return self;
}

void
gscope_anchors_free (GscopeAnchors *self)
{
  g_signal_handlers_disconnect_by_data (gscope_scope_get_markers (self->scope), self);
  g_clear_object (&self->trigger);
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->by_subject);
  g_ptr_array_unref (self->markers);
  g_object_unref (self->player);
  g_object_unref (self->scope);
  g_free (self);
}

void
gscope_anchors_set_trigger (GscopeAnchors *self, GscopeTrigger *trigger)
{
  g_set_object (&self->trigger, trigger);
}

/* Markers. */

static gboolean
is_anchor (GscopeMarker *marker)
{
  GscopeMarkerKind kind = gscope_marker_get_kind (marker);

  return kind != GSCOPE_MARKER_KIND_PENDING && kind != GSCOPE_MARKER_KIND_REFUSED;
}

static char *
name_marker (GscopeMarker *marker)
{
  return g_strconcat (MARKER, gscope_marker_get_subject (marker), " ",
                      gscope_marker_get_label (marker), NULL);
}

/* Returns the time of a key, which is looked for from now on. */
static gint64 *
want (GscopeAnchors *self, GHashTable *times, const char *key)
{
  gint64 *time = g_hash_table_lookup (times, key);

  if (time)
    return time;
  time = g_new (gint64, 1);
  *time = G_MININT64;
  g_hash_table_insert (times, g_strdup (key), time);
  self->is_current = FALSE;
  return time;
}

static void
forget (GHashTable *times)
{
  GHashTableIter iter;
  gpointer time;

  g_hash_table_iter_init (&iter, times);
  while (g_hash_table_iter_next (&iter, NULL, &time))
    *(gint64 *) time = G_MININT64;
}

/* Keeps the time of the last marker, which comes first. */
static void
keep_first (gint64 *known, gint64 time)
{
  if (known && *known == G_MININT64)
    *known = time;
}

/* Looks through the markers of the scope once for all names, because a recording may have a million of them. */
static void
update (GscopeAnchors *self)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (self->scope));

  forget (self->by_name);
  forget (self->by_subject);
  for (guint i = g_list_model_get_n_items (markers); i-- > 0;)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);
      gint64 *last = g_hash_table_lookup (self->by_subject, gscope_marker_get_subject (marker));
      g_autofree char *name = last && is_anchor (marker) ? name_marker (marker) : NULL;

      if (!name)
        continue;
      keep_first (last, gscope_marker_get_time (marker));
      keep_first (g_hash_table_lookup (self->by_name, name), gscope_marker_get_time (marker));
    }
  self->is_current = TRUE;
}

/* Finds the last marker of the scope with the texts of a marker, or with its subject alone. */
static gboolean
find_here (GscopeAnchors *self, GscopeMarker *marker, gint64 *time)
{
  const char *subject = gscope_marker_get_subject (marker);
  g_autofree char *name = name_marker (marker);
  const gint64 *same = want (self, self->by_name, name);
  const gint64 *alike = want (self, self->by_subject, subject);

  if (!self->is_current)
    update (self);
  *time = *same == G_MININT64 && subject[0] ? *alike : *same;
  return *time != G_MININT64;
}

/* Returns the marker of an array that has the name; NULL if there is none. */
static GscopeMarker *
find_named (GPtrArray *markers, const char *anchor)
{
  for (guint i = 0; i < markers->len; i++)
    {
      g_autofree char *name =
          is_anchor (markers->pdata[i]) ? name_marker (markers->pdata[i]) : NULL;

      if (name && g_str_equal (name, anchor))
        return markers->pdata[i];
    }
  return NULL;
}

GscopeMarker *
gscope_anchors_find_marker (GscopeAnchors *self, const char *anchor)
{
  GscopeMarker *marker =
      g_str_has_prefix (anchor, MARKER) ? find_named (self->markers, anchor) : NULL;

  if (marker || !g_str_has_prefix (anchor, MARKER))
    return marker;
  return find_named (gscope_player_get_markers (self->player), anchor);
}

void
gscope_anchors_collect (GscopeAnchors *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *markers = gscope_player_get_markers (self->player);

  for (guint i = 0; i < markers->len && self->markers->len < MAX_ANCHORS; i++)
    {
      GscopeMarker *marker = markers->pdata[i];
      char *name = is_anchor (marker) ? name_marker (marker) : NULL;

      if (!name || !g_hash_table_add (seen, name))
        continue;
      want (self, self->by_name, name);
      want (self, self->by_subject, gscope_marker_get_subject (marker));
      g_ptr_array_add (self->markers, g_object_ref (marker));
    }
}

/* Firings. */

GscopeSignal *
gscope_anchors_find_compared (GscopePlayer *player, GscopeSignal *signal)
{
  GListModel *signals = gscope_source_get_signals (GSCOPE_SOURCE (player));

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) compared = g_list_model_get_item (signals, i);

      if (g_strcmp0 (gscope_signal_get_compared_with (compared),
                     gscope_signal_get_full_name (signal))
          == 0)
        return compared;
    }
  return NULL;
}

/* Finds the first time, or the last one, at which the trigger fires in a trace. */
static gboolean
find_firing (GscopeAnchors *self, GscopeSignal *signal, gboolean last, gint64 *time)
{
  g_autoptr (GscopeTriggerSearch) search = NULL;
  const gint64 *times;
  gsize n;

  if (!signal)
    return FALSE;
  search = gscope_trigger_search_new (gscope_signal_get_trace (signal),
                                      gscope_trigger_get_settings (self->trigger), G_MININT64,
                                      G_MAXINT64);
  while (gscope_trigger_search_go_on (search, SLICE)
         && (last || gscope_trigger_search_get_n_found (search) == 0))
    continue;
  times = gscope_trigger_search_get_times (search, &n);
  if (n > 0)
    *time = times[last ? n - 1 : 0];
  return n > 0;
}

/* All anchors. */

static gboolean
find_begin (GscopeAnchors *self, gint64 *here, gint64 *there)
{
  *here = gscope_scope_get_start (self->scope);
  *there = gscope_transport_get_begin (gscope_player_get_transport (self->player));
  return TRUE;
}

static gboolean
find_end (GscopeAnchors *self, gint64 *here, gint64 *there)
{
  *here = gscope_scope_get_pen (self->scope);
  *there = gscope_transport_get_end (gscope_player_get_transport (self->player));
  return TRUE;
}

static gboolean
find_trigger (GscopeAnchors *self, gint64 *here, gint64 *there)
{
  GscopeSignal *watched = self->trigger ? gscope_trigger_get_watched (self->trigger) : NULL;

  if (!watched || !find_firing (self, watched, TRUE, here)
      || !find_firing (self, gscope_anchors_find_compared (self->player, watched), FALSE, there))
    return FALSE;
  /* the trace of the recording is moved already */
  *there -= gscope_player_get_shift (self->player);
  return TRUE;
}

static const struct
{
  const char *name;
  const char *title;
  gboolean (*find) (GscopeAnchors *self, gint64 *here, gint64 *there);
} anchors[] = {
  { BEGIN, N_ ("Begin"), find_begin },
  { GSCOPE_ANCHOR_END, N_ ("Newest Samples"), find_end },
  { TRIGGER, N_ ("Trigger"), find_trigger },
};

gboolean
gscope_anchors_find (GscopeAnchors *self, const char *anchor, gint64 *here, gint64 *there)
{
  GscopeMarker *marker;

  for (guint i = 0; i < G_N_ELEMENTS (anchors); i++)
    if (g_str_equal (anchors[i].name, anchor))
      return anchors[i].find (self, here, there);
  marker = gscope_anchors_find_marker (self, anchor);
  if (!marker)
    return FALSE;
  *there = gscope_marker_get_time (marker);
  return find_here (self, marker, here);
}

GStrv
gscope_anchors_list (GscopeAnchors *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  gint64 time;

  for (guint i = 0; i < G_N_ELEMENTS (anchors); i++)
    if (self->trigger || !g_str_equal (anchors[i].name, TRIGGER))
      g_strv_builder_add (names, anchors[i].name);
  for (guint i = 0; i < self->markers->len; i++)
    if (find_here (self, self->markers->pdata[i], &time))
      {
        g_autofree char *name = name_marker (self->markers->pdata[i]);

        g_strv_builder_add (names, name);
      }
  return g_strv_builder_end (names);
}

/* So the same step in both is compared. */
char *
gscope_anchors_choose (GscopeAnchors *self)
{
  GscopeMarker *best = NULL;
  gint64 latest = G_MININT64, here;

  for (guint i = 0; i < self->markers->len; i++)
    if (find_here (self, self->markers->pdata[i], &here) && here > latest)
      {
        latest = here;
        best = self->markers->pdata[i];
      }
  if (best)
    return name_marker (best);
  return g_strdup (gscope_scope_is_playback (self->scope) ? BEGIN : GSCOPE_ANCHOR_END);
}

char *
gscope_anchors_dup_title (GscopeAnchors *self, const char *anchor)
{
  GscopeMarker *marker;

  for (guint i = 0; i < G_N_ELEMENTS (anchors); i++)
    if (g_str_equal (anchors[i].name, anchor))
      return g_strdup (_ (anchors[i].title));
  marker = gscope_anchors_find_marker (self, anchor);
  if (marker)
    return g_strdup (gscope_marker_get_label (marker));
  return g_strdup (g_str_has_prefix (anchor, MARKER) ? anchor + strlen (MARKER) : anchor);
}
