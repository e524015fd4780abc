/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>

/* Name, state and trouble of a source. */
#define APP_TYPE_SOURCE_HEADER (app_source_header_get_type ())
G_DECLARE_FINAL_TYPE (AppSourceHeader, app_source_header, APP, SOURCE_HEADER, AdwBin)

GtkWidget *app_source_header_new (AppSession *session, GscopeSource *source);
/* Shows how the connection to the agent is, if the source has one. */
void app_source_header_show_agent (AppSourceHeader *self);
/* Leaves out the texts that the row of the agent shows. The siblings are the sources of the agent. */
void app_source_header_hide_agent (AppSourceHeader *self, GListModel *siblings);
