/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "flows/choice.h"

#include "diag/filter.h"
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <string.h>

static gboolean
parse_words (TcpChoice *choice, const char *text, GError **error)
{
  if (g_str_equal (text, "busiest"))
    choice->busiest = TRUE;
  else if (g_ascii_isdigit (text[0]) && !strpbrk (text, ".:*?"))
    return tcp_port_parse (text, &choice->port, error);
  else if (strpbrk (text, "*?") || strstr (text, " > "))
    choice->pattern = g_strdup (text);
  else if (text[0])
    {
      g_set_error (
          error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
          _ ("“%s” is not a flow; write a port, “busiest”, or a flow such as “10.0.0.1:* > "
             "10.0.0.2:5201”"),
          text);
      return FALSE;
    }
  return TRUE;
}

char *
tcp_choice_parse (TcpChoice *self, const char *text, GError **error)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  TcpChoice choice = { 0 };

  if (!parse_words (&choice, trimmed, error))
    return NULL;
  tcp_choice_clear (self);
  *self = choice;
  return g_steal_pointer (&trimmed);
}

void
tcp_choice_clear (TcpChoice *self)
{
  g_clear_pointer (&self->pattern, g_free);
}

gboolean
tcp_choice_equal (const TcpChoice *self, const TcpChoice *other)
{
  return self->busiest == other->busiest && self->port == other->port
         && g_strcmp0 (self->pattern, other->pattern) == 0;
}

gboolean
tcp_choice_matches (const TcpChoice *self, const TcpSocket *socket)
{
  g_autofree char *name = NULL;

  if (self->port > 0)
    return g_ntohs (socket->id.idiag_sport) == self->port
           || g_ntohs (socket->id.idiag_dport) == self->port;
  if (!self->pattern)
    return FALSE;
  name = tcp_socket_dup_name (socket);
  return g_pattern_match_simple (self->pattern, name);
}
