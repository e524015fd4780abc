/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/source/options.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>

static gboolean
refuse (const GscopeSourceOption *option, const char *reason, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "%s: %s", option->name, reason);
  return FALSE;
}

static gboolean
refuse_choice (const GscopeSourceOption *option, GVariant *value, GError **error)
{
  g_autofree char *text = g_variant_print (value, FALSE);
  g_autofree char *choices = g_strjoinv (", ", (GStrv) option->choices);

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               /* Translators: an option's name, a value, a list of values */
               _ ("%s: %s is not a value of this option; choose from %s"), option->name, text,
               choices);
  return FALSE;
}

GVariant *
gscope_source_option_get_element (GVariant *array, gsize i)
{
  g_autoptr (GVariant) child = g_variant_get_child_value (array, i);

  return g_variant_is_of_type (child, G_VARIANT_TYPE_VARIANT) ? g_variant_get_variant (child)
                                                              : g_steal_pointer (&child);
}

static GVariant *
read_text (const GscopeSourceOption *option, GVariant *value, GError **error)
{
  gboolean is_text = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING);

  if (option->choices
      && !(is_text && g_strv_contains (option->choices, g_variant_get_string (value, NULL))))
    refuse_choice (option, value, error);
  else if (!is_text)
    refuse (option, _ ("this is not a text"), error);
  else
    return g_variant_ref (value);
  return NULL;
}

static GVariant *
read_texts (const GscopeSourceOption *option, GVariant *value, GError **error)
{
  GVariantBuilder texts;

  /* a single text counts as an array of one */
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING) && !option->choices)
    {
      const char *text = g_variant_get_string (value, NULL);

      return g_variant_ref_sink (g_variant_new_strv (&text, 1));
    }
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_ARRAY))
    {
      refuse (option, _ ("this is not an array of texts"), error);
      return NULL;
    }
  g_variant_builder_init (&texts, G_VARIANT_TYPE_STRING_ARRAY);
  for (gsize i = 0; i < g_variant_n_children (value); i++)
    {
      g_autoptr (GVariant) element = gscope_source_option_get_element (value, i);
      g_autoptr (GVariant) text = read_text (option, element, error);

      if (!text)
        {
          g_variant_builder_clear (&texts);
          return NULL;
        }
      g_variant_builder_add_value (&texts, text);
    }
  return g_variant_ref_sink (g_variant_builder_end (&texts));
}

static gboolean
find_number (GVariant *value, double *number)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT64))
    *number = g_variant_get_int64 (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_INT32))
    *number = g_variant_get_int32 (value);
  else if (g_variant_is_of_type (value, G_VARIANT_TYPE_UINT32))
    *number = g_variant_get_uint32 (value);
  else
    return FALSE;
  return TRUE;
}

static gboolean
is_in_range (const GscopeSourceOption *option, double number)
{
  return option->min == option->max || (number >= option->min && number <= option->max);
}

static GVariant *
read_number (const GscopeSourceOption *option, GVariant *value, GError **error)
{
  gboolean is_whole = g_str_equal (option->type, "x");
  double number;

  if (find_number (value, &number))
    {
      if (is_in_range (option, number))
        return g_variant_ref_sink (is_whole ? g_variant_is_of_type (value, G_VARIANT_TYPE_INT64)
                                                  ? value
                                                  : g_variant_new_int64 (number)
                                            : g_variant_new_double (number));
    }
  else if (!is_whole && g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE)
           && is_in_range (option, g_variant_get_double (value)))
    return g_variant_ref (value);

  if (option->min != option->max)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 is_whole ? _ ("%s: this is not a whole number from %.10g to %.10g")
                          : _ ("%s: this is not a number from %.10g to %.10g"),
                 option->name, option->min, option->max);
  else
    refuse (option, is_whole ? _ ("this is not a whole number") : _ ("this is not a number"),
            error);
  return NULL;
}

GVariant *
gscope_source_option_read (const GscopeSourceOption *option, GVariant *value, GError **error)
{
  if (g_str_equal (option->type, "s"))
    return read_text (option, value, error);
  if (g_str_equal (option->type, "as"))
    return read_texts (option, value, error);
  if (g_str_equal (option->type, "x") || g_str_equal (option->type, "d"))
    return read_number (option, value, error);
  if (g_str_equal (option->type, "b") ? g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN)
                                      : g_variant_is_of_type (value, G_VARIANT_TYPE_ARRAY))
    return g_variant_ref (value);
  refuse (option,
          g_str_equal (option->type, "b") ? _ ("this is neither true nor false")
                                          : _ ("this is not an array"),
          error);
  return NULL;
}

static void
store (const GscopeSourceOption *option, GscopeSource *self, GVariant *value)
{
  gpointer word = (char *) self + option->offset;

  if (option->offset == 0)
    return;
  if (g_str_equal (option->type, "b"))
    *(gboolean *) word = g_variant_get_boolean (value);
  else if (g_str_equal (option->type, "x"))
    *(gint64 *) word = g_variant_get_int64 (value);
  else if (g_str_equal (option->type, "d"))
    *(double *) word = g_variant_get_double (value);
  else if (g_str_equal (option->type, "s"))
    {
      g_free (*(char **) word);
      *(char **) word = g_variant_dup_string (value, NULL);
    }
  else
    {
      g_strfreev (*(GStrv *) word);
      *(GStrv *) word = g_variant_dup_strv (value, NULL);
    }
}

void
gscope_source_options_init (GscopeSource *self)
{
  const GscopeSourceOption *table = GSCOPE_SOURCE_GET_CLASS (self)->options;

  for (const GscopeSourceOption *option = table; option && option->name; option++)
    {
      g_autoptr (GVariant) initial = NULL;

      if (option->offset == 0)
        continue;
      initial = g_variant_parse (G_VARIANT_TYPE (option->type), option->initial, NULL, NULL, NULL);
      g_return_if_fail (initial);
      store (option, self, initial);
    }
}

void
gscope_source_options_clear (GscopeSource *self)
{
  const GscopeSourceOption *table = GSCOPE_SOURCE_GET_CLASS (self)->options;

  for (const GscopeSourceOption *option = table; option && option->name; option++)
    {
      gpointer word = (char *) self + option->offset;

      if (option->offset > 0 && g_str_equal (option->type, "s"))
        g_clear_pointer ((char **) word, g_free);
      else if (option->offset > 0 && g_str_equal (option->type, "as"))
        g_clear_pointer ((GStrv *) word, g_strfreev);
    }
}

static const GscopeSourceOption *
find (GscopeSource *self, const char *name, GError **error)
{
  const GscopeSourceOption *table = GSCOPE_SOURCE_GET_CLASS (self)->options;
  g_autoptr (GString) names = g_string_new (NULL);

  for (const GscopeSourceOption *option = table; option && option->name; option++)
    {
      if (g_str_equal (option->name, name))
        return option;
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", option->name);
    }
  if (names->len > 0)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("there is no option “%s”; there are: %s"), name, names->str);
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("there is no option “%s”; this type has none"), name);
  return NULL;
}

/* Sets the initial value of the parameter that has the option's name. */
static gboolean
take_parameter (const GscopeSourceOption *option, GscopeSource *self, GVariant *value,
                GError **error)
{
  GscopeParameter *parameter = gscope_source_find_parameter (self, option->name);
  g_autoptr (GVariant) valid = gscope_parameter_validate (parameter, value, error);

  if (!valid)
    return FALSE;
  gscope_parameter_notice (parameter, valid, NULL);
  return TRUE;
}

static gboolean
take (const GscopeSourceOption *option, GscopeSource *self, GVariant *value, GError **error)
{
  g_autoptr (GVariant) read = gscope_source_option_read (option, value, error);

  if (!read || (option->take && !option->take (self, read, error)))
    return FALSE;
  if (!option->take && option->offset == 0)
    return take_parameter (option, self, read, error);
  store (option, self, read);
  return TRUE;
}

gboolean
gscope_source_options_take (GscopeSource *self, GVariant *values, GError **error)
{
  GVariantIter iter;
  const char *name;
  GVariant *child;

  g_variant_iter_init (&iter, values);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &child))
    {
      g_autoptr (GVariant) value = child;
      const GscopeSourceOption *option = find (self, name, error);

      if (!option || !take (option, self, value, error))
        return FALSE;
    }
  return TRUE;
}
