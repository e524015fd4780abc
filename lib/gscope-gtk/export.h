/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

/* Everything is hidden but what this marks. */
#define GSCOPE_GTK_EXPORT __attribute__ ((visibility ("default"))) extern
