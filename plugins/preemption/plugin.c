/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include <glib/gi18n-lib.h>

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "preemption", PREEMPTION_TYPE_SOURCE, _ ("Preemption"),
      _ ("How long the kernel delays the most urgent thread: the latency of each wake-up, and the "
         "kernel's mode of preemption."),
      "preemption", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
