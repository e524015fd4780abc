/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "real-rate-source.h"

GSCOPE_EXPORT gboolean gscope_plugin_register (GscopeRegistry *registry, GError **error);

gboolean
gscope_plugin_register (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "real-rate", REAL_RATE_TYPE_SOURCE, "Real rate",
                                   "Threads whose proportion of a processor follows their "
                                   "progress, and the queues between them.",
                                   "real-rate", error);
}
