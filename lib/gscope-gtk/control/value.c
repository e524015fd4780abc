/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope-gtk/control/value.h>
#include <langinfo.h>
#include <math.h>
#include <string.h>

#define MINUS "\u2212"

static gboolean
is_number (GscopeParameter *parameter)
{
  GscopeParameterType type = gscope_parameter_get_parameter_type (parameter);

  return type == GSCOPE_PARAMETER_TYPE_INTEGER || type == GSCOPE_PARAMETER_TYPE_DOUBLE;
}

static void
replace (char **text, const char *from, const char *to)
{
  g_autoptr (GString) string = NULL;

  if (!from[0])
    return;
  string = g_string_new (*text);
  g_string_replace (string, from, to, 0);
  g_free (*text);
  *text = g_strdup (string->str);
}

GVariant *
gscope_gtk_control_value_get_shown (GscopeParameter *parameter)
{
  GVariant *asked = gscope_parameter_get_asked (parameter);

  if (asked && gscope_parameter_get_state (parameter) == GSCOPE_PARAMETER_STATE_PENDING)
    return asked;
  return gscope_parameter_get_value (parameter);
}

static char *
get_choice_title (GscopeParameter *parameter, GVariant *value)
{
  const char *const *nicks = gscope_parameter_get_nicks (parameter);
  const char *const *titles = gscope_parameter_get_titles (parameter);

  for (guint i = 0; nicks[i]; i++)
    if (g_str_equal (nicks[i], g_variant_get_string (value, NULL)))
      return g_strdup (titles[i]);
  return g_variant_dup_string (value, NULL);
}

char *
gscope_gtk_control_value_dup_unit (GscopeParameter *parameter)
{
  double factor;
  const char *prefix = gscope_parameter_get_prefix (parameter, &factor);

  return g_strconcat (prefix, gscope_parameter_get_unit (parameter), NULL);
}

/* A division by 1000 is exact more often than a multiplication by 0.001. */
static double
unscale (double shown, double factor)
{
  return factor < 1 ? shown / round (1 / factor) : shown * factor;
}

double
gscope_gtk_control_value_scale (GscopeParameter *parameter, double number)
{
  double factor;

  gscope_parameter_get_prefix (parameter, &factor);
  return gscope_quantity_divide (number, factor);
}

/* Formats 15 digits, which hides the rounding errors of scaling. */
static char *
format_number (GscopeParameter *parameter, GVariant *value)
{
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return gscope_parameter_format (parameter, value);
  return gscope_quantity_format_rounded (
      gscope_gtk_control_value_scale (parameter, g_variant_get_double (value)), 15);
}

char *
gscope_gtk_control_value_format (GscopeParameter *parameter, GVariant *value, gboolean with_unit)
{
  g_autofree char *unit = with_unit ? gscope_gtk_control_value_dup_unit (parameter) : g_strdup ("");
  g_autofree char *text = NULL;

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return g_strdup (g_variant_get_boolean (value) ? _ ("on") : _ ("off"));
  if (gscope_parameter_get_parameter_type (parameter) == GSCOPE_PARAMETER_TYPE_ENUMERATION
      && g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return get_choice_title (parameter, value);

  text = format_number (parameter, value);
  if (is_number (parameter))
    {
      replace (&text, ".", nl_langinfo (RADIXCHAR));
      replace (&text, "-", MINUS);
    }
  return g_strconcat (text, unit[0] ? " " : NULL, unit, NULL);
}

const char *
gscope_gtk_control_value_trim (GscopeParameter *parameter, const char *reason)
{
  const char *name = gscope_parameter_get_name (parameter);
  gsize length = strlen (name);

  return g_str_has_prefix (reason, name) && g_str_has_prefix (reason + length, ": ")
             ? reason + length + 2
             : reason;
}

static GVariant *
parse_number (GscopeParameter *parameter, const char *text, GError **error)
{
  g_autoptr (GVariant) value = gscope_parameter_parse (parameter, text, error);
  double factor;

  gscope_parameter_get_prefix (parameter, &factor);
  if (!value || factor == 1)
    return g_steal_pointer (&value);
  return g_variant_ref_sink (g_variant_new_double (unscale (g_variant_get_double (value), factor)));
}

GVariant *
gscope_gtk_control_value_parse (GscopeParameter *parameter, const char *text, char **reason)
{
  g_autofree char *plain = g_strdup (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value = NULL;
  GVariant *valid = NULL;

  if (is_number (parameter))
    {
      /* A point is a decimal point in every locale, never a thousands separator. */
      replace (&plain, nl_langinfo (RADIXCHAR), ".");
      replace (&plain, MINUS, "-");
    }
  value = parse_number (parameter, plain, &error);
  if (value)
    valid = gscope_parameter_validate (parameter, value, &error);
  if (!valid)
    *reason = g_strdup (gscope_gtk_control_value_trim (parameter, error->message));
  return valid;
}
