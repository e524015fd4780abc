/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Connects to the agent at an address: “unix:PATH”, “unix:” for the default path, or “ssh://USER@HOST”. The task,
 * which it takes, returns a GIOStream: GSCOPE_ERROR_INVALID if this is no address, and another error if
 * the agent cannot be reached. */
void gscope_agent_address_open_async (const char *address, GTask *task);
