/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <tsl-bpf/kernel-program.h>

#include <tsl/error.h>

/* Only kernel_program_new() is ever called. */

KernelProgram *
kernel_program_new (const char *name, gsize n_words, guint n_counts, GError **error)
{
  g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
               _ ("cannot load BPF programs: Gscope was built without BPF; build it with clang, "
                  "libbpf and -Dbpf=enabled"));
  return NULL;
}

void
kernel_program_free (KernelProgram *self)
{
}

gpointer
kernel_program_get_words (KernelProgram *self)
{
  return NULL;
}

void
kernel_program_read_counts (KernelProgram *self, guint64 *counts)
{
}

gsize
kernel_program_read_events (KernelProgram *self, KernelEventFunc func, gpointer data)
{
  return 0;
}
