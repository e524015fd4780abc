/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "cli/options.h"
#include "cli/run.h"
#include "engine/engine.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <locale.h>

static int
print_help (void)
{
  g_autofree char *help = mxtraf_options_format_help ();

  g_print ("%s", help);
  return 0;
}

static int
do_what_is_asked (const MxtrafOptions *options)
{
  if (options->help)
    return print_help ();
  if (options->version)
    {
      g_print ("mxtraf %s\n", MXTRAF_VERSION);
      return 0;
    }
  if (options->check)
    return mxtraf_check (options);
  if (options->share_fd >= 0)
    return mxtraf_serve (options);
  return mxtraf_run (options);
}

int
main (int argc, char *argv[])
{
  MxtrafOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *locale_dir = gscope_file_find_installed (MXTRAF_LOCALE_DIR);
  int status = 2;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  /* must come before anything that creates a thread */
  if (argc > 1 && g_str_equal (argv[1], MXTRAF_PROCESSES_ARGUMENT))
    return mxtraf_processes_main ();

  if (mxtraf_options_parse (&options, argc, argv, &error))
    status = do_what_is_asked (&options);
  else if (error->domain == G_OPTION_ERROR)
    g_printerr (_ ("mxtraf: %s; mxtraf --help lists the options\n"), error->message);
  else
    g_printerr ("mxtraf: %s\n", error->message);
  mxtraf_options_clear (&options);
  return status;
}
