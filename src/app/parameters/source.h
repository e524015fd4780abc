/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <gtk/gtk.h>

/* The parameters of one source; hidden while it has none. */
#define APP_TYPE_SOURCE_PARAMETERS (app_source_parameters_get_type ())
G_DECLARE_FINAL_TYPE (AppSourceParameters, app_source_parameters, APP, SOURCE_PARAMETERS, GtkWidget)

/* Returns the card of `instance/group`, or NULL for a group of another source or without parameters. */
GtkWidget *app_source_parameters_find_card (AppSourceParameters *self, const char *group);
GtkWidget *app_source_parameters_new (AppSession *session, GscopeSource *source);
