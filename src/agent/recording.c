/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "recording.h"

#include <glib/gi18n.h>

#define HOUR (3600 * GSCOPE_SEC)

enum
{
  /* How many seconds the end of a recording may take at the end of the agent. */
  STOP_PATIENCE = 30,
};

struct _AgentRecording
{
  /* not a reference */
  GscopeAgent *agent;
  GPtrArray *scopes;
  /* the newest one */
  const AgentConfig *config;
  /* NULL if nothing is recorded, and where it is */
  GscopeRecordRing *ring;
  char *directory;
  /* until all is written; then another recording may begin */
  gboolean is_stopping;
  gboolean is_ended;
  gboolean is_late;
};

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

static void
set_bounds (GscopeRecordRing *ring, const AgentConfig *config)
{
  gscope_record_ring_set_bounds (ring, config->recording_bytes, config->recording_hours * HOUR);
}

/* Returns NULL if nothing is to be recorded, or after printing why it cannot be. */
static GscopeRecordRing *
create_ring (GPtrArray *scopes, const AgentConfig *config)
{
  g_autoptr (GscopeRecordRing) ring = NULL;
  g_autoptr (GError) error = NULL;

  if (!config->recording_directory || scopes->len == 0)
    return NULL;
  ring = gscope_record_ring_new (scopes->pdata[0], config->recording_directory);
  for (guint i = 1; i < scopes->len; i++)
    gscope_record_ring_add_scope (ring, scopes->pdata[i]);
  set_bounds (ring, config);
  g_signal_connect (ring, "notify::problem", G_CALLBACK (on_problem), NULL);
  g_signal_connect (ring, "found", G_CALLBACK (on_found), NULL);
  if (gscope_record_ring_start (ring, &error))
    return g_steal_pointer (&ring);
  g_printerr ("gscoped: %s\n", error->message);
  return NULL;
}

static void
begin (AgentRecording *self)
{
  self->ring = create_ring (self->scopes, self->config);
  self->directory = self->ring ? g_strdup (self->config->recording_directory) : NULL;
  gscope_agent_set_ring (self->agent, self->ring);
}

static void
destroy (AgentRecording *self)
{
  g_clear_object (&self->ring);
  g_ptr_array_unref (self->scopes);
  g_free (self->directory);
  g_free (self);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  AgentRecording *self = data;
  g_autoptr (GError) error = NULL;

  if (!gscope_record_ring_stop_finish (GSCOPE_RECORD_RING (object), result, &error))
    g_printerr ("gscoped: %s\n", error->message);
  self->is_stopping = FALSE;
  g_clear_object (&self->ring);
  g_clear_pointer (&self->directory, g_free);
  if (self->is_late)
    destroy (self);
  else if (!self->is_ended)
    begin (self);
}

static void
stop (AgentRecording *self)
{
  self->is_stopping = TRUE;
  gscope_record_ring_stop_async (self->ring, on_stopped, self);
}

AgentRecording *
agent_recording_new (GscopeAgent *agent, GPtrArray *scopes)
{
  AgentRecording *self = g_new0 (AgentRecording, 1);

  self->agent = agent;
  self->scopes = g_ptr_array_ref (scopes);
  return self;
}

void
agent_recording_set_config (AgentRecording *self, const AgentConfig *config)
{
  self->config = config;
  if (self->is_stopping)
    return;
  if (!self->ring)
    begin (self);
  else if (g_strcmp0 (self->directory, config->recording_directory) == 0)
    set_bounds (self->ring, config);
  else
    stop (self);
}

static gboolean
on_late (gpointer is_late)
{
  *(gboolean *) is_late = TRUE;
  return G_SOURCE_CONTINUE;
}

/* A disk that does not answer is not awaited: all but the last second is on it, or never will be. */
void
agent_recording_free (AgentRecording *self)
{
  gboolean is_late = FALSE;
  guint late = g_timeout_add_seconds (STOP_PATIENCE, on_late, &is_late);

  self->is_ended = TRUE;
  if (self->ring && !self->is_stopping)
    stop (self);
  while (self->is_stopping && !is_late)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (late);
  if (!self->is_stopping)
    {
      destroy (self);
      return;
    }
  self->is_late = TRUE;
  g_printerr (_ ("gscoped: The end of the recording in “%s” is not written yet, and is left. See "
                 "whether its disk works.\n"),
              self->directory);
}
