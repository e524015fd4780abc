/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_time_parse (const char *text, GscopeClock *clock, gint64 begin, gint64 end,
                            gint64 from, gint64 *time, GError **error);

G_END_DECLS
