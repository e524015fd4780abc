/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "panes/canvas.h"

#include <glib/gi18n.h>
#include <property.h>

#include "bars/comparison.h"
#include "captures/bar.h"
#include "panes/view-settings.h"
#include "widgets/drop-down.h"
#include "widgets/names.h"

struct _AppCanvas
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  gboolean filling;

  GtkStack *stack;
  AppPanes *panes;
  GscopeGtkCursorTable *table;
  GtkDropDown *views;
  GtkBox *wide_parts;
  GtkBox *parts;
  GMenu *parts_section;
  GtkStack *live;
  GtkBox *column;
  GtkWidget *toolbar;
  /* NULL until they are first shown */
  AppTriggerBar *trigger_bar;
  AppComparisonBar *comparison_bar;
  GtkMenuButton *settings_button;
  AppViewSettings *settings;
};

G_DEFINE_FINAL_TYPE (AppCanvas, app_canvas, ADW_TYPE_BIN)

/* Returns whether the newest capture of a triggered display is in front. */
static gboolean
has_newest (GscopeGtkView *view)
{
  GListModel *captures = G_LIST_MODEL (gscope_gtk_view_get_captures (view));
  guint n = captures ? g_list_model_get_n_items (captures) : 0;
  g_autoptr (GscopeCapture) newest = n > 0 ? g_list_model_get_item (captures, n - 1) : NULL;

  return newest && gscope_gtk_view_get_shown_capture (view) == newest;
}

/* The button has its place even while it is not shown: nothing moves when it comes. */
static void
show_live (AppCanvas *self)
{
  gboolean is_live = gscope_gtk_viewport_get_live (gscope_gtk_view_get_viewport (self->view));

  gtk_stack_set_visible_child_name (self->live,
                                    is_live || has_newest (self->view) ? "none" : "button");
}

static void
drop_view (AppCanvas *self)
{
  if (self->view)
    {
      g_signal_handlers_disconnect_by_data (app_session_get_comparison (self->session), self);
      g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_settings (self->view), self);
      g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_viewport (self->view), self);
      g_signal_handlers_disconnect_by_data (self->view, self);
    }
  g_clear_object (&self->view);
}

static void
add_title (GtkStringList *titles, const GscopeWorkspaceView *view, guint number)
{
  gtk_string_list_take (titles, view->title[0] ? g_strdup (view->title)
                                               : g_strdup_printf (_ ("View %u"), number));
}

/* The active view and those that no window shows. */
static void
fill_views (AppCanvas *self)
{
  GPtrArray *spare = app_document_get_spare_views (app_session_get_document (self->session));
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  g_autoptr (GscopeWorkspaceView) shown = gscope_gtk_view_describe (self->view);

  add_title (titles, shown, 1);
  for (guint i = 0; i < spare->len; i++)
    add_title (titles, spare->pdata[i], i + 2);
  self->filling = TRUE;
  gtk_drop_down_set_model (self->views, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->views, 0);
  gtk_widget_set_visible (GTK_WIDGET (self->views), spare->len > 0);
  self->filling = FALSE;
}

/* The two change places. */
static void
on_view_chosen (AppCanvas *self)
{
  guint position = gtk_drop_down_get_selected (self->views);
  GPtrArray *spare;

  if (self->filling || !self->session || position == 0 || position == GTK_INVALID_LIST_POSITION)
    return;
  spare = app_document_get_spare_views (app_session_get_document (self->session));
  if (position <= spare->len)
    {
      g_autoptr (GscopeWorkspaceView) chosen = g_ptr_array_steal_index (spare, position - 1);

      g_ptr_array_insert (spare, -1, app_panes_replace (self->panes, chosen));
      fill_views (self);
    }
}

static void
add_bar (AppCanvas *self, GtkWidget *bar, GtkWidget *above)
{
  gtk_box_insert_child_after (self->column, bar, above);
  app_names_complete (bar);
}

/* Makes the bar for the first triggered display. Later the bar shows and hides itself. */
static void
add_trigger_bar (AppCanvas *self)
{
  g_autofree char *trigger = NULL;

  if (self->trigger_bar)
    return;
  g_object_get (gscope_gtk_view_get_settings (self->view), "trigger", &trigger, NULL);
  if (trigger[0] == '\0')
    return;
  self->trigger_bar = g_object_new (APP_TYPE_TRIGGER_BAR, NULL);
  add_bar (self, GTK_WIDGET (self->trigger_bar), self->toolbar);
  app_trigger_bar_set_view (self->trigger_bar, self->session, self->view);
}

static void
add_comparison_bar (AppCanvas *self)
{
  if (self->comparison_bar
      || app_comparison_get_selected (app_session_get_comparison (self->session)) == 0)
    return;
  self->comparison_bar = g_object_new (APP_TYPE_COMPARISON_BAR, NULL);
  add_bar (self, GTK_WIDGET (self->comparison_bar),
           gtk_widget_get_prev_sibling (GTK_WIDGET (self->panes)));
  app_comparison_bar_set_view (self->comparison_bar, self->session, self->view);
}

static void
follow_view (AppCanvas *self)
{
  g_signal_connect_swapped (gscope_gtk_view_get_viewport (self->view), "notify::live",
                            G_CALLBACK (show_live), self);
  g_signal_connect_swapped (self->view, "notify::shown-capture", G_CALLBACK (show_live), self);
  g_signal_connect_swapped (self->view, "notify::title", G_CALLBACK (fill_views), self);
  g_signal_connect_swapped (gscope_gtk_view_get_settings (self->view), "notify::trigger",
                            G_CALLBACK (add_trigger_bar), self);
  g_signal_connect_swapped (app_session_get_comparison (self->session), "changed",
                            G_CALLBACK (add_comparison_bar), self);
  add_trigger_bar (self);
  add_comparison_bar (self);
  show_live (self);
  fill_views (self);
}

static void
on_active_view (AppCanvas *self)
{
  drop_view (self);
  g_set_object (&self->view, app_panes_get_view (self->panes));
  app_view_settings_set_view (self->settings, self->view);
  if (self->trigger_bar)
    app_trigger_bar_set_view (self->trigger_bar, self->view ? self->session : NULL, self->view);
  if (self->comparison_bar)
    app_comparison_bar_set_view (self->comparison_bar, self->view ? self->session : NULL,
                                 self->view);
  gscope_gtk_measure_table_set_view (GSCOPE_GTK_MEASURE_TABLE (self->table), self->view);
  if (self->view)
    follow_view (self);
  gtk_stack_set_visible_child_name (self->stack, self->view ? "view" : "none");
  g_object_notify (G_OBJECT (self), "view");
}

static void
app_canvas_dispose (GObject *object)
{
  AppCanvas *self = APP_CANVAS (object);

  drop_view (self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (app_canvas_parent_class)->dispose (object);
}

static void
app_canvas_class_init (AppCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = app_canvas_dispose;
  property_add (object_class, object, "view", app_canvas_get_view, NULL, GSCOPE_GTK_TYPE_VIEW);
  g_type_ensure (APP_TYPE_PANES);
  g_type_ensure (APP_TYPE_VIEW_SETTINGS);
  g_type_ensure (GSCOPE_GTK_TYPE_CURSOR_TABLE);
  g_type_ensure (GSCOPE_GTK_TYPE_STILL);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/panes/canvas.ui");
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, stack);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, panes);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, table);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, views);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, wide_parts);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, parts);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, parts_section);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, live);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, column);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, toolbar);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, settings_button);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, settings);
  gtk_widget_class_bind_template_callback (widget_class, on_active_view);
  gtk_widget_class_bind_template_callback (widget_class, on_view_chosen);
}

static GtkWidget *
make_toggle (const GscopeGtkPanePart *part, const char *action)
{
  g_auto (GStrv) words = g_strsplit (_ (part->title), "_", -1);
  g_autofree char *label = g_strjoinv ("", words);
  g_autofree char *tooltip = app_view_settings_describe_part (part);
  GtkWidget *toggle = gtk_toggle_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (toggle), action);
  /* hidden meanwhile: for a new tooltip of a visible widget, GTK asks the display where the pointer is */
  gtk_widget_set_visible (toggle, FALSE);
  gtk_widget_set_tooltip_text (toggle, tooltip);
  gtk_widget_set_visible (toggle, TRUE);
  return toggle;
}

/* Adds the buttons of a part, of which the one that has room is shown, and its item of the menu. */
static void
add_part (AppCanvas *self, const GscopeGtkPanePart *part)
{
  g_autofree char *action = g_strconcat ("win.", part->setting, NULL);

  gtk_box_append (self->wide_parts, make_toggle (part, action));
  gtk_box_append (self->parts, make_toggle (part, action));
  g_menu_append (self->parts_section, _ (part->title), action);
}

static void
app_canvas_init (AppCanvas *self)
{
  guint n;
  const GscopeGtkPanePart *parts = gscope_gtk_pane_get_parts (&n);

  gtk_widget_init_template (GTK_WIDGET (self));
  app_drop_down_prepare (self->views);
  for (guint i = 0; i < n; i++)
    add_part (self, &parts[i]);
}

/* Shows views of a session, without a pane its first; nothing for NULL. */
void
app_canvas_set_session (AppCanvas *self, AppSession *session, const GscopeWorkspacePane *pane)
{
  app_panes_close_all (self->panes);
  g_set_object (&self->session, session);
  if (session)
    app_panes_open (self->panes, session, pane);
}

/* NULL where none is shown. */
GscopeGtkView *
app_canvas_get_view (AppCanvas *self)
{
  return self->view;
}

AppPanes *
app_canvas_get_panes (AppCanvas *self)
{
  return self->panes;
}

void
app_canvas_show_settings (AppCanvas *self)
{
  gtk_menu_button_popup (self->settings_button);
}

void
app_canvas_set_view_menu (AppCanvas *self, GMenuModel *menu)
{
  app_view_settings_set_menu (self->settings, menu);
}
