/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/directory.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/nats/entry.h>
#include <gscope/nats/subject.h>
#include <main-source.h>
#include <string.h>

#define WATCH "$JS.API.CONSUMER.CREATE.KV_" GSCOPE_NATS_BUCKET
#define KEYS "$KV." GSCOPE_NATS_BUCKET "."

/* A consumer that gets the last value of each key, then each change, and needs no acknowledgement. */
#define SETTINGS                                                                                   \
  "{\"stream_name\": \"KV_" GSCOPE_NATS_BUCKET "\", \"config\": {\"deliver_subject\": \"%s\", "    \
  "\"filter_subject\": \"" KEYS ">\", "                                                            \
  "\"deliver_policy\": \"last_per_subject\", \"ack_policy\": \"none\", \"max_deliver\": 1, "       \
  "\"replay_policy\": \"instant\", \"mem_storage\": true}}"

/* How often forgotten agents are looked for. */
#define SWEEP_INTERVAL (10 * GSCOPE_SEC)

enum
{
  MAX_AGENTS = 100000,
  MAX_SOURCES = 256,
  MAX_GROUPS = 64,
  MAX_WORD = 255,
};

typedef struct
{
  gint64 seen;
  char *machine;
  GStrv sources;
  GStrv groups;
} Agent;

struct _GscopeNatsDirectory
{
  GscopeNatsBus *bus;
  GscopeNatsDirectoryFuncs funcs;
  GscopeClock *clock;
  /* by name */
  GHashTable *agents;
  char *values;
  char *reply;
  GSource *timer;
  /* the entries that were there at first; negative while that is not known */
  gint64 n_first;
  gint64 n_received;
  /* no agent has been at the server yet */
  gboolean is_missing;
};

static void
agent_free (gpointer data)
{
  Agent *agent = data;

  g_free (agent->machine);
  g_strfreev (agent->sources);
  g_strfreev (agent->groups);
  g_free (agent);
}

static gboolean
is_complete (GscopeNatsDirectory *self)
{
  return self->n_first >= 0 && self->n_received >= self->n_first;
}

static void
fail (GscopeNatsDirectory *self, const char *reason)
{
  g_autoptr (GError) error =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                   _ ("The NATS server “%s” shows no inventory of agents: %s. Give the name of an "
                      "agent, or enable JetStream there."),
                   gscope_nats_bus_get_settings (self->bus)->server, reason);

  self->funcs.failed (self->funcs.data, error);
}

/* Entries. */

static GStrv
read_names (JsonArray *array)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      const char *name = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

      if (name && strlen (name) <= MAX_WORD)
        g_strv_builder_add (builder, name);
    }
  return g_strv_builder_end (builder);
}

/* Returns NULL if this is no entry. */
static Agent *
read_agent (GscopeNatsDirectory *self, GBytes *payload)
{
  gsize size;
  const char *text = g_bytes_get_data (payload, &size);
  g_autoptr (JsonNode) node = size > 0 ? gscope_json_parse (text, size, NULL) : NULL;
  const char *machine;
  JsonArray *sources, *groups;
  Agent *agent;

  if (!node || !JSON_NODE_HOLDS_OBJECT (node)
      || !gscope_json_get_text (json_node_get_object (node), "machine", MAX_WORD, &machine, NULL)
      || !gscope_json_get_array (json_node_get_object (node), "sources", MAX_SOURCES, &sources,
                                 NULL)
      || !gscope_json_get_array (json_node_get_object (node), "groups", MAX_GROUPS, &groups, NULL))
    return NULL;
  agent = g_new (Agent, 1);
  *agent = (Agent){ gscope_clock_get_time (self->clock), g_strdup (machine), read_names (sources),
                    read_names (groups) };
  return agent;
}

/* The subject of a value is its key. An entry that was removed has no value. */
static void
on_value (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  GscopeNatsDirectory *self = data;
  const char *key = g_str_has_prefix (subject, KEYS) ? subject + strlen (KEYS) : "";
  char *name = gscope_nats_unescape (key);
  Agent *agent = name && payload ? read_agent (self, payload) : NULL;

  self->n_received++;
  if (name)
    g_hash_table_remove (self->agents, name);
  if (agent && g_hash_table_size (self->agents) < MAX_AGENTS)
    g_hash_table_replace (self->agents, g_steal_pointer (&name), g_steal_pointer (&agent));
  g_clear_pointer (&agent, agent_free);
  g_free (name);
  if (is_complete (self))
    self->funcs.changed (self->funcs.data);
}

/* The code of the error of a bucket that no agent has made yet. */
#define NO_BUCKET 10059

static gboolean
read_answer (GscopeNatsDirectory *self, JsonObject *answer, const char **reason)
{
  JsonNode *node = json_object_get_member (answer, "error");
  JsonObject *error = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  gint64 code;

  *reason = _ ("its answer is not valid");
  self->is_missing = error
                     && gscope_json_get_integer (error, "err_code", 0, G_MAXINT32, &code, NULL)
                     && code == NO_BUCKET;
  if (self->is_missing)
    self->n_first = 0;
  else if (error)
    gscope_json_get_text (error, "description", G_MAXUINT16, reason, NULL);
  return self->is_missing
         || gscope_json_get_integer (answer, "num_pending", 0, MAX_AGENTS, &self->n_first, NULL);
}

static void
on_watched (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  GscopeNatsDirectory *self = data;
  gsize size = 0;
  const char *text = payload ? g_bytes_get_data (payload, &size) : NULL;
  g_autoptr (JsonNode) node = text ? gscope_json_parse (text, size, NULL) : NULL;
  const char *reason = payload ? _ ("its answer is not valid") : _ ("it has no JetStream");

  if (!node || !JSON_NODE_HOLDS_OBJECT (node)
      || !read_answer (self, json_node_get_object (node), &reason))
    fail (self, reason);
  else if (is_complete (self))
    self->funcs.changed (self->funcs.data);
}

/* Watching. */

static void
watch (GscopeNatsDirectory *self)
{
  g_autofree char *settings = g_strdup_printf (SETTINGS, self->values);

  self->n_first = -1;
  self->n_received = 0;
  g_hash_table_remove_all (self->agents);
  gscope_nats_bus_publish_text (self->bus, WATCH, self->reply, settings);
}

static void
on_up (GscopeNatsBus *bus, GscopeNatsDirectory *self)
{
  watch (self);
}

static void
on_down (GscopeNatsBus *bus, const GError *error, GscopeNatsDirectory *self)
{
  self->funcs.failed (self->funcs.data, error);
}

static void
on_refusal (GscopeNatsBus *bus, const char *text, GscopeNatsDirectory *self)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_nats_is_refusal_of (text, WATCH) && !gscope_nats_is_refusal_of (text, self->values)
      && !gscope_nats_is_refusal_of (text, self->reply))
    return;
  error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                       _ ("The NATS server “%s” does not let this user read its inventory of "
                          "agents: %s. Ask the owner of the server."),
                       gscope_nats_bus_get_settings (bus)->server, text);
  self->funcs.failed (self->funcs.data, error);
}

static gboolean
is_forgotten (gpointer name, gpointer agent, gpointer now)
{
  return *(gint64 *) now - ((Agent *) agent)->seen > GSCOPE_NATS_ENTRY_LIFE;
}

static gboolean
on_sweep (gpointer data)
{
  GscopeNatsDirectory *self = data;
  gint64 now = gscope_clock_get_time (self->clock);

  if (self->is_missing)
    watch (self);
  else if (g_hash_table_foreach_remove (self->agents, is_forgotten, &now) > 0)
    self->funcs.changed (self->funcs.data);
  return G_SOURCE_CONTINUE;
}

GscopeNatsDirectory *
gscope_nats_directory_new (GscopeNatsBus *bus, const GscopeNatsDirectoryFuncs *funcs,
                           GscopeClock *clock)
{
  GscopeNatsDirectory *self = g_new0 (GscopeNatsDirectory, 1);
  g_autofree char *user = gscope_nats_escape (gscope_nats_bus_get_settings (bus)->user);
  g_autofree char *stem = g_strdup_printf (GSCOPE_NATS_ROOT "._inventory._down.%s.%s", user,
                                           gscope_nats_bus_get_id (bus));

  self->bus = g_object_ref (bus);
  self->funcs = *funcs;
  self->clock = g_object_ref (clock);
  self->agents = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, agent_free);
  self->values = g_strdup_printf ("%s.%" G_GUINT64_FORMAT, stem, gscope_nats_bus_count (bus));
  self->reply = g_strdup_printf ("%s.%" G_GUINT64_FORMAT, stem, gscope_nats_bus_count (bus));
  gscope_nats_bus_subscribe (bus, self->values, on_value, self);
  gscope_nats_bus_subscribe (bus, self->reply, on_watched, self);
  g_signal_connect (bus, "up", G_CALLBACK (on_up), self);
  g_signal_connect (bus, "down", G_CALLBACK (on_down), self);
  g_signal_connect (bus, "refusal", G_CALLBACK (on_refusal), self);
  self->timer = gscope_clock_create_timeout (clock, SWEEP_INTERVAL);
  g_source_set_static_name (self->timer, "[gscope] nats directory");
  g_source_set_callback (self->timer, on_sweep, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  if (gscope_nats_bus_is_up (bus))
    watch (self);
  return self;
}

void
gscope_nats_directory_free (GscopeNatsDirectory *self)
{
  g_signal_handlers_disconnect_by_data (self->bus, self);
  gscope_nats_bus_unsubscribe (self->bus, self->values);
  gscope_nats_bus_unsubscribe (self->bus, self->reply);
  main_source_drop (self->timer);
  g_object_unref (self->bus);
  g_object_unref (self->clock);
  g_hash_table_unref (self->agents);
  g_free (self->values);
  g_free (self->reply);
  g_free (self);
}

GVariant *
gscope_nats_directory_list (GscopeNatsDirectory *self)
{
  g_autoptr (GList) names =
      g_list_sort (g_hash_table_get_keys (self->agents), (GCompareFunc) strcmp);
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ssasas)"));
  for (GList *at = names; at; at = at->next)
    {
      const Agent *agent = g_hash_table_lookup (self->agents, at->data);

      g_variant_builder_add (&builder, "(ss^as^as)", at->data, agent->machine, agent->sources,
                             agent->groups);
    }
  return g_variant_builder_end (&builder);
}
