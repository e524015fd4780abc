/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* A line of text that changes several times per second, with digits of one width. GTK lays out the whole window whenever a
 * GtkLabel has another text; this label is only drawn, in the room that it has. */
#define APP_TYPE_STEADY_LABEL (app_steady_label_get_type ())
G_DECLARE_FINAL_TYPE (AppSteadyLabel, app_steady_label, APP, STEADY_LABEL, GtkWidget)

/* Asks for room for a number of characters, and for the widest text so far, and draws the text at the end of the room. */
void app_steady_label_reserve (AppSteadyLabel *self, guint n_chars);
/* The text is in Pango's markup. */
void app_steady_label_set_markup (AppSteadyLabel *self, const char *markup);
void app_steady_label_set_text (AppSteadyLabel *self, const char *text);
const char *app_steady_label_get_text (AppSteadyLabel *self);
