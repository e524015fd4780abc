/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The real-rate schedulers of programs that link libtsl: threads with their controllers, queues. */
#define REAL_RATE_TYPE_SOURCE (real_rate_source_get_type ())
G_DECLARE_FINAL_TYPE (RealRateSource, real_rate_source, REAL_RATE, SOURCE, GscopeSource)
