/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/options.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>

/* With this size an option always fits into a message, because a byte takes at most six in JSON. */
#define MAX_OPTION (64 * 1024)

static void
option_free (gpointer data)
{
  GscopeRemoteOption *option = data;

  g_free (option->name);
  g_variant_unref (option->value);
  g_free (option);
}

GPtrArray *
gscope_remote_options_new (void)
{
  return g_ptr_array_new_with_free_func (option_free);
}

static gboolean
check_option (const char *name, GVariant *value, GError **error)
{
  g_autofree char *shown = g_utf8_make_valid (name, strnlen (name, 40));

  if (strlen (name) + g_variant_get_size (value) <= MAX_OPTION)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("option “%s” is too long; %d bytes are allowed"), shown, MAX_OPTION);
  return FALSE;
}

gboolean
gscope_remote_options_set (GPtrArray *options, const char *name, GVariant *value, GError **error)
{
  GscopeRemoteOption *option;

  if (!check_option (name, value, error))
    return FALSE;
  for (guint i = 0; i < options->len; i++)
    {
      option = options->pdata[i];
      if (!g_str_equal (option->name, name))
        continue;
      g_variant_unref (option->value);
      option->value = g_variant_ref (value);
      return TRUE;
    }
  option = g_new0 (GscopeRemoteOption, 1);
  option->name = g_strdup (name);
  option->value = g_variant_ref (value);
  g_ptr_array_add (options, option);
  return TRUE;
}
