/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "metadata.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/trace/sample.h>
#include <string.h>
#include <web-source/client.h>
#include <web-source/json.h>

enum
{
  MAX_WORD = 63,
  MAX_HELP = 500,
  MAX_CONFIG = 4 * 1024 * 1024,
};

PrometheusMetadata *
prometheus_metadata_copy (const PrometheusMetadata *self)
{
  PrometheusMetadata *copy = g_new0 (PrometheusMetadata, 1);

  copy->type = g_strdup (self->type);
  copy->help = g_strdup (self->help);
  copy->unit = g_strdup (self->unit);
  return copy;
}

void
prometheus_metadata_free (gpointer data)
{
  PrometheusMetadata *self = data;

  if (!self)
    return;
  g_free (self->type);
  g_free (self->help);
  g_free (self->unit);
  g_free (self);
}

char *
prometheus_metadata_dup_family (const char *metric)
{
  static const char *const suffixes[] = { "_bucket", "_count", "_sum", "_total" };

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (metric, suffixes[i]))
      return g_strndup (metric, strlen (metric) - strlen (suffixes[i]));
  return NULL;
}

/* Units. */

static const struct
{
  const char *word;
  const char *symbol;
} units[] = {
  { "amperes", "A" },      { "bits", "bit" },        { "bytes", "B" },         { "celsius", "°C" },
  { "days", "d" },         { "grams", "g" },         { "hertz", "Hz" },        { "hours", "h" },
  { "joules", "J" },       { "kelvin", "K" },        { "kelvins", "K" },       { "meters", "m" },
  { "metres", "m" },       { "milliseconds", "ms" }, { "microseconds", "µs" }, { "minutes", "min" },
  { "nanoseconds", "ns" }, { "newtons", "N" },       { "ohms", "Ω" },          { "pascals", "Pa" },
  { "percent", "%" },      { "ratio", "" },          { "seconds", "s" },       { "volts", "V" },
  { "watts", "W" },
};

static const char *
find_symbol (const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].word, word))
      return units[i].symbol;
  return NULL;
}

const char *
prometheus_metadata_get_unit (const char *metric, const char *unit)
{
  g_autofree char *name = g_strdup (metric);
  const char *symbol = unit && unit[0] ? find_symbol (unit) : NULL;
  const char *word;

  /* buckets and counts of a histogram are numbers of observations, also if its family has a unit */
  if (g_str_has_suffix (name, "_bucket") || g_str_has_suffix (name, "_count"))
    return "";
  if (symbol)
    return symbol;
  if (g_str_has_suffix (name, "_total"))
    name[strlen (name) - strlen ("_total")] = 0;
  else if (g_str_has_suffix (name, "_sum"))
    name[strlen (name) - strlen ("_sum")] = 0;
  word = strrchr (name, '_');
  symbol = word ? find_symbol (word + 1) : NULL;
  return symbol ? symbol : "";
}

/* Answers. */

static void
take_copy (WebJson *json, gsize max, char **copy)
{
  g_autoptr (GString) text = g_string_new (NULL);

  web_json_take_text (json, max, text);
  g_free (*copy);
  *copy = g_strdup (text->str);
}

static void
read_entry (WebJson *json, PrometheusMetadata *self)
{
  g_autoptr (GString) name = g_string_new (NULL);
  guint n = 0;

  web_json_take (json, '{');
  while (web_json_next_member (json, &n, name))
    if (g_str_equal (name->str, "type"))
      take_copy (json, MAX_WORD, &self->type);
    else if (g_str_equal (name->str, "help"))
      take_copy (json, MAX_HELP, &self->help);
    else if (g_str_equal (name->str, "unit"))
      take_copy (json, MAX_WORD, &self->unit);
    else
      web_json_skip (json);
}

/* Targets may differ: the first one counts. */
static void
read_metrics (WebJson *json, PrometheusMetadata *self)
{
  g_autoptr (GString) name = g_string_new (NULL);
  guint n_metrics = 0;

  web_json_take (json, '{');
  while (web_json_next_member (json, &n_metrics, name))
    {
      guint n = 0;

      web_json_take (json, '[');
      while (web_json_next_element (json, &n))
        if (n_metrics == 1 && n == 1)
          read_entry (json, self);
        else
          web_json_skip (json);
    }
}

gpointer
prometheus_metadata_read (guint status, const char *text, gsize size, GError **error)
{
  g_autoptr (PrometheusMetadata) self = g_new0 (PrometheusMetadata, 1);
  g_autoptr (GString) name = g_string_new (NULL);
  WebJson json;
  guint n = 0;

  self->type = g_strdup ("");
  self->help = g_strdup ("");
  self->unit = g_strdup ("");
  if (status != 200)
    {
      web_set_status_error (status, error);
      return NULL;
    }
  if (!web_json_init (&json, text, size, error))
    return NULL;
  web_json_take (&json, '{');
  while (web_json_next_member (&json, &n, name))
    if (g_str_equal (name->str, "data") && web_json_peek (&json) == '{')
      read_metrics (&json, self);
    else
      web_json_skip (&json);
  return web_json_end (&json, error) ? g_steal_pointer (&self) : NULL;
}

/* The configuration. */

gint64
prometheus_duration_parse (const char *text)
{
  static const struct
  {
    const char *unit;
    gint64 length;
  } parts[] = {
    { "ms", GSCOPE_MSEC },
    { "s", GSCOPE_SEC },
    { "m", 60 * GSCOPE_SEC },
    { "h", 3600 * GSCOPE_SEC },
    { "d", 86400 * GSCOPE_SEC },
    { "w", 7 * 86400 * GSCOPE_SEC },
    { "y", 365 * 86400 * GSCOPE_SEC },
  };
  gint64 duration = 0;

  while (*text)
    {
      char *end;
      guint64 number = g_ascii_strtoull (text, &end, 10);
      gsize i = 0;

      if (end == text || number > 1000000)
        return 0;
      while (i < G_N_ELEMENTS (parts) && !g_str_has_prefix (end, parts[i].unit))
        i++;
      if (i == G_N_ELEMENTS (parts)
          || __builtin_add_overflow (duration, (gint64) number * (parts[i].length / GSCOPE_MSEC),
                                     &duration))
        return 0;
      text = end + strlen (parts[i].unit);
    }
  return duration > G_MAXINT64 / GSCOPE_MSEC ? 0 : duration * GSCOPE_MSEC;
}

/* The first interval of the text is the global one. The text still has its escapes, of which one ends the line. */
static gint64
find_interval (const char *yaml)
{
  static const char key[] = "scrape_interval:";
  const char *at = strstr (yaml, key);
  g_autofree char *value = NULL;

  if (!at)
    return 0;
  at += strlen (key);
  value = g_strstrip (g_strndup (at, strcspn (at, "\\")));
  return prometheus_duration_parse (value);
}

static void
take_yaml (WebJson *json, GString *yaml)
{
  GscopeJsonCursor *cursor = &json->cursor;
  GscopeJsonSpan span;

  web_json_take (json, '"');
  if (json->is_broken || !gscope_json_cursor_take_text (cursor, &span) || span.size > MAX_CONFIG)
    {
      web_json_break (json);
      return;
    }
  g_string_append_len (yaml, span.text, (gssize) span.size);
}

static void
read_config (WebJson *json, GString *yaml)
{
  g_autoptr (GString) name = g_string_new (NULL);
  guint n = 0;

  web_json_take (json, '{');
  while (web_json_next_member (json, &n, name))
    if (g_str_equal (name->str, "yaml") && yaml->len == 0)
      take_yaml (json, yaml);
    else
      web_json_skip (json);
}

gpointer
prometheus_scrape_interval_read (guint status, const char *text, gsize size, GError **error)
{
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) yaml = g_string_new (NULL);
  gint64 interval;
  WebJson json;
  guint n = 0;

  if (status != 200)
    {
      web_set_status_error (status, error);
      return NULL;
    }
  if (!web_json_init (&json, text, size, error))
    return NULL;
  web_json_take (&json, '{');
  while (web_json_next_member (&json, &n, name))
    if (g_str_equal (name->str, "data") && web_json_peek (&json) == '{')
      read_config (&json, yaml);
    else
      web_json_skip (&json);
  if (!web_json_end (&json, error))
    return NULL;
  interval = find_interval (yaml->str);
  if (interval > 0)
    return g_memdup2 (&interval, sizeof interval);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("the server does not say how often it scrapes; set the step"));
  return NULL;
}
