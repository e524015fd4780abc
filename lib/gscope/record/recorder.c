/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/ring-private.h>
#include <main-source.h>

#include <glib/gi18n-lib.h>
#include <gscope/clock/transport.h>
#include <gscope/error.h>
#include <gscope/record/blocks.h>
#include <gscope/record/output.h>
#include <property.h>

/* 73 years, so that the end of a file is a time. */
#define MAX_DURATION (G_MAXINT64 / 4)

/**
 * GscopeRecorder:
 *
 * Writes the signals and markers of scopes on one clock to a file of tuple text.
 *
 * Samples are written in the order of their times, when they are older than the scopes' delay and
 * period, so that none can come before them any more; where a [class@Trigger] captures signals, when it
 * has decided about them. Samples that come later nevertheless are counted as late. Every 100 ms what there
 * is goes to the operating system, so a program that is killed loses little more than the delay.
 * Writing never blocks the main loop; while the file is slow, samples wait in the traces, and those
 * that the traces drop meanwhile are counted as lost and leave a gap.
 *
 * A file whose name ends in `.gz` or `.zst` is compressed with gzip or zstd, and flushed as often. One whose name ends in
 * `.mcap` is an MCAP file, one with `.pftrace` or `.perfetto-trace` a trace of Perfetto, and one with `.syscap` a
 * capture of Sysprof.
 *
 * The file begins with `#gscope` lines with the time of the start, the signals and the values of the parameters; gaps, markers,
 * writes of parameters and later changes of a marker are `#gscope` lines too: the file of that time
 * has the last text of a note. If it cannot be written, the recording ends with the
 * signal [signal@Recorder::failed]; what was written stays.
 *
 * With [method@Recorder.set_rotation] a recording goes on in another file when one is long enough:
 * `x.tuples`, `x-2.tuples`, `x-3.tuples` …, without the names of files that are there. Each is complete, with a header of its own that lists all
 * signals of the time when it was begun; its start is not after its first sample. All files have the
 * same clock, no sample is in two of them, and a gap that lasts over the end of a file shows in the file
 * in which it begins.
 *
 * A recorder lives in the main context in which it is started. Stop it before you drop it.
 *
 * Since: 1.0
 */
struct _GscopeRecorder
{
  GObject parent_instance;

  GscopeClock *clock;
  gboolean keeps;
  gboolean active;
  gint64 start;
  gint64 end;
  GError *error;

  GscopeRecordTallies tallies;
  GscopeRecordBlocks blocks;
  GscopeRecordOutput output;
  GSource *timer;
  GPtrArray *stops;

  /* the disk is full, or the next file has to be opened */
  gboolean is_waiting;
  GscopeRecorderWaitFunc wait;
  gpointer wait_data;
};

G_DEFINE_FINAL_TYPE (GscopeRecorder, gscope_recorder, G_TYPE_OBJECT)

static void on_written (GObject *owner, GError *error);
static void on_closed (GObject *owner, GError *error);

/* Ends the acquisition; what is in flight may still be on its way. */
static void
deactivate (GscopeRecorder *self)
{
  if (!self->active)
    return;
  g_clear_pointer (&self->timer, main_source_drop);
  gscope_record_blocks_end (&self->blocks);
  if (self->end == G_MAXINT64)
    self->end = gscope_clock_get_time (self->clock);
  self->is_waiting = FALSE;
  self->active = FALSE;
}

static void
gscope_recorder_dispose (GObject *object)
{
  GscopeRecorder *self = GSCOPE_RECORDER (object);

  deactivate (self);
  gscope_record_output_drop (&self->output);
  G_OBJECT_CLASS (gscope_recorder_parent_class)->dispose (object);
}

static void
gscope_recorder_finalize (GObject *object)
{
  GscopeRecorder *self = GSCOPE_RECORDER (object);

  gscope_record_blocks_clear (&self->blocks);
  g_ptr_array_unref (self->stops);
  gscope_record_tallies_clear (&self->tallies);
  g_object_unref (self->clock);
  gscope_record_output_clear (&self->output);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (gscope_recorder_parent_class)->finalize (object);
}

static void
gscope_recorder_class_init (GscopeRecorderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_recorder_dispose;
  object_class->finalize = gscope_recorder_finalize;

  /**
   * GscopeRecorder:active: (getter get_active)
   *
   * Whether it records, or is still writing what it has recorded.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "active", gscope_recorder_get_active, NULL, FALSE);
  /**
   * GscopeRecorder:bytes-written: (getter get_bytes_written)
   *
   * How much text the operating system has taken, before it is compressed.
   *
   * Since: 1.0
   */
  property_add (object_class, uint64, "bytes-written", gscope_recorder_get_bytes_written, NULL, 0,
                G_MAXUINT64, 0);
  /**
   * GscopeRecorder:lost: (getter get_lost)
   *
   * How many samples of the recorded signals were lost since the start, see [Losses](losses.html).
   *
   * Since: 1.0
   */
  property_add (object_class, uint64, "lost", gscope_recorder_get_lost, NULL, 0, G_MAXUINT64, 0);

  /**
   * GscopeRecorder::failed:
   * @self: the recorder
   * @error: which file, and why
   *
   * The file could not be written; the recording has ended.
   *
   * Since: 1.0
   */
  g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
gscope_recorder_init (GscopeRecorder *self)
{
  self->stops = g_ptr_array_new_with_free_func (g_object_unref);
  gscope_record_tallies_init (&self->tallies);
  gscope_record_blocks_init (&self->blocks, &self->tallies);
  gscope_record_output_init (&self->output, G_OBJECT (self), on_written, on_closed);
}

/**
 * gscope_recorder_new:
 * @scope: a scope
 *
 * Makes a recorder of a scope.
 *
 * Returns: (transfer full): the recorder
 *
 * Since: 1.0
 */
GscopeRecorder *
gscope_recorder_new (GscopeScope *scope)
{
  GscopeRecorder *self;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);

  self = g_object_new (GSCOPE_TYPE_RECORDER, NULL);
  self->clock = self->blocks.clock = g_object_ref (gscope_scope_get_clock (scope));
  gscope_recorder_add_scope (self, scope);
  return self;
}

/**
 * gscope_recorder_add_scope:
 * @self: a recorder
 * @scope: a scope on the same clock
 *
 * Records one more scope into the same file, from now on.
 *
 * Since: 1.0
 */
void
gscope_recorder_add_scope (GscopeRecorder *self, GscopeScope *scope)
{
  g_return_if_fail (GSCOPE_IS_RECORDER (self));
  g_return_if_fail (GSCOPE_IS_SCOPE (scope));
  g_return_if_fail (gscope_scope_get_clock (scope) == self->clock);

  gscope_record_blocks_add_scope (&self->blocks, scope);
}

/**
 * gscope_recorder_set_signals:
 * @self: a recorder that is not active
 * @full_names: (nullable) (array zero-terminated=1): the full names of signals, %NULL for all but
 *   diagnostic ones
 *
 * Chooses what is recorded. Signals that come later are recorded if their names are among these.
 * Markers are always recorded.
 *
 * Since: 1.0
 */
void
gscope_recorder_set_signals (GscopeRecorder *self, const char *const *full_names)
{
  g_return_if_fail (GSCOPE_IS_RECORDER (self));
  g_return_if_fail (!self->active);

  g_clear_pointer (&self->blocks.choice.names, g_hash_table_unref);
  if (full_names == NULL)
    return;
  self->blocks.choice.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; full_names[i] != NULL; i++)
    g_hash_table_add (self->blocks.choice.names, g_strdup (full_names[i]));
}

/**
 * gscope_recorder_set_diagnostics:
 * @self: a recorder that is not active
 * @diagnostics: whether to record them
 *
 * Records diagnostic signals of the sources too, if no signals were chosen, see
 * [method@Signal.set_diagnostic].
 *
 * Since: 1.0
 */
void
gscope_recorder_set_diagnostics (GscopeRecorder *self, gboolean diagnostics)
{
  g_return_if_fail (GSCOPE_IS_RECORDER (self));
  g_return_if_fail (!self->active);

  self->blocks.choice.has_diagnostics = diagnostics;
}

/**
 * gscope_recorder_set_replace:
 * @self: a recorder that is not active
 * @replace: whether the contents of a file are replaced; %TRUE by default
 *
 * Sets whether a recording to a file that exists replaces its contents. Otherwise such a recording does not start,
 * with the error %GSCOPE_ERROR_EXISTS, unless the file is empty.
 *
 * Since: 1.0
 */
void
gscope_recorder_set_replace (GscopeRecorder *self, gboolean replace)
{
  g_return_if_fail (GSCOPE_IS_RECORDER (self));
  g_return_if_fail (!self->active);

  self->keeps = !replace;
}

/**
 * gscope_recorder_set_rotation:
 * @self: a recorder
 * @max_bytes: how much text a file may hold, before it is compressed; 0 for any
 * @max_duration: how much time a file may hold, nanoseconds, at least a second; 0 for any
 *
 * Goes on in another file when one is long enough. A file exceeds the bound by its header and a line at
 * most. A file is begun when there is something to write into it.
 *
 * Since: 1.0
 */
void
gscope_recorder_set_rotation (GscopeRecorder *self, guint64 max_bytes, gint64 max_duration)
{
  g_return_if_fail (GSCOPE_IS_RECORDER (self));
  g_return_if_fail (max_duration == 0 || max_duration >= GSCOPE_SEC);

  self->blocks.max_bytes = max_bytes;
  self->blocks.max_duration = MIN (max_duration, MAX_DURATION);
}

static void
finish_stops (GscopeRecorder *self)
{
  g_autoptr (GPtrArray) stops = g_steal_pointer (&self->stops);

  self->stops = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < stops->len; i++)
    {
      if (self->error != NULL)
        g_task_return_error (stops->pdata[i], g_error_copy (self->error));
      else
        g_task_return_boolean (stops->pdata[i], TRUE);
    }
}

static void
fail (GscopeRecorder *self, GError *error)
{
  g_autofree char *name = g_file_get_parse_name (self->output.part_file);

  g_prefix_error (&error, _ ("The recording to “%s” has ended, and what was written is kept: "),
                  name);
  self->error = g_error_copy (error);
  deactivate (self);
  gscope_record_output_abandon (&self->output);
  finish_stops (self);
  g_object_notify (G_OBJECT (self), "active");
  /* A signal handler may start again. */
  g_signal_emit_by_name (self, "failed", error);
  g_error_free (error);
}

/* One write is in flight at a time; each that is done takes the next step. */
static void
step (GscopeRecorder *self)
{
  guint64 lost = gscope_recorder_get_lost (self);
  gboolean is_all;

  if (!gscope_record_output_is_ready (&self->output))
    return;
  is_all = gscope_record_blocks_fill (&self->blocks, self->end, self->output.n_part_bytes);
  if (gscope_recorder_get_lost (self) != lost)
    g_object_notify (G_OBJECT (self), "lost");
  if (gscope_record_blocks_begin_part (&self->blocks, is_all))
    gscope_record_output_write_part (&self->output, &self->blocks.text);
  else if (self->blocks.text->len > 0)
    gscope_record_output_write (&self->output, &self->blocks.text);
  else if (is_all && self->end != G_MAXINT64)
    gscope_record_output_close (&self->output);
}

/* The end of a recording waits for nobody. */
static gboolean
is_patient (GscopeRecorder *self)
{
  return self->wait != NULL && self->end == G_MAXINT64;
}

static void
wait_after (GscopeRecorder *self, GError *error)
{
  g_autoptr (GError) taken = error;

  self->is_waiting = TRUE;
  self->wait (self->wait_data, taken);
}

static void
on_written (GObject *owner, GError *error)
{
  GscopeRecorder *self = GSCOPE_RECORDER (owner);

  if (error != NULL && is_patient (self))
    {
      gscope_record_output_take_back (&self->output, &self->blocks.text);
      wait_after (self, error);
      return;
    }
  if (error != NULL)
    {
      fail (self, error);
      return;
    }
  g_object_notify (owner, "bytes-written");
  step (self);
}

static void
on_full (GObject *owner, GError *error)
{
  GscopeRecorder *self = GSCOPE_RECORDER (owner);

  if (is_patient (self))
    wait_after (self, error);
  else
    fail (self, error);
}

void
gscope_recorder_set_patient (GscopeRecorder *self, GscopeRecorderWaitFunc func, gpointer data)
{
  self->wait = func;
  self->wait_data = data;
  self->output.on_full = func != NULL ? on_full : NULL;
}

gboolean
gscope_recorder_resume (GscopeRecorder *self, GError **error)
{
  gboolean has_file = self->output.stream != NULL;

  if (!self->is_waiting)
    return TRUE;
  if (!has_file && !gscope_record_output_open_next (&self->output, error))
    return FALSE;
  self->is_waiting = FALSE;
  if (has_file)
    {
      gscope_record_output_retry (&self->output);
      return TRUE;
    }
  gscope_record_blocks_move (&self->blocks);
  gscope_record_output_write (&self->output, &self->blocks.text);
  return TRUE;
}

static void
on_closed (GObject *owner, GError *error)
{
  GscopeRecorder *self = GSCOPE_RECORDER (owner);

  if (error != NULL)
    {
      fail (self, error);
      return;
    }
  deactivate (self);
  g_object_notify (owner, "active");
  finish_stops (self);
}

static gboolean
on_timer (gpointer data)
{
  step (data);
  return G_SOURCE_CONTINUE;
}

static void
begin (GscopeRecorder *self, gint64 start)
{
  self->start = start;
  self->end = G_MAXINT64;
  self->is_waiting = FALSE;
  g_clear_error (&self->error);
  gscope_record_blocks_begin (&self->blocks, start);
  self->timer = gscope_clock_create_timeout (self->clock, GSCOPE_RECORD_INTERVAL);
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  self->active = TRUE;
  step (self);
  g_object_notify (G_OBJECT (self), "active");
}

/**
 * gscope_recorder_start:
 * @self: a recorder that is not active
 * @file: the file, to which nobody else records; its contents are replaced, see
 *   [method@Recorder.set_replace]. It is compressed if its name ends in `.gz` or `.zst`
 * @error: return location for an error
 *
 * Records from now on.
 *
 * Returns: whether the file could be opened
 *
 * Since: 1.0
 */
gboolean
gscope_recorder_start (GscopeRecorder *self, GFile *file, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);
  g_return_val_if_fail (!self->active, FALSE);

  if (self->blocks.links->len == 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("There is no scope to record; add one"));
      return FALSE;
    }
  if (GSCOPE_IS_TRANSPORT (self->clock))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("A playback acquires nothing to record; export what it shows"));
      return FALSE;
    }
  if (!gscope_record_output_open (&self->output, file, !self->keeps, error))
    return FALSE;
  gscope_record_tallies_reset (&self->tallies);
  begin (self, gscope_clock_get_time (self->clock));
  return TRUE;
}

void
gscope_recorder_cut (GscopeRecorder *self)
{
  if (!self->active)
    return;
  self->blocks.is_cut = TRUE;
  step (self);
}

/**
 * gscope_recorder_stop_async:
 * @self: a recorder
 * @callback: called when the file is complete
 * @user_data: for @callback
 *
 * Ends the recording with the samples up to now.
 *
 * Since: 1.0
 */
void
gscope_recorder_stop_async (GscopeRecorder *self, GAsyncReadyCallback callback, gpointer user_data)
{
  GError *error = NULL;
  GTask *task;

  g_return_if_fail (GSCOPE_IS_RECORDER (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gscope_recorder_stop_async);
  g_ptr_array_add (self->stops, task);
  if (!self->active)
    {
      finish_stops (self);
      return;
    }
  if (self->end != G_MAXINT64)
    return;
  g_clear_pointer (&self->timer, main_source_drop);
  gscope_record_blocks_finish (&self->blocks);
  self->end = gscope_clock_get_time (self->clock) + 1;
  if (gscope_recorder_resume (self, &error))
    step (self);
  else
    fail (self, error);
}

/**
 * gscope_recorder_stop_finish:
 * @self: a recorder
 * @result: what the callback got
 * @error: return location for an error
 *
 * Gets how a recording ended.
 *
 * Returns: whether everything was written
 *
 * Since: 1.0
 */
gboolean
gscope_recorder_stop_finish (GscopeRecorder *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * gscope_recorder_get_active: (get-property active)
 * @self: a recorder
 *
 * Gets whether it records, or is still writing what it has recorded.
 *
 * Returns: whether it is active
 *
 * Since: 1.0
 */
gboolean
gscope_recorder_get_active (GscopeRecorder *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), FALSE);

  return self->active;
}

/**
 * gscope_recorder_get_file:
 * @self: a recorder
 *
 * Gets the file of the recording, or of the last one; with rotation, the first.
 *
 * Returns: (transfer none) (nullable): the file; %NULL if there was none
 *
 * Since: 1.0
 */
GFile *
gscope_recorder_get_file (GscopeRecorder *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), NULL);

  return self->output.file;
}

/**
 * gscope_recorder_get_current_file:
 * @self: a recorder
 *
 * Gets the file that is being written, or the last one that was. Without rotation it is the
 * recording's.
 *
 * Returns: (transfer none) (nullable): the file; %NULL if there was none
 *
 * Since: 1.0
 */
GFile *
gscope_recorder_get_current_file (GscopeRecorder *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), NULL);

  return self->output.part_file;
}

/**
 * gscope_recorder_get_bytes_written: (get-property bytes-written)
 * @self: a recorder
 *
 * Gets how much text of the recording the operating system has taken, before it is compressed.
 *
 * Returns: bytes
 *
 * Since: 1.0
 */
guint64
gscope_recorder_get_bytes_written (GscopeRecorder *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), 0);

  return self->output.n_bytes;
}

/**
 * gscope_recorder_get_elapsed:
 * @self: a recorder
 *
 * Gets how long it has recorded, or how long the last recording was.
 *
 * Returns: nanoseconds on the scope's clock
 *
 * Since: 1.0
 */
gint64
gscope_recorder_get_elapsed (GscopeRecorder *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), 0);

  if (self->output.file == NULL)
    return 0;
  return MIN (self->end, gscope_clock_get_time (self->clock)) - self->start;
}

/**
 * gscope_recorder_get_n_samples:
 * @self: a recorder
 *
 * Gets how many samples the recording, or the last one, has.
 *
 * Returns: the number of samples of all signals
 *
 * Since: 1.0
 */
guint64
gscope_recorder_get_n_samples (GscopeRecorder *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), 0);

  return self->tallies.n_samples;
}

/**
 * gscope_recorder_get_lost: (get-property lost)
 * @self: a recorder
 *
 * Gets how many samples of the recorded signals were lost since the start, for any cause but
 * %GSCOPE_LOSS_LATE. [method@Recorder.get_tally] has them by cause.
 *
 * Returns: the count over all signals of the recording, or of the last one
 *
 * Since: 1.0
 */
guint64
gscope_recorder_get_lost (GscopeRecorder *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), 0);

  return gscope_tally_get_lost (&self->tallies.total);
}

/**
 * gscope_recorder_get_error:
 * @self: a recorder
 *
 * Gets why the last recording failed.
 *
 * Returns: (transfer none) (nullable): the error; %NULL if it did not fail
 *
 * Since: 1.0
 */
const GError *
gscope_recorder_get_error (GscopeRecorder *self)
{
  g_return_val_if_fail (GSCOPE_IS_RECORDER (self), NULL);

  return self->error;
}

gint64
gscope_recorder_get_part_start (GscopeRecorder *self)
{
  return self->blocks.part_start;
}

const GscopeRecordTallies *
gscope_recorder_get_tallies (GscopeRecorder *self)
{
  return &self->tallies;
}
