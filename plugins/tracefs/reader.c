/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "reader.h"

#include <gscope/trace/gap.h>

#define SEC G_GINT64_CONSTANT (1000000000)

enum
{
  /* pages that are read at a time, of all processors; the others stay in the kernel */
  MAX_PAGES = 512,
  /* events that wait for older ones of other processors */
  MAX_WAITING = 65536,
  /* markers in a second */
  MAX_MARKS = 100,
};

/* The intervals over which rates are computed, and losses read from the kernel. */
#define INTERVAL (SEC / 4)

struct _TraceReader
{
  TraceFeed feed;
  TraceDecoder *decoder;
  GPtrArray *rows;
  guint8 *page;
  /* TraceEvent: those that were read and not pushed */
  GArray *waiting;
  /* the newest event of the processor that is read */
  gint64 newest;
  /* the times of the first and the last event that found no room; no such event: G_MAXINT64 */
  gint64 dropped_from;
  gint64 dropped_until;

  gboolean with_marks;
  gint64 marks_since;
  guint n_marks;

  /* events of each row since a time */
  guint *counts;
  gint64 counted_since;
  TraceCounts lost;

  /* NULL without a schedule */
  ScheduleLanes *lanes;
  ScheduleFeed schedule;
  /* SwitchesEvent: those that the lanes have not read */
  GArray *switches;
  guint64 n_breaks;
};

static void
clear_event (gpointer data)
{
  g_free (((TraceEvent *) data)->text);
}

TraceReader *
trace_reader_new (const TraceFeed *feed, GPtrArray *rows, GString *problems)
{
  TraceReader *self = g_new0 (TraceReader, 1);

  self->feed = *feed;
  self->rows = rows;
  self->decoder = trace_decoder_new ();
  self->page = g_malloc (TRACE_MAX_PAGE);
  self->dropped_from = G_MAXINT64;
  self->waiting = g_array_new (FALSE, FALSE, sizeof (TraceEvent));
  g_array_set_clear_func (self->waiting, clear_event);
  self->switches = g_array_new (FALSE, FALSE, sizeof (SwitchesEvent));
  self->counts = g_new0 (guint, rows->len);
  for (guint i = 0; i < rows->len; i++)
    {
      const TraceChoice *choice = ((TraceRow *) rows->pdata[i])->choice;
      g_autofree char *format = feed->read_format (feed->data, choice, NULL);
      g_autoptr (GError) problem = NULL;

      /* one that is missing was reported by the feed */
      if (!trace_decoder_add (self->decoder, choice, format, &problem))
        g_string_append_printf (problems, "%s%s", problems->len > 0 ? "; " : "", problem->message);
    }
  return self;
}

void
trace_reader_free (TraceReader *self)
{
  if (self->feed.free)
    self->feed.free (self->feed.data);
  g_clear_pointer (&self->lanes, schedule_lanes_free);
  trace_decoder_free (self->decoder);
  g_array_unref (self->waiting);
  g_array_unref (self->switches);
  g_free (self->counts);
  g_free (self->page);
  g_free (self);
}

/* The schedule. */

static gsize
read_switches (gpointer data, SwitchesFunc func, gpointer user_data)
{
  TraceReader *self = data;
  const guint n = self->switches->len;

  for (guint i = 0; i < n; i++)
    func (&g_array_index (self->switches, SwitchesEvent, i), user_data);
  g_array_set_size (self->switches, 0);
  return n;
}

static guint64
count_breaks (gpointer data)
{
  return ((const TraceReader *) data)->n_breaks;
}

void
trace_reader_show_schedule (TraceReader *self, GscopeClock *clock, GArray *processors)
{
  self->schedule = (ScheduleFeed){
    .read = read_switches,
    .count_lost = count_breaks,
    .data = self,
    .is_on_clock = TRUE,
  };
  self->lanes = schedule_lanes_new (&self->schedule, clock, processors);
}

ScheduleLanes *
trace_reader_get_lanes (TraceReader *self)
{
  return self->lanes;
}

guint
trace_reader_count_processors (const TraceReader *self)
{
  return self->feed.n_processors;
}

/* The lanes break off after the events before the loss. */
static void
break_schedule (TraceReader *self)
{
  self->n_breaks++;
  if (self->lanes)
    schedule_lanes_read (self->lanes);
}

static gboolean
is_of_schedule (const TraceReader *self, const TraceEvent *event)
{
  return self->lanes && event->is_scheduled;
}

/* Reading. */

/* Returns whether the event is to be a marker. */
static gboolean
take_mark (TraceReader *self, gint64 time)
{
  if (!self->with_marks)
    return FALSE;
  /* the events of another processor may be older */
  if (time - self->marks_since >= SEC)
    {
      self->marks_since = time;
      self->n_marks = 0;
    }
  if (self->n_marks == MAX_MARKS)
    {
      self->lost.n_over_limit++;
      return FALSE;
    }
  self->n_marks++;
  return TRUE;
}

static void
on_event (TraceDecoder *decoder, TraceEvent *event, gpointer data)
{
  TraceReader *self = data;

  self->newest = event->time;
  if (self->waiting->len == MAX_WAITING)
    {
      self->lost.n_over_limit++;
      self->dropped_from = MIN (self->dropped_from, event->time);
      self->dropped_until = MAX (self->dropped_until, event->time);
      return;
    }
  if (!is_of_schedule (self, event) && take_mark (self, event->time))
    event->text = trace_decoder_dup_text (decoder);
  g_array_append_val (self->waiting, *event);
}

/* Returns the time up to which the events of all processors are there. */
static gint64
read_pages (TraceReader *self)
{
  const guint most = MAX (MAX_PAGES / MAX (self->feed.n_processors, 1), 1);
  gint64 limit = self->feed.get_time (self->feed.data);

  for (guint i = 0; i < self->feed.n_processors; i++)
    {
      guint n = 0;

      while (n < most && self->feed.read (self->feed.data, i, self->page))
        {
          trace_decoder_take (self->decoder, i, self->page, on_event, self);
          n++;
        }
      if (n == most)
        limit = MIN (limit, self->newest);
    }
  return limit;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const TraceEvent *first = a, *second = b;

  return first->time < second->time ? -1 : first->time > second->time;
}

/* Pushing. */

/* The kernel does not say of which events it lost some. */
static void
push_gaps (TraceReader *self, gint64 time)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const TraceRow *row = self->rows->pdata[i];

      for (guint k = 0; k < row->choice->n_fields; k++)
        if (row->producers[k])
          gscope_producer_push_gap (row->producers[k], time, GSCOPE_GAP_CAUSE_RING_FULL);
    }
}

/* Returns whether events before this one were lost, which is reported at the first event of a loss and
 * after its end. Events of other processors have times between those of the events that found no room,
 * so a gap after the last of these is not enough. */
static gboolean
take_loss (TraceReader *self, const TraceEvent *event)
{
  if (event->time < self->dropped_from)
    return event->has_lost;
  self->dropped_from = event->time > self->dropped_until ? G_MAXINT64 : self->dropped_until + 1;
  return TRUE;
}

static void
push (TraceReader *self, const TraceEvent *event)
{
  const TraceRow *row = self->rows->pdata[event->kind];

  if (take_loss (self, event))
    {
      push_gaps (self, event->time);
      break_schedule (self);
    }
  if (is_of_schedule (self, event))
    g_array_append_val (self->switches, event->scheduled);
  for (guint k = 0; k < row->choice->n_fields; k++)
    if (row->producers[k])
      gscope_producer_push (row->producers[k], event->time, event->values[k]);
  self->counts[event->kind]++;
}

static void
set_rates (TraceReader *self, gint64 now)
{
  const gint64 past = now - self->counted_since;

  if (self->counted_since > 0 && past < INTERVAL)
    return;
  for (guint i = 0; i < self->rows->len; i++)
    {
      TraceRow *row = self->rows->pdata[i];

      row->value = self->counted_since > 0 ? (double) self->counts[i] * SEC / (double) past
                                           : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
      self->counts[i] = 0;
    }
  self->counted_since = now;
  self->lost.n_lost = self->feed.count_lost (self->feed.data);
}

gboolean
trace_reader_read (TraceReader *self, GArray *marks, gboolean with_marks)
{
  gint64 limit;
  guint n = 0;

  self->with_marks = with_marks;
  limit = read_pages (self);
  g_array_sort (self->waiting, compare);
  for (; n < self->waiting->len; n++)
    {
      TraceEvent *event = &g_array_index (self->waiting, TraceEvent, n);

      if (event->time > limit)
        break;
      push (self, event);
      if (!event->text)
        continue;
      g_array_append_val (marks, *event);
      event->text = NULL;
    }
  g_array_remove_range (self->waiting, 0, n);
  set_rates (self, self->feed.get_time (self->feed.data));
  return self->lanes && schedule_lanes_read (self->lanes);
}

TraceCounts
trace_reader_count (const TraceReader *self)
{
  TraceCounts counts = self->lost;
  ScheduleCounts schedule;

  if (!self->lanes)
    return counts;
  schedule_lanes_count (self->lanes, &schedule);
  counts.n_unseen = schedule.n_unseen;
  counts.n_over_limit += schedule.n_excess;
  return counts;
}

gboolean
trace_reader_set_filter (TraceReader *self, const TraceChoice *choice, const char *filter,
                         GError **error)
{
  return self->feed.set_filter (self->feed.data, choice, filter, error);
}
