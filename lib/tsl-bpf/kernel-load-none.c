/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <tsl-bpf/kernel-load.h>

#include <tsl/error.h>

gboolean
kernel_load (const char *name, KernelFiles *files, GError **error)
{
  g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
               _ ("cannot load BPF programs: Gscope was built without BPF; build it with clang, "
                  "libbpf and -Dbpf=enabled"));
  return FALSE;
}

void
kernel_unload (KernelFiles *files)
{
}
