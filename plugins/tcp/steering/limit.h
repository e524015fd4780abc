/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/choice.h"

#include <tsl/guard/guard.h>

/* How the send buffers of selected flows are limited: not at all, by a low-water mark, or by the
 * gate that the program publishes in its page. */
typedef enum
{
  TCP_METHOD_NONE,
  TCP_METHOD_LOW_WATER,
  TCP_METHOD_PAGE,
} TcpMethod;

/* The user's settings; an empty congestion control keeps each flow's own. */
typedef struct
{
  TcpChoice choice;
  TcpMethod method;
  double a;
  double b;
  char congestion_control[TCP_ALGORITHM_SIZE];
} TcpWish;

TcpWish *tcp_wish_new (void);
TcpWish *tcp_wish_copy (const TcpWish *self);
void tcp_wish_free (TcpWish *self);
/* Returns whether the wishes differ at most in A and B. */
gboolean tcp_wish_is_alike (const TcpWish *self, const TcpWish *other);

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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpWish, tcp_wish_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpLimit, tcp_limit_free)
