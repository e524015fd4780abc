/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/ring-query.h>

#include <gscope/hand-over.h>
#include <gscope/trace/digest.h>
#include <math.h>

/* The parts of columns by which an index may be inexact at the borders of wider columns. */
#define SHARPNESS 32

/* How long after their time samples are in a file. */
#define LAG (2 * GSCOPE_SEC)

enum
{
  /* Number of files that are read in one iteration of the main loop. */
  SLICE = 64,
};

typedef struct
{
  GscopeRecordRingQuestion question;
  GPtrArray *files;
  GscopeRecordRingFile *written;
  guint next;
  GscopeRecordRingAnswer *answer;
  void (*loaded) (gpointer owner, GscopeRecordRingFile *file, gboolean is_whole);
  /* the last sample of the file before, and its run */
  gboolean has_previous;
  gint64 previous;
  const char *run;
} Query;

static void
file_clear (gpointer data)
{
  GscopeRecordRingFile *self = data;

  g_free (self->path);
  g_free (self->index_path);
  g_free (self->run);
  g_clear_pointer (&self->index, g_variant_unref);
  g_clear_pointer (&self->samples, gscope_record_ring_samples_unref);
}

GscopeRecordRingFile *
gscope_record_ring_file_ref (GscopeRecordRingFile *self)
{
  return g_rc_box_acquire (self);
}

void
gscope_record_ring_file_unref (GscopeRecordRingFile *self)
{
  g_rc_box_release_full (self, file_clear);
}

void
gscope_record_ring_answer_free (GscopeRecordRingAnswer *self)
{
  g_free (self->columns);
  g_array_unref (self->gaps);
  g_free (self);
}

static void
query_free (gpointer data)
{
  Query *self = data;

  g_free (self->question.signal);
  g_ptr_array_unref (self->files);
  g_clear_pointer (&self->written, gscope_record_ring_file_unref);
  g_clear_pointer (&self->answer, gscope_record_ring_answer_free);
  g_free (self);
}

/* Collecting. */

static gint64
get_end (const Query *self)
{
  return self->question.from + self->question.width * (gint64) self->question.n;
}

static void
join (GscopeColumn *to, const GscopeColumn *column)
{
  if (to->count == 0)
    {
      *to = *column;
      return;
    }
  to->min = MIN (to->min, column->min);
  to->max = MAX (to->max, column->max);
  to->last = column->last;
  to->count += column->count;
}

static void
note_before (Query *self, gint64 time, double value)
{
  self->answer->has_before = TRUE;
  self->answer->before = (GscopeSample){ time, value };
}

static void
note_after (Query *self, gint64 time, double value)
{
  if (self->answer->has_after)
    return;
  self->answer->has_after = TRUE;
  self->answer->after = (GscopeSample){ time, value };
}

/* Takes a column that belongs to one of the query, or lies outside of it. `time` is of its first sample or before. */
static void
take_column (Query *self, gint64 time, gint64 width, const GscopeColumn *column)
{
  gint64 at = time - self->question.from;

  if (at < 0)
    note_before (self, MIN (time + width, self->question.from) - 1, column->last);
  else if (time >= get_end (self))
    note_after (self, time, column->first);
  else if (time < self->question.end)
    join (&self->answer->columns[at / self->question.width], column);
}

static gint64
find_place (const Query *self, gint64 time)
{
  return (CLAMP (time, self->question.from, get_end (self)) - self->question.from)
         / self->question.width;
}

/* Of several gaps within a column one is enough: there may be any number. */
static void
take_gap (Query *self, gint64 begin, gint64 end, GscopeGapCause cause)
{
  const GscopeGap gap = { begin, end, cause };
  GArray *gaps = self->answer->gaps;

  if (begin >= get_end (self) || end <= self->question.from)
    return;
  if (gaps->len == 0 || find_place (self, begin) != find_place (self, end)
      || find_place (self, g_array_index (gaps, GscopeGap, gaps->len - 1).begin)
             != find_place (self, begin))
    g_array_append_val (gaps, gap);
}

/* Breaks the line between two samples. */
static void
break_line (Query *self, gint64 begin, gint64 end)
{
  gint64 width = self->question.width, at = begin - self->question.from;

  if (at < 0 && end > self->question.from)
    self->answer->before.value = NAN;
  else if (begin < get_end (self) && end >= get_end (self))
    self->answer->after.value = NAN;
  if (at >= 0 && begin < get_end (self) && (end - self->question.from) / width > at / width)
    self->answer->columns[at / width].last = NAN;
}

/* The signal was not recorded between two runs. */
static void
take_pause (Query *self, const GscopeRecordRingFile *file, gint64 first, gint64 last)
{
  if (self->has_previous && !g_str_equal (self->run, file->run) && first > self->previous)
    {
      take_gap (self, self->previous, first, GSCOPE_GAP_CAUSE_STOPPED);
      break_line (self, self->previous, first);
    }
  self->has_previous = TRUE;
  self->previous = last;
  self->run = file->run;
}

/* Out of an index. */

static gboolean
is_fine (const Query *self, const GscopeRecordRingFile *file, const GscopeRecordRingEntry *entry)
{
  gint64 width = self->question.width;

  if (width >= SHARPNESS * entry->width)
    return TRUE;
  return width % entry->width == 0 && (self->question.from - file->offset) % entry->width == 0;
}

/* Columns outside the query are not worth reading the samples of their file. */
static gboolean
is_outside (const Query *self, const GscopeRecordRingFile *file, const GscopeRecordRingEntry *entry)
{
  return entry->last + file->offset < self->question.from
         || entry->first + file->offset >= get_end (self);
}

static gsize
find_column (const GscopeRecordRingEntry *entry, gint64 time)
{
  gsize low = 0, high = entry->n_columns;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (entry->columns[middle].time < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
read_entry (Query *self, const GscopeRecordRingFile *file, const GscopeRecordRingEntry *entry)
{
  gint64 offset = file->offset;
  gsize i = find_column (entry, self->question.from - offset);

  for (i = i > 0 ? i - 1 : 0; i < entry->n_columns && !self->answer->has_after; i++)
    {
      const GscopeRecordRingColumn *from = &entry->columns[i];
      const GscopeColumn column = { from->min, from->max, from->first, from->last, from->count };
      gint64 begin = MAX (from->time, entry->first);
      gint64 end = MIN (from->time + entry->width - 1, entry->last);

      take_column (self, begin + offset, MAX (end - begin, 0) + 1, &column);
    }
  for (gsize j = 0; j < entry->n_gaps; j++)
    take_gap (self, entry->gaps[j].begin + offset,
              entry->gaps[j].end == G_MAXINT64 ? G_MAXINT64 : entry->gaps[j].end + offset,
              (GscopeGapCause) MIN (entry->gaps[j].cause, GSCOPE_N_GAP_CAUSES - 1));
  take_pause (self, file, entry->first + offset, entry->last + offset);
}

/* Out of samples. */

typedef struct
{
  Query *query;
  gint64 offset;
} Shifted;

static void
take_digest (gint64 time, gint64 width, const GscopeColumn *columns, gsize n, gpointer data)
{
  const Shifted *shifted = data;

  for (gsize i = 0; i < n; i++)
    if (columns[i].count > 0)
      take_column (shifted->query, time + (gint64) i * width + shifted->offset, width, &columns[i]);
}

/* Reads the column in which the trace of the signal begins. */
static void
read_border (Query *self, GscopeTrace *trace, gint64 begin, gint64 end, const Shifted *shifted)
{
  GscopeColumn column;

  gscope_trace_get_range (trace, gscope_trace_find (trace, begin), gscope_trace_find (trace, end),
                          &column);
  if (column.count > 0)
    take_column (self, begin + shifted->offset, end - begin, &column);
}

static void
read_trace (Query *self, const GscopeRecordRingFile *file, GscopeTrace *trace)
{
  gint64 offset = file->offset, from = self->question.from - offset;
  gint64 to = get_end (self) - offset, limit = MIN (get_end (self), self->question.end) - offset;
  gsize n = (gsize) (MAX (limit - from, 0) / self->question.width);
  guint64 end = gscope_trace_get_end (trace);
  Shifted shifted = { self, offset };
  gsize n_gaps;
  const GscopeGap *gaps = gscope_trace_get_gaps (trace, from, to, &n_gaps);

  for (gsize i = 0; i < n_gaps; i++)
    take_gap (self, gaps[i].begin + offset,
              gaps[i].end == G_MAXINT64 ? G_MAXINT64 : gaps[i].end + offset, gaps[i].cause);
  gscope_trace_digest_before (trace, from, take_digest, &shifted);
  gscope_trace_digest (trace, from, self->question.width, n, take_digest, &shifted);
  if (limit > from + self->question.width * (gint64) n)
    read_border (self, trace, from + self->question.width * (gint64) n, limit, &shifted);
  gscope_trace_digest_after (trace, to, take_digest, &shifted);
  take_pause (self, file, gscope_trace_get_time (trace, 0) + offset,
              gscope_trace_get_time (trace, end - 1) + offset);
}

/* The walk over the files. */

static void walk (GTask *task);

static void
read_samples (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GscopeRecordRingSamples *samples;

  gscope_hand_over (data);
  samples = gscope_record_ring_samples_read (data, cancellable, &error);
  gscope_hand_over (data);
  if (samples)
    g_task_return_pointer (task, samples, (GDestroyNotify) gscope_record_ring_samples_unref);
  else
    g_task_return_error (task, error);
}

static void
read_loaded (Query *self, const GscopeRecordRingFile *file)
{
  GscopeTrace *trace = g_hash_table_lookup (file->samples->traces, self->question.signal);

  if (trace)
    read_trace (self, file, trace);
}

/* A file that was removed meanwhile, or is damaged, has nothing for the answer. */
static void
on_samples (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Query *self = g_task_get_task_data (task);
  GscopeRecordRingFile *file = self->files->pdata[self->next++];
  GscopeRecordRingSamples *samples = g_task_propagate_pointer (G_TASK (result), NULL);

  gscope_hand_over (g_task_get_task_data (G_TASK (result)));
  if (g_task_return_error_if_cancelled (task))
    {
      g_clear_pointer (&samples, gscope_record_ring_samples_unref);
      return;
    }
  if (samples)
    {
      g_clear_pointer (&file->samples, gscope_record_ring_samples_unref);
      file->samples = samples;
      read_loaded (self, file);
      self->loaded (source, file, file != self->written);
    }
  walk (task);
}

static void
load (GTask *task, const GscopeRecordRingFile *file)
{
  g_autoptr (GTask) reading =
      g_task_new (g_task_get_source_object (task), g_task_get_cancellable (task), on_samples,
                  g_object_ref (task));

  g_task_set_task_data (reading, g_strdup (file->path), g_free);
  gscope_hand_over (g_task_get_task_data (reading));
  g_task_run_in_thread (reading, read_samples);
}

/* Returns FALSE if the samples of the file are needed. */
static gboolean
read_file (Query *self, const GscopeRecordRingFile *file)
{
  g_auto (GscopeRecordRingEntry) entry = { 0 };

  if (file->index)
    {
      if (!gscope_record_ring_index_find (file->index, self->question.signal, &entry))
        return TRUE;
      if (is_fine (self, file, &entry) || is_outside (self, file, &entry))
        {
          read_entry (self, file, &entry);
          return TRUE;
        }
    }
  if (!file->samples)
    return FALSE;
  read_loaded (self, file);
  return TRUE;
}

static gboolean
on_idle (gpointer task)
{
  if (!g_task_return_error_if_cancelled (task))
    walk (task);
  return G_SOURCE_REMOVE;
}

/* Lets other work of the main loop come in between. */
static void
walk_later (GTask *task)
{
  g_autoptr (GSource) idle = g_idle_source_new ();

  g_source_set_priority (idle, G_PRIORITY_DEFAULT);
  g_source_set_static_name (idle, "[gscope] ring");
  g_source_set_callback (idle, on_idle, g_object_ref (task), g_object_unref);
  g_source_attach (idle, g_task_get_context (task));
}

/* Reads files until one is not in memory, and continues when it is. */
static void
walk (GTask *task)
{
  Query *self = g_task_get_task_data (task);

  for (guint n = 0; self->next < self->files->len && !self->answer->has_after; self->next++)
    {
      if (!read_file (self, self->files->pdata[self->next]))
        {
          load (task, self->files->pdata[self->next]);
          return;
        }
      if (++n < SLICE)
        continue;
      self->next++;
      walk_later (task);
      return;
    }
  if (self->question.border.count > 0)
    join (&self->answer->columns[self->question.n - 1], &self->question.border);
  if (self->written)
    take_pause (self, self->written, self->written->first, self->written->first);
  g_task_return_pointer (task, g_steal_pointer (&self->answer),
                         (GDestroyNotify) gscope_record_ring_answer_free);
}

void
gscope_record_ring_query (
    GPtrArray *files, GscopeRecordRingFile *written, const GscopeRecordRingQuestion *question,
    void (*loaded) (gpointer owner, GscopeRecordRingFile *file, gboolean is_whole), GTask *task)
{
  g_autoptr (GTask) taken = task;
  Query *self = g_new0 (Query, 1);

  self->question = *question;
  self->question.signal = g_strdup (question->signal);
  self->files = files;
  self->written = written ? gscope_record_ring_file_ref (written) : NULL;
  self->loaded = loaded;
  self->answer = g_new0 (GscopeRecordRingAnswer, 1);
  self->answer->n = question->n;
  self->answer->columns = g_new0 (GscopeColumn, question->n);
  self->answer->gaps = g_array_new (FALSE, FALSE, sizeof (GscopeGap));
  g_task_set_task_data (taken, self, query_free);
  walk (taken);
}

gboolean
gscope_record_ring_question_init (GscopeRecordRingQuestion *self, GscopeSignal *signal, gint64 pen,
                                  gint64 from, gint64 width, gint64 n, gint64 *until)
{
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  guint64 first = gscope_trace_get_first (trace);
  gint64 begin = gscope_trace_get_end (trace) > first ? gscope_trace_get_time (trace, first) : pen;

  if (begin <= from)
    return FALSE;
  *self = (GscopeRecordRingQuestion){
    (char *) gscope_signal_get_full_name (signal),   from,  width,
    (gsize) MIN (n, (begin - from - 1) / width + 1), begin, { .count = 0 }
  };
  gscope_trace_get_columns (trace, from + width * (gint64) (self->n - 1), width, 1, &self->border);
  /* the last samples before the trace are not in a file yet: evicted samples, or samples of a former signal of this
   * name */
  if (begin > pen - LAG)
    *until = MIN (*until, pen - LAG);
  return TRUE;
}
