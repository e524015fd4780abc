/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

/* Returns the object that keeps the single objects of the program as its data. The first call makes it; any thread may
 * call this. */
GObject *gscope_keeper_get (void);
