/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>

#include <math.h>

/* Keys and pointer of an analysis view. Keys are rows of a table. */

static void
move_cursor (GscopeGtkAnalysisView *self, int dx, int dy)
{
  GscopeGtkGraph *graph = GSCOPE_GTK_ANALYSIS_GRAPH (self);

  if (graph->signals->len == 0)
    return;
  if (GSCOPE_GTK_ANALYSIS_FUNCS (self)->step)
    GSCOPE_GTK_ANALYSIS_FUNCS (self)->step (self, dx, dy);
  else
    gscope_gtk_analysis_view_set_cursor (self, gscope_gtk_graph_step_x (graph, graph->cursor, dx));
}

static gboolean
step (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkAnalysisView *self = GSCOPE_GTK_ANALYSIS_VIEW (widget);
  int dx, dy;

  g_variant_get (arguments, "(ii)", &dx, &dy);
  gscope_gtk_analysis_view_catch_up (self);
  move_cursor (self, dx, dy);
  return TRUE;
}

static gboolean
clear (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkAnalysisView *self = GSCOPE_GTK_ANALYSIS_VIEW (widget);
  g_autofree char *text = gscope_gtk_analysis_view_read_cursor (self);

  if (GSCOPE_GTK_ANALYSIS_FUNCS (self)->clear)
    GSCOPE_GTK_ANALYSIS_FUNCS (self)->clear (self);
  else
    gscope_gtk_analysis_view_set_cursor (self, NAN);
  return text != NULL;
}

static gboolean
toggle (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkAnalysisView *self = GSCOPE_GTK_ANALYSIS_VIEW (widget);

  if (!clear (widget, NULL, NULL))
    move_cursor (self, 0, 0);
  return TRUE;
}

static gboolean
jump (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkAnalysisView *self = GSCOPE_GTK_ANALYSIS_VIEW (widget);
  int direction;

  g_variant_get (arguments, "(ii)", &direction, NULL);
  gscope_gtk_analysis_view_catch_up (self);
  if (GSCOPE_GTK_ANALYSIS_FUNCS (self)->jump)
    GSCOPE_GTK_ANALYSIS_FUNCS (self)->jump (self, direction);
  return GSCOPE_GTK_ANALYSIS_FUNCS (self)->jump != NULL;
}

static GscopeGtkViewport *
get_viewport (GtkWidget *widget)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (widget));

  return view ? gscope_gtk_view_get_viewport (view) : NULL;
}

static gboolean
hold (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = get_viewport (widget);

  if (viewport)
    gscope_gtk_viewport_set_held (viewport, !gscope_gtk_viewport_get_held (viewport));
  return viewport != NULL;
}

static gboolean
step_span (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = get_viewport (widget);
  int steps;

  g_variant_get (arguments, "(ii)", &steps, NULL);
  if (viewport)
    gscope_gtk_viewport_step_span (viewport, steps);
  return viewport != NULL;
}

static gboolean
go_live (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = get_viewport (widget);

  if (!viewport)
    return FALSE;
  gscope_gtk_viewport_set_held (viewport, FALSE);
  gscope_gtk_viewport_go_live (viewport);
  return TRUE;
}

static const struct
{
  guint key;
  GdkModifierType modifiers;
  GtkShortcutFunc func;
  int dx;
  int dy;
} keys[] = {
  { GDK_KEY_Left, 0, step, -1, 0 },
  { GDK_KEY_Right, 0, step, 1, 0 },
  { GDK_KEY_Up, 0, step, 0, 1 },
  { GDK_KEY_Down, 0, step, 0, -1 },
  { GDK_KEY_Left, GDK_CONTROL_MASK, step, -10, 0 },
  { GDK_KEY_Right, GDK_CONTROL_MASK, step, 10, 0 },
  { GDK_KEY_Up, GDK_CONTROL_MASK, step, 0, 10 },
  { GDK_KEY_Down, GDK_CONTROL_MASK, step, 0, -10 },
  { GDK_KEY_bracketleft, 0, jump, -1, 0 },
  { GDK_KEY_bracketright, 0, jump, 1, 0 },
  { GDK_KEY_c, 0, toggle, 0, 0 },
  { GDK_KEY_Escape, 0, clear, 0, 0 },
  { GDK_KEY_space, 0, hold, 0, 0 },
  { GDK_KEY_plus, 0, step_span, 1, 0 },
  { GDK_KEY_equal, 0, step_span, 1, 0 },
  { GDK_KEY_KP_Add, 0, step_span, 1, 0 },
  { GDK_KEY_minus, 0, step_span, -1, 0 },
  { GDK_KEY_KP_Subtract, 0, step_span, -1, 0 },
  { GDK_KEY_End, 0, go_live, 0, 0 },
};

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, GscopeGtkAnalysisView *self)
{
  GscopeGtkGraph *graph = GSCOPE_GTK_ANALYSIS_GRAPH (self);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  gscope_gtk_analysis_view_catch_up (self);
  if (graph->signals->len == 0)
    return;
  if (GSCOPE_GTK_ANALYSIS_FUNCS (self)->place)
    GSCOPE_GTK_ANALYSIS_FUNCS (self)->place (self, x, y);
  else
    gscope_gtk_analysis_view_set_cursor (self, gscope_gtk_graph_find_x (graph, x));
}

void
gscope_gtk_analysis_view_class_init_input (GtkWidgetClass *klass)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (klass, keys[i].key, keys[i].modifiers, keys[i].func, "(ii)",
                                  keys[i].dx, keys[i].dy);
}

void
gscope_gtk_analysis_view_init_input (GscopeGtkAnalysisView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
