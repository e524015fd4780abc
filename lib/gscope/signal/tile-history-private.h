/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/tile-history.h>

/* Sets how many bytes the columns may take, by default 4 MiB, and forgets those that are known; for tests. */
void gscope_tile_history_set_max_bytes (GscopeTileHistory *self, gsize max_bytes);
