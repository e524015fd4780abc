/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Shows the latency of wake-ups and the kernel's mode of preemption. */
#define PREEMPTION_TYPE_SOURCE (preemption_source_get_type ())
G_DECLARE_FINAL_TYPE (PreemptionSource, preemption_source, PREEMPTION, SOURCE, GscopeSource)
