/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/document/reader.h>
#include <math.h>
#include <string.h>

#define MAX_TEXT 4096
#define MAX_PROBLEMS 1000
#define N_COLORS 16

void
gscope_document_report (GListStore *problems, const char *path, const char *format, ...)
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
                             : gscope_workspace_problem_new ("", _ ("there are more problems"));
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
  gscope_document_report (self->problems, path, _ ("nothing is called so; there is: %s"), names);
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

void
gscope_reader_report (GscopeReader *self, const char *key, const char *message)
{
  g_autofree char *path = gscope_reader_make_path (self, key);

  gscope_document_report (self->problems, path, "%s", message);
}

void
gscope_reader_text (GscopeReader *self, const char *key, char **value)
{
  const char *text;

  if (!gscope_reader_take (self, key))
    return;
  if (!gscope_json_get_text (self->object, key, MAX_TEXT, &text, NULL))
    {
      gscope_reader_report (self, key, _ ("this is not a text of at most 4096 bytes"));
      return;
    }
  g_free (*value);
  *value = g_strdup (text);
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
      gscope_reader_report (self, key, _ ("this is not a number"));
      return;
    }
  if (number >= min && number <= max)
    {
      *value = number;
      return;
    }
  path = gscope_reader_make_path (self, key);
  gscope_document_report (self->problems, path, _ ("%g is outside the range from %g to %g"), number,
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
    gscope_reader_report (self, key, _ ("this is not true or false"));
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
  gscope_document_report (self->problems, path, _ ("there is no such choice; choose one of: %s"),
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
      gscope_reader_report (self, key, _ ("this is not an array"));
      return NULL;
    }
  if (json_array_get_length (json_node_get_array (node)) > max)
    {
      path = gscope_reader_make_path (self, key);
      gscope_document_report (self->problems, path, _ ("only the first %u are taken"), max);
    }
  return json_node_get_array (node);
}

static GVariant *
read_values (GscopeReader *self, const char *key)
{
  JsonNode *node = gscope_reader_take (self, key);
  GVariant *value;

  if (!node)
    return NULL;
  value = JSON_NODE_HOLDS_OBJECT (node) ? json_gvariant_deserialize (node, "a{sv}", NULL) : NULL;
  if (!value)
    gscope_reader_report (self, key, _ ("this is not an object of values by name"));
  return value ? g_variant_take_ref (value) : NULL;
}

/* NULL if it is no list of names. */
static GVariant *
parse_names (GVariant *list)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  if (!g_variant_is_of_type (list, G_VARIANT_TYPE ("av")))
    return NULL;
  for (gsize i = 0; i < g_variant_n_children (list); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (list, i);
      g_autoptr (GVariant) name = g_variant_get_variant (child);

      if (!g_variant_is_of_type (name, G_VARIANT_TYPE_STRING))
        return NULL;
      g_strv_builder_add (builder, g_variant_get_string (name, NULL));
    }
  names = g_strv_builder_end (builder);
  return g_variant_new_strv ((const char *const *) names, -1);
}

static GVariant *
read_names (GscopeReader *self, const char *key)
{
  g_autoptr (GVariant) lists = read_values (self, key);
  GVariantDict values;
  GVariantIter iter;
  const char *name;
  GVariant *list;

  if (!lists)
    return NULL;
  g_variant_dict_init (&values, NULL);
  g_variant_iter_init (&iter, lists);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &list))
    {
      GVariant *names = parse_names (list);

      if (names)
        g_variant_dict_insert_value (&values, name, names);
      else
        gscope_document_report (self->problems, self->path,
                                _ ("“%s”, “%s”: this is not a list of names of signals"), key,
                                name);
    }
  return g_variant_ref_sink (g_variant_dict_end (&values));
}

static gboolean
parse_rgb (const char *text, double *color)
{
  guint64 rgb;

  if (text[0] != '#' || strlen (text) != 7
      || !g_ascii_string_to_unsigned (text + 1, 16, 0, 0xffffff, &rgb, NULL))
    return FALSE;
  *color = (double) (0xff000000u | rgb);
  return TRUE;
}

static void
read_color (GscopeReader *self, const char *key, double *color)
{
  JsonNode *node = gscope_reader_take (self, key);
  GType type = node ? json_node_get_value_type (node) : G_TYPE_INVALID;
  g_autofree char *path = NULL;

  if (!node || (type == G_TYPE_STRING && parse_rgb (json_node_get_string (node), color)))
    return;
  if (type == G_TYPE_INT64 && json_node_get_int (node) >= 1 && json_node_get_int (node) <= N_COLORS)
    {
      *color = (double) json_node_get_int (node);
      return;
    }
  path = gscope_reader_make_path (self, key);
  gscope_document_report (self->problems, path,
                          _ ("this is no colour: it is a number from 1 to %d, or “#rrggbb”"),
                          N_COLORS);
}

static void
read_text (GscopeReader *self, const GscopeField *field, gpointer record)
{
  char **member = G_STRUCT_MEMBER_P (record, field->offset);
  g_autofree char *text = NULL;

  gscope_reader_text (self, field->key, &text);
  /* An empty text is not written either. */
  if (!text || !text[0])
    return;
  g_free (*member);
  *member = g_steal_pointer (&text);
}

/* Not-a-number if there is no valid one. */
static double
read_number (GscopeReader *self, const GscopeField *field, gconstpointer record)
{
  double number = NAN;
  int choice = -1;

  if (field->type == GSCOPE_FIELD_TYPE_COLOR)
    read_color (self, field->key, &number);
  else if (field->type == GSCOPE_FIELD_TYPE_CHOICE)
    gscope_reader_choice (self, field->key, field->get_type (), &choice);
  else if (field->type == GSCOPE_FIELD_TYPE_FLAG)
    gscope_reader_boolean (self, field->key, &choice);
  else
    gscope_reader_number (self, field->key, gscope_field_get_min (field, record), field->max,
                          &number);
  return choice >= 0 ? choice : number;
}

/* A field that the document does not have is idle where it does not apply. */
static void
complete (const GscopeField *field, gpointer record)
{
  double number = gscope_field_get_number (field, record);

  if (!gscope_field_get_applies (field, record))
    gscope_field_set_number (field, record, field->idle);
  else if (field->floor && number < gscope_field_get_min (field, record))
    gscope_field_set_number (field, record, gscope_field_get_min (field, record));
}

static void
read_field (GscopeReader *self, const GscopeField *field, gpointer record)
{
  double number;

  switch (field->type)
    {
    case GSCOPE_FIELD_TYPE_TEXT:
      read_text (self, field, record);
      break;
    case GSCOPE_FIELD_TYPE_VALUES:
      G_STRUCT_MEMBER (GVariant *, record, field->offset) = read_values (self, field->key);
      break;
    case GSCOPE_FIELD_TYPE_NAMES:
      G_STRUCT_MEMBER (GVariant *, record, field->offset) = read_names (self, field->key);
      break;
    case GSCOPE_FIELD_TYPE_NUMBER:
    case GSCOPE_FIELD_TYPE_SCALED:
    case GSCOPE_FIELD_TYPE_CHOICE:
    case GSCOPE_FIELD_TYPE_FLAG:
    case GSCOPE_FIELD_TYPE_COLOR:
      number = read_number (self, field, record);
      if (!isnan (number))
        gscope_field_set_number (field, record, number);
      else
        complete (field, record);
      break;
    }
}

void
gscope_reader_fields (GscopeReader *self, const GscopeField *fields, gpointer record)
{
  for (const GscopeField *field = fields; field->key; field++)
    read_field (self, field, record);
}

gboolean
gscope_reader_begin (GscopeReader *self, const char *key, GscopeReader *member)
{
  JsonNode *node = gscope_reader_take (self, key);
  g_autofree char *path = NULL;

  if (!node)
    return FALSE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      gscope_reader_report (self, key, _ ("this is not an object"));
      return FALSE;
    }
  path = gscope_reader_make_path (self, key);
  gscope_reader_init (member, self->problems, json_node_get_object (node), path);
  return TRUE;
}

gboolean
gscope_reader_item (GscopeReader *self, const char *key, JsonArray *array, guint i,
                    GscopeReader *item)
{
  JsonNode *node = json_array_get_element (array, i);
  g_autofree char *name = g_strdup_printf ("%s[%u]", key, i);
  g_autofree char *path = gscope_reader_make_path (self, name);

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      gscope_document_report (self->problems, path, _ ("this is not an object"));
      return FALSE;
    }
  gscope_reader_init (item, self->problems, json_node_get_object (node), path);
  return TRUE;
}
