/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/ring-private.h>
#include <main-source.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/record/ring-directory.h>
#include <gscope/record/tallies.h>
#include <property.h>

/* The wait before the next try after a failure, and the time since the last one after which all is well again. */
#define PATIENCE (5 * GSCOPE_SEC)
#define RECOVERY (10 * GSCOPE_SEC)
/* 73 years, so that a time with it is a time. */
#define MAX_DURATION (G_MAXINT64 / 4)
/* How long samples of the file that is written may be out of date. */
#define FRESHNESS GSCOPE_SEC

enum
{
  /* Text of a file, so that reading its samples takes less than 100 ms. */
  MAX_TEXT = 16 * 1024 * 1024,
  /* Parts of the bounds that a file is at most. */
  N_PARTS = 8,
  N_TIME_PARTS = 24,
  /* More than the recorder writes at once. */
  RESERVE = 2 * 1024 * 1024,
  /* Files whose samples are kept in memory. */
  MAX_LOADED = 4,
};

/**
 * GscopeRecordRing:
 *
 * Records scopes to files in a directory, all the time: when the files reach a bound, the oldest are removed. The files
 * are recordings of tuple text, compressed with zstd, that [class@Player] plays; each has an index beside it.
 *
 * The files of former runs, also of former boots of the machine, stay until their time has come. An agent with a ring
 * answers queries about the past out of its files: see [method@Agent.set_ring].
 *
 * When the disk is full, the ring removes its own oldest files. If that is not enough, samples wait in the traces
 * of their signals until there is room; those that a trace drops meanwhile are lost ([method@RecordRing.get_n_lost]).
 * [property@RecordRing:problem] says why nothing is recorded.
 *
 * Since: 1.0
 */
struct _GscopeRecordRing
{
  GObject parent_instance;

  GPtrArray *scopes;
  GscopeClock *clock;
  char *path;
  GscopeRecordRingDirectory *directory;
  guint64 max_bytes;
  gint64 max_duration;

  GscopeRecorder *recorder;
  /* the recorder could not start, or waits after a failure */
  gboolean is_waiting;
  GSource *retry;
  GSource *expiry;
  gint64 expiry_time;
  GTask *stop;
  GError *stop_error;

  /* when the samples of the file that is written were read */
  gint64 read_time;
  /* files whose samples are in memory, the newest first */
  GQueue loaded;
  /* GTask: queries while the files of former runs are read */
  GQueue queries;

  /* when the last failure was */
  gint64 failure_time;
  /* of the problem, which is told once */
  GQuark domain;
  int code;
  char *problem;
};

G_DEFINE_FINAL_TYPE (GscopeRecordRing, gscope_record_ring, G_TYPE_OBJECT)

static void keep_bounds (GscopeRecordRing *self);

static GSource *
add_timeout (GscopeRecordRing *self, gint64 interval, GSourceFunc func)
{
  GSource *source = gscope_clock_create_timeout (self->clock, interval);

  g_source_set_static_name (source, "[gscope] ring");
  g_source_set_callback (source, func, self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}

/* A write under way holds the recorder. */
static void
drop_recorder (GscopeRecordRing *self)
{
  g_signal_handlers_disconnect_by_data (self->recorder, self);
  gscope_recorder_set_patient (self->recorder, NULL, NULL);
  g_clear_object (&self->recorder);
}

static void
gscope_record_ring_dispose (GObject *object)
{
  GscopeRecordRing *self = GSCOPE_RECORD_RING (object);

  g_clear_pointer (&self->retry, main_source_drop);
  g_clear_pointer (&self->expiry, main_source_drop);
  if (self->recorder)
    drop_recorder (self);
  G_OBJECT_CLASS (gscope_record_ring_parent_class)->dispose (object);
}

static void
gscope_record_ring_finalize (GObject *object)
{
  GscopeRecordRing *self = GSCOPE_RECORD_RING (object);

  g_queue_clear_full (&self->loaded, (GDestroyNotify) gscope_record_ring_file_unref);
  g_clear_pointer (&self->directory, gscope_record_ring_directory_free);
  g_ptr_array_unref (self->scopes);
  g_clear_object (&self->clock);
  g_clear_error (&self->stop_error);
  g_free (self->path);
  g_free (self->problem);
  G_OBJECT_CLASS (gscope_record_ring_parent_class)->finalize (object);
}

static void
gscope_record_ring_class_init (GscopeRecordRingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_record_ring_dispose;
  object_class->finalize = gscope_record_ring_finalize;

  /**
   * GscopeRecordRing:problem: (getter get_problem)
   *
   * Why nothing is recorded; %NULL if all is well.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "problem", gscope_record_ring_get_problem, NULL, NULL);

  /**
   * GscopeRecordRing::found:
   * @self: the ring
   * @text: a sentence
   *
   * A file of a former run is not complete, or cannot be read, or a file cannot be removed.
   *
   * Since: 1.0
   */
  g_signal_new ("found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
gscope_record_ring_init (GscopeRecordRing *self)
{
  self->max_bytes = G_MAXUINT64;
  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  self->expiry_time = G_MAXINT64;
  g_queue_init (&self->loaded);
  g_queue_init (&self->queries);
}

/* Files of former runs. */

static void run_query (GscopeRecordRing *self, GTask *task);

static void
finish_stop (GscopeRecordRing *self)
{
  g_autoptr (GTask) stop = NULL;

  if (!self->stop || self->recorder || gscope_record_ring_directory_is_indexing (self->directory))
    return;
  gscope_record_ring_directory_close (self->directory);
  stop = g_steal_pointer (&self->stop);
  if (self->stop_error)
    g_task_return_error (stop, g_steal_pointer (&self->stop_error));
  else
    g_task_return_boolean (stop, TRUE);
}

static void
on_indexed (gpointer owner)
{
  GscopeRecordRing *self = owner;

  keep_bounds (self);
  while (!gscope_record_ring_directory_is_reading (self->directory)
         && !g_queue_is_empty (&self->queries))
    run_query (self, g_queue_pop_head (&self->queries));
  finish_stop (self);
}

static void
on_found (gpointer owner, const char *text)
{
  g_signal_emit_by_name (owner, "found", text);
}

static const GscopeRecordRingDirectoryFuncs directory_funcs = { on_indexed, on_found };

/**
 * gscope_record_ring_new:
 * @scope: a scope
 * @directory: (type filename): where the files are; it is made if it does not exist
 *
 * Makes a ring of recordings.
 *
 * Returns: (transfer full): a ring
 *
 * Since: 1.0
 */
GscopeRecordRing *
gscope_record_ring_new (GscopeScope *scope, const char *directory)
{
  GscopeRecordRing *self;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);
  g_return_val_if_fail (directory, NULL);

  self = g_object_new (GSCOPE_TYPE_RECORD_RING, NULL);
  self->path = g_canonicalize_filename (directory, NULL);
  self->clock = g_object_ref (gscope_scope_get_clock (scope));
  self->directory =
      gscope_record_ring_directory_new (self->path, self->clock, self, &directory_funcs);
  gscope_record_ring_add_scope (self, scope);
  return self;
}

/**
 * gscope_record_ring_add_scope:
 * @self: a ring
 * @scope: a scope on the same clock
 *
 * Records one more scope.
 *
 * Since: 1.0
 */
void
gscope_record_ring_add_scope (GscopeRecordRing *self, GscopeScope *scope)
{
  g_return_if_fail (GSCOPE_IS_RECORD_RING (self));
  g_return_if_fail (GSCOPE_IS_SCOPE (scope));
  g_return_if_fail (gscope_scope_get_clock (scope) == self->clock);

  g_ptr_array_add (self->scopes, g_object_ref (scope));
  if (self->recorder)
    gscope_recorder_add_scope (self->recorder, scope);
}

/* The bounds. */

/* A file that gets no samples any more has to end before it can go. */
static gboolean
on_expiry (gpointer data)
{
  GscopeRecordRing *self = data;

  self->expiry_time = G_MAXINT64;
  g_clear_pointer (&self->expiry, g_source_unref);
  keep_bounds (self);
  if (self->recorder && gscope_record_ring_directory_get_written (self->directory)
      && gscope_record_ring_directory_get_expiry (self->directory)
             <= gscope_clock_get_time (self->clock))
    gscope_recorder_cut (self->recorder);
  return G_SOURCE_REMOVE;
}

/* Makes room for what is written next, and wakes up when the oldest file has to go. */
static void
keep_bounds (GscopeRecordRing *self)
{
  gint64 now = gscope_clock_get_time (self->clock), expiry;

  gscope_record_ring_directory_keep_bounds (self->directory, RESERVE);
  expiry = gscope_record_ring_directory_get_expiry (self->directory);
  if (!self->recorder || expiry == self->expiry_time)
    return;
  g_clear_pointer (&self->expiry, main_source_drop);
  self->expiry_time = expiry;
  if (expiry != G_MAXINT64)
    self->expiry = add_timeout (self, expiry > now ? expiry - now : GSCOPE_SEC, on_expiry);
}

static void
set_rotation (GscopeRecordRing *self)
{
  gint64 duration = self->max_duration / N_TIME_PARTS;

  gscope_recorder_set_rotation (self->recorder, MIN (MAX_TEXT, self->max_bytes / N_PARTS),
                                duration > 0 ? MAX (duration, GSCOPE_SEC) : 0);
}

/**
 * gscope_record_ring_set_bounds:
 * @self: a ring
 * @max_bytes: the most bytes on the disk, at least %GSCOPE_RECORD_RING_MIN_BYTES; 0 for any number
 * @max_duration: the oldest age of samples, nanoseconds; 0 for any age
 *
 * Sets how much is kept. Neither bound is exceeded. As files are removed whole, the samples that are kept fill an eighth
 * of @max_bytes, or a 24th of @max_duration, less at times.
 *
 * Since: 1.0
 */
void
gscope_record_ring_set_bounds (GscopeRecordRing *self, guint64 max_bytes, gint64 max_duration)
{
  g_return_if_fail (GSCOPE_IS_RECORD_RING (self));
  g_return_if_fail (self->directory);
  g_return_if_fail (max_bytes == 0 || max_bytes >= GSCOPE_RECORD_RING_MIN_BYTES);
  g_return_if_fail (max_duration >= 0);

  self->max_bytes = max_bytes > 0 ? max_bytes : G_MAXUINT64;
  self->max_duration = MIN (max_duration, MAX_DURATION);
  gscope_record_ring_directory_set_bounds (self->directory, self->max_bytes, self->max_duration);
  if (!self->recorder)
    return;
  set_rotation (self);
  keep_bounds (self);
}

/* Problems. */

static char *
describe (GscopeRecordRing *self, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    return g_strdup_printf (
        _ ("Cannot record to “%s”: the disk is full. Samples wait in memory, and the oldest are "
           "lost if that lasts. Make room on the disk, or set a smaller size."),
        self->path);
  return g_strdup_printf (_ ("Cannot record to “%s”: %s. Repair that, or choose another directory. "
                             "Recording is tried again every %d seconds."),
                          self->path, error->message, (int) (PATIENCE / GSCOPE_SEC));
}

/* A problem is told once, although its text may differ. */
static void
set_problem (GscopeRecordRing *self, const GError *error)
{
  if (self->problem && self->domain == error->domain && self->code == error->code)
    return;
  g_free (self->problem);
  self->problem = describe (self, error);
  self->domain = error->domain;
  self->code = error->code;
  g_object_notify (G_OBJECT (self), "problem");
}

static void
clear_problem (GscopeRecordRing *self)
{
  if (!self->problem || self->is_waiting
      || gscope_clock_get_time (self->clock) - self->failure_time < RECOVERY)
    return;
  g_clear_pointer (&self->problem, g_free);
  g_object_notify (G_OBJECT (self), "problem");
}

/* Recording. */

static void start_recorder (GscopeRecordRing *self);

/* The recorder may have gone on to another file. */
static void
follow_file (GscopeRecordRing *self)
{
  GFile *current = gscope_recorder_get_current_file (self->recorder);
  GscopeRecordRingFile *written = gscope_record_ring_directory_get_written (self->directory);

  if (written && g_strcmp0 (g_file_peek_path (current), written->path) == 0)
    return;
  gscope_record_ring_directory_end_file (self->directory);
  gscope_record_ring_directory_begin_file (self->directory, current,
                                           gscope_recorder_get_part_start (self->recorder));
}

static void
on_written (GscopeRecorder *recorder, GParamSpec *pspec, GscopeRecordRing *self)
{
  follow_file (self);
  clear_problem (self);
  keep_bounds (self);
}

static gboolean
on_retry (gpointer data)
{
  GscopeRecordRing *self = data;

  g_clear_pointer (&self->retry, g_source_unref);
  start_recorder (self);
  return G_SOURCE_REMOVE;
}

/* A full disk is tried again at once if there was something to remove. */
static void
retry (GscopeRecordRing *self, const GError *error)
{
  gboolean has_room = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE)
                      && gscope_record_ring_directory_remove_oldest (self->directory);

  self->is_waiting = TRUE;
  if (!has_room)
    {
      self->failure_time = gscope_clock_get_time (self->clock);
      set_problem (self, error);
    }
  g_clear_pointer (&self->retry, main_source_drop);
  self->retry = add_timeout (self, has_room ? GSCOPE_MSEC : PATIENCE, on_retry);
}

static void
on_waiting (gpointer data, const GError *error)
{
  retry (data, error);
}

/* After a failure the recording goes on where it ended. */
static void
start_recorder (GscopeRecordRing *self)
{
  g_autoptr (GError) error = NULL;

  keep_bounds (self);
  self->is_waiting = FALSE;
  if (gscope_recorder_get_active (self->recorder))
    gscope_recorder_resume (self->recorder, &error);
  else
    {
      g_autoptr (GFile) file = gscope_record_ring_directory_name_file (self->directory);

      gscope_recorder_start (self->recorder, file, &error);
    }
  if (error)
    retry (self, error);
  else
    follow_file (self);
}

static GscopeRecorder *
make_recorder (GscopeRecordRing *self)
{
  GscopeRecorder *recorder = gscope_recorder_new (self->scopes->pdata[0]);

  for (guint i = 1; i < self->scopes->len; i++)
    gscope_recorder_add_scope (recorder, self->scopes->pdata[i]);
  gscope_recorder_set_replace (recorder, FALSE);
  gscope_recorder_set_patient (recorder, on_waiting, self);
  g_signal_connect (recorder, "notify::bytes-written", G_CALLBACK (on_written), self);
  return recorder;
}

/**
 * gscope_record_ring_start:
 * @self: a ring
 * @error: why it does not record
 *
 * Records from now on, after the files that are there.
 *
 * Returns: whether the directory can be used
 *
 * Since: 1.0
 */
gboolean
gscope_record_ring_start (GscopeRecordRing *self, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_RECORD_RING (self), FALSE);
  g_return_val_if_fail (self->directory, FALSE);
  g_return_val_if_fail (!self->recorder, FALSE);

  if (!gscope_record_ring_directory_open (self->directory, error))
    return FALSE;
  self->recorder = make_recorder (self);
  set_rotation (self);
  start_recorder (self);
  return TRUE;
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeRecordRing) self = data;

  gscope_recorder_stop_finish (GSCOPE_RECORDER (object), result, &self->stop_error);
  gscope_record_ring_directory_end_file (self->directory);
  drop_recorder (self);
  g_clear_pointer (&self->retry, main_source_drop);
  g_clear_pointer (&self->expiry, main_source_drop);
  self->expiry_time = G_MAXINT64;
  self->is_waiting = FALSE;
  finish_stop (self);
}

/**
 * gscope_record_ring_stop_async:
 * @self: a ring that records
 * @callback: called when all is written
 * @user_data: data for @callback
 *
 * Ends the recording. The files stay. Indexes of former runs that are not being made yet are left to the next run.
 *
 * Since: 1.0
 */
void
gscope_record_ring_stop_async (GscopeRecordRing *self, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_return_if_fail (GSCOPE_IS_RECORD_RING (self));
  g_return_if_fail (self->recorder);
  g_return_if_fail (!self->stop);

  g_clear_pointer (&self->retry, main_source_drop);
  gscope_record_ring_directory_leave (self->directory);
  self->stop = g_task_new (self, NULL, callback, user_data);
  gscope_recorder_stop_async (self->recorder, on_stopped, g_object_ref (self));
}

/**
 * gscope_record_ring_stop_finish:
 * @self: a ring
 * @result: the result
 * @error: why not all was written
 *
 * Ends gscope_record_ring_stop_async().
 *
 * Returns: whether all was written
 *
 * Since: 1.0
 */
gboolean
gscope_record_ring_stop_finish (GscopeRecordRing *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * gscope_record_ring_get_problem: (get-property problem)
 * @self: a ring
 *
 * Gets why nothing is recorded.
 *
 * Returns: (transfer none) (nullable): a sentence; %NULL if all is well
 *
 * Since: 1.0
 */
const char *
gscope_record_ring_get_problem (GscopeRecordRing *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORD_RING (self), NULL);

  return self->problem;
}

/**
 * gscope_record_ring_get_n_lost:
 * @self: a ring
 *
 * Counts the samples that traces have dropped before the ring could write them. A recording has a gap in their place.
 *
 * Returns: the number of samples of all signals since the start
 *
 * Since: 1.0
 */
guint64
gscope_record_ring_get_n_lost (GscopeRecordRing *self)
{
  GscopeTally tally = { 0 };

  g_return_val_if_fail (GSCOPE_IS_RECORD_RING (self), 0);

  if (self->recorder)
    gscope_recorder_get_own_tally (self->recorder, &tally);
  return tally.counts[GSCOPE_LOSS_EVICTED];
}

/* For tests. */

void
gscope_record_ring_set_clock_name (GscopeRecordRing *self, const char *name)
{
  gscope_record_ring_directory_set_clock_name (self->directory, name);
}

GscopeRecorder *
gscope_record_ring_get_recorder (GscopeRecordRing *self)
{
  return self->recorder;
}

guint64
gscope_record_ring_get_bytes (GscopeRecordRing *self)
{
  return gscope_record_ring_directory_get_bytes (self->directory);
}

/* Queries. */

/* Keeps the samples of a few complete files. Samples of the file that is written are out of date soon; those of one that has ended
 * meanwhile may not be all. */
static void
on_loaded (gpointer owner, GscopeRecordRingFile *file, gboolean is_whole)
{
  GscopeRecordRing *self = owner;

  if (file == gscope_record_ring_directory_get_written (self->directory))
    {
      self->read_time = gscope_clock_get_time (self->clock);
      return;
    }
  if (!is_whole)
    {
      g_clear_pointer (&file->samples, gscope_record_ring_samples_unref);
      return;
    }
  g_queue_push_head (&self->loaded, gscope_record_ring_file_ref (file));
  if (g_queue_get_length (&self->loaded) > MAX_LOADED)
    {
      GscopeRecordRingFile *oldest = g_queue_pop_tail (&self->loaded);

      g_clear_pointer (&oldest->samples, gscope_record_ring_samples_unref);
      gscope_record_ring_file_unref (oldest);
    }
}

static void
run_query (GscopeRecordRing *self, GTask *task)
{
  GscopeRecordRingFile *written = gscope_record_ring_directory_get_written (self->directory);
  const GscopeRecordRingQuestion *question = g_task_get_task_data (task);

  if (written && gscope_clock_get_time (self->clock) - self->read_time > FRESHNESS)
    g_clear_pointer (&written->samples, gscope_record_ring_samples_unref);
  gscope_record_ring_query (gscope_record_ring_directory_choose (self->directory, question),
                            written, question, on_loaded, task);
}

static void
question_free (gpointer data)
{
  g_free (((GscopeRecordRingQuestion *) data)->signal);
  g_free (data);
}

void
gscope_record_ring_query_async (GscopeRecordRing *self, const GscopeRecordRingQuestion *question,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  GscopeRecordRingQuestion *copy = g_memdup2 (question, sizeof *question);

  copy->signal = g_strdup (question->signal);
  g_task_set_task_data (task, copy, question_free);
  if (gscope_record_ring_directory_is_reading (self->directory))
    g_queue_push_tail (&self->queries, task);
  else
    run_query (self, task);
}

GscopeRecordRingAnswer *
gscope_record_ring_query_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
