/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Destroys a source of a main loop and drops the reference, as g_clear_pointer() calls it. */
static inline void
main_source_drop (GSource *source)
{
  g_source_destroy (source);
  g_source_unref (source);
}
