/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/transport.h>
#include <gscope/scope/scope.h>
#include <gscope/trigger/private.h>

#include <glib/gi18n-lib.h>

static void
on_triggered (GscopeTrigger *trigger, gint64 time, GscopeScope *self)
{
  GscopeSignal *watched = gscope_trigger_get_watched (trigger);
  g_autoptr (GscopeMarker) marker = NULL;

  if (!watched)
    return;
  marker = gscope_marker_new (time, GSCOPE_MARKER_EVENT, gscope_signal_get_full_name (watched),
                              g_dgettext (GETTEXT_PACKAGE, N_ ("Trigger")), NULL);
  gscope_marker_list_add (gscope_scope_get_markers (self), marker);
}

static void
look (GscopeTrigger *trigger, GscopeScope *self)
{
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
 */
void
gscope_scope_mark_trigger (GscopeScope *self, GscopeTrigger *trigger)
{
  g_signal_connect_object (trigger, "triggered", G_CALLBACK (on_triggered), self, 0);
  g_signal_connect_object (self, "drained", G_CALLBACK (look), trigger, G_CONNECT_SWAPPED);
  if (GSCOPE_IS_TRANSPORT (gscope_scope_get_clock (self)))
    look (trigger, self);
}
