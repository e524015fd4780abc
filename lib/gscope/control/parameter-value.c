/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-private.h>
#include <gscope/control/quantity.h>
#include <gscope/error.h>
#include <math.h>

/* The longest value that a message or a label shows whole, in characters. */
#define SHOWN 64

static const struct
{
  const char *text;
  gboolean value;
} switches[] = {
  { "true", TRUE }, { "false", FALSE }, { "on", TRUE }, { "off", FALSE },
  { "yes", TRUE },  { "no", FALSE },    { "1", TRUE },  { "0", FALSE },
};

char *
gscope_value_format (GVariant *value)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_strdup (g_variant_get_boolean (value) ? "true" : "false");
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return gscope_quantity_format_exact (g_variant_get_double (value));
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (value, NULL);
  return g_variant_print (value, FALSE);
}

char *
gscope_value_abbreviate (GVariant *value)
{
  g_autofree char *text = gscope_value_format (value);
  g_autofree char *start = NULL;

  if (g_utf8_strlen (text, -1) <= SHOWN)
    return g_steal_pointer (&text);
  start = g_utf8_substring (text, 0, SHOWN - 1);
  return g_strconcat (start, "…", NULL);
}

static GVariant *
refuse_type (const GscopeParameterRules *rules, GVariant *value, GError **error)
{
  static const char *const messages[] = {
    [GSCOPE_PARAMETER_TYPE_BOOLEAN] = N_ ("%s does not fit; it takes true or false"),
    [GSCOPE_PARAMETER_TYPE_INTEGER] = N_ ("%s does not fit; it takes a whole number"),
    [GSCOPE_PARAMETER_TYPE_DOUBLE] = N_ ("%s does not fit; it takes a number"),
    [GSCOPE_PARAMETER_TYPE_ENUMERATION] = N_ ("%s does not fit; it takes the name of a choice"),
    [GSCOPE_PARAMETER_TYPE_STRING] = N_ ("%s does not fit; it takes a text"),
  };
  g_autofree char *shown = gscope_value_abbreviate (value);

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ (messages[rules->type]), shown);
  return NULL;
}

static GVariant *
fit_integer (const GscopeParameterRules *rules, GVariant *value, GError **error)
{
  double number;

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    return g_variant_ref (value);
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return refuse_type (rules, value, error);

  number = g_variant_get_double (value);
  if (!(number >= -0x1p63 && number < 0x1p63) || number != trunc (number))
    return refuse_type (rules, value, error);
  return g_variant_ref_sink (g_variant_new_int64 ((gint64) number));
}

static GVariant *
fit_double (const GscopeParameterRules *rules, GVariant *value, GError **error)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    return g_variant_ref_sink (g_variant_new_double ((double) g_variant_get_int64 (value)));
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE)
      || !isfinite (g_variant_get_double (value)))
    return refuse_type (rules, value, error);
  return g_variant_ref (value);
}

static GVariant *
fit_enumeration (const GscopeParameterRules *rules, GVariant *value, GError **error)
{
  g_autofree char *shown = NULL;
  g_autofree char *choices = NULL;

  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return refuse_type (rules, value, error);
  if (g_strv_contains ((const char *const *) rules->nicks, g_variant_get_string (value, NULL)))
    return g_variant_ref (value);

  shown = gscope_value_abbreviate (value);
  choices = g_strjoinv (", ", rules->nicks);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("there is no choice “%s”; choose one of: %s"), shown, choices);
  return NULL;
}

static GVariant *
fit_string (const GscopeParameterRules *rules, GVariant *value, GError **error)
{
  gsize length;

  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return refuse_type (rules, value, error);
  g_variant_get_string (value, &length);
  if (length <= GSCOPE_PARAMETER_MAX_STRING)
    return g_variant_ref (value);

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("a text of %zu bytes is too long; %d are allowed"), length,
               GSCOPE_PARAMETER_MAX_STRING);
  return NULL;
}

GVariant *
gscope_parameter_rules_fit (const GscopeParameterRules *rules, GVariant *value, GError **error)
{
  switch (rules->type)
    {
    case GSCOPE_PARAMETER_TYPE_INTEGER:
      return fit_integer (rules, value, error);
    case GSCOPE_PARAMETER_TYPE_DOUBLE:
      return fit_double (rules, value, error);
    case GSCOPE_PARAMETER_TYPE_ENUMERATION:
      return fit_enumeration (rules, value, error);
    case GSCOPE_PARAMETER_TYPE_STRING:
      return fit_string (rules, value, error);
    case GSCOPE_PARAMETER_TYPE_BOOLEAN:
    default:
      return g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN)
                 ? g_variant_ref (value)
                 : refuse_type (rules, value, error);
    }
}

static gboolean
is_nearly_whole (double number)
{
  return fabs (number - round (number)) <= 1e-9 * MAX (1, fabs (number));
}

/* Steps count from the minimum, or from zero where the minimum is a multiple of the step or
 * infinite. Tenths are divided by ten rather than multiplied by 0.1, which is not a tenth. */
static double
snap_double (const GscopeParameterRules *rules, double value)
{
  double step = rules->step;
  double base = isfinite (rules->min) && !is_nearly_whole (rules->min / step) ? rules->min : 0;
  double n = round ((value - base) / step);
  double snapped;

  if (!isfinite (n))
    return value;
  if (base + n * step > rules->max && !is_nearly_whole ((rules->max - base) / step))
    n -= 1;
  snapped = base + (is_nearly_whole (1 / step) ? n / round (1 / step) : n * step);
  return CLAMP (snapped, rules->min, rules->max);
}

static gint64
snap_integer (const GscopeParameterRules *rules, gint64 value)
{
  guint64 step = (guint64) rules->step;
  /* A range open below has no minimum to count from. */
  gint64 base =
      rules->integer_min == G_MININT64 ? -(gint64) (G_MAXINT64 / step * step) : rules->integer_min;
  guint64 offset = value < base ? 0 : (guint64) value - (guint64) base;
  guint64 room = (guint64) rules->integer_max - (guint64) base;
  guint64 rest = offset % step;

  offset -= rest;
  if (rest >= step - rest && room - offset >= step)
    offset += step;
  return (gint64) ((guint64) base + offset);
}

static char *
format_with_unit (GVariant *value, const char *unit)
{
  g_autofree char *text = gscope_value_format (value);

  return g_strconcat (text, unit[0] ? " " : "", unit, NULL);
}

static void
set_range_error (GVariant *value, GVariant *min, GVariant *max, const char *unit, GError **error)
{
  g_autofree char *text = format_with_unit (value, unit);
  g_autofree char *low = gscope_value_format (min);
  g_autofree char *high = format_with_unit (max, unit);

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("%s is outside the range from %s to %s"), text, low, high);
}

static GVariant *
validate_integer (const GscopeParameterRules *rules, GVariant *value, const char *unit,
                  GError **error)
{
  gint64 number = g_variant_get_int64 (value);
  g_autoptr (GVariant) min = g_variant_ref_sink (g_variant_new_int64 (rules->integer_min));
  g_autoptr (GVariant) max = g_variant_ref_sink (g_variant_new_int64 (rules->integer_max));

  if (number >= rules->integer_min && number <= rules->integer_max)
    return g_variant_ref_sink (
        g_variant_new_int64 (rules->step > 1 ? snap_integer (rules, number) : number));
  set_range_error (value, min, max, unit, error);
  return NULL;
}

static GVariant *
validate_double (const GscopeParameterRules *rules, GVariant *value, const char *unit,
                 GError **error)
{
  double number = g_variant_get_double (value);
  g_autoptr (GVariant) min = g_variant_ref_sink (g_variant_new_double (rules->min));
  g_autoptr (GVariant) max = g_variant_ref_sink (g_variant_new_double (rules->max));

  if (number >= rules->min && number <= rules->max)
    return g_variant_ref_sink (
        g_variant_new_double (rules->step > 0 ? snap_double (rules, number) : number));
  set_range_error (value, min, max, unit, error);
  return NULL;
}

GVariant *
gscope_parameter_rules_validate (const GscopeParameterRules *rules, GVariant *value,
                                 const char *unit, GError **error)
{
  g_autoptr (GVariant) fitted = gscope_parameter_rules_fit (rules, value, error);

  if (!fitted)
    return NULL;
  if (rules->type == GSCOPE_PARAMETER_TYPE_INTEGER)
    return validate_integer (rules, fitted, unit, error);
  if (rules->type == GSCOPE_PARAMETER_TYPE_DOUBLE)
    return validate_double (rules, fitted, unit, error);
  return g_steal_pointer (&fitted);
}

static GVariant *
read_boolean (const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (switches); i++)
    if (g_ascii_strcasecmp (text, switches[i].text) == 0)
      return g_variant_new_boolean (switches[i].value);
  return g_variant_new_string (text);
}

/* A text that is not a number stays a text, which the type then refuses. */
static GVariant *
read_number (const char *text, gboolean whole)
{
  gint64 integer;
  double number;
  char *end;

  if (whole && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &integer, NULL))
    return g_variant_new_int64 (integer);
  errno = 0;
  number = g_ascii_strtod (text, &end);
  if (end == text || *end || errno == ERANGE)
    return g_variant_new_string (text);
  return g_variant_new_double (number);
}

GVariant *
gscope_parameter_rules_parse (const GscopeParameterRules *rules, const char *text, GError **error)
{
  g_autoptr (GVariant) value = NULL;
  g_autofree char *trimmed = NULL;

  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("the text is not valid UTF-8"));
      return NULL;
    }

  trimmed = g_strstrip (g_strdup (text));
  if (rules->type == GSCOPE_PARAMETER_TYPE_STRING)
    value = g_variant_new_string (text);
  else if (rules->type == GSCOPE_PARAMETER_TYPE_ENUMERATION)
    value = g_variant_new_string (trimmed);
  else if (rules->type == GSCOPE_PARAMETER_TYPE_BOOLEAN)
    value = read_boolean (trimmed);
  else
    value = read_number (trimmed, rules->type == GSCOPE_PARAMETER_TYPE_INTEGER);
  g_variant_ref_sink (value);
  return gscope_parameter_rules_fit (rules, value, error);
}

double
gscope_parameter_rules_get_number (const GscopeParameterRules *rules, GVariant *value)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_variant_get_boolean (value);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    return (double) g_variant_get_int64 (value);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return g_variant_get_double (value);
  if (rules->type != GSCOPE_PARAMETER_TYPE_ENUMERATION)
    return NAN;

  for (guint i = 0; rules->nicks[i]; i++)
    if (g_str_equal (rules->nicks[i], g_variant_get_string (value, NULL)))
      return i;
  return NAN;
}

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
 *
 * Since: 1.0
 */
const char *
gscope_parameter_get_prefix (GscopeParameter *self, double *factor)
{
  double usual = 0;

  g_return_val_if_fail (GSCOPE_IS_PARAMETER (self), NULL);

  *factor = 1;
  if (gscope_parameter_get_parameter_type (self) == GSCOPE_PARAMETER_TYPE_DOUBLE)
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

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_strdup (g_variant_get_boolean (value) ? "on" : "off");
  for (guint i = 0; nicks && nicks[i]; i++)
    if (g_str_equal (nicks[i], g_variant_get_string (value, NULL)))
      return g_strdup (gscope_parameter_get_titles (self)[i]);
  if (factor == 1 || !g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return gscope_value_abbreviate (value);
  return gscope_quantity_format_rounded (
      gscope_quantity_divide (g_variant_get_double (value), factor), DIGITS);
}

/* Returns what follows the number: a space, the prefix and the unit. */
static char *
make_suffix (GscopeParameter *self, const char *prefix)
{
  const char *unit = gscope_parameter_get_unit (self);

  return g_strconcat (unit[0] || prefix[0] ? " " : "", prefix, unit, NULL);
}

/**
 * gscope_parameter_describe_value:
 * @self: a parameter
 *
 * Says for people which value it has: such as `30 Mbit/s`, `on`.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
gscope_parameter_describe_value (GscopeParameter *self)
{
  double factor;
  const char *prefix = gscope_parameter_get_prefix (self, &factor);
  g_autofree char *value = describe_value (self, gscope_parameter_get_value (self), factor);
  g_autofree char *suffix = make_suffix (self, prefix);

  return g_strconcat (value, suffix, NULL);
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
 *
 * Since: 1.0
 */
char *
gscope_parameter_describe_change (GscopeParameter *self, GVariant *from, GVariant *to)
{
  double factor;
  const char *prefix = gscope_parameter_get_prefix (self, &factor);
  g_autofree char *old = describe_value (self, from, factor);
  g_autofree char *new = describe_value (self, to, factor);
  g_autofree char *suffix = make_suffix (self, prefix);

  return g_strconcat (gscope_parameter_get_title (self), " ", old, old[0] ? " → " : "→ ", new,
                      suffix, NULL);
}
