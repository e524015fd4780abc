/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

/* The former name of the macro. */
#define GSCOPE_EXPORT GSCOPE_AVAILABLE_IN_1_0
