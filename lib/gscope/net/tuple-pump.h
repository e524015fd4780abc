/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Copies a stream of any kind into a socket, in a thread of its own, which ends with the stream, with
 * the socket or when it is cancelled. Returns the other end of the socket, or -1. */
int gscope_tuple_pump_start (GInputStream *stream, GCancellable *cancellable, GError **error);
