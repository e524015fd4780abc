/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>

/* The curves of utility of the applications of a QoS manager, and the allocation that Q-RAM proposes, which is
 * applied when the user says so. It is hidden for other sources. */
#define APP_TYPE_QUALITY (app_quality_get_type ())
G_DECLARE_FINAL_TYPE (AppQuality, app_quality, APP, QUALITY, AdwBin)

GtkWidget *app_quality_new (AppSession *session, GscopeSource *source);
