/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "batch/limits.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "session/options.h"

/* Takes a limit; NULL for a signal that no source has. */
typedef void (*LimitFunc) (const char *name, GscopeLimit *limit, gpointer data);

static GscopeLimit *
find_limit (GscopeWorkspace *workspace, const char *name)
{
  GListModel *limits = gscope_workspace_get_limits (workspace);

  for (guint i = 0; i < g_list_model_get_n_items (limits); i++)
    {
      g_autoptr (GscopeLimit) limit = g_list_model_get_item (limits, i);

      if (g_str_equal (gscope_signal_get_full_name (gscope_limit_get_signal (limit)), name))
        return limit;
    }
  return NULL;
}

static void
for_each (GscopeWorkspace *workspace, LimitFunc func, gpointer data)
{
  g_auto (GStrv) names = gscope_workspace_list_limited (workspace);

  for (guint i = 0; names[i]; i++)
    func (names[i], find_limit (workspace, names[i]), data);
}

/* Takes the samples that came since the last time. */
static void
drain (GscopeWorkspace *workspace)
{
  GListModel *scopes = gscope_workspace_get_scopes (workspace);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      gscope_scope_drain (scope);
    }
}

void
app_batch_begin_limits (GscopeWorkspace *workspace)
{
  GListModel *limits = gscope_workspace_get_limits (workspace);

  drain (workspace);
  for (guint i = 0; i < g_list_model_get_n_items (limits); i++)
    {
      g_autoptr (GscopeLimit) limit = g_list_model_get_item (limits, i);

      gscope_limit_reset (limit);
    }
}

/* The verdict. */

static int
get_status (const char *name, const GscopeLimitResult *result)
{
  switch (gscope_limit_result_get_verdict (result))
    {
    case GSCOPE_LIMIT_VERDICT_PASSES:
      return 0;
    case GSCOPE_LIMIT_VERDICT_FAILS:
      return APP_STATUS_BEYOND_LIMIT;
    case GSCOPE_LIMIT_VERDICT_INCOMPLETE:
      g_printerr (ngettext ("gscope: %s: %" PRIu64 " sample was dropped before it was compared.\n",
                            "gscope: %s: %" PRIu64
                            " samples were dropped before they were compared.\n",
                            (gulong) result->n_missed),
                  name, result->n_missed);
      return 1;
    case GSCOPE_LIMIT_VERDICT_UNKNOWN:
    default:
      return 1;
    }
}

static void
judge (const char *name, GscopeLimit *limit, gpointer data)
{
  int *status = data;

  if (!limit)
    g_printerr (_ ("gscope: %s: there is no such signal, so its limit compared nothing.\n"), name);
  *status = MAX (*status, limit ? get_status (name, gscope_limit_get_result (limit)) : 1);
}

int
app_batch_judge_limits (GscopeWorkspace *workspace)
{
  g_auto (GStrv) names = gscope_workspace_list_limited (workspace);
  int status = names[0] == NULL;

  if (names[0] == NULL)
    g_printerr ("%s\n", _ ("gscope: No signal has a limit: add one in the window, and save the "
                           "workspace."));
  drain (workspace);
  for_each (workspace, judge, &status);
  return status;
}

/* The outcome. */

static char *
dup_title (const char *name, GscopeLimit *limit)
{
  g_autofree char *title = limit ? gscope_limit_dup_title (limit) : NULL;

  return limit ? g_strdup_printf ("%s, %s", name, title) : g_strdup (name);
}

static void
print (const char *name, GscopeLimit *limit, gpointer data)
{
  g_autofree char *title = dup_title (name, limit);
  g_autofree char *outcome = limit ? gscope_limit_dup_outcome (limit) : NULL;

  if (limit)
    g_print ("%s: %s\n", title, outcome);
}

void
app_batch_print_limits (GscopeWorkspace *workspace)
{
  for_each (workspace, print, NULL);
}

static JsonObject *
describe_sample (const GscopeSample *sample)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "time_ns", sample->time);
  json_object_set_double_member (object, "value", sample->value);
  return object;
}

static void
copy_member (JsonObject *object, const char *name, JsonNode *node, gpointer target)
{
  json_object_set_member (target, name, json_node_copy (node));
}

static void
add_outcome (JsonObject *object, const GscopeLimitResult *result)
{
  g_autoptr (GVariant) outcome = gscope_limit_result_describe (result);
  g_autoptr (JsonNode) node = json_gvariant_serialize (outcome);

  json_object_foreach_member (json_node_get_object (node), copy_member, object);
}

static void
describe (const char *name, GscopeLimit *limit, gpointer array)
{
  const char *unit = limit ? gscope_signal_get_unit (gscope_limit_get_signal (limit)) : NULL;
  g_autofree char *title = dup_title (name, limit);
  JsonObject *object = json_object_new ();
  GscopeLimitResult result;

  gscope_limit_result_init (&result, GSCOPE_LIMIT_KIND_BETWEEN);
  if (limit)
    result = *gscope_limit_get_result (limit);
  json_object_set_string_member (object, "signal", name);
  json_object_set_string_member (object, "title", title);
  json_object_set_string_member (object, "unit", unit ? unit : "");
  add_outcome (object, &result);
  if (result.n_failed > 0)
    json_object_set_object_member (object, "first", describe_sample (&result.first));
  json_array_add_object_element (array, object);
}

JsonNode *
app_batch_describe_limits (GscopeWorkspace *workspace)
{
  JsonArray *array = json_array_new ();

  for_each (workspace, describe, array);
  return json_node_init_array (json_node_alloc (), array);
}
