/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/message.h"
#include "steering/wish.h"

#include <tsl/guard/guard.h>

/* The limiter of the send buffer of one flow. */
typedef struct _TcpLimit TcpLimit;

/* An error says why the flow is not ours to touch. The guard puts back what was turned, should this
 * program die. */
TcpLimit *
tcp_limit_new (const TcpSocket *socket, const TcpWish *wish, TslGuard *guard, GError **error);
/* Puts back what was. */
void tcp_limit_free (TcpLimit *self);

gboolean tcp_limit_set (TcpLimit *self, double a, double b, GError **error);
/* Several times a second: follows the flow. */
gboolean tcp_limit_update (TcpLimit *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpLimit, tcp_limit_free)
