/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/marker-private.h>

/**
 * GscopeMarkerList:
 *
 * A list model of markers, sorted by time; those of one time in the order of their coming. It
 * holds at most %GSCOPE_MARKER_LIST_MAX, and of a recording a million; beyond that the oldest goes. It lives in
 * the main context.
 *
 * Since: 1.0
 */
struct _GscopeMarkerList
{
  GObject parent_instance;

  /* from `begin` on; those before went */
  GPtrArray *markers;
  guint begin;
  guint max;
  /* of markers of other programs, whose texts they are */
  GHashTable *origins;
};

static guint
count (GscopeMarkerList *self)
{
  return self->markers->len - self->begin;
}

static GscopeMarker *
peek (GscopeMarkerList *self, guint index)
{
  return self->markers->pdata[self->begin + index];
}

static GType
get_item_type (GListModel *model)
{
  return GSCOPE_TYPE_MARKER;
}

static guint
get_n_items (GListModel *model)
{
  return count (GSCOPE_MARKER_LIST (model));
}

static gpointer
get_item (GListModel *model, guint position)
{
  GscopeMarkerList *self = GSCOPE_MARKER_LIST (model);

  return position < count (self) ? g_object_ref (peek (self, position)) : NULL;
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
  GscopeMarkerList *self = GSCOPE_MARKER_LIST (object);

  for (guint i = 0; i < count (self); i++)
    {
      gscope_marker_leave (peek (self, i), self);
      g_object_unref (peek (self, i));
    }
  g_ptr_array_unref (self->markers);
  g_hash_table_unref (self->origins);
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
   *
   * Since: 1.0
   */
  g_signal_new ("marker-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, GSCOPE_TYPE_MARKER);
  /**
   * GscopeMarkerList::marker-removed:
   * @self: a list
   * @marker: the marker, which is no longer in it
   *
   * Emitted when a marker was taken off the list; not when it went because the list was full.
   *
   * Since: 1.0
   */
  g_signal_new ("marker-removed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, GSCOPE_TYPE_MARKER);
}

static void
gscope_marker_list_init (GscopeMarkerList *self)
{
  self->markers = g_ptr_array_new ();
  self->origins = g_hash_table_new (g_str_hash, g_str_equal);
  self->max = GSCOPE_MARKER_LIST_MAX;
}

/**
 * gscope_marker_list_new:
 *
 * Makes an empty list.
 *
 * Returns: (transfer full): a list
 *
 * Since: 1.0
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
  guint high = count (self);

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      gint64 other = gscope_marker_get_time (peek (self, middle));

      if (other < time || (!equal && other == time))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
gscope_marker_list_tell_changed (GscopeMarkerList *self, GscopeMarker *marker)
{
  g_signal_emit_by_name (self, "marker-changed", marker);
}

/* The oldest one leaves its place empty, until half of the places are. */
static void
close_gap (GscopeMarkerList *self, guint index)
{
  if (index > 0)
    g_ptr_array_remove_index (self->markers, self->begin + index);
  else
    self->begin++;
  if (self->begin <= self->markers->len / 2)
    return;
  g_ptr_array_remove_range (self->markers, 0, self->begin);
  self->begin = 0;
}

static void
remove_index (GscopeMarkerList *self, guint index)
{
  g_autoptr (GscopeMarker) marker = peek (self, index);

  gscope_marker_leave (marker, self);
  g_hash_table_remove (self->origins, gscope_marker_get_origin (marker));
  close_gap (self, index);
  g_list_model_items_changed (G_LIST_MODEL (self), index, 1, 0);
}

void
gscope_marker_list_set_max (GscopeMarkerList *self, guint max)
{
  self->max = max;
}

/**
 * gscope_marker_list_add:
 * @self: a list
 * @marker: a marker
 *
 * Adds a marker where its time belongs. If the list is full, the oldest goes. A marker of another program
 * that the list has already is not added.
 *
 * Since: 1.0
 */
void
gscope_marker_list_add (GscopeMarkerList *self, GscopeMarker *marker)
{
  const char *origin;
  gint64 time;
  guint index;

  g_return_if_fail (GSCOPE_IS_MARKER_LIST (self));
  g_return_if_fail (GSCOPE_IS_MARKER (marker));

  origin = gscope_marker_get_origin (marker);
  if (*origin && g_hash_table_contains (self->origins, origin))
    return;
  time = gscope_marker_get_time (marker);
  if (count (self) == self->max)
    {
      if (time < gscope_marker_get_time (peek (self, 0)))
        return;
      remove_index (self, 0);
    }
  index = count (self);
  if (index > 0 && gscope_marker_get_time (peek (self, index - 1)) > time)
    index = find_index (self, time, FALSE);
  g_ptr_array_insert (self->markers, (gint) (self->begin + index), g_object_ref (marker));
  gscope_marker_join (marker, self);
  if (*origin)
    g_hash_table_add (self->origins, (gpointer) origin);
  g_list_model_items_changed (G_LIST_MODEL (self), index, 0, 1);
}

/**
 * gscope_marker_list_remove:
 * @self: a list
 * @marker: a marker
 *
 * Takes a marker off the list, if it is there.
 *
 * Since: 1.0
 */
void
gscope_marker_list_remove (GscopeMarkerList *self, GscopeMarker *marker)
{
  gint64 time;

  g_return_if_fail (GSCOPE_IS_MARKER_LIST (self));
  g_return_if_fail (GSCOPE_IS_MARKER (marker));

  time = gscope_marker_get_time (marker);
  for (guint i = find_index (self, time, TRUE);
       i < count (self) && gscope_marker_get_time (peek (self, i)) == time; i++)
    if (peek (self, i) == marker)
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
 *
 * Since: 1.0
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
       i < count (self) && gscope_marker_get_time (peek (self, i)) == time; i++)
    if (gscope_marker_get_kind (peek (self, i)) == GSCOPE_MARKER_KIND_NOTE)
      return peek (self, i);
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
 *
 * Since: 1.0
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
 *
 * Since: 1.0
 */
void
gscope_marker_list_set_note (GscopeMarkerList *self, gint64 time, const char *label)
{
  g_autoptr (GscopeMarker) added = NULL;
  GscopeMarker *note;

  g_return_if_fail (GSCOPE_IS_MARKER_LIST (self));

  note = find_note (self, time);
  if (note && label)
    gscope_marker_resolve (note, GSCOPE_MARKER_KIND_NOTE, label, gscope_marker_get_detail (note));
  else if (note)
    gscope_marker_list_remove (self, note);
  else if (label)
    {
      added = gscope_marker_new (time, GSCOPE_MARKER_KIND_NOTE, NULL, label, NULL);
      gscope_marker_list_add (self, added);
    }
}
