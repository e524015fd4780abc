/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bars/status.h"

#include <glib/gi18n.h>
#include <gscope-gtk/gscope-gtk.h>

#include "signals/row.h"
#include "widgets/steady-label.h"

/* Texts other than a view's change without a signal. */
#define REFRESH_SEC 1

struct _AppStatusLine
{
  AdwBin parent_instance;

  GtkWidget *window;
  GtkEventController *motion;
  GtkEventController *keyboard;
  double x;
  double y;
  guint timeout;
  /* of the view that is described, if one is */
  GSignalGroup *view;

  AppSteadyLabel *text;
  GtkLabel *keys;
};

G_DEFINE_FINAL_TYPE (AppStatusLine, app_status_line, ADW_TYPE_BIN)

/* Returns the accelerators of the action of a button; empty for none. */
static char *
dup_accels (AppStatusLine *self, GtkWidget *widget)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self->window));
  const char *action =
      GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;
  g_auto (GStrv) accels =
      application && action ? gtk_application_get_accels_for_action (application, action) : NULL;
  GdkModifierType modifiers;
  guint key;

  if (!accels || !accels[0] || !gtk_accelerator_parse (accels[0], &key, &modifiers))
    return g_strdup ("");
  return gtk_accelerator_get_label (key, modifiers);
}

static char *
describe_view (AppStatusLine *self, GtkWidget *widget, gboolean pointed, const char **keys)
{
  double x = -1, y = -1;

  if (pointed)
    gtk_widget_translate_coordinates (self->window, widget, self->x, self->y, &x, &y);
  return gscope_gtk_view_describe_place (GSCOPE_GTK_VIEW (widget), x, y, keys);
}

static char *
describe_graph (GtkWidget *widget, const char **keys)
{
  g_autofree char *text = gscope_gtk_analysis_view_read_cursor (GSCOPE_GTK_ANALYSIS_VIEW (widget));

  if (!text || !text[0])
    return NULL;
  *keys =
      _ ("Click or arrow keys move the cursor · C shows it · Space holds · + − changes the span");
  return g_steal_pointer (&text);
}

/* Returns what a widget itself has to say; NULL for nothing. */
static char *
describe_widget (AppStatusLine *self, GtkWidget *widget, gboolean pointed, char **keys)
{
  /* a row of a list has the focus itself */
  GtkWidget *child = APP_IS_SIGNAL_ROW (widget) ? widget : gtk_widget_get_first_child (widget);
  const char *constant = "";
  char *text = NULL;

  if (GSCOPE_GTK_IS_VIEW (widget))
    text = describe_view (self, widget, pointed, &constant);
  else if (GSCOPE_GTK_IS_ANALYSIS_VIEW (widget))
    text = describe_graph (widget, &constant);
  else if (GSCOPE_GTK_IS_CONTROL (widget))
    text = gscope_gtk_control_describe (GSCOPE_GTK_CONTROL (widget), &constant);
  else if (child && APP_IS_SIGNAL_ROW (child))
    text = app_signal_row_describe (APP_SIGNAL_ROW (child), &constant);
  else if (gtk_widget_get_tooltip_text (widget))
    {
      *keys = dup_accels (self, widget);
      return g_strdup (gtk_widget_get_tooltip_text (widget));
    }
  *keys = g_strdup (constant);
  return text;
}

static char *
describe (AppStatusLine *self, GtkWidget *widget, gboolean pointed, char **keys)
{
  for (; widget; widget = gtk_widget_get_parent (widget))
    {
      char *text = describe_widget (self, widget, pointed, keys);

      if (text)
        {
          g_signal_group_set_target (self->view, GSCOPE_GTK_IS_VIEW (widget) ? widget : NULL);
          return text;
        }
      g_clear_pointer (keys, g_free);
    }
  return NULL;
}

static void
refresh (AppStatusLine *self)
{
  g_autofree char *text = NULL, *keys = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (self->x >= 0 && self->y >= 0)
    text = describe (self, gtk_widget_pick (self->window, self->x, self->y, GTK_PICK_DEFAULT), TRUE,
                     &keys);
  if (!text)
    text = describe (self, gtk_window_get_focus (GTK_WINDOW (self->window)), FALSE, &keys);
  app_steady_label_set_text (self->text, text ? text : "");
  gtk_label_set_label (self->keys, keys ? keys : "");
}

void
app_status_line_point (AppStatusLine *self, double x, double y)
{
  self->x = x;
  self->y = y;
  refresh (self);
}

static void
on_leave (AppStatusLine *self)
{
  app_status_line_point (self, -1, -1);
}

static gboolean
on_timeout (gpointer data)
{
  refresh (data);
  return G_SOURCE_CONTINUE;
}

/* The texts are abbreviated where they have no room: the form of the bar below does not depend on them. */
static void
app_status_line_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (adw_bin_get_child (ADW_BIN (widget)), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum;
}

static void
app_status_line_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (adw_bin_get_child (ADW_BIN (widget)), width, height, baseline, NULL);
}

static void
app_status_line_map (GtkWidget *widget)
{
  AppStatusLine *self = APP_STATUS_LINE (widget);

  GTK_WIDGET_CLASS (app_status_line_parent_class)->map (widget);
  self->timeout = g_timeout_add_seconds (REFRESH_SEC, on_timeout, self);
  refresh (self);
}

static void
app_status_line_unmap (GtkWidget *widget)
{
  g_clear_handle_id (&APP_STATUS_LINE (widget)->timeout, g_source_remove);
  GTK_WIDGET_CLASS (app_status_line_parent_class)->unmap (widget);
}

static void
app_status_line_root (GtkWidget *widget)
{
  AppStatusLine *self = APP_STATUS_LINE (widget);

  GTK_WIDGET_CLASS (app_status_line_parent_class)->root (widget);
  self->window = GTK_WIDGET (gtk_widget_get_root (widget));
  self->motion = gtk_event_controller_motion_new ();
  self->keyboard = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (self->motion, GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (self->keyboard, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (self->motion, "motion", G_CALLBACK (app_status_line_point), self);
  g_signal_connect_swapped (self->motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (self->keyboard, "key-released", G_CALLBACK (refresh), self);
  gtk_widget_add_controller (self->window, self->motion);
  gtk_widget_add_controller (self->window, self->keyboard);
  g_signal_connect_swapped (self->window, "notify::focus-widget", G_CALLBACK (refresh), self);
}

static void
app_status_line_unroot (GtkWidget *widget)
{
  AppStatusLine *self = APP_STATUS_LINE (widget);

  g_signal_handlers_disconnect_by_data (self->window, self);
  gtk_widget_remove_controller (self->window, self->motion);
  gtk_widget_remove_controller (self->window, self->keyboard);
  self->window = NULL;
  GTK_WIDGET_CLASS (app_status_line_parent_class)->unroot (widget);
}

static void
app_status_line_dispose (GObject *object)
{
  g_clear_object (&APP_STATUS_LINE (object)->view);
  G_OBJECT_CLASS (app_status_line_parent_class)->dispose (object);
}

static void
app_status_line_class_init (AppStatusLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_status_line_dispose;
  widget_class->measure = app_status_line_measure;
  widget_class->size_allocate = app_status_line_size_allocate;
  widget_class->map = app_status_line_map;
  widget_class->unmap = app_status_line_unmap;
  widget_class->root = app_status_line_root;
  widget_class->unroot = app_status_line_unroot;
  g_type_ensure (APP_TYPE_STEADY_LABEL);
  gtk_widget_class_set_css_name (widget_class, "statusline");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/bars/status.ui");
  gtk_widget_class_bind_template_child (widget_class, AppStatusLine, text);
  gtk_widget_class_bind_template_child (widget_class, AppStatusLine, keys);
}

static void
app_status_line_init (AppStatusLine *self)
{
  self->x = -1;
  self->y = -1;
  self->view = g_signal_group_new (GSCOPE_GTK_TYPE_VIEW);
  g_signal_group_connect_swapped (self->view, "refreshed", G_CALLBACK (refresh), self);
  g_signal_group_connect_swapped (self->view, "cursors-changed", G_CALLBACK (refresh), self);
  gtk_widget_init_template (GTK_WIDGET (self));
  /* the widget measures itself, which a layout manager would do instead */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
}
