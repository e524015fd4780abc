/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <netinet/in.h>

/* A pair of virtual network devices in namespaces of the calling thread and of the threads that it creates
 * later. They end with these threads. */

/* Each packet that one device sends is received by the other. */
#define WORKLOAD_PAIR_NEAR "near"
#define WORKLOAD_PAIR_FAR "far"

/* Enters the namespaces, and makes the devices; the receiving one, near, has NAPI. Needs
 * CAP_SYS_ADMIN. */
gboolean workload_pair_enter (GError **error);
/* Has the near device's packets received by a thread of the kernel instead of soft interrupts. */
gboolean workload_pair_set_threaded (gboolean is_threaded, GError **error);
/* Gets the address of the near device, as seen from the device that is named. */
gboolean workload_pair_get_address (const char *device, struct sockaddr_in6 *address);
