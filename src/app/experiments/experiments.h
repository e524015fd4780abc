/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/session.h"

/* The window that makes and runs experiments: a parameter swept, a signal measured, the results as a plot and a table. It puts
 * every parameter back when a run ends, and when it is closed. */
#define APP_TYPE_EXPERIMENTS (app_experiments_get_type ())
G_DECLARE_FINAL_TYPE (AppExperiments, app_experiments, APP, EXPERIMENTS, AdwWindow)

void app_experiments_open (GtkWindow *parent, AppSession *session);
/* The same of a workspace that runs on any clock. origin: its file; NULL for one that was not saved. */
AppExperiments *app_experiments_new (GtkWindow *parent, GscopeWorkspace *workspace, GFile *origin);
