/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>
#include <gscope/clock/clock.h>

/* Connects to the agent at an address (dial/endpoint.h), with the default credentials. `pin` is the fingerprint that its
 * certificate has to have; empty for any that is trusted. The task, which it takes, returns a GscopeCarrier:
 * GSCOPE_ERROR_INVALID if this is no address, GSCOPE_ERROR_CERTIFICATE, GSCOPE_ERROR_TOKEN, and another error if the agent
 * cannot be reached. */
void gscope_agent_address_open_async (const char *address, const char *pin, GscopeClock *clock,
                                      GTask *task);
