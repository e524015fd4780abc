/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <descriptors.h>
#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <locale.h>

#include "batch/batch.h"
#include "window/run.h"

/* The address may be left out. */
static gboolean
take_agent (const char *name, const char *value, gpointer data, GError **error)
{
  AppOptions *options = data;

  g_free (options->agent);
  options->agent = g_strdup (value ? value : "unix:");
  return TRUE;
}

static int
run (const AppOptions *options)
{
  if (options->compared)
    return app_batch_compare (options);
  if (options->experiments)
    return app_batch_experiment (options);
  if (options->export_file)
    return app_batch_export (options);
  if (options->record)
    return app_batch_record (options);
  if (options->check_limits)
    return app_batch_check (options);
  return app_run (options);
}

static void
set_up (void)
{
  g_autofree char *locale_dir = NULL;

  descriptors_open_standard ();
  app_run_find_data ();
  locale_dir = gscope_file_find_installed (APP_LOCALE_DIR);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

static GOptionContext *
create_context (const GOptionEntry *entries, AppOptions *options)
{
  GOptionContext *context =
      g_option_context_new (_ ("[WORKSPACE|RECORDING|ADDRESS|-- PROGRAM [ARGUMENT…]]"));
  GOptionGroup *group = g_option_group_new ("main", "", "", options, NULL);

  g_option_context_set_summary (context, _ ("Shows what this machine does, live."));
  g_option_group_add_entries (group, entries);
  g_option_group_set_translation_domain (group, GETTEXT_PACKAGE);
  g_option_context_set_main_group (context, group);
  return context;
}

int
main (int argc, char *argv[])
{
  AppOptions options = { 0 };
  gboolean version = FALSE, list_plugins = FALSE, list_formats = FALSE;
  const GOptionEntry entries[] = {
    { "workspace", 'w', 0, G_OPTION_ARG_FILENAME, &options.workspace,
      N_ ("Open a workspace: its name, or a file"), N_ ("NAME|FILE") },
    { "record", 'r', 0, G_OPTION_ARG_FILENAME, &options.record,
      N_ ("Record to a tuple file, without a window"), N_ ("FILE") },
    { "force", 'f', 0, G_OPTION_ARG_NONE, &options.force, N_ ("Replace a recording that exists"),
      NULL },
    { "diagnostics", 0, 0, G_OPTION_ARG_NONE, &options.diagnostics,
      N_ ("Also record the diagnostic signals of sources"), NULL },
    { "json", 'j', 0, G_OPTION_ARG_NONE, &options.json, N_ ("Print the outcome as JSON"), NULL },
    { "check-limits", 0, 0, G_OPTION_ARG_NONE, &options.check_limits,
      N_ ("Compare signals with their limits, without a window"), NULL },
    { "screenshot", 's', 0, G_OPTION_ARG_FILENAME, &options.screenshot,
      N_ ("Write a picture of the window and end"), N_ ("FILE.png") },
    { "duration", 'd', 0, G_OPTION_ARG_DOUBLE, &options.duration,
      N_ ("How long to record, to compare, or to draw before the screenshot"), N_ ("SECONDS") },
    { "export", 'x', 0, G_OPTION_ARG_FILENAME, &options.export_file,
      N_ ("Write a recording to a file, without a window: .csv for a table, .mcap for MCAP, "
          ".pftrace for Perfetto, .syscap for Sysprof, else tuples"),
      N_ ("FILE") },
    { "csv-times", 0, 0, G_OPTION_ARG_STRING, &options.csv_times,
      N_ ("Times of an exported table: seconds from the start of the recording, dates (ISO 8601), "
          "or milliseconds as in tuples"),
      N_ ("KIND") },
    { "read-as", 0, 0, G_OPTION_ARG_STRING, &options.read_as,
      N_ ("Format of a recording, if the detected one is wrong: one that --list-formats lists"),
      N_ ("FORMAT") },
    { "select", 0, 0, G_OPTION_ARG_STRING, &options.select,
      N_ ("Part of a file of another program to show: a table or a query of a database; in files "
          "of MATLAB and HDF5, the vector with the times"),
      N_ ("PART") },
    { "experiment", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.experiments,
      N_ ("Run an experiment, without a window: a ready-made one by its name, or a file"),
      N_ ("NAME|FILE") },
    { "quick", 0, 0, G_OPTION_ARG_NONE, &options.quick,
      N_ ("Take fewer and shorter runs of an experiment"), NULL },
    { "report", 0, 0, G_OPTION_ARG_FILENAME, &options.report,
      N_ ("Write the reports of experiments to a directory"), N_ ("DIRECTORY") },
    { "compare-reports", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.compared,
      N_ ("Compare the reports of two directories, and print where they differ"),
      N_ ("DIRECTORY") },
    { "size", 0, 0, G_OPTION_ARG_STRING, &options.size, N_ ("Size of the window"),
      N_ ("WIDTHxHEIGHT") },
    { "agent", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK, take_agent,
      N_ ("Let other programs of this user, such as gscopectl, use what the window shows"),
      N_ ("ADDRESS") },
    { "trust", 0, 0, G_OPTION_ARG_NONE, &options.trust,
      N_ ("Let the workspace steer other programs, run at real-time priority, listen for other "
          "machines, connect to agents, ask servers, run programs and open files, without asking"),
      NULL },
    { "list-plugins", 0, 0, G_OPTION_ARG_NONE, &list_plugins,
      N_ ("List the types of sources that plugins offer"), NULL },
    { "list-formats", 0, 0, G_OPTION_ARG_NONE, &list_formats, N_ ("List the formats of recordings"),
      NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, &version, N_ ("Print the version"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = NULL;
  g_autoptr (GError) error = NULL;
  int status = 2;

  set_up ();
  app_options_take_program (&options, &argc, argv);
  context = create_context (entries, &options);
  if (!g_option_context_parse (context, &argc, &argv, &error)
      || !app_options_check (&options, argc, argv, &error))
    g_printerr ("gscope: %s\n", error->message);
  else if (version)
    status = app_batch_print_version ();
  else if (list_plugins)
    status = app_batch_list_plugins ();
  else if (list_formats)
    status = app_batch_list_formats ();
  else
    status = run (&options);
  app_options_clear (&options);
  return status;
}
