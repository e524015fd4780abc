/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Creates a source with n sine waves of known frequencies, for tests: number i, from 0 on, has the name
 * “wave/NUMBER”, a mean and a period of (1 + i % 10) seconds, and is at its mean at time 0 of the clock. The parameter
 * “amplitude” is 1 at first. */
GscopeSource *agent_simulation_new (guint n, double mean);
