/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Makes a capture of Sysprof of tuples with annotations, as a compressor does. Signals are counters whose categories are their
 * sources; states are marks that last, and markers, gaps and losses are marks that do not. A file can be read up to its last flush. */
GConverter *gscope_sysprof_converter_new (void);
