/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "captures/columns.h"

#include <glib/gi18n.h>

/* How long captures are measured before the main loop goes on, microseconds. */
#define SLICE 3000

/* A column. */
#define APP_TYPE_CAPTURE_COLUMN (app_capture_column_get_type ())
G_DECLARE_FINAL_TYPE (AppCaptureColumn, app_capture_column, APP, CAPTURE_COLUMN, GObject)

struct _AppCaptureColumn
{
  GObject parent_instance;

  GscopeCaptureColumn *values;
  GscopeGtkBadge *badge;
  GtkSorter *sorter;
  GtkColumnViewColumn *column;
  /* the cells that show captures; not owned */
  GPtrArray *items;
};

G_DEFINE_FINAL_TYPE (AppCaptureColumn, app_capture_column, G_TYPE_OBJECT)

static void
app_capture_column_finalize (GObject *object)
{
  AppCaptureColumn *self = APP_CAPTURE_COLUMN (object);

  g_object_unref (self->values);
  g_object_unref (self->badge);
  g_object_unref (self->sorter);
  g_object_unref (self->column);
  g_ptr_array_unref (self->items);
  G_OBJECT_CLASS (app_capture_column_parent_class)->finalize (object);
}

static void
app_capture_column_class_init (AppCaptureColumnClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_capture_column_finalize;
}

static void
app_capture_column_init (AppCaptureColumn *self)
{
  self->items = g_ptr_array_new ();
}

struct _AppCaptureColumns
{
  GObject parent_instance;

  GtkColumnView *table;
  GscopeGtkView *view;
  GscopeCaptureList *list;
  /* of AppCaptureColumn */
  GPtrArray *columns;
  guint idle;
  /* whether values have come since the table was sorted */
  gboolean is_unsorted;
};

G_DEFINE_FINAL_TYPE (AppCaptureColumns, app_capture_columns, G_TYPE_OBJECT)

static void
app_capture_columns_dispose (GObject *object)
{
  AppCaptureColumns *self = APP_CAPTURE_COLUMNS (object);

  app_capture_columns_set_list (self, NULL, NULL);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_object (&self->table);
  G_OBJECT_CLASS (app_capture_columns_parent_class)->dispose (object);
}

static void
app_capture_columns_class_init (AppCaptureColumnsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_capture_columns_dispose;
  g_signal_new ("changed", APP_TYPE_CAPTURE_COLUMNS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
app_capture_columns_init (AppCaptureColumns *self)
{
  self->columns = g_ptr_array_new_with_free_func (g_object_unref);
}

AppCaptureColumns *
app_capture_columns_new (GtkColumnView *table)
{
  AppCaptureColumns *self = g_object_new (APP_TYPE_CAPTURE_COLUMNS, NULL);

  self->table = g_object_ref (table);
  return self;
}

/* The cells. */

void
app_capture_columns_name_row (GtkListItem *item)
{
  GtkWidget *row = gtk_widget_get_parent (gtk_widget_get_parent (gtk_list_item_get_child (item)));
  g_autoptr (GString) text = g_string_new (C_ ("noun", "Capture"));

  if (!row)
    return;
  for (GtkWidget *cell = gtk_widget_get_first_child (row); cell;
       cell = gtk_widget_get_next_sibling (cell))
    {
      GtkWidget *label = gtk_widget_get_first_child (cell);

      if (GTK_IS_LABEL (label))
        g_string_append_printf (text, " %s", gtk_label_get_label (GTK_LABEL (label)));
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text->str,
                                  -1);
}

static void
show_value (AppCaptureColumn *self, GtkListItem *item)
{
  double value = gscope_capture_column_get_value (self->values, gtk_list_item_get_item (item));
  g_autofree char *text = gscope_gtk_badge_format_value (self->badge, value);

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
  app_capture_columns_name_row (item);
}

static void
on_setup (AppCaptureColumn *self, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
on_bind (AppCaptureColumn *self, GtkListItem *item)
{
  g_ptr_array_add (self->items, item);
  show_value (self, item);
}

static void
on_unbind (AppCaptureColumn *self, GtkListItem *item)
{
  g_ptr_array_remove_fast (self->items, item);
}

static double
get_value (GscopeCapture *capture, GscopeCaptureColumn *values)
{
  return gscope_capture_column_get_value (values, capture);
}

static void
drop_values (gpointer values, GClosure *closure)
{
  g_object_unref (values);
}

/* The measuring. */

static void
show_values (AppCaptureColumns *self)
{
  self->is_unsorted = TRUE;
  for (guint i = 0; i < self->columns->len; i++)
    {
      AppCaptureColumn *column = self->columns->pdata[i];

      for (guint j = 0; j < column->items->len; j++)
        show_value (column, column->items->pdata[j]);
    }
}

static gboolean
measure (gpointer data)
{
  AppCaptureColumns *self = data;
  gint64 end = g_get_monotonic_time () + SLICE;
  gboolean has_more = TRUE;

  while (has_more && g_get_monotonic_time () < end)
    {
      has_more = FALSE;
      for (guint i = 0; i < self->columns->len; i++)
        {
          AppCaptureColumn *column = self->columns->pdata[i];

          has_more |= gscope_capture_column_measure (column->values, 1);
        }
    }
  if (has_more)
    return G_SOURCE_CONTINUE;
  self->idle = 0;
  show_values (self);
  return G_SOURCE_REMOVE;
}

static void
queue (AppCaptureColumns *self)
{
  if (self->idle == 0 && self->columns->len > 0)
    self->idle = g_idle_add (measure, self);
}

/* The columns. */

static GscopeCaptureColumn *
make_values (AppCaptureColumns *self, GscopeGtkBadge *badge)
{
  const GscopeWorkspaceMeasurement *description = gscope_gtk_badge_get_description (badge);
  GscopeGtkViewSignal *signal = gscope_gtk_badge_get_signal (badge);
  const GscopeMeasurementSettings settings = {
    .percentile = description->percentile,
    .tolerance = description->tolerance,
    .holds = signal && gscope_gtk_view_signal_get_line_mode (signal) == GSCOPE_LINE_MODE_STEPS,
  };

  return gscope_capture_column_new (self->list, description->measurement, &settings,
                                    description->signal, description->other);
}

/* Returns the short name of a measurement, and the name of its signal without that of its source. */
static char *
make_title (GscopeGtkBadge *badge)
{
  const GscopeWorkspaceMeasurement *description = gscope_gtk_badge_get_description (badge);
  g_autofree char *label = gscope_workspace_measurement_dup_label (description);
  const char *slash = strrchr (description->signal, '/');

  return g_strdup_printf ("%s %s", label, slash ? slash + 1 : description->signal);
}

static void
add_column (AppCaptureColumns *self, GscopeGtkBadge *badge)
{
  AppCaptureColumn *column = g_object_new (APP_TYPE_CAPTURE_COLUMN, NULL);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GListModel *columns = gtk_column_view_get_columns (self->table);
  g_autofree char *title = make_title (badge);

  column->badge = g_object_ref (badge);
  column->values = make_values (self, badge);
  column->sorter = GTK_SORTER (gtk_numeric_sorter_new (
      gtk_cclosure_expression_new (G_TYPE_DOUBLE, NULL, 0, NULL, G_CALLBACK (get_value),
                                   g_object_ref (column->values), drop_values)));
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), column, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), column, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), column, G_CONNECT_SWAPPED);
  column->column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_sorter (column->column, column->sorter);
  gtk_column_view_insert_column (self->table, g_list_model_get_n_items (columns) - 1,
                                 column->column);
  g_ptr_array_add (self->columns, column);
}

static void
remove_columns (AppCaptureColumns *self)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  for (guint i = 0; i < self->columns->len; i++)
    gtk_column_view_remove_column (self->table,
                                   APP_CAPTURE_COLUMN (self->columns->pdata[i])->column);
  g_ptr_array_set_size (self->columns, 0);
}

static void
make_columns (AppCaptureColumns *self)
{
  GListModel *badges = G_LIST_MODEL (gscope_gtk_view_get_badges (self->view));

  remove_columns (self);
  for (guint i = 0; self->list && i < g_list_model_get_n_items (badges); i++)
    {
      g_autoptr (GscopeGtkBadge) badge = g_list_model_get_item (badges, i);

      if (gscope_gtk_badge_get_description (badge)->over == GSCOPE_MEASUREMENT_SPAN_CAPTURE)
        add_column (self, badge);
    }
  queue (self);
  g_signal_emit_by_name (self, "changed");
}

static void
drop (AppCaptureColumns *self)
{
  if (self->list)
    g_signal_handlers_disconnect_by_data (self->list, self);
  if (self->view)
    g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_badges (self->view), self);
  g_clear_object (&self->list);
  g_clear_object (&self->view);
}

void
app_capture_columns_set_list (AppCaptureColumns *self, GscopeGtkView *view, GscopeCaptureList *list)
{
  if (self->view == view && self->list == list)
    return;
  drop (self);
  if (!view)
    {
      remove_columns (self);
      return;
    }
  self->view = g_object_ref (view);
  self->list = list ? g_object_ref (list) : NULL;
  g_signal_connect_swapped (gscope_gtk_view_get_badges (view), "items-changed",
                            G_CALLBACK (make_columns), self);
  make_columns (self);
  /* after the values, which follow the list, too */
  if (list)
    g_signal_connect_swapped (list, "items-changed", G_CALLBACK (queue), self);
}

void
app_capture_columns_update (AppCaptureColumns *self)
{
  if (!self->is_unsorted)
    return;
  self->is_unsorted = FALSE;
  for (guint i = 0; i < self->columns->len; i++)
    gtk_sorter_changed (APP_CAPTURE_COLUMN (self->columns->pdata[i])->sorter,
                        GTK_SORTER_CHANGE_DIFFERENT);
}

guint
app_capture_columns_get_n (AppCaptureColumns *self)
{
  return self->columns->len;
}

GtkColumnViewColumn *
app_capture_columns_get (AppCaptureColumns *self, guint i)
{
  return APP_CAPTURE_COLUMN (self->columns->pdata[i])->column;
}

char *
app_capture_columns_dup_statistics (AppCaptureColumns *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->columns->len; i++)
    {
      AppCaptureColumn *column = self->columns->pdata[i];
      g_autofree char *mean = NULL, *deviation = NULL, *min = NULL, *max = NULL;
      GscopeMeasures statistics;

      gscope_capture_column_get_statistics (column->values, &statistics);
      mean = gscope_gtk_badge_format_value (column->badge, statistics.mean);
      deviation = gscope_gtk_badge_format_value (column->badge, statistics.deviation);
      min = gscope_gtk_badge_format_value (column->badge, statistics.min);
      max = gscope_gtk_badge_format_value (column->badge, statistics.max);
      /* Translators: the title of a measurement; its mean, deviation, smallest and largest value */
      g_string_append_printf (text, _ ("%s%s: mean %s, deviation %s, %s to %s"), i > 0 ? "\n" : "",
                              gtk_column_view_column_get_title (column->column), mean, deviation,
                              min, max);
    }
  return g_string_free (text, FALSE);
}
