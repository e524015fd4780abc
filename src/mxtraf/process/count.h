/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Writes a counter of this process in the shared page (counters.h). */
static inline void
mxtraf_count_set (guint64 *counter, guint64 value)
{
  __atomic_store_n (counter, value, __ATOMIC_RELAXED);
}

static inline void
mxtraf_count_add (guint64 *counter, guint64 n)
{
  mxtraf_count_set (counter, *counter + n);
}
