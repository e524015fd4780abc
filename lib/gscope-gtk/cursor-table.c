/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/cursor-table.h>
#include <gscope-gtk/measure.h>
#include <gscope-gtk/view-private.h>

#include <glib/gi18n-lib.h>

/**
 * GscopeGtkCursorTable:
 *
 * What the two cursors of a view measure: their times, the interval between them, and for each signal
 * that is not hidden its values at both, their difference, and mean, minimum, maximum and standard
 * deviation of the samples from one to the other.
 *
 * It is hidden while the view has less than two cursors, and follows them while the view is live. A
 * button copies the table as text.
 *
 * ## CSS nodes
 *
 * A table has one node, `gscope-cursor-table`, over a box and a grid of labels.
 */
struct _GscopeGtkCursorTable
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *times;
  GtkGrid *grid;
  GscopeGtkView *view;
  guint n_rows;
};

G_DEFINE_FINAL_TYPE (GscopeGtkCursorTable, gscope_gtk_cursor_table, GTK_TYPE_WIDGET)

enum
{
  PROP_VIEW = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Before those of measures come a key and a title. */
enum
{
  KEY_COLUMN,
  TITLE_COLUMN,
  FIRST_COLUMN,
};

static GtkLabel *
get_label (GscopeGtkCursorTable *self, guint column, guint row)
{
  GtkWidget *label = gtk_grid_get_child_at (self->grid, column, row);

  if (label)
    return GTK_LABEL (label);
  label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), column < FIRST_COLUMN ? 0 : 1);
  gtk_widget_set_hexpand (label, column >= FIRST_COLUMN);
  gtk_widget_add_css_class (label, row == 0 ? "dim-label" : "numeric");
  gtk_grid_attach (self->grid, label, column, row, 1, 1);
  return GTK_LABEL (label);
}

static void
show_titles (GscopeGtkCursorTable *self)
{
  gtk_label_set_label (get_label (self, TITLE_COLUMN, 0), _ ("Signal"));
  for (guint i = 0; i < gscope_gtk_measure_get_n_columns (); i++)
    gtk_label_set_label (get_label (self, FIRST_COLUMN + i, 0), gscope_gtk_measure_get_title (i));
}

static void
show_key (GscopeGtkCursorTable *self, GscopeGtkViewSignal *entry, guint row)
{
  guint32 color =
      gscope_gtk_view_signal_resolve (entry, self->view->scene.palette, NULL) & 0xffffff;
  guint32 text = gscope_gtk_palette_on (color) & 0xffffff;
  g_autofree char *markup =
      g_strdup_printf ("<span background='#%06x' foreground='#%06x' weight='bold'> %u </span>",
                       color, text, gscope_gtk_view_signal_get_key (entry));

  gtk_label_set_markup (get_label (self, KEY_COLUMN, row), markup);
}

typedef void (*RowFunc) (GscopeGtkCursorTable *self, GscopeGtkViewSignal *entry,
                         const GscopeGtkMeasure *measure, gpointer data);

static void
for_each_row (GscopeGtkCursorTable *self, RowFunc func, gpointer data)
{
  GListModel *entries = gscope_gtk_view_get_signals (self->view);
  gint64 a, b;

  gscope_gtk_view_get_cursors (self->view, &a, &b);
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
show_row (GscopeGtkCursorTable *self, GscopeGtkViewSignal *entry, const GscopeGtkMeasure *measure,
          gpointer data)
{
  guint row = ++*(guint *) data;

  show_key (self, entry, row);
  gtk_label_set_label (get_label (self, TITLE_COLUMN, row),
                       gscope_gtk_view_signal_get_title (entry));
  for (guint i = 0; i < gscope_gtk_measure_get_n_columns (); i++)
    {
      g_autofree char *text =
          gscope_gtk_measure_format (measure, i, gscope_gtk_view_signal_get_unit (entry));

      gtk_label_set_label (get_label (self, FIRST_COLUMN + i, row), text);
    }
}

static char *
format_times (GscopeGtkCursorTable *self)
{
  const GscopeGtkAnnotations *annotations = &self->view->annotations;
  g_autofree char *a = gscope_gtk_chrome_format_clock (annotations, annotations->cursors[0], 3);
  g_autofree char *b = gscope_gtk_chrome_format_clock (annotations, annotations->cursors[1], 3);
  g_autofree char *interval = gscope_gtk_chrome_format_interval (annotations);
  g_autofree char *rate = gscope_gtk_chrome_format_rate (annotations);

  return g_strdup_printf ("A %s   B %s   Δ %s   1/Δ %s", a, b, interval, rate);
}

static void
update (GscopeGtkCursorTable *self)
{
  gboolean shown = self->view && self->view->annotations.n_cursors == GSCOPE_GTK_N_CURSORS;
  g_autofree char *times = NULL;
  guint n_rows = 0;

  gtk_widget_set_visible (GTK_WIDGET (self), shown);
  if (!shown)
    return;
  times = format_times (self);
  gtk_label_set_label (GTK_LABEL (self->times), times);
  for_each_row (self, show_row, &n_rows);
  for (; self->n_rows > n_rows; self->n_rows--)
    gtk_grid_remove_row (self->grid, self->n_rows);
  self->n_rows = n_rows;
}

static void
append_row (GscopeGtkCursorTable *self, GscopeGtkViewSignal *entry, const GscopeGtkMeasure *measure,
            gpointer data)
{
  GString *text = data;

  g_string_append (text, gscope_gtk_view_signal_get_title (entry));
  for (guint i = 0; i < gscope_gtk_measure_get_n_columns (); i++)
    {
      g_autofree char *value =
          gscope_gtk_measure_format (measure, i, gscope_gtk_view_signal_get_unit (entry));

      g_string_append_printf (text, "\t%s", value);
    }
  g_string_append_c (text, '\n');
}

/**
 * gscope_gtk_cursor_table_get_text:
 * @self: a table
 *
 * The table as text: the cursors' times, the titles of the columns, and a line a signal; columns are
 * separated by tabs.
 *
 * Returns: (transfer full): the text; empty while there are less than two cursors
 */
char *
gscope_gtk_cursor_table_get_text (GscopeGtkCursorTable *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *times = NULL;

  if (!self->view || self->view->annotations.n_cursors < GSCOPE_GTK_N_CURSORS)
    return g_strdup ("");
  times = format_times (self);
  g_string_append_printf (text, "%s\n%s", times, _ ("Signal"));
  for (guint i = 0; i < gscope_gtk_measure_get_n_columns (); i++)
    g_string_append_printf (text, "\t%s", gscope_gtk_measure_get_title (i));
  g_string_append_c (text, '\n');
  for_each_row (self, append_row, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
on_copy (GtkButton *button, GscopeGtkCursorTable *self)
{
  g_autofree char *text = gscope_gtk_cursor_table_get_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

/**
 * gscope_gtk_cursor_table_get_view: (get-property view)
 * @self: a table
 *
 * The view whose cursors it shows.
 *
 * Returns: (transfer none) (nullable): the view
 */
GscopeGtkView *
gscope_gtk_cursor_table_get_view (GscopeGtkCursorTable *self)
{
  return self->view;
}

/**
 * gscope_gtk_cursor_table_set_view: (set-property view)
 * @self: a table
 * @view: (nullable): a view
 *
 * Shows the cursors of a view.
 */
void
gscope_gtk_cursor_table_set_view (GscopeGtkCursorTable *self, GscopeGtkView *view)
{
  if (self->view == view)
    return;
  if (self->view)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_set_object (&self->view, view);
  if (view)
    {
      g_signal_connect_swapped (view, "cursors-changed", G_CALLBACK (update), self);
      g_signal_connect_swapped (view, "arranged", G_CALLBACK (update), self);
    }
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

/**
 * gscope_gtk_cursor_table_new:
 * @view: (nullable): a view
 *
 * Creates a table of what a view's cursors measure.
 *
 * Returns: (transfer floating): the table
 */
GtkWidget *
gscope_gtk_cursor_table_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_CURSOR_TABLE, "view", view, NULL);
}

static void
gscope_gtk_cursor_table_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    g_value_set_object (value, GSCOPE_GTK_CURSOR_TABLE (object)->view);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
gscope_gtk_cursor_table_set_property (GObject *object, guint id, const GValue *value,
                                      GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    gscope_gtk_cursor_table_set_view (GSCOPE_GTK_CURSOR_TABLE (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
gscope_gtk_cursor_table_dispose (GObject *object)
{
  GscopeGtkCursorTable *self = GSCOPE_GTK_CURSOR_TABLE (object);

  if (self->view)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->view);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (gscope_gtk_cursor_table_parent_class)->dispose (object);
}

static void
gscope_gtk_cursor_table_class_init (GscopeGtkCursorTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gscope_gtk_cursor_table_dispose;
  object_class->get_property = gscope_gtk_cursor_table_get_property;
  object_class->set_property = gscope_gtk_cursor_table_set_property;
  /**
   * GscopeGtkCursorTable:view:
   *
   * The view whose cursors it shows.
   */
  properties[PROP_VIEW] =
      g_param_spec_object ("view", NULL, NULL, GSCOPE_GTK_TYPE_VIEW,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "gscope-cursor-table");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
create_head (GscopeGtkCursorTable *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = gtk_label_new (_ ("Cursors"));
  GtkWidget *copy = gtk_button_new_with_label (_ ("Copy Table"));

  self->times = gtk_label_new (NULL);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (self->times, "dim-label");
  gtk_widget_add_css_class (self->times, "numeric");
  gtk_label_set_ellipsize (GTK_LABEL (self->times), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->times), 0);
  gtk_widget_set_hexpand (self->times, TRUE);
  gtk_widget_add_css_class (copy, "flat");
  g_signal_connect (copy, "clicked", G_CALLBACK (on_copy), self);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), self->times);
  gtk_box_append (GTK_BOX (head), copy);
  return head;
}

static void
gscope_gtk_cursor_table_init (GscopeGtkCursorTable *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->grid, 12);
  gtk_box_append (GTK_BOX (self->box), create_head (self));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->grid));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  show_titles (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
