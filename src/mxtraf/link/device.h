/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Creates this network namespace's end of the link, the point-to-point TUN device "wan", and sets
 * it up. Returns its file descriptor, or -1. */
int mxtraf_device_open (const char *address, const char *peer, GError **error);
/* Sets the initial congestion window of new flows to the peer, in packets; 0 for the kernel's
 * default. */
gboolean mxtraf_device_set_initial_window (const char *address, const char *peer, guint8 tos,
                                           guint32 window, GError **error);
