/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Connects standard input and output with the agent of the user that listens at its default path, until either end
 * closes. Returns FALSE at once if no agent answers there. */
gboolean agent_relay_run (void);
