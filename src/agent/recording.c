/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "recording.h"

#include <glib/gi18n.h>

#define HOUR (3600 * GSCOPE_SEC)

static void
report_recovery (GscopeRecordRing *ring)
{
  gulong n_lost = (gulong) gscope_record_ring_get_n_lost (ring);

  if (n_lost == 0)
    g_printerr ("gscoped: %s\n", _ ("Samples are recorded again. None was lost."));
  else
    g_printerr (
        ngettext (
            "gscoped: Samples are recorded again. Since the start, %lu was lost and left a gap.\n",
            "gscoped: Samples are recorded again. Since the start, %lu were lost and left gaps.\n",
            n_lost),
        n_lost);
}

static void
on_problem (GscopeRecordRing *ring)
{
  const char *problem = gscope_record_ring_get_problem (ring);

  if (problem)
    g_printerr ("gscoped: %s\n", problem);
  else
    report_recovery (ring);
}

static void
on_found (GscopeRecordRing *ring, const char *text)
{
  g_printerr ("gscoped: %s\n", text);
}

void
agent_recording_set_bounds (GscopeRecordRing *ring, const AgentConfig *config)
{
  gscope_record_ring_set_bounds (ring, config->recording_bytes, config->recording_hours * HOUR);
}

GscopeRecordRing *
agent_recording_start (GPtrArray *scopes, const AgentConfig *config)
{
  g_autoptr (GscopeRecordRing) ring = NULL;
  g_autoptr (GError) error = NULL;

  if (!config->recording_directory || scopes->len == 0)
    return NULL;
  ring = gscope_record_ring_new (scopes->pdata[0], config->recording_directory);
  for (guint i = 1; i < scopes->len; i++)
    gscope_record_ring_add_scope (ring, scopes->pdata[i]);
  agent_recording_set_bounds (ring, config);
  g_signal_connect (ring, "notify::problem", G_CALLBACK (on_problem), NULL);
  g_signal_connect (ring, "found", G_CALLBACK (on_found), NULL);
  if (gscope_record_ring_start (ring, &error))
    return g_steal_pointer (&ring);
  g_printerr ("gscoped: %s\n", error->message);
  return NULL;
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer is_stopped)
{
  g_autoptr (GError) error = NULL;

  *(gboolean *) is_stopped = TRUE;
  if (!gscope_record_ring_stop_finish (GSCOPE_RECORD_RING (object), result, &error))
    g_printerr ("gscoped: %s\n", error->message);
}

void
agent_recording_stop (GscopeRecordRing *ring)
{
  gboolean is_stopped = FALSE;

  gscope_record_ring_stop_async (ring, on_stopped, &is_stopped);
  while (!is_stopped)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (ring);
}
