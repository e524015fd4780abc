/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Makes a trace of Perfetto (https://perfetto.dev) of tuples with annotations, as a compressor does. Signals are
 * tracks in groups by the parts of their names: states are slices, other values counters. Markers, gaps and losses are
 * instants. Flushed data can be read. */
GConverter *gscope_perfetto_converter_new (void);
