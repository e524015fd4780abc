/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/catalogue.h"
#include "support/live-workspace.h"
#include "support/scripted-source.h"
#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

static const char good[] =
    "{ \"gscope-workspace\": 1, \"title\": \"Lab\", \"description\": \"All of it.\",\n"
    "  \"scopes\": [\n"
    "    { \"name\": \"fast\", \"period-ms\": 0.5, \"delay-ms\": 100, \"budget-mb\": 2,\n"
    "      \"sources\": [\n"
    "        { \"type\": \"scripted\", \"name\": \"a\", \"options\": { \"level\": 0.5 },\n"
    "          \"parameters\": { \"gain\": 3, \"panel/knob\": 7 } },\n"
    "        { \"type\": \"scripted\" } ] },\n"
    "    { \"sources\": [ { \"type\": \"plain\" } ] } ],\n"
    "  \"views\": [\n"
    "    { \"title\": \"Waves\", \"kind\": \"table\", \"layout\": \"overlay\", \"mode\": \"roll\", "
    "\"span-s\": 0.5,\n"
    "      \"signals\": [\n"
    "        { \"match\": \"a/*\", \"title\": \"A\", \"color\": 3, \"min\": -1, \"max\": 1.5,\n"
    "          \"line\": \"filled\", \"hidden\": true, \"filter\": 0.25,\n"
    "          \"aggregation\": \"any-event\", \"unit\": \"V\" },\n"
    "        { \"match\": \"b\", \"color\": \"#0180ff\" }, { \"match\": \"c\" } ] },\n"
    "    { }, { \"signals\": [ ] } ] }\n";

static void
test_scopes (void)
{
  GscopeWorkspace *workspace = load (good);
  GListModel *scopes = gscope_workspace_get_scopes (workspace);
  g_autoptr (GscopeScope) fast = NULL;
  g_autoptr (GscopeScope) other = NULL;
  g_autoptr (GscopeSource) a = NULL;
  g_autoptr (GscopeSource) script = NULL;

  g_assert_cmpstr (gscope_workspace_get_title (workspace), ==, "Lab");
  g_assert_cmpstr (gscope_workspace_get_description (workspace), ==, "All of it.");
  g_assert_false (gscope_workspace_get_settled (workspace));
  instantiate (workspace);
  g_assert_cmpuint (count_problems (workspace), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (scopes), ==, 2);
  g_assert_cmpstr (gscope_workspace_get_scope_name (workspace, 0), ==, "fast");
  g_assert_null (gscope_workspace_get_scope_name (workspace, 1));

  fast = g_list_model_get_item (scopes, 0);
  other = g_list_model_get_item (scopes, 1);
  g_assert_true (gscope_scope_get_clock (fast) == gscope_scope_get_clock (other));
  g_assert_cmpint (gscope_scope_get_period (fast), ==, GSCOPE_MSEC / 2);
  g_assert_cmpint (gscope_scope_get_delay (fast), ==, 100 * GSCOPE_MSEC);
  g_assert_cmpuint (gscope_scope_get_budget (fast), ==, 2 * 1024 * 1024);

  /* The first source of a scope is the program's. */
  a = g_list_model_get_item (gscope_scope_get_sources (fast), 1);
  script = g_list_model_get_item (gscope_scope_get_sources (fast), 2);
  g_assert_cmpstr (gscope_source_get_name (a), ==, "a");
  g_assert_cmpstr (gscope_source_get_name (script), ==, "script");
  g_assert_cmpint (gscope_source_get_state (a), ==, GSCOPE_SOURCE_STATE_RUNNING);
  g_assert_cmpfloat (scripted_source_get_level (SCRIPTED_SOURCE (a)), ==, 0.5);
  g_assert_cmpfloat (gscope_parameter_get_number (gscope_source_find_parameter (a, "gain")), ==, 3);
  g_assert_cmpfloat (gscope_parameter_get_number (gscope_source_find_parameter (a, "panel/knob")),
                     ==, 7);
  g_assert_finalize_object (workspace);
}

/* Initial values are not events: they leave no marker. */
static void
test_no_markers (void)
{
  g_autoptr (GscopeWorkspace) workspace =
      load ("{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [\n"
            "    { \"type\": \"scripted\", \"parameters\": { \"gain\": 1, \"panel/knob\": 7 } } "
            "] } ] }");
  g_autoptr (GscopeScope) scope = NULL;
  g_autoptr (GscopeSource) source = NULL;
  GscopeParameter *knob;
  GListModel *markers;

  instantiate (workspace);
  scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  markers = G_LIST_MODEL (gscope_scope_get_markers (scope));
  source = g_list_model_get_item (gscope_scope_get_sources (scope), 1);
  knob = gscope_source_find_parameter (source, "panel/knob");
  g_assert_cmpfloat (gscope_parameter_get_number (knob), ==, 7);
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 0);
}

static void
test_views (void)
{
  g_autoptr (GscopeWorkspace) workspace = load (good);
  GPtrArray *views = gscope_workspace_get_views (workspace);
  const GscopeWorkspaceView *waves = views->pdata[0];
  const GscopeWorkspaceView *plain = views->pdata[1];
  const GscopeWorkspaceView *empty = views->pdata[2];
  const GscopeWorkspaceSignal *a = waves->signals->pdata[0];
  const GscopeWorkspaceSignal *c = waves->signals->pdata[2];

  g_assert_cmpuint (views->len, ==, 3);
  g_assert_cmpstr (waves->title, ==, "Waves");
  g_assert_cmpint (waves->kind, ==, GSCOPE_VIEW_KIND_TABLE);
  g_assert_cmpint (waves->layout, ==, GSCOPE_VIEW_LAYOUT_OVERLAY);
  g_assert_cmpint (waves->mode, ==, GSCOPE_VIEW_MODE_ROLL);
  g_assert_cmpint (waves->span, ==, GSCOPE_SEC / 2);
  g_assert_cmpint (plain->kind, ==, GSCOPE_VIEW_KIND_TRACES);
  g_assert_cmpint (plain->layout, ==, GSCOPE_VIEW_LAYOUT_LANES);
  g_assert_cmpint (plain->mode, ==, GSCOPE_VIEW_MODE_SWEEP);
  g_assert_cmpint (plain->span, ==, 20 * GSCOPE_SEC);
  /* a view without signals shows all */
  g_assert_nonnull (gscope_workspace_view_find (plain, "a/sine"));
  g_assert_null (gscope_workspace_view_find (empty, "a/sine"));

  g_assert_true (gscope_workspace_view_find (waves, "a/sine") == a);
  g_assert_null (gscope_workspace_view_find (waves, "d"));
  g_assert_cmpstr (a->title, ==, "A");
  g_assert_cmpstr (a->unit, ==, "V");
  g_assert_cmpuint (a->color, ==, 3);
  g_assert_cmpfloat (a->min, ==, -1);
  g_assert_cmpfloat (a->max, ==, 1.5);
  g_assert_cmpfloat (a->filter, ==, 0.25);
  g_assert_cmpint (a->line, ==, GSCOPE_LINE_MODE_FILLED);
  g_assert_cmpint (a->aggregation, ==, GSCOPE_AGGREGATION_ANY_EVENT);
  g_assert_cmpint (a->hidden, ==, TRUE);
  g_assert_cmphex (((GscopeWorkspaceSignal *) waves->signals->pdata[1])->color, ==, 0xff0180ff);

  g_assert_null (c->title);
  g_assert_null (c->unit);
  g_assert_cmpuint (c->color, ==, 0);
  g_assert_true (isnan (c->min) && isnan (c->max) && isnan (c->filter));
  g_assert_cmpint (c->line, ==, -1);
  g_assert_cmpint (c->aggregation, ==, -1);
  g_assert_cmpint (c->hidden, ==, -1);
}

static void
assert_match (const char *pattern, const char *name, gboolean expected)
{
  g_autoptr (GscopeWorkspaceSignal) entry = gscope_workspace_signal_new (pattern);

  if (gscope_workspace_signal_matches (entry, name) != expected)
    g_error ("“%s” and “%s”", pattern, name);
}

static void
test_patterns (void)
{
  g_autofree char *as = g_strnfill (250, 'a');
  g_autoptr (GString) stars = g_string_new (NULL);

  assert_match ("a", "a", TRUE);
  assert_match ("a", "ab", FALSE);
  assert_match ("ab", "a", FALSE);
  assert_match ("*", "", TRUE);
  assert_match ("*", "a/b/c", TRUE);
  assert_match ("*b", "abab", TRUE);
  assert_match ("a*b?", "aböbä", TRUE);
  assert_match ("a?c", "aöc", TRUE);
  assert_match ("a?c", "ac", FALSE);
  assert_match ("*ab*c", "aabxaby", FALSE);
  assert_match ("[a]", "a", FALSE);

  /* The pattern on which backtracking matchers hang. */
  for (int i = 0; i < 1000; i++)
    g_string_append (stars, "*a");
  g_string_append_c (stars, 'b');
  assert_match (stars->str, as, FALSE);
}

static void
test_problems (void)
{
  g_autoptr (GscopeWorkspace) workspace =
      load ("{ \"gscope-workspace\": 1, \"titel\": \"\", \"title\": 7, \"scopes\": [\n"
            "  { \"period-ms\": 0, \"delay-ms\": \"1\", \"colour\": 1, \"sources\": [\n"
            "    { \"type\": \"flux\" },\n"
            "    { \"name\": \"typeless\" },\n"
            "    { \"type\": \"scripted\", \"name\": \"bad\\n\" },\n"
            "    { \"type\": \"plain\", \"options\": { \"pattern\": \"x\" } },\n"
            "    { \"type\": \"plain\", \"parameters\": { \"gain\": 1 } },\n"
            "    { \"type\": \"scripted\", \"name\": \"last\",\n"
            "      \"options\": { \"depth\": 1, \"level\": 0.75, \"width\": 2 },\n"
            "      \"parameters\": { \"gain\": 11, \"knob\": 1, \"panel/knob\": \"x\" } },\n"
            "    7 ] }, [ ] ],\n"
            "  \"views\": [ { \"layout\": \"stack\", \"span-s\": -1, \"signals\": [\n"
            "    { \"match\": \"*\", \"color\": 17, \"min\": 2, \"max\": 1, \"line\": 3,\n"
            "      \"hidden\": 0, \"filter\": 2, \"aggregation\": \"median\" },\n"
            "    { \"match\": \"*\", \"color\": \"#fff\" }, { } ] } ] }");
  g_autoptr (GscopeScope) scope = NULL;
  g_autoptr (GscopeSource) last = NULL;
  guint n;

  assert_problem (workspace, "titel", "title");
  assert_problem (workspace, "title", "text");
  assert_problem (workspace, "scopes[0].period-ms", "from 0.1 to");
  assert_problem (workspace, "scopes[0].delay-ms", "number");
  assert_problem (workspace, "scopes[0].colour", "period-ms");
  assert_problem (workspace, "scopes[0].sources[1]", "type");
  assert_problem (workspace, "scopes[0].sources[6]", "object");
  assert_problem (workspace, "scopes[1]", "object");
  assert_problem (workspace, "views[0].layout", "lanes, overlay");
  assert_problem (workspace, "views[0].span-s", "range");
  assert_problem (workspace, "views[0].signals[0].color", "16");
  assert_problem (workspace, "views[0].signals[0]", "min");
  assert_problem (workspace, "views[0].signals[0].line", "steps, lines");
  assert_problem (workspace, "views[0].signals[0].hidden", "true or false");
  assert_problem (workspace, "views[0].signals[0].filter", "range");
  assert_problem (workspace, "views[0].signals[0].aggregation", "any-event");
  assert_problem (workspace, "views[0].signals[1].color", "#rrggbb");
  assert_problem (workspace, "views[0].signals[2]", "match");
  g_assert_cmpuint (count_problems (workspace), ==, 18);

  instantiate (workspace);
  assert_problem (workspace, "scopes[0].sources[0].type", "plain, scripted");
  assert_problem (workspace, "scopes[0].sources[2].name", "blank");
  assert_problem (workspace, "scopes[0].sources[3].options.pattern", "pattern");
  assert_problem (workspace, "scopes[0].sources[4].name", "plain");
  assert_problem (workspace, "scopes[0].sources[5].options.depth", "level");
  assert_problem (workspace, "scopes[0].sources[5].options.width", "level");
  assert_problem (workspace, "scopes[0].sources[5].parameters.gain", "from 0 to 10 V");
  assert_problem (workspace, "scopes[0].sources[5].parameters.knob", "gain, panel/knob");
  assert_problem (workspace, "scopes[0].sources[5].parameters.panel/knob", "whole number");
  n = count_problems (workspace);
  g_assert_cmpuint (n, ==, 27);

  /* And the rest goes on. */
  scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_sources (scope)), ==, 3);
  last = g_list_model_get_item (gscope_scope_get_sources (scope), 2);
  g_assert_cmpfloat (scripted_source_get_level (SCRIPTED_SOURCE (last)), ==, 0.75);
}

static void
assert_error_at (const char *json, gssize length, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (gscope_workspace_new_from_data (json, length, &error));
  g_assert_true (error->domain == GSCOPE_ERROR);
  if (!strstr (error->message, part))
    g_error ("“%s” does not say “%s”", error->message, part);
}

static void
test_syntax (void)
{
  assert_error_at ("", -1, "line 1, column 1");
  assert_error_at ("[]", -1, "not an object");
  assert_error_at ("{}", -1, "gscope-workspace");
  assert_error_at ("{ \"gscope-workspace\": \"1\" }", -1, "gscope-workspace");
  assert_error_at ("{ \"gscope-workspace\": 2 }", -1, "version 2");
  assert_error_at ("{\n  \"a\": tru }", -1, "line 2, column 8");
  assert_error_at ("{\n  \"ä\": 1x }", -1, "line 2, column 9");
  assert_error_at ("{\n\"a\" 1 }", -1, "line 2");
  assert_error_at ("{ \"a\": 1", -1, "line 1");
  assert_error_at ("{ \"a\": 1 } }", -1, "line 1, column 12");
  assert_error_at ("{ \"a\": \"b", -1, "line 1, column 8");
  assert_error_at ("{ \"a\": \"b\\", -1, "line 1, column 8");
  assert_error_at ("{ 'a': 1 }", -1, "line 1, column 3");
  assert_error_at ("{ } // why", -1, "line 1, column 5");
  assert_error_at ("{ \"a\": \"\xff\" }", -1, "UTF-8");
  assert_error_at ("{ }\0{ }", 7, "UTF-8");
}

/* Invalid characters would break the UTF-8 of the texts. */
static void
test_escapes (void)
{
  assert_error_at ("{ \"a\": \"b\\udc00\" }", -1, "line 1, column 10: this escape");
  assert_error_at ("{ \"a\": \"\\ud83dzz\" }", -1, "line 1, column 9: this escape");
  assert_error_at ("{ \"a\": \"\\ud83d\\u0041\" }", -1, "line 1, column 9: this escape");
  assert_error_at ("{ \"a\": \"\\u0000\" }", -1, "line 1, column 9: this escape");
  assert_error_at ("{ \"a\": \"\\u12\" }", -1, "line 1, column 9: this escape");
  assert_error_at ("{ \"a\": \"\\377\" }", -1, "line 1, column 9: this escape");
  /* these do */
  assert_error_at ("{ \"\\ud83d\\ude00\\u2192\\\"\\\\\\/\\b\\f\\n\\r\\t\": tru }", -1,
                   "this is not JSON");
}

static void
test_hostile (void)
{
  g_autofree char *deep = g_strnfill (1024 * 1024, '[');
  g_autofree char *large = g_strnfill (1024 * 1024 + 1, ' ');
  g_autoptr (GString) hidden = g_string_new ("/*\"*/");
  g_autoptr (GString) digits = g_string_new ("{ \"gscope-workspace\": 1");

  assert_error_at (deep, -1, "line 1, column 65: this nests too deep");
  assert_error_at (large, -1, "1048576 bytes");
  g_string_append (hidden, deep);
  assert_error_at (hidden->str, 100000, "line 1, column 1");
  for (int i = 0; i < 100; i++)
    g_string_append_c (digits, '0');
  assert_error_at (digits->str, -1, "too long");
  assert_error_at ("{ \"gscope-workspace\": 18446744073709551617 }", -1, "too large");
  assert_error_at ("{ \"gscope-workspace\": 1e999 }", -1, "too large");
  assert_error_at ("{ \"gscope-workspace\": 01 }", -1, "begin with 0");
  assert_error_at ("{ \"gscope-workspace\": 0x1 }", -1, "not JSON");
  assert_error_at ("{ \"gscope-workspace\": 1 }\n{}", -1,
                   "line 2, column 1: there is more after the end");
}

static void
append_many (GString *json, const char *item, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (json, "%s%s", i ? "," : "", item);
}

static void
test_bounds (void)
{
  g_autoptr (GString) json = g_string_new ("{ \"gscope-workspace\": 1, \"scopes\": [");
  g_autoptr (GscopeWorkspace) workspace = NULL;
  const GscopeWorkspaceView *view;

  append_many (json, "{}", 65);
  g_string_append (json, "], \"views\": [{ \"signals\": [");
  append_many (json, "{ \"match\": \"a\" }", 16385);
  g_string_append (json, "]}, { \"signals\": [{ \"match\": \"a\" }]},");
  append_many (json, "{}", 255);
  g_string_append (json, "]}");
  workspace = load (json->str);
  g_assert_cmpuint (gscope_workspace_get_views (workspace)->len, ==, 256);
  view = gscope_workspace_get_views (workspace)->pdata[0];
  g_assert_cmpuint (view->signals->len, ==, 16384);
  view = gscope_workspace_get_views (workspace)->pdata[1];
  g_assert_cmpuint (view->signals->len, ==, 0);
  assert_problem (workspace, "scopes", "64");
  assert_problem (workspace, "views", "256");
  assert_problem (workspace, "views[0].signals", "16384");
  instantiate (workspace);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_workspace_get_scopes (workspace)), ==, 64);
}

static void
test_many_problems (void)
{
  g_autoptr (GString) json = g_string_new ("{ \"gscope-workspace\": 1, \"scopes\": [");
  g_autoptr (GscopeWorkspace) workspace = NULL;

  append_many (json, "{ \"sources\": [ 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20 ] }", 64);
  g_string_append (json, "]}");
  workspace = load (json->str);
  g_assert_cmpuint (count_problems (workspace), ==, 1001);
  assert_problem (workspace, "", "more problems");
}

/* Every document that differs from a good one in a byte is read or refused. */
static void
test_mutations (void)
{
  const gsize n_values = g_test_slow () ? 20 : 2;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (gsize i = 0; i < n_values * sizeof good; i++)
    {
      g_autofree char *json = g_strdup (good);
      g_autoptr (GscopeWorkspace) workspace = NULL;
      g_autoptr (GError) error = NULL;

      json[i % (sizeof good - 1)] = (char) g_rand_int_range (random, 1, 256);
      workspace = gscope_workspace_new_from_data (json, -1, &error);
      g_assert_true ((workspace != NULL) == (error == NULL));
      if (workspace)
        instantiate (workspace);
    }
}

static void
test_file (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) device = g_file_new_for_path ("/dev/zero");
  g_autoptr (GscopeWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("gscope-XXXXXX.json", &path, NULL);

  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, good, -1, NULL));
  file = g_file_new_for_path (path);
  workspace = gscope_workspace_new_from_file (file, &error);
  g_assert_no_error (error);

  g_assert_true (g_file_set_contents (path, "{\n \"a\" }", -1, NULL));
  g_assert_null (gscope_workspace_new_from_file (file, &error));
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_nonnull (strstr (error->message, ": line 2, column "));
  g_clear_error (&error);
  g_assert_cmpint (truncate (path, (off_t) 1 << 40), ==, 0);
  g_assert_null (gscope_workspace_new_from_file (file, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_null (gscope_workspace_new_from_file (device, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
  g_clear_error (&error);
  g_remove (path);
  g_assert_null (gscope_workspace_new_from_file (file, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_dropped (void)
{
  GscopeWorkspace *workspace = load (good);
  g_autoptr (GscopeRegistry) registry = make_registry ();
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (0);

  /* It may go while its sources start. */
  gscope_workspace_instantiate (workspace, registry, clock);
  g_object_add_weak_pointer (G_OBJECT (workspace), (gpointer *) &workspace);
  g_object_unref (workspace);
  run_pending ();
  g_assert_null (workspace);
}

static const char arranged[] =
    "{ \"gscope-workspace\": 1, \"views\": [ { \"title\": \"a\" }, { }, { } ],\n"
    "  \"windows\": [ { \"width\": 800, \"height\": 600, \"pane\": { \"split\": \"columns\",\n"
    "      \"share\": 0.25, \"first\": { \"view\": 1 }, \"second\": { \"split\": \"rows\",\n"
    "        \"first\": { \"view\": 0 }, \"second\": { \"view\": 2 } } } },\n"
    "    { \"pane\": { \"split\": \"rows\", \"first\": { \"view\": 9 }, \"second\": { \"view\": 1 "
    "} } },\n"
    "    { \"pane\": { } }, { } ] }";

static void
test_windows (void)
{
  g_autoptr (GscopeWorkspace) workspace = load (arranged);
  GPtrArray *windows = gscope_workspace_get_windows (workspace);
  const GscopeWorkspaceWindow *first = windows->pdata[0];
  const GscopeWorkspaceWindow *second = windows->pdata[1];
  g_autoptr (GscopeWorkspace) again = reload (workspace);

  g_assert_cmpuint (windows->len, ==, 2);
  g_assert_cmpint (first->width, ==, 800);
  g_assert_cmpint (first->pane->split, ==, GSCOPE_PANE_SPLIT_COLUMNS);
  g_assert_cmpfloat (first->pane->share, ==, 0.25);
  g_assert_cmpuint (first->pane->first->view, ==, 1);
  g_assert_cmpint (first->pane->second->split, ==, GSCOPE_PANE_SPLIT_ROWS);
  g_assert_cmpuint (first->pane->second->second->view, ==, 2);
  /* what is not there leaves the room to the rest */
  g_assert_null (second->pane->first);
  g_assert_cmpuint (second->pane->view, ==, 1);
  assert_problem (workspace, "windows[1].pane.first.view", "range");
  assert_problem (workspace, "windows[2].pane", "view");
  assert_problem (workspace, "windows[3].pane", "missing");
  g_assert_cmpuint (count_problems (again), ==, 0);
  assert_same (workspace, again);
}

static void
test_round_trip (void)
{
  g_autoptr (GscopeWorkspace) read = load (good);
  g_autoptr (GscopeWorkspace) live = load (good);
  g_autoptr (GscopeWorkspace) again = NULL;
  const GscopeWorkspaceView *view;
  const GscopeWorkspaceSignal *signal;

  instantiate (live);
  again = reload (live);
  g_assert_cmpuint (count_problems (again), ==, 0);
  g_assert_cmpstr (gscope_workspace_get_description (again), ==, "All of it.");
  view = gscope_workspace_get_views (again)->pdata[0];
  signal = view->signals->pdata[0];
  g_assert_cmpint (view->mode, ==, GSCOPE_VIEW_MODE_ROLL);
  g_assert_cmpint (view->span, ==, GSCOPE_SEC / 2);
  g_assert_cmpstr (signal->unit, ==, "V");
  g_assert_cmpint (signal->aggregation, ==, GSCOPE_AGGREGATION_ANY_EVENT);
  g_assert_cmpfloat (signal->filter, ==, 0.25);
  signal = view->signals->pdata[1];
  g_assert_cmphex (signal->color, ==, 0xff0180ff);

  g_clear_object (&again);
  again = reload (read);
  assert_same (read, again);
  instantiate (again);
  assert_same (live, again);
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(int *) data = gscope_workspace_save_finish (GSCOPE_WORKSPACE (object), result, &error) ? 0 : 1;
  g_assert_true (*(int *) data == 0 || error->message[0] == '/');
}

static int
save (GscopeWorkspace *workspace, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  int status = -1;

  gscope_workspace_save_async (workspace, file, NULL, on_saved, &status);
  while (status < 0)
    g_main_context_iteration (NULL, TRUE);
  return status;
}

static void
test_saved_file (void)
{
  g_autofree char *directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "a.json", NULL);
  g_autofree char *nowhere = g_build_filename (directory, "no", "a.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopeWorkspace) workspace = load (good);
  g_autoptr (GscopeWorkspace) again = NULL;

  g_assert_cmpint (save (workspace, path), ==, 0);
  /* and over one that is there */
  g_assert_cmpint (save (workspace, path), ==, 0);
  again = gscope_workspace_new_from_file (file, NULL);
  assert_same (workspace, again);
  g_assert_cmpint (save (workspace, nowhere), ==, 1);
  g_remove (path);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

static const char *
read_title (GFile *file, GscopeWorkspace **workspace)
{
  *workspace = gscope_workspace_new_from_file (file, NULL);
  return ((GscopeWorkspaceView *) gscope_workspace_get_views (*workspace)->pdata[0])->title;
}

/* The titles of a ready-made workspace are translated, those of the user's own ones are not. */
static void
test_translated (void)
{
  char *catalogue = catalogue_install (GETTEXT_PACKAGE, "Waves", "Wellen");
  g_autofree char *directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "a.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopeWorkspace) own = NULL;
  g_autoptr (GscopeWorkspace) ready_made = NULL;

  g_assert_true (g_file_set_contents (path, good, -1, NULL));
  g_assert_cmpstr (read_title (file, &own), ==, "Waves");
  g_setenv ("GSCOPE_WORKSPACE_PATH", directory, TRUE);
  g_assert_cmpstr (read_title (file, &ready_made), ==, "Wellen");
  g_assert_cmpstr (gscope_workspace_get_title (ready_made), ==, "Lab");
  g_unsetenv ("GSCOPE_WORKSPACE_PATH");
  g_remove (path);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
  catalogue_remove (catalogue, GETTEXT_PACKAGE);
}

static gboolean
is_ready_made (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, "a.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return gscope_workspace_is_ready_made (file);
}

/* The user's own directory has none, but one whose name only begins like that may have some. */
static void
test_ready_made (void)
{
  g_autofree char *own = g_build_filename (g_get_user_data_dir (), "gscope", "workspaces", NULL);
  g_autofree char *other = g_strconcat (g_get_user_data_dir (), "-of-all", NULL);
  g_autofree char *path = g_strjoin (":", own, other, NULL);

  g_setenv ("GSCOPE_WORKSPACE_PATH", path, TRUE);
  g_assert_false (is_ready_made (own));
  g_assert_true (is_ready_made (other));
  g_assert_false (is_ready_made (g_get_user_data_dir ()));
  g_unsetenv ("GSCOPE_WORKSPACE_PATH");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspace/scopes", test_scopes);
  g_test_add_func ("/workspace/no-markers", test_no_markers);
  g_test_add_func ("/workspace/views", test_views);
  g_test_add_func ("/workspace/patterns", test_patterns);
  g_test_add_func ("/workspace/problems", test_problems);
  g_test_add_func ("/workspace/syntax", test_syntax);
  g_test_add_func ("/workspace/escapes", test_escapes);
  g_test_add_func ("/workspace/hostile", test_hostile);
  g_test_add_func ("/workspace/bounds", test_bounds);
  g_test_add_func ("/workspace/many-problems", test_many_problems);
  g_test_add_func ("/workspace/mutations", test_mutations);
  g_test_add_func ("/workspace/file", test_file);
  g_test_add_func ("/workspace/dropped", test_dropped);
  g_test_add_func ("/workspace/windows", test_windows);
  g_test_add_func ("/workspace/round-trip", test_round_trip);
  g_test_add_func ("/workspace/saved-file", test_saved_file);
  g_test_add_func ("/workspace/translated", test_translated);
  g_test_add_func ("/workspace/ready-made", test_ready_made);
  return g_test_run ();
}
