/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Returns the remedy if a setting of this machine forbids network namespaces to users, otherwise
 * NULL. The application calls it, too, before it starts mxtraf. */
const char *mxtraf_permission_find_remedy (void);
