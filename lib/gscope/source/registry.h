/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

G_BEGIN_DECLS

/**
 * GscopePluginFailure:
 * @file: the plugin or the directory
 * @reason: why it was not loaded, and what to do
 *
 * A plugin that could not be loaded.
 *
 * Since: 1.0
 */
typedef struct
{
  char *file;
  char *reason;
} GscopePluginFailure;

#define GSCOPE_TYPE_PLUGIN_FAILURE (gscope_plugin_failure_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_plugin_failure_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopePluginFailure *gscope_plugin_failure_copy (const GscopePluginFailure *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_plugin_failure_free (GscopePluginFailure *self);

#define GSCOPE_TYPE_REGISTRY (gscope_registry_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeRegistry, gscope_registry, GSCOPE, REGISTRY, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeRegistry *gscope_registry_get_default (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeRegistry *gscope_registry_new (void);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_registry_add_type (GscopeRegistry *self, const char *name, GType type, const char *title,
                          const char *description, const char *instance_name, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_registry_list_types (GscopeRegistry *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_registry_has_type (GscopeRegistry *self, const char *name);
GSCOPE_AVAILABLE_IN_1_0
GType gscope_registry_get_gtype (GscopeRegistry *self, const char *name);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_registry_get_title (GscopeRegistry *self, const char *name);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_registry_get_description (GscopeRegistry *self, const char *name);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_registry_get_instance_name (GscopeRegistry *self, const char *name);
GSCOPE_AVAILABLE_IN_1_0
const GscopeSourceOption *
gscope_registry_get_options (GscopeRegistry *self, const char *name, guint *n_options);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_registry_translate (GscopeRegistry *self, const char *name, const char *text);
GSCOPE_AVAILABLE_IN_1_0
GscopeSource *gscope_registry_create (GscopeRegistry *self, const char *name,
                                      const char *instance_name, GVariant *options, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_registry_add_failure (GscopeRegistry *self, const char *file, const char *reason);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_registry_get_failures (GscopeRegistry *self);

G_END_DECLS
