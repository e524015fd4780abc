/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "demo-source.h"

GSCOPE_EXPORT gboolean gscope_plugin_register (GscopeRegistry *registry, GError **error);

gboolean
gscope_plugin_register (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "demo", DEMO_TYPE_SOURCE, "Demo",
      "Waves whose frequency, amplitude and noise are parameters; the template of a plugin.",
      "demo", error);
}
