/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/marker-list.h>

/**
 * GscopeMarkerList:
 *
 * A list model of markers, sorted by time; those of one time in the order of their coming. It
 * holds at most %GSCOPE_MARKER_LIST_MAX; beyond that the oldest goes and is counted. It lives in
 * the main context.
 */
struct _GscopeMarkerList
{
  GObject parent_instance;

  GPtrArray *markers;
};

static GType
get_item_type (GListModel *model)
{
  return GSCOPE_TYPE_MARKER;
}

static guint
get_n_items (GListModel *model)
{
  return GSCOPE_MARKER_LIST (model)->markers->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  GscopeMarkerList *self = GSCOPE_MARKER_LIST (model);

  return position < self->markers->len ? g_object_ref (self->markers->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GscopeMarkerList, gscope_marker_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
gscope_marker_list_finalize (GObject *object)
{
  g_ptr_array_unref (GSCOPE_MARKER_LIST (object)->markers);
  G_OBJECT_CLASS (gscope_marker_list_parent_class)->finalize (object);
}

static void
gscope_marker_list_class_init (GscopeMarkerListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_marker_list_finalize;
  /**
   * GscopeMarkerList::marker-changed:
   * @self: a list
   * @marker: one of its markers
   *
   * Emitted when a marker says something else: a write was answered, a note has another text.
   */
  g_signal_new ("marker-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, GSCOPE_TYPE_MARKER);
  /**
   * GscopeMarkerList::marker-removed:
   * @self: a list
   * @marker: the marker, which is no longer in it
   *
   * Emitted when a marker was taken off the list; not when it went because the list was full.
   */
  g_signal_new ("marker-removed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, GSCOPE_TYPE_MARKER);
}

static void
gscope_marker_list_init (GscopeMarkerList *self)
{
  self->markers = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * gscope_marker_list_new:
 *
 * Makes an empty list.
 *
 * Returns: (transfer full): a list
 */
GscopeMarkerList *
gscope_marker_list_new (void)
{
  return g_object_new (GSCOPE_TYPE_MARKER_LIST, NULL);
}

/* The index of the first marker after (or, with equal, at) a time. */
static guint
find_index (GscopeMarkerList *self, gint64 time, gboolean equal)
{
  guint low = 0;
  guint high = self->markers->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      gint64 other = gscope_marker_get_time (self->markers->pdata[middle]);

      if (other < time || (!equal && other == time))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
on_notify (GscopeMarker *marker, GParamSpec *pspec, GscopeMarkerList *self)
{
  g_signal_emit_by_name (self, "marker-changed", marker);
}

static void
remove_index (GscopeMarkerList *self, guint index)
{
  g_signal_handlers_disconnect_by_data (self->markers->pdata[index], self);
  g_ptr_array_remove_index (self->markers, index);
  g_list_model_items_changed (G_LIST_MODEL (self), index, 1, 0);
}

static gboolean
has_origin (GscopeMarkerList *self, const char *origin)
{
  for (guint i = self->markers->len; i > 0; i--)
    if (g_str_equal (gscope_marker_get_origin (self->markers->pdata[i - 1]), origin))
      return TRUE;
  return FALSE;
}

/**
 * gscope_marker_list_add:
 * @self: a list
 * @marker: a marker
 *
 * Adds a marker where its time belongs. If the list is full, the oldest goes. A marker of another program
 * that the list has already is not added.
 */
void
gscope_marker_list_add (GscopeMarkerList *self, GscopeMarker *marker)
{
  gint64 time;
  guint index;

  g_return_if_fail (GSCOPE_IS_MARKER_LIST (self));
  g_return_if_fail (GSCOPE_IS_MARKER (marker));

  if (*gscope_marker_get_origin (marker) && has_origin (self, gscope_marker_get_origin (marker)))
    return;
  time = gscope_marker_get_time (marker);
  if (self->markers->len == GSCOPE_MARKER_LIST_MAX)
    {
      if (time < gscope_marker_get_time (self->markers->pdata[0]))
        return;
      remove_index (self, 0);
    }
  index = find_index (self, time, FALSE);
  g_ptr_array_insert (self->markers, index, g_object_ref (marker));
  g_signal_connect_object (marker, "notify", G_CALLBACK (on_notify), self, 0);
  g_list_model_items_changed (G_LIST_MODEL (self), index, 0, 1);
}

/**
 * gscope_marker_list_remove:
 * @self: a list
 * @marker: a marker
 *
 * Takes a marker off the list, if it is there.
 */
void
gscope_marker_list_remove (GscopeMarkerList *self, GscopeMarker *marker)
{
  gint64 time;

  g_return_if_fail (GSCOPE_IS_MARKER_LIST (self));
  g_return_if_fail (GSCOPE_IS_MARKER (marker));

  time = gscope_marker_get_time (marker);
  for (guint i = find_index (self, time, TRUE);
       i < self->markers->len && gscope_marker_get_time (self->markers->pdata[i]) == time; i++)
    if (self->markers->pdata[i] == marker)
      {
        g_autoptr (GscopeMarker) removed = g_object_ref (marker);

        remove_index (self, i);
        g_signal_emit_by_name (self, "marker-removed", removed);
        return;
      }
}

/**
 * gscope_marker_list_find:
 * @self: a list
 * @time: nanoseconds on the scope's clock
 *
 * Finds the first marker at or after a time.
 *
 * Returns: its index; the number of markers if there is none
 */
guint
gscope_marker_list_find (GscopeMarkerList *self, gint64 time)
{
  g_return_val_if_fail (GSCOPE_IS_MARKER_LIST (self), 0);

  return find_index (self, time, TRUE);
}

static GscopeMarker *
find_note (GscopeMarkerList *self, gint64 time)
{
  for (guint i = find_index (self, time, TRUE);
       i < self->markers->len && gscope_marker_get_time (self->markers->pdata[i]) == time; i++)
    if (gscope_marker_get_kind (self->markers->pdata[i]) == GSCOPE_MARKER_NOTE)
      return self->markers->pdata[i];
  return NULL;
}

/**
 * gscope_marker_list_get_note:
 * @self: a list
 * @time: nanoseconds on the scope's clock
 *
 * Gets the text of the note at a time.
 *
 * Returns: (transfer none) (nullable): its label; %NULL if there is no note
 */
const char *
gscope_marker_list_get_note (GscopeMarkerList *self, gint64 time)
{
  GscopeMarker *note;

  g_return_val_if_fail (GSCOPE_IS_MARKER_LIST (self), NULL);

  note = find_note (self, time);
  return note ? gscope_marker_get_label (note) : NULL;
}

/**
 * gscope_marker_list_set_note:
 * @self: a list
 * @time: nanoseconds on the scope's clock
 * @label: (nullable): a few words, of which files keep 255 bytes; %NULL for no note
 *
 * Writes a note: adds, changes or removes the note at that time.
 */
void
gscope_marker_list_set_note (GscopeMarkerList *self, gint64 time, const char *label)
{
  g_autoptr (GscopeMarker) added = NULL;
  GscopeMarker *note;

  g_return_if_fail (GSCOPE_IS_MARKER_LIST (self));

  note = find_note (self, time);
  if (note && label)
    gscope_marker_resolve (note, GSCOPE_MARKER_NOTE, label, gscope_marker_get_detail (note));
  else if (note)
    gscope_marker_list_remove (self, note);
  else if (label)
    {
      added = gscope_marker_new (time, GSCOPE_MARKER_NOTE, NULL, label, NULL);
      gscope_marker_list_add (self, added);
    }
}
