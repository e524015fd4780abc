/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "commands/fact.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>

/* How many seconds a source may take to start, or to stop. */
#define PATIENCE 10

typedef struct
{
  ToolsSession session;
  GscopeRegistry *registry;
  GPtrArray *facts;
} Doctor;

static void
add_fact (Doctor *self, const char *group, const char *name, ToolsFactState state,
          const char *value, const char *remedy)
{
  g_ptr_array_add (self->facts, tools_fact_new (group, name, state, value, remedy));
}

/* The agent. */

static void
examine_agent (Doctor *self)
{
  const char *address = self->session.options->agent;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) sources = tools_session_read_inventory (&self->session, &error);
  g_autofree char *value = NULL;

  if (!sources)
    {
      add_fact (self, _ ("Agent"), address, TOOLS_FACT_MISSING, error->message, NULL);
      return;
    }
  value = g_strdup_printf (ngettext ("runs, and has %u source", "runs, and has %u sources",
                                     (gulong) g_variant_n_children (sources)),
                           (guint) g_variant_n_children (sources));
  add_fact (self, _ ("Agent"), address, TOOLS_FACT_WHOLE, value, NULL);
}

/* The plugins: each of their sources is started, and says itself what it lacks. */

static ToolsWait *
begin_wait (void)
{
  return tools_wait_new (gscope_clock_get_system (), PATIENCE * GSCOPE_SEC);
}

static gboolean
start (GscopeSource *source, GError **error)
{
  g_autoptr (ToolsWait) wait = begin_wait ();
  GAsyncResult *result;

  gscope_source_start_async (source, tools_wait_get_cancellable (wait), tools_wait_keep,
                             tools_wait_ref (wait));
  result = tools_wait_await (wait);
  if (result)
    return gscope_source_start_finish (source, result, error);
  g_set_error (error, TOOLS_ERROR, TOOLS_FAILED, _ ("did not start within %d seconds"), PATIENCE);
  return FALSE;
}

/* A source that does not stop is left. */
static void
stop (GscopeSource *source)
{
  g_autoptr (ToolsWait) wait = begin_wait ();

  if (!gscope_source_get_started (source))
    return;
  gscope_source_stop_async (source, NULL, tools_wait_keep, tools_wait_ref (wait));
  tools_wait_await (wait);
}

static void
examine_source (Doctor *self, GscopeSource *source, const char *type)
{
  g_autoptr (GError) error = NULL;
  const char *status;

  gscope_scope_add_source (self->session.scope, source);
  if (!start (source, &error))
    add_fact (self, _ ("Plugins"), type, TOOLS_FACT_MISSING, error->message, NULL);
  else
    {
      status = gscope_source_get_status (source);
      add_fact (self, _ ("Plugins"), type,
                gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_TROUBLE ? TOOLS_FACT_PART
                                                                                : TOOLS_FACT_WHOLE,
                *status ? status : gscope_registry_get_title (self->registry, type), NULL);
    }
  stop (source);
  gscope_scope_remove_source (self->session.scope, source);
}

/* A source at the agent runs there for the time of the connection. */
static GscopeSource *
create_source (Doctor *self, const char *type, GError **error)
{
  const ToolsOptions *options = self->session.options;
  g_autoptr (GscopeSource) source = NULL;
  g_autoptr (GVariant) variant = NULL;
  GVariantDict dict;

  if (!options->has_agent)
    return gscope_registry_create (self->registry, type, type, NULL, error);
  source = g_object_new (GSCOPE_TYPE_AGENT_SOURCE, "name", type, NULL);
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "address", "s", options->agent);
  g_variant_dict_insert (&dict, "type", "s", type);
  variant = g_variant_ref_sink (g_variant_dict_end (&dict));
  return gscope_source_configure (source, variant, error) ? g_steal_pointer (&source) : NULL;
}

/* Sources that listen, steer or start real-time threads are not started only to look at them. */
static gboolean
is_harmless (Doctor *self, const char *type)
{
  g_autoptr (GTypeClass) klass =
      g_type_class_ref (gscope_registry_get_gtype (self->registry, type));
  g_autoptr (GPtrArray) demands =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_demand_free);

  if (GSCOPE_SOURCE_CLASS (klass)->list_demands)
    GSCOPE_SOURCE_CLASS (klass)->list_demands (NULL, NULL, demands);
  return demands->len == 0;
}

static void
examine_type (Doctor *self, const char *type)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeSource) source = NULL;

  if (!is_harmless (self, type))
    {
      add_fact (self, _ ("Plugins"), type, TOOLS_FACT_UNTRIED,
                _ ("not tried, because it affects other programs"), NULL);
      return;
    }
  source = create_source (self, type, &error);
  if (source)
    examine_source (self, source, type);
  else
    add_fact (self, _ ("Plugins"), type, TOOLS_FACT_MISSING, error->message, NULL);
}

static void
examine_plugins (Doctor *self)
{
  GPtrArray *failures;
  g_auto (GStrv) types = NULL;

  gscope_loader_load (self->registry);
  types = gscope_registry_list_types (self->registry);
  for (guint i = 0; types[i]; i++)
    examine_type (self, types[i]);
  failures = gscope_registry_get_failures (self->registry);
  for (guint i = 0; i < failures->len; i++)
    {
      const GscopePluginFailure *failure = failures->pdata[i];

      add_fact (self, _ ("Plugins"), failure->file, TOOLS_FACT_MISSING, failure->reason, NULL);
    }
}

/* The report. */

static const char *const states[] = { "ok", "untried", "part", "missing" };

static void
append_fact (GString *text, const ToolsFact *fact, const char *group)
{
  g_autofree char *name = tools_text_clean (fact->name);
  g_autofree char *value = tools_text_clean (fact->value);

  if (g_strcmp0 (fact->group, group) != 0)
    g_string_append_printf (text, "%s\n", fact->group);
  g_string_append_printf (text, "  %-8s %-16s %s\n", states[fact->state], name, value);
  if (fact->remedy)
    g_string_append_printf (text, "  %-8s %-16s → %s\n", "", "", fact->remedy);
}

static JsonObject *
describe_fact (const ToolsFact *fact)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "group", fact->group);
  json_object_set_string_member (object, "name", fact->name);
  json_object_set_string_member (object, "state", states[fact->state]);
  json_object_set_string_member (object, "value", fact->value);
  if (fact->remedy)
    json_object_set_string_member (object, "remedy", fact->remedy);
  return object;
}

static gboolean
print (Doctor *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  JsonArray *array;

  if (self->session.options->json)
    {
      array = json_array_new ();
      for (guint i = 0; i < self->facts->len; i++)
        json_array_add_object_element (array, describe_fact (self->facts->pdata[i]));
      return tools_output_write_json (json_node_init_array (json_node_alloc (), array), TRUE,
                                      error);
    }
  for (guint i = 0; i < self->facts->len; i++)
    append_fact (text, self->facts->pdata[i],
                 i > 0 ? ((ToolsFact *) self->facts->pdata[i - 1])->group : NULL);
  return tools_output_write (text->str, error);
}

static gboolean
judge (Doctor *self, GError **error)
{
  guint n = 0;

  for (guint i = 0; i < self->facts->len; i++)
    n += ((ToolsFact *) self->facts->pdata[i])->state > TOOLS_FACT_UNTRIED;
  if (n == 0)
    return TRUE;
  g_set_error (error, TOOLS_ERROR, TOOLS_FAILED,
               ngettext ("%u of these is not complete.", "%u of these are not complete.", n), n);
  return FALSE;
}

/* The facts about a machine are those of this one: the agent of another one is asked for its plugins. */
gboolean
tools_doctor (const ToolsOptions *options, GError **error)
{
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func (tools_fact_free);
  Doctor self = { .registry = gscope_registry_get_default (), .facts = facts };
  gboolean done;

  tools_session_init (&self.session, options);
  if (!options->has_agent || g_str_has_prefix (options->agent, "unix:"))
    tools_fact_add_machine (facts);
  examine_agent (&self);
  if (!options->has_agent
      || ((ToolsFact *) facts->pdata[facts->len - 1])->state == TOOLS_FACT_WHOLE)
    examine_plugins (&self);
  done = print (&self, error) && judge (&self, error);
  tools_session_clear (&self.session);
  return done;
}
