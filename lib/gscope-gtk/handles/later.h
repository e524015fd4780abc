/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* A view is arranged while it is allocated, too. Then neither it nor its handles may be queued for another allocation, which
 * would be lost, so that these wait until just before the next frame. */

/* Allocates a view again. */
void gscope_gtk_allocate_later (GtkWidget *view);
/* Shows a handle or hides it. */
void gscope_gtk_show_later (GtkWidget *handle, gboolean shown);
