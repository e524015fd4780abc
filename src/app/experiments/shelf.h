/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* An experiment that can be chosen, and the results that are kept of it; NULL for none. */
typedef struct
{
  GscopeExperiment *experiment;
  GscopeExperimentResults *kept;
} AppShelfEntry;

/* The experiments of a workspace: the ready-made ones, and those whose results its folder keeps. */
#define APP_TYPE_SHELF (app_shelf_get_type ())
G_DECLARE_FINAL_TYPE (AppShelf, app_shelf, APP, SHELF, GObject)

/* origin: the file of the workspace; NULL for one that was not saved. */
AppShelf *app_shelf_new (GscopeWorkspace *workspace, GFile *origin);
/* Reads the experiments again. */
void app_shelf_read (AppShelf *self);
/* Returns the entries, AppShelfEntry: valid until they are read again. */
GPtrArray *app_shelf_get_entries (AppShelf *self);
/* Returns the folder of the results, which may not exist. */
GFile *app_shelf_get_folder (AppShelf *self);
/* Writes the document of a draft to the folder, and also its workspace if it has no file. */
GscopeExperiment *app_shelf_add (AppShelf *self, GscopeExperimentDraft *draft, GError **error);
/* Writes the document of a draft to a file of the user. */
gboolean app_shelf_save (AppShelf *self, GscopeExperimentDraft *draft, GFile *file, GError **error);
/* Returns whether an experiment runs in the workspace that is open. */
gboolean app_shelf_is_of_workspace (AppShelf *self, GscopeExperiment *experiment);
