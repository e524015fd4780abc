/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/rgba.h>
#include <gscope-gtk/surroundings.h>
#include <gscope-gtk/tables/measure-table-private.h>
#include <property.h>

#include <glib/gi18n-lib.h>

/**
 * GscopeGtkMeasureTable:
 *
 * A line of measures for each signal of a view that is not hidden: a [class@CursorTable] or a
 * [class@StatisticsTable]. A button copies the table as text.
 *
 * Since: 1.0
 */
typedef struct
{
  GtkWidget *box;
  GtkWidget *text;
  GtkGrid *grid;
  GscopeGtkView *view;
  guint n_rows;
} GscopeGtkMeasureTablePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GscopeGtkMeasureTable, gscope_gtk_measure_table,
                                     GTK_TYPE_WIDGET)

#define PRIVATE(self)                                                                              \
  ((GscopeGtkMeasureTablePrivate *) gscope_gtk_measure_table_get_instance_private (self))
#define FUNCS(self) (GSCOPE_GTK_MEASURE_TABLE_GET_CLASS (self)->funcs)

/* The height above which rows are scrolled, pixels. */
#define MOST_HEIGHT 180

/* Before those of measures come a key and a title. */
enum
{
  KEY_COLUMN,
  TITLE_COLUMN,
  FIRST_COLUMN,
};

static GtkLabel *
get_label (GscopeGtkMeasureTable *self, guint column, guint row)
{
  GtkWidget *label = gtk_grid_get_child_at (PRIVATE (self)->grid, column, row);

  if (label)
    return GTK_LABEL (label);
  label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), column < FIRST_COLUMN ? 0 : 1);
  gtk_widget_set_hexpand (label, column >= FIRST_COLUMN);
  gtk_widget_add_css_class (label, row == 0 ? "dim-label" : "numeric");
  gtk_grid_attach (PRIVATE (self)->grid, label, column, row, 1, 1);
  return GTK_LABEL (label);
}

static void
show_titles (GscopeGtkMeasureTable *self)
{
  gtk_label_set_label (get_label (self, TITLE_COLUMN, 0), _ ("Signal"));
  for (guint i = 0; i < FUNCS (self)->n_columns; i++)
    gtk_label_set_label (get_label (self, FIRST_COLUMN + i, 0), _ (FUNCS (self)->columns[i].title));
}

static void
show_key (GscopeGtkMeasureTable *self, GscopeGtkViewSignal *entry, guint row)
{
  guint32 color = gscope_gtk_view_signal_resolve (
                      entry, gscope_gtk_surroundings_get_palette (GTK_WIDGET (self)), NULL)
                  & 0xffffff;
  guint32 text = gscope_gtk_palette_on (color) & 0xffffff;
  g_autofree char *markup =
      g_strdup_printf ("<span background='#%06x' foreground='#%06x' weight='bold'> %s </span>",
                       color, text, gscope_gtk_view_signal_get_mark (entry));

  gtk_label_set_markup (get_label (self, KEY_COLUMN, row), markup);
}

typedef void (*RowFunc) (GscopeGtkMeasureTable *self, GscopeGtkViewSignal *entry,
                         const GscopeGtkMeasure *measure, gpointer data);

static void
for_each_row (GscopeGtkMeasureTable *self, RowFunc func, gpointer data)
{
  GListModel *entries = gscope_gtk_view_get_signals (PRIVATE (self)->view);
  gint64 a, b;

  FUNCS (self)->get_interval (PRIVATE (self)->view, &a, &b);
  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (entries, i);
      GscopeGtkMeasure measure;

      if (gscope_gtk_view_signal_get_hidden (entry))
        continue;
      gscope_gtk_measure (entry, a, b, &measure);
      func (self, entry, &measure, data);
    }
}

static void
show_row (GscopeGtkMeasureTable *self, GscopeGtkViewSignal *entry, const GscopeGtkMeasure *measure,
          gpointer data)
{
  guint row = ++*(guint *) data;

  show_key (self, entry, row);
  gtk_label_set_label (get_label (self, TITLE_COLUMN, row),
                       gscope_gtk_view_signal_get_label (entry));
  for (guint i = 0; i < FUNCS (self)->n_columns; i++)
    {
      g_autofree char *text = gscope_gtk_measure_format (measure, &FUNCS (self)->columns[i],
                                                         gscope_gtk_view_signal_get_unit (entry));

      gtk_label_set_label (get_label (self, FIRST_COLUMN + i, row), text);
    }
}

void
gscope_gtk_measure_table_update (GscopeGtkMeasureTable *self)
{
  GscopeGtkMeasureTablePrivate *private = PRIVATE (self);
  gint64 a, b;
  gboolean shown = private->view && FUNCS (self)->get_interval (private->view, &a, &b);
  g_autofree char *text = NULL;
  guint n_rows = 0;

  gtk_widget_set_visible (GTK_WIDGET (self), shown);
  if (!shown)
    return;
  text = FUNCS (self)->format_interval (private->view);
  gtk_label_set_label (GTK_LABEL (private->text), text);
  for_each_row (self, show_row, &n_rows);
  for (; private->n_rows > n_rows; private->n_rows--)
    gtk_grid_remove_row (private->grid, private->n_rows);
  private->n_rows = n_rows;
}

static void
append_row (GscopeGtkMeasureTable *self, GscopeGtkViewSignal *entry,
            const GscopeGtkMeasure *measure, gpointer data)
{
  GString *text = data;

  g_string_append (text, gscope_gtk_view_signal_get_label (entry));
  for (guint i = 0; i < FUNCS (self)->n_columns; i++)
    {
      g_autofree char *value = gscope_gtk_measure_format (measure, &FUNCS (self)->columns[i],
                                                          gscope_gtk_view_signal_get_unit (entry));

      g_string_append_printf (text, "\t%s", value);
    }
  g_string_append_c (text, '\n');
}

/**
 * gscope_gtk_measure_table_get_text:
 * @self: a table
 *
 * The table as text: the interval that it is about, the titles of the columns, and a line a signal;
 * columns are separated by tabs.
 *
 * Returns: (transfer full): the text; empty while there is nothing to measure
 *
 * Since: 1.0
 */
char *
gscope_gtk_measure_table_get_text (GscopeGtkMeasureTable *self)
{
  GscopeGtkView *view = PRIVATE (self)->view;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *interval = NULL;
  gint64 a, b;

  if (!view || !FUNCS (self)->get_interval (view, &a, &b))
    return g_strdup ("");
  interval = FUNCS (self)->format_interval (view);
  g_string_append_printf (text, "%s\n%s", interval, _ ("Signal"));
  for (guint i = 0; i < FUNCS (self)->n_columns; i++)
    g_string_append_printf (text, "\t%s", _ (FUNCS (self)->columns[i].title));
  g_string_append_c (text, '\n');
  for_each_row (self, append_row, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
draw_label (GtkWidget *label, GtkWidget *self, const GscopeGtkDrawing *drawing, guint32 color)
{
  graphene_point_t place;
  int x, y;

  if (!gtk_widget_compute_point (label, self, &GRAPHENE_POINT_INIT (0, 0), &place))
    return;
  gtk_label_get_layout_offsets (GTK_LABEL (label), &x, &y);
  gscope_gtk_rgba_set_source (drawing->cr, color, 1);
  cairo_move_to (drawing->cr, place.x + x, place.y + y);
  pango_cairo_show_layout (drawing->cr, gtk_label_get_layout (GTK_LABEL (label)));
}

static void
draw_labels (GtkWidget *widget, GtkWidget *self, const GscopeGtkDrawing *drawing,
             const GscopeGtkPalette *palette)
{
  if (GTK_IS_BUTTON (widget))
    return;
  if (GTK_IS_LABEL (widget))
    draw_label (widget, self, drawing,
                gtk_widget_has_css_class (widget, "dim-label") ? palette->dim : palette->text);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    draw_labels (child, self, drawing, palette);
}

void
gscope_gtk_measure_table_draw_picture (GtkWidget *self, const GscopeGtkDrawing *drawing)
{
  cairo_save (drawing->cr);
  cairo_rectangle (drawing->cr, 0, 0, gtk_widget_get_width (self), gtk_widget_get_height (self));
  cairo_clip (drawing->cr);
  draw_labels (self, self, drawing,
               drawing->palette ? drawing->palette : gscope_gtk_surroundings_get_palette (self));
  cairo_restore (drawing->cr);
}

static void
on_copy (GtkButton *button, GscopeGtkMeasureTable *self)
{
  g_autofree char *text = gscope_gtk_measure_table_get_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
unlink_view (GscopeGtkMeasureTable *self)
{
  GscopeGtkMeasureTablePrivate *private = PRIVATE (self);

  if (private->view)
    {
      g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_viewport (private->view), self);
      g_signal_handlers_disconnect_by_data (private->view, self);
    }
  g_clear_object (&private->view);
}

/**
 * gscope_gtk_measure_table_get_view: (get-property view)
 * @self: a table
 *
 * The view whose signals it measures.
 *
 * Returns: (transfer none) (nullable): the view
 *
 * Since: 1.0
 */
GscopeGtkView *
gscope_gtk_measure_table_get_view (GscopeGtkMeasureTable *self)
{
  return PRIVATE (self)->view;
}

/**
 * gscope_gtk_measure_table_set_view: (set-property view)
 * @self: a table
 * @view: (nullable): a view
 *
 * Measures the signals of a view.
 *
 * Since: 1.0
 */
void
gscope_gtk_measure_table_set_view (GscopeGtkMeasureTable *self, GscopeGtkView *view)
{
  GscopeGtkMeasureTablePrivate *private = PRIVATE (self);

  if (private->view == view)
    return;
  unlink_view (self);
  g_set_object (&private->view, view);
  if (view)
    FUNCS (self)->link (self, view);
  gscope_gtk_measure_table_update (self);
  g_object_notify (G_OBJECT (self), "view");
}

static void
gscope_gtk_measure_table_dispose (GObject *object)
{
  GscopeGtkMeasureTable *self = GSCOPE_GTK_MEASURE_TABLE (object);

  unlink_view (self);
  g_clear_pointer (&PRIVATE (self)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (gscope_gtk_measure_table_parent_class)->dispose (object);
}

static GtkWidget *
create_head (GscopeGtkMeasureTable *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = gtk_label_new (_ (FUNCS (self)->title));
  GtkWidget *copy = gtk_button_new_with_label (_ ("Copy Table"));
  GtkWidget *text = gtk_label_new (NULL);

  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (text, "dim-label");
  gtk_widget_add_css_class (text, "numeric");
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (copy, "flat");
  g_signal_connect (copy, "clicked", G_CALLBACK (on_copy), self);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), text);
  gtk_box_append (GTK_BOX (head), copy);
  PRIVATE (self)->text = text;
  return head;
}

/* The head stays where the rows are scrolled. */
static GtkWidget *
create_scroller (GscopeGtkMeasureTable *self)
{
  GtkWidget *widget = gtk_scrolled_window_new ();
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (widget);

  gtk_scrolled_window_set_propagate_natural_width (scroller, TRUE);
  gtk_scrolled_window_set_propagate_natural_height (scroller, TRUE);
  gtk_scrolled_window_set_max_content_height (scroller, MOST_HEIGHT);
  gtk_scrolled_window_set_child (scroller, GTK_WIDGET (PRIVATE (self)->grid));
  return widget;
}

static void
gscope_gtk_measure_table_constructed (GObject *object)
{
  GscopeGtkMeasureTable *self = GSCOPE_GTK_MEASURE_TABLE (object);
  GscopeGtkMeasureTablePrivate *private = PRIVATE (self);

  gtk_box_append (GTK_BOX (private->box), create_head (self));
  gtk_box_append (GTK_BOX (private->box), create_scroller (self));
  show_titles (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (FUNCS (self)->title), -1);
  G_OBJECT_CLASS (gscope_gtk_measure_table_parent_class)->constructed (object);
}

static void
gscope_gtk_measure_table_class_init (GscopeGtkMeasureTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = gscope_gtk_measure_table_constructed;
  object_class->dispose = gscope_gtk_measure_table_dispose;
  /**
   * GscopeGtkMeasureTable:view:
   *
   * The view whose signals it measures.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "view", gscope_gtk_measure_table_get_view,
                gscope_gtk_measure_table_set_view, GSCOPE_GTK_TYPE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
gscope_gtk_measure_table_init (GscopeGtkMeasureTable *self)
{
  GscopeGtkMeasureTablePrivate *private = PRIVATE (self);

  private->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  private->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (private->grid, 12);
  gtk_widget_set_parent (private->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
