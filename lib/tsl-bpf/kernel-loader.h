/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A constructor such as wakeups_new (). Returns NULL with an error if this system or build does not
 * support it. */
typedef gpointer (*KernelLoad) (GError **error);
/* Receives the program, which it owns, or the error; the other is NULL. */
typedef void (*KernelLoaded) (gpointer program, const GError *error, gpointer data);

/* Loads a program into the kernel on a separate thread, because finding the members of the kernel's
 * types takes some tens of milliseconds. Calls `loaded` once in the thread-default main context of
 * the caller. */
void kernel_loader_begin (KernelLoad load, KernelLoaded loaded, gpointer data);
