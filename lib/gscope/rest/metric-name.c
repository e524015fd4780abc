/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/metric-name.h>

#include <string.h>

typedef struct
{
  const char *symbol;
  const char *word;
} Word;

static const Word units[] = {
  { "%", "percent" },   { "A", "amperes" }, { "B", "bytes" },    { "Hz", "hertz" },
  { "J", "joules" },    { "K", "kelvins" }, { "N", "newtons" },  { "Pa", "pascals" },
  { "V", "volts" },     { "W", "watts" },   { "b", "bits" },     { "bit", "bits" },
  { "d", "days" },      { "g", "grams" },   { "h", "hours" },    { "m", "meters" },
  { "min", "minutes" }, { "s", "seconds" }, { "°C", "celsius" }, { "Ω", "ohms" },
};

static const Word prefixes[] = {
  { "Ki", "kibi" }, { "Mi", "mebi" }, { "Gi", "gibi" }, { "Ti", "tebi" }, { "n", "nano" },
  { "u", "micro" }, { "µ", "micro" }, { "μ", "micro" }, { "m", "milli" }, { "k", "kilo" },
  { "M", "mega" },  { "G", "giga" },  { "T", "tera" },
};

static const char *
find_unit (const char *symbol)
{
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].symbol, symbol))
      return units[i].word;
  return NULL;
}

/* Appends a text with one “_” for each stretch of other characters, and none at the end. */
static void
append_legal (GString *text, const char *from)
{
  for (const char *p = from; *p; p++)
    if (g_ascii_isalnum (*p))
      g_string_append_c (text, *p);
    else if (text->len > 0 && text->str[text->len - 1] != '_')
      g_string_append_c (text, '_');
  if (text->len > 0 && text->str[text->len - 1] == '_')
    g_string_truncate (text, text->len - 1);
}

/* Appends the word for a unit without a quotient. */
static void
append_unit (GString *text, const char *symbol)
{
  const char *word = find_unit (symbol);

  for (gsize i = 0; !word && i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (symbol, prefixes[i].symbol)
        && find_unit (symbol + strlen (prefixes[i].symbol)))
      {
        word = find_unit (symbol + strlen (prefixes[i].symbol));
        g_string_append (text, prefixes[i].word);
      }
  if (word)
    g_string_append (text, word);
  else
    append_legal (text, symbol);
}

static void
make_singular (GString *text)
{
  if (g_str_has_suffix (text->str, "s") && !g_str_has_suffix (text->str, "celsius"))
    g_string_truncate (text, text->len - 1);
}

char *
gscope_metric_name_unit (const char *unit)
{
  g_auto (GStrv) parts = g_strsplit (unit, "/", 2);
  GString *text = g_string_new (NULL);
  g_autoptr (GString) divisor = g_string_new (NULL);

  if (parts[0] && !g_str_equal (parts[0], "1"))
    append_unit (text, parts[0]);
  if (!parts[0] || !parts[1])
    return g_string_free (text, FALSE);
  append_unit (divisor, parts[1]);
  make_singular (divisor);
  g_string_append_printf (text, "%sper_%s", text->len > 0 ? "_" : "", divisor->str);
  return g_string_free (text, FALSE);
}

char *
gscope_metric_name (const char *prefix, const char *name, const char *unit)
{
  g_autofree char *words = gscope_metric_name_unit (unit);
  GString *text = g_string_new (prefix);

  append_legal (text, name);
  if (*words && !g_str_has_suffix (text->str, words))
    g_string_append_printf (text, "_%s", words);
  return g_string_free (text, FALSE);
}

void
gscope_metric_append_label (GString *text, const char *value)
{
  g_string_append_c (text, '"');
  for (const char *p = value; *p; p++)
    if (*p == '\n')
      g_string_append (text, "\\n");
    else if (*p == '"' || *p == '\\')
      g_string_append_printf (text, "\\%c", *p);
    else
      g_string_append_c (text, *p);
  g_string_append_c (text, '"');
}
