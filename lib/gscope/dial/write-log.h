/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/version.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_WRITE_LOG (gscope_write_log_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeWriteLog, gscope_write_log, GSCOPE, WRITE_LOG, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeWriteLog *
gscope_write_log_new (const char *server, const char *agent, gint64 since, GError **error);

G_END_DECLS
