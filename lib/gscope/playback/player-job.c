/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/player-job.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/signal/hand-over.h>

void
gscope_player_job_free (GscopePlayerJob *self)
{
  gscope_hand_over (self);
  g_clear_pointer (&self->recording, gscope_recording_free);
  g_clear_pointer (&self->format, gscope_recording_format_free);
  g_free (self->path);
  g_free (self);
}

static gboolean
compose (GscopePlayerJob *self, GCancellable *cancellable, GError **error)
{
  self->is_changed = TRUE;
  return gscope_recording_compose (self->recording, self->begin, self->end, cancellable, error);
}

static gboolean
read_on (GscopePlayerJob *self, GCancellable *cancellable, GError **error)
{
  self->is_changed = TRUE;
  if (!gscope_recording_read (self->recording, cancellable, error))
    return FALSE;
  return !gscope_recording_has_to_compose (self->recording) || compose (self, cancellable, error);
}

/* A file that is not empty and has nothing but faults in it is none of ours, unless somebody says how it
 * is to be read. */
static gboolean
check_content (GscopePlayerJob *self, GError **error)
{
  const GscopeRecording *recording = self->recording;
  const char *reason = recording->refusal;

  if (recording->channels->len > 0 || (self->format != NULL && recording->problem == NULL))
    return TRUE;
  if (reason == NULL)
    reason = recording->problem;
  if (reason == NULL && recording->reports->len > 0)
    reason = recording->reports->pdata[0];
  if (reason == NULL && recording->notes->len == 0 && recording->unfinished_line > 0)
    reason = _ ("its only line has no end, and is no sample");
  if (reason == NULL)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” holds no recording: %s. Choose another file"), self->path, reason);
  return FALSE;
}

static gboolean
read_anew (GscopePlayerJob *self, GCancellable *cancellable, GError **error)
{
  g_clear_pointer (&self->recording, gscope_recording_free);
  self->is_anew = TRUE;
  self->recording =
      gscope_recording_new (self->path, self->format, self->budget, self->takes_tail, error);
  if (self->recording == NULL)
    return FALSE;
  self->recording->on_progress = self->on_progress;
  self->recording->progress_data = self->progress_data;
  return read_on (self, cancellable, error);
}

static gboolean
follow (GscopePlayerJob *self, GCancellable *cancellable, GError **error)
{
  if (self->recording == NULL)
    return read_anew (self, cancellable, error);
  switch (gscope_recording_check (self->recording))
    {
    case GSCOPE_TEXT_SAME:
      return TRUE;
    case GSCOPE_TEXT_REPLACED:
      return read_anew (self, cancellable, error);
    case GSCOPE_TEXT_GROWN:
      break;
    }
  /* The beginning may have been too short to tell what it is. */
  if (self->recording->channels->len == 0)
    return read_anew (self, cancellable, error);
  if (!read_on (self, cancellable, error))
    return FALSE;
  if (!self->recording->has_split_line)
    return TRUE;
  self->takes_tail = FALSE;
  return read_anew (self, cancellable, error);
}

gboolean
gscope_player_job_run (GscopePlayerJob *self, GCancellable *cancellable, GError **error)
{
  switch (self->verb)
    {
    case GSCOPE_PLAYER_OPEN:
      return read_anew (self, cancellable, error) && check_content (self, error);
    case GSCOPE_PLAYER_FOLLOW:
      return follow (self, cancellable, error);
    case GSCOPE_PLAYER_SHOW:
      return compose (self, cancellable, error);
    }
  g_return_val_if_reached (FALSE);
}
