/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The options that a user can enter. The amplitude is a parameter too. */
extern const GscopeSourceOption demo_options[];

/* Reads the option "signals", an array of waves' names: offered has DEMO_N_WAVES elements. */
gboolean demo_options_read_waves (GVariant *names, gboolean *offered, GError **error);
