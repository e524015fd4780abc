/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters/source.h"

#include <glib/gi18n.h>
#include <gscope-gtk/gscope-gtk.h>
#include <property.h>
#include <string.h>

#include "agents/same.h"
#include "agents/state.h"
#include "parameters/quality.h"
#include "signals/source-header.h"

enum
{
  /* brings the button to the middle of the control's first line */
  BUTTON_TOP = 4,
};

struct _AppSourceParameters
{
  GtkWidget parent_instance;

  GscopeSource *source;
  AppSession *session;
  GHashTable *cards;
  /* whether another agent has the same source */
  gboolean is_shared;
  gboolean is_away;
};

G_DEFINE_FINAL_TYPE (AppSourceParameters, app_source_parameters, GTK_TYPE_WIDGET)

static gboolean
is_of_group (gpointer item, gpointer group)
{
  return g_strcmp0 (gscope_parameter_get_group (item), group) == 0;
}

static void
on_set_on_agents (GtkButton *button, GscopeParameter *parameter)
{
  g_autofree char *name = gscope_parameter_dup_full_name (parameter);

  gtk_widget_activate_action (GTK_WIDGET (button), "win.set-on-agents", "s", name);
}

/* The button is there while another agent has the same source. */
static GtkWidget *
create_button (AppSourceParameters *self, GscopeParameter *parameter)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("network-workgroup-symbolic");
  g_autofree char *label =
      g_strdup_printf (_ ("Set %s on all agents"), gscope_parameter_get_title (parameter));

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "small");
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_top (button, BUTTON_TOP);
  gtk_widget_set_tooltip_text (button, _ ("Set on All Agents…"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_set_on_agents), parameter, 0);
  g_object_bind_property (self, "is-shared", button, "visible", G_BINDING_SYNC_CREATE);
  return button;
}

static void
on_menu_closed (GtkPopover *popover)
{
  gtk_widget_unparent (GTK_WIDGET (popover));
}

static gboolean
show_menu (GtkWidget *row, GVariant *arguments, gpointer data)
{
  GscopeParameter *parameter = data;
  g_autofree char *name = gscope_parameter_dup_full_name (parameter);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (_ ("_Identify a Response…"), NULL);
  GtkWidget *popover;

  g_menu_item_set_action_and_target (item, "win.identify-parameter", "s", name);
  g_menu_append_item (menu, item);
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_set_parent (popover, row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gscope_parameter_get_title (parameter), -1);
  /* its action comes first */
  g_signal_connect_after (popover, "closed", G_CALLBACK (on_menu_closed), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
  return TRUE;
}

static void
on_secondary (GtkGestureClick *gesture, int n_press, double x, double y, gpointer parameter)
{
  show_menu (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)), NULL, parameter);
}

/* Numbers have a menu, by the secondary button, the menu key and Shift+F10. */
static void
add_menu (GtkWidget *row, GscopeParameter *parameter)
{
  GscopeParameterType type = gscope_parameter_get_parameter_type (parameter);
  GtkEventController *keys;
  GtkGesture *click;

  if (type != GSCOPE_PARAMETER_TYPE_DOUBLE && type != GSCOPE_PARAMETER_TYPE_INTEGER)
    return;
  keys = gtk_shortcut_controller_new ();
  click = gtk_gesture_click_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_secondary), parameter, 0);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (
          gtk_alternative_trigger_new (gtk_keyval_trigger_new (GDK_KEY_Menu, 0),
                                       gtk_keyval_trigger_new (GDK_KEY_F10, GDK_SHIFT_MASK)),
          gtk_callback_action_new (show_menu, g_object_ref (parameter), g_object_unref)));
  gtk_widget_add_controller (row, keys);
}

static GtkWidget *
create_row (gpointer item, gpointer user_data)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *control = gscope_gtk_control_new (item);

  gtk_widget_set_hexpand (control, TRUE);
  g_object_bind_property (user_data, "is-away", control, "sensitive",
                          G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);
  gtk_box_append (GTK_BOX (box), control);
  gtk_box_append (GTK_BOX (box), create_button (user_data, item));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  add_menu (row, item);
  /* Returns whether a descendant has the focus. */
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gscope_parameter_get_title (item), -1);
  return row;
}

static GtkWidget *
create_card (AppSourceParameters *self, const char *group)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *heading = gtk_label_new (group);
  GtkWidget *list = gtk_list_box_new ();
  g_autoptr (GtkFilterListModel) model = gtk_filter_list_model_new (
      g_object_ref (gscope_source_get_parameters (self->source)),
      GTK_FILTER (gtk_custom_filter_new (is_of_group, g_strdup (group), g_free)));

  gtk_widget_set_visible (heading, group[0] != '\0');
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_label_set_ellipsize (GTK_LABEL (heading), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (heading, "caption-heading");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  group[0] ? group : gscope_source_get_name (self->source), -1);
  gtk_list_box_bind_model (GTK_LIST_BOX (list), G_LIST_MODEL (model), create_row, self, NULL);
  g_object_bind_property (model, "n-items", card, "visible", G_BINDING_SYNC_CREATE);
  gtk_box_append (GTK_BOX (card), heading);
  gtk_box_append (GTK_BOX (card), list);
  gtk_widget_set_parent (card, GTK_WIDGET (self));
  return card;
}

static gboolean
is_gone (gpointer group, gpointer card, gpointer groups)
{
  return !g_hash_table_contains (groups, group);
}

static void
on_parameters_changed (AppSourceParameters *self)
{
  GListModel *model = gscope_source_get_parameters (self->source);
  g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = g_list_model_get_n_items (model);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (model, i);
      const char *group = gscope_parameter_get_group (parameter);

      g_hash_table_add (groups, (gpointer) group);
      if (!g_hash_table_contains (self->cards, group))
        g_hash_table_insert (self->cards, g_strdup (group), create_card (self, group));
    }
  g_hash_table_foreach_remove (self->cards, is_gone, groups);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

static gboolean
get_is_shared (AppSourceParameters *self)
{
  return self->is_shared;
}

static gboolean
get_is_away (AppSourceParameters *self)
{
  return self->is_away;
}

static void
update_away (AppSourceParameters *self)
{
  gboolean is_away = app_agent_is_away (self->source);

  if (self->is_away == is_away)
    return;
  self->is_away = is_away;
  g_object_notify (G_OBJECT (self), "is-away");
}

/* The controls keep their values, which nobody can write now. */
static GtkWidget *
create_away_label (AppSourceParameters *self)
{
  GtkWidget *label = gtk_label_new (_ ("Away: these are the last values."));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  g_object_bind_property (self, "is-away", label, "visible", G_BINDING_SYNC_CREATE);
  return label;
}

static void
on_sources_changed (AppSourceParameters *self)
{
  g_autoptr (GPtrArray) same = app_same_list_sources (self->session, self->source);

  self->is_shared = same->len > 1;
  g_object_notify (G_OBJECT (self), "is-shared");
}

static void
app_source_parameters_dispose (GObject *object)
{
  AppSourceParameters *self = APP_SOURCE_PARAMETERS (object);
  GtkWidget *child;

  if (self->source)
    g_signal_handlers_disconnect_by_data (gscope_source_get_parameters (self->source), self);
  if (self->session)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (app_session_get_sources (self->session), self);
    }
  g_clear_object (&self->source);
  g_clear_object (&self->session);
  g_clear_pointer (&self->cards, g_hash_table_unref);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (app_source_parameters_parent_class)->dispose (object);
}

static void
app_source_parameters_class_init (AppSourceParametersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_source_parameters_dispose;
  property_add (G_OBJECT_CLASS (klass), boolean, "is-away", get_is_away, NULL, FALSE);
  property_add (G_OBJECT_CLASS (klass), boolean, "is-shared", get_is_shared, NULL, FALSE);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
app_source_parameters_init (AppSourceParameters *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 6);
  self->cards =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) gtk_widget_unparent);
}

GtkWidget *
app_source_parameters_new (AppSession *session, GscopeSource *source)
{
  AppSourceParameters *self = g_object_new (APP_TYPE_SOURCE_PARAMETERS, NULL);

  self->source = g_object_ref (source);
  self->session = g_object_ref (session);
  g_signal_connect_swapped (app_session_get_sources (session), "items-changed",
                            G_CALLBACK (on_sources_changed), self);
  on_sources_changed (self);
  g_signal_connect_swapped (session, "tick", G_CALLBACK (update_away), self);
  update_away (self);
  gtk_widget_set_parent (app_source_header_new (session, source), GTK_WIDGET (self));
  gtk_widget_set_parent (create_away_label (self), GTK_WIDGET (self));
  gtk_widget_set_parent (app_quality_new (session, source), GTK_WIDGET (self));
  g_signal_connect_swapped (gscope_source_get_parameters (source), "items-changed",
                            G_CALLBACK (on_parameters_changed), self);
  on_parameters_changed (self);
  return GTK_WIDGET (self);
}

GtkWidget *
app_source_parameters_find_card (AppSourceParameters *self, const char *group)
{
  const char *name = gscope_source_get_name (self->source);
  gsize length = strlen (name);

  if (strncmp (group, name, length) != 0 || group[length] != '/')
    return NULL;
  return g_hash_table_lookup (self->cards, group + length + 1);
}
