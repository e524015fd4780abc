/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A BPF program in the kernel with the maps that it shares with this process: words, per-processor
 * counts and a ring of events. It runs until it is freed or the process ends. */
typedef struct _KernelProgram KernelProgram;

/* Called with one event, which is valid only during the call. */
typedef void (*KernelEventFunc) (gconstpointer event, gpointer data);

/* Returns NULL with an error if this system or build does not support it. */
KernelProgram *kernel_program_new (const char *name, gsize n_words, guint n_counts, GError **error);
void kernel_program_free (KernelProgram *self);

/* Returns the n_words bytes of shared memory. The kernel may access them at any time. */
gpointer kernel_program_get_words (KernelProgram *self);
/* Adds up the counts of all processors. One thread at a time may call it. */
void kernel_program_read_counts (KernelProgram *self, guint64 *counts);
/* Reads and removes all events of the ring. One thread at a time may call it; another thread may
 * read the counts meanwhile. */
gsize kernel_program_read_events (KernelProgram *self, KernelEventFunc func, gpointer data);
