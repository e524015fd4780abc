/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/registry.h>

G_BEGIN_DECLS

/**
 * GscopePluginRegisterFunc:
 * @registry: where to add types of sources
 * @error: why the plugin offers nothing
 *
 * The one symbol that a plugin exports, under the name `gscope_plugin_register`. A plugin that
 * lacks a privilege or a kernel feature adds its types all the same, and its sources say what is
 * missing.
 *
 * Returns: %TRUE if it added its types
 */
typedef gboolean (*GscopePluginRegisterFunc) (GscopeRegistry *registry, GError **error);

GSCOPE_EXPORT void gscope_loader_load (GscopeRegistry *registry);

G_END_DECLS
