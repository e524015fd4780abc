/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "show.h"

#include "units.h"

#include <math.h>
#include <string.h>

/* The last value of a counter. */
typedef struct
{
  gint64 time;
  double value;
} Count;

/* Instances of a domain. */
typedef struct
{
  /* names by numbers */
  GHashTable *names;
  /* the round in which they were asked for last */
  guint round;
} Domain;

struct _PcpShow
{
  GscopeSource *source;
  WebLines *lines;
  /* of PcpMetric, by name */
  GHashTable *metrics;
  /* of Domain, by the text of the instance domain */
  GHashTable *domains;
  /* of Count, by the key of the signal */
  GHashTable *counts;
  /* names of metrics that are not fetched, as their values are no numbers */
  GHashTable *texts;
  gboolean rates;
  guint round;
};

static void
domain_free (gpointer data)
{
  Domain *domain = data;

  g_clear_pointer (&domain->names, g_hash_table_unref);
  g_free (domain);
}

PcpShow *
pcp_show_new (GscopeSource *source)
{
  PcpShow *self = g_new0 (PcpShow, 1);

  self->source = source;
  self->lines = web_lines_new (source);
  self->metrics = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, pcp_metric_free);
  self->domains = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, domain_free);
  self->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
pcp_show_free (PcpShow *self)
{
  web_lines_free (self->lines);
  g_hash_table_unref (self->metrics);
  g_hash_table_unref (self->domains);
  g_hash_table_unref (self->counts);
  g_hash_table_unref (self->texts);
  g_free (self);
}

WebLines *
pcp_show_get_lines (PcpShow *self)
{
  return self->lines;
}

/* Metrics. */

void
pcp_show_forget (PcpShow *self)
{
  g_hash_table_remove_all (self->metrics);
  g_hash_table_remove_all (self->domains);
  g_hash_table_remove_all (self->counts);
  g_hash_table_remove_all (self->texts);
}

/* A text is a parameter or nothing. */
static gboolean
is_wanted (const PcpMetric *metric, const char *parameter)
{
  return pcp_type_is_number (metric->type)
         || (g_str_equal (metric->type, "string") && g_strcmp0 (metric->name, parameter) == 0);
}

guint
pcp_show_add_metrics (PcpShow *self, const GPtrArray *metrics, const char *parameter)
{
  guint n_left_out = 0;

  for (guint i = 0; i < metrics->len; i++)
    {
      const PcpMetric *metric = metrics->pdata[i];
      PcpMetric *copy;

      if (g_hash_table_contains (self->metrics, metric->name))
        continue;
      if (!is_wanted (metric, parameter))
        {
          g_hash_table_add (self->texts, g_strdup (metric->name));
          continue;
        }
      if (g_hash_table_size (self->metrics) >= PCP_MAX_METRICS)
        {
          n_left_out++;
          continue;
        }
      copy = pcp_metric_copy (metric);
      g_hash_table_insert (self->metrics, copy->name, copy);
    }
  return n_left_out;
}

guint
pcp_show_count_texts (PcpShow *self)
{
  return g_hash_table_size (self->texts);
}

const PcpMetric *
pcp_show_find (PcpShow *self, const char *name)
{
  return g_hash_table_lookup (self->metrics, name);
}

char *
pcp_show_join_names (PcpShow *self)
{
  g_autofree gpointer *names = g_hash_table_get_keys_as_array (self->metrics, NULL);

  return g_strjoinv (",", (GStrv) names);
}

/* Instances. */

static Domain *
get_domain (PcpShow *self, const PcpMetric *metric)
{
  Domain *domain = g_hash_table_lookup (self->domains, metric->indom);

  if (domain)
    return domain;
  domain = g_new0 (Domain, 1);
  g_hash_table_insert (self->domains, g_strdup (metric->indom), domain);
  return domain;
}

static gboolean
is_known (const Domain *domain, const GArray *values)
{
  for (guint i = 0; i < values->len; i++)
    {
      guint32 instance = g_array_index (values, PcpValue, i).instance;

      if (instance != PCP_NO_INSTANCE
          && (!domain->names
              || !g_hash_table_contains (domain->names, GUINT_TO_POINTER (instance))))
        return FALSE;
    }
  return TRUE;
}

const PcpMetric *
pcp_show_find_unknown (PcpShow *self, const PcpFetch *fetch)
{
  for (guint i = 0; i < fetch->metrics->len; i++)
    {
      const PcpValues *values = fetch->metrics->pdata[i];
      const PcpMetric *metric = pcp_show_find (self, values->name);
      Domain *domain = metric && metric->indom[0] ? get_domain (self, metric) : NULL;

      if (domain && domain->round != self->round && !is_known (domain, values->values))
        return metric;
    }
  return NULL;
}

void
pcp_show_take_instances (PcpShow *self, const PcpMetric *metric, GHashTable *instances)
{
  Domain *domain = get_domain (self, metric);

  domain->round = self->round;
  if (!instances)
    return;
  g_clear_pointer (&domain->names, g_hash_table_unref);
  domain->names = g_hash_table_ref (instances);
}

char *
pcp_show_dup_instance (PcpShow *self, const PcpMetric *metric, guint32 instance)
{
  Domain *domain = get_domain (self, metric);
  const char *name =
      domain->names ? g_hash_table_lookup (domain->names, GUINT_TO_POINTER (instance)) : NULL;

  return name && name[0] ? g_strdup (name) : g_strdup_printf ("%u", instance);
}

/* Signals. */

static gboolean
is_rate (PcpShow *self, const PcpMetric *metric)
{
  return self->rates && metric->is_counter;
}

static void
add_signal (PcpShow *self, const PcpMetric *metric, guint32 instance, const char *key)
{
  gboolean is_single = instance == PCP_NO_INSTANCE;
  g_autofree char *text =
      is_single ? g_strdup (metric->name) : pcp_show_dup_instance (self, metric, instance);
  g_autofree char *name = web_make_name (self->source, is_single ? NULL : metric->name, text);
  g_autofree char *title = is_single ? NULL : g_strconcat (metric->name, " ", text, NULL);
  g_autofree char *unit = pcp_unit_translate (metric->units, is_rate (self, metric));
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered (name);

  if (!is_single)
    gscope_signal_set_group (signal, metric->name);
  gscope_signal_set_title (signal, title ? title : metric->name);
  gscope_signal_set_description (signal, metric->help);
  gscope_signal_set_unit (signal, unit);
  gscope_signal_set_line_mode (signal, GSCOPE_LINE_MODE_LINES);
  web_lines_add (self->lines, key, signal);
}

/* Returns how much a counter has grown a second; a gap for its first value, and after it was reset. */
static double
count (PcpShow *self, const char *key, gint64 time, double value)
{
  Count *last = g_hash_table_lookup (self->counts, key);
  double rate = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);

  if (!last)
    {
      last = g_new0 (Count, 1);
      g_hash_table_insert (self->counts, g_strdup (key), last);
    }
  else if (time > last->time && value >= last->value)
    rate = (value - last->value) * (double) GSCOPE_SEC / (double) (time - last->time);
  *last = (Count){ time, value };
  return rate;
}

static void
show_value (PcpShow *self, const PcpMetric *metric, const PcpValue *value, gint64 time,
            gint64 ahead)
{
  g_autofree char *key = g_strdup_printf ("%s %u", metric->name, value->instance);
  double number = value->value;

  /* there is no value */
  if (isnan (number))
    return;
  if (!web_lines_contains (self->lines, key) && web_lines_has_room (self->lines))
    add_signal (self, metric, value->instance, key);
  if (!web_lines_contains (self->lines, key))
    return;
  if (is_rate (self, metric))
    number = count (self, key, time, number);
  web_lines_push (self->lines, key, time - ahead, number);
}

static gboolean
is_gone (gpointer key, gpointer last, gpointer lines)
{
  return !web_lines_contains (lines, key);
}

/* Instances such as processes come and go: their last values go with their signals. */
void
pcp_show_begin (PcpShow *self, gboolean rates)
{
  self->round++;
  self->rates = rates;
  g_hash_table_foreach_remove (self->counts, is_gone, self->lines);
  web_lines_begin_round (self->lines);
}

void
pcp_show_take (PcpShow *self, const PcpFetch *fetch, gint64 ahead)
{
  web_lines_lose (self->lines, fetch->n_excess);
  for (guint i = 0; i < fetch->metrics->len; i++)
    {
      const PcpValues *values = fetch->metrics->pdata[i];
      const PcpMetric *metric = pcp_show_find (self, values->name);

      for (guint k = 0; metric && k < values->values->len; k++)
        show_value (self, metric, &g_array_index (values->values, PcpValue, k), fetch->time, ahead);
    }
}
