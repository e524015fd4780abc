/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/captures.h>

#include <glib/gi18n-lib.h>
#include <gscope/capture/private.h>
#include <gscope/clock/transport.h>
#include <gscope/error.h>
#include <gscope/hand-over.h>
#include <gscope/json-private.h>
#include <gscope/text/annotation-private.h>
#include <gscope/text/tuple.h>
#include <math.h>

enum
{
  BLOCK_SIZE = 128 * 1024,
  /* The most that a file may hold. */
  MAX_SIGNALS = 4096,
  MAX_CAPTURES = 1 << 16,
  MAX_SAMPLES = 1 << 25,
  MAX_GAPS = 1 << 20,
  /* of all signals in all captures */
  MAX_TRACES = 1 << 22,
};

/* Times of files are within 73 years of the clock's zero, so that their differences do not overflow. */
#define MAX_TIME (G_MAXINT64 / 4)

/* A gap of a signal, whose sample has the same time. */
typedef struct
{
  gint64 time;
  GscopeGapCause cause;
} Gap;

/* A file that a thread reads. */
typedef struct
{
  GFile *file;
  GscopeClock *clock;
  gsize max_bytes;
  GscopeTupleParser *parser;
  /* arrays of GscopeSample by the ids of names */
  GPtrArray *samples;
  guint64 n_samples;
  /* by the names of signals: arrays of Gap, in the order of the file */
  GHashTable *gaps;
  guint n_gaps;
  /* of GscopeCapture, at first without samples; then NULL for those that have no room with them, which are before the oldest */
  GPtrArray *captures;
  guint oldest;
  /* nanoseconds from the times of the file to the times of the clock */
  gint64 shift;
  GError *error;
} Input;

static void
input_free (gpointer data)
{
  Input *self = data;

  g_object_unref (self->file);
  g_clear_object (&self->clock);
  g_clear_pointer (&self->parser, gscope_tuple_parser_unref);
  g_ptr_array_unref (self->samples);
  g_hash_table_unref (self->gaps);
  g_clear_pointer (&self->captures, g_ptr_array_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static void
drop_capture (gpointer capture)
{
  if (capture)
    g_object_unref (capture);
}

static Input *
input_new (GscopeCaptureList *list, GFile *file)
{
  Input *self = g_new0 (Input, 1);

  self->file = g_object_ref (file);
  self->clock = g_object_ref (gscope_scope_get_clock (gscope_capture_list_peek_scope (list)));
  self->max_bytes = gscope_capture_list_get_max_bytes (list);
  self->samples = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->gaps =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->captures = g_ptr_array_new_with_free_func (drop_capture);
  return self;
}

static gboolean
is_too_large (Input *self, guint64 n, guint64 max)
{
  g_autofree char *name = NULL;

  if (n < max)
    return FALSE;
  if (self->error)
    return TRUE;
  name = g_file_get_parse_name (self->file);
  g_set_error (&self->error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("Cannot read “%s”: it holds more than captures can. Open it as a recording"),
               name);
  return TRUE;
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer data)
{
  Input *self = data;

  for (gsize i = 0; i < n; i++)
    {
      GscopeSample sample = { tuples[i].time, tuples[i].value };

      if (sample.time > MAX_TIME || is_too_large (self, self->n_samples, MAX_SAMPLES))
        continue;
      while (self->samples->len <= tuples[i].name)
        g_ptr_array_add (self->samples, g_array_new (FALSE, FALSE, sizeof (GscopeSample)));
      g_array_append_val ((GArray *) self->samples->pdata[tuples[i].name], sample);
      self->n_samples++;
    }
}

/* The clock may have begun again since the file was written, unless a recording is played. */
static void
find_shift (Input *self, gint64 time, gint64 start)
{
  gint64 shift;

  if (GSCOPE_IS_TRANSPORT (self->clock) || time < -MAX_TIME || time > MAX_TIME
      || __builtin_sub_overflow (start, gscope_clock_to_unix (self->clock, time), &shift))
    return;
  if ((shift <= -GSCOPE_SEC || shift >= GSCOPE_SEC) && shift >= -MAX_TIME && shift <= MAX_TIME)
    self->shift = shift;
}

static gboolean
get_time (JsonObject *object, const char *member, gint64 *time, GError **error)
{
  return gscope_json_get_integer (object, member, -MAX_TIME, MAX_TIME, time, error);
}

static void
take_capture (Input *self, JsonObject *object)
{
  gint64 number, time, zero, begin, end;
  GscopeCapture *capture;

  if (is_too_large (self, self->captures->len, MAX_CAPTURES)
      || !gscope_json_get_integer (object, "number", 1, G_MAXINT64, &number, &self->error)
      || !get_time (object, "time_ns", &time, &self->error)
      || !get_time (object, "zero_ns", &zero, &self->error)
      || !get_time (object, "begin_ns", &begin, &self->error)
      || !get_time (object, "end_ns", &end, &self->error))
    return;
  capture = gscope_capture_new ((guint64) number, time + self->shift, zero + self->shift,
                                begin + self->shift, end + self->shift);
  gscope_capture_set_kept (capture, gscope_json_get_flag (object, "kept"));
  g_ptr_array_add (self->captures, capture);
}

static void
take_gap (Input *self, const char *name, const Gap *gap)
{
  GArray *gaps = g_hash_table_lookup (self->gaps, name);

  if (is_too_large (self, self->n_gaps, MAX_GAPS))
    return;
  if (!gaps)
    {
      gaps = g_array_new (FALSE, FALSE, sizeof (Gap));
      g_hash_table_insert (self->gaps, g_strdup (name), gaps);
    }
  g_array_append_val (gaps, *gap);
  self->n_gaps++;
}

static void
take_annotation (GscopeTupleParser *parser, guint64 line, GscopeAnnotation *annotation,
                 gpointer data)
{
  Input *self = data;
  JsonObject *object = gscope_annotation_get_object (annotation);
  gint64 time, start;
  const char *name;
  Gap gap;

  if (self->error)
    return;
  if (gscope_annotation_read_header (annotation, &time, &start, &self->error))
    find_shift (self, time, start);
  else if (!self->error
           && gscope_annotation_read_gap (annotation, &name, &gap.time, &gap.cause, &self->error))
    take_gap (self, name, &gap);
  else if (!self->error && json_object_has_member (object, "capture")
           && JSON_NODE_HOLDS_OBJECT (json_object_get_member (object, "capture")))
    take_capture (self, json_object_get_object_member (object, "capture"));
}

/* Finds the gap of a time, from a position on: gaps whose samples are not in the file are passed. */
static const Gap *
find_gap (const GArray *gaps, gint64 time, guint *position)
{
  for (; gaps && *position < gaps->len; ++*position)
    {
      const Gap *gap = &g_array_index (gaps, Gap, *position);

      if (gap->time >= time)
        return gap->time == time ? gap : NULL;
    }
  return NULL;
}

static GscopeTrace *
make_trace (Input *self, const char *name, const GArray *samples)
{
  const GArray *gaps = g_hash_table_lookup (self->gaps, name);
  GscopeTrace *trace = gscope_trace_new ();
  guint position = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      GscopeSample sample = g_array_index (samples, GscopeSample, i);
      const Gap *gap = isnan (sample.value) ? find_gap (gaps, sample.time, &position) : NULL;

      sample.time += self->shift;
      if (gap)
        gscope_trace_append_gap (trace, sample.time, gap->cause);
      else
        gscope_trace_append_samples (trace, &sample, 1);
      position += gap ? 1 : 0;
    }
  return trace;
}

static GPtrArray *
make_traces (Input *self)
{
  GPtrArray *traces = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_trace_unref);

  for (guint id = 0; id < self->samples->len; id++)
    g_ptr_array_add (traces, make_trace (self, gscope_tuple_parser_get_name (self->parser, id),
                                         self->samples->pdata[id]));
  return traces;
}

/* Drops the oldest captures that are not kept, as the list would. */
static void
keep_bound (Input *self, guint end, gsize *bytes)
{
  for (; self->oldest<end && * bytes> self->max_bytes; self->oldest++)
    {
      GscopeCapture *capture = self->captures->pdata[self->oldest];

      if (gscope_capture_get_kept (capture))
        continue;
      *bytes -= gscope_capture_get_bytes (capture);
      self->captures->pdata[self->oldest] = NULL;
      g_object_unref (capture);
    }
}

static gboolean
fill_captures (Input *self, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) traces = make_traces (self);
  gsize bytes = 0;

  if (is_too_large (self, (guint64) traces->len * self->captures->len, MAX_TRACES))
    return FALSE;
  for (guint i = 0; i < self->captures->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, &self->error))
        return FALSE;
      for (guint id = 0; id < traces->len; id++)
        gscope_capture_copy (self->captures->pdata[i],
                             gscope_tuple_parser_get_name (self->parser, id), traces->pdata[id]);
      bytes += gscope_capture_get_bytes (self->captures->pdata[i]);
      keep_bound (self, i, &bytes);
    }
  return TRUE;
}

static gboolean
feed (Input *self, GCancellable *cancellable)
{
  g_autoptr (GInputStream) stream =
      G_INPUT_STREAM (g_file_read (self->file, cancellable, &self->error));
  g_autofree char *block = g_malloc (BLOCK_SIZE);
  gssize n;

  if (!stream)
    return FALSE;
  self->parser = gscope_tuple_parser_new (take_tuples, self, NULL);
  gscope_tuple_parser_set_annotation_func (self->parser, take_annotation, self, NULL);
  gscope_tuple_parser_set_max_names (self->parser, MAX_SIGNALS);
  gscope_tuple_parser_require_order (self->parser, -MAX_TIME);
  while (!self->error
         && (n = g_input_stream_read (stream, block, BLOCK_SIZE, cancellable, &self->error)) > 0)
    gscope_tuple_parser_feed (self->parser, block, (gsize) n);
  if (!self->error)
    gscope_tuple_parser_finish (self->parser);
  return !self->error;
}

static void
read_file (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Input *self = data;
  gboolean is_read;

  gscope_hand_over (self);
  is_read = feed (self, cancellable) && fill_captures (self, cancellable);
  gscope_hand_over (self);
  if (is_read)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&self->error));
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeCaptureList *self = g_task_get_source_object (task);
  Input *input = g_task_get_task_data (G_TASK (result));
  g_autoptr (GPtrArray) captures = NULL;
  GError *error = NULL;

  gscope_hand_over (input);
  /* the thread may drop the input last */
  g_clear_object (&input->clock);
  captures = g_steal_pointer (&input->captures);
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; i < captures->len; i++)
    if (captures->pdata[i])
      gscope_capture_list_add (self, captures->pdata[i]);
  g_task_return_boolean (task, TRUE);
}

/**
 * gscope_capture_list_read_async:
 * @self: a list
 * @file: tuples that [method@CaptureList.write_async] has written
 * @cancellable: (nullable): to end it before it is done
 * @callback: called when the captures are in the list
 * @user_data: data for @callback
 *
 * Reads the captures of a file in a thread, and adds them to the list. If the clock of the list's scope has begun again since, the
 * times of day stay. Captures of the time of one in the list are left out.
 *
 * Since: 1.0
 */
void
gscope_capture_list_read_async (GscopeCaptureList *self, GFile *file, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Input *input;

  g_return_if_fail (GSCOPE_IS_CAPTURE_LIST (self) && gscope_capture_list_peek_scope (self));
  g_return_if_fail (G_IS_FILE (file));

  input = input_new (self, file);
  /* the thread may drop its task last, and must not drop the list with it */
  task =
      g_task_new (NULL, cancellable, on_read, g_task_new (self, cancellable, callback, user_data));
  g_task_set_task_data (task, input, input_free);
  gscope_hand_over (input);
  g_task_run_in_thread (task, read_file);
}

/**
 * gscope_capture_list_read_finish:
 * @self: a list
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Gets how reading ended.
 *
 * Returns: %TRUE if successful, also if there is no capture in the file; %FALSE if nothing was added
 *
 * Since: 1.0
 */
gboolean
gscope_capture_list_read_finish (GscopeCaptureList *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
