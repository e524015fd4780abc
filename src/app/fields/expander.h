/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

/* The parts of a row that opens to show numbers and buttons. */

GtkLabel *app_expander_make_number (void);
/* Adds a row with a title and returns the label of its number. */
GtkLabel *app_expander_add_number (AdwExpanderRow *self, const char *title);
/* Adds a row for buttons, and returns the box of the buttons. */
GtkBox *app_expander_add_buttons (AdwExpanderRow *self);
/* Adds a button, which calls a function with the row. */
void
app_expander_add_button (AdwExpanderRow *self, GtkBox *buttons, const char *title, GCallback func);
