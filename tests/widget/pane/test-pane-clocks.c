/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Measurements of a signal that another machine's clock stamped. */

#include "pane-bed.h"

#include <gscope/signal/private.h>

#include "support/skip-waits.h"

/* The times of a signal of another clock have an error. */
static void
test_time_error (PaneBed *f, gconstpointer data)
{
  GscopeGtkMeasureTable *table =
      GSCOPE_GTK_MEASURE_TABLE (pane_bed_find (f->pane, GSCOPE_GTK_TYPE_STATISTICS_TABLE));
  g_autoptr (GscopeGtkViewSignal) saw =
      g_list_model_get_item (gscope_gtk_view_get_signals (f->view), 1);
  GscopeTimeBase *far = gscope_time_base_new ("far");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  far->error = 60000;
  gscope_signal_set_time_base (gscope_gtk_view_signal_get_signal (saw), far);
  gscope_time_base_unref (far);
  pane_bed_advance (f, 25);
  g_object_set (f->settings, "statistics", TRUE, NULL);
  text = gscope_gtk_measure_table_get_text (table);
  lines = g_strsplit (text, "\n", -1);
  g_assert_true (g_str_has_suffix (lines[1], "\tTime Error"));
  g_assert_true (g_str_has_suffix (lines[2], "\t–"));
  g_assert_true (g_str_has_suffix (lines[3], "\t± 60 µs"));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  g_test_add ("/pane/time-error", PaneBed, NULL, pane_bed_set_up, test_time_error,
              pane_bed_tear_down);
  return g_test_run ();
}
