/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "options.h"
#include "run.h"

#include <glib/gi18n.h>
#include <gscope/file.h>
#include <locale.h>
#include <signal.h>

int
main (int argc, char *argv[])
{
  AgentOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *locale_dir = gscope_file_find_installed (AGENT_LOCALE_DIR);
  int status = AGENT_STATUS_WRONG;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  /* a reader that has gone is an error of the write: values that were leased have to go back */
  signal (SIGPIPE, SIG_IGN);
  if (!agent_options_parse (&options, argc, argv, &error))
    g_printerr ("gscoped: %s\n", error->message);
  else if (options.prints_version)
    {
      g_print ("gscoped %s\n", AGENT_VERSION);
      status = 0;
    }
  else
    status = agent_run (&options);
  agent_options_clear (&options);
  return status;
}
