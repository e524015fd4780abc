/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>

/* The writes of one source, which are applied together. */
typedef struct
{
  GscopeSource *source;
  GscopeWrites *writes;
} Group;

typedef struct
{
  ToolsSession session;
  GArray *groups;
} Set;

static void
group_clear (gpointer data)
{
  g_object_unref (((Group *) data)->writes);
}

static GscopeWrites *
get_writes (Set *self, GscopeSource *source)
{
  Group group = { source, NULL };

  for (guint i = 0; i < self->groups->len; i++)
    if (g_array_index (self->groups, Group, i).source == source)
      return g_array_index (self->groups, Group, i).writes;
  group.writes = gscope_writes_new (source);
  g_array_append_val (self->groups, group);
  return group.writes;
}

/* Fails if the text is not a value within the range. */
static gboolean
add_value (GscopeWrites *writes, GscopeParameter *parameter, const char *text, GError **error)
{
  g_autofree char *name = gscope_parameter_dup_full_name (parameter);
  g_autoptr (GVariant) value = gscope_parameter_parse (parameter, text, error);

  if (value && gscope_writes_add (writes, parameter, value, error))
    return TRUE;
  g_prefix_error (error, "%s: ", name);
  return FALSE;
}

static gboolean
add_argument (Set *self, const char *text, GError **error)
{
  g_autoptr (GPtrArray) parameters = g_ptr_array_new_with_free_func (g_object_unref);
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  GscopeSource *source;

  if (!parts[0] || !parts[1])
    {
      g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                   _ ("“%s” has no value. Write PARAMETER=VALUE."), text);
      return FALSE;
    }
  source = tools_session_open_source_of (&self->session, g_strstrip (parts[0]), error);
  if (!source || !tools_session_add_parameters (&self->session, parts[0], parameters, error))
    return FALSE;
  for (guint i = 0; i < parameters->len; i++)
    if (!add_value (get_writes (self, source), parameters->pdata[i], g_strstrip (parts[1]), error))
      return FALSE;
  return TRUE;
}

static gboolean
write_group (GscopeWrites *writes, GError **error)
{
  g_autoptr (ToolsWait) wait = tools_session_begin_wait ();
  GAsyncResult *result;

  gscope_writes_apply_async (writes, "gscopectl", tools_wait_get_cancellable (wait),
                             tools_wait_keep, tools_wait_ref (wait));
  result = tools_wait_await (wait);
  if (result)
    return gscope_writes_apply_finish (writes, result, error);
  tools_session_report_silence (
      _ ("The values may come into force later: look with “gscopectl get”."), error);
  return FALSE;
}

static void
add_written (GscopeWrites *writes, GPtrArray *written)
{
  for (guint i = 0; i < gscope_writes_get_n (writes); i++)
    if (!gscope_writes_get_error (writes, i))
      g_ptr_array_add (written, gscope_writes_get_parameter (writes, i));
}

/* Nothing is written if one of the arguments is wrong. Writes of sources before a refused one stay, and are
 * printed. */
static gboolean
write_all (Set *self, GError **error)
{
  g_autoptr (GPtrArray) written = g_ptr_array_new ();
  GError *refusal = NULL;

  for (guint i = 0; !refusal && i < self->groups->len; i++)
    {
      GscopeWrites *writes = g_array_index (self->groups, Group, i).writes;

      if (write_group (writes, &refusal)
          || !g_error_matches (refusal, TOOLS_ERROR, TOOLS_UNREACHED))
        add_written (writes, written);
    }
  if (refusal && written->len == 0)
    {
      g_propagate_error (error, refusal);
      return FALSE;
    }
  if (!tools_output_write_parameters (written, self->session.options->json, refusal ? NULL : error))
    {
      g_clear_error (&refusal);
      return FALSE;
    }
  if (refusal)
    g_propagate_error (error, refusal);
  return !refusal;
}

/* Asks the agent about each value. */
static gboolean
check_value (GscopeWrites *writes, guint index, GString *text, GError **error)
{
  GscopeParameter *parameter = gscope_writes_get_parameter (writes, index);
  g_autofree char *name = gscope_parameter_dup_full_name (parameter);
  g_autofree char *verdict = NULL;
  g_autofree char *formatted = NULL;
  g_autoptr (ToolsWait) wait = tools_session_begin_wait ();
  g_autoptr (GVariant) value = NULL;
  GAsyncResult *result;

  gscope_parameter_check_async (parameter, gscope_writes_get_value (writes, index),
                                tools_wait_get_cancellable (wait), tools_wait_keep,
                                tools_wait_ref (wait));
  result = tools_wait_await (wait);
  if (!result)
    {
      tools_session_report_silence (_ ("See whether its source still works."), error);
      return FALSE;
    }
  value = gscope_parameter_check_finish (parameter, result, &verdict, error);
  if (!value)
    {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }
  formatted = gscope_parameter_format (parameter, value);
  tools_output_append_change (text, parameter, formatted);
  return TRUE;
}

static gboolean
check_all (Set *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->groups->len; i++)
    {
      GscopeWrites *writes = g_array_index (self->groups, Group, i).writes;

      for (guint j = 0; j < gscope_writes_get_n (writes); j++)
        if (!check_value (writes, j, text, error))
          return FALSE;
    }
  return tools_output_write (text->str, error);
}

gboolean
tools_set (const ToolsOptions *options, GError **error)
{
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (Group));
  Set self = { .groups = groups };
  gboolean done = TRUE;

  g_array_set_clear_func (groups, group_clear);
  tools_session_init (&self.session, options);
  for (guint i = 0; done && options->arguments[i]; i++)
    done = add_argument (&self, options->arguments[i], error);
  done = done && (options->dry_run ? check_all (&self, error) : write_all (&self, error));
  tools_session_clear (&self.session);
  return done;
}
