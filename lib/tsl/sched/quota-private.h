/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Removes a control group; what is in it goes to the one above. Returns whether it is gone. */
gboolean tsl_quota_remove (const char *path);
