/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* A button that finds all firings of a trigger in the samples at hand, or in a whole recording, and adds their captures to a
 * list. It shows the progress, and can be cancelled. */
#define APP_TYPE_FINDING (app_finding_get_type ())
G_DECLARE_FINAL_TYPE (AppFinding, app_finding, APP, FINDING, AdwBin)

/* NULL for none. A search in another list is cancelled. */
void app_finding_set_list (AppFinding *self, GscopeCaptureList *list, guint max_count);
