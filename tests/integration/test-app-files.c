/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The actions that ask for a file, from the key or the menu to the contents of the file. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "window/application.h"
#include "window/window.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"title\": \"Lab\", \"scopes\": [ { \"period-ms\": 10,\n"
    "  \"sources\": [ { \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\", \"square\" ] } "
    "} ]\n"
    "  } ], \"views\": [ { \"signals\": [ { \"match\": \"demo/sine\" } ] } ] }\n";

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, document);
}

static gboolean
is_chosen (GtkFileChooser *chooser, GFile *file)
{
  g_autoptr (GFile) chosen = gtk_file_chooser_get_file (chooser);

  return chosen && g_file_equal (chosen, file);
}

static guint
find_choice (GtkWidget *widget, const char *text)
{
  GListModel *model =
      GTK_IS_DROP_DOWN (widget) ? gtk_drop_down_get_model (GTK_DROP_DOWN (widget)) : NULL;
  guint n = model ? g_list_model_get_n_items (model) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);

      if (GTK_IS_STRING_OBJECT (item)
          && g_str_equal (gtk_string_object_get_string (GTK_STRING_OBJECT (item)), text))
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static gboolean
has_choice (GtkWidget *widget, gconstpointer text)
{
  return find_choice (widget, text) != GTK_INVALID_LIST_POSITION;
}

static void
choose_all (GtkWidget *dialog)
{
  const char *all = "All that is kept";
  GtkWidget *extent = app_bed_find_match (dialog, has_choice, all);

  g_assert_nonnull (extent);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (extent), find_choice (extent, all));
}

/* In the dialog that is open; of all signals where the dialog asks which. */
static void
choose_file (Fixture *f, const char *name, gboolean all)
{
  g_autofree char *path = g_build_filename (f->directory, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) folder = g_file_new_for_path (f->directory);
  GtkWidget *dialog = app_bed_find_window (GTK_TYPE_FILE_CHOOSER_DIALOG);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);

  g_assert_nonnull (dialog);
  if (gtk_file_chooser_get_action (chooser) == GTK_FILE_CHOOSER_ACTION_SAVE)
    {
      gtk_file_chooser_set_current_folder (chooser, folder, NULL);
      gtk_file_chooser_set_current_name (chooser, name);
    }
  else
    gtk_file_chooser_set_file (chooser, file, NULL);
  app_bed_await (is_chosen (chooser, file));
  if (all)
    choose_all (dialog);
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  app_bed_settle ();
}

static gboolean
is_recording (Fixture *f)
{
  return gscope_recorder_get_active (app_session_get_recorder (app_bed_get_session (f)));
}

static char *
read_file (Fixture *f, const char *name)
{
  g_autofree char *path = g_build_filename (f->directory, name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static gboolean
has (Fixture *f, const char *name, const char *part)
{
  g_autofree char *text = read_file (f, name);

  return text && strstr (text, part);
}

/* The title bar and the button say that it goes on. */
static void
test_record (Fixture *f, gconstpointer data)
{
  app_bed_press (f, "<Control>r");
  choose_file (f, "all.tuples", FALSE);
  app_bed_await (is_recording (f));
  g_assert_nonnull (app_bed_find_text (f->window, "Recording to all.tuples"));
  g_assert_nonnull (app_bed_find_text (app_bed_find_button (f->window, "win.record"), "0:00"));
  app_bed_click (f, "win.record");
  app_bed_await (!is_recording (f));
  g_assert_true (has (f, "all.tuples", "demo/square"));
}

static void
test_export_picture (Fixture *f, gconstpointer data)
{
  app_bed_press (f, "<Control>e");
  choose_file (f, "picture.svg", FALSE);
  app_bed_await (has (f, "picture.svg", "<svg"));
  app_bed_choose (f, "Export Picture…");
  choose_file (f, "picture.png", FALSE);
  app_bed_await (has (f, "picture.png", "\x89PNG"));
}

static void
test_export_data (Fixture *f, gconstpointer data)
{
  app_bed_press (f, "<Control><Shift>e");
  choose_file (f, "shown.csv", FALSE);
  app_bed_await (has (f, "shown.csv", "demo/sine"));
  g_assert_false (has (f, "shown.csv", "demo/square"));
  app_bed_choose (f, "Export Data…");
  choose_file (f, "all.csv", TRUE);
  app_bed_await (has (f, "all.csv", "demo/square"));
}

static void
test_open (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "lab.tuples", NULL);

  g_assert_true (g_file_set_contents (path, "0 1 a\n1000 2 a\n", -1, NULL));
  app_bed_press (f, "<Control>o");
  choose_file (f, "lab.tuples", FALSE);
  app_bed_await (app_session_get_player (app_bed_get_session (f)));
}

static void
test_save_as (Fixture *f, gconstpointer data)
{
  app_bed_press (f, "<Control><Shift>s");
  choose_file (f, "copy.json", FALSE);
  app_bed_await (has (f, "copy.json", "gscope-workspace"));
}

static void
test_ready_made (Fixture *f, gconstpointer data)
{
  app_bed_choose (f, "Hello");
  g_assert_cmpstr (app_session_get_title (app_bed_get_session (f)), ==, "Hello");

  /* a slider that was moved is nothing to save, a view that was added is */
  app_bed_write (f, 2);
  app_bed_await (gscope_parameter_get_number (app_bed_get_parameter (f)) == 2);
  g_assert_false (app_bed_is_modified (f));
  app_bed_press (f, "<Control>backslash");
  app_bed_await (app_bed_is_modified (f));
}

/* The actions of the print dialog while the program waits for it. */
static gboolean
cancel_printing (gpointer data)
{
  GType type = g_type_from_name ("GtkPrintUnixDialog");
  GtkDialog *dialog = type ? app_bed_find_window (type) : NULL;

  if (!dialog)
    return G_SOURCE_CONTINUE;
  *(gboolean *) data = TRUE;
  gtk_dialog_response (dialog, GTK_RESPONSE_CANCEL);
  return G_SOURCE_REMOVE;
}

static void
test_print (Fixture *f, gconstpointer data)
{
  gboolean was_asked = FALSE;

  g_timeout_add (10, cancel_printing, &was_asked);
  app_bed_press (f, "<Control>p");
  g_assert_true (was_asked);
  was_asked = FALSE;
  g_timeout_add (10, cancel_printing, &was_asked);
  app_bed_choose (f, "Print…");
  g_assert_true (was_asked);
}

static void
open_foreign (Fixture *f, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  app_window_open (APP_WINDOW (f->window), file);
  app_bed_settle ();
}

static gboolean
has_source (Fixture *f, const char *name)
{
  GListModel *sources = app_session_get_sources (app_bed_get_session (f));

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (g_str_equal (gscope_source_get_name (source), name))
        return TRUE;
    }
  return FALSE;
}

static void
on_document_saved (GObject *object, GAsyncResult *result, gpointer data)
{
  *(gboolean *) data = app_session_save_finish (APP_SESSION (object), result, NULL);
}

/* A foreign document opens a file. No source is made before the user has consented, and a change of the
 * document needs another consent. */
static void
test_consent (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "foreign.json", NULL);
  g_autofree char *text = g_strdup_printf (
      "{ \"gscope-workspace\": 1, \"title\": \"Foreign\", \"scopes\": [ { \"sources\": [\n"
      "  { \"type\": \"proc\", \"name\": \"nosy\", \"options\": { \"signals\": [\n"
      "    { \"name\": \"x\", \"file\": \"%s\", \"line\": \"x\", \"field\": 1 } ] } },\n"
      "  { \"type\": \"proc\", \"name\": \"plain\" } ] } ] }\n",
      f->path);
  g_autofree char *changed = g_strconcat (text, "\n", NULL);
  gboolean saved = FALSE;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  open_foreign (f, path);
  g_assert_nonnull (app_bed_find_text (GTK_WIDGET (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG)),
                                       "Open “foreign.json”?"));
  app_bed_answer ("cancel");
  g_assert_cmpstr (app_session_get_title (app_bed_get_session (f)), ==, "Lab");

  open_foreign (f, path);
  app_bed_answer ("without");
  g_assert_cmpstr (app_session_get_title (app_bed_get_session (f)), ==, "Foreign");
  g_assert_false (has_source (f, "nosy"));
  g_assert_true (has_source (f, "plain"));

  open_foreign (f, path);
  app_bed_answer ("open");
  g_assert_true (has_source (f, "nosy"));
  open_foreign (f, path);
  g_assert_null (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG));

  g_assert_true (g_file_set_contents (path, changed, -1, NULL));
  open_foreign (f, path);
  app_bed_answer ("cancel");
  app_session_save_async (app_bed_get_session (f), app_session_get_file (app_bed_get_session (f)),
                          on_document_saved, &saved);
  app_bed_await (saved);
  open_foreign (f, path);
  g_assert_null (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, app_bed_tear_down)
  ADD ("/app-files/record", test_record);
  ADD ("/app-files/export-picture", test_export_picture);
  ADD ("/app-files/export-data", test_export_data);
  ADD ("/app-files/open", test_open);
  ADD ("/app-files/save-as", test_save_as);
  ADD ("/app-files/ready-made", test_ready_made);
  ADD ("/app-files/consent", test_consent);
  ADD ("/app-files/print", test_print);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
