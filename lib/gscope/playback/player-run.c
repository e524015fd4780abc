/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/player-private.h>
#include <main-source.h>

#include <glib/gi18n-lib.h>
#include <gscope/clock/transport-private.h>
#include <gscope/error.h>
#include <gscope/hand-over.h>
#include <gscope/playback/recording.h>
#include <gscope/source/private.h>
#include <gscope/source/run.h>

typedef enum
{
  GSCOPE_PLAYER_OPEN,
  GSCOPE_PLAYER_FOLLOW,
  GSCOPE_PLAYER_SHOW,
} PlayerVerb;

/* Work of a player in a thread: one job at a time, which owns the recording meanwhile. */
typedef struct
{
  PlayerVerb verb;
  char *path;
  GscopeRecordingFormat *format;
  gsize budget;
  gboolean takes_tail;
  gint64 begin;
  gint64 end;
  GscopeRecordingFunc on_progress;
  gpointer progress_data;

  GscopeRecording *recording;
  /* result: whether there is something new, and whether the file was read again */
  gboolean is_changed;
  gboolean is_anew;
} PlayerJob;

static void
player_job_free (PlayerJob *self)
{
  gscope_hand_over (self);
  g_clear_pointer (&self->recording, gscope_recording_free);
  g_clear_pointer (&self->format, gscope_recording_format_free);
  g_free (self->path);
  g_free (self);
}

static gboolean
compose (PlayerJob *self, GCancellable *cancellable, GError **error)
{
  self->is_changed = TRUE;
  return gscope_recording_compose (self->recording, self->begin, self->end, cancellable, error);
}

static gboolean
read_on (PlayerJob *self, GCancellable *cancellable, GError **error)
{
  self->is_changed = TRUE;
  if (!gscope_recording_read (self->recording, cancellable, error))
    return FALSE;
  return !gscope_recording_has_to_compose (self->recording) || compose (self, cancellable, error);
}

/* A file that is not empty and has nothing but faults in it is none of ours, unless somebody says how it
 * is to be read. */
static gboolean
check_content (PlayerJob *self, GError **error)
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
read_anew (PlayerJob *self, GCancellable *cancellable, GError **error)
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
follow (PlayerJob *self, GCancellable *cancellable, GError **error)
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

static gboolean
player_job_run (PlayerJob *self, GCancellable *cancellable, GError **error)
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

#define FOLLOW_INTERVAL (250 * GSCOPE_MSEC)
/* Times from 1980 on count from 1970; no machine has been running for that long. */
#define FIRST_UNIX_TIME (G_GINT64_CONSTANT (315532800) * GSCOPE_SEC)

/* The name of a signal without a name. */
static char *
get_file_name (GscopePlayer *self)
{
  g_autofree char *base = g_file_get_basename (self->file);
  char *name = g_filename_display_name (base), *dot = strchr (name + 1, '.');

  if (dot != NULL)
    *dot = '\0';
  return name;
}

/* Taking over what was read. */

/* A line that has no end is a fault as long as it has none. */
static void
take_reports (GscopePlayer *self)
{
  GscopeRecording *recording = self->recording;
  g_autoptr (GStrvBuilder) reports = g_strv_builder_new ();

  for (guint i = 0; i < recording->reports->len; i++)
    g_strv_builder_add (reports, recording->reports->pdata[i]);
  if (recording->unfinished_line > 0)
    {
      g_autofree char *report =
          g_strdup_printf (_ ("line %lu: it has no end, so it was cut off or is being written"),
                           (gulong) recording->unfinished_line);

      g_strv_builder_add (reports, report);
      self->n_skipped++;
    }
  g_strfreev (self->reports);
  self->reports = g_strv_builder_end (reports);
}

static void
take_facts (GscopePlayer *self)
{
  GscopeRecording *recording = self->recording;
  const GscopeRecordingFormat *format = gscope_recording_get_format (recording);

  self->n_samples = recording->n_samples - recording->n_missing;
  self->n_skipped = recording->n_skipped;
  self->overview = recording->is_overview;
  self->detail_begin = recording->detail_begin;
  self->detail_end = recording->detail_end;
  take_reports (self);
  g_clear_pointer (&self->detected, gscope_recording_format_free);
  self->detected = format != NULL ? gscope_recording_format_copy (format) : NULL;
  gscope_player_notify_facts (self);
}

static void
take_times (GscopePlayer *self, gboolean is_first)
{
  const GscopeRecording *recording = self->recording;

  if (recording->has_start)
    gscope_transport_set_wall (self->transport, recording->time, recording->start);
  else if (recording->n_samples > 0 && recording->begin >= FIRST_UNIX_TIME)
    gscope_transport_set_wall (self->transport, 0, 0);
  else
    gscope_transport_forget_wall (self->transport);
  if (recording->n_samples == 0)
    return;
  gscope_transport_set_range (self->transport, recording->begin, recording->end);
  if (is_first)
    gscope_transport_seek (self->transport, recording->begin);
}

static void
tell_refused (GscopePlayer *self, GString *status)
{
  const GscopePlayerContents *contents = &self->contents;

  if (contents->n_refused > 0)
    g_string_append_printf (status,
                            g_dngettext (GETTEXT_PACKAGE, "%u signal cannot be shown: %s.",
                                         "%u signals cannot be shown, such as: %s.",
                                         contents->n_refused),
                            contents->n_refused, contents->refusal->message);
}

static void
tell_skipped (GscopePlayer *self, GString *status)
{
  if (self->reports[0] != NULL)
    g_string_append_printf (status,
                            g_dngettext (GETTEXT_PACKAGE, "%lu line has a fault: %s.",
                                         "%lu lines have faults, such as %s.",
                                         (gulong) self->n_skipped),
                            (gulong) self->n_skipped, self->reports[0]);
}

static void
tell_damage (GscopePlayer *self, GString *status)
{
  const GscopeRecording *recording = self->recording;

  if (recording->problem != NULL)
    g_string_append_printf (status, _ ("Only a part of the recording could be read. %s."),
                            recording->problem);
  else if (recording->refusal != NULL)
    g_string_append_printf (status, _ ("The recording cannot be read: %s."), recording->refusal);
}

static void
begin_sentence (GString *status)
{
  if (status->len > 0)
    g_string_append_c (status, ' ');
}

static void
tell_status (GscopePlayer *self, gboolean is_anew)
{
  g_autoptr (GString) status = g_string_new (NULL);
  gboolean is_damaged;

  tell_damage (self, status);
  is_damaged = status->len > 0;
  if (self->reports[0] != NULL)
    begin_sentence (status);
  tell_skipped (self, status);
  for (guint i = 0; i < self->recording->notes->len; i++)
    {
      begin_sentence (status);
      g_string_append (status, self->recording->notes->pdata[i]);
    }
  if (self->contents.n_refused > 0)
    begin_sentence (status);
  tell_refused (self, status);
  if (status->len == 0 && self->recording->n_samples == 0)
    g_string_append (status, _ ("The file holds no samples so far."));
  if (status->len == 0 && is_anew)
    g_string_append (status, _ ("The file was replaced and has been read again."));
  if (status->len > 0 || is_anew)
    gscope_source_set_status (
        GSCOPE_SOURCE (self),
        is_damaged ? GSCOPE_SOURCE_STATE_TROUBLE : GSCOPE_SOURCE_STATE_RUNNING, status->str);
}

static void
take_news (GscopePlayer *self, gboolean is_anew, gboolean is_first)
{
  g_autofree char *file_name = get_file_name (self);

  gscope_player_contents_take (&self->contents, self->recording, file_name, is_anew);
  gscope_recording_drop_fresh (self->recording);
  take_facts (self);
  gscope_source_publish (GSCOPE_SOURCE (self));
  take_times (self, is_first);
  tell_status (self, is_anew && !is_first);
  gscope_transport_refresh (self->transport);
}

/* Jobs. */

static void
let_go (GscopePlayer *self)
{
  gscope_player_contents_drop (&self->contents);
  gscope_source_publish (GSCOPE_SOURCE (self));
  g_clear_pointer (&self->recording, gscope_recording_free);
  gscope_transport_pause (self->transport);
  gscope_transport_set_range (self->transport, 0, 0);
}

void
gscope_player_stop_timer (GscopePlayer *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
}

static gboolean
tell_progress (gpointer data)
{
  gscope_player_notify_progress (data);
  return G_SOURCE_REMOVE;
}

/* In the job's thread. */
static void
on_progress (double progress, gpointer user_data)
{
  GscopePlayer *self = user_data;
  int percent = (int) (MAX (progress, 0) * 100);
  g_autoptr (GSource) source = NULL;

  if (g_atomic_int_get (&self->progress) == percent)
    return;
  g_atomic_int_set (&self->progress, percent);
  source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, tell_progress, g_object_ref (self), g_object_unref);
  g_source_attach (source, self->context);
}

static void
run_job (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  PlayerJob *job = data;
  GError *error = NULL;
  gboolean is_done;

  gscope_hand_over (job);
  is_done = player_job_run (job, cancellable, &error);
  gscope_hand_over (job);
  if (is_done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
end_start (GscopePlayer *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->start);

  g_cancellable_disconnect (g_task_get_cancellable (task), self->start_handler);
  self->start_handler = 0;
  if (error != NULL)
    {
      gscope_player_stop_timer (self);
      g_task_return_error (task, error);
    }
  else
    g_task_return_boolean (task, TRUE);
}

static void
end_stop (GscopePlayer *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->stop);

  let_go (self);
  g_task_return_boolean (task, TRUE);
}

static void
on_job_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GscopePlayer) self = user_data;
  PlayerJob *job = g_task_get_task_data (G_TASK (result));
  GError *error = NULL;

  gscope_hand_over (job);
  self->is_busy = FALSE;
  self->n_readings += job->is_anew ? 1 : 0;
  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      self->recording = g_steal_pointer (&job->recording);
      self->recording->on_progress = NULL;
      self->takes_tail = job->takes_tail;
      if (job->is_changed && self->stop == NULL)
        take_news (self, job->is_anew, job->verb == GSCOPE_PLAYER_OPEN);
    }
  else if (job->verb == GSCOPE_PLAYER_SHOW)
    {
      self->recording = g_steal_pointer (&job->recording);
      gscope_recording_drop_fresh (self->recording);
    }
  gscope_hand_over (job);
  if (self->start != NULL)
    end_start (self, error);
  else if (error != NULL)
    {
      if (self->stop == NULL)
        gscope_source_set_status (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE,
                                  error->message);
      g_error_free (error);
    }
  gscope_player_end_job (self);
}

void
gscope_player_end_job (GscopePlayer *self)
{
  if (self->stop != NULL && !self->is_busy)
    end_stop (self);
  gscope_player_run_next (self);
}

static void
start_job (GscopePlayer *self, PlayerVerb verb, GCancellable *cancellable)
{
  /* The thread may let go of its task last, and must not drop the player with it. */
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_job_done, g_object_ref (self));
  PlayerJob *job = g_new0 (PlayerJob, 1);

  job->verb = verb;
  job->path = g_file_get_path (self->file);
  job->format = self->format != NULL ? gscope_recording_format_copy (self->format) : NULL;
  job->budget = self->budget;
  job->takes_tail = self->takes_tail;
  job->begin = self->show_begin;
  job->end = self->show_end;
  job->on_progress = on_progress;
  job->progress_data = self;
  job->recording = g_steal_pointer (&self->recording);
  self->is_busy = TRUE;
  g_task_set_task_data (task, job, (GDestroyNotify) player_job_free);
  gscope_hand_over (job);
  g_task_run_in_thread (task, run_job);
}

void
gscope_player_run_next (GscopePlayer *self)
{
  gboolean wants_show = self->wants_show, wants_follow = self->wants_follow;

  if (self->is_busy)
    return;
  if (self->recording == NULL)
    {
      gscope_player_drop_requests (self);
      return;
    }
  self->wants_show = FALSE;
  if (wants_show && gscope_recording_lacks (self->recording, self->show_begin, self->show_end))
    {
      start_job (self, GSCOPE_PLAYER_SHOW, self->cancellable);
      return;
    }
  self->wants_follow = FALSE;
  if (wants_follow && self->following)
    start_job (self, GSCOPE_PLAYER_FOLLOW, self->cancellable);
  else if (!g_queue_is_empty (&self->requests))
    gscope_player_run_request (self);
}

static gboolean
on_timer (gpointer data)
{
  GscopePlayer *self = data;

  if (!self->following)
    return G_SOURCE_CONTINUE;
  if (self->is_busy)
    self->wants_follow = !g_queue_is_empty (&self->requests);
  else
    start_job (self, GSCOPE_PLAYER_FOLLOW, self->cancellable);
  return G_SOURCE_CONTINUE;
}

void
gscope_player_start_async (GscopeSource *source, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  GscopePlayer *self = GSCOPE_PLAYER (source);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_check_cancellable (task, FALSE);
  if (self->file == NULL || g_file_peek_path (self->file) == NULL)
    {
      g_task_return_new_error (
          task, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
          _ ("A recording is read from a local file: copy it to this machine and "
             "choose the copy"));
      return;
    }
  self->start = g_steal_pointer (&task);
  self->takes_tail = TRUE;
  self->wants_show = FALSE;
  self->show_begin = self->show_end = G_MININT64;
  g_atomic_int_set (&self->progress, 0);
  g_set_object (&self->cancellable, gscope_source_get_run (source)->unwanted);
  if (cancellable != NULL)
    self->start_handler =
        g_cancellable_connect (cancellable, G_CALLBACK (gscope_player_forward_cancel),
                               g_object_ref (self->cancellable), g_object_unref);
  self->timer = gscope_clock_create_timeout (self->base, FOLLOW_INTERVAL);
  g_source_set_static_name (self->timer, "[gscope] player");
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, self->context);
  start_job (self, GSCOPE_PLAYER_OPEN, self->cancellable);
}

void
gscope_player_stop_async (GscopeSource *source, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  GscopePlayer *self = GSCOPE_PLAYER (source);

  self->stop = g_task_new (self, NULL, callback, user_data);
  gscope_player_stop_timer (self);
  g_cancellable_cancel (self->cancellable);
  gscope_player_cancel_requests (self);
  if (!self->is_busy)
    end_stop (self);
}
