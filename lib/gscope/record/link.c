/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/link.h>

#include <gscope/playback/player-private.h>
#include <gscope/scope/private.h>
#include <gscope/signal/private.h>
#include <gscope/text/annotation.h>

struct _GscopeRecordLink
{
  GscopeScope *scope;
  const GscopeRecordChoice *choice;
  GscopeRecordMerge *merge;
  gint64 start;
  GPtrArray *added;
  /* in the order of the scope's members; NULL for those that are not recorded */
  GPtrArray *cursors;
  /* in the order of the scope's sources */
  GPtrArray *source_cursors;
  guint consumer;
};

GscopeRecordLink *
gscope_record_link_new (GscopeScope *scope, const GscopeRecordChoice *choice)
{
  GscopeRecordLink *self = g_new0 (GscopeRecordLink, 1);

  self->scope = g_object_ref (scope);
  self->choice = choice;
  self->cursors = g_ptr_array_new ();
  self->source_cursors = g_ptr_array_new ();
  return self;
}

static gboolean
is_chosen (const GscopeRecordChoice *choice, GscopeSignal *signal)
{
  if (choice->names == NULL)
    return (choice->has_diagnostics || !gscope_signal_get_diagnostic (signal))
           && !gscope_signal_get_compared_with (signal);
  return g_hash_table_contains (choice->names, gscope_signal_get_full_name (signal));
}

/* Describes the signal again: its unit may be computed later, states may be added, and its trigger may change. */
static void
on_description_changed (GscopeSignal *signal, GParamSpec *pspec, GscopeRecordLink *self)
{
  if (!g_ptr_array_find (self->added, signal, NULL))
    g_ptr_array_add (self->added, g_object_ref (signal));
}

static void
unwatch (GscopeRecordLink *self, GscopeRecordCursor *cursor)
{
  if (cursor != NULL)
    g_signal_handlers_disconnect_by_data (gscope_record_cursor_get_signal (cursor), self);
}

static void
add_cursors (GscopeRecordLink *self, guint position, guint n)
{
  GListModel *model = gscope_scope_get_members (self->scope);

  for (guint i = position; i < position + n; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);
      gboolean chosen = is_chosen (self->choice, signal);

      g_ptr_array_insert (self->cursors, i,
                          chosen ? gscope_record_merge_add (self->merge, signal, self->start)
                                 : NULL);
      if (!chosen)
        continue;
      g_signal_connect (signal, "notify::n-states", G_CALLBACK (on_description_changed), self);
      g_signal_connect (signal, "notify::unit", G_CALLBACK (on_description_changed), self);
      g_signal_connect (signal, "notify::trigger", G_CALLBACK (on_description_changed), self);
      g_ptr_array_add (self->added, g_steal_pointer (&signal));
    }
}

static void
on_members_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    GscopeRecordLink *self)
{
  for (guint i = 0; i < n_removed; i++)
    {
      GscopeRecordCursor *cursor = g_ptr_array_steal_index (self->cursors, position);

      unwatch (self, cursor);
      if (cursor != NULL)
        gscope_record_cursor_end (cursor);
    }
  add_cursors (self, position, n_added);
}

static void
add_markers (GscopeRecordLink *self, guint position, guint n)
{
  GListModel *model = G_LIST_MODEL (gscope_scope_get_markers (self->scope));

  for (guint i = position; i < position + n; i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (model, i);

      gscope_record_merge_add_marker (self->merge, marker);
    }
}

static void
on_markers_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    GscopeRecordLink *self)
{
  add_markers (self, position, n_added);
}

static void
on_marker_changed (GscopeMarkerList *markers, GscopeMarker *marker, GscopeRecordLink *self)
{
  gscope_record_merge_change_marker (self->merge, marker);
}

static void
on_marker_removed (GscopeMarkerList *markers, GscopeMarker *marker, GscopeRecordLink *self)
{
  gscope_record_merge_remove_marker (self->merge, marker);
}

void
gscope_record_link_collect (GscopeRecordLink *self, GPtrArray *recorded)
{
  GListModel *model = gscope_scope_get_members (self->scope);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (is_chosen (self->choice, signal))
        g_ptr_array_add (recorded, signal);
    }
}

void
gscope_record_link_describe_parameters (GscopeRecordLink *self, GString *text)
{
  g_autoptr (GVariant) parameters = gscope_player_describe_scope (self->scope);

  gscope_annotation_append_parameters (text, parameters);
}

static void
add_sources (GscopeRecordLink *self, guint position, guint n)
{
  GListModel *model = gscope_scope_get_sources (self->scope);

  for (guint i = position; i < position + n; i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (model, i);

      g_ptr_array_insert (self->source_cursors, (int) i,
                          gscope_record_merge_add_source (self->merge, source));
    }
}

static void
on_sources_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    GscopeRecordLink *self)
{
  for (guint i = 0; i < n_removed; i++)
    gscope_record_source_cursor_end (g_ptr_array_steal_index (self->source_cursors, position));
  add_sources (self, position, n_added);
}

void
gscope_record_link_attach (GscopeRecordLink *self, GscopeRecordMerge *merge, gint64 start,
                           GPtrArray *added)
{
  GListModel *members = gscope_scope_get_members (self->scope);
  GListModel *sources = gscope_scope_get_sources (self->scope);
  GscopeMarkerList *markers = gscope_scope_get_markers (self->scope);
  guint first = gscope_marker_list_find (markers, start);

  self->merge = merge;
  self->start = start;
  self->added = added;
  add_cursors (self, 0, g_list_model_get_n_items (members));
  add_markers (self, first, g_list_model_get_n_items (G_LIST_MODEL (markers)) - first);
  add_sources (self, 0, g_list_model_get_n_items (sources));
  g_signal_connect (sources, "items-changed", G_CALLBACK (on_sources_changed), self);
  g_signal_connect (members, "items-changed", G_CALLBACK (on_members_changed), self);
  g_signal_connect (markers, "items-changed", G_CALLBACK (on_markers_changed), self);
  g_signal_connect (markers, "marker-changed", G_CALLBACK (on_marker_changed), self);
  g_signal_connect (markers, "marker-removed", G_CALLBACK (on_marker_removed), self);
  self->consumer = gscope_scope_add_consumer (self->scope, GSCOPE_RECORD_INTERVAL);
}

void
gscope_record_link_detach (GscopeRecordLink *self)
{
  g_signal_handlers_disconnect_by_data (gscope_scope_get_members (self->scope), self);
  g_signal_handlers_disconnect_by_data (gscope_scope_get_sources (self->scope), self);
  g_signal_handlers_disconnect_by_data (gscope_scope_get_markers (self->scope), self);
  for (guint i = 0; i < self->cursors->len; i++)
    unwatch (self, self->cursors->pdata[i]);
  g_ptr_array_set_size (self->cursors, 0);
  g_ptr_array_set_size (self->source_cursors, 0);
  gscope_scope_remove_consumer (self->scope, self->consumer);
}

void
gscope_record_link_free (GscopeRecordLink *self)
{
  g_object_unref (self->scope);
  g_ptr_array_unref (self->cursors);
  g_ptr_array_unref (self->source_cursors);
  g_free (self);
}

/* The oldest sample that a trigger still decides about. */
static gint64
get_oldest_held (GscopeScope *scope)
{
  GListModel *model = gscope_scope_get_members (scope);
  gint64 oldest = G_MAXINT64;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      oldest = MIN (oldest, gscope_intake_get_oldest_held (gscope_signal_get_intake (signal)));
    }
  return oldest;
}

gint64
gscope_record_link_drain (GscopeRecordLink *self, gint64 now)
{
  gint64 due = now - gscope_scope_get_delay (self->scope) - gscope_scope_get_period (self->scope);

  gscope_scope_drain (self->scope);
  return MIN (due, get_oldest_held (self->scope));
}
