/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* The signals of a view, by source, and what the selected one looks like. */
#define APP_TYPE_SIGNALS_PANEL (app_signals_panel_get_type ())
G_DECLARE_FINAL_TYPE (AppSignalsPanel, app_signals_panel, APP, SIGNALS_PANEL, AdwBin)

/* Shows the entry that filters the rows, with the focus. */
void app_signals_panel_search (AppSignalsPanel *self);
void app_signals_panel_set_view (AppSignalsPanel *self, AppSession *session, GscopeGtkView *view);
