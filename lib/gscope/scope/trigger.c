/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/transport.h>
#include <gscope/scope/private.h>
#include <gscope/trigger/private.h>

#include <glib/gi18n-lib.h>

/* Returns whether a recording has the marker already. */
static gboolean
is_marked (GscopeScope *self, gint64 time, const char *subject)
{
  GscopeMarkerList *markers = gscope_scope_get_markers (self);

  if (!GSCOPE_IS_TRANSPORT (gscope_scope_get_clock (self)))
    return FALSE;
  for (guint i = gscope_marker_list_find (markers, time);; i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (markers), i);

      if (!marker || gscope_marker_get_time (marker) != time)
        return FALSE;
      if (gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_EVENT
          && g_str_equal (gscope_marker_get_subject (marker), subject))
        return TRUE;
    }
}

/* The source reports it, so that viewers of the source have it, too. */
static void
on_triggered (GscopeTrigger *trigger, gint64 time, GscopeScope *self)
{
  GscopeSignal *watched = gscope_trigger_get_watched (trigger);
  GscopeSource *source = watched ? gscope_scope_find_source (self, watched) : NULL;
  g_autoptr (GscopeMarker) marker = NULL;

  if (!watched || is_marked (self, time, gscope_signal_get_full_name (watched)))
    return;
  marker = gscope_marker_new (time, GSCOPE_MARKER_KIND_EVENT, gscope_signal_get_full_name (watched),
                              g_dgettext (GETTEXT_PACKAGE, N_ ("Trigger")), NULL);
  if (source)
    g_signal_emit_by_name (source, "marker-added", marker);
  else
    gscope_marker_list_add (gscope_scope_get_markers (self), marker);
}

/* Returns whether the marker is about a write of the parameter that a trigger waits for. */
static gboolean
is_about (GscopeMarker *marker, const char *parameter)
{
  return g_strcmp0 (gscope_marker_get_subject (marker), parameter) == 0
         && (gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_PENDING
             || gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_WRITE);
}

/* Fires at the accepted writes of a parameter up to a time. A write that is not answered yet holds up the later ones. A
 * live trigger does not look at the writes before its first look. */
static void
look_at_writes (GscopeTrigger *trigger, GscopeScope *self, gint64 until)
{
  const GscopeTriggerCondition *condition = &gscope_trigger_get_settings (trigger)->condition;
  GscopeMarkerList *markers = gscope_scope_get_markers (self);
  GscopeTriggerWrites *writes = gscope_trigger_get_writes (trigger);
  GscopeClock *clock = gscope_scope_get_clock (self);

  if (writes->newest == G_MININT64 && !GSCOPE_IS_TRANSPORT (clock))
    writes->newest = gscope_clock_get_time (clock);
  if (condition->kind != GSCOPE_TRIGGER_KIND_WRITTEN)
    return;
  for (guint i = gscope_marker_list_find (markers, writes->newest + 1);; i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (markers), i);
      gint64 time = marker ? gscope_marker_get_time (marker) : G_MAXINT64;
      gboolean about = marker && is_about (marker, condition->parameter);

      if (time > until || (about && gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_PENDING))
        {
          writes->until = MIN (time, until + 1);
          return;
        }
      writes->newest = time;
      if (about)
        gscope_trigger_fire (trigger, time);
    }
}

void
gscope_scope_look_for (GscopeScope *self, GscopeTrigger *trigger)
{
  look_at_writes (trigger, self, gscope_scope_get_pen (self));
  if (GSCOPE_IS_TRANSPORT (gscope_scope_get_clock (self)))
    gscope_trigger_look_up_to (trigger, gscope_scope_get_pen (self));
  else
    gscope_trigger_look_on (trigger);
}

/**
 * gscope_scope_mark_trigger:
 * @self: a scope
 * @trigger: a trigger that watches one of its signals
 *
 * Adds a marker to the time axis whenever a trigger fires, whether or not it captures a signal. In
 * playback, also at the times in the part already played at which it would have fired.
 *
 * Since: 1.0
 */
void
gscope_scope_mark_trigger (GscopeScope *self, GscopeTrigger *trigger)
{
  g_signal_connect_object (trigger, "triggered", G_CALLBACK (on_triggered), self, 0);
  g_signal_connect_object (self, "drained", G_CALLBACK (gscope_scope_look_for), trigger, 0);
  gscope_scope_look_for (self, trigger);
}
