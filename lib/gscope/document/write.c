/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Live objects are written in their present state; all others, such as a source that could not be
 * made, are written as they were read. */

#include <gscope/enums.h>
#include <gscope/workspace/private.h>
#include <math.h>
#include <string.h>

/* Up to here every whole number is a double. */
#define MAX_WHOLE 9007199254740992.0

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
add_known_number (JsonBuilder *builder, const char *key, double value)
{
  if (isfinite (value))
    add_number (builder, key, value);
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
add_source (JsonBuilder *builder, const GscopeWorkspaceSource *source)
{
  json_builder_begin_object (builder);
  add_text (builder, "type", source->type);
  add_text (builder, "name",
            source->source ? gscope_source_get_name (source->source) : source->name);
  add_dictionary (builder, "options", source->options);
  add_dictionary (builder, "parameters", source->parameters);
  add_dictionary (builder, "steers", source->steers);
  json_builder_end_object (builder);
}

static void
add_time (JsonBuilder *builder, const char *key, gint64 live, gint64 read, gboolean is_live)
{
  if (is_live || read >= 0)
    add_number (builder, key, (is_live ? live : read) / (double) GSCOPE_MSEC);
}

static void
add_msec (JsonBuilder *builder, const char *key, gint64 time)
{
  add_number (builder, key, time / (double) GSCOPE_MSEC);
}

static void
add_trigger (JsonBuilder *builder, const GscopeTuned *tuned)
{
  const GscopeTriggerCondition *condition = &tuned->settings.condition;

  json_builder_set_member_name (builder, "trigger");
  json_builder_begin_object (builder);
  add_choice (builder, "kind", GSCOPE_TYPE_TRIGGER_KIND, condition->kind);
  add_number (builder, "level", condition->level);
  add_number (builder, "hysteresis", condition->hysteresis);
  if (condition->kind == GSCOPE_TRIGGER_HIGH_PULSE || condition->kind == GSCOPE_TRIGGER_LOW_PULSE)
    {
      add_msec (builder, "min-width-ms", condition->min_width);
      add_msec (builder, "max-width-ms", condition->max_width);
    }
  add_choice (builder, "mode", GSCOPE_TYPE_TRIGGER_MODE, tuned->settings.mode);
  if (tuned->settings.mode == GSCOPE_TRIGGER_AUTO)
    add_msec (builder, "timeout-ms", tuned->settings.timeout);
  add_msec (builder, "before-ms", tuned->settings.before);
  add_msec (builder, "after-ms", tuned->settings.after);
  add_msec (builder, "holdoff-ms", tuned->settings.holdoff);
  add_choice (builder, "captures", GSCOPE_TYPE_TRIGGER_SCOPE, tuned->captures);
  json_builder_end_object (builder);
}

static void
add_tuning (JsonBuilder *builder, GscopeWorkspaceTuning *tuning)
{
  g_autoptr (GPtrArray) list = gscope_workspace_tuning_list (tuning);

  if (list->len == 0)
    return;
  json_builder_set_member_name (builder, "signals");
  json_builder_begin_array (builder);
  for (guint i = 0; i < list->len; i++)
    {
      const GscopeTuned *tuned = list->pdata[i];

      json_builder_begin_object (builder);
      add_text (builder, "name", tuned->name);
      if (tuned->period > 0)
        add_msec (builder, "period-ms", tuned->period);
      if (tuned->has_trigger)
        add_trigger (builder, tuned);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_scope (JsonBuilder *builder, const GscopeWorkspaceScope *scope)
{
  gboolean is_live = scope->scope != NULL;

  json_builder_begin_object (builder);
  add_text (builder, "name", scope->name);
  add_time (builder, "period-ms", is_live ? gscope_scope_get_period (scope->scope) : 0,
            scope->period, is_live);
  add_time (builder, "delay-ms", is_live ? gscope_scope_get_delay (scope->scope) : 0, scope->delay,
            is_live);
  if (scope->budget >= 0)
    add_number (builder, "budget-mb", scope->budget / (double) GSCOPE_WORKSPACE_MIB);
  json_builder_set_member_name (builder, "sources");
  json_builder_begin_array (builder);
  for (guint i = 0; i < scope->sources->len; i++)
    add_source (builder, scope->sources->pdata[i]);
  json_builder_end_array (builder);
  add_tuning (builder, scope->tuning);
  json_builder_end_object (builder);
}

static char *
finish (JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  return json_to_string (root, FALSE);
}

char *
gscope_workspace_source_write (const GscopeWorkspaceSource *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  add_source (builder, self);
  return finish (builder);
}

char *
gscope_workspace_scope_write (const GscopeWorkspaceScope *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  add_scope (builder, self);
  return finish (builder);
}

static void
add_color (JsonBuilder *builder, guint color)
{
  g_autofree char *rgb = g_strdup_printf ("#%06x", color & 0xffffff);

  if (color >> 24)
    add_text (builder, "color", rgb);
  else if (color > 0)
    add_number (builder, "color", color);
}

static void
add_signal (JsonBuilder *builder, const GscopeWorkspaceSignal *signal)
{
  json_builder_begin_object (builder);
  add_text (builder, "match", signal->match);
  if (signal->excluded)
    add_boolean (builder, "excluded", TRUE);
  add_text (builder, "title", signal->title);
  add_text (builder, "unit", signal->unit);
  add_color (builder, signal->color);
  add_known_number (builder, "min", signal->min);
  add_known_number (builder, "max", signal->max);
  add_boolean (builder, "auto-range", signal->auto_range);
  add_known_number (builder, "filter", signal->filter);
  add_choice (builder, "line", GSCOPE_TYPE_LINE_MODE, signal->line);
  add_choice (builder, "aggregation", GSCOPE_TYPE_AGGREGATION, signal->aggregation);
  add_boolean (builder, "hidden", signal->hidden);
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

static void
add_view (JsonBuilder *builder, const GscopeWorkspaceView *view)
{
  json_builder_begin_object (builder);
  add_text (builder, "title", view->title);
  if (view->kind != GSCOPE_VIEW_TRACES)
    add_choice (builder, "kind", GSCOPE_TYPE_VIEW_KIND, view->kind);
  add_choice (builder, "layout", GSCOPE_TYPE_VIEW_LAYOUT, view->layout);
  add_choice (builder, "mode", GSCOPE_TYPE_VIEW_MODE, view->mode);
  add_number (builder, "span-s", view->span / (double) GSCOPE_SEC);
  add_settings (builder, view->settings);
  json_builder_set_member_name (builder, "signals");
  json_builder_begin_array (builder);
  for (guint i = 0; i < view->signals->len; i++)
    add_signal (builder, view->signals->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_pane (JsonBuilder *builder, const char *key, const GscopeWorkspacePane *pane)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  if (pane->split == GSCOPE_PANE_NONE)
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
begin_array (JsonBuilder *builder, const char *key)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_array (builder);
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

static void
add_playback (JsonBuilder *builder, const GscopeWorkspacePlayback *playback)
{
  if (!playback)
    return;
  json_builder_set_member_name (builder, "playback");
  json_builder_begin_object (builder);
  add_text (builder, "file", playback->file);
  add_number (builder, "speed", playback->speed);
  add_boolean (builder, "loop", playback->loop);
  if (playback->position >= 0)
    add_number (builder, "position-s", playback->position / (double) GSCOPE_SEC);
  add_dictionary (builder, "format", playback->format);
  json_builder_end_object (builder);
}

static JsonNode *
build (const GscopeWorkspaceData *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_number (builder, GSCOPE_WORKSPACE_VERSION_KEY, GSCOPE_WORKSPACE_VERSION);
  add_text (builder, "title", self->title);
  add_text (builder, "description", self->description);
  add_playback (builder, self->playback);
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
gscope_workspace_data_write (const GscopeWorkspaceData *self, gboolean with_values)
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
