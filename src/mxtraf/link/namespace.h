/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Makes this process the root of a new user namespace, unless it may create network namespaces
 * without one. The process must have only one thread. */
gboolean mxtraf_namespace_enter_user (GError **error);
/* Moves this process into a new network namespace with its loopback interface up. */
gboolean mxtraf_namespace_enter_net (GError **error);
/* Writes a setting of this process's network namespace, such as "ipv4/tcp_ecn". */
gboolean mxtraf_namespace_set (const char *name, const char *value, GError **error);
