/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/pane/still.h>

#include <gscope-gtk/paint/image-node.h>
#include <gsk/gsk.h>
#include <math.h>
#include <property.h>

/**
 * GscopeGtkStill:
 *
 * A container of one widget that changes a few times per second at most, in a window where others change with every frame.
 *
 * GTK's software renderer draws all texts and shapes of a window in each frame. It clips away whatever has not changed, but
 * not for free, and on Wayland GTK 4.8 does not even clip it. This widget draws its child once, as an image, and copies that
 * until the child changes. With another renderer it draws its child as usual.
 *
 * Since: 1.0
 */
struct _GscopeGtkStill
{
  GtkWidget parent_instance;

  GtkWidget *child;
};

G_DEFINE_FINAL_TYPE (GscopeGtkStill, gscope_gtk_still, GTK_TYPE_WIDGET)

static gboolean
is_software (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);

  return native && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native));
}

/* Shadows may be outside of a widget. */
static GskRenderNode *
draw_image (GskRenderNode *node, int scale)
{
  graphene_rect_t area;
  cairo_t *cr;

  gsk_render_node_get_bounds (node, &area);
  graphene_rect_round_extents (&area, &area);
  cr = gscope_gtk_image_node_begin (&area, scale);
  gsk_render_node_draw (node, cr);
  return gscope_gtk_image_node_end (cr, &area);
}

/* GTK calls this when the child has changed, and otherwise uses the node from before. */
static void
gscope_gtk_still_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GscopeGtkStill *self = GSCOPE_GTK_STILL (widget);
  g_autoptr (GskRenderNode) node = NULL, image = NULL;
  GtkSnapshot *own;

  if (!self->child)
    return;
  if (!is_software (widget))
    {
      gtk_widget_snapshot_child (widget, self->child, snapshot);
      return;
    }
  own = gtk_snapshot_new ();
  gtk_widget_snapshot_child (widget, self->child, own);
  node = gtk_snapshot_free_to_node (own);
  if (!node)
    return;
  image = draw_image (node, gtk_widget_get_scale_factor (widget));
  gtk_snapshot_append_node (snapshot, image);
}

static void
gscope_gtk_still_dispose (GObject *object)
{
  g_clear_pointer (&GSCOPE_GTK_STILL (object)->child, gtk_widget_unparent);
  G_OBJECT_CLASS (gscope_gtk_still_parent_class)->dispose (object);
}

static void
gscope_gtk_still_class_init (GscopeGtkStillClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gscope_gtk_still_dispose;
  widget_class->snapshot = gscope_gtk_still_snapshot;
  /**
   * GscopeGtkStill:child: (getter get_child) (setter set_child)
   *
   * The widget that it shows.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "child", gscope_gtk_still_get_child,
                gscope_gtk_still_set_child, GTK_TYPE_WIDGET);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
gscope_gtk_still_init (GscopeGtkStill *self)
{
}

/**
 * gscope_gtk_still_new:
 * @child: (nullable): the widget that it shows
 *
 * Creates a container.
 *
 * Returns: (transfer floating): the container
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_still_new (GtkWidget *child)
{
  g_return_val_if_fail (!child || GTK_IS_WIDGET (child), NULL);

  return g_object_new (GSCOPE_GTK_TYPE_STILL, "child", child, NULL);
}

/**
 * gscope_gtk_still_get_child: (get-property child)
 * @self: a container
 *
 * Gets the widget that it shows.
 *
 * Returns: (transfer none) (nullable): the widget
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_still_get_child (GscopeGtkStill *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_STILL (self), NULL);

  return self->child;
}

/**
 * gscope_gtk_still_set_child: (set-property child)
 * @self: a container
 * @child: (nullable): the widget that it shows
 *
 * Shows another widget.
 *
 * Since: 1.0
 */
void
gscope_gtk_still_set_child (GscopeGtkStill *self, GtkWidget *child)
{
  g_return_if_fail (GSCOPE_GTK_IS_STILL (self));
  g_return_if_fail (!child || GTK_IS_WIDGET (child));

  if (self->child == child)
    return;
  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
  g_object_notify (G_OBJECT (self), "child");
}
