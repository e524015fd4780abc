/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A plugin in six kinds: one that works, one that refuses, one that is none, one whose function is nowhere
 * to be found, one for another version of the library, and one with a structure of another size. */

#include <gscope/gscope.h>

#define PLUGIN_WORKING 0
#define PLUGIN_REFUSING 1
#define PLUGIN_OTHER 2
#define PLUGIN_INCOMPLETE 3
#define PLUGIN_OLD 4
#define PLUGIN_LARGER 5

#if PLUGIN_KIND == PLUGIN_INCOMPLETE
gboolean measure_flux (void);
#endif

#if PLUGIN_KIND != PLUGIN_OTHER
static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
#if PLUGIN_KIND == PLUGIN_REFUSING
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED, "this machine has no flux");
  return FALSE;
#elif PLUGIN_KIND == PLUGIN_INCOMPLETE
  return measure_flux ();
#elif PLUGIN_KIND == PLUGIN_OLD || PLUGIN_KIND == PLUGIN_LARGER
  g_error ("a plugin for another version was called");
  return FALSE;
#else
  return gscope_registry_add_type (registry, "flux", GSCOPE_TYPE_SOURCE, "Flux", "Measures flux.",
                                   "flux", error);
#endif
}
#endif

#if PLUGIN_KIND == PLUGIN_OLD
_GSCOPE_EXTERN const GscopePlugin gscope_plugin;
const GscopePlugin gscope_plugin = { GSCOPE_PLUGIN_ABI - 1, register_types, { 0 } };
#elif PLUGIN_KIND == PLUGIN_LARGER
#define ENLARGE(type) sizeof (type) + (sizeof (type) == sizeof (GscopeSourceClass) ? 8 : 0)
_GSCOPE_EXTERN const GscopePlugin gscope_plugin;
const GscopePlugin gscope_plugin = { GSCOPE_PLUGIN_ABI,
                                     register_types,
                                     { GSCOPE_PLUGIN_STRUCTURES (ENLARGE) } };
#elif PLUGIN_KIND != PLUGIN_OTHER
GSCOPE_DEFINE_PLUGIN (register_types)
#endif
