/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A program in the kernel (BPF) and what it shares with this one: words, counts of each processor and a ring
 * of events. It runs from when it is made until it is freed or the process ends. */
typedef struct _KernelProgram KernelProgram;

/* Called with one event, which is the kernel's again afterwards. */
typedef void (*KernelEventFunc) (gconstpointer event, gpointer data);

/* NULL where this system or build cannot. */
KernelProgram *kernel_program_new (const char *name, gsize n_words, guint n_counts, GError **error);
void kernel_program_free (KernelProgram *self);

/* As many bytes as was asked for. Both sides access them at any time. */
gpointer kernel_program_get_words (KernelProgram *self);
/* Adds up the counts of all processors. One thread at a time. */
void kernel_program_read_counts (KernelProgram *self, guint64 *counts);
/* Takes all events out of the ring. One thread at a time, which may be another than that which counts. */
gsize kernel_program_read_events (KernelProgram *self, KernelEventFunc func, gpointer data);
