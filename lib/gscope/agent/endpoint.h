/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The address of an agent, as text: “unix:PATH”, “unix:” for the default path, “ssh://USER@HOST”, “ws://HOST:PORT” on
 * this machine, “wss://HOST:PORT”, and “HOST:PORT” or “HOST” for the same. */

#define GSCOPE_ENDPOINT_PORT 4270

typedef enum
{
  GSCOPE_ENDPOINT_UNIX,
  GSCOPE_ENDPOINT_SSH,
  GSCOPE_ENDPOINT_WS,
  GSCOPE_ENDPOINT_WSS,
} GscopeEndpointKind;

typedef struct
{
  GscopeEndpointKind kind;
  /* or the path of a Unix socket, or the user and host of ssh */
  char *host;
  guint16 port;
  /* the whole address, as it is shown, and by which tokens and certificates are found */
  char *text;
  /* for HTTP */
  char *uri;
} GscopeEndpoint;

GscopeEndpoint *gscope_endpoint_parse (const char *text, GError **error);
void gscope_endpoint_free (GscopeEndpoint *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeEndpoint, gscope_endpoint_free)

/* Returns whether only this machine can be meant: a host name other than “localhost” is not looked up. */
gboolean gscope_endpoint_is_local (const GscopeEndpoint *self);
