/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/watch.h>

#include <gscope/carrier/message.h>
#include <gscope/control/describe.h>
#include <gscope/enums.h>
#include <gscope/json-private.h>
#include <gscope/session/offer.h>

/* A source, and the parameters and losses that are known of it. */
typedef struct
{
  GscopeRestWatch *watch;
  GscopeSource *source;
  GPtrArray *parameters;
  GscopeTally told;
} Watched;

struct _GscopeRestWatch
{
  const GscopeSessionHost *agent;
  GscopeRestWatchFunc func;
  gpointer data;
  GPtrArray *sources;
  GPtrArray *scopes;
};

static void
tell (GscopeRestWatch *self, const char *kind, const char *source, JsonObject *object)
{
  self->func (self->data, kind, source, object);
  json_object_unref (object);
}

/* Parameters. */

static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, Watched *watched)
{
  g_autofree char *name = gscope_offer_name_parameter (watched->source, parameter);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "full-name", name);
  gscope_json_set_value (object, "value", gscope_parameter_get_value (parameter));
  json_object_set_int_member (object, "revision",
                              (gint64) gscope_parameter_get_revision (parameter));
  if (!value)
    gscope_json_set_value (object, "asked", asked);
  gscope_json_set_text (object, "reason", reason, GSCOPE_MESSAGE_MAX_TEXT);
  gscope_json_set_text (object, "writer", writer, GSCOPE_MESSAGE_MAX_WORD);
  tell (watched->watch, "parameter", gscope_offer_get_name (watched->source), object);
}

static void
forget_parameters (Watched *self)
{
  for (guint i = 0; i < self->parameters->len; i++)
    g_signal_handlers_disconnect_by_data (self->parameters->pdata[i], self);
  g_ptr_array_set_size (self->parameters, 0);
}

static void
watch_parameters (Watched *self)
{
  GListModel *parameters = gscope_source_get_parameters (self->source);

  forget_parameters (self);
  for (guint i = 0; i < g_list_model_get_n_items (parameters); i++)
    {
      GscopeParameter *parameter = g_list_model_get_item (parameters, i);

      g_signal_connect (parameter, "written", G_CALLBACK (on_written), self);
      g_ptr_array_add (self->parameters, parameter);
    }
}

/* Losses. */

/* Counts the losses of a source and of its signals. */
static void
count_losses (GscopeSource *source, GscopeTally *tally)
{
  GListModel *list = gscope_source_get_signals (source);

  gscope_source_get_tally (source, tally);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (list, i);

      gscope_tally_add_signal (tally, signal);
    }
}

static void
tell_losses (Watched *self)
{
  g_autoptr (GEnumClass) causes = g_type_class_ref (GSCOPE_TYPE_LOSS);
  const char *name = gscope_offer_get_name (self->source);
  GscopeTally tally;

  count_losses (self->source, &tally);
  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    {
      JsonObject *object;

      if (tally.counts[i] <= self->told.counts[i])
        continue;
      object = json_object_new ();
      json_object_set_string_member (object, "source", name);
      json_object_set_string_member (object, "cause",
                                     g_enum_get_value (causes, (int) i)->value_nick);
      json_object_set_int_member (object, "count",
                                  (gint64) (tally.counts[i] - self->told.counts[i]));
      tell (self->watch, "losses", name, object);
    }
  self->told = tally;
}

/* Sources. */

static void
tell_state (Watched *self)
{
  tell (self->watch, "source", gscope_offer_get_name (self->source),
        gscope_offer_describe_source (self->source));
}

static void
watched_free (gpointer data)
{
  Watched *self = data;

  forget_parameters (self);
  g_signal_handlers_disconnect_by_data (gscope_source_get_parameters (self->source), self);
  g_signal_handlers_disconnect_by_data (self->source, self);
  g_ptr_array_unref (self->parameters);
  g_object_unref (self->source);
  g_free (self);
}

static void
watch_source (GscopeRestWatch *self, GscopeSource *source)
{
  Watched *watched = g_new0 (Watched, 1);

  watched->watch = self;
  watched->source = g_object_ref (source);
  watched->parameters = g_ptr_array_new_with_free_func (g_object_unref);
  count_losses (source, &watched->told);
  g_signal_connect_swapped (source, "notify::state", G_CALLBACK (tell_state), watched);
  g_signal_connect_swapped (source, "notify::status", G_CALLBACK (tell_state), watched);
  g_signal_connect_swapped (gscope_source_get_parameters (source), "items-changed",
                            G_CALLBACK (watch_parameters), watched);
  watch_parameters (watched);
  g_ptr_array_add (self->sources, watched);
}

static Watched *
find_watched (GscopeRestWatch *self, GscopeSource *source)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (((Watched *) self->sources->pdata[i])->source == source)
      return self->sources->pdata[i];
  return NULL;
}

typedef struct
{
  GscopeRestWatch *watch;
  GHashTable *present;
  gboolean is_first;
} Update;

static void
note_source (GscopeScope *scope, GscopeSource *source, gpointer data)
{
  Update *update = data;

  if (!gscope_offer_is_listed (source))
    return;
  g_hash_table_add (update->present, source);
  if (find_watched (update->watch, source))
    return;
  watch_source (update->watch, source);
  if (!update->is_first)
    tell_state (find_watched (update->watch, source));
}

static void
tell_removed (GscopeRestWatch *self, const char *name)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", name);
  json_object_set_boolean_member (object, "removed", TRUE);
  tell (self, "source", name, object);
}

static void
update_sources (GscopeRestWatch *self, gboolean is_first)
{
  g_autoptr (GHashTable) present = g_hash_table_new (NULL, NULL);
  Update update = { self, present, is_first };

  gscope_offer_for_each (self->agent->scopes, note_source, &update);
  for (guint i = self->sources->len; i-- > 0;)
    {
      Watched *watched = self->sources->pdata[i];
      g_autofree char *name = g_strdup (gscope_offer_get_name (watched->source));

      if (g_hash_table_contains (present, watched->source))
        continue;
      g_ptr_array_remove_index_fast (self->sources, i);
      tell_removed (self, name);
    }
}

static void
on_sources_changed (GListModel *sources, guint position, guint removed, guint added,
                    GscopeRestWatch *self)
{
  update_sources (self, FALSE);
}

/* Markers. Those of writes are events of parameters, too. All scopes have the notes, of which one is reported. */

static gboolean
is_first (GscopeRestWatch *self, GListModel *markers)
{
  return G_LIST_MODEL (gscope_scope_get_markers (self->scopes->pdata[0])) == markers;
}

static void
on_markers_changed (GListModel *markers, guint position, guint removed, guint added,
                    GscopeRestWatch *self)
{
  for (guint i = position; i < position + added; i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);
      GscopeMarkerKind kind = gscope_marker_get_kind (marker);
      g_auto (GStrv) parts = g_strsplit (gscope_marker_get_subject (marker), "/", 2);

      if (kind == GSCOPE_MARKER_KIND_EVENT || kind == GSCOPE_MARKER_KIND_FAILURE
          || (kind == GSCOPE_MARKER_KIND_NOTE && is_first (self, markers)))
        tell (self, "marker", parts[0] ? parts[0] : "",
              gscope_describe_marker (marker, &gscope_describe_message_limits));
    }
}

void
gscope_rest_watch_look (GscopeRestWatch *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    tell_losses (self->sources->pdata[i]);
}

/* The whole. */

static void
watch_scope (GscopeRestWatch *self, GscopeScope *scope)
{
  g_signal_connect (gscope_scope_get_sources (scope), "items-changed",
                    G_CALLBACK (on_sources_changed), self);
  g_signal_connect (gscope_scope_get_markers (scope), "items-changed",
                    G_CALLBACK (on_markers_changed), self);
}

static void
forget_scopes (GscopeRestWatch *self)
{
  for (guint i = 0; i < self->scopes->len; i++)
    {
      GscopeScope *scope = self->scopes->pdata[i];

      g_signal_handlers_disconnect_by_data (gscope_scope_get_sources (scope), self);
      g_signal_handlers_disconnect_by_data (gscope_scope_get_markers (scope), self);
    }
  g_ptr_array_set_size (self->scopes, 0);
}

static void
watch_scopes (GscopeRestWatch *self)
{
  GListModel *scopes = G_LIST_MODEL (self->agent->scopes);

  forget_scopes (self);
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      GscopeScope *scope = g_list_model_get_item (scopes, i);

      g_ptr_array_add (self->scopes, scope);
      watch_scope (self, scope);
    }
}

static void
on_scopes_changed (GListModel *scopes, guint position, guint removed, guint added,
                   GscopeRestWatch *self)
{
  watch_scopes (self);
  update_sources (self, FALSE);
}

GscopeRestWatch *
gscope_rest_watch_new (const GscopeSessionHost *agent, GscopeRestWatchFunc func, gpointer data)
{
  GscopeRestWatch *self = g_new0 (GscopeRestWatch, 1);

  self->agent = agent;
  self->func = func;
  self->data = data;
  self->sources = g_ptr_array_new_with_free_func (watched_free);
  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect (agent->scopes, "items-changed", G_CALLBACK (on_scopes_changed), self);
  watch_scopes (self);
  update_sources (self, TRUE);
  return self;
}

void
gscope_rest_watch_free (GscopeRestWatch *self)
{
  g_signal_handlers_disconnect_by_data (self->agent->scopes, self);
  forget_scopes (self);
  g_ptr_array_unref (self->scopes);
  g_ptr_array_unref (self->sources);
  g_free (self);
}
