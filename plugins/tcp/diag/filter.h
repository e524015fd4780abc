/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Selects the sockets that the kernel lists. A port or an address matches either end. */
typedef struct
{
  guint16 first_port;
  guint16 last_port;
  int family;
  guint prefix;
  guint8 address[16];
  guint32 states;
} TcpFilter;

void tcp_filter_init (TcpFilter *self);

/* Set a part of the filter from a user's text, empty for any. Return the text in normal form; NULL
 * with an error, which leaves the filter unchanged. */
char *tcp_filter_set_ports (TcpFilter *self, const char *text, GError **error);
char *tcp_filter_set_address (TcpFilter *self, const char *text, GError **error);
gboolean tcp_filter_set_state (TcpFilter *self, const char *nick, GError **error);

/* The states of flows; terminated by NULL. */
extern const char *const tcp_state_nicks[];
extern const char *const tcp_state_titles[];
gboolean tcp_state_is_connecting (guint8 state);

/* Parses a port from 1 to 65535. */
gboolean tcp_port_parse (const char *text, guint16 *port, GError **error);

/* Writes the filter as INET_DIAG_REQ_BYTECODE of at most TCP_MAX_BYTECODE bytes. Returns its
 * length, 0 for a filter that accepts everything. */
gsize tcp_filter_write (const TcpFilter *self, guint8 *bytecode);
