/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include <glib/gi18n-lib.h>

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "proc", PROC_TYPE_SOURCE, _ ("Kernel figures"),
      _ ("CPU, load, memory, network, disks and interrupts, and numbers in any text file."), "proc",
      error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
