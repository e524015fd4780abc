/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include "metadata.h"
#include "series.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/gscope.h>
#include <string.h>
#include <web-source/client.h>
#include <web-source/lines.h>
#include <web-source/rounds.h>
#include <web-source/times.h>

enum
{
  /* metrics that the server is asked about */
  MAX_METRICS = 64,
};

/* If the server does not tell its own one. */
#define DEFAULT_STEP (15 * GSCOPE_SEC)
#define MIN_INTERVAL (GSCOPE_SEC / 10)
#define DEFAULT_ADDRESS "http://localhost:9090"

struct _PrometheusSource
{
  GscopeSource parent_instance;

  /* options */
  char *address;
  char *expressions;
  double step_option;
  double interval_option;

  WebRounds *rounds;
  WebLines *lines;
  /* NULL while the source is stopped */
  WebClient *client;
  /* of PrometheusExpression, and the options that they are of */
  GPtrArray *asked_for;
  char *shown;
  char *shown_address;
  /* PrometheusMetadata by metric, and the metrics about which the server has to be asked */
  GHashTable *metadata;
  GQueue unknown;
  /* whether it is asked about the family of the first one */
  gboolean asks_family;

  /* of the server; 0 before it was asked */
  gint64 step;
  WebTimes times;
  /* the index of the present expression */
  guint next;
};

G_DEFINE_FINAL_TYPE (PrometheusSource, prometheus_source, GSCOPE_TYPE_SOURCE)

static gint64
get_now (PrometheusSource *self)
{
  return gscope_clock_get_time (gscope_source_get_clock (GSCOPE_SOURCE (self)));
}

static PrometheusExpression *
get_expression (PrometheusSource *self, guint i)
{
  return self->asked_for->pdata[i];
}

/* The server cuts times to milliseconds. */
static void
compare_clocks (PrometheusSource *self, const PrometheusAnswer *answer)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  const PrometheusSeries *series = answer->series->len > 0 ? answer->series->pdata[0] : NULL;

  if (!answer->is_instant || !series || series->samples->len != 1)
    return;
  web_times_compare (&self->times, source, g_array_index (series->samples, GscopeSample, 0).time,
                     GSCOPE_MSEC);
  for (guint i = 0; i < self->asked_for->len; i++)
    prometheus_past_set_ahead (get_expression (self, i)->past,
                               web_times_get_ahead (&self->times, source));
}

/* Rounds. */

static void
end_round (PrometheusSource *self)
{
  guint n_missing = web_lines_end_round (self->lines, get_now (self));
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->asked_for->len == 0)
    web_append_trouble (text, _ ("there is no expression; enter one, such as “up”"));
  for (guint i = 0; i < self->asked_for->len; i++)
    if (get_expression (self, i)->trouble)
      web_append_trouble (text, get_expression (self, i)->trouble);
  web_lines_describe (self->lines, text);
  web_rounds_end (self->rounds, n_missing, NULL, text->len > 0 ? text->str : NULL);
}

/* The server cannot be asked. */
static void
fail_round (PrometheusSource *self, const GError *error)
{
  web_lines_break (self->lines, get_now (self), GSCOPE_GAP_CAUSE_SILENT);
  web_rounds_end (self->rounds, web_lines_count (self->lines), error, NULL);
}

static void ask_next (PrometheusSource *self);

/* The scrape interval. */

static void
set_step (PrometheusSource *self, gint64 step)
{
  gint64 interval =
      self->interval_option > 0 ? (gint64) (self->interval_option * GSCOPE_SEC) : step;

  self->step = step;
  web_rounds_set_interval (self->rounds, MAX (interval, MIN_INTERVAL));
  for (guint i = 0; i < self->asked_for->len; i++)
    prometheus_past_connect (get_expression (self, i)->past, self->client,
                             gscope_source_get_clock (GSCOPE_SOURCE (self)), step);
}

/* A server that does not tell it may answer queries nevertheless. */
static void
take_scrape_interval (gpointer answer, const GError *error, gpointer data)
{
  PrometheusSource *self = data;

  if (!answer && error->domain != GSCOPE_ERROR)
    {
      fail_round (self, error);
      return;
    }
  set_step (self, answer ? *(gint64 *) answer : DEFAULT_STEP);
  ask_next (self);
}

/* Metadata. */

static gboolean
has_family (const char *metric)
{
  g_autofree char *family = prometheus_metadata_dup_family (metric);

  return family != NULL;
}

/* The metadata of a histogram, and of a counter in the format OpenMetrics, are those of the family. */
static void
take_metadata (gpointer answer, const GError *error, gpointer data)
{
  PrometheusSource *self = data;
  const PrometheusMetadata *read = answer;
  char *metric = g_queue_peek_head (&self->unknown);

  if (read && !read->type[0] && !self->asks_family && has_family (metric))
    {
      self->asks_family = TRUE;
      ask_next (self);
      return;
    }
  self->asks_family = FALSE;
  g_queue_pop_head (&self->unknown);
  if (!answer && error->domain != GSCOPE_ERROR)
    {
      g_free (metric);
      fail_round (self, error);
      return;
    }
  g_hash_table_insert (self->metadata, metric, read ? prometheus_metadata_copy (read) : NULL);
  ask_next (self);
}

static void
list_unknown (PrometheusSource *self, const PrometheusAnswer *answer)
{
  for (guint i = 0; i < answer->series->len; i++)
    {
      const PrometheusSeries *series = answer->series->pdata[i];

      if (!series->metric[0] || g_hash_table_contains (self->metadata, series->metric)
          || g_queue_find_custom (&self->unknown, series->metric, (GCompareFunc) strcmp)
          || g_hash_table_size (self->metadata) + self->unknown.length >= MAX_METRICS)
        continue;
      g_queue_push_tail (&self->unknown, g_strdup (series->metric));
    }
}

/* Values. */

static void
show_series (PrometheusSource *self, const PrometheusSeries *series)
{
  g_autofree char *key = g_strdup_printf ("%u %s%s", self->next, series->metric, series->labels);
  const GscopeSample *newest;

  if (series->samples->len == 0)
    return;
  if (!web_lines_contains (self->lines, key) && web_lines_has_room (self->lines))
    {
      g_autoptr (GscopeSignal) signal =
          prometheus_signal_new (GSCOPE_SOURCE (self), get_expression (self, self->next), series,
                                 g_hash_table_lookup (self->metadata, series->metric));

      web_lines_add (self->lines, key, signal);
    }
  newest = &g_array_index (series->samples, GscopeSample, series->samples->len - 1);
  web_lines_push (self->lines, key,
                  newest->time - web_times_get_ahead (&self->times, GSCOPE_SOURCE (self)),
                  newest->value);
}

static void
set_trouble (PrometheusSource *self, const char *trouble)
{
  PrometheusExpression *expression = get_expression (self, self->next);

  g_free (expression->trouble);
  expression->trouble = g_strdup (trouble);
}

static void
show_answer (PrometheusSource *self, const PrometheusAnswer *answer)
{
  compare_clocks (self, answer);
  for (guint i = 0; i < answer->series->len; i++)
    show_series (self, answer->series->pdata[i]);
  web_lines_lose (self->lines, answer->n_excess);
  set_trouble (self, answer->n_histograms > 0
                         ? _ ("histograms are not shown; use histogram_quantile () or "
                              "histogram_avg ()")
                         : answer->warning);
  self->next++;
}

/* After the metadata of new metrics, values are asked for again, as time has passed. */
static void
take_values (gpointer answer, const GError *error, gpointer data)
{
  PrometheusSource *self = data;

  if (!answer && !g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED))
    {
      fail_round (self, error);
      return;
    }
  if (answer)
    list_unknown (self, answer);
  if (!answer)
    {
      set_trouble (self, error->message);
      self->next++;
    }
  else if (self->unknown.length == 0)
    show_answer (self, answer);
  ask_next (self);
}

static const WebKind scrape_interval_kind = { prometheus_scrape_interval_read, g_free,
                                              take_scrape_interval };
static const WebKind metadata_kind = { prometheus_metadata_read, prometheus_metadata_free,
                                       take_metadata };
static const WebKind values_kind = { prometheus_answer_read, prometheus_answer_free, take_values };

static void
ask_values (PrometheusSource *self)
{
  g_autoptr (GString) form = g_string_new (NULL);

  web_form_add (form, "query", get_expression (self, self->next)->text);
  web_client_send (self->client, "/api/v1/query", form->str, &values_kind, self);
}

static void
ask_metadata (PrometheusSource *self)
{
  g_autoptr (GString) target = g_string_new ("/api/v1/metadata?limit=1");
  const char *metric = g_queue_peek_head (&self->unknown);
  g_autofree char *family = self->asks_family ? prometheus_metadata_dup_family (metric) : NULL;

  web_form_add (target, "metric", family ? family : metric);
  web_client_send (self->client, target->str, NULL, &metadata_kind, self);
}

/* Asks first for what values need. */
static void
ask_next (PrometheusSource *self)
{
  web_times_begin (&self->times, GSCOPE_SOURCE (self));
  if (self->step == 0)
    web_client_send (self->client, "/api/v1/status/config", NULL, &scrape_interval_kind, self);
  else if (self->unknown.length > 0)
    ask_metadata (self);
  else if (self->next < self->asked_for->len)
    ask_values (self);
  else
    end_round (self);
}

static void
begin_round (GscopeSource *source)
{
  PrometheusSource *self = PROMETHEUS_SOURCE (source);

  self->next = 0;
  web_lines_begin_round (self->lines);
  ask_next (self);
}

/* Verbs. */

/* Signals of the same expressions at the same server stay. */
static void
take_over_options (PrometheusSource *self)
{
  if (g_strcmp0 (self->shown, self->expressions) == 0
      && g_strcmp0 (self->shown_address, self->address) == 0)
    return;
  g_free (self->shown);
  self->shown = g_strdup (self->expressions);
  g_free (self->shown_address);
  self->shown_address = g_strdup (self->address);
  web_lines_clear (self->lines);
  g_hash_table_remove_all (self->metadata);
  g_ptr_array_unref (self->asked_for);
  /* they were checked */
  self->asked_for = prometheus_expressions_parse (self->expressions, NULL);
}

static void
prometheus_source_start_async (GscopeSource *source, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
  PrometheusSource *self = PROMETHEUS_SOURCE (source);

  take_over_options (self);
  self->client = web_client_new (self->address);
  self->times = (WebTimes){ 0 };
  self->step = 0;
  web_rounds_set_interval (self->rounds, DEFAULT_STEP);
  if (self->step_option > 0)
    set_step (self, (gint64) (self->step_option * GSCOPE_SEC));
  web_rounds_start (self->rounds, callback, user_data);
}

static void
disconnect (PrometheusSource *self)
{
  for (guint i = 0; i < self->asked_for->len; i++)
    prometheus_past_disconnect (get_expression (self, i)->past);
  g_clear_pointer (&self->client, web_client_free);
  g_queue_clear_full (&self->unknown, g_free);
  self->asks_family = FALSE;
}

static void
prometheus_source_stop (GscopeSource *source)
{
  PrometheusSource *self = PROMETHEUS_SOURCE (source);

  web_rounds_stop (self->rounds);
  disconnect (self);
  web_lines_break (self->lines, get_now (self), GSCOPE_GAP_CAUSE_STOPPED);
}

static void
prometheus_source_count_lost (GscopeSource *source, GscopeTally *tally)
{
  tally->counts[GSCOPE_LOSS_LIMIT] += web_lines_count_lost (PROMETHEUS_SOURCE (source)->lines);
}

static void
prometheus_source_list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  const char *address = NULL;

  if (!options || !g_variant_lookup (options, "address", "&s", &address))
    address = DEFAULT_ADDRESS;
  g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_KIND_ASK, address, NULL));
}

/* Options. */

static gboolean
take_address (gpointer self, GVariant *value, GError **error)
{
  return web_address_check (g_variant_get_string (value, NULL), error);
}

static gboolean
take_expressions (gpointer self, GVariant *value, GError **error)
{
  g_autoptr (GPtrArray) expressions =
      prometheus_expressions_parse (g_variant_get_string (value, NULL), error);

  return expressions != NULL;
}

#define WORD(member) G_STRUCT_OFFSET (PrometheusSource, member)

static const GscopeSourceOption options[] = {
  { "address", "s", N_ ("Address"), N_ ("Address of the server, such as http://localhost:9090"),
    "'" DEFAULT_ADDRESS "'", .offset = WORD (address), .take = take_address },
  { "expressions", "s", N_ ("Expressions"),
    N_ ("Expressions in PromQL, separated by semicolons; NAME = EXPRESSION gives one a name"),
    "'up'", .offset = WORD (expressions), .take = take_expressions },
  { "interval", "d", N_ ("Interval"),
    N_ ("Seconds from one request for the newest values to the next; 0 for the step"), "0.0",
    .offset = WORD (interval_option), .min = 0, .max = 3600 },
  { "step", "d", N_ ("Time Step"),
    N_ ("Seconds between the samples of the past; 0 for the interval at which the server scrapes"),
    "0.0", .offset = WORD (step_option), .min = 0, .max = 86400 },
  { .name = NULL },
};

static void
prometheus_source_constructed (GObject *object)
{
  PrometheusSource *self = PROMETHEUS_SOURCE (object);

  self->metadata =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, prometheus_metadata_free);
  self->asked_for = g_ptr_array_new ();
  self->lines = web_lines_new (GSCOPE_SOURCE (object));
  self->rounds = web_rounds_new (GSCOPE_SOURCE (object), begin_round);
  G_OBJECT_CLASS (prometheus_source_parent_class)->constructed (object);
}

static void
prometheus_source_dispose (GObject *object)
{
  PrometheusSource *self = PROMETHEUS_SOURCE (object);

  web_rounds_stop (self->rounds);
  disconnect (self);
  web_lines_clear (self->lines);
  G_OBJECT_CLASS (prometheus_source_parent_class)->dispose (object);
}

static void
prometheus_source_finalize (GObject *object)
{
  PrometheusSource *self = PROMETHEUS_SOURCE (object);

  web_rounds_free (self->rounds);
  web_lines_free (self->lines);
  g_ptr_array_unref (self->asked_for);
  g_hash_table_unref (self->metadata);
  g_free (self->shown);
  g_free (self->shown_address);
  G_OBJECT_CLASS (prometheus_source_parent_class)->finalize (object);
}

static void
prometheus_source_class_init (PrometheusSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = prometheus_source_constructed;
  object_class->dispose = prometheus_source_dispose;
  object_class->finalize = prometheus_source_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->options = options;
  source_class->list_demands = prometheus_source_list_demands;
  source_class->start_async = prometheus_source_start_async;
  source_class->stop = prometheus_source_stop;
  source_class->count_lost = prometheus_source_count_lost;
}

static void
prometheus_source_init (PrometheusSource *self)
{
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "prometheus", PROMETHEUS_TYPE_SOURCE, _ ("Prometheus"),
                                   _ ("The values of a Prometheus server, now and in the past, "
                                      "chosen by expressions in PromQL."),
                                   "prometheus", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
