/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "widgets/steady-label.h"

#include <property.h>

struct _AppSteadyLabel
{
  GtkWidget parent_instance;

  char *markup;
  PangoLayout *layout;
  /* the reserved width; 0 for a label that takes the room that is left */
  guint n_chars;
  /* the width of the widest text so far, pixels, and the serial of the context whose font it is for */
  int widest;
  guint serial;
};

G_DEFINE_FINAL_TYPE (AppSteadyLabel, app_steady_label, GTK_TYPE_WIDGET)

/* Gets the size of the whole text. */
static void
get_text_size (AppSteadyLabel *self, int *width, int *height)
{
  pango_layout_set_width (self->layout, -1);
  pango_layout_get_pixel_size (self->layout, width, height);
}

/* Returns whether the widest text has another width than before. */
static gboolean
follow_width (AppSteadyLabel *self)
{
  guint serial = pango_context_get_serial (pango_layout_get_context (self->layout));
  int before = self->widest, width;

  get_text_size (self, &width, NULL);
  self->widest = serial == self->serial ? MAX (self->widest, width) : width;
  self->serial = serial;
  return self->widest != before;
}

static int
get_least_width (AppSteadyLabel *self)
{
  PangoContext *context = pango_layout_get_context (self->layout);
  PangoFontMetrics *metrics = pango_context_get_metrics (
      context, pango_context_get_font_description (context), pango_context_get_language (context));
  int width = MAX (pango_font_metrics_get_approximate_char_width (metrics),
                   pango_font_metrics_get_approximate_digit_width (metrics));

  pango_font_metrics_unref (metrics);
  return PANGO_PIXELS_CEIL ((int) MAX (self->n_chars, 1) * width);
}

static void
app_steady_label_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                          int *natural, int *minimum_baseline, int *natural_baseline)
{
  AppSteadyLabel *self = APP_STEADY_LABEL (widget);

  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      get_text_size (self, NULL, minimum);
      *natural = *minimum;
      return;
    }
  follow_width (self);
  *minimum = get_least_width (self);
  *natural = self->n_chars > 0 ? MAX (*minimum, self->widest) : *minimum;
}

static void
app_steady_label_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AppSteadyLabel *self = APP_STEADY_LABEL (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean at_right = is_rtl != (self->n_chars > 0);
  int room = gtk_widget_get_width (widget), width, height;
  GdkRGBA color;

  get_text_size (self, &width, &height);
  if (width > room)
    {
      pango_layout_set_width (self->layout, room * PANGO_SCALE);
      width = room;
    }
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (at_right ? room - width : 0,
                                                (gtk_widget_get_height (widget) - height) / 2));
  gtk_snapshot_append_layout (snapshot, self->layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
app_steady_label_finalize (GObject *object)
{
  AppSteadyLabel *self = APP_STEADY_LABEL (object);

  g_free (self->markup);
  g_object_unref (self->layout);
  G_OBJECT_CLASS (app_steady_label_parent_class)->finalize (object);
}

static void
app_steady_label_class_init (AppSteadyLabelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = app_steady_label_finalize;
  widget_class->measure = app_steady_label_measure;
  widget_class->snapshot = app_steady_label_snapshot;
  property_add (G_OBJECT_CLASS (klass), string, "text", app_steady_label_get_text, NULL, NULL);
  gtk_widget_class_set_css_name (widget_class, "label");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
app_steady_label_init (AppSteadyLabel *self)
{
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
}

void
app_steady_label_reserve (AppSteadyLabel *self, guint n_chars)
{
  self->n_chars = n_chars;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
app_steady_label_set_markup (AppSteadyLabel *self, const char *markup)
{
  g_autoptr (PangoAttrList) attributes = NULL;
  g_autofree char *text = NULL;

  if (g_strcmp0 (markup, self->markup) == 0)
    return;
  g_free (self->markup);
  self->markup = g_strdup (markup);
  if (!pango_parse_markup (markup, -1, 0, &attributes, &text, NULL, NULL))
    return;
  /* digits of one width, as in labels of the class numeric */
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_text (self->layout, text, -1);
  pango_layout_set_attributes (self->layout, attributes);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  g_object_notify (G_OBJECT (self), "text");
  if (follow_width (self) && self->n_chars > 0)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  else
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
app_steady_label_set_text (AppSteadyLabel *self, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  app_steady_label_set_markup (self, markup);
}

const char *
app_steady_label_get_text (AppSteadyLabel *self)
{
  return pango_layout_get_text (self->layout);
}
