/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

/* Makes a row for each property that an object has beside those of GtkWidget, in an array. A row
 * follows its property, and edits it where it can be set: a switch, a list, a number or a text.
 * The row of an object opens rows of that object's properties. */
GPtrArray *demo_properties_make_rows (GObject *object);
