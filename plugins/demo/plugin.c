/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "demo", DEMO_TYPE_SOURCE, "Demo",
      "Waves whose frequency, amplitude and noise are parameters; the template of a plugin.",
      "demo", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
