/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/csv.h"

#define KEY "csv-formats"
#define MAX_FORMATS 50

GVariant *
app_csv_format_to_variant (const GscopeCsvFormat *format)
{
  g_autoptr (GEnumClass) times = g_type_class_ref (GSCOPE_TYPE_CSV_TIME);
  g_autoptr (GEnumClass) headers = g_type_class_ref (GSCOPE_TYPE_CSV_HEADER);
  const char delimiter[] = { format->delimiter, '\0' };
  const char decimal[] = { format->decimal, '\0' };
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "delimiter", "s", delimiter);
  g_variant_dict_insert (&dict, "decimal", "s", decimal);
  g_variant_dict_insert (&dict, "header", "s",
                         g_enum_get_value (headers, format->header)->value_nick);
  g_variant_dict_insert (&dict, "units", "b", format->has_units);
  g_variant_dict_insert (&dict, "first-line", "x", (gint64) format->first_line);
  g_variant_dict_insert (&dict, "tuples", "b", format->is_tuples);
  g_variant_dict_insert (&dict, "clock-beside", "b", format->has_clock_beside);
  g_variant_dict_insert (&dict, "time-column", "x", (gint64) format->time_column);
  g_variant_dict_insert (&dict, "time", "s", g_enum_get_value (times, format->time)->value_nick);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

gboolean
app_csv_format_equal (const GscopeCsvFormat *a, const GscopeCsvFormat *b)
{
  if (a->is_tuples || b->is_tuples)
    return !a->is_tuples == !b->is_tuples;
  return a->delimiter == b->delimiter && a->decimal == b->decimal && a->header == b->header
         && !a->has_units == !b->has_units && a->first_line == b->first_line
         && a->time_column == b->time_column && !a->has_clock_beside == !b->has_clock_beside
         && a->time == b->time;
}

static char
read_character (GVariant *variant, const char *key, char character)
{
  const char *text;

  return g_variant_lookup (variant, key, "&s", &text) && text[0] ? text[0] : character;
}

GscopeCsvFormat *
app_csv_format_from_variant (GVariant *variant)
{
  g_autoptr (GEnumClass) times = g_type_class_ref (GSCOPE_TYPE_CSV_TIME);
  g_autoptr (GEnumClass) headers = g_type_class_ref (GSCOPE_TYPE_CSV_HEADER);
  GscopeCsvFormat format = { .delimiter = read_character (variant, "delimiter", '\0'),
                             .decimal = read_character (variant, "decimal", '.') };
  const GEnumValue *time, *header;
  const char *nick;
  gint64 column, line;
  gboolean is_header;

  if (format.delimiter == '\0')
    return NULL;
  g_variant_lookup (variant, "tuples", "b", &format.is_tuples);
  g_variant_lookup (variant, "units", "b", &format.has_units);
  g_variant_lookup (variant, "clock-beside", "b", &format.has_clock_beside);
  if (g_variant_lookup (variant, "header", "b", &is_header))
    format.header = is_header ? GSCOPE_CSV_HEADER_LINE : GSCOPE_CSV_NO_HEADER;
  else if (g_variant_lookup (variant, "header", "&s", &nick)
           && (header = g_enum_get_value_by_nick (headers, nick)))
    format.header = header->value;
  if (g_variant_lookup (variant, "first-line", "x", &line) && line > 0 && line <= G_MAXINT)
    format.first_line = (guint) line;
  if (g_variant_lookup (variant, "time-column", "x", &column) && column > 0
      && column < GSCOPE_CSV_MAX_COLUMNS)
    format.time_column = (guint) column;
  if (g_variant_lookup (variant, "time", "&s", &nick)
      && (time = g_enum_get_value_by_nick (times, nick)))
    format.time = time->value;
  return gscope_csv_format_copy (&format);
}

/* The newest first. */
void
app_csv_remember (GSettings *settings, GFile *file, const GscopeCsvFormat *format)
{
  g_autoptr (GVariant) old = g_settings_get_value (settings, KEY);
  g_autoptr (GVariant) value = app_csv_format_to_variant (format);
  g_autofree char *uri = g_file_get_uri (file);
  GVariantBuilder builder;
  GVariantIter iter;
  GVariant *other;
  const char *name;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sa{sv})"));
  g_variant_builder_add (&builder, "(s@a{sv})", uri, value);
  g_variant_iter_init (&iter, old);
  for (guint n = 1; n < MAX_FORMATS && g_variant_iter_next (&iter, "(&s@a{sv})", &name, &other);
       n++)
    {
      if (!g_str_equal (name, uri))
        g_variant_builder_add (&builder, "(s@a{sv})", name, other);
      g_variant_unref (other);
    }
  g_settings_set_value (settings, KEY, g_variant_builder_end (&builder));
}

GscopeCsvFormat *
app_csv_recall (GSettings *settings, GFile *file)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);
  g_autofree char *uri = g_file_get_uri (file);

  for (gsize i = 0; i < g_variant_n_children (all); i++)
    {
      g_autoptr (GVariant) value = NULL;
      g_autofree char *name = NULL;

      g_variant_get_child (all, i, "(s@a{sv})", &name, &value);
      if (g_str_equal (name, uri))
        return app_csv_format_from_variant (value);
    }
  return NULL;
}
