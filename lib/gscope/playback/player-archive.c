/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/player-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/hand-over.h>
#include <gscope/playback/recording.h>
#include <gscope/trace/archive.h>
#include <gscope/trace/private.h>

/* A player as the archive of its signals. Requests are done one after the other, in slices, between which the player shows and
 * follows the file. */
typedef struct
{
  /* of the main thread */
  GTask *task;
  GscopeArchiveVisitor visitor;
  gulong cancel_handler;
  gint64 shift;
  /* which reading of the file it began with */
  guint reading;
  gboolean has_begun;

  /* of a thread, during a slice */
  GscopeRecording *recording;
  GCancellable *cancellable;
  /* names or NULL; of a load, also the samples, which are NULL in a visit */
  GPtrArray *channels;
  GscopeRecordingVisit visit;
  GscopeArchiveSamples *samples;
} Request;

static void
request_free (Request *self)
{
  GCancellable *cancellable = g_task_get_cancellable (self->task);

  if (cancellable)
    g_cancellable_disconnect (cancellable, self->cancel_handler);
  g_object_unref (self->task);
  g_object_unref (self->cancellable);
  g_ptr_array_unref (self->channels);
  g_clear_pointer (&self->samples, gscope_archive_samples_free);
  g_clear_pointer (&self->visit.order, g_array_unref);
  g_free (self);
}

void
gscope_player_forward_cancel (GCancellable *from, GCancellable *to)
{
  g_cancellable_cancel (to);
}

static Request *
request_new (GscopePlayer *player, GTask *task)
{
  Request *self = g_new0 (Request, 1);
  GCancellable *cancellable = g_task_get_cancellable (task);

  self->task = task;
  self->shift = player->contents.shift;
  self->channels = g_ptr_array_new_with_free_func (g_free);
  self->cancellable = g_cancellable_new ();
  if (cancellable)
    self->cancel_handler =
        g_cancellable_connect (cancellable, G_CALLBACK (gscope_player_forward_cancel),
                               g_object_ref (self->cancellable), g_object_unref);
  return self;
}

/* The next visit from the place goes on. */
static void
keep_place (const Request *self)
{
  GscopeArchivePlace *place = self->visitor.place;

  if (!place || !self->has_begun)
    return;
  place->next = self->visit.next;
  place->end = self->visit.end;
  place->ended_at = self->visit.ended_at;
  place->reading = self->reading;
  place->shift = self->shift;
}

/* Ends the first request, whose callback may add others. */
static void
end_request (GscopePlayer *self, GError *error)
{
  Request *request = g_queue_pop_head (&self->requests);

  keep_place (request);
  if (error)
    g_task_return_error (request->task, error);
  else if (request->samples)
    g_task_return_pointer (request->task, g_steal_pointer (&request->samples),
                           (GDestroyNotify) gscope_archive_samples_free);
  else
    g_task_return_boolean (request->task, TRUE);
  request_free (request);
}

static GError *
describe_change (void)
{
  return g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                              _ ("The recording was closed, or another one is in its place. "
                                 "Search again when it is open"));
}

void
gscope_player_drop_requests (GscopePlayer *self)
{
  while (!g_queue_is_empty (&self->requests))
    end_request (self, describe_change ());
}

void
gscope_player_cancel_requests (GscopePlayer *self)
{
  for (GList *l = self->requests.head; l; l = l->next)
    g_cancellable_cancel (((Request *) l->data)->cancellable);
}

/* Slices. */

static void
run_slice (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *self = data;
  GError *error = NULL;
  gboolean is_done;

  gscope_hand_over (self);
  if (self->samples)
    is_done =
        gscope_recording_load (self->recording, self->channels, self->samples, cancellable, &error);
  else
    is_done = gscope_recording_visit (self->recording, &self->visit, cancellable, &error);
  gscope_hand_over (self);
  if (is_done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* The signals have the times of the file, shifted. */
static void
shift_samples (Request *self)
{
  GscopeArchiveSamples *samples = self->samples;

  if (samples->range.begin != G_MININT64)
    samples->range.begin += self->shift;
  if (samples->range.end != G_MAXINT64)
    samples->range.end += self->shift;
  for (guint i = 0; i < samples->traces->len; i++)
    if (samples->traces->pdata[i])
      gscope_trace_shift (samples->traces->pdata[i], self->shift);
}

static void
take_slice (GscopePlayer *self, Request *request)
{
  const GscopeRecordingVisit *visit = &request->visit;

  if (request->samples)
    shift_samples (request);
  else if (!visit->has_ended)
    {
      if (request->visitor.show_progress)
        request->visitor.show_progress (request->visitor.data,
                                        (double) visit->next / (double) visit->end);
      return;
    }
  end_request (self, NULL);
}

static void
on_slice_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopePlayer) self = data;
  Request *request = g_queue_peek_head (&self->requests);
  GError *error = NULL;

  gscope_hand_over (request);
  self->is_busy = FALSE;
  self->recording = g_steal_pointer (&request->recording);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    take_slice (self, request);
  else
    end_request (self, error);
  gscope_player_end_job (self);
}

void
gscope_player_run_request (GscopePlayer *self)
{
  Request *request = g_queue_peek_head (&self->requests);
  g_autoptr (GTask) task = NULL;

  if (request->has_begun
      && (request->reading != self->n_readings || request->shift != self->contents.shift))
    {
      end_request (self, describe_change ());
      gscope_player_run_next (self);
      return;
    }
  request->has_begun = TRUE;
  request->reading = self->n_readings;
  request->recording = g_steal_pointer (&self->recording);
  self->is_busy = TRUE;
  /* as in a job, the thread must not drop the player */
  task = g_task_new (NULL, request->cancellable, on_slice_done, g_object_ref (self));
  g_task_set_task_data (task, request, NULL);
  gscope_hand_over (request);
  g_task_run_in_thread (task, run_slice);
}

/* The archive. */

/* Returns what the file calls a signal; NULL if the signal is none of the player's. */
static char *
dup_channel (GscopePlayer *self, GscopeSignal *signal)
{
  GHashTableIter iter;
  gpointer name, other;

  g_hash_table_iter_init (&iter, self->contents.signals);
  while (g_hash_table_iter_next (&iter, &name, &other))
    if (other == signal)
      return g_strdup (name);
  return NULL;
}

static gboolean
is_needed (gpointer owner, GscopeSignal *signal)
{
  return GSCOPE_PLAYER (owner)->overview;
}

static gint64
shift_back (gint64 time, gint64 shift)
{
  gint64 shifted;

  if (__builtin_sub_overflow (time, shift, &shifted))
    return shift > 0 ? G_MININT64 : G_MAXINT64;
  return shifted;
}

static void
add_request (GscopePlayer *self, Request *request)
{
  g_queue_push_tail (&self->requests, request);
  gscope_player_run_next (self);
}

/* A visit from a place goes on with the same reading of the file. */
static void
set_up_visit (Request *self, const GscopeArchiveVisitor *visitor)
{
  GscopeRecordingVisit *visit = &self->visit;
  const GscopeArchivePlace *place = visitor->place;

  self->visitor = *visitor;
  if (place && place->next > 0)
    {
      self->has_begun = TRUE;
      self->reading = place->reading;
      self->shift = place->shift;
      visit->next = place->next;
      visit->ended_at = place->ended_at;
    }
  visit->channels = self->channels;
  visit->shift = self->shift;
  visit->begin = shift_back (visitor->begin, self->shift);
  visit->take = visitor->take;
  visit->settle = visitor->settle;
  visit->data = visitor->data;
  visit->is_short = place != NULL;
}

static void
visit (gpointer owner, GPtrArray *signals, const GscopeArchiveVisitor *visitor, GTask *task)
{
  GscopePlayer *self = owner;
  Request *request = request_new (self, task);
  gboolean has_any = FALSE;

  for (guint i = 0; i < signals->len; i++)
    {
      g_ptr_array_add (request->channels, dup_channel (self, signals->pdata[i]));
      has_any = has_any || request->channels->pdata[i];
    }
  if (!has_any)
    {
      g_task_return_error (task, describe_change ());
      request_free (request);
      return;
    }
  set_up_visit (request, visitor);
  request->visit.has_end = self->contents.run > 0;
  add_request (self, request);
}

static void
load (gpointer owner, GPtrArray *signals, const GscopeHistoryRange *range, GTask *task)
{
  GscopePlayer *self = owner;
  Request *request = request_new (self, task);

  for (guint i = 0; i < signals->len; i++)
    g_ptr_array_add (request->channels, dup_channel (self, signals->pdata[i]));
  request->samples = gscope_archive_samples_new (shift_back (range->begin, request->shift),
                                                 shift_back (range->end, request->shift));
  add_request (self, request);
}

void
gscope_player_archive_signal (GscopePlayer *self, GscopeSignal *signal)
{
  static const GscopeArchiveFuncs funcs = { is_needed, visit, load };

  gscope_signal_set_archive (signal, G_OBJECT (self), &funcs);
}
