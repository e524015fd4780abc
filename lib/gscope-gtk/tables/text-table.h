/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* A column of a table of texts. */
typedef struct
{
  /* not translated */
  const char *title;
  gboolean is_number;
  gboolean expands;
} GscopeGtkTextColumn;

/* A table whose rows stay while their texts change, so that the focus stays, too. Assistive technologies read a row as its first
 * text, then the title and the text of each other column that has one. It emits "activated" with the subject of a row. */
#define GSCOPE_GTK_TYPE_TEXT_TABLE (gscope_gtk_text_table_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkTextTable, gscope_gtk_text_table, GSCOPE_GTK, TEXT_TABLE, GtkWidget)

/* Returns the texts of a subject, one for each column. */
typedef GStrv (*GscopeGtkTextFunc) (gpointer subject, gpointer data);

/* The columns, of which there are n, outlive the table. */
GtkWidget *
gscope_gtk_text_table_new (const char *name, const GscopeGtkTextColumn *columns, guint n);
/* Shows a row for each subject, in their order: GObject. */
void gscope_gtk_text_table_update (GscopeGtkTextTable *self, GPtrArray *subjects,
                                   GscopeGtkTextFunc get_texts, gpointer data);
/* Appends the titles and the texts, separated by tabs, a line each. */
void gscope_gtk_text_table_append (GscopeGtkTextTable *self, GString *text);
