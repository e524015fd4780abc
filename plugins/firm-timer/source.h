/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#define FIRM_TIMER_TYPE_SOURCE (firm_timer_source_get_type ())
G_DECLARE_FINAL_TYPE (FirmTimerSource, firm_timer_source, FIRM_TIMER, SOURCE, GscopeSource)
