/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "status.h"

G_DEFINE_QUARK (tools - error - quark, tools_error)

ToolsStatus
tools_error_get_status (const GError *error)
{
  return error->domain == TOOLS_ERROR ? (ToolsStatus) error->code : TOOLS_FAILED;
}

char *
tools_text_clean (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text ? text : "", -1);
  GString *clean = g_string_new (NULL);

  for (const char *at = valid; *at; at = g_utf8_next_char (at))
    {
      gunichar character = g_utf8_get_char (at);

      g_string_append_unichar (clean, g_unichar_iscntrl (character) ? '?' : character);
    }
  return g_string_free (clean, FALSE);
}

void
tools_text_print (const char *text)
{
  g_autofree char *clean = tools_text_clean (text);

  g_printerr ("gscopectl: %s\n", clean);
}
