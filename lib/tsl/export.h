/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Everything is hidden but what this marks. */
#define TSL_EXPORT __attribute__ ((visibility ("default"))) extern
