/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/pane/group-table.h>

#include <glib/gi18n-lib.h>
#include <gscope-gtk/control/value.h>
#include <gscope-gtk/pane/group-bar.h>
#include <gscope-gtk/pane/group-list.h>
#include <gscope-gtk/pane/pane.h>
#include <gscope-gtk/tables/description.h>

/**
 * GscopeGtkGroupTable:
 *
 * A table of groups that use a resource up to a limit: one row for each group that has a signal
 * with the role “usage”. Its bar shows the usage as a part of the whole, which is the period if the
 * usage is a time in the unit of the signal with the role “period”, and otherwise its range; a mark
 * shows the limit, which is the signal or the parameter with the role “limit”.
 *
 * Where the limit is a parameter, a click or a drag in the bar writes it, as “table”, with the period
 * as it is; so do the arrow keys when the bar has the focus. The tooltip says whether it would be admitted. A
 * line below the table says why a write was refused.
 *
 * Groups that have ended are folded: a button below the table shows and hides their rows. Rows keep their
 * places while the pointer is on the table.
 *
 * Below it is a [class@Pane] with the signals that the description names, or only the signals of
 * the group whose row is selected. “Show All”, Escape and another click in the row show all signals
 * again.
 *
 * ## CSS nodes
 *
 * A table has one node, `gscope-group-table`, over a table and a pane. Its bars are `gscope-group-bar`.
 *
 * Since: 1.0
 */
struct _GscopeGtkGroupTable
{
  GtkWidget parent_instance;

  GtkWidget *table;
  GtkWidget *foot;
  GtkWidget *ended;
  GtkWidget *show_all;
  GtkLabel *refusal;
  GtkWidget *pane;
  GscopeGtkGroupList *list;
  GtkSingleSelection *selection;
  /* the row that was selected before the pointer was pressed */
  guint pressed;
  /* the parameter whose refusal the line below the table shows */
  GscopeParameter *refused;
};

/* The minimum height of the view below, pixels; rows that do not fit above it are scrolled. */
#define LEAST_PANE 150
#define N_PARTS 4

G_DEFINE_FINAL_TYPE (GscopeGtkGroupTable, gscope_gtk_group_table, GTK_TYPE_WIDGET)

/* Cells. */

typedef char *(*FormatFunc) (GscopeGtkGroup *group);

static char *
format_title (GscopeGtkGroup *group)
{
  return g_strdup (gscope_gtk_group_get_title (group));
}

static void
show_refusal (GscopeGtkGroupTable *self, GscopeParameter *parameter)
{
  g_autofree char *text = NULL;

  if (gscope_parameter_get_state (parameter) == GSCOPE_PARAMETER_STATE_REFUSED)
    {
      const char *reason =
          gscope_gtk_control_value_trim (parameter, gscope_parameter_get_reason (parameter));

      text = g_strdup_printf ("%s: %s", gscope_parameter_get_title (parameter), reason);
      gtk_label_set_text (self->refusal, text);
      gtk_widget_set_visible (GTK_WIDGET (self->refusal), TRUE);
      g_set_object (&self->refused, parameter);
    }
  else if (self->refused == parameter)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->refusal), FALSE);
      g_clear_object (&self->refused);
    }
}

static void
set_name (GtkWidget *widget, const char *name)
{
  if (widget)
    gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
}

/* Assistive technologies name a row after its group and a cell after its text. */
static void
name_cell (GtkWidget *child, const char *text, gboolean is_title)
{
  GtkWidget *cell = gtk_widget_get_parent (child);

  set_name (cell, text);
  if (cell && is_title)
    set_name (gtk_widget_get_parent (cell), text);
}

static void
on_group_changed (GscopeGtkGroup *group, GtkListItem *item)
{
  FormatFunc format = (FormatFunc) g_object_get_data (G_OBJECT (item), "format");
  GtkWidget *label = gtk_list_item_get_child (item);
  g_autofree char *text = format (group);

  gtk_label_set_text (GTK_LABEL (label), text);
  name_cell (label, text, format == format_title);
  if (gscope_gtk_group_has_ended (group))
    gtk_widget_add_css_class (label, "dim-label");
  else
    gtk_widget_remove_css_class (label, "dim-label");
}

static void
on_bind_label (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GscopeGtkGroup *group = gtk_list_item_get_item (item);

  g_signal_connect (group, "changed", G_CALLBACK (on_group_changed), item);
  on_group_changed (group, item);
}

static void
on_unbind_label (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_signal_handlers_disconnect_by_data (gtk_list_item_get_item (item), item);
}

static void
on_setup_label (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer format)
{
  GtkWidget *label = gtk_label_new (NULL);
  gboolean is_title = format == format_title;

  g_object_set_data (G_OBJECT (item), "format", format);
  gtk_label_set_xalign (GTK_LABEL (label), is_title ? 0 : 1);
  gtk_label_set_width_chars (GTK_LABEL (label), is_title ? 12 : 8);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
on_bar_changed (GscopeGtkGroup *group, GscopeGtkGroupTable *self)
{
  GscopeParameter *parameter = gscope_gtk_group_get_parameter (group);

  if (parameter)
    show_refusal (self, parameter);
}

static void
on_bar_focus (GtkEventController *controller, GscopeGtkGroupTable *self)
{
  GtkWidget *bar = gtk_event_controller_get_widget (controller);
  GscopeGtkGroup *group = gscope_gtk_group_bar_get_group (GSCOPE_GTK_GROUP_BAR (bar));

  if (group)
    g_signal_emit_by_name (self, "group-used", gscope_gtk_group_get_key (group));
}

static void
on_setup_bar (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *bar = gscope_gtk_group_bar_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (focus, "enter", G_CALLBACK (on_bar_focus), data);
  gtk_widget_add_controller (bar, focus);
  gtk_list_item_set_child (item, bar);
}

static void
on_bind_bar (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GscopeGtkGroup *group = gtk_list_item_get_item (item);

  gscope_gtk_group_bar_set_group (GSCOPE_GTK_GROUP_BAR (gtk_list_item_get_child (item)), group);
  g_signal_connect (group, "changed", G_CALLBACK (on_bar_changed), data);
}

static void
on_unbind_bar (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), on_bar_changed, data);
  gscope_gtk_group_bar_set_group (GSCOPE_GTK_GROUP_BAR (gtk_list_item_get_child (item)), NULL);
}

static void
add_column (GtkColumnView *table, const char *title, GtkListItemFactory *factory, gboolean expands)
{
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (title, factory);

  gtk_column_view_column_set_expand (column, expands);
  gtk_column_view_append_column (table, column);
}

static void
add_labels (GtkColumnView *table, const char *title, FormatFunc format)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup_label), format);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind_label), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind_label), NULL);
  add_column (table, title, factory, FALSE);
}

static void
add_bars (GscopeGtkGroupTable *self, GtkColumnView *table)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup_bar), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind_bar), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind_bar), self);
  add_column (table, _ ("Usage and limit"), factory, TRUE);
}

/* The view. */

static void
show_foot (GscopeGtkGroupTable *self)
{
  gtk_widget_set_visible (self->foot, gtk_widget_get_visible (self->ended)
                                          || gtk_widget_get_visible (self->show_all));
}

static void
on_selected (GscopeGtkGroupTable *self)
{
  const char *key = gscope_gtk_group_table_get_selected (self);
  g_autofree char *prefix = key ? g_strconcat (key, "/", NULL) : NULL;

  gtk_widget_set_visible (self->show_all, key != NULL);
  show_foot (self);
  gscope_gtk_view_set_prefix (gscope_gtk_group_table_get_view (self), prefix);
  if (key)
    g_signal_emit_by_name (self, "group-used", key);
}

/* A press in the selected row deselects it. */
static void
on_row_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
                GscopeGtkGroupTable *self)
{
  self->pressed = gtk_single_selection_get_selected (self->selection);
}

static void
on_row_released (GtkGestureClick *gesture, int n_press, double x, double y,
                 GscopeGtkGroupTable *self)
{
  guint selected = gtk_single_selection_get_selected (self->selection);

  GtkWidget *table = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  int header = gtk_widget_get_height (gtk_widget_get_first_child (table));

  if (n_press == 1 && selected != GTK_INVALID_LIST_POSITION && selected == self->pressed
      && y >= header)
    gscope_gtk_group_table_select (self, NULL);
}

static void
on_enter (GscopeGtkGroupTable *self)
{
  gscope_gtk_group_list_set_still (self->list, TRUE);
}

static void
on_leave (GscopeGtkGroupTable *self)
{
  gscope_gtk_group_list_set_still (self->list, FALSE);
}

static gboolean
clear_selection (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkGroupTable *self = GSCOPE_GTK_GROUP_TABLE (widget);
  gboolean had_one = gscope_gtk_group_table_get_selected (self) != NULL;

  gscope_gtk_group_table_select (self, NULL);
  return had_one;
}

static void
on_ended (GscopeGtkGroupTable *self)
{
  guint n = gscope_gtk_group_list_count_ended (self->list);
  g_autofree char *text =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u ended", "%u ended", n), n);

  gtk_button_set_label (GTK_BUTTON (self->ended), text);
  gtk_widget_set_visible (self->ended, n > 0);
  show_foot (self);
}

static void
on_ended_toggled (GscopeGtkGroupTable *self)
{
  gscope_gtk_group_list_show_ended (self->list,
                                    gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->ended)));
}

/* The widget. */

static void
gscope_gtk_group_table_map (GtkWidget *widget)
{
  gscope_gtk_group_list_set_shown (GSCOPE_GTK_GROUP_TABLE (widget)->list, TRUE);
  GTK_WIDGET_CLASS (gscope_gtk_group_table_parent_class)->map (widget);
}

static void
gscope_gtk_group_table_unmap (GtkWidget *widget)
{
  gscope_gtk_group_list_set_shown (GSCOPE_GTK_GROUP_TABLE (widget)->list, FALSE);
  GTK_WIDGET_CLASS (gscope_gtk_group_table_parent_class)->unmap (widget);
}

/* The parts, from the top down. */
static void
list_parts (GscopeGtkGroupTable *self, GtkWidget **parts)
{
  parts[0] = self->table;
  parts[1] = self->foot;
  parts[2] = GTK_WIDGET (self->refusal);
  parts[3] = self->pane;
}

static void
measure_part (GtkWidget *part, int width, int *least, int *natural)
{
  *least = *natural = 0;
  if (gtk_widget_should_layout (part))
    gtk_widget_measure (part, GTK_ORIENTATION_VERTICAL, width, least, natural, NULL, NULL);
}

static void
gscope_gtk_group_table_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                                int *minimum, int *natural, int *minimum_baseline,
                                int *natural_baseline)
{
  GtkWidget *parts[N_PARTS];

  *minimum = *natural = 0;
  list_parts (GSCOPE_GTK_GROUP_TABLE (widget), parts);
  for (guint i = 0; i < N_PARTS; i++)
    {
      int least, best;

      gtk_widget_measure (parts[i], orientation, -1, &least, &best, NULL, NULL);
      if (!gtk_widget_should_layout (parts[i]))
        continue;
      *minimum = orientation == GTK_ORIENTATION_VERTICAL ? *minimum + least : MAX (*minimum, least);
      *natural = orientation == GTK_ORIENTATION_VERTICAL ? *natural + best : MAX (*natural, best);
    }
}

/* All rows are shown if that leaves the view its minimum height. */
static void
gscope_gtk_group_table_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GscopeGtkGroupTable *self = GSCOPE_GTK_GROUP_TABLE (widget);
  GtkWidget *parts[N_PARTS];
  int heights[N_PARTS], least[N_PARTS], natural, room, y = 0;

  list_parts (self, parts);
  for (guint i = 0; i < N_PARTS; i++)
    measure_part (parts[i], width, &least[i], &heights[i]);
  natural = heights[0];
  room = height - heights[1] - heights[2];
  heights[0] = MIN (natural, MAX (least[0], room - MAX (least[3], LEAST_PANE)));
  heights[3] = MAX (least[3], room - heights[0]);
  for (guint i = 0; i < N_PARTS; i++)
    {
      if (gtk_widget_should_layout (parts[i]))
        gtk_widget_size_allocate (parts[i], &(GdkRectangle){ 0, y, width, heights[i] }, -1);
      y += heights[i];
    }
}

static gboolean
gscope_gtk_group_table_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GSCOPE_GTK_GROUP_TABLE (widget)->pane);
}

static void
gscope_gtk_group_table_dispose (GObject *object)
{
  GscopeGtkGroupTable *self = GSCOPE_GTK_GROUP_TABLE (object);
  GtkWidget *child;

  if (self->selection)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->list)
    g_signal_handlers_disconnect_by_data (self->list, self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->selection);
  g_clear_object (&self->list);
  g_clear_object (&self->refused);
  G_OBJECT_CLASS (gscope_gtk_group_table_parent_class)->dispose (object);
}

static void
gscope_gtk_group_table_class_init (GscopeGtkGroupTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_group_table_dispose;
  widget_class->map = gscope_gtk_group_table_map;
  widget_class->unmap = gscope_gtk_group_table_unmap;
  widget_class->grab_focus = gscope_gtk_group_table_grab_focus;
  widget_class->measure = gscope_gtk_group_table_measure;
  widget_class->size_allocate = gscope_gtk_group_table_size_allocate;
  /**
   * GscopeGtkGroupTable::group-used:
   * @self: the table
   * @group: `instance/group`
   *
   * Emitted when the user selects the row of a group or focuses its bar, so that a program can show
   * the parameters of the group.
   *
   * Since: 1.0
   */
  g_signal_new ("group-used", GSCOPE_GTK_TYPE_GROUP_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, clear_selection, NULL);
  gtk_widget_class_set_css_name (widget_class, "gscope-group-table");
}

static void
add_pointer (GscopeGtkGroupTable *self, GtkWidget *table)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (table, motion);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect (click, "pressed", G_CALLBACK (on_row_pressed), self);
  g_signal_connect (click, "released", G_CALLBACK (on_row_released), self);
  gtk_widget_add_controller (table, GTK_EVENT_CONTROLLER (click));
}

static void
on_show_all (GscopeGtkGroupTable *self)
{
  gscope_gtk_group_table_select (self, NULL);
}

static GtkWidget *
make_table (GscopeGtkGroupTable *self)
{
  GtkWidget *table = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  add_labels (GTK_COLUMN_VIEW (table), _ ("Name"), format_title);
  add_bars (self, GTK_COLUMN_VIEW (table));
  add_labels (GTK_COLUMN_VIEW (table), _ ("Usage"), gscope_gtk_group_format_usage);
  add_labels (GTK_COLUMN_VIEW (table), C_ ("usage", "Limit"), gscope_gtk_group_format_limit);
  add_labels (GTK_COLUMN_VIEW (table), _ ("Period"), gscope_gtk_group_format_period);
  gtk_widget_add_css_class (table, "data-table");
  set_name (table, _ ("Usage and limits"));
  /* the list within has the focus */
  set_name (gtk_widget_get_last_child (table), _ ("Usage and limits"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), table);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  add_pointer (self, table);
  return scrolled;
}

static GtkWidget *
make_foot (GscopeGtkGroupTable *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->ended = gtk_toggle_button_new ();
  self->show_all = gtk_button_new_with_label (_ ("Show All"));
  gtk_widget_set_tooltip_text (self->ended, _ ("Rows of ended things"));
  gtk_widget_set_tooltip_text (self->show_all, _ ("All signals again (Escape)"));
  gtk_widget_add_css_class (self->ended, "flat");
  gtk_widget_add_css_class (self->show_all, "flat");
  gtk_widget_set_visible (self->ended, FALSE);
  gtk_widget_set_visible (self->show_all, FALSE);
  g_signal_connect_swapped (self->ended, "toggled", G_CALLBACK (on_ended_toggled), self);
  g_signal_connect_swapped (self->show_all, "clicked", G_CALLBACK (on_show_all), self);
  gtk_box_append (GTK_BOX (box), self->ended);
  gtk_box_append (GTK_BOX (box), self->show_all);
  gtk_widget_set_visible (box, FALSE);
  return box;
}

static GtkWidget *
make_refusal (void)
{
  GtkWidget *refusal = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (refusal), TRUE);
  gtk_label_set_xalign (GTK_LABEL (refusal), 0);
  gtk_widget_add_css_class (refusal, "error");
  gtk_widget_set_margin_start (refusal, 12);
  gtk_widget_set_margin_end (refusal, 12);
  gtk_widget_set_margin_top (refusal, 6);
  gtk_widget_set_margin_bottom (refusal, 6);
  gtk_widget_set_visible (refusal, FALSE);
  return refusal;
}

static void
add_parts (GscopeGtkGroupTable *self)
{
  GtkWidget *parts[N_PARTS];

  self->pane = gscope_gtk_pane_new (GSCOPE_GTK_VIEW (gscope_gtk_view_new_empty ()));
  self->table = make_table (self);
  self->foot = make_foot (self);
  self->refusal = GTK_LABEL (make_refusal ());
  list_parts (self, parts);
  for (guint i = 0; i < N_PARTS; i++)
    gtk_widget_set_parent (parts[i], GTK_WIDGET (self));
}

static void
gscope_gtk_group_table_init (GscopeGtkGroupTable *self)
{
  self->list = gscope_gtk_group_list_new ();
  self->pressed = GTK_INVALID_LIST_POSITION;
  self->selection =
      gtk_single_selection_new (g_object_ref (gscope_gtk_group_list_get_model (self->list)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  add_parts (self);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (on_selected),
                            self);
  g_signal_connect_swapped (self->list, "ended-changed", G_CALLBACK (on_ended), self);
}

/**
 * gscope_gtk_group_table_new:
 *
 * Creates an empty table.
 *
 * Returns: (transfer floating): the table
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_group_table_new (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_GROUP_TABLE, NULL);
}

/**
 * gscope_gtk_group_table_set_description:
 * @self: a table
 * @description: the groups, by the full names of their signals, and the settings of the view below
 *
 * Applies the description of a workspace, and clears the selection.
 *
 * Since: 1.0
 */
void
gscope_gtk_group_table_set_description (GscopeGtkGroupTable *self, GscopeWorkspaceView *description)
{
  gscope_gtk_group_table_select (self, NULL);
  gscope_gtk_group_list_set_description (self->list, description);
  gscope_gtk_view_set_description (gscope_gtk_group_table_get_view (self), description);
}

/**
 * gscope_gtk_group_table_describe:
 * @self: a table
 *
 * Describes the table, to save it in a workspace. The selection is not included.
 *
 * Returns: (transfer full): a description
 *
 * Since: 1.0
 */
GscopeWorkspaceView *
gscope_gtk_group_table_describe (GscopeGtkGroupTable *self)
{
  GscopeWorkspaceView *description =
      gscope_gtk_view_describe (gscope_gtk_group_table_get_view (self));

  description->kind = GSCOPE_VIEW_KIND_TABLE;
  return description;
}

/**
 * gscope_gtk_group_table_add_scope:
 * @self: a table
 * @scope: a scope on the same clock as the table's other scopes
 *
 * Adds the present and future groups of a scope, or those of them that the description names.
 * Adding a scope again has no effect.
 *
 * Since: 1.0
 */
void
gscope_gtk_group_table_add_scope (GscopeGtkGroupTable *self, GscopeScope *scope)
{
  gscope_gtk_group_list_add_scope (self->list, scope);
  gscope_gtk_view_add_scope (gscope_gtk_group_table_get_view (self), scope);
}

/**
 * gscope_gtk_group_table_get_view:
 * @self: a table
 *
 * Gets the view below it.
 *
 * Returns: (transfer none): the view
 *
 * Since: 1.0
 */
GscopeGtkView *
gscope_gtk_group_table_get_view (GscopeGtkGroupTable *self)
{
  return gscope_gtk_pane_get_view (GSCOPE_GTK_PANE (self->pane));
}

/**
 * gscope_gtk_group_table_get_selected:
 * @self: a table
 *
 * Gets the selected group.
 *
 * Returns: (nullable) (transfer none): `instance/group`; %NULL if none is
 *
 * Since: 1.0
 */
const char *
gscope_gtk_group_table_get_selected (GscopeGtkGroupTable *self)
{
  GscopeGtkGroup *group = gtk_single_selection_get_selected_item (self->selection);

  return group ? gscope_gtk_group_get_key (group) : NULL;
}

/**
 * gscope_gtk_group_table_select:
 * @self: a table
 * @group: (nullable): `instance/group`; %NULL for none
 *
 * Selects a row: the view below shows the group's signals.
 *
 * Returns: %FALSE if there is no such row; the selection is then unchanged
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_group_table_select (GscopeGtkGroupTable *self, const char *group)
{
  GListModel *model = G_LIST_MODEL (self->selection);

  if (!group)
    {
      gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
      return TRUE;
    }
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkGroup) row = g_list_model_get_item (model, i);

      if (!g_str_equal (gscope_gtk_group_get_key (row), group))
        continue;
      gtk_single_selection_set_selected (self->selection, i);
      return TRUE;
    }
  return FALSE;
}
