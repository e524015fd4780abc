/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/framing.h>

G_BEGIN_DECLS

typedef enum
{
  GSCOPE_WEB_SOCKET_CLIENT,
  GSCOPE_WEB_SOCKET_SERVER,
} GscopeWebSocketEnd;

/* The frames of a WebSocket (RFC 6455) after its handshake, seen from one of its ends, without
 * extensions. A message that begins with “{” is sent as text, another as binary. */
GscopeFraming *gscope_web_socket_framing_new (GscopeWebSocketEnd end);

G_END_DECLS
