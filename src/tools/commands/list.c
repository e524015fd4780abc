/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents.h"
#include "command.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>

/* A source of the inventory; the texts belong to the variant. */
typedef struct
{
  const char *name;
  const char *title;
  const char *state;
  const char *status;
  guint n_signals;
  guint n_parameters;
} Row;

typedef gboolean (*RowFunc) (ToolsSession *session, const Row *row, gpointer data, GError **error);

static gboolean
for_each_row (ToolsSession *session, GVariant *sources, RowFunc func, gpointer data, GError **error)
{
  GVariantIter iter;
  Row row;

  g_variant_iter_init (&iter, sources);
  while (g_variant_iter_next (&iter, "(&s&s&s&suu)", &row.name, &row.title, &row.state, &row.status,
                              &row.n_signals, &row.n_parameters))
    if (!func (session, &row, data, error))
      return FALSE;
  return TRUE;
}

/* Signals and parameters. */

static JsonObject *
describe_signal (GscopeSignal *signal)
{
  const char *unit = gscope_signal_get_unit (signal);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", gscope_signal_get_full_name (signal));
  json_object_set_string_member (object, "unit", unit ? unit : "");
  if (gscope_signal_has_range (signal))
    {
      tools_output_set_number (object, "min", gscope_signal_get_min (signal));
      tools_output_set_number (object, "max", gscope_signal_get_max (signal));
    }
  return object;
}

static void
append_range (GString *text, double min, double max, const char *unit)
{
  g_autofree char *from = gscope_quantity_format_exact (min);
  g_autofree char *to = gscope_quantity_format_exact (max);

  g_string_append_printf (text, "[%s … %s]%s%s", from, to, *unit ? " " : "", unit);
}

static void
append_signal (GString *text, GscopeSignal *signal)
{
  g_autofree char *unit = tools_text_clean (gscope_signal_get_unit (signal));

  g_string_append_printf (text, "  %s\t", gscope_signal_get_full_name (signal));
  if (gscope_signal_has_range (signal))
    append_range (text, gscope_signal_get_min (signal), gscope_signal_get_max (signal), unit);
  else
    g_string_append (text, unit);
  g_string_append_c (text, '\n');
}

static void
append_parameter (GString *text, GscopeParameter *parameter)
{
  GscopeParameterType type = gscope_parameter_get_parameter_type (parameter);
  const char *const *nicks = gscope_parameter_get_nicks (parameter);
  g_autofree char *unit = tools_text_clean (gscope_parameter_get_unit (parameter));

  g_string_append (text, "  ");
  tools_output_append_parameter (text, parameter);
  g_string_truncate (text, text->len - 1);
  g_string_append_c (text, '\t');
  if (type == GSCOPE_PARAMETER_TYPE_INTEGER || type == GSCOPE_PARAMETER_TYPE_DOUBLE)
    append_range (text, gscope_parameter_get_min (parameter), gscope_parameter_get_max (parameter),
                  unit);
  for (guint i = 0; type == GSCOPE_PARAMETER_TYPE_ENUMERATION && nicks[i]; i++)
    {
      g_autofree char *nick = tools_text_clean (nicks[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", nick);
    }
  g_string_append_c (text, '\n');
}

/* The rows. */

static gboolean
append_row (ToolsSession *session, const Row *row, gpointer data, GError **error)
{
  GString *text = data;
  g_autofree char *name = tools_text_clean (row->name);
  g_autofree char *state = tools_text_clean (row->state);
  g_autofree char *title = tools_text_clean (row->title);
  GscopeSource *source =
      session->options->all ? tools_session_open (session, row->name, error) : NULL;

  if (session->options->all && !source)
    return FALSE;
  g_string_append_printf (text, "%s\t%s\t%u\t%u\t%s\n", name, state, row->n_signals,
                          row->n_parameters, title);
  for (guint i = 0; source && i < g_list_model_get_n_items (gscope_source_get_signals (source));
       i++)
    {
      g_autoptr (GscopeSignal) signal =
          g_list_model_get_item (gscope_source_get_signals (source), i);

      append_signal (text, signal);
    }
  for (guint i = 0; source && i < g_list_model_get_n_items (gscope_source_get_parameters (source));
       i++)
    {
      g_autoptr (GscopeParameter) parameter =
          g_list_model_get_item (gscope_source_get_parameters (source), i);

      append_parameter (text, parameter);
    }
  return TRUE;
}

static void
describe_contents (GscopeSource *source, JsonObject *object)
{
  GListModel *signals = gscope_source_get_signals (source);
  GListModel *parameters = gscope_source_get_parameters (source);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      json_array_add_object_element (array, describe_signal (signal));
    }
  json_object_set_array_member (object, "signals", array);
  array = json_array_new ();
  for (guint i = 0; i < g_list_model_get_n_items (parameters); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (parameters, i);

      json_array_add_object_element (array, tools_output_describe_parameter (parameter));
    }
  json_object_set_array_member (object, "parameters", array);
}

static gboolean
describe_row (ToolsSession *session, const Row *row, gpointer array, GError **error)
{
  JsonObject *object = json_object_new ();
  GscopeSource *source = NULL;

  json_array_add_object_element (array, object);
  json_object_set_string_member (object, "name", row->name);
  json_object_set_string_member (object, "title", row->title);
  json_object_set_string_member (object, "state", row->state);
  json_object_set_string_member (object, "status", row->status);
  if (!session->options->all)
    {
      json_object_set_int_member (object, "signals", row->n_signals);
      json_object_set_int_member (object, "parameters", row->n_parameters);
      return TRUE;
    }
  source = tools_session_open (session, row->name, error);
  if (source)
    describe_contents (source, object);
  return source != NULL;
}

static gboolean
print (ToolsSession *session, GVariant *sources, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (JsonArray) array = json_array_new ();

  if (session->options->json)
    return for_each_row (session, sources, describe_row, array, error)
           && tools_output_write_json (json_node_init_array (json_node_alloc (), array), TRUE,
                                       error);
  return for_each_row (session, sources, append_row, text, error)
         && tools_output_write (text->str, error);
}

/* The agents at a NATS server. */

static JsonArray *
describe_names (const char *const *names)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; names[i]; i++)
    json_array_add_string_element (array, names[i]);
  return array;
}

static char *
join_names (const char *const *names)
{
  g_autofree char *joined = g_strjoinv (" ", (GStrv) names);

  return tools_text_clean (joined);
}

static gboolean
matches (const char *const *groups, const char *pattern)
{
  gboolean found = !pattern;

  for (guint i = 0; groups[i] && !found; i++)
    found = g_pattern_match_simple (pattern, groups[i]);
  return found;
}

static void
append_agent (GString *text, JsonArray *array, GVariant *agent, const char *group)
{
  const char *name, *machine;
  g_autofree const char **sources = NULL;
  g_autofree const char **groups = NULL;
  g_autofree char *clean_name = NULL;
  g_autofree char *clean_machine = NULL;
  g_autofree char *joined_sources = NULL;
  g_autofree char *joined_groups = NULL;
  JsonObject *object;

  g_variant_get (agent, "(&s&s^a&s^a&s)", &name, &machine, &sources, &groups);
  if (!matches (groups, group))
    return;
  clean_name = tools_text_clean (name);
  clean_machine = tools_text_clean (machine);
  joined_sources = join_names (sources);
  joined_groups = join_names (groups);
  g_string_append_printf (text, "%s\t%s\t%s\t%s\n", clean_name, clean_machine, joined_sources,
                          joined_groups);
  object = json_object_new ();
  json_object_set_string_member (object, "name", name);
  json_object_set_string_member (object, "machine", machine);
  json_object_set_array_member (object, "sources", describe_names (sources));
  json_object_set_array_member (object, "groups", describe_names (groups));
  json_array_add_object_element (array, object);
}

static gboolean
list_agents (const ToolsOptions *options, GError **error)
{
  g_autoptr (GVariant) agents = tools_agents_find (options, error);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (JsonArray) array = json_array_new ();

  if (!agents)
    return FALSE;
  for (gsize i = 0; i < g_variant_n_children (agents); i++)
    {
      g_autoptr (GVariant) agent = g_variant_get_child_value (agents, i);

      append_agent (text, array, agent, options->group);
    }
  return options->json ? tools_output_write_json (json_node_init_array (json_node_alloc (), array),
                                                  TRUE, error)
                       : tools_output_write (text->str, error);
}

gboolean
tools_list (const ToolsOptions *options, GError **error)
{
  g_autoptr (GVariant) sources = NULL;
  ToolsSession session;
  gboolean done;

  if (options->carrier && !options->has_agent)
    return list_agents (options, error);
  tools_session_init (&session, options);
  sources = tools_session_read_inventory (&session, error);
  done = sources && print (&session, sources, error);
  if (done && g_variant_n_children (sources) == 0)
    g_printerr ("gscopectl: %s\n",
                _ ("The agent has no sources that you may read. Give gscoped a workspace, or ask "
                   "its owner for the right."));
  tools_session_clear (&session);
  return done;
}
