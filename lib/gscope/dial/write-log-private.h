/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/dial/write-log.h>

G_BEGIN_DECLS

/* Begins to read the log of writes, and measures the silence of the server on a clock. */
GscopeWriteLog *gscope_write_log_new_for_clock (const char *server, const char *agent, gint64 since,
                                                GscopeClock *clock, GError **error);

G_END_DECLS
