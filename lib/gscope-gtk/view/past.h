/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/painting.h>

/* The histories of a view's signals: they are told what the view shows, and what they answer is drawn. */
typedef struct _GscopeGtkPast GscopeGtkPast;

GscopeGtkPast *gscope_gtk_past_new (GscopeGtkView *view, GscopeGtkPainting *painting);
void gscope_gtk_past_free (GscopeGtkPast *self);
/* Tells the histories what is shown now; this is called before each drawing. */
void gscope_gtk_past_look (GscopeGtkPast *self);
/* Nobody sees the signals, so that their histories need not ask for more. */
void gscope_gtk_past_look_away (GscopeGtkPast *self);
