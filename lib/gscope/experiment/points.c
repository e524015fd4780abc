/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/private.h>

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_POINTS 1000

char *
gscope_experiment_name_value (GVariant *value)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (value, NULL);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_strdup (g_variant_get_boolean (value) ? "true" : "false");
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    return g_strdup_printf ("%" G_GINT64_FORMAT, g_variant_get_int64 (value));
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      return g_strdup (g_ascii_formatd (text, sizeof text, "%.12g", g_variant_get_double (value)));
    }
  return NULL;
}

/* Not-a-number for a value that is none. */
static double
get_number (GVariant *value)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    return (double) g_variant_get_int64 (value);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return g_variant_get_double (value);
  return NAN;
}

GVariant *
gscope_experiment_read_value (GscopeReader *reader, const char *key)
{
  JsonNode *node = gscope_reader_take (reader, key);
  GVariant *value;

  if (!node)
    return NULL;
  value = gscope_json_get_value (reader->object, key, NULL);
  if (!value)
    gscope_reader_report (reader, key,
                          _ ("this is not a value: true or false, a number or a text"));
  return value;
}

GVariant *
gscope_experiment_read_settings (GscopeReader *reader, const char *key)
{
  GVariantDict settings;
  GscopeReader values;

  g_variant_dict_init (&settings, NULL);
  if (gscope_reader_begin (reader, key, &values))
    {
      g_autoptr (GList) names = json_object_get_members (values.object);

      for (GList *name = names; name; name = name->next)
        {
          g_autoptr (GVariant) value = gscope_experiment_read_value (&values, name->data);

          if (value)
            g_variant_dict_insert_value (&settings, name->data, value);
        }
      gscope_reader_finish (&values);
    }
  return g_variant_ref_sink (g_variant_dict_end (&settings));
}

/* Takes the name. */
static void
add_point (GscopeExperiment *self, char *name, double value, GVariant *settings)
{
  GscopeExperimentPoint *point = g_new0 (GscopeExperimentPoint, 1);

  point->name = name;
  point->value = value;
  point->settings = g_variant_ref_sink (settings);
  g_ptr_array_add (self->points, point);
}

static void
add_value (GscopeExperiment *self, GVariant *value)
{
  GVariantDict settings;

  g_variant_dict_init (&settings, NULL);
  g_variant_dict_insert_value (&settings, self->parameter, value);
  add_point (self, gscope_experiment_name_value (value), get_number (value),
             g_variant_dict_end (&settings));
}

/* A value is as exact as its name. */
static void
add_number (GscopeExperiment *self, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (GVariant) value = NULL;

  g_ascii_formatd (text, sizeof text, "%.12g", number);
  value = g_variant_ref_sink (g_variant_new_double (g_ascii_strtod (text, NULL)));
  add_value (self, value);
}

/* Returns a point of a range. Between the ends it has as few digits as its distance from its neighbours needs. */
static double
find_point (const GscopeExperiment *self, double from, double to, guint i, guint n)
{
  double place = i / (double) (n - 1), value, quantum;

  if (i == 0 || i == n - 1)
    return i == 0 ? from : to;
  value = self->logarithmic ? from * pow (to / from, place) : from + (to - from) * place;
  quantum = self->logarithmic ? fabs (value * (pow (to / from, 1.0 / (n - 1)) - 1))
                              : fabs (to - from) / (n - 1);
  if (!(quantum > 0) || !isfinite (quantum))
    return value;
  quantum = pow (10, floor (log10 (quantum)) - 2);
  value = round (value / quantum) * quantum;
  return isfinite (value) ? value : from;
}

static void
read_range (GscopeExperiment *self, GscopeReader *reader)
{
  double from = NAN, to = NAN, points = NAN;
  g_autofree char *scale = NULL;

  gscope_reader_number (reader, "from", -G_MAXDOUBLE, G_MAXDOUBLE, &from);
  gscope_reader_number (reader, "to", -G_MAXDOUBLE, G_MAXDOUBLE, &to);
  gscope_reader_number (reader, "points", 2, MAX_POINTS, &points);
  gscope_reader_text (reader, "scale", &scale);
  self->logarithmic = g_strcmp0 (scale, "log") == 0;
  if (scale && !self->logarithmic && !g_str_equal (scale, "even"))
    gscope_reader_report (reader, "scale", _ ("there is no such choice; choose one of: even, log"));
  if (isnan (from) || isnan (to) || isnan (points))
    gscope_reader_report (reader, "from", _ ("a range needs “from”, “to” and “points”"));
  else if (self->logarithmic && !(from > 0 && to > 0))
    gscope_reader_report (reader, "scale", _ ("a logarithmic range has positive ends"));
  else
    for (guint i = 0, n = (guint) points; i < n; i++)
      add_number (self, find_point (self, from, to, i, n));
}

static void
read_values (GscopeExperiment *self, GscopeReader *reader)
{
  JsonArray *array = gscope_reader_array (reader, "values", MAX_POINTS);

  for (guint i = 0; array && i < MIN (json_array_get_length (array), MAX_POINTS); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      g_autoptr (GVariant) value =
          JSON_NODE_HOLDS_VALUE (node) ? json_gvariant_deserialize (node, NULL, NULL) : NULL;
      g_autofree char *name = value ? gscope_experiment_name_value (value) : NULL;

      if (value)
        g_variant_ref_sink (value);
      if (name)
        add_value (self, value);
      else
        gscope_reader_report (reader, "values", _ ("a value is true or false, a number or a text"));
    }
}

static void
read_variants (GscopeExperiment *self, GscopeReader *reader)
{
  JsonArray *array = gscope_reader_array (reader, "variants", MAX_POINTS);
  GscopeReader item;

  for (guint i = 0; array && i < MIN (json_array_get_length (array), MAX_POINTS); i++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GVariant) settings = NULL;

      if (!gscope_reader_item (reader, "variants", array, i, &item))
        continue;
      gscope_reader_text (&item, "name", &name);
      settings = gscope_experiment_read_settings (&item, "settings");
      if (name && name[0])
        add_point (self, g_steal_pointer (&name), NAN, settings);
      else
        gscope_reader_report (&item, "name", _ ("a variant needs a name"));
      gscope_reader_finish (&item);
    }
}

static void
check_names (GscopeExperiment *self, GscopeReader *reader)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->points->len; i++)
    if (!g_hash_table_add (names, ((GscopeExperimentPoint *) self->points->pdata[i])->name))
      gscope_document_report (reader->problems, reader->path, _ ("there are two points “%s”"),
                              ((GscopeExperimentPoint *) self->points->pdata[i])->name);
}

static void
read_sweep (GscopeExperiment *self, GscopeReader *reader)
{
  if (json_object_has_member (reader->object, "variants"))
    {
      read_variants (self, reader);
      return;
    }
  gscope_reader_text (reader, "parameter", &self->parameter);
  if (!self->parameter || !self->parameter[0])
    gscope_reader_report (
        reader, "parameter",
        _ ("a sweep needs a “parameter” with “values” or a range, or “variants”"));
  else if (json_object_has_member (reader->object, "values"))
    read_values (self, reader);
  else
    read_range (self, reader);
}

void
gscope_experiment_read_points (GscopeExperiment *self, GscopeReader *root)
{
  GscopeReader reader;

  if (!json_object_has_member (root->object, "sweep"))
    {
      add_point (self, g_strdup (""), NAN, g_variant_new ("a{sv}", NULL));
      return;
    }
  if (!gscope_reader_begin (root, "sweep", &reader))
    return;
  read_sweep (self, &reader);
  if (self->points->len == 0)
    gscope_document_report (reader.problems, reader.path, _ ("a sweep needs at least one point"));
  check_names (self, &reader);
  gscope_reader_finish (&reader);
}

static gboolean
is_claimed (GscopeExperiment *self, const char *name)
{
  for (guint i = 0; i < self->claims->len; i++)
    {
      const GscopeExperimentClaim *claim = self->claims->pdata[i];

      if (g_strcmp0 (claim->at, name) == 0 || g_strcmp0 (claim->of_at, name) == 0)
        return TRUE;
    }
  return FALSE;
}

void
gscope_experiment_thin_points (GscopeExperiment *self, guint n_quick)
{
  guint n = self->points->len;
  g_autofree gboolean *kept = g_new0 (gboolean, n);

  if (n_quick == 0 || n_quick >= n)
    return;
  for (guint i = 0; i < n_quick; i++)
    kept[n_quick > 1 ? (guint) round (i * (n - 1) / (double) (n_quick - 1)) : 0] = TRUE;
  for (guint i = n; i-- > 0;)
    if (!kept[i] && !is_claimed (self, ((GscopeExperimentPoint *) self->points->pdata[i])->name))
      g_ptr_array_remove_index (self->points, i);
}

GVariant *
gscope_experiment_merge_settings (GscopeExperiment *self, guint position)
{
  const GscopeExperimentPoint *point = self->points->pdata[position];
  GVariantDict dict;
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_dict_init (&dict, gscope_experiment_get_settings (self));
  g_variant_iter_init (&iter, point->settings);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    g_variant_dict_insert_value (&dict, name, value);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}
