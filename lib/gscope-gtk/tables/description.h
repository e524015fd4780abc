/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

/* Shows of all described signals those whose names have a prefix; NULL for all again. Changes of the signals stay, also
 * of those that are no longer shown. */
void gscope_gtk_view_set_prefix (GscopeGtkView *self, const char *prefix);
