/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

/* Returns the object whose data are what the program has once. The first call makes it; any thread may call. */
GObject *gscope_keeper_get (void);
