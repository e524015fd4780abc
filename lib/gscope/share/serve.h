/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

G_BEGIN_DECLS

GSCOPE_EXPORT gboolean gscope_serve (GscopeSource *source, int fd, gint64 delay, GError **error);

GSCOPE_EXPORT void gscope_end_with_parent (void);

G_END_DECLS
