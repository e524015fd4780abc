/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* From now on, changes of the names, colours, lines, visibility and axes of a view's signals, and how they are moved and
 * magnified, are entries. */
void app_trace_log (AppSession *session, GscopeGtkView *view);
