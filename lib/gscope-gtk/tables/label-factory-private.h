/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/tables/label-factory.h>

/* Makes rows of the texts of a GtkStringList. */
GtkListItemFactory *gscope_gtk_label_factory_new_for_texts (void);
