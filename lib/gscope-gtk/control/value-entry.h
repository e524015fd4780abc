/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <gtk/gtk.h>

/* An entry for a parameter's value: Enter writes it, as "entry", and Escape restores what was
 * shown. Invalid text stays to be corrected, and is not written. */
#define GSCOPE_GTK_TYPE_VALUE_ENTRY (gscope_gtk_value_entry_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkValueEntry, gscope_gtk_value_entry, GSCOPE_GTK, VALUE_ENTRY,
                      GtkEntry)

GtkWidget *gscope_gtk_value_entry_new (GscopeParameter *parameter);

/* The error in the typed text, or NULL; property "problem". */
const char *gscope_gtk_value_entry_get_problem (GscopeGtkValueEntry *self);

/* The effect of Escape. Returns whether anything else was there than what is shown. */
gboolean gscope_gtk_value_entry_restore (GscopeGtkValueEntry *self);
