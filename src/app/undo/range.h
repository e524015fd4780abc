/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* From now on, changes of the ranges of the signals of a view are entries of the history. */
void app_range_log (AppSession *session, GscopeGtkView *view);
