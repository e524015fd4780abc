/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/clock/clock.h>
#include <gscope/dial/endpoint.h>

/* Connects to an agent at a NATS server, see dial/address.h. Takes ownership of the endpoint and of the task. */
void gscope_dial_nats_async (GscopeEndpoint *endpoint, GscopeClock *clock, GTask *task);
