/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/session/offer.h>

#include <errno.h>
#include <gscope/carrier/message.h>
#include <gscope/enums.h>
#include <gscope/json-private.h>
#include <string.h>

#define NAME "gscope-offer-name"

/* Names. */

/* GLib knows the name of a program that parses options by it, or has set it, which may be a path. */
static char *
get_program (void)
{
  const char *program = g_get_prgname ();
  char *name = g_path_get_basename (program ? program : program_invocation_short_name);

  return g_strdelimit (name, "/*?", '-');
}

void
gscope_offer_name_scope (GListStore *scopes, GscopeScope *scope)
{
  GscopeSource *source = gscope_scope_get_source (scope);
  g_autofree char *program = get_program ();
  char *name = g_strdup (program);

  for (guint i = 2; gscope_offer_find (scopes, name, NULL); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s-%u", program, i);
    }
  /* a name that was given out stays valid when the scope gets another one */
  g_object_set_data (G_OBJECT (source), NAME, (gpointer) g_intern_string (name));
  g_free (name);
}

const char *
gscope_offer_get_name (GscopeSource *source)
{
  const char *name = gscope_source_get_name (source);

  if (!*name)
    name = g_object_get_data (G_OBJECT (source), NAME);
  return name ? name : "";
}

static char *
add_program (GscopeSource *source, const char *full_name)
{
  return *gscope_source_get_name (source)
             ? g_strdup (full_name)
             : g_strconcat (gscope_offer_get_name (source), "/", full_name, NULL);
}

char *
gscope_offer_name_signal (GscopeSource *source, GscopeSignal *signal)
{
  return add_program (source, gscope_signal_get_full_name (signal));
}

char *
gscope_offer_name_parameter (GscopeSource *source, GscopeParameter *parameter)
{
  g_autofree char *full_name = gscope_parameter_dup_full_name (parameter);

  return add_program (source, full_name);
}

GscopeSignal *
gscope_offer_find_signal (GscopeScope *scope, GscopeSource *source, const char *full_name)
{
  gsize length = strlen (gscope_offer_get_name (source)) + 1;

  if (!*gscope_source_get_name (source))
    full_name = strlen (full_name) > length ? full_name + length : "";
  return gscope_scope_find_signal (scope, full_name);
}

gboolean
gscope_offer_is_listed (GscopeSource *source)
{
  return *gscope_source_get_name (source)
         || (*gscope_offer_get_name (source)
             && (g_list_model_get_n_items (gscope_source_get_signals (source)) > 0
                 || g_list_model_get_n_items (gscope_source_get_parameters (source)) > 0));
}

void
gscope_offer_for_each (GListStore *scopes, GscopeOfferFunc func, gpointer data)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (scopes)); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (G_LIST_MODEL (scopes), i);
      GListModel *sources = gscope_scope_get_sources (scope);

      for (guint j = 0; j < g_list_model_get_n_items (sources); j++)
        {
          g_autoptr (GscopeSource) source = g_list_model_get_item (sources, j);

          func (scope, source, data);
        }
    }
}

typedef struct
{
  const char *name;
  GscopeScope *scope;
  GscopeSource *source;
} Wanted;

static void
find_wanted (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  Wanted *wanted = data;

  if (wanted->source || !g_str_equal (gscope_offer_get_name (source), wanted->name))
    return;
  wanted->scope = scope;
  wanted->source = source;
}

GscopeSource *
gscope_offer_find (GListStore *scopes, const char *name, GscopeScope **scope)
{
  Wanted wanted = { name, NULL, NULL };

  gscope_offer_for_each (scopes, find_wanted, &wanted);
  if (scope)
    *scope = wanted.scope;
  return wanted.source;
}

GscopeSource *
gscope_offer_find_owner (GListStore *scopes, GscopeRights *rights, const GscopePrincipal *principal,
                         const char *full_name, GscopeScope **scope)
{
  const char *slash = strchr (full_name, '/');
  g_autofree char *name = slash ? g_strndup (full_name, slash - full_name) : NULL;
  GscopeSource *source = name && *name ? gscope_offer_find (scopes, name, scope) : NULL;

  return source && gscope_rights_check (rights, principal, GSCOPE_ACCESS_READ, name, NULL) ? source
                                                                                           : NULL;
}

JsonObject *
gscope_offer_describe_source (GscopeSource *source)
{
  const char *name = gscope_offer_get_name (source), *title = gscope_source_get_title (source);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", name);
  gscope_json_set_text (object, "title", *title ? title : name, GSCOPE_MESSAGE_MAX_TEXT);
  gscope_json_set_enum (object, "state", GSCOPE_TYPE_SOURCE_STATE,
                        gscope_source_get_state (source));
  gscope_json_set_text (object, "status", gscope_source_get_status (source),
                        GSCOPE_MESSAGE_MAX_TEXT);
  json_object_set_int_member (object, "signals",
                              g_list_model_get_n_items (gscope_source_get_signals (source)));
  json_object_set_int_member (object, "parameters",
                              g_list_model_get_n_items (gscope_source_get_parameters (source)));
  return object;
}

static void
add_name (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  if (gscope_offer_is_listed (source))
    json_array_add_string_element (data, gscope_offer_get_name (source));
}

JsonArray *
gscope_offer_list_names (GListStore *scopes)
{
  JsonArray *names = json_array_new ();

  gscope_offer_for_each (scopes, add_name, names);
  return names;
}

typedef struct
{
  GscopeRights *rights;
  const GscopePrincipal *principal;
  JsonArray *sources;
} Listing;

static void
add_description (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  Listing *listing = data;
  const char *name = gscope_offer_get_name (source);

  if (gscope_offer_is_listed (source)
      && gscope_rights_check (listing->rights, listing->principal, GSCOPE_ACCESS_READ, name, NULL))
    json_array_add_object_element (listing->sources, gscope_offer_describe_source (source));
}

JsonObject *
gscope_offer_describe (GListStore *scopes, GscopeRights *rights, const GscopePrincipal *principal)
{
  Listing listing = { rights, principal, json_array_new () };
  JsonObject *object = json_object_new ();

  gscope_offer_for_each (scopes, add_description, &listing);
  json_object_set_array_member (object, "sources", listing.sources);
  return object;
}

void
gscope_offer_mark (GListStore *scopes, gint64 time, const char *label, const char *detail)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (scopes)); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (G_LIST_MODEL (scopes), i);
      g_autoptr (GscopeMarker) marker =
          gscope_marker_new (time, GSCOPE_MARKER_KIND_NOTE, NULL, label, detail);

      gscope_marker_list_add (gscope_scope_get_markers (scope), marker);
    }
}
