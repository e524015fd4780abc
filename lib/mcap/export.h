/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/version.h>

/* The former name of the macro. */
#define MCAP_EXPORT MCAP_AVAILABLE_IN_1_0
