/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "run/run.h"

#include <glib/gi18n.h>
#include <gscope/error.h>
#include <gscope/file.h>
#include <gscope/share/serve.h>
#include <locale.h>
#include <tsl/tsl.h>

/* The scope's delay: the maximum time from a measurement until its sample arrives. */
#define DELAY (50 * GSCOPE_MSEC)

/* A minimal reserve that tests the permission: nanoseconds. */
#define PROBE_BUDGET 10000
#define PROBE_PERIOD 1000000

static gboolean
take_arguments (WorkloadOptions *self, int argc, char *argv[], GError **error)
{
  if (argc < 2)
    {
      g_set_error_literal (
          error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
          _ ("the name of a workload is missing; gscope-workload --list shows all names"));
      return FALSE;
    }
  self->kind = workload_kinds_find (argv[1], error);
  self->parameters = g_strdupv (argv + 2);
  return self->kind != NULL;
}

static gboolean
parse_options (WorkloadOptions *self, int argc, char *argv[], GError **error)
{
  const GOptionEntry entries[] = {
    { "list", 'l', 0, G_OPTION_ARG_NONE, &self->list, _ ("List the workloads"), NULL },
    { "duration", 'd', 0, G_OPTION_ARG_DOUBLE, &self->duration,
      _ ("Duration of the run (default: until Ctrl+C)"), "SECONDS" },
    { "version", 0, 0, G_OPTION_ARG_NONE, &self->version, _ ("Print the version"), NULL },
    { "share-fd", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &self->share_fd,
      _ ("Serve signals and parameters over the socket with this number"), "NUMBER" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("WORKLOAD [PARAMETER=VALUE…]");

  self->share_fd = -1;
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (
      context, _ ("Runs the workload of an experiment, and prints a summary at the end.\nIn Gscope "
                  "the source type “workload” runs it, with its parameters as controls."));
  if (!g_option_context_parse (context, &argc, &argv, error))
    return FALSE;
  return self->list || self->version || take_arguments (self, argc, argv, error);
}

static int
print_kinds (void)
{
  for (const WorkloadKind *kind = workload_kinds; kind->name; kind++)
    g_print ("%-16s %s\n", kind->name, _ (kind->description));
  return 0;
}

static int
serve (const WorkloadOptions *options)
{
  g_autoptr (GscopeSource) source =
      g_object_new (options->kind->get_type (), "name", options->kind->name, NULL);
  g_autoptr (GError) error = NULL;

  if (gscope_serve (source, options->share_fd, DELAY, &error))
    return 0;
  g_printerr ("gscope-workload: --share-fd: %s\n", error->message);
  return 1;
}

/* Starts a guard, which frees this program's threads if they are stuck in SCHED_DEADLINE. Without
 * permission for reserves no guard is needed. */
static TslGuard *
start_guard (const WorkloadKind *kind)
{
  const TslDemand least = { PROBE_BUDGET, PROBE_PERIOD };
  g_autoptr (GError) error = NULL;
  TslGuard *guard;

  if (!kind->reserves
      || (!tsl_admission_ask_kernel (&least, &error)
          && !g_error_matches (error, TSL_ERROR, TSL_ERROR_REFUSED)))
    return NULL;
  g_clear_error (&error);
  guard = tsl_guard_new (&error);
  if (!guard)
    g_printerr ("gscope-workload: %s\n", error->message);
  return guard;
}

static int
do_what_is_asked (const WorkloadOptions *options)
{
  g_autoptr (TslGuard) guard = NULL;
  g_autofree char *recovered = NULL;

  if (options->list)
    return print_kinds ();
  if (options->version)
    {
      g_print ("gscope-workload %s\n", WORKLOAD_VERSION);
      return 0;
    }
  recovered = tsl_guard_recover ();
  if (recovered)
    g_printerr ("gscope-workload: %s\n", recovered);
  guard = start_guard (options->kind);
  return options->share_fd >= 0 ? serve (options) : workload_run (options);
}

int
main (int argc, char *argv[])
{
  WorkloadOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *locale_dir = gscope_file_find_installed (WORKLOAD_LOCALE_DIR);
  int status = 2;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  if (parse_options (&options, argc, argv, &error))
    status = do_what_is_asked (&options);
  else
    g_printerr ("gscope-workload: %s\n", error->message);
  g_strfreev (options.parameters);
  return status;
}
