/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/math.h"

#include <glib/gi18n.h>

#include "undo/sources.h"

#define TYPE "math"
/* The signal of the option “expression”. */
#define RESULT "result"

GscopeSource *
app_math_find_source (AppSession *session, guint scope)
{
  GListModel *scopes = app_session_get_scopes (session);
  GscopeWorkspace *workspace = app_session_get_workspace (session);
  g_autoptr (GscopeScope) parent = g_list_model_get_item (scopes, scope);
  GListModel *sources = parent ? gscope_scope_get_sources (parent) : NULL;

  for (guint i = sources ? g_list_model_get_n_items (sources) : 0; i-- > 0;)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (g_strcmp0 (gscope_workspace_get_source_type (workspace, source), TYPE) == 0)
        return source;
    }
  return NULL;
}

/* Returns the signals of the options, each a{sv}; an empty array for none. */
static GPtrArray *
read_signals (AppSession *session, GscopeSource *source)
{
  GVariant *options =
      gscope_workspace_get_source_options (app_session_get_workspace (session), source);
  g_autoptr (GVariant) array =
      options ? g_variant_lookup_value (options, "signals", G_VARIANT_TYPE ("av")) : NULL;
  GPtrArray *signals = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);

  for (gsize i = 0; array && i < g_variant_n_children (array); i++)
    {
      g_autoptr (GVariant) boxed = g_variant_get_child_value (array, i);

      g_ptr_array_add (signals, g_variant_get_variant (boxed));
    }
  return signals;
}

static guint
find_signal (GPtrArray *signals, const char *name)
{
  const char *other;

  for (guint i = 0; i < signals->len; i++)
    if (g_variant_lookup (signals->pdata[i], "name", "&s", &other) && g_str_equal (other, name))
      return i;
  return G_MAXUINT;
}

/* Returns the expression of the option that has a signal of its own; NULL for none. */
static char *
dup_result (AppSession *session, GscopeSource *source)
{
  GVariant *options =
      gscope_workspace_get_source_options (app_session_get_workspace (session), source);
  const char *expression;

  if (!options || !g_variant_lookup (options, "expression", "&s", &expression) || !*expression)
    return NULL;
  return g_strdup (expression);
}

char *
app_math_dup_expression (AppSession *session, GscopeSource *source, const char *name)
{
  g_autoptr (GPtrArray) signals = NULL;
  char *expression = NULL;
  guint position;

  if (!GSCOPE_IS_MATH_SOURCE (source))
    return NULL;
  signals = read_signals (session, source);
  position = find_signal (signals, name);
  if (position < G_MAXUINT)
    g_variant_lookup (signals->pdata[position], "expression", "s", &expression);
  else if (g_str_equal (name, RESULT))
    expression = dup_result (session, source);
  return expression;
}

/* Returns a signal with another expression; its title and unit stay. */
static GVariant *
make_signal (GVariant *former, const char *name, const char *expression)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, former);
  g_variant_dict_insert (&dict, "name", "s", name);
  g_variant_dict_insert (&dict, "expression", "s", expression);
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

static GVariant *
make_options (GPtrArray *signals)
{
  GVariantDict options;
  GVariantBuilder array;

  g_variant_builder_init (&array, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < signals->len; i++)
    g_variant_builder_add (&array, "v", signals->pdata[i]);
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert_value (&options, "signals", g_variant_builder_end (&array));
  return g_variant_dict_end (&options);
}

static GVariant *
make_result (const char *expression)
{
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "expression", "s", expression);
  return g_variant_dict_end (&options);
}

static char *
find_free_name (AppSession *session)
{
  char *name = g_strdup (TYPE);

  for (guint i = 2; app_session_find_source (session, name); i++)
    {
      g_free (name);
      name = g_strdup_printf (TYPE "-%u", i);
    }
  return name;
}

static GscopeSource *
add_source (AppSession *session, guint scope, GVariant *options, const char *title, GError **error)
{
  g_autofree char *name = find_free_name (session);
  GscopeSource *source = gscope_workspace_add_source (app_session_get_workspace (session), scope,
                                                      TYPE, name, options, NULL, error);

  if (source)
    app_sources_log_change (session, source, title);
  return source;
}

char *
app_math_add (AppSession *session, guint scope, const char *name, const char *expression,
              GError **error)
{
  GscopeSource *source = app_math_find_source (session, scope);
  g_autoptr (GPtrArray) signals =
      source ? read_signals (session, source)
             : g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  g_autofree char *title = g_strdup_printf (_ ("Add “%s”"), name);

  g_ptr_array_add (signals, make_signal (NULL, name, expression));
  if (!source)
    source = add_source (session, scope, make_options (signals), title, error);
  else if (!app_sources_change (session, source, make_options (signals), title, error))
    source = NULL;
  return source ? g_strjoin ("/", gscope_source_get_name (source), name, NULL) : NULL;
}

gboolean
app_math_set_expression (AppSession *session, GscopeSource *source, const char *name,
                         const char *expression, GError **error)
{
  g_autoptr (GPtrArray) signals = read_signals (session, source);
  g_autofree char *title = g_strdup_printf (_ ("Change “%s”"), name);
  guint position = find_signal (signals, name);
  GVariant *former;

  if (position == G_MAXUINT)
    return app_sources_change (session, source, make_result (expression), title, error);
  former = signals->pdata[position];
  signals->pdata[position] = make_signal (former, name, expression);
  g_variant_unref (former);
  return app_sources_change (session, source, make_options (signals), title, error);
}

gboolean
app_math_remove (AppSession *session, GscopeSource *source, const char *name, GError **error)
{
  g_autoptr (GPtrArray) signals = read_signals (session, source);
  g_autofree char *title = g_strdup_printf (_ ("Remove “%s”"), name);
  guint position = find_signal (signals, name);

  if (position == G_MAXUINT)
    return app_sources_change (session, source, make_result (""), title, error);
  g_ptr_array_remove_index (signals, position);
  return app_sources_change (session, source, make_options (signals), title, error);
}
