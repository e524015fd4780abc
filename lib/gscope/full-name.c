/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/full-name.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>

#include <string.h>

/* The longest full name, in bytes, and how much of an invalid one a message shows. */
#define MAX_NAME 255
#define SHOWN 40

char *
gscope_full_name_new (const char *instance, const char *group, const char *name)
{
  const char *parts[4] = { NULL };
  guint n = 0;

  if (instance && instance[0])
    parts[n++] = instance;
  if (group && group[0])
    parts[n++] = group;
  parts[n] = name;
  return g_strjoinv ("/", (GStrv) parts);
}

static gboolean
refuse_name (const char *name, const char *reason, GError **error)
{
  g_autofree char *shown = g_utf8_make_valid (name, strnlen (name, SHOWN));

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("“%s” cannot be a name: %s"), shown,
               reason);
  return FALSE;
}

gboolean
gscope_full_name_check (const char *full_name, GError **error)
{
  gsize length = strlen (full_name);

  if (length == 0)
    return refuse_name (full_name, _ ("it is empty"), error);
  if (length > MAX_NAME)
    return refuse_name (full_name, _ ("it is longer than 255 bytes"), error);
  if (!g_utf8_validate (full_name, length, NULL))
    return refuse_name (full_name, _ ("it is not valid UTF-8"), error);
  if (g_ascii_isspace (full_name[0]) || g_ascii_isspace (full_name[length - 1]))
    return refuse_name (full_name, _ ("it begins or ends with a blank"), error);
  for (const char *c = full_name; *c; c = g_utf8_next_char (c))
    if (g_unichar_iscntrl (g_utf8_get_char (c)))
      return refuse_name (full_name, _ ("it contains a control character"), error);
  return TRUE;
}
