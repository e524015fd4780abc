/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/registry.h>

G_BEGIN_DECLS

/**
 * GSCOPE_PLUGIN_ABI:
 *
 * The version of the interface between the library and plugins. It increases with every change that
 * breaks compiled plugins: when the members of a structure change, or when a function is removed or
 * changes its arguments. The sizes of structures are compared separately.
 *
 * Since: 1.0
 */
#define GSCOPE_PLUGIN_ABI 7

/**
 * GSCOPE_PLUGIN_STRUCTURES: (skip)
 * @item: a macro that takes the name of a structure
 *
 * The structures that plugins derive from or fill in.
 *
 * Since: 1.0
 */
#define GSCOPE_PLUGIN_STRUCTURES(item)                                                             \
  item (GscopeSource), item (GscopeSourceClass), item (GscopeSourceSignal),                        \
      item (GscopeSourceParameter), item (GscopeSourceOption), item (GscopeDemand),                \
      item (GscopeTally), item (GscopeSample)

/**
 * GSCOPE_PLUGIN_MAX_STRUCTURES:
 *
 * The number of sizes for which a plugin's description has room.
 *
 * Since: 1.0
 */
#define GSCOPE_PLUGIN_MAX_STRUCTURES 16

/**
 * GscopePluginRegisterFunc:
 * @registry: where to add types of sources
 * @error: why the plugin has no types
 *
 * Adds a plugin's types. A plugin that lacks a privilege or a kernel feature still adds its types,
 * and the status of its sources says what is missing.
 *
 * Returns: %TRUE if it added its types
 *
 * Since: 1.0
 */
typedef gboolean (*GscopePluginRegisterFunc) (GscopeRegistry *registry, GError **error);

/**
 * GscopePlugin: (skip)
 * @abi: %GSCOPE_PLUGIN_ABI, as the plugin was compiled with
 * @register_types: adds the plugin's types
 * @sizes: (array fixed-size=16): the sizes of GSCOPE_PLUGIN_STRUCTURES(), as the plugin was compiled with
 *
 * A plugin's description of itself. GSCOPE_DEFINE_PLUGIN() writes it.
 *
 * Since: 1.0
 */
typedef struct
{
  guint abi;
  GscopePluginRegisterFunc register_types;
  gsize sizes[GSCOPE_PLUGIN_MAX_STRUCTURES];
} GscopePlugin;

/**
 * GSCOPE_DEFINE_PLUGIN:
 * @register_types: a #GscopePluginRegisterFunc
 *
 * Defines the one symbol that a plugin exports: `gscope_plugin`.
 *
 * Since: 1.0
 */
#define GSCOPE_DEFINE_PLUGIN(register_types)                                                       \
  _GSCOPE_EXTERN const GscopePlugin gscope_plugin;                                                 \
  const GscopePlugin gscope_plugin = { GSCOPE_PLUGIN_ABI,                                          \
                                       register_types,                                             \
                                       { GSCOPE_PLUGIN_STRUCTURES (sizeof) } };

GSCOPE_AVAILABLE_IN_1_0
void gscope_loader_load (GscopeRegistry *registry);

G_END_DECLS
