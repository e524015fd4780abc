/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/layout.h"

#define SIGNALS_WIDTH 282
#define PARAMETERS_WIDTH 312
/* Below these widths it is narrow, and there is room for one panel only. */
#define NARROW_WIDTH 960
#define SINGLE_WIDTH 560
/* Below this one the bar has no room for all of its controls, while it records too. */
#define BAR_WIDTH 1280
#define PANELS_SHARE 0.43
#define MIN_WIDTH 360
#define MIN_HEIGHT 300
#define NATURAL_WIDTH 1280
#define NATURAL_HEIGHT 780

struct _AppLayout
{
  GtkWidget parent_instance;

  GtkWidget *canvas;
  GtkWidget *signals;
  GtkWidget *parameters;
  GtkWidget *bar;
  GtkWidget *last_shown;
  gboolean narrow;
  gboolean narrow_bar;
  gboolean single;
  /* the width that the whole bar and the narrow bar need with all of their controls, pixels; 0 while unknown */
  int whole_bar;
  int short_bar;
  guint narrow_idle;
};

G_DEFINE_FINAL_TYPE (AppLayout, app_layout, GTK_TYPE_WIDGET)

enum
{
  PROP_CANVAS = 1,
  PROP_SIGNALS,
  PROP_PARAMETERS,
  PROP_BAR,
  PROP_SHOW_SIGNALS,
  PROP_SHOW_PARAMETERS,
  PROP_NARROW,
  PROP_NARROW_BAR,
  PROP_SINGLE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
app_layout_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  gboolean horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = horizontal ? MIN_WIDTH : MIN_HEIGHT;
  *natural = horizontal ? NATURAL_WIDTH : NATURAL_HEIGHT;
}

/* Parts follow the width only with the next frame: until then one may not fit, and is cut. */
static void
place (GtkWidget *child, int x, int y, int width, int height)
{
  int min_width, min_height;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &min_width, NULL, NULL, NULL);
  width = MAX (width, min_width);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &min_height, NULL, NULL, NULL);
  gtk_widget_size_allocate (child, &(GtkAllocation){ x, y, width, MAX (height, min_height) }, -1);
}

static int
get_bar_height (AppLayout *self)
{
  int height;

  gtk_widget_measure (self->bar, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  return height;
}

static gboolean
notify_narrow (gpointer data)
{
  AppLayout *self = data;

  self->narrow_idle = 0;
  if (self->narrow)
    gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW_BAR]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SINGLE]);
  return G_SOURCE_REMOVE;
}

/* Returns 0 for a hidden panel. */
static int
get_least_width (GtkWidget *panel)
{
  int least;

  gtk_widget_measure (panel, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

/* Large text may need more than the usual width. */
static int
get_panel_width (GtkWidget *panel, int usual)
{
  return gtk_widget_get_visible (panel) ? MAX (usual, get_least_width (panel)) : 0;
}

static int
get_left (AppLayout *self)
{
  return get_panel_width (self->signals, SIGNALS_WIDTH);
}

static int
get_right (AppLayout *self)
{
  return get_panel_width (self->parameters, PARAMETERS_WIDTH);
}

/* Several views side by side need more room than one. */
static gboolean
is_wide (AppLayout *self, int width)
{
  int canvas;

  gtk_widget_measure (self->canvas, GTK_ORIENTATION_HORIZONTAL, -1, &canvas, NULL, NULL, NULL);
  return width >= MAX (NARROW_WIDTH, get_left (self) + canvas + get_right (self));
}

/* The width of the whole bar is known while it is shown. */
static gboolean
has_narrow_bar (AppLayout *self, int width)
{
  if (!self->narrow_bar)
    gtk_widget_measure (self->bar, GTK_ORIENTATION_HORIZONTAL, -1, &self->whole_bar, NULL, NULL,
                        NULL);
  return width < MAX (BAR_WIDTH, self->whole_bar);
}

/* The natural width of the narrow bar is known only while the bar shows all of its controls. */
static gboolean
has_single_bar (AppLayout *self, int width)
{
  if (self->narrow_bar && !self->single && !self->narrow_idle)
    gtk_widget_measure (self->bar, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &self->short_bar, NULL,
                        NULL);
  return width < MAX (SINGLE_WIDTH, self->short_bar);
}

/* Handlers of the property change sizes, which must not happen within an allocation. */
static void
choose_form (AppLayout *self, int width)
{
  gboolean narrow = !is_wide (self, width), narrow_bar = has_narrow_bar (self, width);
  gboolean single = has_single_bar (self, width);

  if (self->narrow == narrow && self->narrow_bar == narrow_bar && self->single == single)
    return;
  self->single = single;
  self->narrow = narrow;
  self->narrow_bar = narrow_bar;
  if (!self->narrow_idle)
    self->narrow_idle = g_idle_add_full (GDK_PRIORITY_REDRAW - 1, notify_narrow, self, NULL);
}

static void
allocate_wide (AppLayout *self, int width, int height)
{
  int left = get_left (self), right = get_right (self);

  gtk_widget_set_child_visible (self->signals, left > 0);
  gtk_widget_set_child_visible (self->parameters, right > 0);
  if (left > 0)
    place (self->signals, 0, 0, left, height);
  place (self->canvas, left, 0, width - left - right, height);
  if (right > 0)
    place (self->parameters, width - right, 0, right, height);
}

/* Large text may leave no room for two panels, or need another share of the width. */
static void
allocate_narrow (AppLayout *self, int width, int height)
{
  int least_left = get_least_width (self->signals);
  int least_right = get_least_width (self->parameters);
  gboolean single = width < MAX (SINGLE_WIDTH, least_left + least_right);
  gboolean left = gtk_widget_get_visible (self->signals);
  gboolean right = gtk_widget_get_visible (self->parameters);
  int panels = left || right ? (int) (height * PANELS_SHARE) : 0;
  int middle = left * width;

  if (single && left && right)
    {
      left = self->last_shown != self->parameters;
      right = !left;
      middle = left * width;
    }
  else if (left && right)
    {
      middle = (int) (width * (double) SIGNALS_WIDTH / (SIGNALS_WIDTH + PARAMETERS_WIDTH));
      middle = CLAMP (middle, least_left, width - least_right);
    }
  gtk_widget_set_child_visible (self->signals, left);
  gtk_widget_set_child_visible (self->parameters, right);
  place (self->canvas, 0, 0, width, height - panels);
  if (left)
    place (self->signals, 0, height - panels, middle, panels);
  if (right)
    place (self->parameters, middle, height - panels, width - middle, panels);
}

static void
app_layout_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AppLayout *self = APP_LAYOUT (widget);
  int bar = get_bar_height (self);

  choose_form (self, width);
  if (self->narrow)
    allocate_narrow (self, width, height - bar);
  else
    allocate_wide (self, width, height - bar);
  place (self->bar, 0, height - bar, width, bar);
}

static void
show_panel (AppLayout *self, GtkWidget *panel, gboolean show, guint property)
{
  if (show)
    self->last_shown = panel;
  if (gtk_widget_get_visible (panel) == show)
    return;
  gtk_widget_set_visible (panel, show);
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
app_layout_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  AppLayout *self = APP_LAYOUT (object);

  switch (id)
    {
    case PROP_SHOW_SIGNALS:
      g_value_set_boolean (value, gtk_widget_get_visible (self->signals));
      break;
    case PROP_SHOW_PARAMETERS:
      g_value_set_boolean (value, gtk_widget_get_visible (self->parameters));
      break;
    case PROP_NARROW:
      g_value_set_boolean (value, self->narrow);
      break;
    case PROP_NARROW_BAR:
      g_value_set_boolean (value, self->narrow_bar);
      break;
    case PROP_SINGLE:
      g_value_set_boolean (value, self->single);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
adopt (AppLayout *self, GtkWidget **child, const GValue *value)
{
  *child = g_value_get_object (value);
  gtk_widget_set_parent (*child, GTK_WIDGET (self));
}

static void
app_layout_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  AppLayout *self = APP_LAYOUT (object);

  switch (id)
    {
    case PROP_CANVAS:
      adopt (self, &self->canvas, value);
      break;
    case PROP_SIGNALS:
      adopt (self, &self->signals, value);
      break;
    case PROP_PARAMETERS:
      adopt (self, &self->parameters, value);
      break;
    case PROP_BAR:
      adopt (self, &self->bar, value);
      break;
    case PROP_SHOW_SIGNALS:
      show_panel (self, self->signals, g_value_get_boolean (value), id);
      break;
    case PROP_SHOW_PARAMETERS:
      show_panel (self, self->parameters, g_value_get_boolean (value), id);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
app_layout_dispose (GObject *object)
{
  AppLayout *self = APP_LAYOUT (object);

  g_clear_handle_id (&self->narrow_idle, g_source_remove);
  g_clear_pointer (&self->canvas, gtk_widget_unparent);
  g_clear_pointer (&self->signals, gtk_widget_unparent);
  g_clear_pointer (&self->parameters, gtk_widget_unparent);
  g_clear_pointer (&self->bar, gtk_widget_unparent);
  G_OBJECT_CLASS (app_layout_parent_class)->dispose (object);
}

static void
app_layout_class_init (AppLayoutClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags ro = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags child = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags rw = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = app_layout_dispose;
  object_class->get_property = app_layout_get_property;
  object_class->set_property = app_layout_set_property;
  widget_class->measure = app_layout_measure;
  widget_class->size_allocate = app_layout_size_allocate;
  properties[PROP_CANVAS] = g_param_spec_object ("canvas", NULL, NULL, GTK_TYPE_WIDGET, child);
  properties[PROP_SIGNALS] = g_param_spec_object ("signals", NULL, NULL, GTK_TYPE_WIDGET, child);
  properties[PROP_PARAMETERS] =
      g_param_spec_object ("parameters", NULL, NULL, GTK_TYPE_WIDGET, child);
  properties[PROP_BAR] = g_param_spec_object ("bar", NULL, NULL, GTK_TYPE_WIDGET, child);
  properties[PROP_SHOW_SIGNALS] = g_param_spec_boolean ("show-signals", NULL, NULL, TRUE, rw);
  properties[PROP_SHOW_PARAMETERS] = g_param_spec_boolean ("show-parameters", NULL, NULL, TRUE, rw);
  properties[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE, ro);
  properties[PROP_NARROW_BAR] = g_param_spec_boolean ("narrow-bar", NULL, NULL, FALSE, ro);
  properties[PROP_SINGLE] = g_param_spec_boolean ("single", NULL, NULL, FALSE, ro);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
app_layout_init (AppLayout *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
