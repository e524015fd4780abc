/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/parameter-private.h>
#include <math.h>

/* The rules for values of a parameter: step, range and choices. */

/**
 * GscopeParameter:step:
 *
 * What numbers are rounded to, counted from the minimum; 0 for no rounding.
 *
 * Since: 1.0
 */

/**
 * gscope_parameter_get_step:
 * @self: a parameter
 *
 * Gets what numbers are rounded to.
 *
 * Returns: the step, in the parameter's unit; 0 for no rounding
 *
 * Since: 1.0
 */
double
gscope_parameter_get_step (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), 0);

  return self->rules.step;
}

/**
 * gscope_parameter_set_step:
 * @self: a parameter of numbers
 * @step: the step, in the parameter's unit; for integers a whole number from 1 to 2^53; for doubles
 *   0 disables rounding
 *
 * Sets the step to which written numbers are rounded. Steps count from the minimum, or from 0
 * if that is infinite.
 *
 * Since: 1.0
 */
void
gscope_parameter_set_step (GscopeParameter *self, double step)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (isfinite (step) && step >= 0);
  g_return_if_fail (self->rules.type != GSCOPE_PARAMETER_TYPE_INTEGER
                    || (step >= 1 && step <= 0x1p53 && step == trunc (step)));

  if (self->rules.step == step)
    return;
  self->rules.step = step;
  g_object_notify (G_OBJECT (self), "step");
}

/**
 * GscopeParameter:logarithmic:
 *
 * Whether a slider should be logarithmic.
 *
 * Since: 1.0
 */

/**
 * gscope_parameter_get_logarithmic:
 * @self: a parameter
 *
 * Gets whether a slider for it should be logarithmic.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_parameter_get_logarithmic (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), FALSE);

  return self->logarithmic;
}

/**
 * gscope_parameter_set_logarithmic:
 * @self: a parameter of numbers with a minimum above 0
 * @logarithmic: whether a slider should be logarithmic
 *
 * Sets whether a slider for it should be logarithmic.
 *
 * Since: 1.0
 */
void
gscope_parameter_set_logarithmic (GscopeParameter *self, gboolean logarithmic)
{
  g_return_if_fail (GSCOPE_IS_PARAMETER (self));
  g_return_if_fail (!logarithmic || gscope_parameter_get_min (self) > 0);

  if (self->logarithmic == !!logarithmic)
    return;
  self->logarithmic = !!logarithmic;
  g_object_notify (G_OBJECT (self), "logarithmic");
}

/**
 * GscopeParameter:min:
 *
 * The smallest number that is accepted.
 *
 * Since: 1.0
 */

/**
 * gscope_parameter_get_min:
 * @self: a parameter
 *
 * Gets the smallest number that is accepted; of a boolean or an enumeration 0.
 *
 * Returns: the minimum, in the parameter's unit
 *
 * Since: 1.0
 */
double
gscope_parameter_get_min (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), 0);

  return self->rules.type == GSCOPE_PARAMETER_TYPE_INTEGER ? (double) self->rules.integer_min
                                                           : self->rules.min;
}

/**
 * GscopeParameter:max:
 *
 * The largest number that is accepted.
 *
 * Since: 1.0
 */

/**
 * gscope_parameter_get_max:
 * @self: a parameter
 *
 * Gets the largest number that is accepted; of a boolean 1, of an enumeration the index of its
 * last choice, of a string 0.
 *
 * Returns: the maximum, in the parameter's unit
 *
 * Since: 1.0
 */
double
gscope_parameter_get_max (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), 0);

  switch (self->rules.type)
    {
    case GSCOPE_PARAMETER_TYPE_BOOLEAN:
      return 1;
    case GSCOPE_PARAMETER_TYPE_INTEGER:
      return (double) self->rules.integer_max;
    case GSCOPE_PARAMETER_TYPE_ENUMERATION:
      return g_strv_length (self->rules.nicks) - 1;
    case GSCOPE_PARAMETER_TYPE_DOUBLE:
    case GSCOPE_PARAMETER_TYPE_STRING:
    default:
      return self->rules.max;
    }
}

/**
 * GscopeParameter:nicks:
 *
 * The values of an enumeration; %NULL for other types.
 *
 * Since: 1.0
 */

/**
 * gscope_parameter_get_nicks:
 * @self: a parameter
 *
 * Gets the values of an enumeration.
 *
 * Returns: (nullable) (transfer none) (array zero-terminated=1): the nicks; %NULL for other types
 *
 * Since: 1.0
 */
const char *const *
gscope_parameter_get_nicks (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return (const char *const *) self->rules.nicks;
}

/**
 * GscopeParameter:titles:
 *
 * What a user calls the values of an enumeration; %NULL for other types.
 *
 * Since: 1.0
 */

/**
 * gscope_parameter_get_titles:
 * @self: a parameter
 *
 * Gets the titles of the values of an enumeration, in the order of their nicks.
 *
 * Returns: (nullable) (transfer none) (array zero-terminated=1): the titles; %NULL for other types
 *
 * Since: 1.0
 */
const char *const *
gscope_parameter_get_titles (GscopeParameter *self)
{
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  return (const char *const *) self->rules.titles;
}

/**
 * gscope_parameter_parse:
 * @self: a parameter
 * @text: a text
 * @error: why it is no value of this type
 *
 * Reads a value from text, in every locale alike. It judges the type only, not the range.
 *
 * Returns: (transfer full): the value
 *
 * Since: 1.0
 */
GVariant *
gscope_parameter_parse (GscopeParameter *self, const char *text, GError **error)
{
  GVariant *value;

  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);
  g_return_val_if_fail (text, NULL);

  value = gscope_parameter_rules_parse (&self->rules, text, error);
  if (!value)
    g_prefix_error (error, "%s: ", self->name);
  return value;
}

/**
 * gscope_parameter_validate:
 * @self: a parameter
 * @value: a value; consumed if floating
 * @error: what is wrong with it, and what would be right
 *
 * Judges a value as a write would: its type (an integer does for a double, and a whole double for
 * an integer), range, choices and length; and rounds it to the step.
 *
 * Returns: (transfer full): the value as it would be applied
 *
 * Since: 1.0
 */
GVariant *
gscope_parameter_validate (GscopeParameter *self, GVariant *value, GError **error)
{
  g_autoptr (GVariant) taken = NULL;
  GVariant *valid;

  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);
  g_return_val_if_fail (value, NULL);

  taken = g_variant_ref_sink (value);
  valid = gscope_parameter_rules_validate (&self->rules, taken, self->unit, error);
  if (!valid)
    g_prefix_error (error, "%s: ", self->name);
  return valid;
}
