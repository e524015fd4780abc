/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "flows/ranking.h"
#include "steering/limit.h"

/* Limits the send buffers of the shown flows that the wish selects. One thread at a time may use
 * it. */
typedef struct _TcpSteering TcpSteering;

TcpSteering *tcp_steering_new (void);
void tcp_steering_free (TcpSteering *self);

/* Returns FALSE if the wish is refused for all selected flows; the old wish then stays in force. */
gboolean
tcp_steering_set (TcpSteering *self, const TcpWish *wish, TcpRanking *ranking, GError **error);
/* Adds and removes limits after a list. */
void tcp_steering_follow (TcpSteering *self, TcpRanking *ranking);
/* Updates all limits; called several times a second. */
void tcp_steering_update (TcpSteering *self);
/* Restores the settings of all flows, until the next tcp_steering_follow(). */
void tcp_steering_release (TcpSteering *self);

const TcpWish *tcp_steering_get_wish (TcpSteering *self);
/* Returns whether the wish limits no flow. */
gboolean tcp_steering_is_idle (TcpSteering *self);
guint tcp_steering_get_n_limited (TcpSteering *self);
/* Returns the reason of the last refusal for a flow, or NULL. */
const char *tcp_steering_get_trouble (TcpSteering *self);
/* Returns whether the reason was a missing privilege. */
gboolean tcp_steering_is_denied (TcpSteering *self);
