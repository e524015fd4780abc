/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/live-workspace.h"

#include "support/scripted-source.h"
#include <string.h>

/* One that has a signal and a parameter from the beginning. */
typedef GscopeSource WordSource;
typedef GscopeSourceClass WordSourceClass;

static GType word_source_get_type (void);

G_DEFINE_TYPE (WordSource, word_source, GSCOPE_TYPE_SOURCE)

static void
word_source_constructed (GObject *object)
{
  g_autoptr (GscopeSignal) word = gscope_signal_new_buffered ("word");
  g_autoptr (GscopeParameter) knob = gscope_parameter_new_double ("knob", 0, 1, 0);

  G_OBJECT_CLASS (word_source_parent_class)->constructed (object);
  gscope_source_add_signal (GSCOPE_SOURCE (object), word, NULL);
  gscope_source_add_parameter (GSCOPE_SOURCE (object), knob, NULL);
}

static void
word_source_class_init (WordSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = word_source_constructed;
}

static void
word_source_init (WordSource *self)
{
}

GscopeRegistry *
make_registry (void)
{
  GscopeRegistry *registry = gscope_registry_new ();

  gscope_registry_add_type (registry, "scripted", SCRIPTED_TYPE_SOURCE, "Scripted", "", "script",
                            NULL);
  gscope_registry_add_type (registry, "words", word_source_get_type (), "Words", "", "words", NULL);
  gscope_registry_add_type (registry, "plain", GSCOPE_TYPE_SOURCE, "Plain", "", "plain", NULL);
  return registry;
}

GscopeWorkspace *
load (const char *json)
{
  g_autoptr (GError) error = NULL;
  GscopeWorkspace *workspace = gscope_workspace_new_from_data (json, -1, &error);

  g_assert_no_error (error);
  return workspace;
}

void
instantiate (GscopeWorkspace *workspace)
{
  g_autoptr (GscopeRegistry) registry = make_registry ();
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (0);

  gscope_workspace_instantiate (workspace, registry, clock);
  run_pending ();
  g_assert_true (gscope_workspace_get_settled (workspace));
}

guint
count_problems (GscopeWorkspace *workspace)
{
  return g_list_model_get_n_items (gscope_workspace_get_problems (workspace));
}

/* Finds the problem at a path and asserts that its message says something. */
void
assert_problem (GscopeWorkspace *workspace, const char *path, const char *part)
{
  GListModel *problems = gscope_workspace_get_problems (workspace);

  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, i);

      if (!g_str_equal (gscope_workspace_problem_get_path (problem), path))
        continue;
      if (!strstr (gscope_workspace_problem_get_message (problem), part))
        g_error ("%s: “%s” does not say “%s”", path, gscope_workspace_problem_get_message (problem),
                 part);
      return;
    }
  g_error ("there is no problem at %s", path);
}

GscopeWorkspace *
reload (GscopeWorkspace *workspace)
{
  g_autofree char *text = gscope_workspace_to_data (workspace);

  return load (text);
}

void
assert_same (GscopeWorkspace *a, GscopeWorkspace *b)
{
  g_autofree char *x = gscope_workspace_to_data (a);
  g_autofree char *y = gscope_workspace_to_data (b);

  g_assert_cmpstr (x, ==, y);
}
