/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Numbers in files that are chosen in the window. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "dialogs/source-dialog.h"
#include "numbers/dialog.h"
#include "numbers/file-list.h"
#include "numbers/text.h"
#include "widgets/messages.h"

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, APP_BED_LAB);
}

static char *
make_path (Fixture *f)
{
  return g_build_filename (f->directory, "figures", NULL);
}

/* In place: a file of the kernel stays the same one. */
static void
put (Fixture *f, const char *text)
{
  g_autofree char *path = make_path (f);
  FILE *file = g_fopen (path, "w");

  g_assert_nonnull (file);
  g_assert_cmpint (fputs (text, file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

static GtkEditable *
find_entry (GtkWidget *dialog, const char *title)
{
  return GTK_EDITABLE (app_bed_find_titled (dialog, title));
}

static void
assert_entry (GtkWidget *dialog, const char *title, const char *text)
{
  g_assert_cmpstr (gtk_editable_get_text (find_entry (dialog, title)), ==, text);
}

static gboolean
is_accepted (GtkWidget *dialog, const char *label)
{
  GtkWidget *button = app_bed_find_labelled (dialog, label);

  return gtk_widget_get_mapped (button) && gtk_widget_get_sensitive (button);
}

/* Types the path of the file, whose text then has the focus at its first number. */
static GtkWidget *
open_file (Fixture *f)
{
  g_autofree char *path = make_path (f);
  GtkWidget *dialog;

  app_bed_press (f, "<Control><Alt>n");
  dialog = app_bed_find_window (APP_TYPE_NUMBER_DIALOG);
  app_bed_enter (app_bed_find (app_bed_find (dialog, APP_TYPE_FILE_LIST), GTK_TYPE_ENTRY), path);
  app_bed_await (is_accepted (dialog, "_Add"));
  return dialog;
}

static void
press_in_text (GtkWidget *dialog, guint key)
{
  app_bed_press_in (app_bed_find (dialog, APP_TYPE_NUMBER_TEXT), key);
}

static GscopeSignal *
find_signal (Fixture *f, const char *name)
{
  return app_session_find_signal (app_bed_get_session (f), name, NULL);
}

static gboolean
has_value (Fixture *f, const char *name, double value)
{
  GscopeSignal *signal = find_signal (f, name);
  GscopeSample latest;

  return signal && gscope_signal_get_latest (signal, &latest) && latest.value == value;
}

static void
test_added (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  put (f, "load: 5\nfree: 12 kB used 30 kB\n");
  dialog = open_file (f);
  assert_entry (dialog, "Pattern", "^load:\\s+([-+\\d]\\S*)");
  press_in_text (dialog, GDK_KEY_Down);
  press_in_text (dialog, GDK_KEY_Right);
  assert_entry (dialog, "Pattern", "^free:\\s+\\S+\\s+kB\\s+used\\s+([-+\\d]\\S*)");
  assert_entry (dialog, "Title", "free used");
  assert_entry (dialog, "Factor", "1024");
  app_bed_await (app_bed_find_text (dialog, "30 KiB"));
  app_bed_check_names (dialog);
  press_in_text (dialog, GDK_KEY_Return);
  app_bed_click_in (APP_TYPE_NUMBER_DIALOG, "_Add");
  g_assert_null (app_bed_find_window (APP_TYPE_NUMBER_DIALOG));
  app_bed_await (has_value (f, "free-used/value", 30 * 1024));
  app_bed_await (app_bed_count_signals (f) == 3);
  g_assert_cmpstr (gscope_signal_get_unit (find_signal (f, "free-used/value")), ==, "B");
  g_assert_cmpstr (gscope_signal_get_title (find_signal (f, "free-used/value")), ==, "free used");

  /* other numbers change, too */
  put (f, "load: 500\nfree: 1 kB used 31 kB\n");
  app_bed_await (has_value (f, "free-used/value", 31 * 1024));
  app_bed_press (f, "<Control>z");
  app_bed_press (f, "<Control>z");
  g_assert_null (find_signal (f, "free-used/value"));
  app_bed_press (f, "<Control><Shift>z");
  app_bed_press (f, "<Control><Shift>z");
  app_bed_await (has_value (f, "free-used/value", 31 * 1024));
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_reopen (f);
  app_bed_await (has_value (f, "free-used/value", 31 * 1024));
}

static gboolean
is_rising (Fixture *f, guint *count)
{
  g_autofree char *text = g_strdup_printf ("packets 7 bytes %u\n", *count += 100);
  GscopeSignal *signal = find_signal (f, "packets-bytes/rate");
  GscopeSample latest;

  put (f, text);
  return signal && gscope_signal_get_latest (signal, &latest) && latest.value > 0;
}

/* Presses at the place of a word in the text. */
static void
click_on (GtkWidget *dialog, const char *word)
{
  GtkTextView *view = GTK_TEXT_VIEW (app_bed_find (dialog, APP_TYPE_NUMBER_TEXT));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (view));
  GtkTextIter begin, end;
  GdkRectangle area;
  guint n_pressed = 0;
  int x, y;

  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (view), &begin);
  g_assert_true (gtk_text_iter_forward_search (&begin, word, 0, &begin, &end, NULL));
  gtk_text_view_get_iter_location (view, &begin, &area);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, area.x + 2,
                                         area.y + area.height / 2, &x, &y);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_GESTURE_CLICK (controller)
          || gtk_event_controller_get_propagation_phase (controller) != GTK_PHASE_CAPTURE)
        continue;
      g_signal_emit_by_name (controller, "pressed", 1, (double) x, (double) y);
      n_pressed++;
    }
  g_assert_cmpuint (n_pressed, ==, 1);
}

/* A click on a number chooses it; a click on a word beside it leaves the choice. */
static void
test_clicked (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  put (f, "load: 5\nfree: 12 kB used 30 kB\n");
  dialog = open_file (f);
  assert_entry (dialog, "Pattern", "^load:\\s+([-+\\d]\\S*)");
  click_on (dialog, "30");
  assert_entry (dialog, "Pattern", "^free:\\s+\\S+\\s+kB\\s+used\\s+([-+\\d]\\S*)");
  assert_entry (dialog, "Title", "free used");
  click_on (dialog, "load");
  assert_entry (dialog, "Title", "free used");
  click_on (dialog, "12");
  assert_entry (dialog, "Pattern", "^free:\\s+([-+\\d]\\S*)");
  app_bed_click_in (APP_TYPE_NUMBER_DIALOG, "_Cancel");
}

static void
test_rate (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;
  guint count = 0;

  put (f, "packets 7 bytes 100\n");
  dialog = open_file (f);
  press_in_text (dialog, GDK_KEY_Right);
  gtk_editable_set_text (find_entry (dialog, "Unit of the Number Times the Factor"), "B");
  gtk_switch_set_active (GTK_SWITCH (app_bed_find (dialog, GTK_TYPE_SWITCH)), TRUE);
  app_bed_await (app_bed_find_text (dialog, "From the next read on"));
  app_bed_await (app_bed_find_text (dialog, "0 B/s"));
  app_bed_click_in (APP_TYPE_NUMBER_DIALOG, "_Add");
  app_bed_await (is_rising (f, &count));
  g_assert_cmpstr (gscope_signal_get_unit (find_signal (f, "packets-bytes/rate")), ==, "B/s");
}

static void
test_changed (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  put (f, "a 1\nb 2\n");
  open_file (f);
  app_bed_click_in (APP_TYPE_NUMBER_DIALOG, "_Add");
  app_bed_await (find_signal (f, "figures/value"));
  app_bed_activate (f, "configure-source", "figures");
  dialog = app_bed_find_window (APP_TYPE_NUMBER_DIALOG);
  app_bed_await (is_accepted (dialog, "_Apply"));
  assert_entry (dialog, "Title", "figures");

  gtk_editable_set_text (find_entry (dialog, "Pattern"), "^(b");
  g_assert_false (is_accepted (dialog, "_Apply"));
  /* the message about a wrong pattern is not read as markup */
  gtk_editable_set_text (find_entry (dialog, "Pattern"), "^(?<b");
  g_assert_nonnull (strstr (
      adw_action_row_get_subtitle (ADW_ACTION_ROW (app_bed_find_titled (dialog, "Value"))), "<b"));
  gtk_editable_set_text (find_entry (dialog, "Pattern"), "^c (.)");
  g_assert_true (is_accepted (dialog, "_Apply"));
  app_bed_await (g_strcmp0 (adw_action_row_get_subtitle (
                                ADW_ACTION_ROW (app_bed_find_titled (dialog, "Value"))),
                            "no line matches; choose the number again")
                 == 0);
  gtk_editable_set_text (find_entry (dialog, "Pattern"), "^b (.)");
  app_bed_await (app_bed_find_text (dialog, "2"));
  gtk_editable_set_text (find_entry (dialog, "Factor"), "x");
  g_assert_false (is_accepted (dialog, "_Apply"));
  gtk_editable_set_text (find_entry (dialog, "Factor"), "10");
  app_bed_click_in (APP_TYPE_NUMBER_DIALOG, "_Apply");
  app_bed_await (has_value (f, "figures/value", 20));
  app_bed_press (f, "<Control>z");
  app_bed_await (has_value (f, "figures/value", 1));
}

static gboolean
says (Fixture *f, const char *part)
{
  GscopeSource *source = app_session_find_source (app_bed_get_session (f), "figures");

  return strstr (gscope_source_get_status (source), part) != NULL;
}

static void
test_trouble (Fixture *f, gconstpointer data)
{
  g_autofree char *path = make_path (f);
  GscopeTally tally = { 0 };

  put (f, "a 1\n");
  open_file (f);
  app_bed_click_in (APP_TYPE_NUMBER_DIALOG, "_Add");
  app_bed_await (has_value (f, "figures/value", 1));
  put (f, "b 1\n");
  app_bed_await (says (f, "no line matches; choose the number again"));
  gscope_source_get_tally (app_session_find_source (app_bed_get_session (f), "figures"), &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_MALFORMED], >, 0);
  g_assert_cmpint (g_unlink (path), ==, 0);
  app_bed_await (says (f, "No such file"));
  put (f, "a 3\n");
  app_bed_await (has_value (f, "figures/value", 3));
}

/* The dialog lists the files whose paths begin with the typed path, and reports once a path that it cannot read. */
static void
test_browsed (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog, *files, *list, *entry;
  GListModel *names;
  g_autofree char *folder = g_strconcat (f->directory, "/", NULL);
  g_autofree char *part = g_strconcat (folder, "fig", NULL);

  put (f, "a 1\n");
  app_bed_press (f, "<Control><Shift>a");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  g_signal_emit_by_name (app_bed_find_titled (dialog, "Number in a File"), "activated");
  app_bed_settle ();
  dialog = app_bed_find_window (APP_TYPE_NUMBER_DIALOG);
  list = app_bed_find (dialog, GTK_TYPE_LIST_VIEW);
  files = app_bed_find (dialog, APP_TYPE_FILE_LIST);
  entry = app_bed_find (files, GTK_TYPE_ENTRY);
  names = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  app_bed_check_names (dialog);
  g_assert_cmpuint (g_list_model_get_n_items (names), >, 10);
  gtk_editable_set_text (GTK_EDITABLE (entry), "/no-such-folder/");
  g_assert_cmpuint (g_list_model_get_n_items (names), ==, 0);
  g_assert_nonnull (app_bed_find_text (files, "Cannot list the folder"));
  app_bed_enter (entry, "/no-such-folder/file");
  app_bed_await (app_bed_find_text (files, "Cannot read “/no-such-folder/file”"));
  g_assert_null (app_bed_find_text (files, "Cannot list the folder"));
  app_bed_enter (entry, "/dev/null");
  app_bed_await (
      app_bed_find_text (files, "Cannot read “/dev/null”: it is a device. Choose a regular file."));
  g_assert_null (app_bed_find_text (app_bed_find (dialog, APP_TYPE_MESSAGES), "Cannot read"));
  /* the problem of a file goes, also where the folder stays the same */
  gtk_editable_insert_text (GTK_EDITABLE (entry), "x", 1, &(int){ 9 });
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "/dev/nullx");
  g_assert_null (app_bed_find_text (files, "Cannot"));
  gtk_editable_set_text (GTK_EDITABLE (entry), folder);
  g_assert_cmpuint (g_list_model_get_n_items (names), >, 1);
  gtk_editable_set_text (GTK_EDITABLE (entry), part);
  g_assert_cmpuint (g_list_model_get_n_items (names), ==, 1);
  g_signal_emit_by_name (list, "activate", 0);
  app_bed_await (is_accepted (dialog, "_Add"));
  app_bed_click_in (APP_TYPE_NUMBER_DIALOG, "_Cancel");
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, app_bed_tear_down)
  ADD ("/app-numbers/added", test_added);
  ADD ("/app-numbers/clicked", test_clicked);
  ADD ("/app-numbers/rate", test_rate);
  ADD ("/app-numbers/changed", test_changed);
  ADD ("/app-numbers/trouble", test_trouble);
  ADD ("/app-numbers/browsed", test_browsed);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
