/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/guard/kind-private.h>

/* Options of TCP sockets. */
extern const TslGuardKind tsl_option_kind;

/* Registers a socket option with a guard: an int, or a text of 1 to 16 bytes such as
 * TCP_CONGESTION. Return the setting's number, or 0. */
guint tsl_option_keep (int fd, int option, int value, TslGuard *guard, GError **error);
guint tsl_option_keep_text (int fd, int option, const char *text, TslGuard *guard, GError **error);
