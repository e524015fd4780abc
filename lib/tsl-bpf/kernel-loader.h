/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Such as wakeups_new (): NULL, and the reason, where this system or build cannot. */
typedef gpointer (*KernelLoad) (GError **error);
/* Takes the program over; it or the error is NULL. */
typedef void (*KernelLoaded) (gpointer program, const GError *error, gpointer data);

/* Loads a program into the kernel on a thread of its own: the kernel has to find the members of its types, which takes
 * it some tens of milliseconds. The caller gets one answer later, in the main context of its
 * thread. */
void kernel_loader_begin (KernelLoad load, KernelLoaded loaded, gpointer data);
