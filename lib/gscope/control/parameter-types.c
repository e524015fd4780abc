/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/parameter-private.h>
#include <math.h>

/* The types of parameters, a constructor each. */

static GscopeParameter *
new_parameter (const char *name, GscopeParameterType type, GVariant *value)
{
  GscopeParameter *self = g_object_new (GSCOPE_TYPE_PARAMETER, NULL);

  g_free (self->name);
  self->name = g_strdup (name);
  self->rules.type = type;
  g_variant_unref (self->value);
  g_variant_unref (self->initial);
  self->value = g_variant_ref_sink (value);
  self->initial = g_variant_ref (self->value);
  return self;
}

/**
 * gscope_parameter_new_boolean:
 * @name: its name
 * @value: its value
 *
 * Makes a parameter that is on or off.
 *
 * Returns: (transfer full): a parameter
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_parameter_new_boolean (const char *name, gboolean value)
{
  g_return_val_if_fail (name, NULL);

  return new_parameter (name, GSCOPE_PARAMETER_TYPE_BOOLEAN, g_variant_new_boolean (value));
}

/**
 * gscope_parameter_new_integer:
 * @name: its name
 * @min: the smallest value
 * @max: the largest value
 * @value: its value, within the range
 *
 * Makes a parameter of whole numbers.
 *
 * Returns: (transfer full): a parameter
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_parameter_new_integer (const char *name, gint64 min, gint64 max, gint64 value)
{
  GscopeParameter *self;

  g_return_val_if_fail (name, NULL);
  g_return_val_if_fail (min <= value && value <= max, NULL);

  self = new_parameter (name, GSCOPE_PARAMETER_TYPE_INTEGER, g_variant_new_int64 (value));
  self->rules.integer_min = min;
  self->rules.integer_max = max;
  self->rules.step = 1;
  return self;
}

/**
 * gscope_parameter_new_double:
 * @name: its name
 * @min: the smallest value; may be infinite
 * @max: the largest value; may be infinite
 * @value: its value, finite and within the range
 *
 * Makes a parameter of numbers.
 *
 * Returns: (transfer full): a parameter
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_parameter_new_double (const char *name, double min, double max, double value)
{
  GscopeParameter *self;

  g_return_val_if_fail (name, NULL);
  g_return_val_if_fail (min <= value && value <= max && isfinite (value), NULL);

  self = new_parameter (name, GSCOPE_PARAMETER_TYPE_DOUBLE, g_variant_new_double (value));
  self->rules.min = min;
  self->rules.max = max;
  return self;
}

/**
 * gscope_parameter_new_enumeration:
 * @name: its name
 * @nicks: (array zero-terminated=1): its possible values
 * @titles: (nullable) (array zero-terminated=1): what a user calls each; %NULL for the nicks
 * @value: its value, one of @nicks
 *
 * Makes a parameter that is one of several choices.
 *
 * Returns: (transfer full): a parameter
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_parameter_new_enumeration (const char *name, const char *const *nicks,
                                  const char *const *titles, const char *value)
{
  GscopeParameter *self;

  g_return_val_if_fail (name, NULL);
  g_return_val_if_fail (nicks && value && g_strv_contains (nicks, value), NULL);
  g_return_val_if_fail (!titles || g_strv_length ((GStrv) titles) == g_strv_length ((GStrv) nicks),
                        NULL);

  self = new_parameter (name, GSCOPE_PARAMETER_TYPE_ENUMERATION, g_variant_new_string (value));
  self->rules.nicks = g_strdupv ((GStrv) nicks);
  self->rules.titles = g_strdupv ((GStrv) (titles ? titles : nicks));
  return self;
}

/**
 * gscope_parameter_new_string:
 * @name: its name
 * @value: its value, at most %GSCOPE_PARAMETER_MAX_STRING bytes of UTF-8
 *
 * Makes a parameter that is a text.
 *
 * Returns: (transfer full): a parameter
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_parameter_new_string (const char *name, const char *value)
{
  g_return_val_if_fail (name, NULL);
  g_return_val_if_fail (value && strlen (value) <= GSCOPE_PARAMETER_MAX_STRING, NULL);
  g_return_val_if_fail (g_utf8_validate (value, -1, NULL), NULL);

  return new_parameter (name, GSCOPE_PARAMETER_TYPE_STRING, g_variant_new_string (value));
}
