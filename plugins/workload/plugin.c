/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "remote.h"

#include <glib/gi18n-lib.h>
#include <gscope/source/loader.h>

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "workload", WORKLOAD_TYPE_REMOTE, _ ("Workload"),
      _ ("Workloads for experiments: periodic tasks, competing threads, decoders, loads."),
      "workload", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
