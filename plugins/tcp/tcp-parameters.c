/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "tcp-parameters.h"

#include "tcp-process.h"

enum
{
  MAX_LIMIT = 256
};

static char *
read_ports (TcpConfig *config, const char *text, GError **error)
{
  return tcp_filter_set_ports (&config->filter, text, error);
}

static char *
read_address (TcpConfig *config, const char *text, GError **error)
{
  return tcp_filter_set_address (&config->filter, text, error);
}

static char *
read_state (TcpConfig *config, const char *text, GError **error)
{
  return tcp_filter_set_state (&config->filter, text, error) ? g_strdup (text) : NULL;
}

static char *
read_process_into (char **place, const char *text, GError **error)
{
  char *process = tcp_process_parse (text, error);

  if (!process)
    return NULL;
  g_free (*place);
  *place = g_strdup (process);
  return process;
}

static char *
read_process (TcpConfig *config, const char *text, GError **error)
{
  return read_process_into (&config->process, text, error);
}

static char *
read_namespace (TcpConfig *config, const char *text, GError **error)
{
  return read_process_into (&config->namespace, text, error);
}

static char *
read_choice (TcpConfig *config, const char *text, GError **error)
{
  return tcp_choice_parse (&config->choice, text, error);
}

static const struct
{
  const char *name;
  const char *title;
  const char *description;
  char *(*read) (TcpConfig *config, const char *text, GError **error);
} texts[] = {
  { "namespace", "Network namespace",
    "Flows of the network namespace of the process with this number or name, such as a "
    "container's; empty: of this program's own.",
    read_namespace },
  { "port", "Port", "Only flows with this port at either end, or one of a range: 5201, 8000-8099.",
    read_ports },
  { "address", "Address", "Only flows with this address or network at either end: 10.0.0.0/8, ::1.",
    read_address },
  { "state", "State", "Only flows in this state.", read_state },
  { "process", "Process",
    "Only flows of the process with this number or name; those of other users need root.",
    read_process },
  { "chosen", "Chosen",
    "Read at every tick of the scope, up to 1000 times a second, instead of 10: flows with this "
    "port, "
    "“busiest”, or flows by name such as “10.0.0.1:* > *”; 8 at most.",
    read_choice },
};

GVariant *
tcp_parameter_read (GscopeParameter *parameter, GVariant *value, TcpConfig *config, GError **error)
{
  g_autofree char *text = NULL;

  if (gscope_parameter_get_parameter_type (parameter) == GSCOPE_PARAMETER_INTEGER)
    {
      config->limit = g_variant_get_int64 (value);
      return g_variant_ref (value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts) && !text; i++)
    if (g_str_equal (gscope_parameter_get_name (parameter), texts[i].name))
      {
        text = texts[i].read (config, g_variant_get_string (value, NULL), error);
        if (!text)
          return NULL;
      }
  return g_variant_ref_sink (g_variant_new_string (text));
}

static void
add_parameter (GscopeSource *source, GscopeParameter *parameter, const char *title,
               const char *description)
{
  gscope_parameter_set_title (parameter, title);
  gscope_parameter_set_description (parameter, description);
  gscope_source_add_parameter (source, parameter, NULL);
  g_object_unref (parameter);
}

void
tcp_parameters_add_to (GscopeSource *source, const TcpConfig *config)
{
  GscopeParameter *limit = gscope_parameter_new_integer ("limit", 1, MAX_LIMIT, config->limit);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *name = texts[i].name;
      GscopeParameter *parameter =
          texts[i].read == read_state ? gscope_parameter_new_enumeration (
              name, tcp_filter_get_state_nicks (), tcp_filter_get_state_titles (), "any")
                                      : gscope_parameter_new_string (name, "");

      add_parameter (source, parameter, texts[i].title, texts[i].description);
    }
  add_parameter (source, limit, "Shown flows", "How many flows are shown at most: the busiest.");
}
