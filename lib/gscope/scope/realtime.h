/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/export.h>

G_BEGIN_DECLS

GSCOPE_EXPORT gboolean gscope_realtime_begin (int priority);
GSCOPE_EXPORT gboolean gscope_realtime_bound (gint64 most);
GSCOPE_EXPORT gboolean gscope_realtime_is_on (int thread);

G_END_DECLS
