/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "app-history.h"

/* Removes something, as a step that can be undone. */
/* Return the number of the step. */
guint
app_removal_remove_source (AppHistory *history, GscopeWorkspace *workspace, GscopeSource *source);
guint
app_removal_remove_signal (AppHistory *history, GscopeGtkView *view, GscopeGtkViewSignal *signal);

/* The other way round: the step of what was just added. */
void
app_removal_add_addition (AppHistory *history, GscopeWorkspace *workspace, GscopeSource *source);
