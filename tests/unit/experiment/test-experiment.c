/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The document of an experiment: what it says, and where and why a wrong one is refused. */

#include <gscope-test/run.h>
#include <gscope/gscope.h>
#include <math.h>

#define HEAD "{ \"experiment\": 1, \"title\": \"T\", \"workspace\": \"hello\", "
#define MEASURE "\"measure\": [ { \"name\": \"m\", \"signal\": \"a/b\" } ]"

static GscopeExperiment *
parse (const char *text, gboolean quick)
{
  g_autoptr (GError) error = NULL;
  GscopeExperiment *self = gscope_experiment_new_from_data (text, -1, quick, &error);

  g_assert_no_error (error);
  return self;
}

static const char *
get_name (GscopeExperiment *self, guint point)
{
  return ((GscopeExperimentPoint *) gscope_experiment_get_points (self)->pdata[point])->name;
}

static double
get_value (GscopeExperiment *self, guint point)
{
  return ((GscopeExperimentPoint *) gscope_experiment_get_points (self)->pdata[point])->value;
}

static void
test_defaults (void)
{
  g_autoptr (GscopeExperiment) self = parse (HEAD MEASURE " }", FALSE);
  const GscopeExperimentMeasure *measure = gscope_experiment_get_measures (self)->pdata[0];

  g_assert_cmpstr (gscope_experiment_get_title (self), ==, "T");
  g_assert_cmpuint (gscope_experiment_get_repetitions (self), ==, 5);
  g_assert_cmpint (gscope_experiment_get_run (self), ==, 10 * GSCOPE_SEC);
  g_assert_cmpint (gscope_experiment_get_settle (self), ==, GSCOPE_SEC);
  g_assert_cmpuint (gscope_experiment_get_points (self)->len, ==, 1);
  g_assert_cmpstr (measure->title, ==, "m");
  g_assert_cmpint (measure->statistic, ==, GSCOPE_EXPERIMENT_STATISTIC_MEAN);
  g_assert_cmpfloat (measure->scale, ==, 1);
  g_assert_null (gscope_experiment_get_figures (self)[0]);
}

/* The names of points are as short as they can be, and their values as exact as the names. */
static void
test_range (void)
{
  g_autoptr (GscopeExperiment) self = parse (
      HEAD "\"sweep\": { \"parameter\": \"a/p\", \"from\": 0.05, \"to\": 0.6, \"points\": 12 }, "
           "\"paper\": [ { \"at\": 0.15, \"value\": 15 } ], " MEASURE " }",
      FALSE);
  guint position;

  g_assert_cmpuint (gscope_experiment_get_points (self)->len, ==, 12);
  g_assert_cmpstr (get_name (self, 2), ==, "0.15");
  g_assert_cmpfloat (get_value (self, 2), ==, 0.15);
  g_assert_cmpfloat (get_value (self, 11), ==, 0.6);
  g_assert_true (gscope_experiment_find_point (self, "0.15", &position));
  g_assert_cmpuint (position, ==, 2);
  g_assert_cmpfloat (gscope_experiment_get_paper_value (self, 0, 2), ==, 15);
  g_assert_true (isnan (gscope_experiment_get_paper_value (self, 0, 3)));
}

static void
test_logarithmic (void)
{
  g_autoptr (GscopeExperiment) self =
      parse (HEAD "\"sweep\": { \"parameter\": \"a/p\", \"from\": 1, \"to\": 1000, \"points\": 4, "
                  "\"scale\": \"log\" }, " MEASURE " }",
             FALSE);

  g_assert_true (gscope_experiment_get_logarithmic (self));
  g_assert_cmpstr (get_name (self, 1), ==, "10");
  g_assert_cmpstr (get_name (self, 2), ==, "100");
}

static void
test_values (void)
{
  g_autoptr (GscopeExperiment) self = parse (
      HEAD "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ true, 2, \"cubic\" ] }, " MEASURE
           " }",
      FALSE);
  const GscopeExperimentPoint *point = gscope_experiment_get_points (self)->pdata[2];
  const char *value;

  g_assert_cmpstr (get_name (self, 0), ==, "true");
  g_assert_cmpstr (get_name (self, 1), ==, "2");
  g_assert_cmpfloat (get_value (self, 1), ==, 2);
  g_assert_true (isnan (point->value));
  g_assert_true (g_variant_lookup (point->settings, "a/p", "&s", &value));
  g_assert_cmpstr (value, ==, "cubic");
}

/* A quick run takes the ends, what is between them evenly, and what a verdict is about. */
static void
test_quick (void)
{
  g_autoptr (GscopeExperiment) self =
      parse (HEAD "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ 1, 2, 3, 4, 5, 6, 7 ] }, "
                  "\"quick\": { \"repetitions\": 2, \"run-s\": 1, \"points\": 3 }, "
                  "\"verdicts\": [ { \"title\": \"V\", \"at\": 6, \"relation\": \"at-most\", "
                  "\"value\": 3 } ], " MEASURE " }",
             TRUE);

  g_assert_cmpuint (gscope_experiment_get_points (self)->len, ==, 4);
  g_assert_cmpstr (get_name (self, 0), ==, "1");
  g_assert_cmpstr (get_name (self, 1), ==, "4");
  g_assert_cmpstr (get_name (self, 2), ==, "6");
  g_assert_cmpstr (get_name (self, 3), ==, "7");
  g_assert_cmpuint (gscope_experiment_get_repetitions (self), ==, 2);
  g_assert_cmpint (gscope_experiment_get_run (self), ==, GSCOPE_SEC);
  g_assert_true (gscope_experiment_get_quick (self));
}

/* Records can be copied, as languages with bindings do. */
static void
test_records (void)
{
  g_autoptr (GscopeExperiment) self =
      parse (HEAD "\"steps\": [ { \"at-s\": 1, \"parameter\": \"a/p\", \"value\": 2 } ], "
                  "\"paper\": [ { \"value\": 1 } ], "
                  "\"verdicts\": [ { \"title\": \"V\", \"relation\": \"increases\", "
                  "\"reason\": \"R\" } ], " MEASURE " }",
             FALSE);
  const struct
  {
    GType type;
    gpointer record;
  } records[] = {
    { GSCOPE_TYPE_EXPERIMENT_MEASURE, gscope_experiment_get_measures (self)->pdata[0] },
    { GSCOPE_TYPE_EXPERIMENT_POINT, gscope_experiment_get_points (self)->pdata[0] },
    { GSCOPE_TYPE_EXPERIMENT_STEP, gscope_experiment_get_steps (self)->pdata[0] },
    { GSCOPE_TYPE_EXPERIMENT_PAPER, gscope_experiment_get_papers (self)->pdata[0] },
    { GSCOPE_TYPE_EXPERIMENT_CLAIM, gscope_experiment_get_claims (self)->pdata[0] },
  };
  GscopeExperimentClaim *claim =
      g_boxed_copy (GSCOPE_TYPE_EXPERIMENT_CLAIM, gscope_experiment_get_claims (self)->pdata[0]);

  g_assert_cmpstr (claim->title, ==, "V");
  g_assert_cmpstr (claim->measure, ==, "m");
  g_assert_cmpstr (claim->reason, ==, "R");
  g_boxed_free (GSCOPE_TYPE_EXPERIMENT_CLAIM, claim);
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    g_boxed_free (records[i].type, g_boxed_copy (records[i].type, records[i].record));
}

#define PAIRS(members)                                                                             \
  "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ 1, 2 ] }, \"verdicts\": [ { "                \
  "\"title\": \"V\", \"relation\": \"no-less\", " members " } ], "

/* A document, and the beginning of the reason for which it is refused. */
static void
test_refused (void)
{
  const struct
  {
    const char *text;
    const char *reason;
  } rows[] = {
    { "{", "" },
    { "[]", "this is no experiment" },
    { "{ \"experiment\": 2 }", "this experiment is of version 2" },
    { HEAD "\"measure\": [] }", "measure: an experiment needs" },
    { HEAD "\"settle\": 1, " MEASURE " }", "settle: nothing is called so; there is: " },
    { HEAD "\"run-s\": 0, " MEASURE " }", "run-s: 0 is outside the range" },
    { HEAD "\"measure\": [ { \"name\": \"m\" } ] }", "measure[0].signal: this is missing" },
    { HEAD "\"measure\": [ { \"name\": \"m\", \"signal\": \"s\", \"statistic\": \"most\" } ] }",
      "measure[0].statistic: there is no such choice" },
    { HEAD "\"measure\": [ { \"name\": \"m\", \"signal\": \"s\" }, "
           "{ \"name\": \"m\", \"signal\": \"s\" } ] }",
      "measure: there are two measures" },
    { HEAD "\"sweep\": {}, " MEASURE " }", "sweep.parameter: a sweep needs" },
    { HEAD "\"sweep\": { \"parameter\": \"a/p\", \"from\": 1 }, " MEASURE " }",
      "sweep.from: a range needs" },
    { HEAD "\"sweep\": { \"parameter\": \"a/p\", \"from\": 0, \"to\": 1, \"points\": 3, "
           "\"scale\": \"log\" }, " MEASURE " }",
      "sweep.scale: a logarithmic range" },
    { HEAD "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ 1, [] ] }, " MEASURE " }",
      "sweep.values: a value is" },
    { HEAD "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ 1, 1.0 ] }, " MEASURE " }",
      "sweep: there are two points “1”" },
    { HEAD "\"sweep\": { \"variants\": [ {} ] }, " MEASURE " }",
      "sweep.variants[0].name: a variant" },
    { HEAD "\"settings\": { \"a/p\": null }, " MEASURE " }", "settings.a/p: this is not a value" },
    { HEAD "\"steps\": [ { \"at-s\": 10, \"parameter\": \"a/p\", \"value\": 1 } ], " MEASURE " }",
      "steps: the change at 10 s is not before the end of the run, 10 s" },
    { HEAD "\"paper\": [ { \"measure\": \"n\", \"value\": 1 } ], " MEASURE " }",
      "paper[0].measure: there is no measure “n”" },
    { HEAD
      "\"verdicts\": [ { \"title\": \"V\", \"relation\": \"between\", \"value\": 1 } ], " MEASURE
      " }",
      "verdicts[0].to: " },
    { HEAD "\"verdicts\": [ { \"title\": \"V\", \"relation\": \"at-most\" } ], " MEASURE " }",
      "verdicts[0].value: the bound is missing" },
    { HEAD "\"verdicts\": [ { \"title\": \"V\", \"relation\": \"at-most\", \"value\": 1, "
           "\"at\": \"x\" } ], " MEASURE " }",
      "verdicts[0]: there is no point “x”" },
    { HEAD PAIRS ("\"at\": 1, \"of\": \"paper\"") MEASURE " }", "verdicts[0]: pairs of runs" },
    { HEAD PAIRS ("\"at\": 1, \"value\": 1") MEASURE " }", "verdicts[0]: pairs of runs" },
    { HEAD PAIRS ("\"of\": \"m\", \"of-at\": 1") MEASURE " }", "verdicts[0]: pairs of runs" },
    { HEAD "\"repetitions\": 4, " PAIRS ("\"at\": 1, \"of\": \"m\", \"of-at\": 2") MEASURE " }",
      "repetitions: a claim about pairs" },
    { HEAD "\"quick\": { \"repetitions\": 4 }, " PAIRS ("\"at\": 1, \"of\": \"m\", \"of-at\": 2")
          MEASURE " }",
      "quick.repetitions: a claim about pairs" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GscopeExperiment) self =
          gscope_experiment_new_from_data (rows[i].text, -1, FALSE, &error);

      g_assert_null (self);
      g_assert_nonnull (error);
      if (!g_str_has_prefix (error->message, rows[i].reason))
        g_error ("%s: %s", rows[i].text, error->message);
    }
}

/* An experiment beside a workspace finds it; its name is that of its file. */
static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("experiment-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "mine.json", NULL);
  g_autofree char *other = g_build_filename (folder, "hello", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) workspace = NULL;
  g_autoptr (GFile) found = NULL;
  g_autoptr (GscopeExperiment) self = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = NULL;

  g_assert_true (g_file_set_contents (path, HEAD MEASURE " }", -1, &error));
  g_assert_true (g_file_set_contents (other, "", -1, &error));
  self = gscope_experiment_new_from_file (file, FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (gscope_experiment_get_name (self), ==, "mine");
  workspace = gscope_experiment_find_workspace (self, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (g_file_peek_path (workspace), ==, other);

  g_setenv ("GSCOPE_EXPERIMENT_PATH", folder, TRUE);
  found = gscope_experiment_find ("mine", &error);
  g_assert_no_error (error);
  g_assert_true (g_file_equal (found, file));
  names = gscope_experiment_list ();
  g_assert_cmpuint (g_strv_length (names), ==, 1);
  g_assert_cmpstr (names[0], ==, "mine");
  g_assert_null (gscope_experiment_find ("another", &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_unsetenv ("GSCOPE_EXPERIMENT_PATH");
}

/* The list of figures is beside the directory of the experiments. */
static void
test_figures (void)
{
  g_autofree char *folder = g_dir_make_tmp ("experiment-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "figures.json", NULL);
  g_autofree char *experiments = g_build_filename (folder, "experiments", NULL);
  g_autoptr (GVariant) none = NULL;
  g_autoptr (GVariant) figures = NULL;
  g_autoptr (GVariant) expected =
      g_variant_new_parsed ("[('G 1', 'One', ''), ('G 2', 'Two', 'no disk')]");

  g_variant_ref_sink (expected);
  g_setenv ("GSCOPE_EXPERIMENT_PATH", experiments, TRUE);
  none = gscope_experiment_list_figures ();
  g_assert_cmpuint (g_variant_n_children (none), ==, 0);
  g_assert_true (g_file_set_contents (path,
                                      "{ \"G 1\": \"One\", \"G 2\": { \"title\": \"Two\", "
                                      "\"missing\": \"no disk\" }, \"G 3\": [] }",
                                      -1, NULL));
  figures = gscope_experiment_list_figures ();
  g_assert_cmpvariant (figures, expected);
  g_unsetenv ("GSCOPE_EXPERIMENT_PATH");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/experiment/defaults", test_defaults);
  gscope_test_add ("/experiment/range", test_range);
  gscope_test_add ("/experiment/logarithmic", test_logarithmic);
  gscope_test_add ("/experiment/values", test_values);
  gscope_test_add ("/experiment/quick", test_quick);
  gscope_test_add ("/experiment/records", test_records);
  gscope_test_add ("/experiment/refused", test_refused);
  gscope_test_add ("/experiment/file", test_file);
  gscope_test_add ("/experiment/figures", test_figures);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
