/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "credentials.h"
#include "status.h"

#include <glib/gi18n.h>
#include <gscope/file.h>
#include <locale.h>
#include <signal.h>

static int
run (ToolsOptions *options, int argc, char *argv[])
{
  g_autoptr (GscopeCredentials) credentials = NULL;
  g_autoptr (GError) error = NULL;

  if (tools_options_parse (options, argc, argv, &error))
    {
      if (options->prints_version)
        {
          g_print ("gscopectl %s\n", TOOLS_VERSION);
          return TOOLS_DONE;
        }
      credentials = tools_credentials_new (options, &error);
      gscope_credentials_set_default (credentials);
      if (credentials && tools_command_run (options, &error))
        return TOOLS_DONE;
    }
  if (tools_error_get_status (error) != TOOLS_DONE)
    tools_text_print (error->message);
  return tools_error_get_status (error);
}

int
main (int argc, char *argv[])
{
  ToolsOptions options = { 0 };
  g_autofree char *locale_dir = gscope_file_find_installed (TOOLS_LOCALE_DIR);
  int status;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  /* a reader that has gone is an error of the write */
  signal (SIGPIPE, SIG_IGN);
  status = run (&options, argc, argv);
  tools_options_clear (&options);
  return status;
}
