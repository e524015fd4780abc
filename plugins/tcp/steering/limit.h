/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "diag/message.h"
#include "steering/wish.h"

#include <tsl/guard/guard.h>

/* Limits the send buffer of a flow. */
typedef struct _TcpLimit TcpLimit;

/* Fails if this program may not change the flow. The guard restores the flow's settings if this
 * program is killed. */
TcpLimit *
tcp_limit_new (const TcpSocket *socket, const TcpWish *wish, TslGuard *guard, GError **error);
/* Restores the flow's original settings. */
void tcp_limit_free (TcpLimit *self);

gboolean tcp_limit_set (TcpLimit *self, double a, double b, GError **error);
/* Updates the limit for the flow's present state; called several times a second. */
gboolean tcp_limit_update (TcpLimit *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpLimit, tcp_limit_free)
