/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The files in which the results of an experiment are kept. */

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/gscope.h>
#include <math.h>
#include <string.h>

/* Two points, each measured once. */
#define DOCUMENT                                                                                   \
  "{ \"experiment\": 1, \"title\": \"T\", \"workspace\": \"w\", \"repetitions\": 1, "              \
  "\"quick\": { \"repetitions\": 1 }, "                                                            \
  "\"sweep\": { \"parameter\": \"a/p\", \"values\": [ 1, 2 ] }, "                                  \
  "\"measure\": [ { \"name\": \"m\", \"signal\": \"a/b\" } ] }"

typedef struct
{
  char *path;
  GFile *folder;
  GscopeExperiment *experiment;
  GFile *file;
} Fixture;

static GscopeExperiment *
read_document (Fixture *f, gboolean quick)
{
  g_autoptr (GFile) document = g_file_get_child (f->folder, "mine.json");
  g_autoptr (GError) error = NULL;
  GscopeExperiment *experiment;

  g_assert_true (g_file_set_contents (g_file_peek_path (document), DOCUMENT, -1, NULL));
  experiment = gscope_experiment_new_from_file (document, quick, &error);
  g_assert_no_error (error);
  return experiment;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->path = g_dir_make_tmp ("results-XXXXXX", NULL);
  f->folder = g_file_new_for_path (f->path);
  f->experiment = read_document (f, FALSE);
  f->file = gscope_experiment_results_find_file (f->experiment, f->folder);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_test_remove (f->path);
  g_object_unref (f->file);
  g_object_unref (f->experiment);
  g_object_unref (f->folder);
  g_free (f->path);
}

static GscopeExperimentResults *
open_results (GscopeExperiment *experiment, GFile *file)
{
  GscopeExperimentResults *results = gscope_experiment_results_new (experiment);
  g_autoptr (GError) error = NULL;

  gscope_experiment_results_open (results, file, FALSE, &error);
  g_assert_no_error (error);
  return results;
}

static void
add (GscopeExperimentResults *results, guint point, double value, const char *problem)
{
  g_autoptr (GError) error = NULL;

  gscope_experiment_results_add (results, point, 0, &value, 1, 0, problem, &error);
  g_assert_no_error (error);
}

static double
get_mean (GscopeExperimentResults *results, guint point)
{
  GscopeExperimentEstimate estimate;

  gscope_experiment_results_get_estimate (results, 0, point, &estimate);
  return estimate.mean;
}

/* Results of quick runs have a file of their own, and both name their experiment. */
static void
test_names (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeExperiment) quick = read_document (f, TRUE);
  g_autoptr (GFile) quick_file = gscope_experiment_results_find_file (quick, f->folder);
  g_autofree char *name = g_file_get_basename (f->file);
  g_autofree char *quick_name = g_file_get_basename (quick_file);
  g_autoptr (GPtrArray) list = NULL;

  g_assert_cmpstr (name, ==, "mine.jsonl");
  g_assert_cmpstr (quick_name, ==, "mine-quick.jsonl");
  g_object_unref (open_results (f->experiment, f->file));
  g_object_unref (open_results (quick, quick_file));
  list = gscope_experiment_results_list (f->folder);
  g_assert_cmpuint (list->len, ==, 2);
  for (guint i = 0; i < list->len; i++)
    {
      GscopeExperiment *read = gscope_experiment_results_get_experiment (list->pdata[i]);

      g_assert_cmpstr (gscope_experiment_get_name (read), ==, "mine");
      g_assert_cmpint (gscope_experiment_get_quick (read), ==, i == 0);
    }
}

/* A point that could not be measured has its reason in the file, and is measured again. */
static void
test_problem (Fixture *f, gconstpointer data)
{
  GscopeExperimentResults *written = open_results (f->experiment, f->file);
  g_autoptr (GscopeExperimentResults) read = NULL, again = NULL;
  g_autoptr (GError) error = NULL;

  add (written, 0, 5, NULL);
  add (written, 1, NAN, "there is no room");
  g_object_unref (written);
  read = gscope_experiment_results_new_from_file (f->file, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (get_mean (read, 0), ==, 5);
  g_assert_cmpstr (gscope_experiment_results_get_problem (read, 1), ==, "there is no room");
  again = open_results (f->experiment, f->file);
  g_assert_true (gscope_experiment_results_has (again, 0, 0));
  g_assert_false (gscope_experiment_results_has (again, 1, 0));
}

/* Lines that are not results of the experiment are not taken, nor are those after them. */
static void
test_lines (Fixture *f, gconstpointer data)
{
#define LINE(point, rest) "{\"point\":\"" point "\",\"repetition\":0," rest "}\n"
#define GOOD LINE ("2", "\"values\":{\"m\":7},\"lost\":0")
  static const struct
  {
    const char *lines;
    guint n_runs;
    double mean;
  } rows[] = {
    { GOOD, 1, 7 },
    { LINE ("2", "\"values\":{\"m\":6},\"lost\":0") GOOD, 1, 7 },
    { LINE ("2", "\"values\":{\"m\":\"x\"},\"lost\":0"), 1, NAN },
    { GOOD LINE ("1", "\"values\":{\"m\":1},\"lost\":0"), 2, 7 },
    { LINE ("9", "\"values\":{\"m\":1},\"lost\":0") GOOD, 0, NAN },
    { LINE ("2", "\"values\":[],\"lost\":0") GOOD, 0, NAN },
    { LINE ("2", "\"lost\":0") GOOD, 0, NAN },
    { LINE ("2", "\"values\":{\"m\":1},\"lost\":-1") GOOD, 0, NAN },
    { LINE ("2", "\"values\":{\"m\":1},\"lost\":0,\"problem\":5") GOOD, 0, NAN },
    { "{\"point\":\"2\",\"repetition\":-1,\"values\":{\"m\":1},\"lost\":0}\n" GOOD, 0, NAN },
    { "[1]\n" GOOD, 0, NAN },
    { "nothing\n" GOOD, 0, NAN },
  };
  g_autofree char *head = NULL;

  g_object_unref (open_results (f->experiment, f->file));
  g_assert_true (g_file_get_contents (g_file_peek_path (f->file), &head, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat (head, rows[i].lines, NULL);
      g_autoptr (GscopeExperimentResults) read = NULL;

      g_test_message ("row %u", i);
      g_assert_true (g_file_set_contents (g_file_peek_path (f->file), text, -1, NULL));
      read = gscope_experiment_results_new_from_file (f->file, NULL);
      g_assert_nonnull (read);
      g_assert_cmpuint (gscope_experiment_results_has (read, 0, 0)
                            + gscope_experiment_results_has (read, 1, 0),
                        ==, rows[i].n_runs);
      g_assert_true (get_mean (read, 1) == rows[i].mean
                     || (isnan (rows[i].mean) && isnan (get_mean (read, 1))));
    }
}

/* A file without results is refused with its name. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  static const char *const bad[] = { "", "{}\n", "[]\n", "{\"document\":\"{}\"}\n" };
  static const struct
  {
    const char *path;
    gboolean replace;
  } rows[] = { { NULL, FALSE }, { NULL, TRUE }, { "/dev/full", TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (g_file_peek_path (f->file), bad[i], -1, NULL));
      g_assert_null (gscope_experiment_results_new_from_file (f->file, &error));
      g_assert_nonnull (strstr (error->message, g_file_peek_path (f->file)));
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *path = rows[i].path ? rows[i].path : f->path;
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GscopeExperimentResults) results = gscope_experiment_results_new (f->experiment);
      g_autoptr (GError) error = NULL;

      g_assert_false (gscope_experiment_results_open (results, file, rows[i].replace, &error));
      g_assert_nonnull (strstr (error->message, path));
    }
}

#define ADD(name) g_test_add ("/results/" #name, Fixture, NULL, set_up, test_##name, tear_down)

/* Files that hold no results of an experiment are refused with their names, and left out of a folder's list. */
static void
test_foreign (void)
{
  static const char *const texts[] = {
    "",
    "\n",
    "{}\n",
    "[ 1 ]\n",
    "{ \"document\": 1 }\n",
    "{ \"document\": \"{}\" }\n",
    "{ \"experiment-results\": 1, \"document\": \"{ \\\"experiment\\\": 1 }\" }\n",
  };
  g_autofree char *folder = g_dir_make_tmp ("experiment-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "foreign.jsonl", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) directory = g_file_new_for_path (folder);

  for (guint i = 0; i <= G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GscopeExperimentResults) results = NULL;
      g_autoptr (GPtrArray) list = NULL;
      g_autoptr (GError) error = NULL;

      if (i > 0)
        g_assert_true (g_file_set_contents (path, texts[i - 1], -1, NULL));
      results = gscope_experiment_results_new_from_file (file, &error);
      g_assert_null (results);
      g_assert_nonnull (strstr (error->message, path));
      list = gscope_experiment_results_list (directory);
      g_assert_cmpuint (list->len, ==, 0);
    }
}

/* Results are kept beside the workspace; where there is none, or it cannot be written to, among the user's data. */
static void
test_folder (void)
{
  g_autofree char *folder = g_dir_make_tmp ("experiment-XXXXXX", NULL);
  g_autoptr (GFile) workspace = g_file_new_build_filename (folder, "lab.json", NULL);
  g_autoptr (GFile) foreign = g_file_new_for_path ("/no-such-folder/lab.json");
  g_autoptr (GFile) beside = gscope_experiment_find_folder (workspace);
  g_autoptr (GFile) own = gscope_experiment_find_folder (NULL);
  g_autoptr (GFile) other = gscope_experiment_find_folder (foreign);
  g_autofree char *name = g_file_get_basename (beside);

  g_assert_cmpstr (name, ==, "lab.experiments");
  g_assert_true (g_file_equal (own, other));
  g_assert_nonnull (strstr (g_file_peek_path (own), "experiment-results"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD (names);
  ADD (problem);
  ADD (lines);
  ADD (refused);
  gscope_test_add ("/experiment-results/foreign", test_foreign);
  gscope_test_add ("/experiment-results/folder", test_folder);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
