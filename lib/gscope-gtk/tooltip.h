/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Sets the tooltip of a widget, or removes it if the text is NULL. Does nothing if the widget has the same tooltip, because GTK
 * asks the display for the place of the pointer each time a tooltip is set. */
static inline void
gscope_gtk_tooltip_set (GtkWidget *widget, const char *text)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}
