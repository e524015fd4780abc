/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope/gscope.h>

#include "widgets/messages.h"

/* The rows of a dialog for the fields of a record that have a title. Rows without an effect beside the chosen values are hidden.
 *
 * It emits “chosen” when the user has chosen another value, and “accepted” for Enter in a text. */
#define APP_TYPE_FIELD_ROWS (app_field_rows_get_type ())
G_DECLARE_FINAL_TYPE (AppFieldRows, app_field_rows, APP, FIELD_ROWS, GObject)

/* The messages name texts that are no valid numbers; the dialog owns them. */
AppFieldRows *app_field_rows_new (const GscopeField *fields, AppMessages *messages);
/* Lets a field that is a text be chosen from names, which may be NULL for none. Call this before the rows are added; later calls
 * replace the names. */
void
app_field_rows_offer (AppFieldRows *self, const char *key, GPtrArray *names, GtkStringList *titles);
/* Adds the rows with the values of a record: those without a section to a group, and a group for each section to the page. The
 * unit is that of numbers which have the unit of a signal; it may be NULL. */
void app_field_rows_add (AppFieldRows *self, gconstpointer record, const char *unit,
                         AdwPreferencesGroup *group, AdwPreferencesPage *page);
/* Hides the groups of the sections. */
void app_field_rows_hide_sections (AppFieldRows *self);
/* Shows the values of another record, with the unit of its signal. */
void app_field_rows_show (AppFieldRows *self, gconstpointer record, const char *unit);
/* Reads the choices alone, or all fields: FALSE after a message if a number is not valid. A record needs no contents. */
void app_field_rows_read_choices (AppFieldRows *self, gpointer record);
gboolean app_field_rows_read (AppFieldRows *self, gpointer record);
GtkWidget *app_field_rows_get (AppFieldRows *self, const char *key);
