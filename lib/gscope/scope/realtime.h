/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_realtime_begin (int priority);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_realtime_bound (gint64 most);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_realtime_is_on (int thread);

G_END_DECLS
