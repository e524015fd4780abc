/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The initial values of parameters that depend on one another. */

#include <gscope/gscope.h>

#define N_KNOBS 4

/* A source that takes a knob only once it has the one with the next letter; the last one it takes at once. */
G_DECLARE_FINAL_TYPE (Coupled, coupled, TEST, COUPLED, GscopeSource)

struct _Coupled
{
  GscopeSource parent_instance;
  gboolean is_taken[N_KNOBS + 1];
};

G_DEFINE_FINAL_TYPE (Coupled, coupled, GSCOPE_TYPE_SOURCE)

static void
apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
             GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data)
{
  Coupled *self = TEST_COUPLED (source);
  guint knob = gscope_parameter_get_name (parameter)[0] - 'a';
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  if (!self->is_taken[knob + 1])
    {
      g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "not before %c",
                               'a' + knob + 1);
      return;
    }
  self->is_taken[knob] = TRUE;
  g_task_return_pointer (task, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
}

static void
coupled_constructed (GObject *object)
{
  G_OBJECT_CLASS (coupled_parent_class)->constructed (object);
  for (guint i = 0; i < N_KNOBS; i++)
    {
      const char name[] = { 'a' + i, '\0' };
      g_autoptr (GscopeParameter) parameter = gscope_parameter_new_double (name, 0, 10, 0);

      gscope_source_add_parameter (GSCOPE_SOURCE (object), parameter, NULL);
    }
}

static void
coupled_class_init (CoupledClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = coupled_constructed;
  GSCOPE_SOURCE_CLASS (klass)->apply_async = apply_async;
}

static void
coupled_init (Coupled *self)
{
  self->is_taken[N_KNOBS] = TRUE;
}

static GscopeWorkspace *
open_workspace (const char *parameters)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (GSCOPE_SEC);
  g_autoptr (GError) error = NULL;
  g_autofree char *text =
      g_strdup_printf ("{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [ "
                       "{ \"type\": \"coupled\", \"parameters\": %s } ] } ] }",
                       parameters);
  GscopeWorkspace *self = gscope_workspace_new_from_data (text, -1, &error);

  g_assert_no_error (error);
  gscope_registry_add_type (registry, "coupled", coupled_get_type (), "", "", "coupled", NULL);
  gscope_workspace_instantiate (self, registry, clock);
  while (!gscope_workspace_get_settled (self))
    g_main_context_iteration (NULL, TRUE);
  return self;
}

static void
assert_no_problem (GscopeWorkspace *self)
{
  g_autoptr (GscopeWorkspaceProblem) problem =
      g_list_model_get_item (gscope_workspace_get_problems (self), 0);

  g_assert_cmpstr (problem ? gscope_workspace_problem_get_message (problem) : NULL, ==, NULL);
}

static double
get_number (GscopeWorkspace *self, const char *name)
{
  g_autoptr (GscopeScope) scope = g_list_model_get_item (gscope_workspace_get_scopes (self), 0);
  g_autoptr (GscopeSource) source = g_list_model_get_item (gscope_scope_get_sources (scope), 1);

  return gscope_parameter_get_number (gscope_source_find_parameter (source, name));
}

/* Whatever the order in which they are written, all are taken, and there is no problem. */
static void
test_coupled (void)
{
  g_autoptr (GscopeWorkspace) workspace =
      open_workspace ("{ \"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4 }");

  assert_no_problem (workspace);
  g_assert_cmpfloat (get_number (workspace, "a"), ==, 1);
  g_assert_cmpfloat (get_number (workspace, "b"), ==, 2);
  g_assert_cmpfloat (get_number (workspace, "c"), ==, 3);
  g_assert_cmpfloat (get_number (workspace, "d"), ==, 4);
}

/* A value that stays refused is one problem, with the last reason; the others are taken. */
static void
test_refused (void)
{
  g_autoptr (GscopeWorkspace) workspace = open_workspace ("{ \"a\": 1, \"c\": 3, \"d\": 4 }");
  GListModel *problems = gscope_workspace_get_problems (workspace);
  g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, 0);

  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 1);
  g_assert_cmpstr (gscope_workspace_problem_get_path (problem), ==,
                   "scopes[0].sources[0].parameters.a");
  g_assert_cmpstr (gscope_workspace_problem_get_message (problem), ==, "not before b");
  g_assert_cmpfloat (get_number (workspace, "a"), ==, 0);
  g_assert_cmpfloat (get_number (workspace, "c"), ==, 3);
  g_assert_cmpfloat (get_number (workspace, "d"), ==, 4);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspace-parameters/coupled", test_coupled);
  g_test_add_func ("/workspace-parameters/refused", test_refused);
  return g_test_run ();
}
