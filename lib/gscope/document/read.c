/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/signal/signal.h>
#include <gscope/signal/transport.h>
#include <gscope/document/reader.h>
#include <math.h>
#include <string.h>

/* The limits of a workspace. */
#define MAX_SCOPES 64
#define MAX_SOURCES 1024
#define MAX_VIEWS 256
#define MAX_SIGNALS 4096
#define MAX_WINDOWS 64
#define MAX_PIXELS 32767

/* Of periods and delays. */
#define MIN_MSEC 0.1
#define MAX_MSEC 3600e3

#define N_COLORS 16

/* Makes the data of a workspace that has nothing. */
void
gscope_workspace_data_init (GscopeWorkspaceData *self)
{
  self->title = g_strdup ("");
  self->description = g_strdup ("");
  self->scopes = g_ptr_array_new_with_free_func (gscope_workspace_scope_free);
  self->views = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_view_unref);
  self->windows = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_window_unref);
  self->problems = g_list_store_new (GSCOPE_TYPE_WORKSPACE_PROBLEM);
}

void
gscope_workspace_data_clear (GscopeWorkspaceData *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->description, g_free);
  g_clear_pointer (&self->scopes, g_ptr_array_unref);
  g_clear_pointer (&self->views, g_ptr_array_unref);
  g_clear_pointer (&self->windows, g_ptr_array_unref);
  g_clear_pointer (&self->playback, gscope_workspace_playback_free);
  g_clear_object (&self->problems);
}

typedef void (*ReadFunc) (GscopeWorkspaceData *self, GscopeReader *reader, gpointer parent);

/* Reads each object of an array; left counts down to a bound that several arrays share. */
static void
read_objects (GscopeWorkspaceData *self, GscopeReader *reader, const char *key, guint *left,
              ReadFunc read, gpointer parent)
{
  JsonArray *array = gscope_reader_array (reader, key, *left);
  guint n = array ? MIN (json_array_get_length (array), *left) : 0;

  *left -= n;
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      g_autofree char *name = g_strdup_printf ("%s[%u]", key, i);
      g_autofree char *path = gscope_reader_make_path (reader, name);
      GscopeReader item;

      if (!JSON_NODE_HOLDS_OBJECT (node))
        {
          gscope_workspace_report (self->problems, path, "this is not an object");
          continue;
        }
      gscope_reader_init (&item, self->problems, json_node_get_object (node), path);
      read (self, &item, parent);
      gscope_reader_finish (&item);
    }
}

typedef struct
{
  GPtrArray *items;
  guint left;
} Parent;

/* NULL if it is no list of names. */
static GVariant *
read_names (GVariant *list)
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
read_steers (GscopeWorkspaceData *self, GscopeReader *reader)
{
  g_autoptr (GVariant) lists = gscope_reader_dictionary (reader, "steers");
  GVariantDict steers;
  GVariantIter iter;
  const char *name;
  GVariant *list;

  if (!lists)
    return NULL;
  g_variant_dict_init (&steers, NULL);
  g_variant_iter_init (&iter, lists);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &list))
    {
      GVariant *names = read_names (list);

      if (names)
        g_variant_dict_insert_value (&steers, name, names);
      else
        gscope_workspace_report (self->problems, reader->path,
                                 "“steers”, “%s”: this is not a list of names of signals", name);
    }
  return g_variant_ref_sink (g_variant_dict_end (&steers));
}

static void
read_source (GscopeWorkspaceData *self, GscopeReader *reader, gpointer data)
{
  Parent *parent = data;
  GscopeWorkspaceSource *source = gscope_workspace_source_new (reader->path);

  gscope_reader_text (reader, "type", &source->type);
  gscope_reader_text (reader, "name", &source->name);
  source->options = gscope_reader_dictionary (reader, "options");
  source->parameters = gscope_reader_dictionary (reader, "parameters");
  source->steers = read_steers (self, reader);
  if (source->type)
    {
      g_ptr_array_add (parent->items, source);
      return;
    }
  gscope_workspace_report (self->problems, reader->path,
                           "a source needs a “type”: the name of a type of sources");
  gscope_workspace_source_free (source);
}

static gint64
read_msec (GscopeReader *reader, const char *key, double min, gint64 value)
{
  double msec = value / (double) GSCOPE_MSEC;

  gscope_reader_number (reader, key, min, MAX_MSEC, &msec);
  return (gint64) round (msec * GSCOPE_MSEC);
}

static void
read_condition (GscopeReader *reader, GscopeTriggerCondition *condition)
{
  int kind = condition->kind;

  gscope_reader_choice (reader, "kind", GSCOPE_TYPE_TRIGGER_KIND, &kind);
  condition->kind = kind;
  gscope_reader_number (reader, "level", -G_MAXDOUBLE, G_MAXDOUBLE, &condition->level);
  gscope_reader_number (reader, "hysteresis", 0, G_MAXDOUBLE, &condition->hysteresis);
  condition->min_width = read_msec (reader, "min-width-ms", 0, condition->min_width);
  /* no pulse is longer than the longest and shorter than the shortest */
  condition->max_width =
      read_msec (reader, "max-width-ms", condition->min_width / (double) GSCOPE_MSEC,
                 MAX (condition->max_width, condition->min_width));
}

static void
read_trigger_settings (GscopeReader *reader, GscopeTuned *tuned)
{
  int mode = tuned->settings.mode;
  int captures = tuned->captures;

  read_condition (reader, &tuned->settings.condition);
  gscope_reader_choice (reader, "mode", GSCOPE_TYPE_TRIGGER_MODE, &mode);
  gscope_reader_choice (reader, "captures", GSCOPE_TYPE_TRIGGER_SCOPE, &captures);
  tuned->settings.mode = mode;
  tuned->captures = captures;
  tuned->settings.before = read_msec (reader, "before-ms", 0, GSCOPE_SEC);
  tuned->settings.after = read_msec (reader, "after-ms", 1e-6,
                                     captures == GSCOPE_TRIGGER_CAPTURES_NOTHING ? 1 : GSCOPE_SEC);
  tuned->settings.holdoff = read_msec (reader, "holdoff-ms", 0, 0);
  tuned->settings.timeout = read_msec (reader, "timeout-ms", 1e-6, GSCOPE_SEC);
}

static void
read_trigger (GscopeWorkspaceData *self, GscopeReader *reader, GscopeTuned *tuned)
{
  JsonNode *node = gscope_reader_take (reader, "trigger");
  g_autofree char *path = gscope_reader_make_path (reader, "trigger");
  GscopeReader trigger;

  if (!node)
    return;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      gscope_workspace_report (self->problems, path, "this is not an object");
      return;
    }
  gscope_reader_init (&trigger, self->problems, json_node_get_object (node), path);
  tuned->settings.condition.max_width = GSCOPE_SEC;
  read_trigger_settings (&trigger, tuned);
  gscope_reader_finish (&trigger);
  tuned->has_trigger = tuned->settings.condition.kind != GSCOPE_TRIGGER_FUNC;
  if (!tuned->has_trigger)
    gscope_workspace_report (self->problems, path, "a function cannot stand in a workspace");
}

static void
read_tuned (GscopeWorkspaceData *self, GscopeReader *reader, gpointer tuning)
{
  g_autofree char *name = NULL;
  GscopeTuned *tuned;

  gscope_reader_text (reader, "name", &name);
  if (!name)
    {
      gscope_workspace_report (self->problems, reader->path,
                               "a signal needs a “name”: its full name");
      return;
    }
  tuned = gscope_workspace_tuning_get (tuning, name);
  tuned->period = read_msec (reader, "period-ms", MIN_MSEC, 0);
  read_trigger (self, reader, tuned);
}

static void
read_scope (GscopeWorkspaceData *self, GscopeReader *reader, gpointer data)
{
  Parent *sources = data;
  GscopeWorkspaceScope *scope = gscope_workspace_scope_new (reader->path);
  guint tuned_left = MAX_SIGNALS;
  double period = -1;
  double delay = -1;
  double budget = -1;

  gscope_reader_text (reader, "name", &scope->name);
  gscope_reader_number (reader, "period-ms", MIN_MSEC, MAX_MSEC, &period);
  gscope_reader_number (reader, "delay-ms", 0, MAX_MSEC, &delay);
  gscope_reader_number (reader, "budget-mb", 1, 1 << 20, &budget);
  scope->period = period < 0 ? -1 : (gint64) round (period * GSCOPE_MSEC);
  scope->delay = delay < 0 ? -1 : (gint64) round (delay * GSCOPE_MSEC);
  scope->budget = budget < 0 ? -1 : (gint64) round (budget * GSCOPE_WORKSPACE_MIB);

  sources->items = scope->sources;
  read_objects (self, reader, "sources", &sources->left, read_source, sources);
  read_objects (self, reader, "signals", &tuned_left, read_tuned, scope->tuning);
  g_ptr_array_add (self->scopes, scope);
}

static guint
count_sources (GscopeWorkspaceData *self)
{
  guint n = 0;

  for (guint i = 0; i < self->scopes->len; i++)
    n += ((GscopeWorkspaceScope *) self->scopes->pdata[i])->sources->len;
  return n;
}

static gboolean
has_room (GscopeWorkspaceData *self, GError **error)
{
  if (self->scopes->len < MAX_SCOPES)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, "a workspace has at most %d scopes",
               MAX_SCOPES);
  return FALSE;
}

GscopeWorkspaceScope *
gscope_workspace_data_insert_scope (GscopeWorkspaceData *self, guint position, const char *text,
                                    GError **error)
{
  g_autoptr (JsonNode) root = gscope_json_parse (text, strlen (text), error);
  g_autofree char *path = g_strdup_printf ("scopes[%u]", position);
  Parent sources = { NULL, MAX_SOURCES - MIN (count_sources (self), MAX_SOURCES) };
  GscopeReader reader;

  if (!root || !has_room (self, error))
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "a scope is an object");
      return NULL;
    }
  gscope_reader_init (&reader, self->problems, json_node_get_object (root), path);
  read_scope (self, &reader, &sources);
  gscope_reader_finish (&reader);
  g_ptr_array_insert (self->scopes, (int) position,
                      g_ptr_array_steal_index (self->scopes, self->scopes->len - 1));
  return self->scopes->pdata[position];
}

GscopeWorkspaceSource *
gscope_workspace_data_read_source (GscopeWorkspaceData *self, const char *path, const char *text,
                                   GError **error)
{
  g_autoptr (JsonNode) root = gscope_json_parse (text, strlen (text), error);
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  Parent parent = { sources, 1 };
  GscopeReader reader;

  if (!root)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (root))
    {
      gscope_reader_init (&reader, self->problems, json_node_get_object (root), path);
      read_source (self, &reader, &parent);
      gscope_reader_finish (&reader);
    }
  if (sources->len == 1)
    return sources->pdata[0];
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "a source is an object with a “type”");
  return NULL;
}

static gboolean
parse_rgb (const char *text, guint *color)
{
  guint64 rgb;

  if (text[0] != '#' || strlen (text) != 7
      || !g_ascii_string_to_unsigned (text + 1, 16, 0, 0xffffff, &rgb, NULL))
    return FALSE;
  *color = 0xff000000u | (guint) rgb;
  return TRUE;
}

static void
read_color (GscopeWorkspaceData *self, GscopeReader *reader, guint *color)
{
  JsonNode *node = gscope_reader_take (reader, "color");
  GType type = node ? json_node_get_value_type (node) : G_TYPE_INVALID;
  g_autofree char *path = NULL;

  if (!node || (type == G_TYPE_STRING && parse_rgb (json_node_get_string (node), color)))
    return;
  if (type == G_TYPE_INT64 && json_node_get_int (node) >= 1 && json_node_get_int (node) <= N_COLORS)
    {
      *color = (guint) json_node_get_int (node);
      return;
    }
  path = gscope_reader_make_path (reader, "color");
  gscope_workspace_report (self->problems, path,
                           "this is no colour: it is a number from 1 to %d, or “#rrggbb”",
                           N_COLORS);
}

static void
read_range (GscopeWorkspaceData *self, GscopeReader *reader, GscopeWorkspaceSignal *signal)
{
  gscope_reader_number (reader, "min", -G_MAXDOUBLE, G_MAXDOUBLE, &signal->min);
  gscope_reader_number (reader, "max", -G_MAXDOUBLE, G_MAXDOUBLE, &signal->max);
  if (!(signal->min >= signal->max))
    return;
  gscope_workspace_report (self->problems, reader->path,
                           "“min” is not below “max”; both are left out");
  signal->min = signal->max = NAN;
}

static void
read_signal (GscopeWorkspaceData *self, GscopeReader *reader, gpointer data)
{
  Parent *parent = data;
  g_autofree char *match = NULL;
  GscopeWorkspaceSignal *signal;

  gscope_reader_text (reader, "match", &match);
  signal = gscope_workspace_signal_new (match ? match : "");
  gscope_reader_text (reader, "title", &signal->title);
  gscope_reader_text (reader, "unit", &signal->unit);
  read_color (self, reader, &signal->color);
  read_range (self, reader, signal);
  gscope_reader_number (reader, "filter", 0, 1, &signal->filter);
  gscope_reader_choice (reader, "line", GSCOPE_TYPE_LINE_MODE, &signal->line);
  gscope_reader_choice (reader, "aggregation", GSCOPE_TYPE_AGGREGATION, &signal->aggregation);
  gscope_reader_boolean (reader, "hidden", &signal->hidden);
  gscope_reader_boolean (reader, "auto-range", &signal->auto_range);
  gscope_reader_boolean (reader, "excluded", &signal->excluded);
  if (signal->match[0])
    {
      g_ptr_array_add (parent->items, signal);
      return;
    }
  gscope_workspace_report (self->problems, reader->path,
                           "a signal needs a “match”: a full name, in which * stands for any "
                           "characters and ? for one");
  gscope_workspace_signal_unref (signal);
}

static gboolean
read_setting (GscopeReader *reader, GParamSpec *pspec, GValue *value)
{
  const char *key = pspec->name;
  g_autofree char *text = NULL;
  double number = NAN;
  int choice = -1;

  if (G_VALUE_HOLDS_BOOLEAN (value))
    gscope_reader_boolean (reader, key, &choice);
  else if (G_VALUE_HOLDS_ENUM (value))
    gscope_reader_choice (reader, key, G_VALUE_TYPE (value), &choice);
  else if (G_VALUE_HOLDS_UINT (value))
    gscope_reader_number (reader, key, G_PARAM_SPEC_UINT (pspec)->minimum,
                          G_PARAM_SPEC_UINT (pspec)->maximum, &number);
  else
    gscope_reader_any_text (reader, key, &text);
  if (choice >= 0 && G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, choice);
  else if (choice >= 0)
    g_value_set_enum (value, choice);
  else if (!isnan (number))
    g_value_set_uint (value, (guint) number);
  else if (text)
    g_value_take_string (value, g_steal_pointer (&text));
  else
    return FALSE;
  return TRUE;
}

/* An impossible value is reported and replaced by a possible one. */
static void
set_setting (GscopeReader *reader, GscopeViewSettings *settings, GParamSpec *pspec,
             const GValue *value)
{
  g_autofree char *path = gscope_reader_make_path (reader, pspec->name);
  g_auto (GValue) taken = G_VALUE_INIT;

  g_object_set_property (G_OBJECT (settings), pspec->name, value);
  g_value_init (&taken, pspec->value_type);
  g_object_get_property (G_OBJECT (settings), pspec->name, &taken);
  if (g_param_values_cmp (pspec, value, &taken) != 0)
    gscope_workspace_report (reader->problems, path, "this cannot be so here");
}

static void
read_view_settings (GscopeReader *parent, GscopeViewSettings *settings)
{
  JsonNode *node = gscope_reader_take (parent, "settings");
  g_autofree char *path = gscope_reader_make_path (parent, "settings");
  g_autofree GParamSpec **pspecs = NULL;
  GscopeReader reader;
  guint n;

  if (!node)
    return;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      gscope_workspace_report (parent->problems, path, "this is not an object of settings");
      return;
    }
  gscope_reader_init (&reader, parent->problems, json_node_get_object (node), path);
  pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (settings), &n);
  for (guint i = 0; i < n; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      g_value_init (&value, pspecs[i]->value_type);
      if (read_setting (&reader, pspecs[i], &value))
        set_setting (&reader, settings, pspecs[i], &value);
    }
  gscope_reader_finish (&reader);
}

static void
read_view (GscopeWorkspaceData *self, GscopeReader *reader, gpointer data)
{
  Parent *entries = data;
  GscopeWorkspaceView *view = gscope_workspace_view_new ();
  double span = view->span / (double) GSCOPE_SEC;
  int kind = view->kind;
  int layout = view->layout;
  int mode = view->mode;

  gscope_reader_text (reader, "title", &view->title);
  gscope_reader_choice (reader, "kind", GSCOPE_TYPE_VIEW_KIND, &kind);
  gscope_reader_choice (reader, "layout", GSCOPE_TYPE_VIEW_LAYOUT, &layout);
  gscope_reader_choice (reader, "mode", GSCOPE_TYPE_VIEW_MODE, &mode);
  gscope_reader_number (reader, "span-s", 1e-6, 366 * 86400, &span);
  read_view_settings (reader, view->settings);
  view->kind = kind;
  view->layout = layout;
  view->mode = mode;
  view->span = (gint64) round (span * GSCOPE_SEC);
  entries->items = view->signals;
  if (!json_object_has_member (reader->object, "signals"))
    g_ptr_array_add (view->signals, gscope_workspace_signal_new ("*"));
  read_objects (self, reader, "signals", &entries->left, read_signal, entries);
  g_ptr_array_add (self->views, view);
}

static GscopeWorkspacePane *read_pane (GscopeWorkspaceData *self, GscopeReader *reader);

static GscopeWorkspacePane *
read_part (GscopeWorkspaceData *self, GscopeReader *reader, const char *key)
{
  JsonNode *node = gscope_reader_take (reader, key);
  g_autofree char *path = gscope_reader_make_path (reader, key);
  GscopeWorkspacePane *pane;
  GscopeReader part;

  if (!node || !JSON_NODE_HOLDS_OBJECT (node))
    {
      gscope_workspace_report (self->problems, path, "a pane is missing here: an object");
      return NULL;
    }
  gscope_reader_init (&part, self->problems, json_node_get_object (node), path);
  pane = read_pane (self, &part);
  gscope_reader_finish (&part);
  return pane;
}

/* A view that is not there leaves the room to the other part. */
static GscopeWorkspacePane *
read_pane (GscopeWorkspaceData *self, GscopeReader *reader)
{
  g_autoptr (GscopeWorkspacePane) first = NULL;
  g_autoptr (GscopeWorkspacePane) second = NULL;
  int split = GSCOPE_PANE_NONE;
  double share = 0.5;
  double view = -1;

  gscope_reader_choice (reader, "split", GSCOPE_TYPE_PANE_SPLIT, &split);
  if (split == GSCOPE_PANE_NONE)
    {
      if (!json_object_has_member (reader->object, "view"))
        gscope_workspace_report (self->problems, reader->path,
                                 "this pane shows nothing: it needs a “view”, or a “split” into a "
                                 "“first” and a “second” pane");
      gscope_reader_number (reader, "view", 0, (double) self->views->len - 1, &view);
      return view >= 0 ? gscope_workspace_pane_new ((guint) view) : NULL;
    }
  gscope_reader_number (reader, "share", 0, 1, &share);
  first = read_part (self, reader, "first");
  second = read_part (self, reader, "second");
  if (first && second)
    return gscope_workspace_pane_new_divided (split, share, g_steal_pointer (&first),
                                              g_steal_pointer (&second));
  return first ? g_steal_pointer (&first) : g_steal_pointer (&second);
}

static void
read_window (GscopeWorkspaceData *self, GscopeReader *reader, gpointer parent)
{
  double width = 0;
  double height = 0;
  GscopeWorkspacePane *pane;

  gscope_reader_number (reader, "width", 0, MAX_PIXELS, &width);
  gscope_reader_number (reader, "height", 0, MAX_PIXELS, &height);
  pane = read_part (self, reader, "pane");
  if (pane)
    g_ptr_array_add (self->windows, gscope_workspace_window_new ((int) width, (int) height, pane));
}

static void
read_playback (GscopeWorkspaceData *self, GscopeReader *root)
{
  JsonNode *node = gscope_reader_take (root, "playback");
  GscopeWorkspacePlayback *playback;
  double position = -1;
  GscopeReader reader;

  if (!node)
    return;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      gscope_workspace_report (self->problems, "playback", "this is not an object");
      return;
    }
  playback = gscope_workspace_playback_new (NULL);
  gscope_reader_init (&reader, self->problems, json_node_get_object (node), "playback");
  gscope_reader_text (&reader, "file", &playback->file);
  gscope_reader_number (&reader, "speed", GSCOPE_TRANSPORT_MIN_SPEED, GSCOPE_TRANSPORT_MAX_SPEED,
                        &playback->speed);
  gscope_reader_boolean (&reader, "loop", &playback->loop);
  gscope_reader_number (&reader, "position-s", 0, G_MAXINT64 / (double) GSCOPE_SEC / 2, &position);
  playback->position = position < 0 ? -1 : (gint64) round (position * GSCOPE_SEC);
  playback->format = gscope_reader_dictionary (&reader, "format");
  gscope_reader_finish (&reader);
  if (playback->file)
    self->playback = playback;
  else
    {
      gscope_workspace_report (self->problems, "playback",
                               "a playback needs a “file”: a recording");
      gscope_workspace_playback_free (playback);
    }
}

static gboolean
check_version (JsonObject *root, GError **error)
{
  JsonNode *node = json_object_get_member (root, GSCOPE_WORKSPACE_VERSION_KEY);

  if (!node || json_node_get_value_type (node) != G_TYPE_INT64)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   "this is no workspace: it has no \"%s\": %d", GSCOPE_WORKSPACE_VERSION_KEY,
                   GSCOPE_WORKSPACE_VERSION);
      return FALSE;
    }
  if (json_node_get_int (node) == GSCOPE_WORKSPACE_VERSION)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               "this workspace is of version %" G_GINT64_FORMAT
               ", and this program reads version %d; a newer one may read it",
               json_node_get_int (node), GSCOPE_WORKSPACE_VERSION);
  return FALSE;
}

static void
read_root (GscopeWorkspaceData *self, JsonObject *root)
{
  GscopeReader reader;
  Parent sources = { NULL, MAX_SOURCES };
  Parent entries = { NULL, MAX_SIGNALS };
  guint scopes_left = MAX_SCOPES;
  guint views_left = MAX_VIEWS;
  guint windows_left = MAX_WINDOWS;

  gscope_reader_init (&reader, self->problems, root, "");
  gscope_reader_take (&reader, GSCOPE_WORKSPACE_VERSION_KEY);
  gscope_reader_text (&reader, "title", &self->title);
  gscope_reader_text (&reader, "description", &self->description);
  read_playback (self, &reader);
  read_objects (self, &reader, "scopes", &scopes_left, read_scope, &sources);
  read_objects (self, &reader, "views", &views_left, read_view, &entries);
  read_objects (self, &reader, "windows", &windows_left, read_window, NULL);
  gscope_reader_finish (&reader);
}

gboolean
gscope_workspace_data_read (GscopeWorkspaceData *self, const char *text, gsize length,
                            GError **error)
{
  g_autoptr (JsonNode) root = gscope_json_parse (text, length, error);

  if (!root)
    return FALSE;
  if (!JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   "this is no workspace: it is not an object");
      return FALSE;
    }
  if (!check_version (json_node_get_object (root), error))
    return FALSE;

  read_root (self, json_node_get_object (root));
  return TRUE;
}
