/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "reply.h"

#include <gscope/error.h>
#include <math.h>
#include <string.h>
#include <web-source/client.h>
#include <web-source/json.h>

/* later times do not fit into nanoseconds */
#define MAX_SECONDS G_GINT64_CONSTANT (8000000000)

/* Reads a member of a reply; returns FALSE for one that it does not know. */
typedef gboolean (*ReadMember) (WebJson *json, const char *name, gpointer data);

typedef struct
{
  gboolean is_refused;
  GString *message;
} Verdict;

static void
read_verdict (WebJson *json, const char *name, Verdict *verdict)
{
  if (g_str_equal (name, "success"))
    verdict->is_refused = !web_json_take_boolean (json);
  else if (g_str_equal (name, "message") && web_json_peek (json) == '"')
    web_json_take_text (json, PCP_MAX_TEXT, verdict->message);
  else
    web_json_skip (json);
}

/* Reads the object of a reply. Returns whether the request was granted. */
static gboolean
read_reply (guint status, const char *text, gsize size, ReadMember read, gpointer data,
            GError **error)
{
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) message = g_string_new (NULL);
  Verdict verdict = { .message = message };
  GError *broken = NULL;
  WebJson json;
  guint n = 0;

  if (web_json_init (&json, text, size, &broken))
    {
      web_json_take (&json, '{');
      while (web_json_next_member (&json, &n, name))
        if (!read (&json, name->str, data))
          read_verdict (&json, name->str, &verdict);
      web_json_end (&json, &broken);
    }
  if (!broken && status == 200 && !verdict.is_refused)
    return TRUE;
  if (!broken && message->len > 0)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, message->str);
  else if (!broken || status != 200)
    web_set_status_error (status, error);
  else
    g_propagate_error (error, g_steal_pointer (&broken));
  g_clear_error (&broken);
  return FALSE;
}

static void
take_copy (WebJson *json, gsize max, char **copy)
{
  g_autoptr (GString) text = g_string_new (NULL);

  web_json_take_text (json, max, text);
  g_free (*copy);
  *copy = g_strdup (text->str);
}

/* Takes a number of 32 bits; G_MAXUINT32 for null and for what is none. */
static guint32
take_id (WebJson *json)
{
  double value = web_json_take_number (json);

  return value >= 0 && value < G_MAXUINT32 ? (guint32) value : G_MAXUINT32;
}

/* Contexts. */

static gboolean
read_context_member (WebJson *json, const char *name, gpointer data)
{
  if (!g_str_equal (name, "context"))
    return FALSE;
  *(guint32 *) data = take_id (json);
  return TRUE;
}

gpointer
pcp_context_read (guint status, const char *text, gsize size, GError **error)
{
  guint32 context = G_MAXUINT32;

  if (!read_reply (status, text, size, read_context_member, &context, error))
    return NULL;
  if (context < G_MAXUINT32)
    return g_memdup2 (&context, sizeof context);
  web_set_status_error (status, error);
  return NULL;
}

static gboolean
ignore_member (WebJson *json, const char *name, gpointer data)
{
  return FALSE;
}

gpointer
pcp_store_read (guint status, const char *text, gsize size, GError **error)
{
  gboolean is_stored = read_reply (status, text, size, ignore_member, NULL, error);

  return is_stored ? g_memdup2 (&is_stored, sizeof is_stored) : NULL;
}

/* Metrics. */

PcpMetric *
pcp_metric_copy (const PcpMetric *metric)
{
  PcpMetric *copy = g_memdup2 (metric, sizeof *metric);

  copy->name = g_strdup (metric->name);
  copy->indom = g_strdup (metric->indom);
  copy->type = g_strdup (metric->type);
  copy->units = g_strdup (metric->units);
  copy->help = g_strdup (metric->help);
  return copy;
}

void
pcp_metric_free (gpointer data)
{
  PcpMetric *metric = data;

  g_free (metric->name);
  g_free (metric->indom);
  g_free (metric->type);
  g_free (metric->units);
  g_free (metric->help);
  g_free (metric);
}

void
pcp_metrics_free (gpointer metrics)
{
  g_ptr_array_unref (metrics);
}

gboolean
pcp_type_is_whole (const char *type)
{
  return g_str_equal (type, "32") || g_str_equal (type, "u32") || g_str_equal (type, "64")
         || g_str_equal (type, "u64");
}

gboolean
pcp_type_is_number (const char *type)
{
  return pcp_type_is_whole (type) || g_str_equal (type, "float") || g_str_equal (type, "double");
}

static void
read_semantics (WebJson *json, PcpMetric *metric)
{
  g_autoptr (GString) text = g_string_new (NULL);

  web_json_take_text (json, PCP_MAX_NAME, text);
  metric->is_counter = g_str_equal (text->str, "counter");
}

static void
read_metric (WebJson *json, PcpMetric *metric)
{
  const struct
  {
    const char *name;
    char **text;
    gsize max;
  } texts[] = {
    { "name", &metric->name, PCP_MAX_NAME },         { "indom", &metric->indom, PCP_MAX_NAME },
    { "type", &metric->type, PCP_MAX_NAME },         { "units", &metric->units, PCP_MAX_NAME },
    { "text-oneline", &metric->help, PCP_MAX_TEXT },
  };
  g_autoptr (GString) name = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *texts[i].text = g_strdup ("");
  web_json_take (json, '{');
  while (web_json_next_member (json, &n, name))
    {
      guint i = 0;

      while (i < G_N_ELEMENTS (texts) && !g_str_equal (texts[i].name, name->str))
        i++;
      if (i < G_N_ELEMENTS (texts))
        take_copy (json, texts[i].max, texts[i].text);
      else if (g_str_equal (name->str, "sem"))
        read_semantics (json, metric);
      else
        web_json_skip (json);
    }
  /* PCP writes names in small letters, older manuals in capitals */
  for (char *c = metric->type; *c; c++)
    *c = g_ascii_tolower (*c);
}

static gboolean
read_metrics_member (WebJson *json, const char *name, gpointer metrics)
{
  guint n = 0;

  if (!g_str_equal (name, "metrics"))
    return FALSE;
  web_json_take (json, '[');
  while (web_json_next_element (json, &n))
    {
      PcpMetric *metric;

      if (((GPtrArray *) metrics)->len > PCP_MAX_METRICS)
        {
          web_json_skip (json);
          continue;
        }
      metric = g_new0 (PcpMetric, 1);
      g_ptr_array_add (metrics, metric);
      read_metric (json, metric);
      /* a metric without a type is an unknown name */
      if (!metric->type[0] || !metric->name[0])
        g_ptr_array_set_size (metrics, (gint) ((GPtrArray *) metrics)->len - 1);
    }
  return TRUE;
}

gpointer
pcp_metrics_read (guint status, const char *text, gsize size, GError **error)
{
  g_autoptr (GPtrArray) metrics = g_ptr_array_new_with_free_func (pcp_metric_free);

  return read_reply (status, text, size, read_metrics_member, metrics, error)
             ? g_steal_pointer (&metrics)
             : NULL;
}

/* Instances. */

void
pcp_instances_free (gpointer instances)
{
  g_hash_table_unref (instances);
}

static void
read_instance (WebJson *json, GHashTable *instances)
{
  g_autoptr (GString) member = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 id = PCP_NO_INSTANCE;
  guint n = 0;

  web_json_take (json, '{');
  while (web_json_next_member (json, &n, member))
    if (g_str_equal (member->str, "instance"))
      id = take_id (json);
    else if (g_str_equal (member->str, "name"))
      web_json_take_text (json, PCP_MAX_NAME, text);
    else
      web_json_skip (json);
  if (id != PCP_NO_INSTANCE && g_hash_table_size (instances) < PCP_MAX_INSTANCES)
    g_hash_table_insert (instances, GUINT_TO_POINTER (id), g_strdup (text->str));
}

static gboolean
read_instances_member (WebJson *json, const char *name, gpointer instances)
{
  guint n = 0;

  if (!g_str_equal (name, "instances"))
    return FALSE;
  web_json_take (json, '[');
  while (web_json_next_element (json, &n))
    read_instance (json, instances);
  return TRUE;
}

gpointer
pcp_instances_read (guint status, const char *text, gsize size, GError **error)
{
  g_autoptr (GHashTable) instances = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  return read_reply (status, text, size, read_instances_member, instances, error)
             ? g_steal_pointer (&instances)
             : NULL;
}

/* Values. */

static void
value_clear (gpointer value)
{
  g_free (((PcpValue *) value)->text);
}

static void
values_free (gpointer data)
{
  PcpValues *values = data;

  g_free (values->name);
  g_array_unref (values->values);
  g_free (values);
}

void
pcp_fetch_free (gpointer data)
{
  PcpFetch *self = data;

  g_ptr_array_unref (self->metrics);
  g_free (self);
}

static void
read_value (WebJson *json, PcpValue *value)
{
  g_autoptr (GString) member = g_string_new (NULL);
  guint n = 0;

  *value = (PcpValue){ PCP_NO_INSTANCE, NAN, NULL };
  web_json_take (json, '{');
  while (web_json_next_member (json, &n, member))
    if (g_str_equal (member->str, "instance"))
      value->instance = take_id (json);
    else if (g_str_equal (member->str, "value") && web_json_peek (json) == '"')
      take_copy (json, PCP_MAX_TEXT, &value->text);
    else if (g_str_equal (member->str, "value") && web_json_peek (json) != '{'
             && web_json_peek (json) != '[')
      value->value = web_json_take_number (json);
    else
      web_json_skip (json);
}

static void
read_values (WebJson *json, PcpFetch *self, GArray *values)
{
  guint n = 0;

  web_json_take (json, '[');
  while (web_json_next_element (json, &n))
    {
      PcpValue value;

      if (values->len >= PCP_MAX_INSTANCES)
        {
          web_json_skip (json);
          self->n_excess++;
          continue;
        }
      read_value (json, &value);
      g_array_append_val (values, value);
    }
}

static void
read_value_set (WebJson *json, PcpFetch *self)
{
  PcpValues *values = g_new0 (PcpValues, 1);
  g_autoptr (GString) member = g_string_new (NULL);
  guint n = 0;

  values->name = g_strdup ("");
  values->values = g_array_new (FALSE, FALSE, sizeof (PcpValue));
  g_array_set_clear_func (values->values, value_clear);
  g_ptr_array_add (self->metrics, values);
  web_json_take (json, '{');
  while (web_json_next_member (json, &n, member))
    if (g_str_equal (member->str, "name"))
      take_copy (json, PCP_MAX_NAME, &values->name);
    else if (g_str_equal (member->str, "instances"))
      read_values (json, self, values->values);
    else
      web_json_skip (json);
}

/* SECONDS.NANOSECONDS: the nanoseconds are a number of their own, without zeros in front. */
static gint64
take_time (WebJson *json)
{
  char digits[WEB_NUMBER_SIZE];
  char *end;
  guint64 seconds, rest = 0;

  web_json_take_digits (json, digits);
  seconds = g_ascii_strtoull (digits, &end, 10);
  if (*end == '.')
    rest = g_ascii_strtoull (end + 1, &end, 10);
  if (end == digits || *end || seconds >= MAX_SECONDS || rest >= GSCOPE_SEC)
    {
      web_json_break (json);
      return 0;
    }
  return (gint64) seconds * GSCOPE_SEC + (gint64) rest;
}

static gboolean
read_fetch_member (WebJson *json, const char *name, gpointer data)
{
  PcpFetch *self = data;
  guint n = 0;

  if (g_str_equal (name, "timestamp"))
    {
      self->time = take_time (json);
      return TRUE;
    }
  if (!g_str_equal (name, "values"))
    return FALSE;
  web_json_take (json, '[');
  while (web_json_next_element (json, &n))
    if (self->metrics->len < PCP_MAX_METRICS)
      read_value_set (json, self);
    else
      web_json_skip (json);
  return TRUE;
}

gpointer
pcp_fetch_read (guint status, const char *text, gsize size, GError **error)
{
  g_autoptr (PcpFetch) self = g_new0 (PcpFetch, 1);

  self->metrics = g_ptr_array_new_with_free_func (values_free);
  return read_reply (status, text, size, read_fetch_member, self, error) ? g_steal_pointer (&self)
                                                                         : NULL;
}
