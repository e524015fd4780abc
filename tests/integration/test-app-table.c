/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The picture as a table and as sound, for people who do not see it. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>
#include <string.h>

#include "app-bed.h"
#include "panes/table-dialog.h"
#include "sound/speaker.h"

typedef AppBed Fixture;

static GtkWidget *
open_table (Fixture *f)
{
  app_bed_press (f, "<Control><Alt>v");
  g_assert_true (APP_IS_TABLE_DIALOG (app_bed_find_dialog (f)));
  return GTK_WIDGET (app_bed_find_dialog (f));
}

static void
test_keys (Fixture *f, gconstpointer data)
{
  app_bed_await (app_bed_has_samples (f));
  app_bed_check_keys (GTK_WINDOW (open_table (f)));
  g_assert_null (app_bed_find_dialog (f));
}

/* Returns what assistive technologies read in the row of a label. */
static char *
read_row (GtkWidget *label)
{
  GtkWidget *row = gtk_widget_get_parent (gtk_widget_get_parent (label));

  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                             "\n");
}

static gboolean
reads (GtkWidget *label, const char *part)
{
  g_autofree char *text = read_row (label);

  return text && strstr (text, part);
}

static void
on_text (GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

/* A write is a row, and its row moves the cursor there. */
static void
test_rows (Fixture *f, gconstpointer data)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (app_bed_get_view (f));
  GtkWidget *dialog, *label;
  const char *name;
  g_autofree char *signal = NULL, *marker = NULL, *copied = NULL;
  gint64 time;

  app_bed_await (app_bed_has_samples (f));
  app_bed_write (f, 2);
  name = gscope_gtk_view_signal_get_label (app_bed_select_signal (f, 0));
  dialog = open_table (f);
  label = app_bed_find_text (dialog, name);
  g_assert_nonnull (label);
  app_bed_await (reads (label, ", Last "));
  signal = read_row (label);
  g_test_message ("%s", signal);
  g_assert_true (g_str_has_prefix (signal, name));
  app_bed_await (app_bed_find_text (dialog, "Parameter change"));
  label = app_bed_find_text (dialog, "Parameter change");
  marker = read_row (label);
  g_test_message ("%s", marker);
  g_assert_nonnull (strstr (marker, ", Kind Parameter change, Marker "));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (app_bed_find (dialog, GTK_TYPE_TOGGLE_BUTTON)),
                                TRUE);
  g_assert_true (gscope_gtk_viewport_get_held (viewport));
  g_signal_emit_by_name (gtk_widget_get_ancestor (label, GTK_TYPE_COLUMN_VIEW), "activate", 0);
  g_assert_true (gscope_gtk_view_get_cursor (app_bed_get_view (f), &time));

  g_signal_emit_by_name (app_bed_find_labelled (dialog, "_Copy"), "clicked");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (dialog), NULL, on_text, &copied);
  app_bed_await (copied);
  g_assert_nonnull (strstr (copied, name));
  g_assert_nonnull (strstr (copied, "\tParameter change\t"));
}

/* Without a sound card it is played to nobody. */
static void
test_listen (Fixture *f, gconstpointer data)
{
  GscopeGtkView *view = app_bed_get_view (f);
  gint64 time;

  if (app_speaker_explain_lack ())
    {
      g_assert_false (app_bed_is_enabled (f, "listen"));
      return;
    }
  app_bed_await (app_bed_has_samples (f));
  /* no signal is selected */
  gscope_gtk_view_set_selected (view, NULL);
  app_bed_press (f, "<Control><Alt>s");
  g_assert_false (app_bed_get_state (f, "listen"));
  app_bed_select_signal (f, 0);
  app_bed_press (f, "<Control><Alt>s");
  g_assert_true (app_bed_get_state (f, "listen"));
  app_bed_escape (GTK_WINDOW (f->window));
  g_assert_false (app_bed_get_state (f, "listen"));
  g_assert_false (gscope_gtk_view_get_cursor (view, &time));

  /* in a picture that is held, the cursor is where the sound was */
  gscope_gtk_viewport_set_held (gscope_gtk_view_get_viewport (view), TRUE);
  app_bed_press (f, "<Control><Alt>s");
  g_assert_true (app_bed_get_state (f, "listen"));
  app_bed_press (f, "<Control><Alt>s");
  g_assert_false (app_bed_get_state (f, "listen"));
  g_assert_true (gscope_gtk_view_get_cursor (view, &time));

  /* it ends with the window */
  app_bed_press (f, "<Control><Alt>s");
  g_assert_true (app_bed_get_state (f, "listen"));
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-table/keys", Fixture, application, app_bed_set_up, test_keys,
              app_bed_tear_down);
  g_test_add ("/app-table/rows", Fixture, application, app_bed_set_up, test_rows,
              app_bed_tear_down);
  g_test_add ("/app-table/listen", Fixture, application, app_bed_set_up, test_listen,
              app_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
