/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* Removes a signal from a view; returns the number of the entry in the history. */
guint app_signals_remove (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal);
/* Adds an entry for a signal that came into a view. */
void app_signals_log_added (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal);
