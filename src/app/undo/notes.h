/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "undo/history.h"

/* What becomes of notes in a view is a step of the history from now on. */
void app_notes_log (GscopeGtkView *view, AppHistory *history);
