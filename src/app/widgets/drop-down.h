/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Lets a list of texts be narrower than the chosen one, which is abbreviated there, and names its
 * button, which has the focus, after the list. */
void app_drop_down_prepare (GtkDropDown *self);
