/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trigger/far.h>

enum
{
  /* columns of a window, which a history keeps, and of all windows */
  WINDOW = 4096,
  MAX_COLUMNS = 1 << 20,
  /* columns of the windows in which the begin is looked for */
  BEGIN_WINDOW = 1024,
  BEGIN_BITS = 8,
  BATCH = 256,
};

/* The columns in which the begin is looked for, nanoseconds: from five hours each down to a microsecond. */
#define FIRST_WIDTH (G_GINT64_CONSTANT (1) << 44)
#define LAST_WIDTH (G_GINT64_CONSTANT (1) << 10)

struct _GscopeFar
{
  GscopeTimeline timeline;
  gint64 begin;
  gint64 time;
  gint64 end;
  gint64 width;
  gboolean has_begin;
  /* what is being loaded */
  GscopeHistoryRange window;
  GscopeFarFunc func;
  gpointer data;
  GTask *task;
};

/* Columns are as wide as it takes to have no more of them than there may be. */
static void
begin_reading (GscopeFar *self)
{
  self->has_begin = TRUE;
  for (self->width = 1; (self->end - self->begin) / self->width >= MAX_COLUMNS; self->width *= 2)
    continue;
  /* as the columns of histories */
  self->begin -= (self->begin % self->width + self->width) % self->width;
  self->time = self->begin;
}

GscopeFar *
gscope_far_new (const GscopeTimeline *timeline, gint64 begin, gint64 end)
{
  guint64 first = gscope_trace_get_first (timeline->trace);
  GscopeFar *self;

  if (!gscope_timeline_lacks (timeline, begin))
    return NULL;
  if (gscope_trace_get_end (timeline->trace) > first)
    end = MIN (end, gscope_trace_get_time (timeline->trace, first));
  else
    end = MIN (end, gscope_history_get_end (timeline->history));
  /* nobody knows where it ends */
  if (end == G_MAXINT64 || end <= begin)
    return NULL;
  self = g_new0 (GscopeFar, 1);
  self->timeline =
      (GscopeTimeline){ gscope_trace_ref (timeline->trace), g_object_ref (timeline->history) };
  self->begin = self->time = begin;
  self->end = end;
  self->width = FIRST_WIDTH;
  if (begin != G_MININT64)
    begin_reading (self);
  return self;
}

void
gscope_far_free (GscopeFar *self)
{
  gscope_trace_unref (self->timeline.trace);
  g_object_unref (self->timeline.history);
  g_free (self);
}

double
gscope_far_get_progress (const GscopeFar *self)
{
  if (!self->has_begin)
    return 0;
  return (double) (self->time - self->begin) / (double) MAX (self->end - self->begin, 1);
}

gboolean
gscope_far_is_coarse (const GscopeFar *self, gint64 time)
{
  gint64 begin = self->window.begin;
  GscopeColumn column;

  gscope_timeline_get_columns (&self->timeline, begin + (time - begin) / self->width * self->width,
                               self->width, 1, &column, NULL);
  return column.count > 2;
}

static void
pass_samples (GscopeFar *self)
{
  guint64 n_coarse, position = 0;
  g_autoptr (GscopeTrace) trace = gscope_timeline_compose (
      &self->timeline, self->window.begin, self->window.end, self->width, &n_coarse);
  GscopeSample samples[BATCH];
  gsize n;

  while ((n = gscope_trace_read (trace, position, samples, BATCH)) > 0)
    {
      for (gsize i = 0; i < n; i++)
        self->func (self->data, &samples[i]);
      position += n;
    }
  self->time = self->window.end;
}

static void on_loaded (GObject *object, GAsyncResult *result, gpointer data);

static void
load (GscopeFar *self, gint64 begin, gint64 end)
{
  self->window = (GscopeHistoryRange){ begin, end };
  gscope_history_load_async (self->timeline.history, begin, end, self->width,
                             g_task_get_cancellable (self->task), on_loaded, self);
}

static gint64
subtract (gint64 time, gint64 length)
{
  return time < G_MININT64 + length ? G_MININT64 : time - length;
}

static void
load_next (GscopeFar *self)
{
  load (self, self->time, MIN (self->time + WINDOW * self->width, self->end));
}

/* Takes the begin of the first column that has samples. */
static void
take_begin (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
            gpointer begin)
{
  if (column->count > 0)
    *(gint64 *) begin = MIN (*(gint64 *) begin, time);
}

/* Takes the first column that has samples as the beginning, and looks closer at a wide column. */
static void
find_begin (GscopeFar *self)
{
  gint64 width = self->width, begin = G_MAXINT64;

  gscope_history_visit (self->timeline.history, &self->window, width, take_begin, &begin);
  if (begin < self->end)
    self->begin = begin;
  else if (width == FIRST_WIDTH)
    self->begin = self->end;
  if (self->begin == self->end || width <= LAST_WIDTH
      || (self->end - self->begin) / width >= WINDOW)
    {
      begin_reading (self);
      return;
    }
  self->width >>= BEGIN_BITS;
  load (self, self->begin, MIN (self->begin + width, self->end));
}

static void
end (GscopeFar *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeFar *self = data;
  GError *error = NULL;

  if (!gscope_history_load_finish (GSCOPE_HISTORY (object), result, &error))
    {
      end (self, error);
      return;
    }
  if (self->has_begin)
    pass_samples (self);
  else
    find_begin (self);
  if (!self->has_begin)
    return;
  if (self->time < self->end)
    load_next (self);
  else
    end (self, NULL);
}

void
gscope_far_read_async (GscopeFar *self, GscopeFarFunc func, gpointer data, GTask *task)
{
  self->func = func;
  self->data = data;
  self->task = task;
  if (self->has_begin)
    load_next (self);
  else
    load (self, subtract (self->end, BEGIN_WINDOW * self->width), self->end);
}
