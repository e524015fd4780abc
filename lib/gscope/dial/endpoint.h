/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The address of an agent, as text: “unix:PATH”, “unix:” for the default path, “ssh://USER@HOST:PORT”, “ws://HOST:PORT” on
 * this machine, “wss://HOST:PORT”, and “HOST:PORT” or “HOST” for the same; “nats://SERVER:PORT/NAME” for the agent of a
 * name at a NATS server, and “nats://SERVER:PORT” for the server. */

#define GSCOPE_ENDPOINT_PORT 4270
#define GSCOPE_ENDPOINT_NATS_PORT 4222

typedef enum
{
  GSCOPE_ENDPOINT_UNIX,
  GSCOPE_ENDPOINT_SSH,
  GSCOPE_ENDPOINT_WS,
  GSCOPE_ENDPOINT_WSS,
  GSCOPE_ENDPOINT_NATS,
} GscopeEndpointKind;

typedef struct
{
  GscopeEndpointKind kind;
  /* or the path of a Unix socket, or the destination of ssh, which is the whole address if that has a port */
  char *host;
  guint16 port;
  /* the whole address, as it is shown, and by which tokens and certificates are found */
  char *text;
  /* for HTTP, or of the NATS server */
  char *uri;
  /* of the agent at a NATS server; empty for none, and NULL for other kinds */
  char *name;
} GscopeEndpoint;

GscopeEndpoint *gscope_endpoint_parse (const char *text, GError **error);
/* Parses an address at which an agent can be. */
GscopeEndpoint *gscope_endpoint_parse_place (const char *address, GError **error);
void gscope_endpoint_free (GscopeEndpoint *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeEndpoint, gscope_endpoint_free)

/* Returns the path of the socket that “unix:” means. */
char *gscope_endpoint_get_default_path (void);
/* Returns whether only this machine can be meant: a host name other than “localhost” is not looked up. */
gboolean gscope_endpoint_is_local (const GscopeEndpoint *self);
