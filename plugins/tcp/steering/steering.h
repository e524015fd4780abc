/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/ranking.h"
#include "steering/wish.h"

/* Applies the wish to the shown flows that it chooses. One thread at a time. */
typedef struct _TcpSteering TcpSteering;

TcpSteering *tcp_steering_new (void);
void tcp_steering_free (TcpSteering *self);

/* FALSE where it is refused for all flows that are chosen: then the old wish stands. */
gboolean
tcp_steering_set (TcpSteering *self, const TcpWish *wish, TcpRanking *ranking, GError **error);
/* After a list: flows came and went. */
void tcp_steering_follow (TcpSteering *self, TcpRanking *ranking);
/* Several times a second. */
void tcp_steering_update (TcpSteering *self);
/* Puts back what was, until flows are followed again. */
void tcp_steering_release (TcpSteering *self);

const TcpWish *tcp_steering_get_wish (TcpSteering *self);
guint tcp_steering_get_n_limited (TcpSteering *self);
/* Why the last flow of which it was refused is not ours to touch, or NULL. */
const char *tcp_steering_get_trouble (TcpSteering *self);
