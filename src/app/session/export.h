/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* The full names of the signals of a view that are not hidden. */
GStrv app_export_list_shown (GscopeGtkView *view);

/* The format that the name of a file asks for. */
GscopeExportFormat app_export_find_format (GFile *file);

/* Returns whether a view shows samples from before a connection, which are at an agent only. */
gboolean app_export_lacks_past (GscopeGtkView *view);

/* Makes an exporter of what a view shows, or without a view of all samples; NULL if the session has no scope. */
GscopeExporter *app_export_make_exporter (AppSession *session, GscopeGtkView *view);
