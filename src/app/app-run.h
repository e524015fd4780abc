/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "app-options.h"

/* Opens the window and runs until it is closed. Returns the exit status. */
int app_run (const AppOptions *options);
