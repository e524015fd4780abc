/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/history.h"

/* An overlay's child that tells for a few seconds what was done. It shows the newest message only, at
 * any rate of messages: AdwToastOverlay of libadwaita 1.2 reads freed memory where a toast is dismissed
 * while it appears. */
#define APP_TYPE_TOAST (app_toast_get_type ())
G_DECLARE_FINAL_TYPE (AppToast, app_toast, APP, TOAST, AdwBin)

void app_toast_show (AppToast *self, const char *text);
/* Has a button that undoes the entry alone. The toast goes once the entry is undone in another way. */
void app_toast_show_undo (AppToast *self, const char *text, AppHistory *history, guint entry);
/* Has a button that opens a file in another window. */
void app_toast_show_open (AppToast *self, const char *text, GFile *file);
void app_toast_dismiss (AppToast *self);
