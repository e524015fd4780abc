/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A workspace lists its demands before it makes any source, and they can be declined. */

#include <gscope/gscope.h>

typedef GscopeSource EagerSource;
typedef GscopeSourceClass EagerSourceClass;

static GType eager_source_get_type (void);

G_DEFINE_TYPE (EagerSource, eager_source, GSCOPE_TYPE_SOURCE)

static void
list_demands (GVariant *options, GVariant *parameters, GPtrArray *demands)
{
  static const char *const names[] = { "knob", NULL };
  gboolean is_urgent = FALSE;

  if (options && g_variant_lookup (options, "urgent", "b", &is_urgent) && is_urgent)
    g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_KIND_REAL_TIME, "a thread", NULL));
  gscope_demand_add_steering (demands, parameters, names, NULL);
}

static void
eager_source_constructed (GObject *object)
{
  g_autoptr (GscopeParameter) knob = gscope_parameter_new_integer ("knob", 0, 10, 1);
  g_autoptr (GscopeParameter) view = gscope_parameter_new_integer ("view", 0, 10, 1);

  G_OBJECT_CLASS (eager_source_parent_class)->constructed (object);
  gscope_source_add_parameter (GSCOPE_SOURCE (object), knob, NULL);
  gscope_source_add_parameter (GSCOPE_SOURCE (object), view, NULL);
}

static gboolean
eager_source_configure (GscopeSource *source, GVariant *options, GError **error)
{
  return TRUE;
}

static void
eager_source_class_init (EagerSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = eager_source_constructed;
  klass->configure = eager_source_configure;
  klass->list_demands = list_demands;
}

static void
eager_source_init (EagerSource *self)
{
}

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": ["
    "{ \"type\": \"eager\", \"name\": \"a\", \"parameters\": { \"knob\": 7, \"view\": 3 } },"
    "{ \"type\": \"eager\", \"options\": { \"urgent\": true } },"
    "{ \"type\": \"tuples\", \"name\": \"near\" },"
    "{ \"type\": \"tuples\", \"name\": \"far\","
    "  \"options\": { \"listen\": [ \"tcp:0\", \"tcp:0.0.0.0:0\" ], \"remote\": true } },"
    "{ \"type\": \"tuples\", \"name\": \"closed\", \"options\": { \"listen\": \"tcp:0.0.0.0:0\" } "
    "},"
    "{ \"type\": \"unknown\" } ] } ] }";

static GscopeRegistry *
new_registry (void)
{
  GscopeRegistry *registry = gscope_registry_new ();

  gscope_registry_add_type (registry, "eager", eager_source_get_type (), "", "", "eager", NULL);
  gscope_tuple_server_register (registry, NULL);
  return registry;
}

static void
assert_demand (GPtrArray *demands, guint i, GscopeDemandKind kind, const char *source,
               const char *detail)
{
  const GscopeDemand *demand = demands->pdata[i];

  g_assert_cmpint (demand->kind, ==, kind);
  g_assert_cmpstr (demand->source, ==, source);
  g_assert_cmpstr (demand->detail, ==, detail);
}

static void
test_list (void)
{
  g_autoptr (GscopeRegistry) registry = new_registry ();
  g_autoptr (GscopeWorkspace) workspace = gscope_workspace_new_from_data (document, -1, NULL);
  g_autoptr (GPtrArray) demands = gscope_workspace_list_demands (workspace, registry);

  g_assert_cmpuint (demands->len, ==, 3);
  assert_demand (demands, 0, GSCOPE_DEMAND_KIND_STEER, "a", "7");
  g_assert_cmpstr (((GscopeDemand *) demands->pdata[0])->parameter, ==, "knob");
  assert_demand (demands, 1, GSCOPE_DEMAND_KIND_REAL_TIME, "eager", "a thread");
  assert_demand (demands, 2, GSCOPE_DEMAND_KIND_LISTEN, "far", "tcp:0.0.0.0:0");
}

static gint64
get_value (GscopeSource *source, const char *name)
{
  return g_variant_get_int64 (
      gscope_parameter_get_value (gscope_source_find_parameter (source, name)));
}

static GscopeSource *
find_source (GscopeScope *scope, const char *name)
{
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (g_str_equal (gscope_source_get_name (source), name))
        return source;
    }
  return NULL;
}

static void
test_decline (void)
{
  g_autoptr (GscopeRegistry) registry = new_registry ();
  g_autoptr (GscopeWorkspace) workspace = gscope_workspace_new_from_data (document, -1, NULL);
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (GSCOPE_SEC);
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GscopeScope) scope = NULL;
  g_autofree char *text = NULL;

  gscope_workspace_decline_demands (workspace, registry);
  gscope_workspace_instantiate (workspace, registry, clock);
  while (!gscope_workspace_get_settled (workspace))
    g_main_context_iteration (NULL, TRUE);
  scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  g_assert_cmpint (get_value (find_source (scope, "a"), "knob"), ==, 1);
  g_assert_cmpint (get_value (find_source (scope, "a"), "view"), ==, 3);
  g_assert_null (find_source (scope, "eager"));
  g_assert_nonnull (find_source (scope, "near"));
  g_assert_null (find_source (scope, "far"));
  /* two that were declined, one that may not listen there, one of no type */
  g_assert_cmpuint (g_list_model_get_n_items (gscope_workspace_get_problems (workspace)), ==, 4);
  /* a source that was left out stays in the document */
  text = gscope_workspace_to_data (workspace);
  g_assert_nonnull (strstr (text, "\"urgent\""));
  g_clear_object (&scope);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/workspace-demands/list", test_list);
  g_test_add_func ("/workspace-demands/decline", test_decline);
  return g_test_run ();
}
