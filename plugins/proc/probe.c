/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "probe.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

enum
{
  MAX_TEXT = 255,
  MAX_PATH = 4095,
};

static gboolean
refuse (GError **error, const char *key, const char *reason)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "%s: %s", key, reason);
  return FALSE;
}

static gboolean
read_text (GVariant *value, const char *key, gsize max, char **text, GError **error)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
      || strlen (g_variant_get_string (value, NULL)) > max
      || !g_variant_get_string (value, NULL)[0])
    {
      g_autofree char *reason = g_strdup_printf (_ ("it is not a text of 1 to %zu bytes"), max);

      return refuse (error, key, reason);
    }
  g_free (*text);
  *text = g_variant_dup_string (value, NULL);
  return TRUE;
}

static gboolean
read_number (GVariant *value, const char *key, double *number, GError **error)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    *number = g_variant_get_int64 (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    *number = g_variant_get_double (value);
  else
    return refuse (error, key, _ ("it is not a number"));
  return isfinite (*number) ? TRUE : refuse (error, key, _ ("it is not a finite number"));
}

static gboolean
read_rate (ProcProbe *self, GVariant *value, GError **error)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return refuse (error, "rate", _ ("it is not a boolean; write true or false"));
  self->metric.kind = g_variant_get_boolean (value) ? PROC_RATE : PROC_ABSOLUTE;
  return TRUE;
}

static gboolean
read_option (ProcProbe *self, const char *key, GVariant *value, GError **error)
{
  const struct
  {
    const char *key;
    char **text;
    gsize max;
  } texts[] = {
    { "name", &self->name, MAX_TEXT }, { "title", &self->title, MAX_TEXT },
    { "unit", &self->unit, MAX_TEXT }, { "group", &self->group, MAX_TEXT },
    { "file", &self->file, MAX_PATH },
  };
  static const char *const place[] = { "pattern", "line", "field", "after", "match", NULL };
  const struct
  {
    const char *key;
    double *number;
  } numbers[] = { { "scale", &self->metric.scale },
                  { "min", &self->metric.min },
                  { "max", &self->metric.max } };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_str_equal (key, texts[i].key))
      return read_text (value, key, texts[i].max, texts[i].text, error);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (g_str_equal (key, numbers[i].key))
      return read_number (value, key, numbers[i].number, error);
  if (g_str_equal (key, "rate"))
    return read_rate (self, value, error);
  if (g_strv_contains (place, key))
    return TRUE;
  return refuse (
      error, key,
      _ ("there is no such option; choose one of: name, file, pattern, line, field, after, "
         "match, rate, unit, scale, min, max, group, title"));
}

static gboolean
is_complete (ProcProbe *self, GError **error)
{
  if (!self->name)
    return refuse (error, "name", _ ("it is missing"));
  if (!self->file)
    return refuse (error, "file", _ ("it is missing"));
  return TRUE;
}

ProcProbe *
proc_probe_new (GVariant *options, GError **error)
{
  g_autoptr (ProcProbe) self = g_new0 (ProcProbe, 1);
  GVariantIter iter;
  const char *key;
  GVariant *child;

  self->metric.kind = PROC_ABSOLUTE;
  self->metric.plus = 1;
  self->metric.scale = 1;
  g_variant_iter_init (&iter, options);
  while (g_variant_iter_next (&iter, "{&sv}", &key, &child))
    {
      g_autoptr (GVariant) value = child;

      if (!read_option (self, key, value, error))
        return NULL;
    }
  if (!is_complete (self, error))
    return NULL;
  self->place = gscope_number_place_new (options, error);
  if (!self->place)
    return NULL;
  self->metric.name = self->name;
  self->metric.unit = self->unit ? self->unit : "";
  self->metric.description = self->file;
  self->item =
      proc_item_new (self->group, self->title ? self->title : self->name, &self->metric, 1);
  return g_steal_pointer (&self);
}

void
proc_probe_free (ProcProbe *self)
{
  g_free (self->name);
  g_free (self->title);
  g_free (self->unit);
  g_free (self->group);
  g_free (self->file);
  g_clear_pointer (&self->place, gscope_number_place_unref);
  g_clear_pointer (&self->item, proc_item_unref);
  g_free (self);
}

gboolean
proc_probe_find (ProcProbe *self, const char *text, double *number)
{
  if (self->fault != GSCOPE_NUMBER_FAULT_SLOW)
    self->fault = gscope_number_place_find (self->place, text, number, NULL);
  return self->fault == GSCOPE_NUMBER_FAULT_NONE;
}
