/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <gtk/gtk.h>

/* An entry for a parameter's value: Enter writes it, with the writer "entry", and Escape restores
 * the value. Invalid text is not written, and stays to be corrected. */
#define GSCOPE_GTK_TYPE_VALUE_ENTRY (gscope_gtk_value_entry_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkValueEntry, gscope_gtk_value_entry, GSCOPE_GTK, VALUE_ENTRY,
                      GtkEntry)

GtkWidget *gscope_gtk_value_entry_new (GscopeParameter *parameter);

/* The error in the typed text, or NULL; property "problem". */
const char *gscope_gtk_value_entry_get_problem (GscopeGtkValueEntry *self);

/* Restores the value, as Escape does. Returns whether the text was different. */
gboolean gscope_gtk_value_entry_restore (GscopeGtkValueEntry *self);
