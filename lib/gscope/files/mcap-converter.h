/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Makes an MCAP file of tuples with annotations, as a compressor does. The samples of one time whose signals have
 * names with the same beginning are a message of a channel, and annotations are messages of a channel of their own.
 * A file can be read up to its last flush. */
GConverter *gscope_mcap_converter_new (void);
