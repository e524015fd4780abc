/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* The full names of the signals of a view that are not hidden. */
GStrv app_export_list_shown (GscopeGtkView *view);

/* The format that the name of a file asks for. */
GscopeExportFormat app_export_find_format (GFile *file);

/* Writes samples to a file, as tuples or, by the file's name, as comma-separated values: what a view
 * shows, or all that the session has. */
void app_export_data_async (AppSession *session, GscopeGtkView *view, gboolean all,
                            GscopeExportTimes times, GFile *file, GAsyncReadyCallback callback,
                            gpointer user_data);
gboolean app_export_data_finish (GAsyncResult *result, GError **error);
