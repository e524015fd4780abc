/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/capture/private.h>

#include <glib/gi18n-lib.h>

gboolean
gscope_capture_is_note (GscopeMarker *marker, GscopeSignal *watched)
{
  return gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_NOTE
         && g_str_equal (gscope_marker_get_subject (marker), gscope_signal_get_full_name (watched));
}

static GscopeMarker *
find_note (GscopeMarkerList *markers, GscopeSignal *watched, gint64 time)
{
  for (guint i = gscope_marker_list_find (markers, time);; i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (markers), i);

      if (!marker || gscope_marker_get_time (marker) != time)
        return NULL;
      if (gscope_capture_is_note (marker, watched))
        return g_steal_pointer (&marker);
    }
}

gboolean
gscope_capture_get_noted (GscopeScope *scope, GscopeSignal *watched, gint64 time)
{
  g_autoptr (GscopeMarker) note = find_note (gscope_scope_get_markers (scope), watched, time);

  return note != NULL;
}

void
gscope_capture_set_noted (GscopeScope *scope, GscopeSignal *watched, gint64 time, gboolean noted)
{
  GscopeMarkerList *markers = gscope_scope_get_markers (scope);
  g_autoptr (GscopeMarker) note = find_note (markers, watched, time);

  if (note && !noted)
    gscope_marker_list_remove (markers, note);
  if (note || !noted)
    return;
  note = gscope_marker_new (time, GSCOPE_MARKER_KIND_NOTE, gscope_signal_get_full_name (watched),
                            _ ("Kept capture"), NULL);
  gscope_marker_list_add (markers, note);
}
