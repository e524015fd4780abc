/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gtkscope/private.h>

/**
 * GtkScope:
 *
 * The scope of the dissertation: a widget that shows signals, polled from the program or played
 * from a file. It is a facade of a #GscopeScope and a #GscopeGtkView in a #GscopeGtkPane, or in
 * playback of a #GscopePlayer with its own scope and view. Times are in milliseconds.
 *
 * All functions belong to the main thread.
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (GtkScope, gtk_scope, GTK_TYPE_WIDGET)

enum
{
  POINT,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

void
gtk_scope_fail (GtkScope *self, const GError *error)
{
  if (g_signal_has_handler_pending (self, signals[FAILED], 0, TRUE))
    g_signal_emit (self, signals[FAILED], 0, error);
  else
    g_warning ("%s: %s", self->title, error->message);
}

static void
on_view_signals (GListModel *model, guint position, guint removed, guint added, GtkScope *self)
{
  gtk_scope_zoom_values (self, position, added);
}

/* The player reads the part of the file that is in view. */
static void
on_viewport_moved (GscopeGtkViewport *viewport, GtkScope *self)
{
  gint64 end = gscope_gtk_viewport_get_end (viewport);

  if (self->player && gscope_player_get_overview (self->player))
    gscope_player_show (self->player, end - gscope_gtk_viewport_get_span (viewport), end);
}

static void
on_released (GtkGestureClick *gesture, int n_press, double x, double y, GtkScope *self)
{
  gint64 time;
  double value;

  if (gscope_gtk_view_pick (self->view, x, y, &time, &value))
    g_signal_emit (self, signals[POINT], 0, time / (double) GSCOPE_MSEC, value);
}

void
gtk_scope_drop_view (GtkScope *self)
{
  if (!self->view)
    return;
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_viewport (self->view), self);
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_signals (self->view), self);
  self->view = NULL;
  g_clear_pointer (&self->pane, gtk_widget_unparent);
}

static void
show_view (GtkScope *self, GscopeScope *scope)
{
  GscopeViewSettings *settings;

  self->view = GSCOPE_GTK_VIEW (gscope_gtk_view_new (scope));
  settings = gscope_gtk_view_get_settings (self->view);
  if (self->settings)
    gscope_view_settings_assign (settings, self->settings);
  g_set_object (&self->settings, settings);
  self->pane = gscope_gtk_pane_new (self->view);
  gtk_widget_set_parent (self->pane, GTK_WIDGET (self));
}

void
gtk_scope_show_scope (GtkScope *self, GscopeScope *scope)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GscopeGtkViewport *viewport;
  GListModel *model;

  gtk_scope_drop_view (self);
  show_view (self, scope);
  viewport = gscope_gtk_view_get_viewport (self->view);
  model = gscope_gtk_view_get_signals (self->view);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (viewport, "notify::n-columns", G_CALLBACK (gtk_scope_update_span),
                            self);
  g_signal_connect (viewport, "changed", G_CALLBACK (on_viewport_moved), self);
  g_signal_connect (viewport, "pen-moved", G_CALLBACK (on_viewport_moved), self);
  g_signal_connect (model, "items-changed", G_CALLBACK (on_view_signals), self);
  gtk_scope_zoom_values (self, 0, g_list_model_get_n_items (model));
  gtk_scope_update_span (self);
}

static void
gtk_scope_dispose (GObject *object)
{
  GtkScope *self = GTK_SCOPE (object);

  gtk_scope_stop_program (self);
  gtk_scope_stop_recording (self);
  gtk_scope_drop_view (self);
  gtk_scope_end_playback (self);
  g_clear_object (&self->settings);
  g_clear_object (&self->recorder);
  g_clear_object (&self->scope);
  G_OBJECT_CLASS (gtk_scope_parent_class)->dispose (object);
}

static void
gtk_scope_finalize (GObject *object)
{
  g_free (GTK_SCOPE (object)->title);
  G_OBJECT_CLASS (gtk_scope_parent_class)->finalize (object);
}

static void
gtk_scope_class_init (GtkScopeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gtk_scope_dispose;
  G_OBJECT_CLASS (klass)->finalize = gtk_scope_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  /**
   * GtkScope::point:
   * @self: a scope
   * @time: milliseconds, as in tuples
   * @value: the value on the left ruler
   *
   * Emitted when the user clicks on the canvas.
   *
   * Since: 1.0
   */
  signals[POINT] = g_signal_new ("point", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  /**
   * GtkScope::failed:
   * @self: a scope
   * @error: what went wrong
   *
   * Emitted when a file cannot be played, or could not be written to its end. Without a handler a
   * warning is logged.
   *
   * Since: 1.0
   */
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
on_recorder_failed (GtkScope *self)
{
  gtk_scope_fail (self, gscope_recorder_get_error (self->recorder));
}

static void
gtk_scope_init (GtkScope *self)
{
  self->scope = gscope_scope_new ();
  self->recorder = gscope_recorder_new (self->scope);
  self->period = gscope_scope_get_period (self->scope) / (double) GSCOPE_MSEC;
  self->x_zoom = 1;
  self->y_zoom = 1;
  gscope_scope_stop (self->scope);
  /* A recording that is still being written outlives the widget. */
  g_signal_connect_object (self->recorder, "failed", G_CALLBACK (on_recorder_failed), self,
                           G_CONNECT_SWAPPED);
  gtk_scope_show_scope (self, self->scope);
}

/**
 * gtk_scope_new:
 * @name: the title of its windows
 * @width: its minimum width, logical pixels
 * @height: its minimum height, logical pixels
 *
 * Creates a scope in polling mode, stopped. Put it into a window as any widget, or call
 * gtk_scope_present() to open a window for it.
 *
 * Returns: (transfer floating): the scope
 *
 * Since: 1.0
 */
GtkScope *
gtk_scope_new (const char *name, int width, int height)
{
  GtkScope *self = g_object_new (GTK_TYPE_SCOPE, NULL);

  gtk_scope_set_title (self, name);
  gtk_scope_set_size (self, width, height);
  return self;
}

/**
 * gtk_scope_get_scope:
 * @self: a scope
 *
 * Returns: (transfer none): the scope that polls, also while a file is played
 *
 * Since: 1.0
 */
GscopeScope *
gtk_scope_get_scope (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), NULL);

  return self->scope;
}

/**
 * gtk_scope_get_view:
 * @self: a scope
 *
 * Returns: (transfer none): the view of the present mode; each mode has its own
 *
 * Since: 1.0
 */
GscopeGtkView *
gtk_scope_get_view (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), NULL);

  return self->view;
}

/**
 * gtk_scope_get_title:
 * @self: a scope
 *
 * Returns: the title of its windows
 *
 * Since: 1.0
 */
const char *
gtk_scope_get_title (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), NULL);

  return self->title;
}

/**
 * gtk_scope_set_title:
 * @self: a scope
 * @title: the title of its windows
 *
 * Sets the title of the scope, and of a window whose only content it is.
 *
 * Since: 1.0
 */
void
gtk_scope_set_title (GtkScope *self, const char *title)
{
  GtkWidget *parent;

  g_return_if_fail (GTK_IS_SCOPE (self));

  g_free (self->title);
  self->title = g_strdup (title);
  parent = gtk_widget_get_parent (GTK_WIDGET (self));
  if (GTK_IS_WINDOW (parent))
    gtk_window_set_title (GTK_WINDOW (parent), title);
}

/**
 * gtk_scope_set_size:
 * @self: a scope
 * @width: its minimum width, logical pixels
 * @height: its minimum height, logical pixels
 *
 * Sets its minimum size; a window is resized to fit.
 *
 * Since: 1.0
 */
void
gtk_scope_set_size (GtkScope *self, int width, int height)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), width, height);
}

/**
 * gtk_scope_get_time:
 * @self: a scope
 *
 * Returns: its time in milliseconds, as gtk_scope_signal_put() takes it; in playback, the time of
 * the recording
 *
 * Since: 1.0
 */
double
gtk_scope_get_time (GtkScope *self)
{
  g_return_val_if_fail (GTK_IS_SCOPE (self), 0);

  return gscope_clock_get_time (gscope_scope_get_clock (gtk_scope_get_current (self)))
         / (double) GSCOPE_MSEC;
}
