/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_serve (GscopeSource *source, int fd, gint64 delay, GError **error);

GSCOPE_AVAILABLE_IN_1_0
void gscope_end_with_parent (void);

G_END_DECLS
