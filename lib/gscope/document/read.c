/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/document/reader.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <math.h>
#include <string.h>

/* The limits of a workspace. */
#define MAX_SCOPES 64
#define MAX_SOURCES 1024
#define MAX_VIEWS 256
#define MAX_SIGNALS 16384
#define MAX_MEASUREMENTS 256
#define MAX_WINDOWS 64
#define MAX_PIXELS 32767

typedef void (*ReadFunc) (GscopeDocument *self, GscopeReader *reader, gpointer parent);

/* Reads each object of an array; left counts down to a bound that several arrays share. */
static void
read_objects (GscopeDocument *self, GscopeReader *reader, const char *key, guint *left,
              ReadFunc read, gpointer parent)
{
  JsonArray *array = gscope_reader_array (reader, key, *left);
  guint n = array ? MIN (json_array_get_length (array), *left) : 0;

  *left -= n;
  for (guint i = 0; i < n; i++)
    {
      GscopeReader item;

      if (!gscope_reader_item (reader, key, array, i, &item))
        continue;
      read (self, &item, parent);
      gscope_reader_finish (&item);
    }
}

typedef struct
{
  GPtrArray *items;
  guint left;
} Parent;

static void
read_source (GscopeDocument *self, GscopeReader *reader, gpointer data)
{
  Parent *parent = data;
  GscopeDocumentSource *source = gscope_document_source_new (reader->path);

  gscope_reader_fields (reader, gscope_document_source_fields, source);
  if (source->type)
    {
      g_ptr_array_add (parent->items, source);
      return;
    }
  gscope_document_report (self->problems, reader->path,
                          _ ("a source needs a “type”: the name of a type of sources"));
  gscope_document_source_free (source);
}

/* Reads an object to its end. */
static GscopeTriggerSettings *
read_trigger_settings (GscopeReader *reader)
{
  GscopeTriggerSettings *settings = g_new0 (GscopeTriggerSettings, 1);

  gscope_fields_init (gscope_trigger_settings_get_fields (), settings);
  gscope_reader_fields (reader, gscope_trigger_settings_get_fields (), settings);
  gscope_reader_finish (reader);
  return settings;
}

static void
read_trigger (GscopeReader *reader, GscopeDocumentSignal *signal)
{
  g_autoptr (GscopeTriggerSettings) settings = NULL;
  GscopeReader trigger;

  if (!gscope_reader_begin (reader, "trigger", &trigger))
    return;
  settings = read_trigger_settings (&trigger);
  gscope_document_signal_set_trigger (signal, settings);
}

GscopeTriggerSettings *
gscope_document_read_trigger (const char *text)
{
  g_autoptr (JsonNode) root = gscope_json_parse (text, strlen (text), NULL);
  g_autoptr (GListStore) problems = g_list_store_new (GSCOPE_TYPE_WORKSPACE_PROBLEM);
  g_autoptr (GscopeTriggerSettings) settings = NULL;
  GscopeReader reader;

  if (!root || !JSON_NODE_HOLDS_OBJECT (root))
    return NULL;
  gscope_reader_init (&reader, problems, json_node_get_object (root), "");
  settings = read_trigger_settings (&reader);
  if (g_list_model_get_n_items (G_LIST_MODEL (problems)) > 0)
    return NULL;
  return g_steal_pointer (&settings);
}

static void
read_limit (GscopeReader *reader, GscopeDocumentSignal *signal)
{
  GscopeLimitSettings settings;
  g_autoptr (GError) error = NULL;
  GscopeReader limit;

  if (!gscope_reader_begin (reader, "limit", &limit))
    return;
  gscope_fields_init (gscope_limit_settings_get_fields (), &settings);
  gscope_reader_fields (&limit, gscope_limit_settings_get_fields (), &settings);
  gscope_reader_finish (&limit);
  if (gscope_limit_settings_check (&settings, &error))
    gscope_document_signal_set_limit (signal, &settings);
  else
    gscope_reader_report (reader, "limit", error->message);
  gscope_fields_clear (gscope_limit_settings_get_fields (), &settings);
}

static void
read_scope_signal (GscopeDocument *self, GscopeReader *reader, gpointer scope)
{
  GscopeDocumentSignal read = { 0 };
  GscopeDocumentSignal *signal;

  gscope_reader_fields (reader, gscope_document_signal_fields, &read);
  if (read.name)
    {
      signal = gscope_document_scope_get_signal (scope, read.name);
      gscope_fields_copy (gscope_document_signal_fields, &read, signal);
      read_trigger (reader, signal);
      read_limit (reader, signal);
    }
  else
    gscope_document_report (self->problems, reader->path,
                            _ ("a signal needs a “name”: its full name"));
  gscope_fields_clear (gscope_document_signal_fields, &read);
}

static void
read_scope (GscopeDocument *self, GscopeReader *reader, gpointer data)
{
  Parent *sources = data;
  GscopeDocumentScope *scope = gscope_document_scope_new (reader->path);
  guint signals_left = MAX_SIGNALS;

  gscope_reader_fields (reader, gscope_document_scope_fields, scope);
  sources->items = scope->sources;
  read_objects (self, reader, "sources", &sources->left, read_source, sources);
  read_objects (self, reader, "signals", &signals_left, read_scope_signal, scope);
  g_ptr_array_add (self->scopes, scope);
}

static guint
count_sources (GscopeDocument *self)
{
  guint n = 0;

  for (guint i = 0; i < self->scopes->len; i++)
    n += ((GscopeDocumentScope *) self->scopes->pdata[i])->sources->len;
  return n;
}

static gboolean
has_room (GscopeDocument *self, GError **error)
{
  if (self->scopes->len < MAX_SCOPES)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, _ ("a workspace has at most %d scopes"),
               MAX_SCOPES);
  return FALSE;
}

GscopeDocumentScope *
gscope_document_insert_scope (GscopeDocument *self, guint position, const char *text,
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
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("a scope is an object"));
      return NULL;
    }
  gscope_reader_init (&reader, self->problems, json_node_get_object (root), path);
  read_scope (self, &reader, &sources);
  gscope_reader_finish (&reader);
  g_ptr_array_insert (self->scopes, (int) position,
                      g_ptr_array_steal_index (self->scopes, self->scopes->len - 1));
  return self->scopes->pdata[position];
}

GscopeDocumentSource *
gscope_document_read_source (GscopeDocument *self, const char *path, const char *text,
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
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("a source is an object with a “type”"));
  return NULL;
}

static void
read_signal (GscopeDocument *self, GscopeReader *reader, gpointer data)
{
  Parent *parent = data;
  GscopeWorkspaceSignal *signal = gscope_workspace_signal_new ("");

  gscope_reader_fields (reader, gscope_workspace_signal_get_fields (), signal);
  if (signal->min >= signal->max)
    {
      gscope_document_report (self->problems, reader->path,
                              _ ("“min” is not below “max”; both are left out"));
      signal->min = signal->max = NAN;
    }
  if (signal->match[0])
    {
      g_ptr_array_add (parent->items, signal);
      return;
    }
  gscope_document_report (self->problems, reader->path,
                          _ ("a signal needs a “match”: a full name, in which * matches any "
                             "characters and ? for one"));
  gscope_workspace_signal_unref (signal);
}

static void
read_measurement (GscopeDocument *self, GscopeReader *reader, gpointer data)
{
  GPtrArray *measurements = data;
  GscopeWorkspaceMeasurement *measurement =
      gscope_workspace_measurement_new ("", GSCOPE_MEASUREMENT_MEAN);

  gscope_reader_fields (reader, gscope_workspace_measurement_get_fields (), measurement);
  if (measurement->signal[0])
    {
      g_ptr_array_add (measurements, measurement);
      return;
    }
  gscope_document_report (self->problems, reader->path,
                          _ ("a measurement needs a “signal”: a full name"));
  gscope_workspace_measurement_unref (measurement);
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
    gscope_reader_text (reader, key, &text);
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
    gscope_document_report (reader->problems, path, _ ("this cannot be so here"));
}

static void
read_view_settings (GscopeReader *parent, GscopeViewSettings *settings)
{
  g_autofree GParamSpec **pspecs = NULL;
  GscopeReader reader;
  guint n;

  if (!gscope_reader_begin (parent, "settings", &reader))
    return;
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
read_view (GscopeDocument *self, GscopeReader *reader, gpointer data)
{
  Parent *entries = data;
  GscopeWorkspaceView *view = gscope_workspace_view_new ();
  guint measurements_left = MAX_MEASUREMENTS;

  gscope_reader_fields (reader, gscope_workspace_view_fields, view);
  read_view_settings (reader, view->settings);
  entries->items = view->signals;
  if (!json_object_has_member (reader->object, "signals"))
    g_ptr_array_add (view->signals, gscope_workspace_signal_new ("*"));
  read_objects (self, reader, "signals", &entries->left, read_signal, entries);
  read_objects (self, reader, "measurements", &measurements_left, read_measurement,
                view->measurements);
  g_ptr_array_add (self->views, view);
}

static GscopeWorkspacePane *read_pane (GscopeDocument *self, GscopeReader *reader);

static GscopeWorkspacePane *
read_part (GscopeDocument *self, GscopeReader *reader, const char *key)
{
  JsonNode *node = gscope_reader_take (reader, key);
  g_autofree char *path = gscope_reader_make_path (reader, key);
  GscopeWorkspacePane *pane;
  GscopeReader part;

  if (!node || !JSON_NODE_HOLDS_OBJECT (node))
    {
      gscope_document_report (self->problems, path, _ ("a pane is missing here: an object"));
      return NULL;
    }
  gscope_reader_init (&part, self->problems, json_node_get_object (node), path);
  pane = read_pane (self, &part);
  gscope_reader_finish (&part);
  return pane;
}

/* A view that is not there leaves the room to the other part. */
static GscopeWorkspacePane *
read_pane (GscopeDocument *self, GscopeReader *reader)
{
  g_autoptr (GscopeWorkspacePane) first = NULL;
  g_autoptr (GscopeWorkspacePane) second = NULL;
  int split = -1;
  double share = 0.5;
  double view = -1;

  gscope_reader_choice (reader, "split", GSCOPE_TYPE_PANE_SPLIT, &split);
  if (split < 0)
    {
      if (!json_object_has_member (reader->object, "view"))
        gscope_document_report (
            self->problems, reader->path,
            _ ("this pane shows nothing: it needs a “view”, or a “split” into a "
               "“first” and a “second” pane"));
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
read_window (GscopeDocument *self, GscopeReader *reader, gpointer parent)
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
read_playback (GscopeDocument *self, GscopeReader *root)
{
  GscopeWorkspacePlayback *playback;
  GscopeReader reader;

  if (!gscope_reader_begin (root, "playback", &reader))
    return;
  playback = gscope_workspace_playback_new (NULL);
  gscope_reader_fields (&reader, gscope_workspace_playback_fields, playback);
  gscope_reader_finish (&reader);
  if (playback->file)
    self->playback = playback;
  else
    {
      gscope_document_report (self->problems, "playback",
                              _ ("a playback needs a “file”: a recording"));
      gscope_workspace_playback_free (playback);
    }
}

static gboolean
has_run (GscopeDocument *self, gint64 run)
{
  for (guint i = 0; i < self->comparisons->len; i++)
    if (((GscopeWorkspaceComparison *) self->comparisons->pdata[i])->run == run)
      return TRUE;
  return FALSE;
}

static void
read_comparison (GscopeDocument *self, GscopeReader *reader, gpointer parent)
{
  g_autoptr (GscopeWorkspaceComparison) comparison = gscope_workspace_comparison_new (NULL);

  gscope_reader_fields (reader, gscope_workspace_comparison_fields, comparison);
  if (!comparison->file)
    gscope_document_report (self->problems, reader->path,
                            _ ("a comparison needs a “file”: a recording"));
  else if (has_run (self, comparison->run))
    gscope_document_report (self->problems, reader->path,
                            _ ("another comparison has this “run”; choose another number"));
  else
    g_ptr_array_add (self->comparisons, g_steal_pointer (&comparison));
}

static gboolean
has_identification (GscopeDocument *self, const char *parameter)
{
  for (guint i = 0; i < self->identifications->len; i++)
    if (g_str_equal (((GscopeWorkspaceIdentification *) self->identifications->pdata[i])->parameter,
                     parameter))
      return TRUE;
  return FALSE;
}

static void
read_identification (GscopeDocument *self, GscopeReader *reader, gpointer parent)
{
  g_autoptr (GscopeWorkspaceIdentification) identification =
      gscope_workspace_identification_new ("", NULL);

  gscope_reader_fields (reader, gscope_workspace_identification_fields, identification);
  if (!identification->parameter[0])
    gscope_document_report (self->problems, reader->path,
                            _ ("an identification needs a “parameter”: a full name"));
  else if (has_identification (self, identification->parameter))
    gscope_document_report (self->problems, reader->path,
                            _ ("another identification has this “parameter”; keep one of them"));
  else
    g_ptr_array_add (self->identifications, g_steal_pointer (&identification));
}

static gboolean
check_version (JsonObject *root, GError **error)
{
  JsonNode *node = json_object_get_member (root, GSCOPE_DOCUMENT_VERSION_KEY);

  if (!node || json_node_get_value_type (node) != G_TYPE_INT64)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("this is no workspace: it has no \"%s\": %d"), GSCOPE_DOCUMENT_VERSION_KEY,
                   GSCOPE_DOCUMENT_VERSION);
      return FALSE;
    }
  if (json_node_get_int (node) == GSCOPE_DOCUMENT_VERSION)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("this workspace is of version %ld, and this program reads version %d; a newer "
                  "program may read it"),
               (glong) json_node_get_int (node), GSCOPE_DOCUMENT_VERSION);
  return FALSE;
}

static void
read_root (GscopeDocument *self, JsonObject *root)
{
  GscopeReader reader;
  Parent sources = { NULL, MAX_SOURCES };
  Parent entries = { NULL, MAX_SIGNALS };
  guint comparisons_left = GSCOPE_DOCUMENT_MAX_COMPARISONS;
  guint identifications_left = GSCOPE_DOCUMENT_MAX_IDENTIFICATIONS;
  guint scopes_left = MAX_SCOPES;
  guint views_left = MAX_VIEWS;
  guint windows_left = MAX_WINDOWS;

  gscope_reader_init (&reader, self->problems, root, "");
  gscope_reader_take (&reader, GSCOPE_DOCUMENT_VERSION_KEY);
  gscope_reader_fields (&reader, gscope_document_fields, self);
  read_playback (self, &reader);
  read_objects (self, &reader, "comparisons", &comparisons_left, read_comparison, NULL);
  read_objects (self, &reader, "identifications", &identifications_left, read_identification, NULL);
  read_objects (self, &reader, "scopes", &scopes_left, read_scope, &sources);
  read_objects (self, &reader, "views", &views_left, read_view, &entries);
  read_objects (self, &reader, "windows", &windows_left, read_window, NULL);
  gscope_reader_finish (&reader);
}

gboolean
gscope_document_read (GscopeDocument *self, const char *text, gsize length, GError **error)
{
  g_autoptr (JsonNode) root = gscope_json_parse (text, length, error);

  if (!root)
    return FALSE;
  if (!JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("this is no workspace: it is not an object"));
      return FALSE;
    }
  if (!check_version (json_node_get_object (root), error))
    return FALSE;

  read_root (self, json_node_get_object (root));
  return TRUE;
}
