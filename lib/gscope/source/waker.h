/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
GSource *gscope_waker_new (const char *name, int priority, GSourceFunc func, gpointer user_data);

G_END_DECLS
