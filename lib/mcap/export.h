/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Marks the exported symbols; all others are hidden. */
#define MCAP_EXPORT __attribute__ ((visibility ("default"))) extern
