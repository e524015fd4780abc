/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/tables/text-row.h>
#include <gscope-gtk/tables/text-table.h>

#include <glib/gi18n-lib.h>

struct _GscopeGtkTextTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GListStore *rows;
  const GscopeGtkTextColumn *columns;
  guint n_columns;
};

G_DEFINE_FINAL_TYPE (GscopeGtkTextTable, gscope_gtk_text_table, GTK_TYPE_WIDGET)

/* The data of labels and factories: the position of their column, and the table. */
#define COLUMN "gscope-column"
#define TABLE "gscope-table"

static gboolean
has_text (GscopeGtkTextRow *row, guint column)
{
  const char *text = gscope_gtk_text_row_get_text (row, column);

  return text[0] != '\0' && !g_str_equal (text, "–");
}

static char *
name_cell (GscopeGtkTextTable *self, GscopeGtkTextRow *row, guint column)
{
  return g_strdup_printf ("%s %s", _ (self->columns[column].title),
                          gscope_gtk_text_row_get_text (row, column));
}

static char *
name_row (GscopeGtkTextTable *self, GscopeGtkTextRow *row)
{
  GString *name = g_string_new (gscope_gtk_text_row_get_text (row, 0));

  for (guint i = 1; i < self->n_columns; i++)
    {
      g_autofree char *cell = has_text (row, i) ? name_cell (self, row, i) : NULL;

      if (cell)
        g_string_append_printf (name, ", %s", cell);
    }
  return g_string_free (name, FALSE);
}

static void
set_name (GtkWidget *widget, const char *name)
{
  if (widget)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
}

/* A label is in a cell, which is in a row. */
static void
show_text (GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item), *cell = gtk_widget_get_parent (label);
  GscopeGtkTextTable *self = g_object_get_data (G_OBJECT (label), TABLE);
  GscopeGtkTextRow *row = gtk_list_item_get_item (item);
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), COLUMN));
  g_autofree char *cell_name = name_cell (self, row, column);
  g_autofree char *row_name = name_row (self, row);

  gtk_label_set_label (GTK_LABEL (label), gscope_gtk_text_row_get_text (row, column));
  set_name (cell, cell_name);
  set_name (cell ? gtk_widget_get_parent (cell) : NULL, row_name);
}

static void
on_changed (GscopeGtkTextRow *row, GtkListItem *item)
{
  show_text (item);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, GscopeGtkTextTable *self)
{
  guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), COLUMN));
  GtkWidget *label = gtk_label_new (NULL);

  g_object_set_data (G_OBJECT (label), COLUMN, GUINT_TO_POINTER (column));
  g_object_set_data (G_OBJECT (label), TABLE, self);
  gtk_label_set_xalign (GTK_LABEL (label), self->columns[column].is_number ? 1 : 0);
  if (self->columns[column].is_number)
    gtk_widget_add_css_class (label, "numeric");
  if (self->columns[column].expands)
    {
      /* a narrow window scrolls, and keeps the begin of the name */
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (label), 12);
    }
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, GscopeGtkTextTable *self)
{
  g_signal_connect (gtk_list_item_get_item (item), "changed", G_CALLBACK (on_changed), item);
  show_text (item);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, GscopeGtkTextTable *self)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), on_changed, item);
}

static void
add_column (GscopeGtkTextTable *self, GtkColumnView *view, guint column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) added = NULL;

  g_object_set_data (G_OBJECT (factory), COLUMN, GUINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), self);
  added = gtk_column_view_column_new (_ (self->columns[column].title), factory);
  gtk_column_view_column_set_expand (added, self->columns[column].expands);
  gtk_column_view_append_column (view, added);
}

static void
on_activate (GscopeGtkTextTable *self, guint position)
{
  g_autoptr (GscopeGtkTextRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);

  if (row)
    g_signal_emit_by_name (self, "activated", gscope_gtk_text_row_get_subject (row));
}

/* Removes the rows at a position whose subjects are gone. */
static void
remove_gone (GscopeGtkTextTable *self, guint position, GHashTable *subjects)
{
  GscopeGtkTextRow *row;

  while ((row = g_list_model_get_item (G_LIST_MODEL (self->rows), position)))
    {
      gboolean is_there = g_hash_table_contains (subjects, gscope_gtk_text_row_get_subject (row));

      g_object_unref (row);
      if (is_there)
        return;
      g_list_store_remove (self->rows, position);
    }
}

static void
show_subject (GscopeGtkTextTable *self, guint position, gpointer subject, GStrv texts)
{
  g_autoptr (GscopeGtkTextRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);

  if (row && gscope_gtk_text_row_get_subject (row) == subject)
    {
      gscope_gtk_text_row_take_texts (row, texts);
      return;
    }
  g_clear_object (&row);
  row = gscope_gtk_text_row_new (subject);
  gscope_gtk_text_row_take_texts (row, texts);
  g_list_store_insert (self->rows, position, row);
}

void
gscope_gtk_text_table_update (GscopeGtkTextTable *self, GPtrArray *subjects,
                              GscopeGtkTextFunc get_texts, gpointer data)
{
  g_autoptr (GHashTable) there = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < subjects->len; i++)
    g_hash_table_add (there, subjects->pdata[i]);
  for (guint i = 0; i < subjects->len; i++)
    {
      remove_gone (self, i, there);
      show_subject (self, i, subjects->pdata[i], get_texts (subjects->pdata[i], data));
    }
  g_list_store_splice (self->rows, subjects->len,
                       g_list_model_get_n_items (G_LIST_MODEL (self->rows)) - subjects->len, NULL,
                       0);
}

void
gscope_gtk_text_table_append (GscopeGtkTextTable *self, GString *text)
{
  for (guint i = 0; i < self->n_columns; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "", _ (self->columns[i].title));
  g_string_append_c (text, '\n');
  for (guint r = 0; r < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); r++)
    {
      g_autoptr (GscopeGtkTextRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), r);

      for (guint i = 0; i < self->n_columns; i++)
        g_string_append_printf (text, "%s%s", i > 0 ? "\t" : "",
                                gscope_gtk_text_row_get_text (row, i));
      g_string_append_c (text, '\n');
    }
}

static void
gscope_gtk_text_table_dispose (GObject *object)
{
  GscopeGtkTextTable *self = GSCOPE_GTK_TEXT_TABLE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (gscope_gtk_text_table_parent_class)->dispose (object);
}

static void
gscope_gtk_text_table_class_init (GscopeGtkTextTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_text_table_dispose;
  g_signal_new ("activated", GSCOPE_GTK_TYPE_TEXT_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_OBJECT);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
gscope_gtk_text_table_init (GscopeGtkTextTable *self)
{
  self->rows = g_list_store_new (GSCOPE_GTK_TYPE_TEXT_ROW);
  self->scroller = gtk_scrolled_window_new ();
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
gscope_gtk_text_table_new (const char *name, const GscopeGtkTextColumn *columns, guint n)
{
  GscopeGtkTextTable *self = g_object_new (GSCOPE_GTK_TYPE_TEXT_TABLE, NULL);
  GtkSingleSelection *selection =
      gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  GtkWidget *view = gtk_column_view_new (GTK_SELECTION_MODEL (selection));

  self->columns = columns;
  self->n_columns = n;
  for (guint i = 0; i < n; i++)
    add_column (self, GTK_COLUMN_VIEW (view), i);
  g_signal_connect_swapped (view, "activate", G_CALLBACK (on_activate), self);
  gtk_widget_add_css_class (view, "data-table");
  set_name (view, name);
  /* the list within has the focus */
  set_name (gtk_widget_get_last_child (view), name);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  return GTK_WIDGET (self);
}
