/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A plugin in three kinds: one that works, one that refuses, and one that is none. */

#include <gscope/gscope.h>

#if PLUGIN_KIND != 2
GSCOPE_EXPORT gboolean gscope_plugin_register (GscopeRegistry *registry, GError **error);

gboolean
gscope_plugin_register (GscopeRegistry *registry, GError **error)
{
#if PLUGIN_KIND == 1
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED, "this machine has no flux");
  return FALSE;
#else
  return gscope_registry_add_type (registry, "flux", GSCOPE_TYPE_SOURCE, "Flux", "Measures flux.",
                                   "flux", error);
#endif
}
#endif
