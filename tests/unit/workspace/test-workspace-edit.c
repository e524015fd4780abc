/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A live workspace is edited: sources are added, configured, moved and removed, and the document follows. */

#include "support/live-workspace.h"
#include "support/scripted-source.h"
#include <string.h>

static void
write_value (GscopeSource *source, const char *name, GVariant *value, const char *writer)
{
  gscope_parameter_write_async (gscope_source_find_parameter (source, name), value, writer, NULL,
                                NULL, NULL);
  run_pending ();
}

/* The live state is saved; writes of other programs are not requested again, and objects that could
 * not be made are kept. */
static void
test_saved_changes (void)
{
  g_autoptr (GscopeWorkspace) workspace =
      load ("{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [\n"
            "    { \"type\": \"scripted\", \"parameters\": { \"gain\": 2 } },\n"
            "    { \"type\": \"absent\", \"name\": \"lost\", \"options\": { \"a\": [1, \"b\"] } } "
            "] } ] }");
  g_autoptr (GscopeWorkspace) again = NULL;
  g_autoptr (GscopeScope) scope = NULL;
  g_autoptr (GscopeSource) source = NULL;
  g_autofree char *text = NULL;

  instantiate (workspace);
  scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  source = g_list_model_get_item (gscope_scope_get_sources (scope), 1);
  gscope_scope_set_period (scope, 20 * GSCOPE_MSEC);
  gscope_workspace_set_title (workspace, "Changed");
  write_value (source, "gain", g_variant_new_double (4), "slider");
  write_value (source, "gain", g_variant_new_double (11), "slider");
  gscope_parameter_notice (gscope_source_find_parameter (source, "panel/knob"),
                           g_variant_new_int64 (9), "somebody");

  text = gscope_workspace_to_data (workspace);
  g_assert_nonnull (strstr (text, "lost"));
  again = load (text);
  g_assert_cmpstr (gscope_workspace_get_title (again), ==, "Changed");
  instantiate (again);
  g_clear_object (&scope);
  g_clear_object (&source);
  scope = g_list_model_get_item (gscope_workspace_get_scopes (again), 0);
  source = g_list_model_get_item (gscope_scope_get_sources (scope), 1);
  g_assert_cmpint (gscope_scope_get_period (scope), ==, 20 * GSCOPE_MSEC);
  g_assert_cmpfloat (gscope_parameter_get_number (gscope_source_find_parameter (source, "gain")),
                     ==, 4);
  g_assert_cmpfloat (
      gscope_parameter_get_number (gscope_source_find_parameter (source, "panel/knob")), ==, 50);
}

static void
test_edited (void)
{
  g_autoptr (GscopeWorkspace) workspace = load ("{ \"gscope-workspace\": 1, \"scopes\": [ { } ] }");
  g_autoptr (GscopeScope) scope = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = gscope_workspace_to_data (workspace);
  g_autofree char *after = NULL, *unmoved = NULL, *moved = NULL;
  GscopeSource *source;
  GVariantDict options;

  instantiate (workspace);
  scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  g_assert_null (gscope_workspace_add_source (workspace, 0, "flux", NULL, NULL, NULL, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  source = gscope_workspace_add_source (workspace, 0, "scripted", "s", NULL, NULL, &error);
  g_assert_no_error (error);
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  g_assert_null (gscope_workspace_add_source (workspace, 0, "plain", "s", NULL, NULL, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS);
  g_clear_error (&error);

  unmoved = gscope_workspace_to_layout (workspace);
  write_value (source, "gain", g_variant_new_double (6), "slider");
  moved = gscope_workspace_to_layout (workspace);
  g_assert_cmpstr (moved, ==, unmoved);
  g_assert_null (strstr (moved, "gain"));
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "depth", "d", 1.0);
  g_assert_null (
      gscope_workspace_configure_source (workspace, source, g_variant_dict_end (&options), &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_clear_error (&error);
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "level", "d", 0.25);
  source =
      gscope_workspace_configure_source (workspace, source, g_variant_dict_end (&options), &error);
  g_assert_no_error (error);
  run_pending ();
  g_assert_cmpfloat (scripted_source_get_level (SCRIPTED_SOURCE (source)), ==, 0.25);
  g_assert_cmpfloat (gscope_parameter_get_number (gscope_source_find_parameter (source, "gain")),
                     ==, 6);
  g_assert_cmpstr (gscope_workspace_get_source_type (workspace, source), ==, "scripted");
  g_assert_cmpuint (g_variant_n_children (gscope_workspace_get_source_options (workspace, source)),
                    ==, 1);

  gscope_workspace_remove_source (workspace, source);
  run_pending ();
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_sources (scope)), ==, 1);
  after = gscope_workspace_to_data (workspace);
  g_assert_null (strstr (after, "scripted"));
}

static GscopeParameter *
find_gain (GscopeWorkspace *workspace, GscopeSource **source)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);

  *source = g_list_model_get_item (gscope_scope_get_sources (scope), 1);
  g_object_unref (*source);
  return gscope_source_find_parameter (*source, "gain");
}

static GscopeSource *
find_first (GscopeWorkspace *workspace)
{
  GscopeSource *source;

  find_gain (workspace, &source);
  return source;
}

/* Which signals a parameter steers is the document's, in place of the source's. */
static void
test_steers (void)
{
  static const char *const others[] = { "x", "b/*", NULL };
  g_autoptr (GscopeWorkspace) workspace =
      load ("{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [ { \"type\": \"scripted\", "
            "\"steers\": { \"gain\": [ \"tcp/*/cwnd\" ], \"panel/knob\": 3 } } ] } ] }");
  g_autoptr (GscopeWorkspace) again = NULL;
  g_autoptr (GscopeWorkspace) third = NULL;
  g_autoptr (GError) error = NULL;
  GVariantDict options;
  GscopeSource *source;
  GscopeParameter *gain;

  instantiate (workspace);
  assert_problem (workspace, "scopes[0].sources[0]", "“panel/knob”");
  gain = find_gain (workspace, &source);
  g_assert_cmpstr (gscope_parameter_get_steered (gain)[0], ==, "tcp/*/cwnd");
  gscope_parameter_set_steered (gain, others);
  again = reload (workspace);
  instantiate (again);
  gain = find_gain (again, &source);
  g_assert_true (g_strv_equal (gscope_parameter_get_steered (gain), others));
  g_assert_cmpuint (count_problems (again), ==, 0);
  assert_same (workspace, again);

  /* also with another source in the place of this one */
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "level", "d", 0.25);
  source = gscope_workspace_configure_source (again, source, g_variant_dict_end (&options), &error);
  g_assert_no_error (error);
  run_pending ();
  gain = find_gain (again, &source);
  g_assert_true (g_strv_equal (gscope_parameter_get_steered (gain), others));
  /* and that it steers none */
  gscope_parameter_set_steered (gain, NULL);
  third = reload (again);
  assert_same (again, third);
}

/* Signals that a parameter cannot steer are reported once; signals that may still come are not. */
static void
test_steers_unknown (void)
{
  g_autoptr (GscopeWorkspace) workspace = load (
      "{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [\n"
      "  { \"type\": \"words\", \"name\": \"a\", \"steers\": { \"konb\": [ \"word\" ],\n"
      "    \"knob\": [ \"word\", \"a/word\", \"wrod\", \"tcp/x\", \"*y\", \"b/c/d\" ] } },\n"
      "  { \"type\": \"words\", \"name\": \"b\", \"steers\": { \"knob\": [ \"a/wrod\", \"c/x\" "
      "] } },\n"
      "  { \"type\": \"scripted\", \"name\": \"c\" } ] } ] }");
  GscopeSource *added;
  guint n;

  instantiate (workspace);
  assert_problem (workspace, "scopes[0].sources[0].steers.konb", "there is: knob");
  assert_problem (workspace, "scopes[0].sources[0].steers.knob", "“wrod”; there is: a/word");
  assert_problem (workspace, "scopes[0].sources[1].steers.knob", "“a/wrod”");
  n = count_problems (workspace);
  g_assert_cmpuint (n, ==, 3);
  added = gscope_workspace_add_source (workspace, 0, "scripted", "d", NULL, NULL, NULL);
  run_pending ();
  g_assert_nonnull (added);
  g_assert_cmpuint (count_problems (workspace), ==, n);
}

/* A source that was removed is there again as it was, where it was. */
static void
test_inserted (void)
{
  static const char *const steered[] = { "word", NULL };
  g_autoptr (GscopeWorkspace) workspace =
      load ("{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [\n"
            "  { \"type\": \"scripted\", \"name\": \"a\", \"options\": { \"level\": 0.5 } },\n"
            "  { \"type\": \"scripted\", \"name\": \"b\" } ] } ] }");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *description = NULL;
  g_autoptr (GError) error = NULL;
  GscopeSource *source;
  GscopeParameter *gain;
  guint scope, position;

  instantiate (workspace);
  gain = find_gain (workspace, &source);
  gscope_parameter_set_steered (gain, steered);
  write_value (source, "gain", g_variant_new_double (6), "slider");
  before = gscope_workspace_to_data (workspace);
  description = gscope_workspace_describe_source (workspace, source, &scope, &position);
  gscope_workspace_remove_source (workspace, source);
  source = gscope_workspace_insert_source (workspace, scope, position, description, &error);
  g_assert_no_error (error);
  run_pending ();
  after = gscope_workspace_to_data (workspace);
  g_assert_cmpstr (before, ==, after);
  gain = gscope_source_find_parameter (source, "gain");
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 6);
  g_assert_true (g_strv_equal (gscope_parameter_get_steered (gain), steered));
  g_assert_null (gscope_workspace_insert_source (workspace, 0, 0, description, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS);
  g_clear_error (&error);
  g_assert_null (gscope_workspace_insert_source (workspace, 0, 0, "{ \"name\": \"x\" }", &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
}

/* A source that is moved takes along what was set in it, and periods and triggers of its signals. */
static void
test_moved (void)
{
  g_autoptr (GscopeWorkspace) workspace = load (
      "{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [\n"
      "  { \"type\": \"words\", \"name\": \"a\" }, { \"type\": \"words\", \"name\": \"b\" } ],\n"
      "  \"signals\": [ { \"name\": \"a/word\", \"trigger\": { \"kind\": \"rising\", "
      "\"level\": 5 } } ] },\n"
      "  { \"sources\": [ { \"type\": \"scripted\" } ] } ] }");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GscopeScope) other = NULL;
  g_autoptr (GError) error = NULL;
  GscopeSource *source;
  GscopeSignal *word;
  guint position;

  instantiate (workspace);
  source = find_first (workspace);
  write_value (source, "knob", g_variant_new_double (0.5), "slider");
  before = gscope_workspace_to_data (workspace);
  source = gscope_workspace_move_source (workspace, source, 1, 0, &error);
  g_assert_no_error (error);
  run_pending ();
  g_free (gscope_workspace_describe_source (workspace, source, NULL, &position));
  g_assert_cmpuint (position, ==, 0);
  g_assert_cmpuint (gscope_workspace_get_source_scope (workspace, source), ==, 1);
  g_assert_cmpfloat (gscope_parameter_get_number (gscope_source_find_parameter (source, "knob")),
                     ==, 0.5);
  other = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 1);
  word = gscope_scope_find_signal (other, "a/word");
  g_assert_nonnull (gscope_workspace_get_trigger (workspace, word));
  source = gscope_workspace_move_source (workspace, source, 0, 0, &error);
  g_assert_no_error (error);
  run_pending ();
  after = gscope_workspace_to_data (workspace);
  g_assert_cmpstr (before, ==, after);
}

/* One of which the document says what it does not take runs nevertheless, but cannot be made again. */
static void
test_not_moved (void)
{
  g_autoptr (GscopeWorkspace) workspace =
      load ("{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [\n"
            "  { \"type\": \"scripted\", \"options\": { \"width\": 2 } } ] }, { } ] }");
  g_autoptr (GError) error = NULL;
  GscopeSource *source;

  instantiate (workspace);
  source = find_first (workspace);
  g_assert_null (gscope_workspace_move_source (workspace, source, 1, 0, &error));
  g_assert_nonnull (error);
  g_assert_true (find_first (workspace) == source);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_RUNNING);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspace-edit/saved-changes", test_saved_changes);
  g_test_add_func ("/workspace-edit/edited", test_edited);
  g_test_add_func ("/workspace-edit/steers", test_steers);
  g_test_add_func ("/workspace-edit/steers-unknown", test_steers_unknown);
  g_test_add_func ("/workspace-edit/inserted", test_inserted);
  g_test_add_func ("/workspace-edit/moved", test_moved);
  g_test_add_func ("/workspace-edit/not-moved", test_not_moved);
  return g_test_run ();
}
