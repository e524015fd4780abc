/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/reader.h>
#include <string.h>

#define MAX_TEXT 4096
#define MAX_PROBLEMS 1000

void
gscope_workspace_report (GListStore *problems, const char *path, const char *format, ...)
{
  g_autoptr (GscopeWorkspaceProblem) problem = NULL;
  g_autofree char *message = NULL;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (problems));
  va_list args;

  if (n > MAX_PROBLEMS)
    return;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  problem = n < MAX_PROBLEMS ? gscope_workspace_problem_new (path, message)
                             : gscope_workspace_problem_new ("", "there are more problems");
  g_list_store_append (problems, problem);
}

void
gscope_reader_init (GscopeReader *self, GListStore *problems, JsonObject *object, const char *path)
{
  self->problems = problems;
  self->object = object;
  self->path = g_strdup (path);
  self->known = g_ptr_array_new ();
}

static void
report_unknown (JsonObject *object, const char *key, JsonNode *node, gpointer data)
{
  GscopeReader *self = data;
  g_autofree char *path = NULL;
  g_autofree char *names = NULL;

  if (g_strv_contains ((const char *const *) self->known->pdata, key))
    return;
  path = gscope_reader_make_path (self, key);
  names = g_strjoinv (", ", (GStrv) self->known->pdata);
  gscope_workspace_report (self->problems, path, "nothing is called so; there is: %s", names);
}

void
gscope_reader_finish (GscopeReader *self)
{
  g_ptr_array_add (self->known, NULL);
  json_object_foreach_member (self->object, report_unknown, self);
  g_free (self->path);
  g_ptr_array_unref (self->known);
}

char *
gscope_reader_make_path (GscopeReader *self, const char *key)
{
  return g_strconcat (self->path, self->path[0] ? "." : "", key, NULL);
}

JsonNode *
gscope_reader_take (GscopeReader *self, const char *key)
{
  g_ptr_array_add (self->known, (gpointer) key);
  return json_object_get_member (self->object, key);
}

static void
report_type (GscopeReader *self, const char *key, const char *expected)
{
  g_autofree char *path = gscope_reader_make_path (self, key);

  gscope_workspace_report (self->problems, path, "this is not %s", expected);
}

void
gscope_reader_any_text (GscopeReader *self, const char *key, char **value)
{
  const char *text;

  if (!gscope_reader_take (self, key))
    return;
  if (!gscope_json_get_text (self->object, key, MAX_TEXT, &text, NULL))
    {
      report_type (self, key, "a text of at most 4096 bytes");
      return;
    }
  g_free (*value);
  *value = g_strdup (text);
}

void
gscope_reader_text (GscopeReader *self, const char *key, char **value)
{
  g_autofree char *text = NULL;

  gscope_reader_any_text (self, key, &text);
  /* An empty text is not written either. */
  if (!text || !text[0])
    return;
  g_free (*value);
  *value = g_steal_pointer (&text);
}

void
gscope_reader_number (GscopeReader *self, const char *key, double min, double max, double *value)
{
  g_autofree char *path = NULL;
  double number;

  if (!gscope_reader_take (self, key))
    return;
  if (!gscope_json_get_double (self->object, key, &number, NULL))
    {
      report_type (self, key, "a number");
      return;
    }
  if (number >= min && number <= max)
    {
      *value = number;
      return;
    }
  path = gscope_reader_make_path (self, key);
  gscope_workspace_report (self->problems, path, "%g is outside the range from %g to %g", number,
                           min, max);
}

void
gscope_reader_boolean (GscopeReader *self, const char *key, int *value)
{
  JsonNode *node = gscope_reader_take (self, key);

  if (!node)
    return;
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    *value = json_node_get_boolean (node);
  else
    report_type (self, key, "true or false");
}

static char *
list_choices (GEnumClass *choices)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < choices->n_values; i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "", choices->values[i].value_nick);
  return g_strdup (names->str);
}

void
gscope_reader_choice (GscopeReader *self, const char *key, GType type, int *value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (type);
  g_autofree char *path = NULL;
  g_autofree char *names = NULL;

  if (!gscope_reader_take (self, key)
      || gscope_json_get_enum (self->object, key, type, value, NULL))
    return;
  path = gscope_reader_make_path (self, key);
  names = list_choices (choices);
  gscope_workspace_report (self->problems, path, "there is no such choice; choose one of: %s",
                           names);
}

JsonArray *
gscope_reader_array (GscopeReader *self, const char *key, guint max)
{
  JsonNode *node = gscope_reader_take (self, key);
  g_autofree char *path = NULL;

  if (!node)
    return NULL;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      report_type (self, key, "an array");
      return NULL;
    }
  if (json_array_get_length (json_node_get_array (node)) > max)
    {
      path = gscope_reader_make_path (self, key);
      gscope_workspace_report (self->problems, path, "only the first %u are taken", max);
    }
  return json_node_get_array (node);
}

GVariant *
gscope_reader_dictionary (GscopeReader *self, const char *key)
{
  JsonNode *node = gscope_reader_take (self, key);
  GVariant *value;

  if (!node)
    return NULL;
  value = JSON_NODE_HOLDS_OBJECT (node) ? json_gvariant_deserialize (node, "a{sv}", NULL) : NULL;
  if (!value)
    report_type (self, key, "an object of values by name");
  return value ? g_variant_take_ref (value) : NULL;
}
