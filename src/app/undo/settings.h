/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/history.h"

/* From now on, changes of a view's settings are entries of the history. */
void app_settings_log (GscopeGtkView *view, AppHistory *history);
