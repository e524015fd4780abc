/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/measure.h>
#include <gscope-gtk/tables/text-table.h>
#include <gscope-gtk/tables/view-table.h>
#include <gscope-gtk/view/objects.h>
#include <property.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* The interval of updates, ms, and the most markers that have a row: the newest ones. */
#define INTERVAL_MSEC 500
#define MOST_MARKERS 1000

/**
 * GscopeGtkViewTable:
 *
 * What a view shows as two tables that a screen reader can read: the signals that are not hidden, with their units, their last values in
 * view, their values at the cursor, and mean, minimum and maximum of the samples in view; and the markers in view with their times.
 *
 * While it is visible, it follows the view twice a second; if the view is held, the values stay. Enter in a row selects the
 * signal in the view, or moves the cursor to the marker. Control+C copies the tables as text.
 *
 * ## CSS nodes
 *
 * A table has one node, `gscope-view-table`, over a box with labels and column views.
 *
 * Since: 1.0
 */
struct _GscopeGtkViewTable
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkLabel *interval;
  GscopeGtkTextTable *signals;
  GtkLabel *n_markers;
  GscopeGtkTextTable *markers;
  GscopeGtkView *view;
  guint timeout;
};

G_DEFINE_FINAL_TYPE (GscopeGtkViewTable, gscope_gtk_view_table, GTK_TYPE_WIDGET)

static const GscopeGtkTextColumn signal_columns[] = {
  { N_ ("Signal"), FALSE, TRUE },    { N_ ("Unit"), FALSE, FALSE }, { N_ ("Last"), TRUE, FALSE },
  { N_ ("At Cursor"), TRUE, FALSE }, { N_ ("Mean"), TRUE, FALSE },  { N_ ("Minimum"), TRUE, FALSE },
  { N_ ("Maximum"), TRUE, FALSE },
};

static const GscopeGtkTextColumn marker_columns[] = {
  { N_ ("Time"), TRUE, FALSE },
  { N_ ("Kind"), FALSE, FALSE },
  { N_ ("Marker"), FALSE, TRUE },
};

static const char *const kinds[] = {
  [GSCOPE_MARKER_KIND_PENDING] = N_ ("Change under way"),
  [GSCOPE_MARKER_KIND_WRITE] = N_ ("Parameter change"),
  [GSCOPE_MARKER_KIND_REFUSED] = N_ ("Refused change"),
  [GSCOPE_MARKER_KIND_NOTE] = N_ ("Note"),
  [GSCOPE_MARKER_KIND_EVENT] = N_ ("Event"),
  [GSCOPE_MARKER_KIND_FAILURE] = N_ ("Limit failed"),
};

/* The texts. */

/* The moment that the tables are about: an interval with its begin and its end, and the cursor. */
typedef struct
{
  const GscopeGtkAnnotations *annotations;
  gint64 begin;
  gint64 end;
  gboolean has_cursor;
  gint64 cursor;
} Moment;

static GStrv
describe_signal (gpointer subject, gpointer data)
{
  const Moment *moment = data;
  GscopeGtkMeasure measure;
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  const char *unit = gscope_gtk_view_signal_get_unit (subject);

  gscope_gtk_measure (subject, moment->begin, moment->end, &measure);
  const double values[] = {
    measure.between.last,
    moment->has_cursor ? gscope_gtk_measure_read (subject, moment->cursor) : NAN,
    measure.between.mean,
    measure.between.min,
    measure.between.max,
  };
  g_strv_builder_add (texts, gscope_gtk_view_signal_get_label (subject));
  g_strv_builder_add (texts, unit ? unit : "");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *text = gscope_gtk_view_signal_format_value (subject, values[i]);

      g_strv_builder_add (texts, text);
    }
  return g_strv_builder_end (texts);
}

static GStrv
describe_marker (gpointer subject, gpointer data)
{
  const Moment *moment = data;
  g_autofree char *time =
      gscope_gtk_chrome_format_clock (moment->annotations, gscope_marker_get_time (subject), 3);
  g_autofree char *words = gscope_gtk_chrome_describe_marker (moment->annotations, subject);

  return g_strdupv (
      (char *[]){ time, (char *) _ (kinds[gscope_marker_get_kind (subject)]), words, NULL });
}

/* The rows. */

static GPtrArray *
list_signals (GscopeGtkViewTable *self)
{
  GListModel *entries = gscope_gtk_view_get_signals (self->view);
  GPtrArray *listed = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (entries, i);

      if (!gscope_gtk_view_signal_get_hidden (entry))
        g_ptr_array_add (listed, g_steal_pointer (&entry));
    }
  return listed;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 x = gscope_marker_get_time (*(GscopeMarker *const *) a);
  gint64 y = gscope_marker_get_time (*(GscopeMarker *const *) b);

  return (x > y) - (x < y);
}

/* Adds the newest markers of a list. Returns how many are in view. */
static guint
add_markers (GscopeMarkerList *list, const Moment *moment, GPtrArray *listed)
{
  guint begin = gscope_marker_list_find (list, moment->begin);
  guint end = gscope_marker_list_find (list, moment->end + 1);
  guint n = MAX (begin, end) - begin;

  for (guint i = end - MIN (n, MOST_MARKERS); i < end; i++)
    g_ptr_array_add (listed, g_list_model_get_item (G_LIST_MODEL (list), i));
  return n;
}

/* Returns the markers that have a row, and how many are in view. */
static GPtrArray *
list_markers (const Moment *moment, guint *n)
{
  GPtrArray *lists = moment->annotations->marker_lists;
  GPtrArray *listed = g_ptr_array_new_with_free_func (g_object_unref);

  *n = 0;
  for (guint i = 0; i < lists->len; i++)
    *n += add_markers (lists->pdata[i], moment, listed);
  g_ptr_array_sort (listed, compare_times);
  if (listed->len > MOST_MARKERS)
    g_ptr_array_remove_range (listed, 0, listed->len - MOST_MARKERS);
  return listed;
}

/* A view without a scope has no clock. */
static void
show_interval (GscopeGtkViewTable *self, const Moment *moment)
{
  double seconds = (double) (moment->end - moment->begin + 1) / GSCOPE_SEC;
  g_autofree char *end = NULL, *span = NULL, *text = NULL;

  if (moment->annotations->clock)
    {
      end = gscope_gtk_chrome_format_clock (moment->annotations, moment->end, 3);
      span = gscope_quantity_format (seconds, "s", 4);
      /* Translators: an interval of time, and the time at which it ends */
      text = g_strdup_printf (_ ("The %s until %s"), span, end);
    }
  gtk_label_set_label (self->interval, text ? text : "");
}

static void
show_n_markers (GscopeGtkViewTable *self, guint n)
{
  g_autofree char *text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u marker in view", "%u markers in view", n), n);

  gtk_label_set_label (self->n_markers, text);
}

static void
update (GscopeGtkViewTable *self)
{
  GscopeGtkPainting *painting = gscope_gtk_view_get_objects (self->view)->painting;
  Moment moment = { .annotations = gscope_gtk_painting_get_annotations (painting) };
  g_autoptr (GPtrArray) signals = list_signals (self);
  g_autoptr (GPtrArray) markers = NULL;
  guint n;

  gscope_gtk_scene_get_window (gscope_gtk_painting_get_scene (painting), &moment.begin,
                               &moment.end);
  /* the window is without its begin */
  moment.begin++;
  moment.has_cursor = gscope_gtk_view_get_cursor (self->view, &moment.cursor);
  show_interval (self, &moment);
  gscope_gtk_text_table_update (self->signals, signals, describe_signal, &moment);
  gtk_widget_set_visible (GTK_WIDGET (self->signals), signals->len > 0);
  markers = list_markers (&moment, &n);
  show_n_markers (self, n);
  gscope_gtk_text_table_update (self->markers, markers, describe_marker, &moment);
  gtk_widget_set_visible (GTK_WIDGET (self->markers), markers->len > 0);
}

static gboolean
on_timeout (gpointer self)
{
  update (self);
  return G_SOURCE_CONTINUE;
}

static void
follow (GscopeGtkViewTable *self)
{
  gboolean follows = self->view && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (follows && self->timeout == 0)
    self->timeout = g_timeout_add (INTERVAL_MSEC, on_timeout, self);
  else if (!follows)
    g_clear_handle_id (&self->timeout, g_source_remove);
}

static void
gscope_gtk_view_table_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gscope_gtk_view_table_parent_class)->map (widget);
  follow (GSCOPE_GTK_VIEW_TABLE (widget));
}

static void
gscope_gtk_view_table_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gscope_gtk_view_table_parent_class)->unmap (widget);
  follow (GSCOPE_GTK_VIEW_TABLE (widget));
}

static void
on_signal (GscopeGtkViewTable *self, GObject *entry)
{
  gscope_gtk_view_set_selected (self->view, GSCOPE_GTK_VIEW_SIGNAL (entry));
}

static void
on_marker (GscopeGtkViewTable *self, GObject *marker)
{
  gscope_gtk_view_set_cursor (self->view, gscope_marker_get_time (GSCOPE_MARKER (marker)));
  update (self);
}

/**
 * gscope_gtk_view_table_get_view: (get-property view)
 * @self: a table
 *
 * The view that it shows as tables.
 *
 * Returns: (transfer none) (nullable): the view
 *
 * Since: 1.0
 */
GscopeGtkView *
gscope_gtk_view_table_get_view (GscopeGtkViewTable *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_TABLE (self), NULL);

  return self->view;
}

static void
clear (GscopeGtkViewTable *self)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  gtk_label_set_label (self->interval, "");
  show_n_markers (self, 0);
  gscope_gtk_text_table_update (self->signals, none, describe_signal, NULL);
  gscope_gtk_text_table_update (self->markers, none, describe_marker, NULL);
}

/**
 * gscope_gtk_view_table_set_view: (set-property view)
 * @self: a table
 * @view: (nullable): a view
 *
 * Shows another view as tables.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_table_set_view (GscopeGtkViewTable *self, GscopeGtkView *view)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW_TABLE (self));
  g_return_if_fail (!view || GSCOPE_GTK_IS_VIEW (view));

  if (!g_set_object (&self->view, view))
    return;
  if (view)
    update (self);
  else
    clear (self);
  follow (self);
  g_object_notify (G_OBJECT (self), "view");
}

/**
 * gscope_gtk_view_table_get_text:
 * @self: a table
 *
 * The tables as text, as they are now: the interval, the signals, an empty line, and the markers. A row is a line, and columns are
 * separated by tabs.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
gscope_gtk_view_table_get_text (GscopeGtkViewTable *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (GSCOPE_GTK_IS_VIEW_TABLE (self), NULL);

  if (self->view)
    update (self);
  g_string_append_printf (text, "%s\n", gtk_label_get_label (self->interval));
  gscope_gtk_text_table_append (self->signals, text);
  g_string_append_c (text, '\n');
  gscope_gtk_text_table_append (self->markers, text);
  return g_string_free (text, FALSE);
}

/**
 * gscope_gtk_view_table_copy:
 * @self: a table
 *
 * Puts the tables on the clipboard as text.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_table_copy (GscopeGtkViewTable *self)
{
  g_autofree char *text = gscope_gtk_view_table_get_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static gboolean
copy (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gscope_gtk_view_table_copy (GSCOPE_GTK_VIEW_TABLE (widget));
  return TRUE;
}

static void
gscope_gtk_view_table_dispose (GObject *object)
{
  GscopeGtkViewTable *self = GSCOPE_GTK_VIEW_TABLE (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_object (&self->view);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (gscope_gtk_view_table_parent_class)->dispose (object);
}

static void
gscope_gtk_view_table_class_init (GscopeGtkViewTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gscope_gtk_view_table_dispose;
  widget_class->map = gscope_gtk_view_table_map;
  widget_class->unmap = gscope_gtk_view_table_unmap;
  /**
   * GscopeGtkViewTable:view:
   *
   * The view that it shows as tables.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "view", gscope_gtk_view_table_get_view,
                gscope_gtk_view_table_set_view, GSCOPE_GTK_TYPE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "gscope-view-table");
  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, copy, NULL);
}

static GtkLabel *
add_line (GscopeGtkViewTable *self, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (self->box), label);
  return GTK_LABEL (label);
}

static GscopeGtkTextTable *
add_table (GscopeGtkViewTable *self, const char *name, const GscopeGtkTextColumn *columns, guint n)
{
  GtkWidget *table = gscope_gtk_text_table_new (name, columns, n);

  gtk_widget_set_vexpand (table, TRUE);
  gtk_widget_set_visible (table, FALSE);
  gtk_box_append (GTK_BOX (self->box), table);
  return GSCOPE_GTK_TEXT_TABLE (table);
}

static void
gscope_gtk_view_table_init (GscopeGtkViewTable *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->interval = add_line (self, NULL, "numeric");
  self->signals = add_table (self, _ ("Signals"), signal_columns, G_N_ELEMENTS (signal_columns));
  self->n_markers = add_line (self, NULL, "numeric");
  self->markers = add_table (self, _ ("Markers"), marker_columns, G_N_ELEMENTS (marker_columns));
  g_signal_connect_swapped (self->signals, "activated", G_CALLBACK (on_signal), self);
  g_signal_connect_swapped (self->markers, "activated", G_CALLBACK (on_marker), self);
  clear (self);
}

/**
 * gscope_gtk_view_table_new:
 * @view: (nullable): a view
 *
 * Creates tables of what a view shows.
 *
 * Returns: (transfer floating): the tables
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_view_table_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_VIEW_TABLE, "view", view, NULL);
}
