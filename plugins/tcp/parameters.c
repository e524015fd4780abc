/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters.h"

#include "diag/process.h"

#include <string.h>
#include <tsl/tcp/minbuf.h>

#define AVAILABLE "/proc/sys/net/ipv4/tcp_available_congestion_control"
#define UNCHANGED "unchanged"

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

static const char *const method_nicks[] = {
  [TCP_METHOD_NONE] = "none",
  [TCP_METHOD_LOW_WATER] = "low-water",
  [TCP_METHOD_PAGE] = "page",
  NULL,
};
static const char *const method_titles[] = {
  [TCP_METHOD_NONE] = "Standard",
  [TCP_METHOD_LOW_WATER] = "Low-water mark",
  [TCP_METHOD_PAGE] = "The program's own gate",
  NULL,
};

typedef enum
{
  WISH_STEERED,
  WISH_METHOD,
  WISH_A,
  WISH_B,
  WISH_CONGESTION_CONTROL,
  N_WISHES,
} Wish;

static const struct
{
  const char *name;
  const char *title;
  const char *description;
} wishes[N_WISHES] = {
  [WISH_STEERED] = { "steered", "Steered",
                     "Whose send buffers the parameters below are about: flows with this port, "
                     "“busiest”, or flows by name such as “10.0.0.1:* > *”; empty: of none." },
  [WISH_METHOD] = { "method", "Send buffer",
                    "How they are limited to A windows and B packets: a low-water mark from "
                    "outside, "
                    "for flows of the same user's programs; or the gate that the program itself "
                    "has, "
                    "where it links libtsl." },
  [WISH_A] = { "a", "A", "Congestion windows that their send buffers hold." },
  [WISH_B] = { "b", "B", "Packets that their send buffers hold beyond them." },
  [WISH_CONGESTION_CONTROL] = { "congestion-control", "Congestion control",
                                "Their congestion control, of those the kernel has." },
};

static guint
find_wish (GscopeParameter *parameter)
{
  guint i = 0;

  while (i < N_WISHES && !g_str_equal (wishes[i].name, gscope_parameter_get_name (parameter)))
    i++;
  return i;
}

gboolean
tcp_parameter_is_wish (GscopeParameter *parameter)
{
  return find_wish (parameter) < N_WISHES;
}

static TcpMethod
find_method (const char *nick)
{
  TcpMethod method = TCP_METHOD_NONE;

  while (!g_str_equal (method_nicks[method], nick))
    method++;
  return method;
}

GVariant *
tcp_parameter_read_wish (GscopeParameter *parameter, GVariant *value, TcpWish *wish, GError **error)
{
  Wish which = find_wish (parameter);
  char *text;

  if (which == WISH_STEERED)
    {
      text = tcp_choice_parse (&wish->choice, g_variant_get_string (value, NULL), error);
      return text ? g_variant_ref_sink (g_variant_new_take_string (text)) : NULL;
    }
  if (which == WISH_METHOD)
    wish->method = find_method (g_variant_get_string (value, NULL));
  else if (which == WISH_A)
    wish->a = g_variant_get_double (value);
  else if (which == WISH_B)
    wish->b = g_variant_get_double (value);
  else if (g_str_equal (g_variant_get_string (value, NULL), UNCHANGED))
    wish->congestion_control[0] = '\0';
  else
    g_strlcpy (wish->congestion_control, g_variant_get_string (value, NULL), TCP_ALGORITHM_SIZE);
  return g_variant_ref (value);
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

static GscopeParameter *
create_congestion_control (const char *name)
{
  g_autofree char *text = NULL;
  g_autofree char *words = NULL;
  g_auto (GStrv) nicks = NULL;

  g_file_get_contents (AVAILABLE, &text, NULL, NULL);
  words = g_strconcat (UNCHANGED, " ", text ? g_strstrip (text) : "reno", NULL);
  nicks = g_strsplit (words, " ", -1);
  return gscope_parameter_new_enumeration (name, (const char *const *) nicks, NULL, UNCHANGED);
}

static GscopeParameter *
create_number (const char *name, const char *unit, double min, double max, double step)
{
  GscopeParameter *parameter = gscope_parameter_new_double (name, min, max, min);

  gscope_parameter_set_unit (parameter, unit);
  gscope_parameter_set_step (parameter, step);
  return parameter;
}

static GscopeParameter *
create_wish (Wish wish)
{
  const char *name = wishes[wish].name;

  switch (wish)
    {
    case WISH_STEERED:
      return gscope_parameter_new_string (name, "");
    case WISH_METHOD:
      return gscope_parameter_new_enumeration (name, method_nicks, method_titles,
                                               method_nicks[TCP_METHOD_NONE]);
    case WISH_A:
      return create_number (name, "windows", 1, TSL_MINBUF_MAX_A, 0.1);
    case WISH_B:
      return create_number (name, "packets", 0, TSL_MINBUF_MAX_B, 1);
    case WISH_CONGESTION_CONTROL:
    case N_WISHES:
    default:
      return create_congestion_control (name);
    }
}

/* What a limit does to the flow that is read fast. */
static const char *const steered[] = { "busiest/sender-delay", "busiest/blocked", "*/latency",
                                       NULL };

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
  for (Wish i = 0; i < N_WISHES; i++)
    {
      GscopeParameter *parameter = create_wish (i);

      gscope_parameter_set_steered (parameter, i == WISH_STEERED ? NULL : steered);
      add_parameter (source, parameter, wishes[i].title, wishes[i].description);
    }
}
