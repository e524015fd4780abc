/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/rgba.h>

#include <math.h>

/* The canvas's text is three quarters of the user's: 11 px beside 11 pt. */
#define TEXT_SCALE 0.75
/* 11 pt in pixels */
#define USUAL_RESOLUTION 96.0
#define POINTS 72.0
#define USUAL_SIZE (11 * USUAL_RESOLUTION / POINTS)
#define KEY_SIZE 13
#define FLAG_PADDING 6
/* The most texts of a weight that are kept. A further text drops all of them, because most are values that have passed. */
#define MAX_TEXTS 256

struct _GscopeGtkTexts
{
  /* PangoLayout by text: of normal weight, and bold */
  GHashTable *layouts[2];
  /* the context of the layouts, which own it, and its serial when they were made */
  PangoContext *context;
  guint serial;
};

GscopeGtkTexts *
gscope_gtk_texts_new (void)
{
  GscopeGtkTexts *self = g_new0 (GscopeGtkTexts, 1);

  for (guint i = 0; i < G_N_ELEMENTS (self->layouts); i++)
    self->layouts[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  return self;
}

void
gscope_gtk_texts_free (GscopeGtkTexts *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->layouts); i++)
    g_hash_table_unref (self->layouts[i]);
  g_free (self);
}

static void
drop_texts (GscopeGtkTexts *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->layouts); i++)
    g_hash_table_remove_all (self->layouts[i]);
}

static void
keep_text (GscopeGtkTexts *self, const char *text, gboolean bold, PangoLayout *layout)
{
  GHashTable *layouts = self->layouts[bold ? 1 : 0];

  if (g_hash_table_size (layouts) >= MAX_TEXTS)
    g_hash_table_remove_all (layouts);
  g_hash_table_insert (layouts, g_strdup (text), g_object_ref (layout));
}

double
gscope_gtk_brush_measure_text (PangoContext *context)
{
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = (double) pango_font_description_get_size (font) / PANGO_SCALE;
  double resolution = pango_cairo_context_get_resolution (context);

  if (!pango_font_description_get_size_is_absolute (font))
    size *= (resolution > 0 ? resolution : USUAL_RESOLUTION) / POINTS;
  return MAX (1, size / USUAL_SIZE);
}

void
gscope_gtk_brush_init (GscopeGtkBrush *self, cairo_t *cr, PangoContext *context,
                       const GscopeGtkPalette *palette)
{
  /* time goes to the right in all languages, and the sign of a number is in front of it */
  pango_context_set_base_dir (context, PANGO_DIRECTION_LTR);
  *self = (GscopeGtkBrush){ cr, pango_layout_new (context), gscope_gtk_brush_measure_text (context),
                            palette, NULL };
}

void
gscope_gtk_brush_clear (GscopeGtkBrush *self)
{
  g_object_unref (self->layout);
}

void
gscope_gtk_brush_keep_texts (GscopeGtkBrush *self, GscopeGtkTexts *texts)
{
  PangoContext *context = pango_layout_get_context (self->layout);
  guint serial = pango_context_get_serial (context);

  self->texts = texts;
  if (!texts || (texts->context == context && texts->serial == serial))
    return;
  drop_texts (texts);
  texts->context = context;
  texts->serial = serial;
}

void
gscope_gtk_brush_set_color (GscopeGtkBrush *self, guint32 color, double alpha)
{
  gscope_gtk_rgba_set_source (self->cr, color, alpha);
}

void
gscope_gtk_brush_line (GscopeGtkBrush *self, double x0, double y0, double x1, double y1,
                       guint32 color, double width)
{
  gscope_gtk_brush_set_color (self, color, 1);
  cairo_set_line_width (self->cr, width);
  cairo_move_to (self->cr, x0, y0);
  cairo_line_to (self->cr, x1, y1);
  cairo_stroke (self->cr);
}

static void
round_rectangle (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

void
gscope_gtk_brush_box (GscopeGtkBrush *self, double x, double y, double width, double height,
                      guint32 fill, guint32 border)
{
  round_rectangle (self->cr, floor (x) + 0.5, floor (y) + 0.5, ceil (width), ceil (height), 4);
  gscope_gtk_brush_set_color (self, fill, 1);
  cairo_fill_preserve (self->cr);
  gscope_gtk_brush_set_color (self, border, 1);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
}

/* Keeps a font size in pixels: the same number of points would be a third larger. */
static void
scale_font (PangoFontDescription *font)
{
  double size = pango_font_description_get_size (font) * TEXT_SCALE;

  if (pango_font_description_get_size_is_absolute (font))
    pango_font_description_set_absolute_size (font, size);
  else
    pango_font_description_set_size (font, (int) size);
}

static void
lay_out (PangoLayout *layout, const char *text, gboolean bold, double max_width)
{
  PangoContext *context = pango_layout_get_context (layout);
  g_autoptr (PangoFontDescription) font =
      pango_font_description_copy (pango_context_get_font_description (context));
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  scale_font (font);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_font_description (layout, font);
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, max_width > 0 ? (int) (max_width * PANGO_SCALE) : -1);
  pango_layout_set_height (layout, -1);
  pango_layout_set_text (layout, text, -1);
}

/* Takes a kept layout, or makes a new one: the last layout may be a kept one, which must not change. */
static void
take_text (GscopeGtkBrush *self, const char *text, gboolean bold, double max_width)
{
  PangoLayout *kept =
      max_width > 0 ? NULL : g_hash_table_lookup (self->texts->layouts[bold ? 1 : 0], text);
  g_autoptr (PangoLayout) layout = NULL;

  if (kept)
    {
      g_set_object (&self->layout, kept);
      return;
    }
  layout = pango_layout_new (pango_layout_get_context (self->layout));
  lay_out (layout, text, bold, max_width);
  g_set_object (&self->layout, layout);
  if (max_width <= 0)
    keep_text (self->texts, text, bold, layout);
}

void
gscope_gtk_brush_set_text (GscopeGtkBrush *self, const char *text, gboolean bold, double max_width)
{
  if (self->texts)
    take_text (self, text, bold, max_width);
  else
    lay_out (self->layout, text, bold, max_width);
}

void
gscope_gtk_brush_set_lines (GscopeGtkBrush *self, int lines)
{
  pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_height (self->layout, -lines);
}

void
gscope_gtk_brush_get_size (GscopeGtkBrush *self, double *width, double *height)
{
  int w, h;

  pango_layout_get_pixel_size (self->layout, &w, &h);
  *width = w;
  *height = h;
}

void
gscope_gtk_brush_draw_text (GscopeGtkBrush *self, double x, double y, guint32 color)
{
  gscope_gtk_brush_set_color (self, color, 1);
  cairo_move_to (self->cr, round (x), round (y));
  pango_cairo_show_layout (self->cr, self->layout);
  /* otherwise the next shape would begin at the text */
  cairo_new_path (self->cr);
}

void
gscope_gtk_brush_draw_middle (GscopeGtkBrush *self, double x, double y, guint32 color)
{
  double width, height;

  gscope_gtk_brush_get_size (self, &width, &height);
  gscope_gtk_brush_draw_text (self, x, y - height / 2, color);
}

double
gscope_gtk_brush_measure_flag (GscopeGtkBrush *self, const char *text)
{
  double width, height;

  gscope_gtk_brush_set_text (self, text, TRUE, 0);
  gscope_gtk_brush_get_size (self, &width, &height);
  return width + 2 * FLAG_PADDING;
}

void
gscope_gtk_brush_flag (GscopeGtkBrush *self, double x, double y, double canvas_width,
                       const char *text, guint32 color)
{
  double width, height;

  gscope_gtk_brush_set_text (self, text, TRUE, 0);
  gscope_gtk_brush_get_size (self, &width, &height);
  x = CLAMP (x - width / 2, FLAG_PADDING, MAX (FLAG_PADDING, canvas_width - width - FLAG_PADDING));
  gscope_gtk_brush_box (self, x - FLAG_PADDING, y, width + 2 * FLAG_PADDING, height + 3, color,
                        color);
  gscope_gtk_brush_draw_text (self, x, y + 2, gscope_gtk_palette_on (color));
}

/* Sets the text of a mark. Returns the width of its square. */
static double
set_mark (GscopeGtkBrush *self, const char *mark, double *width, double *height)
{
  gscope_gtk_brush_set_text (self, mark, TRUE, 0);
  gscope_gtk_brush_get_size (self, width, height);
  return MAX (floor (KEY_SIZE * self->text_scale), *width + 5);
}

double
gscope_gtk_brush_measure_mark (GscopeGtkBrush *self, const char *mark)
{
  double width, height;

  return set_mark (self, mark, &width, &height) + 1;
}

double
gscope_gtk_brush_mark (GscopeGtkBrush *self, double x, double y, const char *mark, guint32 color,
                       gboolean hollow)
{
  double width, height, rise = floor (KEY_SIZE * self->text_scale);
  double size = set_mark (self, mark, &width, &height);

  round_rectangle (self->cr, floor (x) + 0.5, floor (y - rise / 2) + 0.5, size, rise, 3);
  gscope_gtk_brush_set_color (self, hollow ? self->palette->plot : color, 1);
  cairo_fill_preserve (self->cr);
  gscope_gtk_brush_set_color (self, color, 1);
  cairo_set_line_width (self->cr, hollow ? 1.5 : 1);
  cairo_stroke (self->cr);
  gscope_gtk_brush_draw_text (self, floor (x) + 0.5 + (size - width) / 2, y - height / 2,
                              hollow ? color : gscope_gtk_palette_on (color));
  return size + 1;
}

double
gscope_gtk_brush_key (GscopeGtkBrush *self, double x, double y, guint key, guint32 color,
                      gboolean hollow)
{
  g_autofree char *mark = g_strdup_printf ("%u", key);

  return gscope_gtk_brush_mark (self, x, y, mark, color, hollow);
}
