/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-parameters-panel.h"

#include "app-source-parameters.h"

struct _AppParametersPanel
{
  AdwBin parent_instance;

  AppSession *session;
  GtkBox *sources;
};

G_DEFINE_FINAL_TYPE (AppParametersPanel, app_parameters_panel, ADW_TYPE_BIN)

static GtkWidget *
get_nth (AppParametersPanel *self, guint position)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->sources));

  while (position-- > 0)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static void
on_sources_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    AppParametersPanel *self)
{
  GtkWidget *before = position > 0 ? get_nth (self, position - 1) : NULL;

  for (guint i = 0; i < n_removed; i++)
    gtk_box_remove (self->sources, get_nth (self, position));
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (model, position + i);
      GtkWidget *child = app_source_parameters_new (self->session, source);

      gtk_box_insert_child_after (self->sources, child, before);
      before = child;
    }
}

static void
drop_session (AppParametersPanel *self)
{
  GtkWidget *child;

  if (self->session)
    g_signal_handlers_disconnect_by_data (app_session_get_sources (self->session), self);
  g_clear_object (&self->session);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->sources))))
    gtk_box_remove (self->sources, child);
}

static void
app_parameters_panel_dispose (GObject *object)
{
  AppParametersPanel *self = APP_PARAMETERS_PANEL (object);

  if (self->sources)
    drop_session (self);
  G_OBJECT_CLASS (app_parameters_panel_parent_class)->dispose (object);
}

static void
app_parameters_panel_class_init (AppParametersPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_parameters_panel_dispose;
  gtk_widget_class_set_css_name (widget_class, "parameterspanel");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/app-parameters-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, AppParametersPanel, sources);
}

static void
app_parameters_panel_init (AppParametersPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* NULL to show nothing. */
void
app_parameters_panel_set_session (AppParametersPanel *self, AppSession *session)
{
  GListModel *model;

  drop_session (self);
  if (!session)
    return;
  self->session = g_object_ref (session);
  model = app_session_get_sources (session);
  g_signal_connect (model, "items-changed", G_CALLBACK (on_sources_changed), self);
  on_sources_changed (model, 0, 0, g_list_model_get_n_items (model), self);
}
