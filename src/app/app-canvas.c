/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-canvas.h"

#include <glib/gi18n.h>

struct _AppCanvas
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeGtkView *view;

  GtkStack *stack;
  AdwBin *place;
  GtkDropDown *views;
  GtkWidget *live;
};

G_DEFINE_FINAL_TYPE (AppCanvas, app_canvas, ADW_TYPE_BIN)

enum
{
  PROP_VIEW = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
show_live (AppCanvas *self)
{
  gtk_widget_set_visible (
      self->live, !gscope_gtk_viewport_get_live (gscope_gtk_view_get_viewport (self->view)));
}

static void
drop_view (AppCanvas *self)
{
  if (self->view)
    g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_viewport (self->view), self);
  adw_bin_set_child (self->place, NULL);
  g_clear_object (&self->view);
}

static GscopeGtkView *
make_view (AppSession *session, guint position)
{
  GscopeGtkView *view = GSCOPE_GTK_VIEW (gscope_gtk_view_new_empty ());
  GPtrArray *descriptions = gscope_workspace_get_views (app_session_get_workspace (session));
  GListModel *scopes = app_session_get_scopes (session);

  if (position < descriptions->len)
    gscope_gtk_view_set_description (view, descriptions->pdata[position]);
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      gscope_gtk_view_add_scope (view, scope);
    }
  return view;
}

static void
on_view_chosen (AppCanvas *self)
{
  guint position = gtk_drop_down_get_selected (self->views);

  drop_view (self);
  if (self->session)
    {
      self->view = g_object_ref_sink (
          make_view (self->session, position == GTK_INVALID_LIST_POSITION ? 0 : position));
      adw_bin_set_child (self->place, GTK_WIDGET (self->view));
      g_signal_connect_swapped (gscope_gtk_view_get_viewport (self->view), "notify::live",
                                G_CALLBACK (show_live), self);
      show_live (self);
    }
  gtk_stack_set_visible_child_name (self->stack, self->view ? "view" : "none");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

static void
app_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_object (value, APP_CANVAS (object)->view);
}

static void
app_canvas_dispose (GObject *object)
{
  AppCanvas *self = APP_CANVAS (object);

  if (self->place)
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
  object_class->get_property = app_canvas_get_property;
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, GSCOPE_GTK_TYPE_VIEW,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/app-canvas.ui");
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, stack);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, place);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, views);
  gtk_widget_class_bind_template_child (widget_class, AppCanvas, live);
}

static void
app_canvas_init (AppCanvas *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
fill_views (AppCanvas *self)
{
  GPtrArray *descriptions = gscope_workspace_get_views (app_session_get_workspace (self->session));
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < descriptions->len; i++)
    {
      const GscopeWorkspaceView *description = descriptions->pdata[i];

      gtk_string_list_take (titles, description->title[0] ? g_strdup (description->title)
                                                          : g_strdup_printf (_ ("View %u"), i + 1));
    }
  gtk_drop_down_set_model (self->views, G_LIST_MODEL (titles));
  gtk_widget_set_visible (GTK_WIDGET (self->views), descriptions->len > 1);
}

/* Shows the first view of a session; nothing for NULL. */
void
app_canvas_set_session (AppCanvas *self, AppSession *session)
{
  g_signal_handlers_disconnect_by_func (self->views, on_view_chosen, self);
  g_set_object (&self->session, session);
  if (session)
    fill_views (self);
  g_signal_connect_swapped (self->views, "notify::selected", G_CALLBACK (on_view_chosen), self);
  on_view_chosen (self);
}

/* NULL where none is shown. */
GscopeGtkView *
app_canvas_get_view (AppCanvas *self)
{
  return self->view;
}
