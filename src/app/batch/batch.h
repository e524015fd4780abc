/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <json-glib/json-glib.h>

#include "session/options.h"

/* The commands of the program without a window. Each returns the exit status. */
int app_batch_print_version (void);
int app_batch_list_plugins (void);
int app_batch_list_formats (void);
int app_batch_record (const AppOptions *options);
int app_batch_check (const AppOptions *options);
int app_batch_export (const AppOptions *options);
int app_batch_compare (const AppOptions *options);
int app_batch_experiment (const AppOptions *options);

/* Prints the problems of a workspace from a number on. Returns how many there are. */
guint app_batch_tell_problems (GscopeWorkspace *workspace, guint n_told);
void app_batch_print_json (JsonObject *object);
/* Returns how many samples there are, how many were lost or late, and how many gaps. */
char *app_batch_describe_samples (guint64 n_samples, const GscopeTally *tally);
/* Prints the losses of a signal or source, a line for each cause. */
void app_batch_print_losses (const char *name, const GscopeTally *tally);
