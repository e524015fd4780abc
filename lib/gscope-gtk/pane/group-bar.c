/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/pane/group-bar.h>

#include <glib/gi18n-lib.h>
#include <gscope-gtk/chrome/rgba.h>
#include <gscope-gtk/control/value.h>
#include <gscope-gtk/surroundings.h>
#include <math.h>

#define HEIGHT 26
#define LEAST_WIDTH 120
/* height of the bar, and of the mark, which extends beyond it */
#define BAR_HEIGHT 12
#define MARK_WIDTH 3
#define N_TICKS 4

/* steps of the arrow keys and of the page keys, as parts of the whole */
#define KEY_STEP 0.01
#define PAGE_STEP 0.1

struct _GscopeGtkGroupBar
{
  GtkWidget parent_instance;

  GscopeGtkGroup *group;
  gboolean dragging;
  /* the value at the pointer, and the value under check */
  GVariant *pointed;
  GVariant *checked;
};

G_DEFINE_FINAL_TYPE (GscopeGtkGroupBar, gscope_gtk_group_bar, GTK_TYPE_WIDGET)

static GscopeParameter *
get_parameter (GscopeGtkGroupBar *self)
{
  return self->group ? gscope_gtk_group_get_parameter (self->group) : NULL;
}

/* Drawing. */

static void
fill (GtkSnapshot *snapshot, guint32 color, double alpha, double x, double y, double width,
      double height)
{
  GdkRGBA rgba = gscope_gtk_rgba_make (color, alpha);

  if (width > 0)
    gtk_snapshot_append_color (
        snapshot, &rgba, &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

static void
draw_usage (GscopeGtkGroupBar *self, GtkSnapshot *snapshot, const GscopeGtkPalette *palette,
            double width, double y)
{
  double usage = gscope_gtk_group_get_usage (self->group);

  fill (snapshot, palette->text, 0.1, 0, y, width, BAR_HEIGHT);
  if (!isnan (usage))
    fill (snapshot, palette->traces[0], 1, 0, y, width * CLAMP (usage, 0, 1), BAR_HEIGHT);
  for (guint i = 1; i < N_TICKS; i++)
    fill (snapshot, palette->text, 0.35, round (width * i / N_TICKS), y + BAR_HEIGHT - 4, 1, 4);
}

/* The limit in force is a line over the whole height, the requested limit a line with a gap in the
 * middle. */
static void
draw_mark (GtkSnapshot *snapshot, guint32 color, double part, gboolean is_asked, double width,
           double height)
{
  double x = round (width * CLAMP (part, 0, 1) - MARK_WIDTH / 2.0);

  if (isnan (part))
    return;
  if (!is_asked)
    {
      fill (snapshot, color, 1, x, 0, MARK_WIDTH, height);
      return;
    }
  fill (snapshot, color, 1, x, 0, MARK_WIDTH, height / 3);
  fill (snapshot, color, 1, x, height - height / 3, MARK_WIDTH, height / 3);
}

static void
gscope_gtk_group_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkGroupBar *self = GSCOPE_GTK_GROUP_BAR (widget);
  const GscopeGtkPalette *palette = gscope_gtk_surroundings_get_palette (widget);
  double width = gtk_widget_get_width (widget);
  double height = gtk_widget_get_height (widget);

  if (!self->group)
    return;
  draw_usage (self, snapshot, palette, width, (height - BAR_HEIGHT) / 2);
  draw_mark (snapshot, palette->text, gscope_gtk_group_get_limit (self->group), FALSE, width,
             height);
  draw_mark (snapshot, palette->accent, gscope_gtk_group_get_asked (self->group), TRUE, width,
             height);
}

static void
gscope_gtk_group_bar_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                              int *minimum, int *natural, int *minimum_baseline,
                              int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH : HEIGHT;
}

/* Setting the limit. */

void
gscope_gtk_group_bar_set_limit (GscopeGtkGroupBar *self, double part)
{
  g_autoptr (GVariant) value = self->group ? gscope_gtk_group_make_value (self->group, part) : NULL;
  GscopeParameter *parameter = get_parameter (self);

  if (value && !g_variant_equal (value, gscope_gtk_control_value_get_shown (parameter)))
    gscope_parameter_write_async (parameter, value, "table", NULL, NULL, NULL);
}

static double
get_part (GscopeGtkGroupBar *self, double x)
{
  return x / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);
}

static void
end_drag (GscopeGtkGroupBar *self)
{
  if (!self->dragging)
    return;
  self->dragging = FALSE;
  if (get_parameter (self))
    gscope_parameter_end_drag (get_parameter (self));
}

static void
on_drag_begin (GscopeGtkGroupBar *self, double x, double y)
{
  if (!get_parameter (self))
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->dragging = TRUE;
  gscope_parameter_begin_drag (get_parameter (self));
  gscope_gtk_group_bar_set_limit (self, get_part (self, x));
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, GscopeGtkGroupBar *self)
{
  double x, y;

  if (self->dragging && gtk_gesture_drag_get_start_point (gesture, &x, &y))
    gscope_gtk_group_bar_set_limit (self, get_part (self, x + dx));
}

static void
on_drag_end (GscopeGtkGroupBar *self)
{
  end_drag (self);
}

static gboolean
on_key (GscopeGtkGroupBar *self, guint key)
{
  static const struct
  {
    guint key;
    double by;
  } steps[] = {
    { GDK_KEY_Left, -KEY_STEP },       { GDK_KEY_Right, KEY_STEP },
    { GDK_KEY_KP_Left, -KEY_STEP },    { GDK_KEY_KP_Right, KEY_STEP },
    { GDK_KEY_minus, -KEY_STEP },      { GDK_KEY_plus, KEY_STEP },
    { GDK_KEY_Page_Down, -PAGE_STEP }, { GDK_KEY_Page_Up, PAGE_STEP },
  };
  double limit = get_parameter (self) ? gscope_gtk_group_get_asked (self->group) : NAN;

  if (isnan (limit) && get_parameter (self))
    limit = gscope_gtk_group_get_limit (self->group);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i].key == key && !isnan (limit))
      {
        gscope_gtk_group_bar_set_limit (self, limit + steps[i].by);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

/* Returns whether the value would be admitted. */

static void on_checked (GObject *object, GAsyncResult *result, gpointer data);

static void
check_pointed (GscopeGtkGroupBar *self)
{
  self->checked = g_variant_ref (self->pointed);
  gscope_parameter_check_async (get_parameter (self), self->checked, NULL, on_checked,
                                g_object_ref (self));
}

static char *
format_answer (GscopeParameter *parameter, GVariant *checked, GVariant *value, const char *verdict,
               const GError *error)
{
  g_autofree char *number =
      gscope_gtk_control_value_format (parameter, value ? value : checked, TRUE);
  g_autofree char *offer = value ? g_strdup_printf (_ ("Click to set %s"), number) : NULL;

  if (value)
    return verdict ? g_strconcat (offer, "\n", verdict, NULL) : g_steal_pointer (&offer);
  return g_strdup_printf (_ ("%s would be refused: %s"), number,
                          gscope_gtk_control_value_trim (parameter, error->message));
}

static void
on_checked (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeGtkGroupBar) self = data;
  GscopeParameter *parameter = GSCOPE_PARAMETER (object);
  g_autoptr (GError) error = NULL;
  g_autofree char *verdict = NULL;
  g_autoptr (GVariant) value = gscope_parameter_check_finish (parameter, result, &verdict, &error);
  g_autoptr (GVariant) checked = g_steal_pointer (&self->checked);
  g_autofree char *text = NULL;

  if (parameter != get_parameter (self) || !self->pointed)
    return;
  /* the pointer has moved on */
  if (!g_variant_equal (checked, self->pointed))
    {
      check_pointed (self);
      return;
    }
  text = format_answer (parameter, checked, value, verdict, error);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text);
}

static void
on_motion (GscopeGtkGroupBar *self, double x, double y)
{
  if (!get_parameter (self) || self->dragging)
    return;
  g_clear_pointer (&self->pointed, g_variant_unref);
  self->pointed = gscope_gtk_group_make_value (self->group, get_part (self, x));
  if (self->pointed && !self->checked)
    check_pointed (self);
}

/* The group. */

static void
show (GscopeGtkGroupBar *self)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);
  g_autofree char *usage = gscope_gtk_group_format_usage (self->group);
  g_autofree char *limit = gscope_gtk_group_format_limit (self->group);
  g_autofree char *text = g_strdup_printf (_ ("uses %s, limit %s"), usage, limit);
  double part = gscope_gtk_group_get_limit (self->group);

  gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gscope_gtk_group_get_title (self->group),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, isnan (part) ? 0 : 100 * part,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  gtk_widget_set_focusable (GTK_WIDGET (self), get_parameter (self) != NULL);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), get_parameter (self) ? "col-resize" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gscope_gtk_group_bar_set_group (GscopeGtkGroupBar *self, GscopeGtkGroup *group)
{
  end_drag (self);
  g_clear_pointer (&self->pointed, g_variant_unref);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), NULL);
  if (self->group)
    g_signal_handlers_disconnect_by_data (self->group, self);
  g_set_object (&self->group, group);
  if (!group)
    return;
  g_signal_connect_swapped (group, "changed", G_CALLBACK (show), self);
  show (self);
}

GscopeGtkGroup *
gscope_gtk_group_bar_get_group (GscopeGtkGroupBar *self)
{
  return self->group;
}

static void
gscope_gtk_group_bar_dispose (GObject *object)
{
  gscope_gtk_group_bar_set_group (GSCOPE_GTK_GROUP_BAR (object), NULL);
  G_OBJECT_CLASS (gscope_gtk_group_bar_parent_class)->dispose (object);
}

static void
gscope_gtk_group_bar_unmap (GtkWidget *widget)
{
  end_drag (GSCOPE_GTK_GROUP_BAR (widget));
  GTK_WIDGET_CLASS (gscope_gtk_group_bar_parent_class)->unmap (widget);
}

static void
gscope_gtk_group_bar_class_init (GscopeGtkGroupBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_gtk_group_bar_dispose;
  widget_class->snapshot = gscope_gtk_group_bar_snapshot;
  widget_class->measure = gscope_gtk_group_bar_measure;
  widget_class->unmap = gscope_gtk_group_bar_unmap;
  gtk_widget_class_set_css_name (widget_class, "gscope-group-bar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
gscope_gtk_group_bar_init (GscopeGtkGroupBar *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 100.0, -1);
}

GtkWidget *
gscope_gtk_group_bar_new (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_GROUP_BAR, NULL);
}
