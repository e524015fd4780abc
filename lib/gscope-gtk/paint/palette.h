/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The colours of a view, all 0xAARRGGBB and opaque. Entries of traces follow the palette of
 * signals: colours 1 to 8, and 9 to 16 which repeat them dashed. */
typedef struct
{
  guint32 background;
  guint32 plot;
  guint32 frame;
  guint32 grid;
  guint32 text;
  guint32 dim;
  guint32 accent;
  guint32 error;
  guint32 warning;
  guint32 traces[8];
  gboolean is_dark;
  /* the width of traces, logical pixels */
  double line_width;
} GscopeGtkPalette;

const GscopeGtkPalette *gscope_gtk_palette_get (gboolean dark);
/* Returns the colours for people who need more contrast: text and lines are stronger, and no text is dimmed. */
const GscopeGtkPalette *gscope_gtk_palette_get_high_contrast (gboolean dark);

/* Returns the colour and style of a signal: by its own colour (see gscope_signal_get_color()) or,
 * if that is 0, by its position in the view, from 1. dashed may be NULL. */
guint32 gscope_gtk_palette_resolve (const GscopeGtkPalette *self, guint color, guint place,
                                    gboolean *dashed);

/* Returns a shade of the colour of a trace for one of several runs: the first has the colour itself, others are nearer to the
 * text and to the plot by turns. */
guint32 gscope_gtk_palette_shade (const GscopeGtkPalette *self, guint32 color, guint run);

/* Returns white or near-black, whichever has the higher contrast to a colour (WCAG 2.1, relative
 * luminance). */
guint32 gscope_gtk_palette_on (guint32 color);
