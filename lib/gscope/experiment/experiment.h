/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/experiment/records.h>

G_BEGIN_DECLS

/**
 * GSCOPE_EXPERIMENT_MAX_BYTES:
 *
 * The most bytes that the file of an experiment may have.
 *
 * Since: 1.0
 */
#define GSCOPE_EXPERIMENT_MAX_BYTES (256 * 1024)

#define GSCOPE_TYPE_EXPERIMENT (gscope_experiment_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeExperiment, gscope_experiment, GSCOPE, EXPERIMENT, GObject)

GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_experiment_find (const char *name, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_experiment_list (void);
GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_experiment_find_folder (GFile *workspace);
GSCOPE_AVAILABLE_IN_1_0
GscopeExperiment *gscope_experiment_new_from_file (GFile *file, gboolean quick, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeExperiment *
gscope_experiment_new_from_data (const char *data, gssize length, gboolean quick, GError **error);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_get_data (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_get_checksum (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_experiment_get_quick (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_get_name (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_get_title (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_get_description (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_experiment_find_workspace (GscopeExperiment *self, GError **error);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_get_kernel (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_experiment_list_figures (void);
GSCOPE_AVAILABLE_IN_1_0
const char *const *gscope_experiment_get_figures (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_experiment_get_settings (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_experiment_get_parameter (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_experiment_get_logarithmic (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_experiment_get_repetitions (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_experiment_get_settle (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_experiment_get_run (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
const char *const *gscope_experiment_get_record (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_experiment_get_points (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_experiment_get_steps (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_experiment_get_measures (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_experiment_get_papers (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_experiment_get_claims (GscopeExperiment *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_experiment_find_point (GscopeExperiment *self, const char *name, guint *position);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_experiment_find_measure (GscopeExperiment *self, const char *name, guint *position);
GSCOPE_AVAILABLE_IN_1_0
double gscope_experiment_get_paper_value (GscopeExperiment *self, guint measure, guint point);

G_END_DECLS
