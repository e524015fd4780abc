/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/scope/workspace-reader.h>
#include <gscope/signal/signal.h>
#include <math.h>
#include <string.h>

/* What a workspace may be at most. */
#define MAX_SCOPES 64
#define MAX_SOURCES 1024
#define MAX_VIEWS 256
#define MAX_SIGNALS 4096
#define MAX_WINDOWS 64
#define MAX_PIXELS 32767

#define N_COLORS 16

static void
scope_free (gpointer data)
{
  GscopeWorkspaceScope *scope = data;

  g_free (scope->path);
  g_free (scope->name);
  g_ptr_array_unref (scope->sources);
  g_clear_object (&scope->scope);
  g_free (scope);
}

void
gscope_workspace_data_clear (GscopeWorkspaceData *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->description, g_free);
  g_clear_pointer (&self->scopes, g_ptr_array_unref);
  g_clear_pointer (&self->views, g_ptr_array_unref);
  g_clear_pointer (&self->windows, g_ptr_array_unref);
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

static void
read_scope (GscopeWorkspaceData *self, GscopeReader *reader, gpointer data)
{
  Parent *sources = data;
  GscopeWorkspaceScope *scope = g_new0 (GscopeWorkspaceScope, 1);
  double period = -1;
  double delay = -1;
  double budget = -1;

  scope->path = g_strdup (reader->path);
  gscope_reader_text (reader, "name", &scope->name);
  gscope_reader_number (reader, "period-ms", 0.1, 3600e3, &period);
  gscope_reader_number (reader, "delay-ms", 0, 3600e3, &delay);
  gscope_reader_number (reader, "budget-mb", 1, 1 << 20, &budget);
  scope->period = period < 0 ? -1 : (gint64) round (period * GSCOPE_MSEC);
  scope->delay = delay < 0 ? -1 : (gint64) round (delay * GSCOPE_MSEC);
  scope->budget = budget < 0 ? -1 : (gint64) round (budget * GSCOPE_WORKSPACE_MIB);

  scope->sources = sources->items = g_ptr_array_new_with_free_func (gscope_workspace_source_free);
  read_objects (self, reader, "sources", &sources->left, read_source, sources);
  g_ptr_array_add (self->scopes, scope);
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

static void
read_view (GscopeWorkspaceData *self, GscopeReader *reader, gpointer data)
{
  Parent *entries = data;
  GscopeWorkspaceView *view = gscope_workspace_view_new ();
  double span = view->span / (double) GSCOPE_SEC;
  int layout = view->layout;
  int mode = view->mode;

  gscope_reader_text (reader, "title", &view->title);
  gscope_reader_choice (reader, "layout", GSCOPE_TYPE_VIEW_LAYOUT, &layout);
  gscope_reader_choice (reader, "mode", GSCOPE_TYPE_VIEW_MODE, &mode);
  gscope_reader_number (reader, "span-s", 1e-6, 366 * 86400, &span);
  view->layout = layout;
  view->mode = mode;
  view->span = (gint64) round (span * GSCOPE_SEC);
  entries->items = view->signals;
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

  self->title = g_strdup ("");
  self->description = g_strdup ("");
  self->scopes = g_ptr_array_new_with_free_func (scope_free);
  self->views = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_view_unref);
  self->windows = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_window_unref);
  self->problems = g_list_store_new (GSCOPE_TYPE_WORKSPACE_PROBLEM);
  read_root (self, json_node_get_object (root));
  return TRUE;
}
