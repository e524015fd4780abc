/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/version.h>
#include <gscope/gscope.h>

G_BEGIN_DECLS

GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_experiment_report_to_html (GPtrArray *results);
GSCOPE_GTK_AVAILABLE_IN_1_0
GFile *gscope_gtk_experiment_report_write (GFile *folder, GError **error);

G_END_DECLS
