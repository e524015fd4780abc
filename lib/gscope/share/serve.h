/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

G_BEGIN_DECLS

GSCOPE_EXPORT gboolean gscope_serve (GscopeSource *source, int fd, gint64 delay, GError **error);

G_END_DECLS
