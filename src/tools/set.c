/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>

/* Parameters to write, and their values. */
typedef struct
{
  GPtrArray *parameters;
  GPtrArray *values;
} Writes;

/* Returns NULL and sets an error if the text is not a value within the range. */
static GVariant *
read_value (GscopeParameter *parameter, const char *text, GError **error)
{
  g_autoptr (GVariant) value = gscope_parameter_parse (parameter, text, error);

  return value ? gscope_parameter_validate (parameter, value, error) : NULL;
}

static gboolean
add_write (ToolsSession *session, const char *text, Writes *writes, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  guint before = writes->parameters->len;

  if (!parts[0] || !parts[1])
    {
      g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                   _ ("“%s” has no value. Write PARAMETER=VALUE."), text);
      return FALSE;
    }
  if (!tools_session_add_parameters (session, g_strstrip (parts[0]), writes->parameters, error))
    return FALSE;
  for (guint i = before; i < writes->parameters->len; i++)
    {
      GVariant *value = read_value (writes->parameters->pdata[i], g_strstrip (parts[1]), error);

      if (!value)
        {
          g_prefix_error (error, "%s: ", parts[0]);
          return FALSE;
        }
      g_ptr_array_add (writes->values, value);
    }
  return TRUE;
}

static void
keep_result (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static gboolean
write_value (GscopeParameter *parameter, GVariant *value, GError **error)
{
  g_autofree char *name = gscope_parameter_dup_full_name (parameter);
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GVariant) applied = NULL;

  gscope_parameter_write_async (parameter, value, "gscopectl", NULL, keep_result, &result);
  while (!result)
    g_main_context_iteration (NULL, TRUE);
  kept = result;
  applied = gscope_parameter_write_finish (parameter, kept, error);
  if (!applied)
    g_prefix_error (error, "%s: ", name);
  return applied != NULL;
}

/* Nothing is written if one of the arguments is wrong. Writes before a refused one stay, and are printed. */
static gboolean
write_all (const ToolsOptions *options, Writes *writes, GError **error)
{
  g_autoptr (GPtrArray) written = g_ptr_array_new ();
  GError *refusal = NULL;

  for (guint i = 0; !refusal && i < writes->parameters->len; i++)
    if (write_value (writes->parameters->pdata[i], writes->values->pdata[i], &refusal))
      g_ptr_array_add (written, writes->parameters->pdata[i]);
  if (!tools_output_write_parameters (written, options->json, refusal ? NULL : error) && !refusal)
    return FALSE;
  if (refusal)
    g_propagate_error (error, refusal);
  return !refusal;
}

gboolean
tools_set (const ToolsOptions *options, GError **error)
{
  g_autoptr (GPtrArray) parameters = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  Writes writes = { parameters, values };
  gboolean done = TRUE;
  ToolsSession session;

  tools_session_init (&session, options);
  for (guint i = 0; done && options->arguments[i]; i++)
    done = add_write (&session, options->arguments[i], &writes, error);
  done = done && write_all (options, &writes, error);
  tools_session_clear (&session);
  return done;
}
