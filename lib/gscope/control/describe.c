/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/describe.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-private.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <math.h>
#include <string.h>

/* By value of GscopeParameterType. */
static const char *const types[] = {
  "boolean", "integer", "double", "enumeration", "string", NULL
};

const GscopeDescribeLimits gscope_describe_message_limits = { 1024, 255 };

enum
{
  MAX_CHOICES = 256,
  /* the texts that belong to the display of a signal: the first of the table */
  N_DISPLAY_TEXTS = 3,
};

/* Texts of signals and parameters, by their properties. */
static const struct
{
  const char *name;
  gboolean is_word;
} texts[] = {
  { "title", FALSE }, { "unit", TRUE },         { "role", TRUE },
  { "group", TRUE },  { "description", FALSE },
};

/* The properties that may change while a signal lives. */
static const char *const display[] = { "role", "title", "group-title", "description", "unit",
                                       "min",  "max",   "color",       "line-mode",   "hidden" };

char *
gscope_describe_path (const char *group, const char *name)
{
  return group && *group ? g_strconcat (group, "/", name, NULL) : g_strdup (name);
}

static gsize
get_limit (const GscopeDescribeLimits *limits, gsize text)
{
  return texts[text].is_word ? limits->word : limits->text;
}

static void
describe_texts (JsonObject *object, gpointer item, gsize begin, gsize end,
                const GscopeDescribeLimits *limits)
{
  for (gsize i = begin; i < end; i++)
    {
      g_autofree char *text = NULL;

      g_object_get (item, texts[i].name, &text, NULL);
      gscope_json_set_text (object, texts[i].name, text, get_limit (limits, i));
    }
}

/* Sets all valid texts. */
static gboolean
read_texts (JsonObject *object, gpointer item, gsize begin, gsize end,
            const GscopeDescribeLimits *limits, GError **error)
{
  gboolean is_valid = TRUE;

  for (gsize i = begin; i < end; i++)
    {
      const char *text;

      if (!gscope_json_get_text (object, texts[i].name, get_limit (limits, i), &text,
                                 is_valid ? error : NULL))
        is_valid = FALSE;
      else if (*text)
        g_object_set (item, texts[i].name, text, NULL);
    }
  return is_valid;
}

/* JSON has no infinity: an absent bound is infinite. */
static gboolean
read_bound (JsonObject *object, const char *member, double missing, double *number, GError **error)
{
  *number = missing;
  return !json_object_has_member (object, member)
         || gscope_json_get_double (object, member, number, error);
}

static void
describe_choices (JsonObject *object, const char *member, GStrv choices)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; choices[i]; i++)
    json_array_add_string_element (array, choices[i]);
  json_object_set_array_member (object, member, array);
}

static GStrv
read_choices (JsonObject *object, const char *member, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonArray *array;

  if (!gscope_json_get_array (object, member, MAX_CHOICES, &array, error))
    return NULL;
  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      const char *text =
          json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;

      if (!text || strlen (text) > gscope_describe_message_limits.word)
        return gscope_json_refuse (error, member, _ ("this is not a list of words")), NULL;
      g_strv_builder_add (builder, text);
    }
  return g_strv_builder_end (builder);
}

/* Markers. */

JsonObject *
gscope_describe_marker (GscopeMarker *marker, const GscopeDescribeLimits *limits)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "time_ns", gscope_marker_get_time (marker));
  gscope_json_set_enum (object, "kind", GSCOPE_TYPE_MARKER_KIND, gscope_marker_get_kind (marker));
  gscope_json_set_text (object, "subject", gscope_marker_get_subject (marker), limits->text);
  gscope_json_set_text (object, "label", gscope_marker_get_label (marker), limits->text);
  gscope_json_set_text (object, "detail", gscope_marker_get_detail (marker), limits->text);
  return object;
}

GscopeMarker *
gscope_describe_read_marker (JsonObject *object, const GscopeDescribeLimits *limits, GError **error)
{
  const char *subject, *label, *detail;
  int kind = GSCOPE_MARKER_KIND_EVENT;
  gint64 time;

  if (!gscope_json_get_known (object, "kind", GSCOPE_TYPE_MARKER_KIND, &kind, error)
      || !gscope_json_get_integer (object, "time_ns", G_MININT64, G_MAXINT64, &time, error)
      || !gscope_json_get_text (object, "subject", limits->text, &subject, error)
      || !gscope_json_get_text (object, "label", limits->text, &label, error)
      || !gscope_json_get_text (object, "detail", limits->text, &detail, error))
    return NULL;
  return gscope_marker_new (time, kind, subject, label, detail);
}

/* Signals. */

void
gscope_describe_display (JsonObject *object, GscopeSignal *signal,
                         const GscopeDescribeLimits *limits)
{
  double min = gscope_signal_get_min (signal), max = gscope_signal_get_max (signal);

  describe_texts (object, signal, 0, N_DISPLAY_TEXTS, limits);
  gscope_json_set_text (object, "group-title", gscope_signal_get_group_title (signal),
                        limits->text);
  json_object_set_int_member (object, "color", gscope_signal_get_color (signal));
  if (gscope_signal_has_range (signal) && isfinite (min) && isfinite (max))
    {
      json_object_set_double_member (object, "min", min);
      json_object_set_double_member (object, "max", max);
    }
  gscope_json_set_enum (object, "line", GSCOPE_TYPE_LINE_MODE,
                        gscope_signal_get_line_mode (signal));
  if (gscope_signal_get_hidden (signal))
    json_object_set_boolean_member (object, "hidden", TRUE);
}

JsonObject *
gscope_describe_signal (GscopeSignal *signal, guint32 id)
{
  const GscopeDescribeLimits *limits = &gscope_describe_message_limits;
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "id", id);
  json_object_set_string_member (object, "name", gscope_signal_get_name (signal));
  describe_texts (object, signal, N_DISPLAY_TEXTS, G_N_ELEMENTS (texts), limits);
  gscope_describe_display (object, signal, limits);
  if (gscope_signal_get_ended (signal))
    json_object_set_boolean_member (object, "ended", TRUE);
  if (gscope_signal_get_followers (signal)[0])
    describe_choices (object, "followers", (GStrv) gscope_signal_get_followers (signal));
  gscope_describe_states (object, signal, limits);
  return object;
}

static gboolean
read_color (JsonObject *object, GscopeSignal *signal, GError **error)
{
  gint64 color;

  if (!gscope_json_get_integer (object, "color", 0, G_MAXUINT32, &color, error))
    return FALSE;
  gscope_signal_set_color (signal, color);
  return TRUE;
}

static gboolean
read_range (JsonObject *object, GscopeSignal *signal, GError **error)
{
  double min, max;

  if (!read_bound (object, "min", 0, &min, error) || !read_bound (object, "max", 0, &max, error))
    return FALSE;
  if (min < max)
    gscope_signal_set_range (signal, min, max);
  return TRUE;
}

static gboolean
read_line_mode (JsonObject *object, GscopeSignal *signal, GError **error)
{
  int mode = gscope_signal_get_line_mode (signal);

  if (!gscope_json_get_known (object, "line", GSCOPE_TYPE_LINE_MODE, &mode, error))
    return FALSE;
  gscope_signal_set_line_mode (signal, mode);
  return TRUE;
}

static gboolean
read_group_title (JsonObject *object, GscopeSignal *signal, const GscopeDescribeLimits *limits,
                  GError **error)
{
  const char *title;

  if (!gscope_json_get_text (object, "group-title", limits->text, &title, error))
    return FALSE;
  if (*title)
    gscope_signal_set_group_title (signal, title);
  return TRUE;
}

gboolean
gscope_describe_read_display (JsonObject *object, GscopeSignal *signal,
                              const GscopeDescribeLimits *limits, GError **error)
{
  gboolean is_valid = read_texts (object, signal, 0, N_DISPLAY_TEXTS, limits, error);

  is_valid = read_group_title (object, signal, limits, is_valid ? error : NULL) && is_valid;
  is_valid = read_color (object, signal, is_valid ? error : NULL) && is_valid;
  is_valid = read_range (object, signal, is_valid ? error : NULL) && is_valid;
  is_valid = read_line_mode (object, signal, is_valid ? error : NULL) && is_valid;
  gscope_signal_set_hidden (signal, gscope_json_get_flag (object, "hidden"));
  return is_valid;
}

static gboolean
read_followers (JsonObject *object, GscopeSignal *signal, GError **error)
{
  g_auto (GStrv) names = read_choices (object, "followers", error);

  if (!names)
    return FALSE;
  gscope_signal_set_followers (signal, (const char *const *) names);
  return TRUE;
}

GscopeSignal *
gscope_describe_read_signal (JsonObject *object, guint32 *id, GError **error)
{
  const GscopeDescribeLimits *limits = &gscope_describe_message_limits;
  g_autoptr (GscopeSignal) signal = NULL;
  const char *name;
  gint64 number;

  if (!gscope_json_get_integer (object, "id", 0, G_MAXUINT32, &number, error)
      || !gscope_json_get_text (object, "name", limits->word, &name, error))
    return NULL;
  *id = number;
  signal = gscope_signal_new_buffered (name);
  if (!read_texts (object, signal, N_DISPLAY_TEXTS, G_N_ELEMENTS (texts), limits, error)
      || !gscope_describe_read_display (object, signal, limits, error)
      || !read_followers (object, signal, error)
      || !gscope_describe_read_states (object, signal, limits, error))
    {
      g_prefix_error (error, _ ("signal “%s”: "), name);
      return NULL;
    }
  return g_steal_pointer (&signal);
}

static void
update_property (GObject *object, GObject *before, GObject *after, const char *name)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (object), name);
  g_auto (GValue) old = G_VALUE_INIT;
  g_auto (GValue) new = G_VALUE_INIT;

  g_value_init (&old, pspec->value_type);
  g_value_init (&new, pspec->value_type);
  g_object_get_property (before, name, &old);
  g_object_get_property (after, name, &new);
  if (g_param_values_cmp (pspec, &old, &new) != 0)
    g_object_set_property (object, name, &new);
}

void
gscope_describe_update_signal (GscopeSignal *self, GscopeSignal *before, GscopeSignal *after)
{
  const GscopeState *states;
  gsize n;

  for (gsize i = 0; i < G_N_ELEMENTS (display); i++)
    update_property (G_OBJECT (self), G_OBJECT (before), G_OBJECT (after), display[i]);
  states = gscope_signal_get_states (after, &n);
  gscope_signal_set_states (self, states, n);
}

/* Parameters. */

static void
describe_rules (JsonObject *object, const GscopeParameterRules *rules)
{
  json_object_set_string_member (object, "type", types[rules->type]);
  if (rules->type == GSCOPE_PARAMETER_TYPE_INTEGER)
    {
      json_object_set_int_member (object, "min", rules->integer_min);
      json_object_set_int_member (object, "max", rules->integer_max);
    }
  else if (rules->type == GSCOPE_PARAMETER_TYPE_DOUBLE)
    {
      gscope_json_set_finite (object, "min", rules->min);
      gscope_json_set_finite (object, "max", rules->max);
    }
  else if (rules->type == GSCOPE_PARAMETER_TYPE_ENUMERATION)
    {
      describe_choices (object, "nicks", rules->nicks);
      describe_choices (object, "titles", rules->titles);
    }
  json_object_set_double_member (object, "step", rules->step);
}

JsonObject *
gscope_describe_parameter (GscopeParameter *parameter)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", parameter->name);
  describe_texts (object, parameter, 0, G_N_ELEMENTS (texts), &gscope_describe_message_limits);
  describe_rules (object, &parameter->rules);
  if (parameter->logarithmic)
    json_object_set_boolean_member (object, "logarithmic", TRUE);
  if (parameter->steered[0])
    describe_choices (object, "steered", parameter->steered);
  gscope_json_set_value (object, "default", parameter->initial);
  gscope_json_set_value (object, "value", parameter->value);
  return object;
}

static gboolean
read_steered (JsonObject *object, GscopeParameter *parameter, GError **error)
{
  g_auto (GStrv) names = read_choices (object, "steered", error);

  if (!names)
    return FALSE;
  gscope_parameter_set_steered (parameter, (const char *const *) names);
  return TRUE;
}

static GscopeParameter *
read_integer (JsonObject *object, const char *name, GVariant *value, GError **error)
{
  gint64 number, min, max;

  if (!gscope_json_get_integer (object, "min", G_MININT64, G_MAXINT64, &min, error)
      || !gscope_json_get_integer (object, "max", min, G_MAXINT64, &max, error)
      || !gscope_json_get_integer (object, "default", min, max, &number, error))
    return NULL;
  return gscope_parameter_new_integer (name, min, max, number);
}

static GscopeParameter *
read_double (JsonObject *object, const char *name, GVariant *value, GError **error)
{
  double number, min, max;

  if (!read_bound (object, "min", -INFINITY, &min, error)
      || !read_bound (object, "max", INFINITY, &max, error)
      || !gscope_json_get_double (object, "default", &number, error))
    return NULL;
  if (min <= number && number <= max)
    return gscope_parameter_new_double (name, min, max, number);
  return gscope_json_refuse (error, "default", _ ("this is outside its range")), NULL;
}

static GscopeParameter *
read_enumeration (JsonObject *object, const char *name, GVariant *value, GError **error)
{
  g_auto (GStrv) nicks = read_choices (object, "nicks", error);
  g_auto (GStrv) titles = nicks ? read_choices (object, "titles", error) : NULL;

  if (!titles)
    return NULL;
  if (g_strv_length (titles) == g_strv_length (nicks)
      && g_variant_is_of_type (value, G_VARIANT_TYPE_STRING)
      && g_strv_contains ((const char *const *) nicks, g_variant_get_string (value, NULL)))
    return gscope_parameter_new_enumeration (name, (const char *const *) nicks,
                                             (const char *const *) titles,
                                             g_variant_get_string (value, NULL));
  return gscope_json_refuse (error, "nicks",
                             _ ("each needs a title, and the default is one of them")),
         NULL;
}

static GscopeParameter *
read_plain (JsonObject *object, const char *name, GVariant *value, gboolean is_text, GError **error)
{
  const char *text = "";

  if (!is_text && g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN))
    return gscope_parameter_new_boolean (name, g_variant_get_boolean (value));
  if (!is_text || !g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return gscope_json_refuse (error, "default", _ ("this is not of the parameter's type")), NULL;
  if (!gscope_json_get_text (object, "default", GSCOPE_PARAMETER_MAX_STRING, &text, error))
    return NULL;
  return gscope_parameter_new_string (name, text);
}

static GscopeParameter *
read_rules (JsonObject *object, const char *name, GError **error)
{
  g_autoptr (GVariant) value = gscope_json_get_value (object, "default", error);
  guint type;

  if (!value || !gscope_json_get_choice (object, "type", types, &type, error))
    return NULL;
  if (type == GSCOPE_PARAMETER_TYPE_INTEGER)
    return read_integer (object, name, value, error);
  if (type == GSCOPE_PARAMETER_TYPE_DOUBLE)
    return read_double (object, name, value, error);
  if (type == GSCOPE_PARAMETER_TYPE_ENUMERATION)
    return read_enumeration (object, name, value, error);
  return read_plain (object, name, value, type == GSCOPE_PARAMETER_TYPE_STRING, error);
}

static gboolean
read_scale (JsonObject *object, GscopeParameter *parameter, GError **error)
{
  double step;

  if (!gscope_json_get_double (object, "step", &step, error))
    return FALSE;
  if (step < 0
      || (parameter->rules.type == GSCOPE_PARAMETER_TYPE_INTEGER
          && (step < 1 || step > 0x1p53 || step != trunc (step))))
    return gscope_json_refuse (error, "step", _ ("this is not a step of this type"));
  gscope_parameter_set_step (parameter, step);
  if (!gscope_json_get_flag (object, "logarithmic"))
    return TRUE;
  if (!(gscope_parameter_get_min (parameter) > 0))
    return gscope_json_refuse (error, "logarithmic", _ ("the range does not begin above 0"));
  gscope_parameter_set_logarithmic (parameter, TRUE);
  return TRUE;
}

GscopeParameter *
gscope_describe_read_parameter (JsonObject *object, GError **error)
{
  const GscopeDescribeLimits *limits = &gscope_describe_message_limits;
  g_autoptr (GscopeParameter) parameter = NULL;
  g_autoptr (GVariant) value = NULL;
  const char *name;

  if (!gscope_json_get_text (object, "name", limits->word, &name, error))
    return NULL;
  parameter = read_rules (object, name, error);
  value = parameter ? gscope_json_get_value (object, "value", error) : NULL;
  if (!value || !read_texts (object, parameter, 0, G_N_ELEMENTS (texts), limits, error)
      || !read_scale (object, parameter, error) || !read_steered (object, parameter, error))
    {
      g_prefix_error (error, _ ("parameter “%s”: "), name);
      return NULL;
    }
  gscope_parameter_notice (parameter, value, NULL);
  return g_steal_pointer (&parameter);
}

/* Value and steered signals may differ: they are this side's too. */
gboolean
gscope_describe_is_same_parameter (GscopeParameter *self, GscopeParameter *other)
{
  g_autoptr (JsonObject) one = gscope_describe_parameter (self);
  g_autoptr (JsonObject) two = gscope_describe_parameter (other);
  g_autoptr (JsonNode) first = NULL;
  g_autoptr (JsonNode) second = NULL;

  json_object_remove_member (one, "value");
  json_object_remove_member (two, "value");
  json_object_remove_member (one, "steered");
  json_object_remove_member (two, "steered");
  first = json_node_init_object (json_node_alloc (), one);
  second = json_node_init_object (json_node_alloc (), two);
  return json_node_equal (first, second);
}
