/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "widgets/present.h"

/* GTK 4.8 gives warnings where contents need more than the default width of their window. */
void
app_present_dialog (GtkWindow *dialog)
{
  int width, height, least;

  gtk_window_get_default_size (dialog, &width, &height);
  gtk_widget_measure (GTK_WIDGET (dialog), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                      NULL);
  if (least > width)
    gtk_window_set_default_size (dialog, least, height);
  gtk_window_present (dialog);
}
