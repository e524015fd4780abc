/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/captures.h>

#include <gscope/capture/private.h>
#include <gscope/record/converters.h>
#include <gscope/record/table-writer.h>
#include <gscope/text/annotation.h>
#include <gscope/text/block-file.h>
#include <gscope/text/decimal.h>
#include <gscope/text/tuple.h>
#include <inttypes.h>
#include <math.h>

enum
{
  READ_AHEAD = 64,
  MAX_NUMBER = 32,
};

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
  /* a table has the strands of the newest of n_begun captures, tuples have the strands of all */
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
                                    n > 0 ? gaps[0].cause : GSCOPE_GAP_CAUSE_SWITCHED);
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
 * [class@Player], and what [method@CaptureList.read_async] makes captures of; so has an MCAP file, for a [class@Player] alone. A file
 * that exists is replaced once all is written.
 *
 * Since: 1.0
 */
void
gscope_capture_list_write_async (GscopeCaptureList *self, GscopeCapture *const *captures, gsize n,
                                 GscopeExportFormat format, GFile *file, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GConverter) converter = gscope_record_converter_new (format);
  gboolean is_table = format == GSCOPE_EXPORT_FORMAT_CSV;
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
