/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters/responses.h"

struct _AppResponses
{
  AdwBin parent_instance;

  GscopeGtkStepResponseView *response;
  /* what the card takes room from */
  GtkWidget *panel;
  GtkEventController *motion;
  double pointer;
  /* the pointer is where the card would grow to */
  gboolean is_blocked;
};

G_DEFINE_FINAL_TYPE (AppResponses, app_responses, ADW_TYPE_BIN)

static gboolean
is_in_way (AppResponses *self, int height)
{
  return self->motion
         && gtk_event_controller_motion_contains_pointer (
             GTK_EVENT_CONTROLLER_MOTION (self->motion))
         && self->pointer >= gtk_widget_get_height (self->panel) - height;
}

/* Of a card that would grow under the pointer only the part is seen that there was. */
static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  AppResponses *self = APP_RESPONSES (widget);
  int height = gtk_widget_get_height (widget);

  gtk_widget_measure (GTK_WIDGET (self->response), orientation, for_size, minimum, natural, NULL,
                      NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  self->is_blocked = *natural > height && is_in_way (self, *natural);
  if (self->is_blocked)
    *natural = height;
  *minimum = *natural;
}

static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AppResponses *self = APP_RESPONSES (widget);
  int minimum;

  if (!gtk_widget_should_layout (GTK_WIDGET (self->response)))
    return;
  gtk_widget_measure (GTK_WIDGET (self->response), GTK_ORIENTATION_VERTICAL, width, &minimum, NULL,
                      NULL, NULL);
  gtk_widget_allocate (GTK_WIDGET (self->response), width, MAX (height, minimum), baseline, NULL);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
on_motion (AppResponses *self, double x, double y)
{
  self->pointer = y;
  if (self->is_blocked)
    gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
on_leave (AppResponses *self)
{
  if (self->is_blocked)
    gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
app_responses_set_panel (AppResponses *self, GtkWidget *panel)
{
  self->panel = panel;
  self->motion = gtk_event_controller_motion_new ();
  g_signal_connect_object (self->motion, "enter", G_CALLBACK (on_motion), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->motion, "motion", G_CALLBACK (on_motion), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->motion, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (panel, self->motion);
}

void
app_responses_set_session (AppResponses *self, AppSession *session)
{
  gscope_gtk_step_response_view_set_steps (self->response,
                                           session ? app_session_get_steps (session) : NULL);
}

void
app_responses_set_view (AppResponses *self, GscopeGtkView *view)
{
  gscope_gtk_step_response_view_set_view (self->response, view);
}

void
app_responses_set_compact (AppResponses *self, gboolean compact)
{
  gscope_gtk_step_response_view_set_compact (self->response, compact);
}

static void
app_responses_class_init (AppResponsesClass *klass)
{
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "responses");
}

static void
app_responses_init (AppResponses *self)
{
  GtkWidget *response = gscope_gtk_step_response_view_new (NULL);

  self->response = GSCOPE_GTK_STEP_RESPONSE_VIEW (response);
  gtk_widget_add_css_class (response, "foot");
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  adw_bin_set_child (ADW_BIN (self), response);
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 gtk_custom_layout_new (get_request_mode, measure, allocate));
}
