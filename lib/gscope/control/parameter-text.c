/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/parameter-private.h>
#include <gscope/control/quantity.h>
#include <math.h>

/* Hides what the scaling added. */
#define DIGITS 15

/**
 * gscope_parameter_get_prefix:
 * @self: a parameter
 * @factor: (out): what a value is divided by
 *
 * Gets the SI prefix with which all of its values are shown: the one that suits its default.
 *
 * Returns: the prefix, such as `M`; empty for none
 */
const char *
gscope_parameter_get_prefix (GscopeParameter *self, double *factor)
{
  double usual = 0;

  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  *factor = 1;
  if (gscope_parameter_get_parameter_type (self) == GSCOPE_PARAMETER_DOUBLE)
    usual = fabs (g_variant_get_double (gscope_parameter_get_default (self)));
  return usual > 0 ? gscope_quantity_choose_prefix (usual, gscope_parameter_get_unit (self), DIGITS,
                                                    factor)
                   : "";
}

/* As its control shows it: switches are on or off, and choices have titles. */
static char *
describe_value (GscopeParameter *self, GVariant *value, double factor)
{
  const char *const *nicks = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
                                 ? gscope_parameter_get_nicks (self)
                                 : NULL;
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_strdup (g_variant_get_boolean (value) ? "on" : "off");
  for (guint i = 0; nicks && nicks[i]; i++)
    if (g_str_equal (nicks[i], g_variant_get_string (value, NULL)))
      return g_strdup (gscope_parameter_get_titles (self)[i]);
  if (factor == 1 || !g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return gscope_value_abbreviate (value);
  g_ascii_formatd (text, sizeof text, "%.15g",
                   gscope_quantity_divide (g_variant_get_double (value), factor));
  return g_strdup (text);
}

/**
 * gscope_parameter_describe_change:
 * @self: a parameter
 * @from: a value
 * @to: another value
 *
 * Says for people that it went from one value to another, as its marker does: such as
 * `Rate 30 → 15 Mbit/s`, `Sawtooth off → on`.
 *
 * Returns: (transfer full): the text
 */
char *
gscope_parameter_describe_change (GscopeParameter *self, GVariant *from, GVariant *to)
{
  double factor;
  const char *prefix = gscope_parameter_get_prefix (self, &factor);
  const char *unit = gscope_parameter_get_unit (self);
  g_autofree char *old = describe_value (self, from, factor);
  g_autofree char *new = describe_value (self, to, factor);

  return g_strconcat (gscope_parameter_get_title (self), " ", old, old[0] ? " → " : "→ ", new,
                      unit[0] || prefix[0] ? " " : "", prefix, unit, NULL);
}
