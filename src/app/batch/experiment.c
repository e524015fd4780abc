/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>
#include <string.h>
#include <sys/utsname.h>
#include <tsl/guard/guard.h>

#include "batch/batch.h"
#include "session/session.h"

/* The experiments of the command line. */
typedef struct
{
  const AppOptions *options;
  GMainLoop *loop;
  AppSession *session;
  GscopeExperimentRun *run;
  gboolean interrupted;
  int status;
} Job;

static void
complain (Job *self, const char *message)
{
  g_printerr ("gscope: %s\n", message);
  self->status = 1;
}

static gboolean
on_unix_signal (gpointer data)
{
  Job *self = data;

  self->interrupted = TRUE;
  self->status = 1;
  if (self->run)
    gscope_experiment_run_stop (self->run);
  return G_SOURCE_CONTINUE;
}

static void
on_measured (GscopeExperimentRun *run, guint point, guint repetition)
{
  GscopeExperimentResults *results = gscope_experiment_run_get_results (run);
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  const GscopeExperimentPoint *row = gscope_experiment_get_points (experiment)->pdata[point];
  guint n = gscope_experiment_results_get_n_runs (results);
  g_autofree char *left =
      gscope_quantity_format_time (gscope_experiment_run_get_time_left (run), 2);

  g_printerr (
      ngettext ("gscope: %s: point “%s”, run %u of %u: %u of %u run is measured, %s left\n",
                "gscope: %s: point “%s”, run %u of %u: %u of %u runs are measured, %s left\n", n),
      gscope_experiment_get_title (experiment), row->name, repetition + 1,
      gscope_experiment_get_repetitions (experiment),
      gscope_experiment_results_get_n_measured (results), n, left);
}

static void
on_state (GscopeExperimentRun *run, GParamSpec *pspec, Job *self)
{
  if (gscope_experiment_run_get_state (run) == GSCOPE_EXPERIMENT_RUN_STATE_ENDED)
    g_main_loop_quit (self->loop);
}

static void
tell_problems (AppSession *session)
{
  GListModel *problems = gscope_workspace_get_problems (app_session_get_workspace (session));

  for (guint i = 0; i < g_list_model_get_n_items (problems); i++)
    {
      g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, i);

      g_printerr ("gscope: %s: %s\n", gscope_workspace_problem_get_path (problem),
                  gscope_workspace_problem_get_message (problem));
    }
}

static void
measure (Job *self, GscopeExperimentResults *results, guint repetitions)
{
  self->run = gscope_experiment_run_new (results, app_session_get_workspace (self->session));
  gscope_experiment_run_set_repetitions (self->run, repetitions);
  g_signal_connect (self->run, "measured", G_CALLBACK (on_measured), NULL);
  g_signal_connect (self->run, "notify::state", G_CALLBACK (on_state), self);
  gscope_experiment_run_start (self->run);
  if (gscope_experiment_run_get_state (self->run) != GSCOPE_EXPERIMENT_RUN_STATE_ENDED)
    g_main_loop_run (self->loop);
  if (gscope_experiment_run_get_problem (self->run))
    complain (self, gscope_experiment_run_get_problem (self->run));
  tell_problems (self->session);
  g_clear_object (&self->run);
}

static void
close_session (Job *self)
{
  app_session_close (self->session);
  while (app_session_is_stopping (self->session))
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&self->session);
}

/* Returns where results are kept. */
static GFile *
find_folder (Job *self)
{
  if (self->options->report)
    return g_file_new_for_path (self->options->report);
  return g_file_new_build_filename (g_get_user_state_dir (), "gscope", "experiments", NULL);
}

/* Reports results unless nothing was measured. The report for a browser has all results that the
 * directory keeps. */
static void
report (Job *self, GscopeExperimentResults *results)
{
  g_autofree char *text = NULL;
  g_autoptr (GFile) folder = find_folder (self);
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (gscope_experiment_results_get_n_measured (results) == 0)
    return;
  text = gscope_experiment_results_to_text (results);
  g_print ("%s\n", text);
  if (!self->options->report)
    return;
  file = gscope_gtk_experiment_report_write (folder, &error);
  if (!file)
    complain (self, error->message);
}

static GscopeExperimentResults *
open_results (Job *self, GscopeExperiment *experiment, GError **error)
{
  g_autoptr (GscopeExperimentResults) results = gscope_experiment_results_new (experiment);
  g_autoptr (GFile) folder = find_folder (self);
  g_autoptr (GFile) file = gscope_experiment_results_find_file (experiment, folder);
  guint n;

  if (!gscope_experiment_results_open (results, file, self->options->force, error))
    return NULL;
  n = gscope_experiment_results_get_n_measured (results);
  if (n > 0)
    g_printerr (ngettext ("gscope: %s: resumed, %u run is kept\n",
                          "gscope: %s: resumed, %u runs are kept\n", n),
                gscope_experiment_get_title (experiment), n);
  return g_steal_pointer (&results);
}

static gboolean
open_session (Job *self, GscopeExperiment *experiment, GError **error)
{
  g_autoptr (GFile) file = gscope_experiment_find_workspace (experiment, error);

  if (file)
    self->session =
        app_session_new (file, gscope_registry_get_default (),
                         self->options->trust ? APP_CONSENT_GIVEN : APP_CONSENT_REMEMBERED, error);
  return self->session != NULL;
}

/* Returns why the experiment cannot be measured on the kernel that runs; NULL if it can. */
static char *
find_obstacle (GscopeExperiment *experiment)
{
  const char *kernel = gscope_experiment_get_kernel (experiment);
  struct utsname name;

  if (!kernel || (uname (&name) == 0 && strstr (name.version, kernel)))
    return NULL;
  return g_strdup_printf (_ ("it needs the kernel of %s, which “make figures” boots under QEMU "
                             "where that is installed"),
                          kernel);
}

/* Gives all runs that are missing the reason. */
static void
give_up (Job *self, GscopeExperimentResults *results, const char *reason)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  guint n = gscope_experiment_get_points (experiment)->len;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < gscope_experiment_results_get_n_runs (results) && !error; i++)
    if (!gscope_experiment_results_has (results, i % n, i / n))
      gscope_experiment_results_add (results, i % n, i / n, NULL, 0, 0, reason, &error);
  if (error)
    complain (self, error->message);
}

/* Returns whether a list has results of an experiment of that name, whose file is the same. */
static gboolean
is_listed (GPtrArray *list, GscopeExperiment *experiment)
{
  for (guint i = 0; i < list->len; i++)
    {
      GscopeExperiment *other = gscope_experiment_results_get_experiment (list->pdata[i]);

      if (g_str_equal (gscope_experiment_get_name (other), gscope_experiment_get_name (experiment)))
        return TRUE;
    }
  return FALSE;
}

/* Returns the results of an experiment; NULL without an experiment of that name, or a file for its
 * results alone. */
static GscopeExperimentResults *
find_results (Job *self, GPtrArray *list, const char *name)
{
  g_autoptr (GscopeExperiment) experiment = NULL;
  GscopeExperimentResults *results = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = gscope_experiment_find (name, &error);

  if (file)
    experiment = gscope_experiment_new_from_file (file, self->options->quick, &error);
  if (experiment && is_listed (list, experiment))
    g_set_error (&error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("there are two experiments “%s”"),
                 gscope_experiment_get_name (experiment));
  else if (experiment)
    results = open_results (self, experiment, &error);
  if (!results)
    complain (self, error->message);
  return results;
}

/* Returns whether a point has fewer runs than these repetitions. */
static gboolean
misses (GscopeExperimentResults *results, guint repetitions)
{
  guint n = gscope_experiment_get_points (gscope_experiment_results_get_experiment (results))->len;

  for (guint i = 0; i < n * repetitions; i++)
    if (!gscope_experiment_results_has (results, i % n, i / n))
      return TRUE;
  return FALSE;
}

/* Measures what is missing, until each point has this number of repetitions. Returns FALSE if its workspace cannot be opened. */
static gboolean
run_one (Job *self, GscopeExperimentResults *results, guint repetitions)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  g_autofree char *obstacle = find_obstacle (experiment);
  g_autoptr (GError) error = NULL;

  if (obstacle)
    {
      give_up (self, results, obstacle);
      return TRUE;
    }
  if (!open_session (self, experiment, &error))
    {
      complain (self, error->message);
      return FALSE;
    }
  measure (self, results, repetitions);
  close_session (self);
  return TRUE;
}

static guint
count_rounds (GPtrArray *list)
{
  guint n = 0;

  for (guint i = 0; i < list->len; i++)
    n = MAX (n, gscope_experiment_get_repetitions (
                    gscope_experiment_results_get_experiment (list->pdata[i])));
  return n;
}

/* The repetitions of all experiments are measured in rounds. So the repetitions of a point are minutes apart, and have
 * programs of their own: slow changes of the machine, and what a program measures once at its start, are in their spread.
 *
 * An experiment that is over is reported, and leaves the list. */
static void
run_round (Job *self, GPtrArray *list, guint round)
{
  for (guint i = 0; i < list->len && !self->interrupted;)
    {
      GscopeExperimentResults *results = list->pdata[i];
      guint repetitions =
          gscope_experiment_get_repetitions (gscope_experiment_results_get_experiment (results));
      gboolean is_open = !misses (results, round) || run_one (self, results, round);

      if (is_open && (round < repetitions || self->interrupted))
        i++;
      else
        {
          report (self, results);
          g_ptr_array_remove_index (list, i);
        }
    }
}

int
app_batch_experiment (const AppOptions *options)
{
  GscopeRegistry *registry = gscope_registry_get_default ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autofree char *recovered = tsl_guard_recover ();
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_object_unref);
  Job self = { .options = options, .loop = loop };

  g_unix_signal_add (SIGINT, on_unix_signal, &self);
  g_unix_signal_add (SIGTERM, on_unix_signal, &self);
  if (recovered)
    g_printerr ("gscope: %s\n", recovered);
  gscope_math_source_register (registry, NULL);
  gscope_tuple_server_register (registry, NULL);
  gscope_agent_source_register (registry, NULL);
  gscope_loader_load (registry);
  for (char **name = options->experiments; *name; name++)
    {
      GscopeExperimentResults *results = find_results (&self, list, *name);

      if (results)
        g_ptr_array_add (list, results);
    }
  for (guint round = 1; round <= count_rounds (list) && !self.interrupted; round++)
    run_round (&self, list, round);
  /* after an interruption, the results so far */
  for (guint i = 0; i < list->len; i++)
    report (&self, list->pdata[i]);
  return self.status;
}
