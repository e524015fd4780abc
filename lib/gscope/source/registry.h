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
 */
typedef struct
{
  char *file;
  char *reason;
} GscopePluginFailure;

#define GSCOPE_TYPE_PLUGIN_FAILURE (gscope_plugin_failure_get_type ())
GSCOPE_EXPORT GType gscope_plugin_failure_get_type (void);
GSCOPE_EXPORT GscopePluginFailure *gscope_plugin_failure_copy (const GscopePluginFailure *self);
GSCOPE_EXPORT void gscope_plugin_failure_free (GscopePluginFailure *self);

#define GSCOPE_TYPE_REGISTRY (gscope_registry_get_type ())
GSCOPE_EXPORT G_DECLARE_FINAL_TYPE (GscopeRegistry, gscope_registry, GSCOPE, REGISTRY, GObject)

GSCOPE_EXPORT GscopeRegistry *gscope_registry_get_default (void);
GSCOPE_EXPORT GscopeRegistry *gscope_registry_new (void);
GSCOPE_EXPORT gboolean gscope_registry_add_type (GscopeRegistry *self, const char *name, GType type,
                                                 const char *title, const char *description,
                                                 const char *instance_name, GError **error);
GSCOPE_EXPORT GStrv gscope_registry_list_types (GscopeRegistry *self);
GSCOPE_EXPORT gboolean gscope_registry_has_type (GscopeRegistry *self, const char *name);
GSCOPE_EXPORT GType gscope_registry_get_gtype (GscopeRegistry *self, const char *name);
GSCOPE_EXPORT const char *gscope_registry_get_title (GscopeRegistry *self, const char *name);
GSCOPE_EXPORT const char *gscope_registry_get_description (GscopeRegistry *self, const char *name);
GSCOPE_EXPORT const char *
gscope_registry_get_instance_name (GscopeRegistry *self, const char *name);
GSCOPE_EXPORT const GscopeSourceOption *
gscope_registry_get_options (GscopeRegistry *self, const char *name, guint *n_options);
GSCOPE_EXPORT const char *
gscope_registry_translate (GscopeRegistry *self, const char *name, const char *text);
GSCOPE_EXPORT GscopeSource *
gscope_registry_create (GscopeRegistry *self, const char *name, const char *instance_name,
                        GVariant *options, GError **error);
GSCOPE_EXPORT void
gscope_registry_add_failure (GscopeRegistry *self, const char *file, const char *reason);
GSCOPE_EXPORT GPtrArray *gscope_registry_get_failures (GscopeRegistry *self);

G_END_DECLS
