/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/experiment/results.h>
#include <gscope/workspace/workspace.h>

/* Finds the signal of a full name, or the first one that matches a pattern. Returns NULL if there is none. */
GscopeSignal *gscope_experiment_find_signal (GscopeWorkspace *workspace, const char *pattern);
/* Takes all measures of a run from `begin` to `end`. Returns why a value is missing, to be freed; NULL if none is. */
char *gscope_experiment_take_values (GscopeExperiment *self, GscopeWorkspace *workspace,
                                     gint64 begin, gint64 end, double *values);
/* Returns how many samples all scopes have lost, or got too late; and their longest delay, nanoseconds. */
guint64 gscope_experiment_count_losses (GscopeWorkspace *workspace);
gint64 gscope_experiment_find_delay (GscopeWorkspace *workspace);
/* Takes the samples that have come. */
void gscope_experiment_drain (GscopeWorkspace *workspace);

/* Lists the full names of the signals of a scope that are to be recorded. */
GStrv gscope_experiment_list_recorded (GscopeExperiment *self, GscopeScope *scope);
/* How much the recordings of an experiment may take, MiB, to which a run adds at most its own. */
#define GSCOPE_EXPERIMENT_MAX_RECORDED 64
/* Returns whether recordings, as files, leave room for another one. */
gboolean gscope_experiment_has_room (GPtrArray *recordings);
/* Returns the file for the samples of a run of a point and a scope, beside the file of the results; NULL if the
 * results have no file. */
GFile *gscope_experiment_find_recording (GscopeExperimentResults *results, guint point,
                                         guint repetition, guint scope);
/* Writes the samples of a run, which began at `begin`, to a file for each scope. The samples are in the traces, from which they are
 * written meanwhile. The files are added to `recordings`. Returns their number: `callback` is called for each, with a GscopeExporter and with a
 * reference to the owner. */
guint gscope_experiment_export (GscopeExperimentResults *results, GscopeWorkspace *workspace,
                                guint point, guint repetition, gint64 begin, GPtrArray *recordings,
                                GAsyncReadyCallback callback, gpointer owner);

/* Returns what the sources say about themselves, such as “simulated”: a new `a{sv}`, by names that begin with “source”. */
GVariant *gscope_experiment_list_statuses (GscopeWorkspace *workspace);
