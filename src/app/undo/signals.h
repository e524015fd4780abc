/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* Removes a signal from a view, as a step that can be undone; returns its number. */
guint
app_removal_remove_signal (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal);
/* Remembers that one came into a view, which can be undone in the same way. */
void app_removal_log_added (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal);
