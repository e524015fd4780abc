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

#define VERSION_KEY "gscope-workspace"
#define VERSION 1
#define N_COLORS 16
#define MIB (1024 * 1024)

static void
source_free (gpointer data)
{
  GscopeWorkspaceSource *source = data;

  g_free (source->path);
  g_free (source->type);
  g_free (source->name);
  g_clear_pointer (&source->options, g_variant_unref);
  g_clear_pointer (&source->parameters, g_variant_unref);
  g_free (source);
}

static void
scope_free (gpointer data)
{
  GscopeWorkspaceScope *scope = data;

  g_free (scope->path);
  g_free (scope->name);
  g_ptr_array_unref (scope->sources);
  g_free (scope);
}

void
gscope_workspace_data_clear (GscopeWorkspaceData *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->description, g_free);
  g_clear_pointer (&self->scopes, g_ptr_array_unref);
  g_clear_pointer (&self->views, g_ptr_array_unref);
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

static void
read_source (GscopeWorkspaceData *self, GscopeReader *reader, gpointer data)
{
  Parent *parent = data;
  GscopeWorkspaceSource *source = g_new0 (GscopeWorkspaceSource, 1);

  source->path = g_strdup (reader->path);
  gscope_reader_text (reader, "type", &source->type);
  gscope_reader_text (reader, "name", &source->name);
  source->options = gscope_reader_dictionary (reader, "options");
  source->parameters = gscope_reader_dictionary (reader, "parameters");
  if (source->type)
    {
      g_ptr_array_add (parent->items, source);
      return;
    }
  gscope_workspace_report (self->problems, reader->path,
                           "a source needs a “type”: the name of a type of sources");
  source_free (source);
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
  scope->budget = budget < 0 ? -1 : (gint64) round (budget * MIB);

  scope->sources = sources->items = g_ptr_array_new_with_free_func (source_free);
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

static gboolean
check_version (JsonObject *root, GError **error)
{
  JsonNode *node = json_object_get_member (root, VERSION_KEY);

  if (!node || json_node_get_value_type (node) != G_TYPE_INT64)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   "this is no workspace: it has no \"%s\": %d", VERSION_KEY, VERSION);
      return FALSE;
    }
  if (json_node_get_int (node) == VERSION)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               "this workspace is of version %" G_GINT64_FORMAT
               ", and this program reads version %d; a newer one may read it",
               json_node_get_int (node), VERSION);
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

  gscope_reader_init (&reader, self->problems, root, "");
  gscope_reader_take (&reader, VERSION_KEY);
  gscope_reader_text (&reader, "title", &self->title);
  gscope_reader_text (&reader, "description", &self->description);
  read_objects (self, &reader, "scopes", &scopes_left, read_scope, &sources);
  read_objects (self, &reader, "views", &views_left, read_view, &entries);
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
  self->problems = g_list_store_new (GSCOPE_TYPE_WORKSPACE_PROBLEM);
  read_root (self, json_node_get_object (root));
  return TRUE;
}
