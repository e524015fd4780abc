/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/carrier.h>

/* The connection to an agent that ssh starts on another machine. When it ends, its error says in a sentence why ssh, or
 * the agent, ended, and what to do. */
#define GSCOPE_TYPE_SSH_CARRIER (gscope_ssh_carrier_get_type ())
G_DECLARE_FINAL_TYPE (GscopeSshCarrier, gscope_ssh_carrier, GSCOPE, SSH_CARRIER, GscopeCarrier)

/* The host is a destination of ssh: HOST, USER@HOST or ssh://USER@HOST:PORT. */
GscopeCarrier *gscope_ssh_carrier_new (const char *host, GError **error);
/* Returns why ssh ended, by its exit status and by the last lines that it printed. */
GError *gscope_ssh_carrier_explain (const char *host, int status, const char *lines);
