/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters.h"

#include "diag/process.h"

#include <glib/gi18n-lib.h>
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
  { "namespace", N_ ("Network namespace"),
    N_ ("Only flows in the network namespace of the process with this number or name, such as a "
        "container's; empty: in this program's namespace."),
    read_namespace },
  { "port", N_ ("Port"),
    N_ ("Only flows with this port, or a port in this range, at either end: 5201, 8000-8099."),
    read_ports },
  { "address", N_ ("Address"),
    N_ ("Only flows with this address, or an address in this network, at either end: 10.0.0.0/8, "
        "::1."),
    read_address },
  { "state", N_ ("State"), N_ ("Only flows in this state."), read_state },
  { "process", N_ ("Process"),
    N_ ("Only flows of the process with this number or name; processes of other users need root."),
    read_process },
  { "chosen", N_ ("Chosen"),
    N_ ("Flows that are read at every tick of the scope, up to 1000 instead of 10 times a second: "
        "flows with this port, “busiest”, or flows by name such as “10.0.0.1:* > *”; at most 8."),
    read_choice },
};

GVariant *
tcp_parameter_read (GscopeParameter *parameter, GVariant *value, TcpConfig *config, GError **error)
{
  g_autofree char *text = NULL;

  if (gscope_parameter_get_parameter_type (parameter) == GSCOPE_PARAMETER_TYPE_INTEGER)
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
  [TCP_METHOD_NONE] = N_ ("Standard"),
  [TCP_METHOD_LOW_WATER] = N_ ("Low-water mark"),
  [TCP_METHOD_PAGE] = N_ ("Gate in the program"),
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

/* The signals that respond to a limit; “busiest” is read at every tick. */
static const char *const steered[] = { "busiest/sender-delay", "busiest/blocked", "*/latency",
                                       NULL };

static const GscopeSourceParameter wishes[N_WISHES] = {
  [WISH_STEERED] = { "steered", N_ ("Steered"), NULL,
                     N_ ("Flows whose send buffers the parameters below limit: flows with this "
                         "port, “busiest”, or flows by name such as “10.0.0.1:* > *”; empty: "
                         "none."),
                     .type = GSCOPE_PARAMETER_TYPE_STRING },
  [WISH_METHOD] = { "method", N_ ("Send buffer"), NULL,
                    N_ ("How the send buffers are limited to A windows and B packets: by a "
                        "low-water mark, for programs of the same user; or by the gate (libtsl) of "
                        "the program itself."),
                    .type = GSCOPE_PARAMETER_TYPE_ENUMERATION, .initial = TCP_METHOD_NONE,
                    .nicks = method_nicks, .titles = method_titles, .steered = steered },
  [WISH_A] = { "a", N_ ("A"), "windows",
               N_ ("Number of congestion windows that the send buffers hold."),
               .type = GSCOPE_PARAMETER_TYPE_DOUBLE, .min = 1, .max = TSL_MINBUF_MAX_A,
               .initial = 1, .step = 0.1, .steered = steered },
  [WISH_B] = { "b", N_ ("B"), "packets",
               N_ ("Number of packets that the send buffers hold in addition to A windows."),
               .type = GSCOPE_PARAMETER_TYPE_DOUBLE, .max = TSL_MINBUF_MAX_B, .step = 1,
               .steered = steered },
  /* the kernel determines the choices */
  [WISH_CONGESTION_CONTROL] = { "congestion-control", N_ ("Congestion control"), NULL,
                                N_ ("Congestion control of the steered flows."),
                                .type = GSCOPE_PARAMETER_TYPE_ENUMERATION, .steered = steered },
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

static GStrv
list_congestion_controls (void)
{
  g_autofree char *text = NULL;
  g_autofree char *words = NULL;

  g_file_get_contents (AVAILABLE, &text, NULL, NULL);
  words = g_strconcat (UNCHANGED, " ", text ? g_strstrip (text) : "reno", NULL);
  return g_strsplit (words, " ", -1);
}

void
tcp_parameters_add_to (GscopeSource *source, const TcpConfig *config)
{
  const GscopeSourceParameter limit = {
    "limit",
    N_ ("Shown flows"),
    NULL,
    N_ ("Maximum number of shown flows; the busiest flows are shown."),
    GSCOPE_PARAMETER_TYPE_INTEGER,
    .min = 1,
    .max = MAX_LIMIT,
    .initial = config->limit,
  };
  g_auto (GStrv) controls = list_congestion_controls ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      gboolean is_state = texts[i].read == read_state;
      const GscopeSourceParameter row = {
        texts[i].name,
        texts[i].title,
        NULL,
        texts[i].description,
        is_state ? GSCOPE_PARAMETER_TYPE_ENUMERATION : GSCOPE_PARAMETER_TYPE_STRING,
        .nicks = is_state ? tcp_state_nicks : NULL,
        .titles = is_state ? tcp_state_titles : NULL,
      };

      gscope_source_declare_parameter (source, &row, NULL, NULL, source);
    }
  gscope_source_declare_parameter (source, &limit, NULL, NULL, source);
  for (Wish i = 0; i < N_WISHES; i++)
    {
      GscopeSourceParameter row = wishes[i];

      if (i == WISH_CONGESTION_CONTROL)
        row.nicks = (const char *const *) controls;
      gscope_source_declare_parameter (source, &row, NULL, NULL, source);
    }
}
