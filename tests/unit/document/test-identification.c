/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The last choices for identifications in a document: read, set, written, refused. */

#include "support/live-workspace.h"

static const char good[] = "{ \"gscope-workspace\": 1, \"identifications\": [\n"
                           "  { \"parameter\": \"a/gain\", \"response\": \"a/level\", "
                           "\"amplitude\": 2.5, \"low-hz\": 0.1,\n"
                           "    \"high-hz\": 50, \"duration-s\": 60.5 },\n"
                           "  { \"parameter\": \"a/knob\" } ] }";

static GscopeWorkspaceIdentification *
get (GscopeWorkspace *workspace, guint position)
{
  return gscope_workspace_get_identifications (workspace)->pdata[position];
}

static guint
count (GscopeWorkspace *workspace)
{
  return gscope_workspace_get_identifications (workspace)->len;
}

/* A document is read with its order, and with the first values of choices that it does not have. */
static void
test_read (void)
{
  g_autoptr (GscopeWorkspace) workspace = load (good);
  g_autoptr (GscopeWorkspace) again = reload (workspace);

  g_assert_cmpuint (count_problems (workspace), ==, 0);
  g_assert_cmpuint (count (workspace), ==, 2);
  g_assert_cmpstr (get (workspace, 0)->parameter, ==, "a/gain");
  g_assert_cmpstr (get (workspace, 0)->response, ==, "a/level");
  g_assert_cmpfloat (get (workspace, 0)->amplitude, ==, 2.5);
  g_assert_cmpfloat (get (workspace, 0)->low, ==, 0.1);
  g_assert_cmpfloat (get (workspace, 0)->high, ==, GSCOPE_IDENTIFY_MAX_FREQUENCY);
  g_assert_cmpint (get (workspace, 0)->duration, ==, 60500 * GSCOPE_MSEC);
  g_assert_cmpstr (get (workspace, 1)->parameter, ==, "a/knob");
  g_assert_null (get (workspace, 1)->response);
  g_assert_cmpfloat (get (workspace, 1)->amplitude, ==, 1);
  g_assert_cmpfloat (get (workspace, 1)->low, ==, 0.5);
  g_assert_cmpfloat (get (workspace, 1)->high, ==, 10);
  g_assert_cmpint (get (workspace, 1)->duration, ==, 30 * GSCOPE_SEC);
  g_assert_cmpuint (count_problems (again), ==, 0);
  assert_same (workspace, again);
}

/* A mistake is reported at its place, and the rest goes on. */
static void
test_problems (void)
{
  g_autoptr (GscopeWorkspace) workspace =
      load ("{ \"gscope-workspace\": 1, \"identifications\": [ { }, { \"parameter\": \"\" },\n"
            "  { \"parameter\": \"a\", \"response\": 7, \"amplitude\": -1, \"low-hz\": \"x\",\n"
            "    \"high-hz\": 50.5, \"duration-s\": 0, \"width\": 1 },\n"
            "  { \"parameter\": \"a\", \"amplitude\": 3 }, 7, { \"parameter\": \"b\" } ] }");
  g_autoptr (GscopeWorkspace) other =
      load ("{ \"gscope-workspace\": 1, \"identifications\": { \"parameter\": \"a\" } }");

  assert_problem (workspace, "identifications[0]", "parameter");
  assert_problem (workspace, "identifications[1]", "parameter");
  assert_problem (workspace, "identifications[2].response", "text");
  assert_problem (workspace, "identifications[2].amplitude", "range");
  assert_problem (workspace, "identifications[2].low-hz", "number");
  assert_problem (workspace, "identifications[2].high-hz", "range");
  assert_problem (workspace, "identifications[2].duration-s", "range");
  assert_problem (workspace, "identifications[2].width", "amplitude");
  assert_problem (workspace, "identifications[3]", "another");
  assert_problem (workspace, "identifications[4]", "object");
  g_assert_cmpuint (count_problems (workspace), ==, 10);
  g_assert_cmpuint (count (workspace), ==, 2);
  g_assert_cmpfloat (get (workspace, 0)->amplitude, ==, 1);
  g_assert_cmpstr (get (workspace, 1)->parameter, ==, "b");
  assert_problem (other, "identifications", "array");
  g_assert_cmpuint (count (other), ==, 0);
}

/* A workspace has copies of the choices that it is given. */
static void
test_set (void)
{
  g_autoptr (GscopeWorkspace) workspace = load (good);
  g_autoptr (GscopeWorkspaceIdentification) choices =
      gscope_workspace_identification_new ("b/gain", "b/level");
  g_autoptr (GPtrArray) former = g_ptr_array_ref (gscope_workspace_get_identifications (workspace));
  g_autoptr (GscopeWorkspace) again = NULL;

  gscope_workspace_set_identifications (workspace, &choices, 1);
  g_assert_true (gscope_workspace_identification_equal (get (workspace, 0), choices));
  choices->amplitude = 4;
  g_assert_false (gscope_workspace_identification_equal (get (workspace, 0), choices));
  again = reload (workspace);
  g_assert_cmpuint (count (again), ==, 1);
  g_assert_true (gscope_workspace_identification_equal (get (workspace, 0), get (again, 0)));
  /* who refers to the former ones has them still */
  gscope_workspace_set_identifications (
      workspace, (GscopeWorkspaceIdentification *const *) former->pdata, former->len);
  g_assert_cmpuint (count (workspace), ==, 2);
  g_assert_cmpstr (get (workspace, 1)->parameter, ==, "a/knob");
}

static void
test_many (void)
{
  g_autoptr (GscopeWorkspace) workspace = load (good);
  g_autoptr (GscopeWorkspace) again = NULL;
  g_autoptr (GPtrArray) many =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_identification_free);

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("a/%u", i);

      g_ptr_array_add (many, gscope_workspace_identification_new (name, NULL));
    }
  gscope_workspace_set_identifications (
      workspace, (GscopeWorkspaceIdentification *const *) many->pdata, many->len);
  g_assert_cmpuint (count (workspace), ==, 256);
  g_assert_cmpstr (get (workspace, 255)->parameter, ==, "a/255");
  again = reload (workspace);
  g_assert_cmpuint (count_problems (again), ==, 0);
  assert_same (workspace, again);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/identification/read", test_read);
  g_test_add_func ("/identification/problems", test_problems);
  g_test_add_func ("/identification/set", test_set);
  g_test_add_func ("/identification/many", test_many);
  return g_test_run ();
}
