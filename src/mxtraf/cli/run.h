/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "cli/options.h"

/* Sends traffic as the command line says. Returns the exit status. */
int mxtraf_run (const MxtrafOptions *options);
