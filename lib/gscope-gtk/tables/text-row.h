/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib-object.h>

/* A row of a table of texts. It has a subject, which it keeps while its texts change. */
#define GSCOPE_GTK_TYPE_TEXT_ROW (gscope_gtk_text_row_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkTextRow, gscope_gtk_text_row, GSCOPE_GTK, TEXT_ROW, GObject)

GscopeGtkTextRow *gscope_gtk_text_row_new (GObject *subject);
GObject *gscope_gtk_text_row_get_subject (GscopeGtkTextRow *self);
/* Returns the text of a column. */
const char *gscope_gtk_text_row_get_text (GscopeGtkTextRow *self, guint column);
/* Takes the texts of all columns. The row emits "changed" if they differ from those before. */
void gscope_gtk_text_row_take_texts (GscopeGtkTextRow *self, GStrv texts);
