/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "cli/options.h"

/* Prints whether mxtraf can run on this machine, or the reason why not. Returns the exit status. */
int mxtraf_check (const MxtrafOptions *options);
