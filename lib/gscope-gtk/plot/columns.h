/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/viewport.h>

/* The columns of a viewport: which of them is where in the plot. */

/* Returns a / b, rounded down for times before 0 too. */
gint64 gscope_gtk_divide_down (gint64 a, gint64 b);
