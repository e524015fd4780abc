/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters/panel.h"

#include <property.h>

#include "parameters/recording.h"
#include "parameters/responses.h"
#include "parameters/source.h"
#include "parameters/steering.h"

struct _AppParametersPanel
{
  AdwBin parent_instance;

  AppSession *session;
  /* the sources are visible while they have parameters */
  GBinding *has_parameters;
  AppRecording *recording;
  GtkScrolledWindow *scroller;
  GtkBox *sources;
  AppSteering *steering;
  AppResponses *responses;
  gboolean narrow;
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
  g_clear_pointer (&self->has_parameters, g_binding_unbind);
  gtk_widget_set_visible (GTK_WIDGET (self->sources), TRUE);
  g_clear_object (&self->session);
  app_recording_set_player (self->recording, NULL);
  app_steering_set_session (self->steering, NULL);
  app_responses_set_session (self->responses, NULL);
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

static gboolean
get_narrow (AppParametersPanel *self)
{
  return self->narrow;
}

static void
set_narrow (AppParametersPanel *self, gboolean narrow)
{
  self->narrow = narrow;
  app_responses_set_compact (self->responses, narrow);
}

static void
app_parameters_panel_class_init (AppParametersPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = app_parameters_panel_dispose;
  property_add (object_class, boolean, "narrow", get_narrow, set_narrow, FALSE);
  g_type_ensure (APP_TYPE_RECORDING);
  g_type_ensure (APP_TYPE_RESPONSES);
  g_type_ensure (APP_TYPE_STEERING);
  gtk_widget_class_set_css_name (widget_class, "parameterspanel");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/parameters/panel.ui");
  gtk_widget_class_bind_template_child (widget_class, AppParametersPanel, recording);
  gtk_widget_class_bind_template_child (widget_class, AppParametersPanel, scroller);
  gtk_widget_class_bind_template_child (widget_class, AppParametersPanel, sources);
  gtk_widget_class_bind_template_child (widget_class, AppParametersPanel, steering);
  gtk_widget_class_bind_template_child (widget_class, AppParametersPanel, responses);
}

static void
app_parameters_panel_init (AppParametersPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  app_responses_set_panel (self->responses, GTK_WIDGET (self));
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
  app_recording_set_player (self->recording, app_session_get_player (session));
  app_steering_set_session (self->steering, session);
  app_responses_set_session (self->responses, session);
  /* a recording has none, and says what it is instead */
  if (!app_session_get_player (session))
    self->has_parameters = g_object_bind_property (app_session_get_parameters (session), "n-items",
                                                   self->sources, "visible", G_BINDING_SYNC_CREATE);
  model = app_session_get_sources (session);
  g_signal_connect (model, "items-changed", G_CALLBACK (on_sources_changed), self);
  on_sources_changed (model, 0, 0, g_list_model_get_n_items (model), self);
}

void
app_parameters_panel_set_view (AppParametersPanel *self, GscopeGtkView *view)
{
  app_responses_set_view (self->responses, view);
}

static void
scroll_to (AppParametersPanel *self, GtkWidget *card)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  GtkWidget *content = gtk_widget_get_parent (GTK_WIDGET (self->sources));
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (card, content, &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

/* Brings the parameters of `instance/group` into view, where it has some. */
void
app_parameters_panel_show_group (AppParametersPanel *self, const char *group)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->sources)); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *card = app_source_parameters_find_card (APP_SOURCE_PARAMETERS (child), group);

      if (card)
        scroll_to (self, card);
    }
}
