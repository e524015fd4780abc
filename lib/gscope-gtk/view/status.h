/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

/* Returns a sentence that says why no signal is shown. */
char *gscope_gtk_view_explain_nothing (GscopeGtkView *self);
/* Returns a number that changes with the sentences of empty lanes, or of a view without lanes. */
guint gscope_gtk_view_hash_reasons (GscopeGtkView *self);
