/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/merge.h>

#include <gscope/text/annotation.h>
#include <gscope/text/tuple.h>
#include <gscope/trace/private.h>
#include <math.h>

enum
{
  READ_AHEAD = 64,
};

struct _GscopeRecordCursor
{
  GscopeSignal *signal;
  guint lease;
  GscopeTrace *trace;
  /* that it had at the begin: a signal that was removed may get another one */
  char *name;
  /* The next position to read; what was read and is not written yet. */
  guint64 position;
  GscopeSample samples[READ_AHEAD];
  gsize i;
  gsize n;
  gboolean ended;
  gboolean broken;
  /* from when on the signal is recorded */
  gint64 start;
  /* the time of the last sample that was written, or the start */
  gint64 last;
  gboolean has_written;
  /* how often the trace had begun again; samples before this time came before it did */
  guint64 n_restarts;
  gint64 again;
  /* how many gaps that begin at a time were written */
  gint64 gap_time;
  guint n_gaps;
  /* what the signal had lost when it was last looked at */
  GscopeTally seen;
};

/* A source that loses input before it belongs to a signal, and what it had lost then. */
struct _GscopeRecordSourceCursor
{
  GscopeSource *source;
  GscopeTally seen;
  gboolean ended;
};

struct _GscopeRecordMerge
{
  gint64 start;
  gint64 position;
  GPtrArray *cursors;
  /* Those that have samples to write, the one with the oldest first: a binary heap. */
  GPtrArray *heap;
  /* in the order of time; while text is written, this many of them are in it */
  GPtrArray *markers;
  guint n_markers_written;
  GPtrArray *pending;
  /* of those that were written */
  GPtrArray *changed;
  GPtrArray *removed;
  GPtrArray *sources;
  GscopeRecordTallies *tallies;
};

static void
cursor_free (GscopeRecordCursor *cursor)
{
  gscope_signal_release (cursor->signal, cursor->lease);
  g_object_unref (cursor->signal);
  g_free (cursor->name);
  g_free (cursor);
}

static void
source_cursor_free (GscopeRecordSourceCursor *cursor)
{
  g_object_unref (cursor->source);
  g_free (cursor);
}

GscopeRecordMerge *
gscope_record_merge_new (gint64 start, GscopeRecordTallies *tallies)
{
  GscopeRecordMerge *self = g_new0 (GscopeRecordMerge, 1);

  self->start = self->position = start;
  self->cursors = g_ptr_array_new_with_free_func ((GDestroyNotify) cursor_free);
  self->heap = g_ptr_array_new ();
  self->markers = g_ptr_array_new_with_free_func (g_object_unref);
  self->pending = g_ptr_array_new_with_free_func (g_object_unref);
  self->changed = g_ptr_array_new_with_free_func (g_object_unref);
  self->removed = g_ptr_array_new_with_free_func (g_object_unref);
  self->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) source_cursor_free);
  self->tallies = tallies;
  return self;
}

void
gscope_record_merge_free (GscopeRecordMerge *self)
{
  g_ptr_array_unref (self->cursors);
  g_ptr_array_unref (self->heap);
  g_ptr_array_unref (self->markers);
  g_ptr_array_unref (self->pending);
  g_ptr_array_unref (self->changed);
  g_ptr_array_unref (self->removed);
  g_ptr_array_unref (self->sources);
  g_free (self);
}

/* Gets the losses of a signal before a time. */
static void
get_earlier_losses (GscopeSignal *signal, gint64 start, GscopeTally *tally)
{
  gsize n;
  const GscopeLossRecord *records = gscope_signal_get_losses (signal, start, G_MAXINT64, &n);

  gscope_tally_add_signal (tally, signal);
  for (gsize i = 0; i < n; i++)
    tally->counts[records[i].cause] -= records[i].count;
}

/* Returns whether the trace no longer has its samples from the start on. */
static gboolean
has_dropped (GscopeRecordCursor *cursor)
{
  guint64 first = gscope_trace_get_first (cursor->trace);

  return first > 0 && cursor->position == first && first < gscope_trace_get_end (cursor->trace)
         && gscope_trace_get_time (cursor->trace, first) > cursor->start;
}

GscopeRecordCursor *
gscope_record_merge_add (GscopeRecordMerge *self, GscopeSignal *signal, gint64 start)
{
  GscopeRecordCursor *cursor = g_new0 (GscopeRecordCursor, 1);

  cursor->signal = g_object_ref (signal);
  cursor->lease = gscope_signal_lease (signal, 0);
  cursor->trace = gscope_signal_get_trace (signal);
  cursor->name = g_strdup (gscope_signal_get_full_name (signal));
  cursor->position = gscope_trace_find (cursor->trace, start);
  cursor->start = cursor->last = cursor->gap_time = start;
  cursor->n_restarts = gscope_trace_get_n_restarts (cursor->trace);
  cursor->again = G_MININT64;
  cursor->broken = has_dropped (cursor);
  get_earlier_losses (signal, start, &cursor->seen);
  g_ptr_array_add (self->cursors, cursor);
  return cursor;
}

GscopeSignal *
gscope_record_cursor_get_signal (GscopeRecordCursor *cursor)
{
  return cursor->signal;
}

void
gscope_record_cursor_end (GscopeRecordCursor *cursor)
{
  cursor->ended = TRUE;
}

static void
insert_marker (GPtrArray *markers, GscopeMarker *marker)
{
  guint i = markers->len;

  while (i > 0 && gscope_marker_get_time (markers->pdata[i - 1]) > gscope_marker_get_time (marker))
    i--;
  g_ptr_array_insert (markers, i, g_object_ref (marker));
}

void
gscope_record_merge_add_marker (GscopeRecordMerge *self, GscopeMarker *marker)
{
  if (gscope_marker_get_time (marker) >= self->start)
    g_ptr_array_add (self->pending, g_object_ref (marker));
}

static gboolean
is_written (GscopeRecordMerge *self, GscopeMarker *marker)
{
  return gscope_marker_get_time (marker) >= self->start
         && !g_ptr_array_find (self->pending, marker, NULL)
         && !g_ptr_array_find (self->markers, marker, NULL);
}

void
gscope_record_merge_change_marker (GscopeRecordMerge *self, GscopeMarker *marker)
{
  if (is_written (self, marker) && !g_ptr_array_find (self->changed, marker, NULL))
    g_ptr_array_add (self->changed, g_object_ref (marker));
}

void
gscope_record_merge_remove_marker (GscopeRecordMerge *self, GscopeMarker *marker)
{
  if (is_written (self, marker))
    g_ptr_array_add (self->removed, g_object_ref (marker));
  else if (!g_ptr_array_remove (self->pending, marker))
    g_ptr_array_remove (self->markers, marker);
}

static void
write_news (GPtrArray *markers, GscopeMarkerNews news, GString *text)
{
  for (guint i = 0; i < markers->len; i++)
    gscope_annotation_append_marker (text, markers->pdata[i], news);
  g_ptr_array_set_size (markers, 0);
}

/* Writes that have not been answered stay where they are. */
static void
sort_markers (GscopeRecordMerge *self, gboolean is_last)
{
  guint n_waiting = 0;

  for (guint i = 0; i < self->pending->len; i++)
    {
      GscopeMarker *marker = self->pending->pdata[i];
      gboolean is_waiting =
          gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_PENDING && !is_last;

      if (!is_waiting)
        insert_marker (self->markers, marker);
      self->pending->pdata[i] = self->pending->pdata[n_waiting];
      self->pending->pdata[n_waiting] = marker;
      n_waiting += is_waiting;
    }
  g_ptr_array_set_size (self->pending, (int) n_waiting);
}

static gboolean
has_marker (GscopeRecordMerge *self, gint64 end)
{
  return self->n_markers_written < self->markers->len
         && gscope_marker_get_time (self->markers->pdata[self->n_markers_written]) < end;
}

static void
lose_evicted (GscopeRecordMerge *self, GscopeRecordCursor *cursor, guint64 n, GString *text)
{
  gscope_record_tallies_lose_own (self->tallies, cursor->name, self->position, GSCOPE_LOSS_EVICTED,
                                  n, text);
  cursor->broken = TRUE;
}

/* Writes the gap whose sample has this time, if it is that of one, with the time of its beginning. There may be
 * several, and the first may end where it begins. */
static gboolean
write_gap (GscopeRecordMerge *self, GscopeRecordCursor *cursor, gint64 time, gint64 begin,
           GString *text)
{
  gsize n;
  const GscopeGap *gaps = gscope_trace_get_gaps (cursor->trace, time - 1, time + 1, &n);
  guint n_before = cursor->gap_time == time ? cursor->n_gaps : 0;

  while (n > 0 && gaps->begin < time)
    gaps++, n--;
  if (n <= n_before)
    return FALSE;
  gscope_annotation_append_gap (text, cursor->name, MAX (begin, cursor->start),
                                gaps[n_before].cause);
  if (gaps[n_before].cause != GSCOPE_GAP_CAUSE_SWITCHED)
    gscope_record_tallies_add_gap (self->tallies, cursor->name);
  cursor->gap_time = time;
  cursor->n_gaps = n_before + 1;
  return TRUE;
}

/* Skips samples from before the recording, and samples that would not be in the order of times. A gap that was
 * noticed late, because a source does not answer, is written with its time; its sample is not, as the file may have
 * later samples of other signals. */
static void
skip_old (GscopeRecordMerge *self, GscopeRecordCursor *cursor, GString *text)
{
  guint64 n_late = 0;

  for (; cursor->i < cursor->n
         && cursor->samples[cursor->i].time < MAX (self->position, cursor->again);
       cursor->i++)
    {
      const GscopeSample *sample = &cursor->samples[cursor->i];

      if (sample->time < cursor->again)
        continue;
      n_late += !isnan (sample->value) && sample->time >= cursor->start;
      if (!isnan (sample->value))
        continue;
      write_gap (self, cursor, sample->time, sample->time, text);
      gscope_tuple_append (text, self->position, NAN, cursor->name);
    }
  gscope_record_tallies_lose_own (self->tallies, cursor->name, self->position, GSCOPE_LOSS_LATE,
                                  n_late, text);
}

/* The samples of a trace come again when its formula begins again: those that were written are not written again, and none is lost. */
static void
follow_restart (GscopeRecordMerge *self, GscopeRecordCursor *cursor)
{
  guint64 n_restarts = gscope_trace_get_n_restarts (cursor->trace);

  if (n_restarts == cursor->n_restarts)
    return;
  cursor->n_restarts = n_restarts;
  cursor->again = MAX (cursor->has_written ? cursor->last + 1 : cursor->start, self->position);
  cursor->position = gscope_trace_find (cursor->trace, cursor->again);
  cursor->i = cursor->n = 0;
}

/* Returns whether there is a sample; a few are read ahead. */
static gboolean
has_sample (GscopeRecordMerge *self, GscopeRecordCursor *cursor, GString *text)
{
  while (cursor->i == cursor->n)
    {
      guint64 first = gscope_trace_get_first (cursor->trace);

      if (cursor->position < first)
        {
          lose_evicted (self, cursor, first - cursor->position, text);
          cursor->position = first;
        }
      cursor->i = 0;
      cursor->n = gscope_trace_read (cursor->trace, cursor->position, cursor->samples, READ_AHEAD);
      if (cursor->n == 0)
        return FALSE;
      cursor->position += cursor->n;
      skip_old (self, cursor, text);
    }
  return TRUE;
}

static void
write_sample (GscopeRecordMerge *self, GscopeRecordCursor *cursor, GString *text)
{
  const GscopeSample *sample = &cursor->samples[cursor->i++];
  const gint64 begin = cursor->broken ? cursor->last : sample->time;

  if (isnan (sample->value) && write_gap (self, cursor, sample->time, begin, text))
    cursor->broken = FALSE;
  if (cursor->broken)
    {
      gscope_annotation_append_gap (text, cursor->name, cursor->last, GSCOPE_GAP_CAUSE_RING_FULL);
      gscope_tuple_append (text, sample->time, NAN, cursor->name);
      gscope_record_tallies_add_own_gap (self->tallies, cursor->name);
      cursor->broken = FALSE;
    }
  if (!isnan (sample->value))
    self->tallies->n_samples++;
  cursor->last = sample->time;
  cursor->has_written = TRUE;
  gscope_tuple_append (text, sample->time, sample->value, cursor->name);
}

static gint64
get_next_time (gpointer data)
{
  GscopeRecordCursor *cursor = data;

  return cursor->samples[cursor->i].time;
}

static void
sift_down (GPtrArray *heap, guint i)
{
  for (;;)
    {
      guint child = 2 * i + 1;
      gpointer cursor = heap->pdata[i];

      if (child + 1 < heap->len
          && get_next_time (heap->pdata[child + 1]) < get_next_time (heap->pdata[child]))
        child++;
      if (child >= heap->len || get_next_time (cursor) <= get_next_time (heap->pdata[child]))
        return;
      heap->pdata[i] = heap->pdata[child];
      heap->pdata[child] = cursor;
      i = child;
    }
}

static void
fill_heap (GscopeRecordMerge *self, gint64 end, GString *text)
{
  g_ptr_array_set_size (self->heap, 0);
  for (guint i = 0; i < self->cursors->len;)
    {
      GscopeRecordCursor *cursor = self->cursors->pdata[i];

      follow_restart (self, cursor);
      if (has_sample (self, cursor, text))
        {
          if (get_next_time (cursor) < end)
            g_ptr_array_add (self->heap, cursor);
        }
      else if (cursor->ended)
        {
          g_ptr_array_remove_index (self->cursors, i);
          continue;
        }
      i++;
    }
  for (guint i = self->heap->len / 2; i > 0; i--)
    sift_down (self->heap, i - 1);
}

/* Writes the sample of the first cursor of the heap. */
static void
write_next (GscopeRecordMerge *self, gint64 end, GString *text)
{
  GscopeRecordCursor *cursor = self->heap->pdata[0];

  self->position = get_next_time (cursor);
  write_sample (self, cursor, text);
  if (!has_sample (self, cursor, text) || get_next_time (cursor) >= end)
    g_ptr_array_remove_index_fast (self->heap, 0);
  if (self->heap->len > 0)
    sift_down (self->heap, 0);
}

/* Writes samples and markers in the order of time. */
static gboolean
write_both (GscopeRecordMerge *self, gint64 end, GString *text, gsize max)
{
  for (;;)
    {
      gint64 time = self->heap->len > 0 ? get_next_time (self->heap->pdata[0]) : end;
      gboolean is_marker = has_marker (self, time);

      if (!is_marker && self->heap->len == 0)
        return TRUE;
      if (text->len >= max)
        return FALSE;
      if (is_marker)
        gscope_annotation_append_marker (text, self->markers->pdata[self->n_markers_written++],
                                         GSCOPE_MARKER_NEWS_ADDED);
      else
        write_next (self, end, text);
    }
}

gboolean
gscope_record_merge_write (GscopeRecordMerge *self, gint64 end, gboolean is_last, GString *text,
                           gsize max)
{
  gboolean is_all;

  write_news (self->changed, GSCOPE_MARKER_NEWS_CHANGED, text);
  write_news (self->removed, GSCOPE_MARKER_NEWS_REMOVED, text);
  sort_markers (self, is_last);
  fill_heap (self, end, text);
  is_all = write_both (self, end, text, max);
  if (self->n_markers_written > 0)
    g_ptr_array_remove_range (self->markers, 0, self->n_markers_written);
  self->n_markers_written = 0;
  return is_all;
}

gint64
gscope_record_merge_get_position (GscopeRecordMerge *self)
{
  return self->position;
}

GscopeRecordSourceCursor *
gscope_record_merge_add_source (GscopeRecordMerge *self, GscopeSource *source)
{
  GscopeRecordSourceCursor *cursor = g_new0 (GscopeRecordSourceCursor, 1);

  cursor->source = g_object_ref (source);
  gscope_source_get_tally (source, &cursor->seen);
  g_ptr_array_add (self->sources, cursor);
  return cursor;
}

void
gscope_record_source_cursor_end (GscopeRecordSourceCursor *cursor)
{
  cursor->ended = TRUE;
}

/* When a signal last lost something for a cause. */
static gint64
find_loss (GscopeRecordMerge *self, GscopeSignal *signal, GscopeLoss cause)
{
  gsize n;
  const GscopeLossRecord *records = gscope_signal_get_losses (signal, G_MININT64, G_MAXINT64, &n);

  while (n-- > 0)
    if (records[n].cause == cause)
      return records[n].time;
  return self->position;
}

static void
count_signal (GscopeRecordMerge *self, GscopeRecordCursor *cursor, GString *text)
{
  GscopeTally now = { 0 };

  gscope_tally_add_signal (&now, cursor->signal);
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    if (now.counts[cause] != cursor->seen.counts[cause])
      gscope_record_tallies_lose (self->tallies, cursor->name,
                                  find_loss (self, cursor->signal, cause), cause,
                                  now.counts[cause] - cursor->seen.counts[cause], text);
  cursor->seen = now;
}

static void
count_source (GscopeRecordMerge *self, GscopeRecordSourceCursor *cursor, GString *text)
{
  const char *name = gscope_source_get_name (cursor->source);
  GscopeTally now;

  gscope_source_get_tally (cursor->source, &now);
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    gscope_record_tallies_lose (self->tallies, name, self->position, cause,
                                now.counts[cause] - cursor->seen.counts[cause], text);
  cursor->seen = now;
}

void
gscope_record_merge_count_lost (GscopeRecordMerge *self, GString *text)
{
  for (guint i = 0; i < self->cursors->len; i++)
    count_signal (self, self->cursors->pdata[i], text);
  for (guint i = 0; i < self->sources->len;)
    {
      GscopeRecordSourceCursor *cursor = self->sources->pdata[i];

      count_source (self, cursor, text);
      if (cursor->ended)
        g_ptr_array_remove_index (self->sources, i);
      else
        i++;
    }
}
