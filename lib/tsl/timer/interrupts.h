/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/version.h>

G_BEGIN_DECLS

TSL_AVAILABLE_IN_1_0
gint64 tsl_timer_interrupts_read (int cpu, GError **error);

G_END_DECLS
