/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/agent/endpoint.h>
#include <gscope/clock/clock.h>

/* Connects to an agent at a NATS server, see agent/address.h. Takes ownership of the endpoint and of the task. */
void gscope_dial_nats_async (GscopeEndpoint *endpoint, GscopeClock *clock, GTask *task);
