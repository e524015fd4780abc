/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/gscope.h>
#include <support/scripted-source.h>

/* An input is a document. Its demands are declined where its length is odd. */

static GscopeRegistry *
new_registry (void)
{
  GscopeRegistry *registry = gscope_registry_new ();

  gscope_registry_add_type (registry, "scripted", SCRIPTED_TYPE_SOURCE, "", "", "scripted", NULL);
  gscope_registry_add_type (registry, "plain", GSCOPE_TYPE_SOURCE, "", "", "plain", NULL);
  return registry;
}

static void
run_some (void)
{
  for (guint i = 0; i < 50 && g_main_context_iteration (NULL, FALSE); i++)
    ;
}

static void
check_problems (GscopeWorkspace *workspace)
{
  GListModel *problems = gscope_workspace_get_problems (workspace);

  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, i);

      g_assert_true (g_utf8_validate (gscope_workspace_problem_get_message (problem), -1, NULL));
      g_assert_true (g_utf8_validate (gscope_workspace_problem_get_path (problem), -1, NULL));
    }
}

static void
check_scopes (GscopeWorkspace *workspace)
{
  GListModel *scopes = gscope_workspace_get_scopes (workspace);
  GPtrArray *views = gscope_workspace_get_views (workspace);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      g_assert_cmpint (gscope_scope_get_period (scope), >, 0);
    }
  for (guint i = 0; i < views->len; i++)
    gscope_workspace_view_find (views->pdata[i], "scripted/sine");
}

/* The written document can be read again, and says the same then. */
static void
check_written (GscopeWorkspace *workspace)
{
  g_autofree char *text = gscope_workspace_to_data (workspace);
  g_autofree char *again = NULL;
  g_autoptr (GscopeWorkspace) copy = NULL;
  g_autoptr (GError) error = NULL;

  if (strlen (text) > GSCOPE_WORKSPACE_MAX_BYTES)
    return;
  copy = gscope_workspace_new_from_data (text, -1, &error);
  g_assert_no_error (error);
  again = gscope_workspace_to_data (copy);
  g_assert_cmpstr (again, ==, text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRegistry) registry = NULL;
  g_autoptr (GscopeClock) clock = NULL;
  g_autoptr (GPtrArray) demands = NULL;
  GscopeWorkspace *workspace =
      gscope_workspace_new_from_data (size > 0 ? (const char *) data : "", (gssize) size, &error);

  g_assert_true (!workspace == !!error);
  if (!workspace)
    return 0;
  registry = new_registry ();
  clock = gscope_test_clock_new (GSCOPE_SEC);
  demands = gscope_workspace_list_demands (workspace, registry);
  if (size % 2 == 1)
    gscope_workspace_decline_demands (workspace, registry);
  gscope_workspace_instantiate (workspace, registry, clock);
  run_some ();
  check_problems (workspace);
  check_scopes (workspace);
  check_written (workspace);
  g_object_unref (workspace);
  run_some ();
  return 0;
}
