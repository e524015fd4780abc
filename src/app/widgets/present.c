/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "widgets/present.h"

/* GTK 4.8 gives warnings where contents need more than the default width of their window. The height, which a window may not
 * have set, stays as it is. */
void
app_present_dialog (GtkWindow *dialog)
{
  int width, least;

  g_object_get (dialog, "default-width", &width, NULL);
  gtk_widget_measure (GTK_WIDGET (dialog), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                      NULL);
  if (least > width)
    g_object_set (dialog, "default-width", least, NULL);
  gtk_window_present (dialog);
}
