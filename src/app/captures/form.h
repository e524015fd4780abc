/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

/* The settings of a trigger beside the picture, each of which has its effect at once. A signal without a trigger gets one by the
 * first change. */
#define APP_TYPE_TRIGGER_FORM (app_trigger_form_get_type ())
G_DECLARE_FINAL_TYPE (AppTriggerForm, app_trigger_form, APP, TRIGGER_FORM, GtkPopover)

/* Shows the trigger of a signal; NULL for none. Call this when the trigger has changed, too. */
void app_trigger_form_set_signal (AppTriggerForm *self, AppSession *session, GscopeSignal *signal);
