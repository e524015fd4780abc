/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* A path that is typed, and the files and folders that begin with it. Emits “chosen” with the path of a file. */
#define APP_TYPE_FILE_LIST (app_file_list_get_type ())
G_DECLARE_FINAL_TYPE (AppFileList, app_file_list, APP, FILE_LIST, GtkWidget)

void app_file_list_set_path (AppFileList *self, const char *path);
/* Shows a problem of the file below the path, until the path changes; NULL for none. */
void app_file_list_show_problem (AppFileList *self, const char *problem);
/* Gives the focus to the path, with the cursor at its end. */
void app_file_list_focus (AppFileList *self);
