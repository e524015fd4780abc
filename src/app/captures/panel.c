/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "captures/panel.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <property.h>

#include "captures/columns.h"
#include "captures/display.h"
#include "captures/finding.h"
#include "undo/captures.h"
#include "widgets/drop-down.h"

enum
{
  N_BINDINGS = 4,
};

struct _AppCapturesPanel
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  gboolean is_triggered;
  gboolean showing;
  /* the settings of the view, to widgets */
  GBinding *bindings[N_BINDINGS];

  AppCaptureColumns *columns;
  /* whether the order is being listed again */
  gboolean ordering;

  GtkColumnView *list;
  GtkSelectionModel *selection;
  GtkSortListModel *model;
  GtkColumnViewColumn *number;
  GtkColumnViewColumn *time;
  GtkColumnViewColumn *keep;
  GtkSpinButton *pre;
  GtkSpinButton *overlaid;
  GtkCheckButton *has_mean;
  GtkSpinButton *n_mean;
  GtkDropDown *order;
  GtkWidget *empty;
  GtkLabel *statistics;
  GtkLabel *counts;
  AppFinding *finding;
};

G_DEFINE_FINAL_TYPE (AppCapturesPanel, app_captures_panel, ADW_TYPE_BIN)

/* Returns the time of day to a millisecond, or the time since the beginning of a recording without times of day. */
static char *
format_time (AppCapturesPanel *self, gint64 time)
{
  GscopeClock *clock = app_session_get_clock (self->session);
  g_autoptr (GDateTime) wall = NULL;
  g_autofree char *seconds = NULL;

  if (!gscope_clock_get_has_wall (clock))
    return gscope_quantity_format_time (
        time - gscope_transport_get_begin (GSCOPE_TRANSPORT (clock)), 6);
  wall = gscope_clock_to_wall (clock, time);
  seconds = g_date_time_format (wall, "%H:%M:%S");
  return g_strdup_printf ("%s.%03d", seconds, g_date_time_get_microsecond (wall) / 1000);
}

/* The cells. */

static void
set_up_label (AppCapturesPanel *self, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_number (AppCapturesPanel *self, GtkListItem *item)
{
  g_autofree char *text =
      g_strdup_printf ("%" PRIu64, gscope_capture_get_number (gtk_list_item_get_item (item)));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
  app_capture_columns_name_row (item);
}

static void
bind_time (AppCapturesPanel *self, GtkListItem *item)
{
  g_autofree char *text =
      format_time (self, gscope_capture_get_time (gtk_list_item_get_item (item)));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
  gtk_label_set_xalign (GTK_LABEL (gtk_list_item_get_child (item)), 0);
  app_capture_columns_name_row (item);
}

static void
show_kept (GtkListItem *item)
{
  GscopeCapture *capture = gtk_list_item_get_item (item);
  GtkWidget *button = gtk_list_item_get_child (item);
  gboolean kept = gscope_capture_get_kept (capture);

  gtk_button_set_icon_name (GTK_BUTTON (button),
                            kept ? "starred-symbolic" : "non-starred-symbolic");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), kept);
}

static void
on_kept (GtkToggleButton *button, GtkListItem *item)
{
  AppCapturesPanel *self =
      APP_CAPTURES_PANEL (gtk_widget_get_ancestor (GTK_WIDGET (button), APP_TYPE_CAPTURES_PANEL));
  GscopeCapture *capture = gtk_list_item_get_item (item);

  if (self && self->session && capture
      && gscope_capture_get_kept (capture) != gtk_toggle_button_get_active (button))
    app_captures_set_kept (self->session, capture, gtk_toggle_button_get_active (button));
}

static void
set_up_keep (AppCapturesPanel *self, GtkListItem *item)
{
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_widget_set_tooltip_text (
      button, _ ("Keep This Capture as a Dashed Reference, Also When the List Is Full"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Keep"), -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "keep");
  g_signal_connect (button, "toggled", G_CALLBACK (on_kept), item);
  gtk_list_item_set_child (item, button);
}

static void
bind_keep (AppCapturesPanel *self, GtkListItem *item)
{
  g_signal_connect_object (gtk_list_item_get_item (item), "notify::kept", G_CALLBACK (show_kept),
                           item, G_CONNECT_SWAPPED);
  show_kept (item);
}

static void
unbind_keep (AppCapturesPanel *self, GtkListItem *item)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_kept, item);
}

/* The order: by time, or by one of the measurements. */

static int
compare_times (gconstpointer a, gconstpointer b, gpointer data)
{
  gint64 x = gscope_capture_get_time ((GscopeCapture *) a);
  gint64 y = gscope_capture_get_time ((GscopeCapture *) b);

  return (x > y) - (x < y);
}

static void
on_order (AppCapturesPanel *self)
{
  guint chosen = gtk_drop_down_get_selected (self->order);
  GtkColumnViewColumn *column = self->time;

  if (self->ordering || chosen == GTK_INVALID_LIST_POSITION)
    return;
  if (chosen >= 2)
    column = app_capture_columns_get (self->columns, chosen / 2 - 1);
  gtk_column_view_sort_by_column (self->list, column,
                                  chosen % 2 ? GTK_SORT_ASCENDING : GTK_SORT_DESCENDING);
}

/* Lists two orders for each column; the newest is first again. */
static void
show_orders (AppCapturesPanel *self)
{
  g_autoptr (GtkStringList) orders = gtk_string_list_new (NULL);

  gtk_string_list_append (orders, _ ("Newest First"));
  gtk_string_list_append (orders, _ ("Oldest First"));
  for (guint i = 0; i < app_capture_columns_get_n (self->columns); i++)
    {
      GtkColumnViewColumn *column = app_capture_columns_get (self->columns, i);
      const char *title = gtk_column_view_column_get_title (column);

      gtk_string_list_take (orders, g_strdup_printf (_ ("Largest %s First"), title));
      gtk_string_list_take (orders, g_strdup_printf (_ ("Smallest %s First"), title));
    }
  self->ordering = TRUE;
  gtk_drop_down_set_model (self->order, G_LIST_MODEL (orders));
  gtk_drop_down_set_selected (self->order, 0);
  self->ordering = FALSE;
  on_order (self);
}

/* The list. */

/* Of several selected captures none is shown for them. */
static void
on_selected (AppCapturesPanel *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);
  g_autoptr (GscopeCapture) capture = NULL;

  if (self->showing || !self->view || !gscope_gtk_view_get_captures (self->view)
      || gtk_bitset_get_size (selected) != 1)
    return;
  capture = g_list_model_get_item (G_LIST_MODEL (self->model), gtk_bitset_get_minimum (selected));
  gscope_gtk_view_show_capture (self->view, capture);
}

static guint
find_shown (AppCapturesPanel *self)
{
  GscopeCapture *shown = gscope_gtk_view_get_shown_capture (self->view);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  for (guint i = 0; shown && i < n; i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      if (capture == shown)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

/* The list scrolls with the selection. Several selected captures stay selected. */
static void
show_selected (AppCapturesPanel *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);
  guint position = find_shown (self);

  if (gtk_bitset_get_size (selected) > 1)
    return;
  self->showing = TRUE;
  if (position == GTK_INVALID_LIST_POSITION)
    gtk_selection_model_unselect_all (self->selection);
  else
    gtk_selection_model_select_item (self->selection, position, TRUE);
  self->showing = FALSE;
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->list)),
                                "list.scroll-to-item", "u", position);
}

static void
append_count (GString *text, const char *format, guint64 n)
{
  if (n > 0)
    g_string_append_printf (text, format, n);
}

static void
show_counts (AppCapturesPanel *self)
{
  GscopeCaptureList *list = self->view ? gscope_gtk_view_get_captures (self->view) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *size = NULL;
  g_autofree char *statistics = app_capture_columns_dup_statistics (self->columns);
  guint64 n_evicted, n_overlapping, n_lost, n_dropped;
  guint n;

  gtk_label_set_label (self->statistics, statistics);
  gtk_widget_set_visible (GTK_WIDGET (self->statistics), statistics[0] != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->counts), list != NULL);
  if (!list)
    return;
  n = g_list_model_get_n_items (G_LIST_MODEL (list));
  gtk_widget_set_visible (self->empty, n == 0);
  size = g_format_size_full (gscope_capture_list_get_bytes (list), G_FORMAT_SIZE_IEC_UNITS);
  g_string_append_printf (text, ngettext ("%u capture, %s", "%u captures, %s", n), n, size);
  n_evicted = gscope_capture_list_get_n_evicted (list);
  append_count (text,
                ngettext (", %" PRIu64 " removed at the bounds",
                          ", %" PRIu64 " removed at the bounds", (gulong) n_evicted),
                n_evicted);
  n_overlapping = gscope_capture_list_get_n_overlapping (list);
  append_count (text,
                ngettext (", %" PRIu64 " firing within a capture",
                          ", %" PRIu64 " firings within a capture", (gulong) n_overlapping),
                n_overlapping);
  n_lost = gscope_capture_list_get_n_lost (list);
  append_count (text, ngettext (", %" PRIu64 " lost", ", %" PRIu64 " lost", (gulong) n_lost),
                n_lost);
  n_dropped = app_captures_get_n_dropped (self->view);
  append_count (text,
                ngettext (", %" PRIu64 " failure of a limit not captured: too many waited",
                          ", %" PRIu64 " failures of limits not captured: too many waited",
                          (gulong) n_dropped),
                n_dropped);
  gtk_label_set_label (self->counts, text->str);
}

/* Follows the list of the view, which may be another one after a change of the trigger. */
static void
update (AppCapturesPanel *self)
{
  GscopeCaptureList *list = gscope_gtk_view_get_captures (self->view);
  g_autofree char *name = NULL;
  gboolean is_triggered;
  guint max_count;

  g_object_get (gscope_gtk_view_get_settings (self->view), "trigger", &name, "max-captures",
                &max_count, NULL);
  app_finding_set_list (self->finding, list, max_count);
  app_capture_columns_set_list (self->columns, self->view, list);
  app_capture_columns_update (self->columns);
  is_triggered = name[0] != '\0';
  self->showing = TRUE;
  if (gtk_sort_list_model_get_model (self->model) != G_LIST_MODEL (list))
    gtk_sort_list_model_set_model (self->model, G_LIST_MODEL (list));
  self->showing = FALSE;
  show_selected (self);
  show_counts (self);
  if (is_triggered == self->is_triggered)
    return;
  self->is_triggered = is_triggered;
  g_object_notify (G_OBJECT (self), "triggered");
}

/* The counts follow with the next tick: captures are shown also while widgets get their sizes. */
static void
on_shown (AppCapturesPanel *self)
{
  if (G_LIST_MODEL (gscope_gtk_view_get_captures (self->view))
      == gtk_sort_list_model_get_model (self->model))
    show_selected (self);
  else
    update (self);
}

static gboolean
get_triggered (AppCapturesPanel *self)
{
  return self->is_triggered;
}

static void
drop (AppCapturesPanel *self)
{
  if (!self->view)
    return;
  app_finding_set_list (self->finding, NULL, 0);
  app_capture_columns_set_list (self->columns, NULL, NULL);
  for (guint i = 0; i < N_BINDINGS; i++)
    g_clear_pointer (&self->bindings[i], g_binding_unbind);
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_settings (self->view), self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_signal_handlers_disconnect_by_data (app_session_get_history (self->session), self);
  g_signal_handlers_disconnect_by_data (self->session, self);
  self->showing = TRUE;
  gtk_sort_list_model_set_model (self->model, NULL);
  self->showing = FALSE;
  g_clear_object (&self->view);
  g_clear_object (&self->session);
}

static void
app_captures_panel_dispose (GObject *object)
{
  AppCapturesPanel *self = APP_CAPTURES_PANEL (object);

  drop (self);
  g_clear_object (&self->columns);
  G_OBJECT_CLASS (app_captures_panel_parent_class)->dispose (object);
}

static void
app_captures_panel_class_init (AppCapturesPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_captures_panel_dispose;
  g_type_ensure (APP_TYPE_FINDING);
  property_add (G_OBJECT_CLASS (klass), boolean, "triggered", get_triggered, NULL, FALSE);
  gtk_widget_class_set_css_name (widget_class, "capturespanel");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/captures/panel.ui");
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, list);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, selection);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, model);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, number);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, time);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, keep);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, pre);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, overlaid);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, has_mean);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, n_mean);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, order);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, empty);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, statistics);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, counts);
  gtk_widget_class_bind_template_child (widget_class, AppCapturesPanel, finding);
  gtk_widget_class_bind_template_callback (widget_class, on_order);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
}

static GtkListItemFactory *
make_factory (AppCapturesPanel *self, GCallback set_up, GCallback bind, GCallback unbind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect_object (factory, "setup", set_up, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", bind, self, G_CONNECT_SWAPPED);
  if (unbind)
    g_signal_connect_object (factory, "unbind", unbind, self, G_CONNECT_SWAPPED);
  return factory;
}

static void
set_factory (GtkColumnViewColumn *column, GtkListItemFactory *factory)
{
  gtk_column_view_column_set_factory (column, factory);
  g_object_unref (factory);
}

static void
app_captures_panel_init (AppCapturesPanel *self)
{
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (compare_times, NULL, NULL));

  gtk_widget_init_template (GTK_WIDGET (self));
  app_drop_down_prepare (self->order);
  self->columns = app_capture_columns_new (self->list);
  gtk_column_view_column_set_sorter (self->number, sorter);
  gtk_column_view_column_set_sorter (self->time, sorter);
  gtk_sort_list_model_set_sorter (self->model, gtk_column_view_get_sorter (self->list));
  g_signal_connect_object (self->columns, "changed", G_CALLBACK (show_orders), self,
                           G_CONNECT_SWAPPED);
  show_orders (self);
  /* the list within has the focus */
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (gtk_widget_get_last_child (GTK_WIDGET (self->list))),
      GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Captures"), -1);
  set_factory (self->number,
               make_factory (self, G_CALLBACK (set_up_label), G_CALLBACK (bind_number), NULL));
  set_factory (self->time,
               make_factory (self, G_CALLBACK (set_up_label), G_CALLBACK (bind_time), NULL));
  set_factory (self->keep, make_factory (self, G_CALLBACK (set_up_keep), G_CALLBACK (bind_keep),
                                         G_CALLBACK (unbind_keep)));
}

static void
bind_settings (AppCapturesPanel *self, GscopeViewSettings *settings)
{
  const struct
  {
    const char *setting;
    gpointer widget;
    const char *property;
  } rows[N_BINDINGS] = {
    { "pre-trigger", self->pre, "value" },
    { "n-overlaid", self->overlaid, "value" },
    { "capture-mean", self->has_mean, "active" },
    { "n-mean", self->n_mean, "value" },
  };

  for (guint i = 0; i < N_BINDINGS; i++)
    self->bindings[i] =
        g_object_bind_property (settings, rows[i].setting, rows[i].widget, rows[i].property,
                                G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}

void
app_captures_panel_set_view (AppCapturesPanel *self, AppSession *session, GscopeGtkView *view)
{
  GscopeViewSettings *settings;

  drop (self);
  if (!view)
    {
      self->is_triggered = FALSE;
      g_object_notify (G_OBJECT (self), "triggered");
      return;
    }
  self->session = g_object_ref (session);
  self->view = g_object_ref (view);
  settings = gscope_gtk_view_get_settings (view);
  bind_settings (self, settings);
  g_signal_connect_swapped (settings, "notify::trigger", G_CALLBACK (update), self);
  g_signal_connect_swapped (view, "notify::shown-capture", G_CALLBACK (on_shown), self);
  g_signal_connect_swapped (app_session_get_history (session), "changed", G_CALLBACK (update),
                            self);
  g_signal_connect_swapped (session, "tick", G_CALLBACK (update), self);
  update (self);
}

GPtrArray *
app_captures_panel_list_selected (AppCapturesPanel *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);
  GPtrArray *captures = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < gtk_bitset_get_size (selected); i++)
    g_ptr_array_add (captures, g_list_model_get_item (G_LIST_MODEL (self->model),
                                                      gtk_bitset_get_nth (selected, i)));
  return captures;
}
