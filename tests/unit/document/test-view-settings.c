/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The measurements of a view, as data. */

#include <gscope/gscope.h>
#include <string.h>

static void
count_notify (GObject *object, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

/* One of what is shown is always on, and who showed it as off is told. */
static void
test_last_part (void)
{
  g_autoptr (GscopeViewSettings) settings = gscope_view_settings_new ();
  guint n = 0;

  g_assert_true (gscope_view_settings_is_on (settings, "time"));
  g_signal_connect (settings, "notify::time", G_CALLBACK (count_notify), &n);
  gscope_view_settings_set_on (settings, "time", FALSE);
  g_assert_true (gscope_view_settings_is_on (settings, "time"));
  g_assert_cmpuint (n, ==, 1);
  gscope_view_settings_set_on (settings, "spectrum", TRUE);
  gscope_view_settings_set_on (settings, "time", FALSE);
  g_assert_false (gscope_view_settings_is_on (settings, "time"));
  gscope_view_settings_set_on (settings, "spectrum", FALSE);
  g_assert_true (gscope_view_settings_is_on (settings, "spectrum"));
  gscope_view_settings_set_on (settings, "statistics", TRUE);
  gscope_view_settings_set_on (settings, "statistics", FALSE);
  g_assert_false (gscope_view_settings_is_on (settings, "statistics"));
}

static void
test_spectrum (void)
{
  g_autoptr (GscopeViewSettings) settings = gscope_view_settings_new ();
  GscopeSpectrumSettings spectrum;

  gscope_spectrum_settings_init (&spectrum);
  g_object_set (settings, "window", GSCOPE_SPECTRUM_WINDOW_FLAT_TOP, "size", 1001, "decibels",
                FALSE, "averaging", GSCOPE_SPECTRUM_AVERAGING_EXPONENTIAL, "n-averaged", 16, NULL);
  gscope_view_settings_apply_spectrum (settings, &spectrum);
  g_assert_cmpint (spectrum.window, ==, GSCOPE_SPECTRUM_WINDOW_FLAT_TOP);
  g_assert_cmpuint (spectrum.size, ==, 1000);
  g_assert_cmpint (spectrum.averaging, ==, GSCOPE_SPECTRUM_AVERAGING_EXPONENTIAL);
  g_assert_cmpuint (spectrum.n_averaged, ==, 16);
  g_assert_false (spectrum.decibels);
  g_assert_true (gscope_spectrum_settings_check (&spectrum));
  g_object_set (settings, "size", 3, NULL);
  gscope_view_settings_apply_spectrum (settings, &spectrum);
  g_assert_true (gscope_spectrum_settings_check (&spectrum));
}

static void
test_percentiles (void)
{
  static const char *const wrong[] = { "101", "-1", "half", "1 2 3 4 5 6 7", "50x", "nan" };
  g_autoptr (GscopeViewSettings) settings = gscope_view_settings_new ();
  double percents[GSCOPE_MAX_PERCENTS];

  g_assert_cmpuint (gscope_view_settings_get_percents (settings, percents, GSCOPE_MAX_PERCENTS), ==,
                    3);
  g_object_set (settings, "percentiles", " 99.9% 50;0 ", NULL);
  g_assert_cmpuint (gscope_view_settings_get_percents (settings, percents, GSCOPE_MAX_PERCENTS), ==,
                    3);
  g_assert_cmpfloat (percents[0], ==, 99.9);
  g_assert_cmpfloat (percents[2], ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_object_set (settings, "percentiles", wrong[i], NULL);
      gscope_view_settings_get_percents (settings, percents, GSCOPE_MAX_PERCENTS);
      g_assert_cmpfloat (percents[0], ==, 99.9);
    }
  g_object_set (settings, "percentiles", NULL, NULL);
  g_assert_cmpuint (gscope_view_settings_get_percents (settings, percents, GSCOPE_MAX_PERCENTS), ==,
                    0);
}

static GscopeWorkspace *
load (const char *settings)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text =
      g_strdup_printf ("{ \"gscope-workspace\": 1, \"views\": [ { %s } ] }", settings);
  GscopeWorkspace *workspace = gscope_workspace_new_from_data (text, -1, &error);

  g_assert_no_error (error);
  return workspace;
}

static GscopeViewSettings *
get_settings (GscopeWorkspace *workspace)
{
  return ((GscopeWorkspaceView *) gscope_workspace_get_views (workspace)->pdata[0])->settings;
}

static gboolean
is_default (GscopeViewSettings *settings, GParamSpec *pspec)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_object_get_property (G_OBJECT (settings), pspec->name, &value);
  return g_param_value_defaults (pspec, &value);
}

/* Gives a setting another value than its default. */
static void
change (GscopeViewSettings *settings, GParamSpec *pspec)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, pspec->value_type);
  g_param_value_set_default (pspec, &value);
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    g_value_set_boolean (&value, !g_value_get_boolean (&value));
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    g_value_set_uint (&value,
                      MIN (g_value_get_uint (&value) + 32, G_PARAM_SPEC_UINT (pspec)->maximum));
  else if (G_IS_PARAM_SPEC_ENUM (pspec))
    g_value_set_enum (
        &value,
        G_PARAM_SPEC_ENUM (pspec)->enum_class->values[g_value_get_enum (&value) == 0].value);
  else
    g_value_set_static_string (&value, "99");
  g_object_set_property (G_OBJECT (settings), pspec->name, &value);
  g_test_message ("%s", pspec->name);
  g_assert_false (is_default (settings, pspec));
}

/* Every setting, whatever its type, is written and read back. */
static void
test_round_trip (void)
{
  g_autoptr (GscopeWorkspace) plain = load ("");
  g_autoptr (GscopeWorkspace) first = load ("");
  g_autofree char *defaults = gscope_workspace_to_data (plain);
  g_autofree char *text = NULL;
  g_autofree char *again_text = NULL;
  g_autoptr (GscopeWorkspace) again = NULL;
  g_autofree GParamSpec **pspecs = NULL;
  guint n;

  g_assert_null (strstr (defaults, "settings"));
  pspecs = g_object_class_list_properties (G_OBJECT_GET_CLASS (get_settings (first)), &n);
  for (guint k = 0; k < n; k++)
    change (get_settings (first), pspecs[k]);
  text = gscope_workspace_to_data (first);
  again = gscope_workspace_new_from_data (text, -1, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_workspace_get_problems (again)), ==, 0);
  again_text = gscope_workspace_to_data (again);
  g_assert_cmpstr (again_text, ==, text);
  for (guint k = 0; k < n; k++)
    g_assert_false (is_default (get_settings (again), pspecs[k]));
  gscope_view_settings_assign (get_settings (again), get_settings (plain));
  g_free (again_text);
  again_text = gscope_workspace_to_data (again);
  g_assert_cmpstr (again_text, ==, defaults);
}

static void
assert_problem (GscopeWorkspace *workspace, guint i, const char *path)
{
  g_autoptr (GscopeWorkspaceProblem) problem =
      g_list_model_get_item (gscope_workspace_get_problems (workspace), i);

  g_assert_nonnull (problem);
  g_assert_cmpstr (gscope_workspace_problem_get_path (problem), ==, path);
}

static void
test_problems (void)
{
  g_autoptr (GscopeWorkspace) none = load ("\"settings\": 7");
  g_autoptr (GscopeWorkspace) wrong =
      load ("\"settings\": { \"spectrum\": 1, \"time\": false, \"window\": \"round\", \"n-bins\": "
            "0, \"percentiles\": \"half\", \"fourier\": true, \"histogram\": false }");

  assert_problem (none, 0, "views[0].settings");
  assert_problem (wrong, 0, "views[0].settings.spectrum");
  assert_problem (wrong, 1, "views[0].settings.time");
  assert_problem (wrong, 2, "views[0].settings.window");
  assert_problem (wrong, 3, "views[0].settings.n-bins");
  assert_problem (wrong, 4, "views[0].settings.percentiles");
  assert_problem (wrong, 5, "views[0].settings.fourier");
  g_assert_true (gscope_view_settings_is_on (get_settings (wrong), "time"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-settings/last-part", test_last_part);
  g_test_add_func ("/view-settings/spectrum", test_spectrum);
  g_test_add_func ("/view-settings/percentiles", test_percentiles);
  g_test_add_func ("/view-settings/round-trip", test_round_trip);
  g_test_add_func ("/view-settings/problems", test_problems);
  return g_test_run ();
}
