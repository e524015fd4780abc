/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* An event source that runs its callback once each time that any thread makes it ready with
 * g_source_set_ready_time (source, 0). It comes before other sources, but leaves them half of the main
 * loop's time. */
GSource *gscope_waker_new (GSourceFunc func, gpointer user_data);
