/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* The card at the foot of the parameters: how signals responded to the last write. It is there only with a
 * response, and grows only while the pointer is elsewhere, so that it never covers what is used. */
#define APP_TYPE_RESPONSES (app_responses_get_type ())
G_DECLARE_FINAL_TYPE (AppResponses, app_responses, APP, RESPONSES, AdwBin)

/* The widget at whose foot it is. */
void app_responses_set_panel (AppResponses *self, GtkWidget *panel);
/* NULL to show nothing. */
void app_responses_set_session (AppResponses *self, AppSession *session);
/* The view whose keys and colours signals have. */
void app_responses_set_view (AppResponses *self, GscopeGtkView *view);
/* Figures only. */
void app_responses_set_compact (AppResponses *self, gboolean compact);
