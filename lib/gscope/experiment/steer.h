/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/workspace/workspace.h>

/* Writes parameters of a workspace by their full names, and puts back what they were. */
#define GSCOPE_TYPE_EXPERIMENT_STEER (gscope_experiment_steer_get_type ())
G_DECLARE_FINAL_TYPE (GscopeExperimentSteer, gscope_experiment_steer, GSCOPE, EXPERIMENT_STEER,
                      GObject)

GscopeExperimentSteer *gscope_experiment_steer_new (GscopeWorkspace *workspace, GscopeClock *clock);
/* Writes values, `a{sv}`, one after the other. A parameter that is not there may appear within ten seconds; one that is refused
 * is tried again after the others. */
void gscope_experiment_steer_apply_async (GscopeExperimentSteer *self, GVariant *settings,
                                          GCancellable *cancellable, GAsyncReadyCallback callback,
                                          gpointer user_data);
gboolean gscope_experiment_steer_apply_finish (GscopeExperimentSteer *self, GAsyncResult *result,
                                               GError **error);
/* Lists what is to be put back, `a{sv}`: the values before the first write, by the full names of parameters. */
GVariant *gscope_experiment_steer_list_old (GscopeExperimentSteer *self);
/* Puts back every parameter that was written, the last one first. An error names those that refuse. */
void gscope_experiment_steer_restore_async (GscopeExperimentSteer *self,
                                            GAsyncReadyCallback callback, gpointer user_data);
gboolean gscope_experiment_steer_restore_finish (GscopeExperimentSteer *self, GAsyncResult *result,
                                                 GError **error);
