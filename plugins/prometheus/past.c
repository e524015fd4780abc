/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "past.h"

#include "answer.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/trace/gap.h>
#include <math.h>

enum
{
  /* requests under way */
  MAX_REQUESTS = 2,
  /* The server refuses more than 11,000 points of a series. */
  MAX_POINTS = 10000,
};

struct _PrometheusPast
{
  guint n_refs;
  char *expression;
  /* NULL while the source is not connected */
  WebClient *client;
  GscopeClock *clock;
  gint64 step;
  gint64 ahead;
  /* of Range: first those under way */
  GPtrArray *ranges;
};

struct _PrometheusHistory
{
  GscopeTileHistory parent_instance;

  PrometheusPast *past;
  char *metric;
  char *labels;
};

G_DEFINE_FINAL_TYPE (PrometheusHistory, prometheus_history, GSCOPE_TYPE_TILE_HISTORY)

/* A question of a history. A history cancels its questions before it ends. */
typedef struct
{
  PrometheusHistory *history;
  guint id;
} Asker;

/* Columns that histories have asked for, and the points of the server's time, in milliseconds, that are asked for them. */
typedef struct
{
  PrometheusPast *past;
  gint64 from;
  gint64 width;
  gsize n;
  gint64 ahead;
  gint64 now;
  gint64 first;
  gint64 last;
  gint64 step;
  /* of Asker */
  GArray *askers;
  /* NULL while it waits */
  WebRequest *request;
} Range;

static void
range_free (gpointer data)
{
  Range *range = data;

  g_array_unref (range->askers);
  g_free (range);
}

PrometheusPast *
prometheus_past_new (const char *expression)
{
  PrometheusPast *self = g_new0 (PrometheusPast, 1);

  self->n_refs = 1;
  self->expression = g_strdup (expression);
  self->ranges = g_ptr_array_new ();
  return self;
}

PrometheusPast *
prometheus_past_ref (PrometheusPast *self)
{
  self->n_refs++;
  return self;
}

void
prometheus_past_unref (PrometheusPast *self)
{
  if (--self->n_refs > 0)
    return;
  prometheus_past_disconnect (self);
  g_ptr_array_unref (self->ranges);
  g_free (self->expression);
  g_free (self);
}

void
prometheus_past_connect (PrometheusPast *self, WebClient *client, GscopeClock *clock, gint64 step)
{
  prometheus_past_disconnect (self);
  self->client = client;
  self->clock = g_object_ref (clock);
  self->step = step;
}

void
prometheus_past_set_ahead (PrometheusPast *self, gint64 ahead)
{
  self->ahead = ahead;
}

/* Answers. */

/* Takes a range out of the list and passes it to a function for each history, which may then drop its signal. */
static void
settle (Range *range, void (*func) (Range *range, const Asker *asker, gconstpointer data),
        gconstpointer data)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_remove (range->past->ranges, range);
  for (guint i = 0; i < range->askers->len; i++)
    g_ptr_array_add (kept, g_object_ref (g_array_index (range->askers, Asker, i).history));
  for (guint i = 0; i < range->askers->len; i++)
    func (range, &g_array_index (range->askers, Asker, i), data);
  range_free (range);
}

static void
fail (Range *range, const Asker *asker, gconstpointer error)
{
  gscope_tile_history_complete (GSCOPE_TILE_HISTORY (asker->history), asker->id, 0, error);
}

void
prometheus_past_disconnect (PrometheusPast *self)
{
  g_autoptr (GError) error =
      g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("the source is not connected"));

  self->client = NULL;
  while (self->ranges->len > 0)
    {
      Range *range = self->ranges->pdata[self->ranges->len - 1];

      if (range->request)
        web_request_cancel (range->request);
      settle (range, fail, error);
    }
  g_clear_object (&self->clock);
}

static void
add_value (GscopeColumn *column, double value)
{
  if (column->count++ == 0)
    *column = (GscopeColumn){ INFINITY, -INFINITY, value, value, 1 };
  column->last = value;
  if (isfinite (value))
    {
      column->min = MIN (column->min, value);
      column->max = MAX (column->max, value);
    }
}

/* Passes a sample beside the columns, with which the line goes on there. */
static void
take_neighbour (const Range *range, const Asker *asker, const GscopeSample *sample)
{
  const GscopeColumn column = { sample->value, sample->value, sample->value, sample->value, 1 };

  gscope_tile_history_take (GSCOPE_TILE_HISTORY (asker->history), asker->id,
                            sample->time - range->ahead, 1, &column, 1);
}

/* Fills the columns. Points without a sample are gaps. */
static void
fill (const Range *range, const Asker *asker, const PrometheusSeries *series, GscopeColumn *columns)
{
  guint k = 0;

  for (gsize i = 0; i < range->n; i++)
    columns[i] = (GscopeColumn){ NAN, -INFINITY, NAN, NAN, 0 };
  for (gint64 at = range->first; at <= range->last; at += range->step)
    {
      gint64 time = at * GSCOPE_MSEC;
      gint64 distance = time - range->ahead - range->from;
      gint64 place = distance / range->width;
      const GscopeSample *samples = series ? (GscopeSample *) series->samples->data : NULL;
      gboolean has_sample, is_inside = distance >= 0 && place < (gint64) range->n;

      while (series && k < series->samples->len && samples[k].time < time)
        k++;
      has_sample = series && k < series->samples->len && samples[k].time == time;
      if (has_sample && is_inside)
        add_value (&columns[place], samples[k].value);
      else if (has_sample)
        take_neighbour (range, asker, &samples[k]);
      else if (is_inside && columns[place].count == 0)
        columns[place].min = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
    }
}

static void
succeed (Range *range, const Asker *asker, gconstpointer answer)
{
  GscopeTileHistory *history = GSCOPE_TILE_HISTORY (asker->history);
  g_autofree GscopeColumn *columns = g_new (GscopeColumn, range->n);

  fill (range, asker,
        prometheus_answer_find (answer, asker->history->metric, asker->history->labels), columns);
  gscope_tile_history_take (history, asker->id, range->from, range->width, columns, range->n);
  gscope_tile_history_complete (history, asker->id, range->now, NULL);
}

static void send_waiting (PrometheusPast *self);

static void
take (gpointer answer, const GError *error, gpointer data)
{
  Range *range = data;
  PrometheusPast *past = prometheus_past_ref (range->past);

  if (answer)
    settle (range, succeed, answer);
  else
    settle (range, fail, error);
  send_waiting (past);
  prometheus_past_unref (past);
}

static const WebKind query = { prometheus_answer_read, prometheus_answer_free, take };

/* Questions. */

static void
add_seconds (GString *form, const char *name, gint64 milliseconds)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT ".%03d", milliseconds / 1000,
                                           (int) (milliseconds % 1000));

  web_form_add (form, name, text);
}

static void
send_range (Range *range)
{
  g_autoptr (GString) form = g_string_new (NULL);

  web_form_add (form, "query", range->past->expression);
  add_seconds (form, "start", range->first);
  add_seconds (form, "end", range->last);
  add_seconds (form, "step", range->step);
  range->request =
      web_client_send (range->past->client, "/api/v1/query_range", form->str, &query, range);
}

static void
send_waiting (PrometheusPast *self)
{
  for (guint i = 0; self->client && i < MIN (self->ranges->len, MAX_REQUESTS); i++)
    {
      Range *range = self->ranges->pdata[i];

      if (!range->request)
        send_range (range);
    }
}

/* Chooses the points: multiples of the step, from the one before the first column to the one behind the last, but none of the
 * future, for which the server would repeat the present. */
static void
choose_points (Range *range, gint64 step)
{
  gint64 begin = range->from + range->ahead;
  gint64 end = range->from + range->width * (gint64) range->n - 1 + range->ahead;
  gint64 span = MAX (end - begin, 0) / GSCOPE_MSEC;

  range->step = MAX (MAX (step, range->width) / GSCOPE_MSEC, span / MAX_POINTS + 1);
  begin = (MAX (begin, 0) + GSCOPE_MSEC - 1) / GSCOPE_MSEC;
  range->first = MAX ((begin - 1) / range->step * range->step, 0);
  range->last = MIN (end / GSCOPE_MSEC + range->step, (range->now + range->ahead) / GSCOPE_MSEC);
}

static Range *
add_range (PrometheusPast *self, gint64 from, gint64 width, gsize n)
{
  Range *range = g_new0 (Range, 1);

  *range = (Range){ .past = self, .from = from, .width = width, .n = n, .ahead = self->ahead };
  range->now = gscope_clock_get_time (self->clock);
  range->askers = g_array_new (FALSE, FALSE, sizeof (Asker));
  choose_points (range, self->step);
  g_ptr_array_add (self->ranges, range);
  return range;
}

static Range *
find_range (PrometheusPast *self, gint64 from, gint64 width, gsize n)
{
  for (guint i = 0; i < self->ranges->len; i++)
    {
      Range *range = self->ranges->pdata[i];

      if (range->from == from && range->width == width && range->n == n)
        return range;
    }
  return NULL;
}

static void
prometheus_history_query (GscopeTileHistory *history, guint id, gint64 from, gint64 width, gsize n)
{
  PrometheusHistory *self = PROMETHEUS_HISTORY (history);
  PrometheusPast *past = self->past;
  Asker asker = { self, id };
  Range *range;

  if (!past->client)
    {
      g_autoptr (GError) error = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                                                      _ ("the source is not connected"));

      gscope_tile_history_complete (history, id, 0, error);
      return;
    }
  range = find_range (past, from, width, n);
  if (!range)
    range = add_range (past, from, width, n);
  if (range->first > range->last)
    {
      g_ptr_array_remove (past->ranges, range);
      gscope_tile_history_complete (history, id, range->now, NULL);
      range_free (range);
      return;
    }
  g_array_append_val (range->askers, asker);
  send_waiting (past);
}

static void
drop_asker (Range *range, PrometheusHistory *history, guint id)
{
  for (guint i = range->askers->len; i-- > 0;)
    {
      const Asker *asker = &g_array_index (range->askers, Asker, i);

      if (asker->history == history && asker->id == id)
        g_array_remove_index_fast (range->askers, i);
    }
}

static void
prometheus_history_cancel (GscopeTileHistory *history, guint id)
{
  PrometheusPast *past = PROMETHEUS_HISTORY (history)->past;

  for (guint i = past->ranges->len; i-- > 0;)
    {
      Range *range = past->ranges->pdata[i];

      drop_asker (range, PROMETHEUS_HISTORY (history), id);
      if (range->askers->len > 0)
        continue;
      if (range->request)
        web_request_cancel (range->request);
      g_ptr_array_remove_index (past->ranges, i);
      range_free (range);
    }
  send_waiting (past);
}

static void
prometheus_history_finalize (GObject *object)
{
  PrometheusHistory *self = PROMETHEUS_HISTORY (object);

  prometheus_past_unref (self->past);
  g_free (self->metric);
  g_free (self->labels);
  G_OBJECT_CLASS (prometheus_history_parent_class)->finalize (object);
}

static void
prometheus_history_class_init (PrometheusHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = prometheus_history_finalize;
  GSCOPE_TILE_HISTORY_CLASS (klass)->query = prometheus_history_query;
  GSCOPE_TILE_HISTORY_CLASS (klass)->cancel = prometheus_history_cancel;
}

static void
prometheus_history_init (PrometheusHistory *self)
{
}

GscopeHistory *
prometheus_past_create_history (PrometheusPast *self, GscopeClock *clock, const char *metric,
                                const char *labels)
{
  PrometheusHistory *history = g_object_new (PROMETHEUS_TYPE_HISTORY, NULL);

  history->past = prometheus_past_ref (self);
  history->metric = g_strdup (metric);
  history->labels = g_strdup (labels);
  gscope_tile_history_set_clock (GSCOPE_TILE_HISTORY (history), clock);
  return GSCOPE_HISTORY (history);
}
