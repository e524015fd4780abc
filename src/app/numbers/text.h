/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* The text of a file, of which a number is selected by a click or with the arrow keys. Emits “selected” with the
 * place of the number, bytes, and “chosen” for Enter. */
#define APP_TYPE_NUMBER_TEXT (app_number_text_get_type ())
G_DECLARE_FINAL_TYPE (AppNumberText, app_number_text, APP, NUMBER_TEXT, GtkTextView)

/* Shows a text up to a NUL byte, and selects nothing. Bytes that are no UTF-8 are shown as question marks. */
void app_number_text_set_text (AppNumberText *self, const char *text);
const char *app_number_text_get_text (AppNumberText *self);
/* Selects the number at a place, and shows it; emits nothing. */
void app_number_text_select (AppNumberText *self, gsize offset);
/* Selects the next number in a direction: -1 or 1 in the text, -2 or 2 by line; 0 for the one at or after the cursor. Returns whether
 * there is one. */
gboolean app_number_text_move (AppNumberText *self, int step);
