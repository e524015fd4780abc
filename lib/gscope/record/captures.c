/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/captures.h>

#include <gscope/capture/private.h>
#include <gscope/clock/transport.h>
#include <gscope/files/mcap-converter.h>
#include <gscope/json-private.h>
#include <gscope/record/table-writer.h>
#include <gscope/text/annotation.h>
#include <gscope/text/block-file.h>
#include <gscope/text/decimal.h>
#include <gscope/text/tuple.h>
#include <inttypes.h>
#include <math.h>

enum
{
  /* of a file that is read */
  BLOCK_SIZE = 128 * 1024,
  READ_AHEAD = 64,
  MAX_NUMBER = 32,
  MAX_SIGNALS = 4096,
};

/* Times of files are within 73 years of the clock's zero, so that their differences do not overflow. */
#define MAX_TIME (G_MAXINT64 / 4)

/* The samples of a signal in captures that follow each other, each sample once: captures may overlap. Where samples are missing
 * between two captures, there is a gap. */
typedef struct
{
  const char *name;
  /* the captures that follow */
  GscopeCapture **captures;
  guint n_captures;
  /* of the present capture; NULL if it does not have the signal */
  GscopeTrace *trace;
  guint64 position;
  GscopeSample samples[READ_AHEAD];
  gsize i;
  gsize n;
  /* the sample before, unless there is none */
  GscopeSample last;
  gboolean has_last;
} Strand;

/* An array of Strand. */
static void
add_strands (GArray *strands, GPtrArray *names, GscopeCapture **captures, guint n)
{
  g_array_set_size (strands, 0);
  for (guint i = 0; i < names->len; i++)
    {
      Strand strand = { .name = names->pdata[i], .captures = captures, .n_captures = n };

      g_array_append_val (strands, strand);
    }
}

/* Goes on to the next capture. */
static void
enter_capture (Strand *self)
{
  self->trace = gscope_capture_find_trace (*self->captures++, self->name);
  self->n_captures--;
  if (!self->trace)
    return;
  self->position =
      gscope_trace_find (self->trace, self->has_last ? self->last.time + 1 : G_MININT64);
  if (!self->has_last || isnan (self->last.value)
      || self->position > gscope_trace_get_first (self->trace)
      || self->position == gscope_trace_get_end (self->trace))
    return;
  self->samples[0] = (GscopeSample){ self->last.time, NAN };
  self->n = 1;
}

static gboolean
has_sample (Strand *self)
{
  while (self->i == self->n)
    {
      self->i = self->n = 0;
      if (self->trace)
        self->n = gscope_trace_read (self->trace, self->position, self->samples, READ_AHEAD);
      self->position += self->n;
      if (self->n > 0)
        break;
      if (self->n_captures == 0)
        return FALSE;
      enter_capture (self);
    }
  return TRUE;
}

/* Only if there is a sample. */
static double
take_value (Strand *self)
{
  self->last = self->samples[self->i++];
  self->has_last = TRUE;
  return self->last.value;
}

/* Sets the time of the next sample; FALSE if there is none. */
static gboolean
find_next (GArray *strands, gint64 *time)
{
  gboolean found = FALSE;

  for (guint i = 0; i < strands->len; i++)
    {
      Strand *strand = &g_array_index (strands, Strand, i);
      gint64 next;

      if (!has_sample (strand))
        continue;
      next = strand->samples[strand->i].time;
      *time = found ? MIN (*time, next) : next;
      found = TRUE;
    }
  return found;
}

static gboolean
is_at (Strand *strand, gint64 time)
{
  return has_sample (strand) && strand->samples[strand->i].time == time;
}

/* A file that is written. */
typedef struct
{
  GPtrArray *captures;
  /* the full names of the signals of all captures, which own them, each once */
  GPtrArray *names;
  /* of a table those of the last of n_begun captures, of tuples those of all */
  GArray *strands;
  guint n_begun;
  /* the text before the samples */
  GString *head;
} Writing;

static void
writing_free (gpointer data)
{
  Writing *self = data;

  g_ptr_array_unref (self->captures);
  g_ptr_array_unref (self->names);
  g_array_unref (self->strands);
  g_string_free (self->head, TRUE);
  g_free (self);
}

static void
move_head (Writing *self, GString *block)
{
  g_string_append_len (block, self->head->str, (gssize) self->head->len);
  g_string_truncate (self->head, 0);
}

/* A table: a row for each time of each capture. */

static GscopeSignal *
find_signal (GscopeCaptureList *self, const char *name)
{
  GPtrArray *signals = gscope_capture_list_peek_signals (self);

  for (guint i = 0; i < signals->len; i++)
    if (g_str_equal (gscope_signal_get_full_name (signals->pdata[i]), name))
      return signals->pdata[i];
  return NULL;
}

static void
append_titles (GscopeCaptureList *self, GPtrArray *names, GString *text)
{
  g_string_append (text, "capture,time (s)");
  for (guint i = 0; i < names->len; i++)
    {
      GscopeSignal *signal = find_signal (self, names->pdata[i]);
      const char *unit = signal ? gscope_signal_get_unit (signal) : NULL;
      g_autofree char *title = unit && unit[0]
                                   ? g_strdup_printf ("%s (%s)", (char *) names->pdata[i], unit)
                                   : g_strdup (names->pdata[i]);

      g_string_append_c (text, ',');
      gscope_table_append_title (text, title);
    }
  g_string_append_c (text, '\n');
}

static void
append_number (GString *text, double value)
{
  char number[MAX_NUMBER];

  g_string_append_len (text, number, gscope_decimal_write_double (number, value) - number);
}

static void
append_row (GscopeCapture *capture, GArray *strands, gint64 time, GString *text)
{
  g_string_append_printf (text, "%" PRIu64 ",", gscope_capture_get_number (capture));
  append_number (text, (double) (time - gscope_capture_get_zero (capture)) / (double) GSCOPE_SEC);
  for (guint i = 0; i < strands->len; i++)
    {
      Strand *strand = &g_array_index (strands, Strand, i);

      g_string_append_c (text, ',');
      if (is_at (strand, time))
        append_number (text, take_value (strand));
    }
  g_string_append_c (text, '\n');
}

static gboolean
fill_table (GString *block, gsize size, gpointer data)
{
  Writing *self = data;
  gint64 time;

  move_head (self, block);
  while (block->len < size)
    if (find_next (self->strands, &time))
      append_row (self->captures->pdata[self->n_begun - 1], self->strands, time, block);
    else if (self->n_begun < self->captures->len)
      add_strands (self->strands, self->names,
                   (GscopeCapture **) &self->captures->pdata[self->n_begun++], 1);
    else
      return TRUE;
  return FALSE;
}

/* Tuples: all samples once, in the order of time, with a line about each capture. */

static void
append_capture (GscopeCapture *capture, GString *text)
{
  gint64 begin, end;

  gscope_capture_get_window (capture, &begin, &end);
  g_string_append_printf (text,
                          "#gscope {\"capture\":{\"number\":%" PRIu64 ",\"time_ns\":%" PRId64
                          ",\"zero_ns\":%" PRId64 ",\"begin_ns\":%" PRId64 ",\"end_ns\":%" PRId64
                          ",\"kept\":%s}}\n",
                          gscope_capture_get_number (capture), gscope_capture_get_time (capture),
                          gscope_capture_get_zero (capture), begin, end,
                          gscope_capture_get_kept (capture) ? "true" : "false");
}

static void
begin_tuples (Writing *self, GscopeCaptureList *list)
{
  GPtrArray *signals = gscope_capture_list_peek_signals (list);
  gint64 begin = 0, end;

  if (self->captures->len > 0)
    gscope_capture_get_window (self->captures->pdata[0], &begin, &end);
  gscope_annotation_append_header (self->head,
                                   gscope_scope_get_clock (gscope_capture_list_peek_scope (list)),
                                   begin, (GscopeSignal **) signals->pdata, signals->len);
  for (guint i = 0; i < self->captures->len; i++)
    append_capture (self->captures->pdata[i], self->head);
  add_strands (self->strands, self->names, (GscopeCapture **) self->captures->pdata,
               self->captures->len);
}

/* A sample without a value is a gap. */
static void
append_tuple (Strand *strand, gint64 time, GString *text)
{
  double value = take_value (strand);
  gsize n;

  if (isnan (value))
    {
      const GscopeGap *gaps = gscope_trace_get_gaps (strand->trace, time, time + 1, &n);

      gscope_annotation_append_gap (text, strand->name, time,
                                    n > 0 ? gaps[0].cause : GSCOPE_GAP_SWITCHED);
    }
  gscope_tuple_append (text, time, value, strand->name);
}

static gboolean
fill_tuples (GString *block, gsize size, gpointer data)
{
  Writing *self = data;
  gint64 time;

  move_head (self, block);
  while (block->len < size)
    {
      if (!find_next (self->strands, &time))
        return TRUE;
      for (guint i = 0; i < self->strands->len; i++)
        while (is_at (&g_array_index (self->strands, Strand, i), time))
          append_tuple (&g_array_index (self->strands, Strand, i), time, block);
    }
  return FALSE;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 x = gscope_capture_get_time (*(GscopeCapture **) a);
  gint64 y = gscope_capture_get_time (*(GscopeCapture **) b);

  return (x > y) - (x < y);
}

/* A later capture may begin earlier, as its window is wider. */
static int
compare_begins (gconstpointer a, gconstpointer b)
{
  gint64 x, y, end;

  gscope_capture_get_window (*(GscopeCapture **) a, &x, &end);
  gscope_capture_get_window (*(GscopeCapture **) b, &y, &end);
  return (x > y) - (x < y);
}

static GPtrArray *
list_captures (GscopeCaptureList *self, GscopeCapture *const *captures, gsize n)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);

  for (gsize i = 0; captures && i < n; i++)
    g_ptr_array_add (list, g_object_ref (captures[i]));
  for (guint i = 0; !captures && i < g_list_model_get_n_items (G_LIST_MODEL (self)); i++)
    g_ptr_array_add (list, g_list_model_get_item (G_LIST_MODEL (self), i));
  return list;
}

static GPtrArray *
list_names (GPtrArray *captures)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < captures->len; i++)
    {
      GPtrArray *its = gscope_capture_peek_names (captures->pdata[i]);

      for (guint j = 0; j < its->len; j++)
        if (!g_ptr_array_find_with_equal_func (names, its->pdata[j], g_str_equal, NULL))
          g_ptr_array_add (names, its->pdata[j]);
    }
  return names;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (gscope_block_file_write_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * gscope_capture_list_write_async:
 * @self: a list
 * @captures: (nullable) (array length=n): captures; %NULL for all that the list has now
 * @n: how many
 * @format: a format
 * @file: a file
 * @cancellable: (nullable): to end it before it is done
 * @callback: called when the file is in its place
 * @user_data: data for @callback
 *
 * Writes captures to a file, without blocking the main loop. A table has the columns “capture”, the number, “time (s)”, which
 * counts from the trigger, and a column for each signal. Tuples have all samples with the times of the scope's clock, for a
 * [class@Player], and what [method@CaptureList.read] makes captures of; so has an MCAP file, for a [class@Player] alone. A file
 * that exists is replaced once all is written.
 *
 * Since: 1.0
 */
void
gscope_capture_list_write_async (GscopeCaptureList *self, GscopeCapture *const *captures, gsize n,
                                 GscopeExportFormat format, GFile *file, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GConverter) converter =
      format == GSCOPE_EXPORT_MCAP ? gscope_mcap_converter_new () : NULL;
  gboolean is_table = format == GSCOPE_EXPORT_CSV;
  Writing *writing;

  g_return_if_fail (GSCOPE_IS_CAPTURE_LIST (self) && gscope_capture_list_peek_scope (self));
  g_return_if_fail (G_IS_FILE (file));

  writing = g_new0 (Writing, 1);
  writing->captures = list_captures (self, captures, n);
  g_ptr_array_sort (writing->captures, is_table ? compare_times : compare_begins);
  writing->names = list_names (writing->captures);
  writing->strands = g_array_new (FALSE, FALSE, sizeof (Strand));
  writing->head = g_string_new (NULL);
  if (is_table)
    append_titles (self, writing->names, writing->head);
  else
    begin_tuples (writing, self);
  gscope_block_file_write_async (file, converter, is_table ? fill_table : fill_tuples, writing,
                                 writing_free, cancellable, on_written,
                                 g_task_new (self, cancellable, callback, user_data));
}

/**
 * gscope_capture_list_write_finish:
 * @self: a list
 * @result: what the callback got
 * @error: return location for a #GError
 *
 * Gets how writing ended.
 *
 * Returns: %TRUE if the file was written
 *
 * Since: 1.0
 */
gboolean
gscope_capture_list_write_finish (GscopeCaptureList *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Reading. */

/* A gap of a signal, or one of its samples. */
typedef struct
{
  char *name;
  gint64 time;
  GscopeGapCause cause;
} Gap;

typedef struct
{
  GscopeTupleParser *parser;
  /* arrays of GscopeSample by the ids of names */
  GPtrArray *samples;
  /* of Gap, in the order of the file */
  GArray *gaps;
  /* of GscopeCapture, without samples */
  GPtrArray *captures;
  /* nanoseconds from the times of the file to the times of the clock */
  gint64 shift;
  GscopeClock *clock;
  GError *error;
} Input;

static void
gap_clear (gpointer data)
{
  g_free (((Gap *) data)->name);
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer data)
{
  Input *self = data;

  for (gsize i = 0; i < n; i++)
    {
      GscopeSample sample = { tuples[i].time, tuples[i].value };

      if (sample.time > MAX_TIME)
        continue;
      while (self->samples->len <= tuples[i].name)
        g_ptr_array_add (self->samples, g_array_new (FALSE, FALSE, sizeof (GscopeSample)));
      g_array_append_val ((GArray *) self->samples->pdata[tuples[i].name], sample);
    }
}

/* The clock may have begun again since the file was written, unless a recording is played. */
static void
find_shift (Input *self, gint64 time, gint64 start)
{
  gint64 shift;

  if (GSCOPE_IS_TRANSPORT (self->clock) || time < -MAX_TIME || time > MAX_TIME)
    return;
  shift = start - gscope_clock_to_unix (self->clock, time);
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

  if (!gscope_json_get_integer (object, "number", 1, G_MAXINT64, &number, &self->error)
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
take_object (GscopeTupleParser *parser, guint64 line, JsonObject *object, gpointer data)
{
  Input *self = data;
  gint64 time, start;
  const char *name;
  Gap gap;

  if (self->error)
    return;
  if (gscope_annotation_read_header (object, &time, &start, &self->error))
    find_shift (self, time, start);
  else if (!self->error
           && gscope_annotation_read_gap (object, &name, &gap.time, &gap.cause, &self->error))
    {
      gap.name = g_strdup (name);
      g_array_append_val (self->gaps, gap);
    }
  else if (!self->error && json_object_has_member (object, "capture")
           && JSON_NODE_HOLDS_OBJECT (json_object_get_member (object, "capture")))
    take_capture (self, json_object_get_object_member (object, "capture"));
}

/* Finds the next gap of a signal, from a position on. */
static const Gap *
find_gap (Input *self, const char *name, guint *position)
{
  for (; *position < self->gaps->len; (*position)++)
    if (g_str_equal (g_array_index (self->gaps, Gap, *position).name, name))
      return &g_array_index (self->gaps, Gap, *position);
  return NULL;
}

static GscopeTrace *
make_trace (Input *self, const char *name, GArray *samples)
{
  GscopeTrace *trace = gscope_trace_new ();
  guint position = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      GscopeSample sample = g_array_index (samples, GscopeSample, i);
      const Gap *gap = isnan (sample.value) ? find_gap (self, name, &position) : NULL;
      gboolean is_gap = gap && gap->time == sample.time;

      sample.time += self->shift;
      if (is_gap)
        gscope_trace_append_gap (trace, sample.time, gap->cause);
      else
        gscope_trace_append_samples (trace, &sample, 1);
      position += is_gap;
    }
  return trace;
}

static void
add_captures (Input *self, GscopeCaptureList *list)
{
  for (guint id = 0; id < self->samples->len; id++)
    {
      const char *name = gscope_tuple_parser_get_name (self->parser, id);
      g_autoptr (GscopeTrace) trace = make_trace (self, name, self->samples->pdata[id]);

      for (guint i = 0; i < self->captures->len; i++)
        gscope_capture_copy (self->captures->pdata[i], name, trace);
    }
  for (guint i = 0; i < self->captures->len; i++)
    gscope_capture_list_add (list, self->captures->pdata[i]);
}

static gboolean
feed (Input *self, GInputStream *stream, GError **error)
{
  g_autofree char *block = g_malloc (BLOCK_SIZE);
  gssize n;

  while (!self->error
         && (n = g_input_stream_read (stream, block, BLOCK_SIZE, NULL, &self->error)) > 0)
    gscope_tuple_parser_feed (self->parser, block, (gsize) n);
  if (!self->error)
    gscope_tuple_parser_finish (self->parser);
  if (!self->error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

/**
 * gscope_capture_list_read:
 * @self: a list
 * @file: tuples that [method@CaptureList.write_async] has written
 * @error: return location for a #GError
 *
 * Adds the captures of a file. If the clock of the list's scope has begun again since, the times of day stay. Captures of the
 * time of one in the list are left out.
 *
 * Returns: %TRUE if successful, also if there is no capture in the file
 *
 * Since: 1.0
 */
gboolean
gscope_capture_list_read (GscopeCaptureList *self, GFile *file, GError **error)
{
  g_autoptr (GInputStream) stream = NULL;
  Input input = { 0 };
  gboolean is_read;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);
  g_return_val_if_fail (!error || !*error, FALSE);

  stream = G_INPUT_STREAM (g_file_read (file, NULL, error));
  if (!stream)
    return FALSE;
  input.clock = gscope_scope_get_clock (gscope_capture_list_peek_scope (self));
  input.samples = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  input.gaps = g_array_new (FALSE, FALSE, sizeof (Gap));
  g_array_set_clear_func (input.gaps, gap_clear);
  input.captures = g_ptr_array_new_with_free_func (g_object_unref);
  input.parser = gscope_tuple_parser_new (take_tuples, &input, NULL);
  gscope_tuple_parser_set_object_func (input.parser, take_object, &input, NULL);
  gscope_tuple_parser_set_max_names (input.parser, MAX_SIGNALS);
  gscope_tuple_parser_require_order (input.parser, -MAX_TIME);
  is_read = feed (&input, stream, error);
  if (is_read)
    add_captures (&input, self);
  gscope_tuple_parser_unref (input.parser);
  g_ptr_array_unref (input.captures);
  g_array_unref (input.gaps);
  g_ptr_array_unref (input.samples);
  return is_read;
}
