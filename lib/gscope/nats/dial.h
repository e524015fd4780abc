/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/clock/clock.h>
#include <gscope/nats/bus.h>

/* Asks the agent of a name for a connection. `token` may be NULL. The task, which it takes, returns a GscopeCarrier. */
void gscope_nats_dial_async (GscopeNatsBus *bus, const char *name, const char *token,
                             GscopeClock *clock, GTask *task);
