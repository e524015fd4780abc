/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/read-as.h"

#include <glib/gi18n.h>

#define KEY "csv-formats"
#define MAX_FORMATS 50

static void
describe_table (const GscopeCsvFormat *table, GVariantDict *dict)
{
  g_autoptr (GEnumClass) times = g_type_class_ref (GSCOPE_TYPE_CSV_TIME);
  g_autoptr (GEnumClass) headers = g_type_class_ref (GSCOPE_TYPE_CSV_HEADER);
  const char delimiter[] = { table->delimiter, '\0' };
  const char decimal[] = { table->decimal, '\0' };

  g_variant_dict_insert (dict, "delimiter", "s", delimiter);
  g_variant_dict_insert (dict, "decimal", "s", decimal);
  g_variant_dict_insert (dict, "header", "s",
                         g_enum_get_value (headers, table->header)->value_nick);
  g_variant_dict_insert (dict, "units", "b", table->has_units);
  g_variant_dict_insert (dict, "first-line", "x", (gint64) table->first_line);
  g_variant_dict_insert (dict, "clock-beside", "b", table->has_clock_beside);
  g_variant_dict_insert (dict, "time-column", "x", (gint64) table->time_column);
  g_variant_dict_insert (dict, "time", "s", g_enum_get_value (times, table->time)->value_nick);
}

GVariant *
app_read_as_to_variant (const GscopeRecordingFormat *format)
{
  const GscopeCsvFormat *table = gscope_recording_format_get_table (format);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "format", "s", gscope_recording_format_get_name (format));
  if (gscope_recording_format_get_selection (format))
    g_variant_dict_insert (&dict, "selection", "s", gscope_recording_format_get_selection (format));
  if (table)
    describe_table (table, &dict);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

static char
read_character (GVariant *variant, const char *key, char character)
{
  const char *text;

  return g_variant_lookup (variant, key, "&s", &text) && text[0] ? text[0] : character;
}

static GscopeRecordingFormat *
read_table (GVariant *variant)
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
  g_variant_lookup (variant, "units", "b", &format.has_units);
  g_variant_lookup (variant, "clock-beside", "b", &format.has_clock_beside);
  if (g_variant_lookup (variant, "header", "b", &is_header))
    format.header = is_header ? GSCOPE_CSV_HEADER_LINE : GSCOPE_CSV_HEADER_NONE;
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
  return gscope_recording_format_new_table (&format);
}

/* Earlier versions wrote “tuples”, which was TRUE for tuples, instead of the name of the format. */
GscopeRecordingFormat *
app_read_as_from_variant (GVariant *variant)
{
  const char *name = "table", *selection;
  GscopeRecordingFormat *format;
  gboolean is_tuples;

  if (g_variant_lookup (variant, "tuples", "b", &is_tuples) && is_tuples)
    name = "tuples";
  g_variant_lookup (variant, "format", "&s", &name);
  format =
      g_str_equal (name, "table") ? read_table (variant) : gscope_recording_format_new (name, NULL);
  if (format && g_variant_lookup (variant, "selection", "&s", &selection))
    gscope_recording_format_set_selection (format, selection);
  return format;
}

/* The newest first. */
void
app_read_as_remember (GSettings *settings, GFile *file, const GscopeRecordingFormat *format)
{
  g_autoptr (GVariant) old = g_settings_get_value (settings, KEY);
  g_autoptr (GVariant) value = app_read_as_to_variant (format);
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

GscopeRecordingFormat *
app_read_as_recall (GSettings *settings, GFile *file)
{
  g_autoptr (GVariant) all = g_settings_get_value (settings, KEY);
  g_autofree char *uri = g_file_get_uri (file);

  for (gsize i = 0; i < g_variant_n_children (all); i++)
    {
      g_autoptr (GVariant) value = NULL;
      g_autofree char *name = NULL;

      g_variant_get_child (all, i, "(s@a{sv})", &name, &value);
      if (g_str_equal (name, uri))
        return app_read_as_from_variant (value);
    }
  return NULL;
}

/* The selected part of a file of another program becomes tuples. */
static GscopeRecordingFormat *
select_part (const char *selection, GFile *file, GError **error)
{
  GscopeRecordingFormat *format;

  if (!gscope_recording_format_is_foreign (file))
    {
      g_autofree char *name = g_file_get_parse_name (file);

      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("“%s” has no parts to select: leave --select out."), name);
      return NULL;
    }
  format = gscope_recording_format_new ("tuples", NULL);
  gscope_recording_format_set_selection (format, selection);
  return format;
}

gboolean
app_read_as_choose (const AppOptions *options, GFile *file, GscopeRecordingFormat **format,
                    GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  *format = NULL;
  if (!options->read_as && !options->select)
    return TRUE;
  if (options->select)
    *format = select_part (options->select, file, error);
  else if ((text = gscope_csv_read_head (file, &length, error)))
    *format = gscope_recording_format_new_for_text (options->read_as, text, length, error);
  return *format != NULL;
}

/* Formats of recordings may begin with a brace, too. */
static gboolean
is_workspace (GFile *file, const char *name)
{
  gsize length;
  g_autofree char *text = gscope_csv_read_head (file, &length, NULL);
  g_autoptr (GscopeRecordingFormat) format = NULL;

  if (!text || strstr (text, "\"gscope-workspace\""))
    return TRUE;
  format = gscope_recording_format_detect (text, length, name, NULL);
  return !format;
}

gboolean
app_read_as_is_recording (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GInputStream) stream = gscope_file_read (file, NULL);
  char first = '\0';

  if (gscope_recording_format_is_foreign (file))
    return TRUE;
  if (!stream || (name && g_str_has_suffix (name, ".json")))
    return FALSE;
  return g_input_stream_read (stream, &first, 1, NULL, NULL) >= 0
         && (first != '{' || !is_workspace (file, name));
}

gboolean
app_read_as_needs_choice (GscopePlayer *player)
{
  const GscopeRecordingFormat *format = gscope_player_get_format (player);

  return gscope_player_get_n_samples (player) == 0
         || (format && gscope_recording_format_get_table (format));
}

gboolean
app_read_as_has_faults (GscopePlayer *player)
{
  return gscope_player_get_skipped (player) > 0
         || gscope_source_get_state (GSCOPE_SOURCE (player)) == GSCOPE_SOURCE_STATE_TROUBLE;
}
