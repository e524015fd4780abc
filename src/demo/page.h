/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "bench.h"

#define DEMO_TYPE_PAGE (demo_page_get_type ())
G_DECLARE_FINAL_TYPE (DemoPage, demo_page, DEMO, PAGE, AdwPreferencesPage)

/* Makes the page of a type of widget: the widget as its file in pages/ defines it, its
 * properties, and the file. */
GtkWidget *demo_page_new (const char *type, DemoBench *bench);
