/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Returns the remedy for the setting of this machine that forbids users network namespaces; NULL if
 * none does. The application asks too, before it starts mxtraf. */
const char *mxtraf_permission_find_remedy (void);
