/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/clock/clock.h>
#include <gscope/dial/credentials.h>
#include <gscope/dial/endpoint.h>

/* Connects to an agent on the network, see dial/address.h. Takes ownership of the endpoint and of the task. */
void gscope_dial_async (GscopeEndpoint *endpoint, const char *pin, GscopeClock *clock, GTask *task);

/* Ends gscope_credentials_find_token_async() for an agent. Returns NULL without an error if there is no token. */
char *gscope_dial_find_token_finish (GscopeCredentials *credentials, GAsyncResult *result,
                                     const GscopeEndpoint *endpoint, GError **error);
