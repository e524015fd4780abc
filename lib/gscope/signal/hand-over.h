/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Called by the thread that hands something over, and then by the one that takes it: what the first has
 * done, the other sees. GTask and GIO see to that too; but ThreadSanitizer, which GLib is built without,
 * does not see how. */
static inline void
gscope_hand_over (int *turn)
{
  g_atomic_int_inc (turn);
}
