/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/message.h"

/* The flows that are read at every tick: none, the busiest, the flows of a port, or the flows whose
 * name matches a pattern. */
typedef struct
{
  gboolean busiest;
  guint16 port;
  char *pattern;
} TcpChoice;

/* Returns the text in normal form; NULL with an error. */
char *tcp_choice_parse (TcpChoice *self, const char *text, GError **error);
void tcp_choice_clear (TcpChoice *self);
gboolean tcp_choice_equal (const TcpChoice *self, const TcpChoice *other);
/* Returns whether the port or the pattern matches; ignores `busiest`. */
gboolean tcp_choice_matches (const TcpChoice *self, const TcpSocket *socket);
