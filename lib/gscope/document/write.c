/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/document/document.h>
#include <gscope/enums.h>
#include <gscope/json-private.h>
#include <math.h>
#include <string.h>

/* Up to here every whole number is a double. */
#define MAX_WHOLE 9007199254740992.0

static void
begin_array (JsonBuilder *builder, const char *key)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_array (builder);
}

static void
add_text (JsonBuilder *builder, const char *key, const char *text)
{
  if (!text || text[0] == '\0')
    return;
  json_builder_set_member_name (builder, key);
  json_builder_add_string_value (builder, text);
}

static void
add_number (JsonBuilder *builder, const char *key, double value)
{
  json_builder_set_member_name (builder, key);
  if (value == trunc (value) && fabs (value) < MAX_WHOLE)
    json_builder_add_int_value (builder, (gint64) value);
  else
    json_builder_add_double_value (builder, value);
}

static void
add_boolean (JsonBuilder *builder, const char *key, int value)
{
  if (value < 0)
    return;
  json_builder_set_member_name (builder, key);
  json_builder_add_boolean_value (builder, value);
}

static void
add_choice (JsonBuilder *builder, const char *key, GType type, int value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (type);
  const GEnumValue *choice = value < 0 ? NULL : g_enum_get_value (choices, value);

  if (choice)
    add_text (builder, key, choice->value_nick);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Sorted, as a document must not differ for the order in which values were written. */
static void
add_dictionary (JsonBuilder *builder, const char *key, GVariant *values)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GVariantIter iter;
  char *name;

  if (!values || g_variant_n_children (values) == 0)
    return;
  g_variant_iter_init (&iter, values);
  while (g_variant_iter_next (&iter, "{&sv}", &name, NULL))
    g_ptr_array_add (names, name);
  g_ptr_array_sort (names, compare_names);
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (GVariant) value = g_variant_lookup_value (values, names->pdata[i], NULL);

      json_builder_set_member_name (builder, names->pdata[i]);
      json_builder_add_value (builder, json_gvariant_serialize (value));
    }
  json_builder_end_object (builder);
}

static void
add_color (JsonBuilder *builder, const char *key, guint color)
{
  g_autofree char *rgb = g_strdup_printf ("#%06x", color & 0xffffff);

  if (color >> 24)
    add_text (builder, key, rgb);
  else if (color > 0)
    add_number (builder, key, color);
}

/* Leaves out what is idle, brief or none. */
static gboolean
is_written (const GscopeField *field, gconstpointer record)
{
  double number = gscope_field_get_number (field, record);

  if (!gscope_field_get_applies (field, record) && number == field->idle)
    return FALSE;
  return !field->is_brief || number != field->initial;
}

static void
add_field (JsonBuilder *builder, const GscopeField *field, gconstpointer record)
{
  double number = gscope_field_get_number (field, record);

  switch (field->type)
    {
    case GSCOPE_FIELD_TYPE_TEXT:
      add_text (builder, field->key, G_STRUCT_MEMBER (char *, record, field->offset));
      break;
    case GSCOPE_FIELD_TYPE_VALUES:
    case GSCOPE_FIELD_TYPE_NAMES:
      add_dictionary (builder, field->key, G_STRUCT_MEMBER (GVariant *, record, field->offset));
      break;
    case GSCOPE_FIELD_TYPE_NUMBER:
      if (isfinite (number))
        add_number (builder, field->key, number);
      break;
    case GSCOPE_FIELD_TYPE_SCALED:
      if (number >= 0)
        add_number (builder, field->key, number);
      break;
    case GSCOPE_FIELD_TYPE_CHOICE:
      add_choice (builder, field->key, field->get_type (), (int) number);
      break;
    case GSCOPE_FIELD_TYPE_FLAG:
      add_boolean (builder, field->key, (int) number);
      break;
    case GSCOPE_FIELD_TYPE_COLOR:
      add_color (builder, field->key, (guint) number);
      break;
    }
}

static void
add_fields (JsonBuilder *builder, const GscopeField *fields, gconstpointer record)
{
  for (const GscopeField *field = fields; field->key; field++)
    if (is_written (field, record))
      add_field (builder, field, record);
}

static void
add_source (JsonBuilder *builder, const GscopeDocumentSource *source)
{
  json_builder_begin_object (builder);
  add_fields (builder, gscope_document_source_fields, source);
  json_builder_end_object (builder);
}

static void
add_record (JsonBuilder *builder, const char *key, const GscopeField *fields, gconstpointer record)
{
  if (!record)
    return;
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  add_fields (builder, fields, record);
  json_builder_end_object (builder);
}

static void
add_scope_signal (JsonBuilder *builder, const GscopeDocumentSignal *signal)
{
  json_builder_begin_object (builder);
  add_fields (builder, gscope_document_signal_fields, signal);
  add_record (builder, "trigger", gscope_trigger_settings_get_fields (), signal->trigger);
  add_record (builder, "limit", gscope_limit_settings_get_fields (), signal->limit);
  json_builder_end_object (builder);
}

/* Signals without a period, a trigger and a limit are left out. */
static void
add_scope_signals (JsonBuilder *builder, GPtrArray *signals)
{
  gboolean begun = FALSE;

  for (guint i = 0; i < signals->len; i++)
    {
      const GscopeDocumentSignal *signal = signals->pdata[i];

      if (signal->period <= 0 && !signal->trigger && !signal->limit)
        continue;
      if (!begun)
        begin_array (builder, "signals");
      begun = TRUE;
      add_scope_signal (builder, signal);
    }
  if (begun)
    json_builder_end_array (builder);
}

static void
add_scope (JsonBuilder *builder, const GscopeDocumentScope *scope)
{
  json_builder_begin_object (builder);
  add_fields (builder, gscope_document_scope_fields, scope);
  begin_array (builder, "sources");
  for (guint i = 0; i < scope->sources->len; i++)
    add_source (builder, scope->sources->pdata[i]);
  json_builder_end_array (builder);
  add_scope_signals (builder, scope->signals);
  json_builder_end_object (builder);
}

static char *
finish (JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  return json_to_string (root, FALSE);
}

char *
gscope_document_source_write (const GscopeDocumentSource *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  add_source (builder, self);
  return finish (builder);
}

char *
gscope_document_scope_write (const GscopeDocumentScope *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  add_scope (builder, self);
  return finish (builder);
}

/* Programs may leave what has no effect out of its range. */
char *
gscope_document_write_trigger (const GscopeTriggerSettings *settings)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  for (const GscopeField *field = gscope_trigger_settings_get_fields (); field->key; field++)
    if (gscope_field_get_applies (field, settings))
      add_field (builder, field, settings);
  json_builder_end_object (builder);
  return finish (builder);
}

static void
add_signal (JsonBuilder *builder, const GscopeWorkspaceSignal *signal)
{
  json_builder_begin_object (builder);
  add_fields (builder, gscope_workspace_signal_get_fields (), signal);
  json_builder_end_object (builder);
}

static void
add_setting (JsonBuilder *builder, const char *key, const GValue *value)
{
  if (G_VALUE_HOLDS_BOOLEAN (value))
    add_boolean (builder, key, g_value_get_boolean (value));
  else if (G_VALUE_HOLDS_ENUM (value))
    add_choice (builder, key, G_VALUE_TYPE (value), g_value_get_enum (value));
  else if (G_VALUE_HOLDS_UINT (value))
    add_number (builder, key, g_value_get_uint (value));
  else
    {
      json_builder_set_member_name (builder, key);
      json_builder_add_string_value (builder, g_value_get_string (value));
    }
}

/* Nothing where all are defaults. */
static void
add_settings (JsonBuilder *builder, GscopeViewSettings *settings)
{
  g_autofree GParamSpec **pspecs = NULL;
  gboolean begun = FALSE;
  guint n;

  pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (settings), &n);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      g_value_init (&value, pspecs[i]->value_type);
      g_object_get_property (G_OBJECT (settings), pspecs[i]->name, &value);
      if (g_param_value_defaults (pspecs[i], &value))
        continue;
      if (!begun)
        {
          json_builder_set_member_name (builder, "settings");
          json_builder_begin_object (builder);
        }
      begun = TRUE;
      add_setting (builder, pspecs[i]->name, &value);
    }
  if (begun)
    json_builder_end_object (builder);
}

/* An empty list is left out. */
static void
add_records (JsonBuilder *builder, const char *key, const GscopeField *fields, GPtrArray *records)
{
  if (records->len == 0)
    return;
  begin_array (builder, key);
  for (guint i = 0; i < records->len; i++)
    {
      json_builder_begin_object (builder);
      add_fields (builder, fields, records->pdata[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_view (JsonBuilder *builder, const GscopeWorkspaceView *view)
{
  json_builder_begin_object (builder);
  add_fields (builder, gscope_workspace_view_fields, view);
  add_settings (builder, view->settings);
  begin_array (builder, "signals");
  for (guint i = 0; i < view->signals->len; i++)
    add_signal (builder, view->signals->pdata[i]);
  json_builder_end_array (builder);
  add_records (builder, "measurements", gscope_workspace_measurement_get_fields (),
               view->measurements);
  json_builder_end_object (builder);
}

static void
add_pane (JsonBuilder *builder, const char *key, const GscopeWorkspacePane *pane)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  if (!pane->first)
    add_number (builder, "view", pane->view);
  else
    {
      add_choice (builder, "split", GSCOPE_TYPE_PANE_SPLIT, pane->split);
      add_number (builder, "share", pane->share);
      add_pane (builder, "first", pane->first);
      add_pane (builder, "second", pane->second);
    }
  json_builder_end_object (builder);
}

static void
add_window (JsonBuilder *builder, const GscopeWorkspaceWindow *window)
{
  json_builder_begin_object (builder);
  if (window->width > 0 && window->height > 0)
    {
      add_number (builder, "width", window->width);
      add_number (builder, "height", window->height);
    }
  add_pane (builder, "pane", window->pane);
  json_builder_end_object (builder);
}

static void
add_windows (JsonBuilder *builder, GPtrArray *windows)
{
  if (windows->len == 0)
    return;
  begin_array (builder, "windows");
  for (guint i = 0; i < windows->len; i++)
    add_window (builder, windows->pdata[i]);
  json_builder_end_array (builder);
}

static JsonNode *
build (const GscopeDocument *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_number (builder, GSCOPE_DOCUMENT_VERSION_KEY, GSCOPE_DOCUMENT_VERSION);
  add_fields (builder, gscope_document_fields, self);
  add_record (builder, "playback", gscope_workspace_playback_fields, self->playback);
  add_records (builder, "comparisons", gscope_workspace_comparison_fields, self->comparisons);
  add_records (builder, "identifications", gscope_workspace_identification_fields,
               self->identifications);
  begin_array (builder, "scopes");
  for (guint i = 0; i < self->scopes->len; i++)
    add_scope (builder, self->scopes->pdata[i]);
  json_builder_end_array (builder);
  begin_array (builder, "views");
  for (guint i = 0; i < self->views->len; i++)
    add_view (builder, self->views->pdata[i]);
  json_builder_end_array (builder);
  add_windows (builder, self->windows);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

static void
remove_scope_values (JsonArray *scopes, guint i, JsonNode *scope, gpointer data)
{
  JsonObject *object = json_node_get_object (scope);
  JsonArray *sources = json_object_has_member (object, "sources")
                           ? json_object_get_array_member (object, "sources")
                           : NULL;

  for (guint k = 0; sources && k < json_array_get_length (sources); k++)
    json_object_remove_member (json_array_get_object_element (sources, k), "parameters");
}

char *
gscope_document_write (const GscopeDocument *self, gboolean with_values)
{
  g_autoptr (JsonNode) root = build (self);
  g_autofree char *text = NULL;

  if (!with_values)
    json_array_foreach_element (
        json_object_get_array_member (json_node_get_object (root), "scopes"), remove_scope_values,
        NULL);
  text = json_to_string (root, TRUE);

  return g_strconcat (text, "\n", NULL);
}
