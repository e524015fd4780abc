/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "name.h"

#include <gscope/text/tuple.h>
#include <string.h>

#define MAX_TOLD 20

char *
decode_make_name (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  char *end = valid + MIN (strlen (valid), GSCOPE_TUPLE_MAX_NAME);

  /* not within a character */
  while ((*end & 0xc0) == 0x80)
    end--;
  *end = '\0';
  for (char *c = valid; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = '-';
  g_strstrip (valid);
  return g_strdup (*valid ? valid : "?");
}

char *
decode_join_names (const GPtrArray *names)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < names->len && i < MAX_TOLD; i++)
    {
      g_autofree char *name = decode_make_name (names->pdata[i]);

      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", name);
    }
  if (names->len > MAX_TOLD)
    g_string_append (list, ", …");
  return g_string_free (list, FALSE);
}
