/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

typedef void (*AppNameFunc) (const char *name, gpointer user_data);

/* Asks for a name. The callback is not called where the question is dropped, or its owner gone. */
void app_name_dialog_ask (GtkWindow *parent, const char *heading, const char *name,
                          AppNameFunc func, GObject *owner);
