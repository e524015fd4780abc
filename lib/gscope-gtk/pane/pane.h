/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_PANE (gscope_gtk_pane_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkPane, gscope_gtk_pane, GSCOPE_GTK, PANE, GtkWidget)

/**
 * GscopeGtkPanePart: (skip)
 * @setting: the property of [class@Gscope.ViewSettings] that shows it
 * @title: its title with a mnemonic, to be translated
 * @name: its name, to be translated
 * @key: the key that shows and hides it
 * @get_type: the type of its widget, a [class@AnalysisView]
 *
 * A graph that a pane can show beside the signals over time.
 *
 * Since: 1.0
 */
typedef struct
{
  const char *setting;
  const char *title;
  const char *name;
  char key;
  GType (*get_type) (void);
} GscopeGtkPanePart;

GSCOPE_GTK_AVAILABLE_IN_1_0
const GscopeGtkPanePart *gscope_gtk_pane_get_parts (guint *n);
GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_pane_new (GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkView *gscope_gtk_pane_get_view (GscopeGtkPane *self);

/* pictures of the whole pane */
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean
gscope_gtk_pane_export (GscopeGtkPane *self, const char *path, double scale, GError **error);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_pane_copy_picture (GscopeGtkPane *self, GError **error);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_pane_print (GscopeGtkPane *self, GError **error);

G_END_DECLS
