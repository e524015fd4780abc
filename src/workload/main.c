/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "run/options.h"
#include "run/run.h"

#include <glib/gi18n.h>
#include <gscope/file.h>
#include <gscope/share/serve.h>
#include <locale.h>
#include <tsl/tsl.h>

/* The scope's delay: the maximum time from a measurement until its sample arrives. */
#define DELAY (50 * GSCOPE_MSEC)

/* A minimal reserve that tests the permission: nanoseconds. */
#define PROBE_BUDGET 10000
#define PROBE_PERIOD 1000000

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
  if (workload_options_parse (&options, argc, argv, &error))
    status = do_what_is_asked (&options);
  else
    g_printerr ("gscope-workload: %s\n", error->message);
  workload_options_clear (&options);
  return status;
}
