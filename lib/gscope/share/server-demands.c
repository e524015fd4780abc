/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/server-demands.h>

#include <gscope/control/describe.h>
#include <gscope/json-private.h>

static void
add_options (GVariantDict *options, JsonObject *call)
{
  JsonNode *node = json_object_get_member (call, "options");
  GVariant *given = node ? json_gvariant_deserialize (node, "a{sv}", NULL) : NULL;
  g_autoptr (GVariant) taken = given ? g_variant_ref_sink (given) : NULL;
  GVariantIter iter;
  const char *name;
  GVariant *value;

  if (!taken)
    return;
  g_variant_iter_init (&iter, taken);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    g_variant_dict_insert_value (options, name, value);
}

/* Adds the value under the parameter's own name: the call may write the name in another way. */
static void
add_write (GVariantDict *values, GscopeSource *source, JsonObject *write)
{
  g_autoptr (GVariant) value = gscope_json_get_value (write, "value", NULL);
  GscopeParameter *parameter = NULL;
  g_autofree char *path = NULL;
  const char *given;

  if (gscope_json_get_text (write, "parameter", GSCOPE_MESSAGE_MAX_WORD, &given, NULL))
    parameter = gscope_source_find_parameter (source, given);
  if (!parameter || !value)
    return;
  path = gscope_describe_path (gscope_parameter_get_group (parameter),
                               gscope_parameter_get_name (parameter));
  g_variant_dict_insert_value (values, path, value);
}

static void
add_writes (GVariantDict *values, GscopeSource *source, JsonObject *call)
{
  JsonNode *node = json_object_get_member (call, "writes");
  JsonArray *array = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);

      if (JSON_NODE_HOLDS_OBJECT (element))
        add_write (values, source, json_node_get_object (element));
    }
}

GPtrArray *
gscope_server_list_demands (GscopeSource *source, GscopeVerb verb, JsonObject *call)
{
  GPtrArray *demands = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_demand_free);
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GVariant) parameters = NULL;
  GVariantDict given, written;

  g_variant_dict_init (&given, NULL);
  g_variant_dict_init (&written, NULL);
  if (verb == GSCOPE_VERB_CONFIGURE)
    add_options (&given, call);
  if (verb == GSCOPE_VERB_APPLY)
    add_write (&written, source, call);
  if (verb == GSCOPE_VERB_APPLY_ALL)
    add_writes (&written, source, call);
  options = g_variant_ref_sink (g_variant_dict_end (&given));
  parameters = g_variant_ref_sink (g_variant_dict_end (&written));
  if (GSCOPE_SOURCE_GET_CLASS (source)->list_demands
      && (verb == GSCOPE_VERB_CONFIGURE || g_variant_n_children (parameters) > 0))
    GSCOPE_SOURCE_GET_CLASS (source)->list_demands (verb == GSCOPE_VERB_CONFIGURE ? options : NULL,
                                                    parameters, demands);
  return demands;
}
