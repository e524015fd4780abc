/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "answer.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <math.h>
#include <string.h>
#include <web-source/client.h>
#include <web-source/json.h>

enum
{
  MAX_LABELS = 64,
  MAX_NAME = 255,
  MAX_VALUE = 1024,
  MAX_MESSAGE = 500,
};

/* later times do not fit into nanoseconds */
#define MAX_SECONDS 8e9

/* The members of an answer beside the series. */
typedef struct
{
  gboolean is_success;
  GString *kind;
  GString *message;
} Envelope;

typedef struct
{
  char *name;
  char *value;
} Label;

static void
label_clear (gpointer data)
{
  Label *label = data;

  g_free (label->name);
  g_free (label->value);
}

static int
compare_labels (gconstpointer a, gconstpointer b)
{
  const Label *one = a, *other = b;

  return strcmp (one->name, other->name);
}

static void
series_free (gpointer data)
{
  PrometheusSeries *self = data;

  g_free (self->metric);
  g_free (self->labels);
  g_array_unref (self->samples);
  g_free (self);
}

static PrometheusAnswer *
answer_new (void)
{
  PrometheusAnswer *self = g_new0 (PrometheusAnswer, 1);

  self->series = g_ptr_array_new_with_free_func (series_free);
  return self;
}

static PrometheusSeries *
add_series (PrometheusAnswer *self)
{
  PrometheusSeries *series = g_new0 (PrometheusSeries, 1);

  series->samples = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  g_ptr_array_add (self->series, series);
  return series;
}

void
prometheus_answer_free (gpointer data)
{
  PrometheusAnswer *self = data;

  g_ptr_array_unref (self->series);
  g_free (self->warning);
  g_free (self);
}

const PrometheusSeries *
prometheus_answer_find (const PrometheusAnswer *self, const char *metric, const char *labels)
{
  for (guint i = 0; i < self->series->len; i++)
    {
      const PrometheusSeries *series = self->series->pdata[i];

      if (g_str_equal (series->labels, labels) && g_str_equal (series->metric, metric))
        return series;
    }
  return NULL;
}

/* Labels. */

static void
append_value (GString *text, const char *value)
{
  g_string_append_c (text, '"');
  for (const char *c = value; *c; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_c (text, '\\');
      g_string_append_c (text, *c);
    }
  g_string_append_c (text, '"');
}

static char *
join_labels (GArray *labels)
{
  GString *text = g_string_new (NULL);

  g_array_sort (labels, compare_labels);
  for (guint i = 0; i < labels->len; i++)
    {
      const Label *label = &g_array_index (labels, Label, i);

      g_string_append_printf (text, "%s%s=", i == 0 ? "{" : ",", label->name);
      append_value (text, label->value);
    }
  if (labels->len > 0)
    g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

/* Returns FALSE if there are too many labels, or one has a name that is too long. */
static gboolean
read_labels (WebJson *json, PrometheusSeries *series)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (Label));
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) value = g_string_new (NULL);
  gboolean is_bounded = TRUE;
  guint n = 0;

  g_array_set_clear_func (labels, label_clear);
  web_json_take (json, '{');
  while (web_json_next_member (json, &n, name))
    {
      gboolean is_metric = g_str_equal (name->str, "__name__");

      web_json_take_text (json, is_metric ? PROMETHEUS_MAX_METRIC : MAX_VALUE, value);
      if (name->len > MAX_NAME || n > MAX_LABELS)
        is_bounded = FALSE;
      else if (is_metric && !series->metric)
        series->metric = g_strdup (value->str);
      else if (!is_metric)
        {
          Label label = { g_strdup (name->str), g_strdup (value->str) };

          g_array_append_val (labels, label);
        }
    }
  g_free (series->labels);
  series->labels = join_labels (labels);
  return is_bounded;
}

/* Values. */

/* [SECONDS, "VALUE"] */
static void
read_sample (WebJson *json, GArray *samples)
{
  GscopeSample sample;
  double seconds;
  guint n = 0;

  web_json_take (json, '[');
  web_json_next_element (json, &n);
  seconds = web_json_take_number (json);
  web_json_next_element (json, &n);
  sample.value = web_json_take_number (json);
  if (web_json_next_element (json, &n) || !(fabs (seconds) < MAX_SECONDS))
    {
      web_json_break (json);
      return;
    }
  /* the server counts milliseconds */
  sample.time = (gint64) llrint (seconds * 1000) * GSCOPE_MSEC;
  if (samples->len > 0
      && sample.time <= g_array_index (samples, GscopeSample, samples->len - 1).time)
    web_json_break (json);
  else
    g_array_append_val (samples, sample);
}

static void
read_samples (WebJson *json, GArray *samples)
{
  guint n = 0;

  web_json_take (json, '[');
  while (web_json_next_element (json, &n))
    read_sample (json, samples);
}

static void
read_series (WebJson *json, PrometheusAnswer *self)
{
  PrometheusSeries *series = add_series (self);
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean has_values = FALSE, has_histogram = FALSE, is_bounded = TRUE;
  guint n = 0;

  web_json_take (json, '{');
  while (web_json_next_member (json, &n, name))
    {
      has_histogram |= g_str_has_prefix (name->str, "histogram");
      if (g_str_equal (name->str, "metric"))
        is_bounded = read_labels (json, series) && is_bounded;
      else if (g_str_equal (name->str, "value") && !has_values)
        {
          read_sample (json, series->samples);
          self->is_instant = TRUE;
        }
      else if (g_str_equal (name->str, "values") && !has_values)
        read_samples (json, series->samples);
      else
        web_json_skip (json);
      has_values |= series->samples->len > 0;
    }
  if (!series->metric)
    series->metric = g_strdup ("");
  if (!series->labels)
    series->labels = g_strdup ("");
  self->n_excess += !is_bounded;
  self->n_histograms += is_bounded && has_histogram && !has_values;
  if (!is_bounded || (has_histogram && !has_values))
    g_ptr_array_set_size (self->series, (gint) self->series->len - 1);
}

/* A scalar has one sample and no labels. */
static void
read_scalar (WebJson *json, PrometheusAnswer *self)
{
  PrometheusSeries *series = add_series (self);

  series->metric = g_strdup ("");
  series->labels = g_strdup ("");
  read_sample (json, series->samples);
  self->is_instant = TRUE;
}

static void
read_result (WebJson *json, PrometheusAnswer *self)
{
  WebJson list = *json;
  guint n = 0;

  web_json_take (&list, '[');
  if (web_json_peek (&list) != '{' && web_json_peek (&list) != ']')
    {
      read_scalar (json, self);
      return;
    }
  *json = list;
  while (web_json_next_element (json, &n))
    if (self->series->len < PROMETHEUS_MAX_SERIES)
      read_series (json, self);
    else
      {
        web_json_skip (json);
        self->n_excess++;
      }
}

static void
read_data (WebJson *json, PrometheusAnswer *self)
{
  g_autoptr (GString) name = g_string_new (NULL);
  guint n = 0;

  if (web_json_peek (json) != '{')
    {
      web_json_skip (json);
      return;
    }
  web_json_take (json, '{');
  while (web_json_next_member (json, &n, name))
    if (g_str_equal (name->str, "result") && self->series->len == 0)
      read_result (json, self);
    else
      web_json_skip (json);
}

static void
read_warnings (WebJson *json, PrometheusAnswer *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  web_json_take (json, '[');
  while (web_json_next_element (json, &n))
    {
      web_json_take_text (json, MAX_MESSAGE, text);
      if (!self->warning)
        self->warning = g_strdup (text->str);
    }
}

static void
read_envelope (WebJson *json, PrometheusAnswer *self, Envelope *envelope)
{
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) status = g_string_new (NULL);
  guint n = 0;

  web_json_take (json, '{');
  while (web_json_next_member (json, &n, name))
    if (g_str_equal (name->str, "status"))
      web_json_take_text (json, MAX_NAME, status);
    else if (g_str_equal (name->str, "errorType"))
      web_json_take_text (json, MAX_NAME, envelope->kind);
    else if (g_str_equal (name->str, "error"))
      web_json_take_text (json, MAX_MESSAGE, envelope->message);
    else if (g_str_equal (name->str, "data"))
      read_data (json, self);
    else if (g_str_equal (name->str, "warnings") && web_json_peek (json) == '[')
      read_warnings (json, self);
    else
      web_json_skip (json);
  envelope->is_success = g_str_equal (status->str, "success");
}

gpointer
prometheus_answer_read (guint status, const char *text, gsize size, GError **error)
{
  g_autoptr (PrometheusAnswer) self = answer_new ();
  g_autoptr (GString) kind = g_string_new (NULL);
  g_autoptr (GString) message = g_string_new (NULL);
  Envelope envelope = { .kind = kind, .message = message };
  g_autoptr (GError) broken = NULL;
  WebJson json;

  if (web_json_init (&json, text, size, &broken))
    {
      read_envelope (&json, self, &envelope);
      web_json_end (&json, &broken);
    }
  if (!broken && envelope.is_success)
    return g_steal_pointer (&self);
  if (!broken && message->len > 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "%s: %s", kind->str, message->str);
  else if (!broken || status != 200)
    web_set_status_error (status, error);
  else
    g_propagate_error (error, g_steal_pointer (&broken));
  return NULL;
}
