/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/palette.h>
#include <pango/pangocairo.h>

/* Layouts of texts, kept from one drawing to the next while the font is the same: most texts of the chrome stay for minutes, and
 * the layout of a text takes longer than its drawing. */
typedef struct _GscopeGtkTexts GscopeGtkTexts;

GscopeGtkTexts *gscope_gtk_texts_new (void);
void gscope_gtk_texts_free (GscopeGtkTexts *self);

/* The drawing tools of the parts of the chrome: text, key squares, boxes, in logical pixels. */
typedef struct
{
  cairo_t *cr;
  PangoLayout *layout;
  double text_scale;
  const GscopeGtkPalette *palette;
  /* the layouts that the brush keeps; NULL if it keeps none */
  GscopeGtkTexts *texts;
} GscopeGtkBrush;

/* Returns the ratio of the user's text size to 11 pt, for which lengths are designed; at least 1. */
double gscope_gtk_brush_measure_text (PangoContext *context);

void gscope_gtk_brush_init (GscopeGtkBrush *self, cairo_t *cr, PangoContext *context,
                            const GscopeGtkPalette *palette);
void gscope_gtk_brush_clear (GscopeGtkBrush *self);
/* Lets the brush take the layouts of texts without a largest width from `texts`, and keep new ones there; NULL keeps none. A kept
 * layout has one line: gscope_gtk_brush_set_lines() must not follow. */
void gscope_gtk_brush_keep_texts (GscopeGtkBrush *self, GscopeGtkTexts *texts);

void gscope_gtk_brush_set_color (GscopeGtkBrush *self, guint32 color, double alpha);
void gscope_gtk_brush_line (GscopeGtkBrush *self, double x0, double y0, double x1, double y1,
                            guint32 color, double width);
void gscope_gtk_brush_box (GscopeGtkBrush *self, double x, double y, double width, double height,
                           guint32 fill, guint32 border);

/* Lays text out, at most max_width wide (0 for any width). The drawing functions draw the last
 * layout. */
void
gscope_gtk_brush_set_text (GscopeGtkBrush *self, const char *text, gboolean bold, double max_width);
/* Lets the last layout wrap to a number of lines. */
void gscope_gtk_brush_set_lines (GscopeGtkBrush *self, int lines);
void gscope_gtk_brush_get_size (GscopeGtkBrush *self, double *width, double *height);
void gscope_gtk_brush_draw_text (GscopeGtkBrush *self, double x, double y, guint32 color);
/* Draws the last layout with its middle at y. */
void gscope_gtk_brush_draw_middle (GscopeGtkBrush *self, double x, double y, guint32 color);

/* Draws a filled label, centred at x but within the canvas. */
void gscope_gtk_brush_flag (GscopeGtkBrush *self, double x, double y, double canvas_width,
                            const char *text, guint32 color);

double gscope_gtk_brush_measure_flag (GscopeGtkBrush *self, const char *text);

/* Draws a signal's key, a coloured square with a text, centred at y. Returns its width. */
double gscope_gtk_brush_mark (GscopeGtkBrush *self, double x, double y, const char *mark,
                              guint32 color, gboolean hollow);
/* Returns that width. */
double gscope_gtk_brush_measure_mark (GscopeGtkBrush *self, const char *mark);
/* Draws a square with a number. */
double gscope_gtk_brush_key (GscopeGtkBrush *self, double x, double y, guint key, guint32 color,
                             gboolean hollow);
