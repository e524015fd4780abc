/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/objects.h>

/* Notes are written where the cursor is. */

/* The list that has a note next to the cursor, within a column of it, and that note's time; without a
 * cursor, one where the picture ends. Otherwise the list where one would be added. */
static GscopeMarkerList *
find_note (GscopeGtkView *self, gint64 *time, gboolean *found)
{
  GscopeGtkPainting *painting = gscope_gtk_view_get_objects (self)->painting;
  GPtrArray *lists = gscope_gtk_painting_get_annotations (painting)->marker_lists;
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self);
  gint64 place, reach = 0, distance;
  GscopeMarkerList *nearest = NULL;

  if (gscope_gtk_view_get_cursor (self, &place))
    reach = gscope_gtk_viewport_get_span (viewport) / gscope_gtk_viewport_get_n_columns (viewport);
  else
    place = gscope_gtk_viewport_get_end (viewport);
  *time = place;
  distance = reach;
  for (guint i = 0; i < lists->len; i++)
    for (guint k = gscope_marker_list_find (lists->pdata[i], place - reach);; k++)
      {
        g_autoptr (GscopeMarker) marker = g_list_model_get_item (lists->pdata[i], k);

        if (!marker || gscope_marker_get_time (marker) > place + distance)
          break;
        if (gscope_marker_get_kind (marker) != GSCOPE_MARKER_KIND_NOTE
            || ABS (gscope_marker_get_time (marker) - place) > distance)
          continue;
        *time = gscope_marker_get_time (marker);
        distance = ABS (*time - place);
        nearest = lists->pdata[i];
      }
  *found = nearest != NULL;
  return nearest || lists->len == 0 ? nearest : lists->pdata[0];
}

/**
 * gscope_gtk_view_edit_note:
 * @self: a view
 *
 * Lets the user write a note at the cursor, or where the picture ends if there is no cursor. A note that is
 * there already is changed. When that is done, and something became of it, there is
 * [signal@View::note-edited]. Nothing happens in a view without a scope, or one that no window
 * shows.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_edit_note (GscopeGtkView *self)
{
  GscopeMarkerList *list;
  gboolean found;
  gint64 time;

  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));

  list = find_note (self, &time, &found);
  if (!list || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gscope_gtk_gestures_edit_note (gscope_gtk_view_get_objects (self)->gestures, list, time);
}

/**
 * gscope_gtk_view_remove_note:
 * @self: a view
 *
 * Takes the note away at which the cursor is, with [signal@View::note-edited].
 *
 * Returns: whether there was one
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_remove_note (GscopeGtkView *self)
{
  g_autofree char *before = NULL;
  GscopeMarkerList *list;
  gboolean found;
  gint64 time;

  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW (self), FALSE);

  list = find_note (self, &time, &found);
  if (!found)
    return FALSE;
  before = g_strdup (gscope_marker_list_get_note (list, time));
  gscope_marker_list_set_note (list, time, NULL);
  g_signal_emit_by_name (self, "note-edited", list, time, before, NULL);
  return TRUE;
}
