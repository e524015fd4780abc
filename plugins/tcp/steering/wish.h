/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/choice.h"

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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TcpWish, tcp_wish_free)
