/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "output.h"

#include "status.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Waits for a reader that has stopped. The signals that end a command do so at once meanwhile, because the main loop does
 * not run. */
static void
await_reader (void)
{
  static const int ends[] = { SIGINT, SIGTERM };
  struct pollfd output = { STDOUT_FILENO, POLLOUT, 0 };
  struct sigaction former[G_N_ELEMENTS (ends)];

  if (poll (&output, 1, 0) != 0)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    sigaction (ends[i], &(struct sigaction){ .sa_handler = SIG_DFL }, &former[i]);
  poll (&output, 1, -1);
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    sigaction (ends[i], &former[i], NULL);
}

/* A pipe that is ready takes that much. */
static gboolean
write_all (const char *text, gsize size)
{
  while (size > 0)
    {
      gssize n;

      await_reader ();
      n = write (STDOUT_FILENO, text, MIN (size, PIPE_BUF));
      if (n < 0 && errno != EINTR && errno != EAGAIN)
        return FALSE;
      text += MAX (n, 0);
      size -= (gsize) MAX (n, 0);
    }
  return TRUE;
}

gboolean
tools_output_write (const char *text, GError **error)
{
  if (write_all (text, strlen (text)))
    return TRUE;
  g_set_error (error, TOOLS_ERROR, errno == EPIPE ? TOOLS_DONE : TOOLS_FAILED,
               _ ("Cannot write the output: %s. Write it to another place."), g_strerror (errno));
  return FALSE;
}

gboolean
tools_output_write_json (JsonNode *node, gboolean is_pretty, GError **error)
{
  g_autoptr (JsonNode) taken = node;
  g_autofree char *text = json_to_string (taken, is_pretty);
  g_autofree char *line = g_strconcat (text, "\n", NULL);

  return tools_output_write (line, error);
}

void
tools_output_set_number (JsonObject *object, const char *member, double number)
{
  if (isfinite (number))
    json_object_set_double_member (object, member, number);
  else
    json_object_set_null_member (object, member);
}

void
tools_output_append_parameter (GString *text, GscopeParameter *parameter)
{
  g_autofree char *name = gscope_parameter_dup_full_name (parameter);
  g_autofree char *full =
      gscope_parameter_format (parameter, gscope_parameter_get_value (parameter));
  g_autofree char *value = tools_text_clean (full);
  g_autofree char *unit = tools_text_clean (gscope_parameter_get_unit (parameter));

  g_string_append_printf (text, "%s = %s%s%s\n", name, value, *unit ? " " : "", unit);
}

void
tools_output_append_change (GString *text, GscopeParameter *parameter, const char *value)
{
  g_autofree char *name = gscope_parameter_dup_full_name (parameter);
  g_autofree char *full =
      gscope_parameter_format (parameter, gscope_parameter_get_value (parameter));
  g_autofree char *old = tools_text_clean (full);
  g_autofree char *new = tools_text_clean (value);
  g_autofree char *unit = tools_text_clean (gscope_parameter_get_unit (parameter));

  g_string_append_printf (text, "%s: %s → %s%s%s\n", name, old, new, *unit ? " " : "", unit);
}

static void
set_value (JsonObject *object, GVariant *value)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    tools_output_set_number (object, "value", g_variant_get_double (value));
  else
    json_object_set_member (object, "value", json_gvariant_serialize (value));
}

JsonObject *
tools_output_describe_parameter (GscopeParameter *parameter)
{
  g_autofree char *name = gscope_parameter_dup_full_name (parameter);
  GscopeParameterType type = gscope_parameter_get_parameter_type (parameter);
  const char *const *nicks = gscope_parameter_get_nicks (parameter);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", name);
  set_value (object, gscope_parameter_get_value (parameter));
  json_object_set_string_member (object, "unit", gscope_parameter_get_unit (parameter));
  if (type == GSCOPE_PARAMETER_TYPE_INTEGER || type == GSCOPE_PARAMETER_TYPE_DOUBLE)
    {
      tools_output_set_number (object, "min", gscope_parameter_get_min (parameter));
      tools_output_set_number (object, "max", gscope_parameter_get_max (parameter));
    }
  if (type == GSCOPE_PARAMETER_TYPE_ENUMERATION)
    {
      JsonArray *choices = json_array_new ();

      for (guint i = 0; nicks[i]; i++)
        json_array_add_string_element (choices, nicks[i]);
      json_object_set_array_member (object, "choices", choices);
    }
  return object;
}

gboolean
tools_output_write_parameters (GPtrArray *parameters, gboolean json, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  JsonArray *array;

  for (guint i = 0; !json && i < parameters->len; i++)
    tools_output_append_parameter (text, parameters->pdata[i]);
  if (!json)
    return tools_output_write (text->str, error);
  array = json_array_new ();
  for (guint i = 0; i < parameters->len; i++)
    json_array_add_object_element (array, tools_output_describe_parameter (parameters->pdata[i]));
  return tools_output_write_json (json_node_init_array (json_node_alloc (), array), TRUE, error);
}

char *
tools_output_quote_csv (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\"", -1);
  g_autofree char *inner = g_strjoinv ("\"\"", parts);

  return g_strdup_printf ("\"%s\"", inner);
}

char *
tools_output_describe_losses (const GscopeTally *tally)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 n_ticks = tally->counts[GSCOPE_LOSS_TICK];
  guint64 n = gscope_tally_get_lost (tally) + gscope_tally_get_late (tally);

  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    if (tally->counts[cause] > 0)
      g_string_append_printf (text, "%s%s: %" G_GUINT64_FORMAT, text->len > 0 ? ", " : "",
                              gscope_loss_get_title (cause), tally->counts[cause]);
  if (n > 0)
    g_string_append_c (text, '.');
  if (n_ticks > 0)
    g_string_append_printf (text, " %s",
                            _ ("The machine of the agent was too busy for some ticks."));
  if (n > n_ticks)
    g_string_append_printf (text, " %s", _ ("Ask for fewer signals, or read the output faster."));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
tools_output_report_losses (GscopeSignal *signal, guint64 n_missed)
{
  GscopeTally tally = { 0 };
  g_autofree char *causes = NULL;

  gscope_tally_add_signal (&tally, signal);
  tally.counts[GSCOPE_LOSS_EVICTED] += n_missed;
  causes = tools_output_describe_losses (&tally);
  if (*causes)
    g_printerr (_ ("gscopectl: %s: lost samples. %s\n"), gscope_signal_get_full_name (signal),
                causes);
}
