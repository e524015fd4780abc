/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/text/sample-json.h>

#include <gscope/json-private.h>
#include <gscope/text/decimal.h>
#include <math.h>

void
gscope_sample_json_append_key (GString *object, const char *key)
{
  if (object->str[object->len - 1] != '{')
    g_string_append_c (object, ',');
  g_string_append (object, key);
  g_string_append_c (object, ':');
}

void
gscope_sample_json_append (GString *object, const char *key, double value)
{
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE];

  gscope_sample_json_append_key (object, key);
  if (isfinite (value))
    g_string_append_len (object, number, gscope_decimal_write_double (number, value) - number);
  else
    g_string_append (object, "null");
}

static void
append_text_member (GString *schema, const char *member, const char *text)
{
  g_autofree char *quoted = text && *text ? gscope_json_quote (text) : NULL;

  if (quoted)
    g_string_append_printf (schema, ",\"%s\":%s", member, quoted);
}

void
gscope_sample_json_begin_schema (GString *schema, const char *title)
{
  g_string_append (schema, "{\"type\":\"object\"");
  append_text_member (schema, "title", title);
  g_string_append (schema, ",\"properties\":{");
}

void
gscope_sample_json_append_property (GString *schema, const char *key, GscopeSignal *signal)
{
  gscope_sample_json_append_key (schema, key);
  g_string_append (schema, "{\"type\":\"number\"");
  if (signal)
    {
      append_text_member (schema, "title", gscope_signal_get_title (signal));
      append_text_member (schema, "unit", gscope_signal_get_unit (signal));
    }
  g_string_append_c (schema, '}');
}
