/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Has a player read its whole recording into memory, into a scope that has the transport of the player as its clock. Calls a
 * function when that is done or has failed, returns when something quits the loop, and stops the player. */
void app_batch_read (GscopePlayer *player, GscopeScope *scope, GMainLoop *loop,
                     GAsyncReadyCallback started, gpointer data);
