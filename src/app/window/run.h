/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/options.h"

/* Adds the data of this installation, such as schemas and workspaces, to what GLib looks for. It comes before
 * everything that reads them. */
void app_run_find_data (void);
/* Opens the window and runs until it is closed. Returns the exit status. */
int app_run (const AppOptions *options);
