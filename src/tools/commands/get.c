/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "session.h"

gboolean
tools_get (const ToolsOptions *options, GError **error)
{
  g_autoptr (GPtrArray) parameters = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean done = TRUE;
  ToolsSession session;

  tools_session_init (&session, options);
  for (guint i = 0; done && options->arguments[i]; i++)
    done = tools_session_add_parameters (&session, options->arguments[i], parameters, error);
  done = done && tools_output_write_parameters (parameters, options->json, error);
  tools_session_clear (&session);
  return done;
}
