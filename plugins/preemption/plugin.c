/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include <glib/gi18n-lib.h>

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "preemption", PREEMPTION_TYPE_SOURCE, _ ("Preemption"),
      _ ("How long the kernel keeps the most urgent thread waiting: the latency of each wake-up, "
         "and where the kernel may be preempted."),
      "preemption", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
