/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/history.h"

/* From now on, changes of notes in a view are entries of the history. */
void app_notes_log (GscopeGtkView *view, AppHistory *history);
