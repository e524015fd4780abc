/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The actions that ask for a file, from the key or the menu to the contents of the file; tables and
 * recordings that are opened, saved and exported. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "dialogs/csv-dialog.h"
#include "panes/panes.h"
#include "session/export.h"
#include "widgets/messages.h"
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

/* Returns the other window, which shows a recording; NULL if there is none. */
static GtkWidget *
find_playback (Fixture *f)
{
  for (GList *l = gtk_application_get_windows (f->application); l; l = l->next)
    if (l->data != f->window && app_bed_find_button (l->data, "win.play"))
      return l->data;
  return NULL;
}

/* The title bar and the button say that it goes on; then its file can be opened beside. */
static void
test_record (Fixture *f, gconstpointer data)
{
  app_bed_press (f, "<Control>r");
  choose_file (f, "all.tuples", FALSE);
  app_bed_await (is_recording (f));
  g_assert_nonnull (app_bed_find_text (f->window, "Recording to all.tuples"));
  /* in place of its name, the button has how long it has gone on */
  g_assert_nonnull (app_bed_find_text (app_bed_find_button (f->window, "win.record"), "00:"));
  app_bed_click (f, "win.record");
  app_bed_await (!is_recording (f));
  g_assert_true (has (f, "all.tuples", "demo/square"));
  app_bed_click (f, "win.open-in-another");
  app_bed_await (find_playback (f));
  g_assert_nonnull (app_bed_find (f->window, GSCOPE_GTK_TYPE_VIEW));
}

static gboolean
has_transfer (Fixture *f)
{
  gpointer transfer = app_bed_find (f->window, GSCOPE_GTK_TYPE_TRANSFER_VIEW);
  g_autofree char *table = gscope_gtk_transfer_view_make_table (transfer);

  return table != NULL;
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

/* The transfer function beside the view is a table. */
static void
test_export_transfer (Fixture *f, gconstpointer data)
{
  app_bed_press (f, "b");
  app_bed_await (app_bed_find (f->window, GSCOPE_GTK_TYPE_TRANSFER_VIEW));
  g_object_set (gscope_gtk_view_get_settings (app_bed_get_view (f)), "input", "demo/square",
                "output", "demo/sine", NULL);
  app_bed_await (has_transfer (f));
  app_bed_press (f, "<Control><Shift>b");
  choose_file (f, "transfer.csv", FALSE);
  app_bed_await (has (f, "transfer.csv", "frequency (Hz),gain,"));
}

/* The mean of the captures that are shown is a table with the deviation. */
static void
test_export_mean (Fixture *f, gconstpointer data)
{
  app_bed_select (f, 0);
  app_bed_press (f, "<Control>k");
  app_bed_await (gscope_gtk_view_get_shown_capture (app_bed_get_view (f)));
  app_bed_press (f, "n");
  app_bed_press (f, "<Control><Shift>x");
  choose_file (f, "mean.csv", FALSE);
  app_bed_await (has (f, "mean.csv", "deviation"));
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
  *(gboolean *) data = app_document_save_finish (APP_DOCUMENT (object), result, NULL);
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
  app_document_save_async (
      app_session_get_document (app_bed_get_session (f)),
      app_document_get_file (app_session_get_document (app_bed_get_session (f))), on_document_saved,
      &saved);
  app_bed_await (saved);
  open_foreign (f, path);
  g_assert_null (app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG));
}

static gboolean
asks_format (Fixture *f)
{
  return app_bed_find_window (APP_TYPE_CSV_DIALOG) != NULL;
}

static GscopeCsvFormat
get_format (Fixture *f)
{
  return *gscope_recording_format_get_table (
      gscope_player_get_format (app_session_get_player (app_bed_get_session (f))));
}

static gboolean
lasts (Fixture *f, gint64 duration)
{
  GscopePlayer *player = app_session_get_player (app_bed_get_session (f));

  return gscope_transport_get_duration (gscope_player_get_transport (player)) == duration;
}

/* The guess is shown when a table is opened; what is chosen instead is remembered. */
static void
test_table (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "table.csv", NULL);
  g_autofree char *workspace = g_build_filename (f->directory, "table.json", NULL);
  g_autoptr (GscopeRecordingFormat) seconds = NULL;
  GscopeCsvFormat format;

  g_assert_true (g_file_set_contents (path, "time (ms);a\n0;1\n10;2\n20;3\n", -1, NULL));
  app_bed_open (f, path);
  app_bed_await (asks_format (f));
  format = get_format (f);
  g_assert_cmpint (format.time, ==, GSCOPE_CSV_TIME_MILLISECONDS);
  app_bed_click_in (APP_TYPE_CSV_DIALOG, "_Import");

  format.time = GSCOPE_CSV_TIME_SECONDS;
  seconds = gscope_recording_format_new_table (&format);
  app_session_set_format (app_bed_get_session (f), seconds);
  app_bed_await (lasts (f, 20 * GSCOPE_SEC));
  app_bed_save_and_open (f, workspace);
  app_bed_await (lasts (f, 20 * GSCOPE_SEC));
  g_assert_null (app_bed_find_window (APP_TYPE_CSV_DIALOG));
  app_bed_choose (f, "Format of the Table…");
  app_bed_click_in (APP_TYPE_CSV_DIALOG, "_Detected Format");
  app_bed_click_in (APP_TYPE_CSV_DIALOG, "_Import");
  app_bed_await (lasts (f, 20 * GSCOPE_MSEC));
  g_assert_cmpint (get_format (f).time, ==, GSCOPE_CSV_TIME_MILLISECONDS);
  app_bed_choose (f, "Format of the Table…");
  app_bed_check_keys (app_bed_find_window (APP_TYPE_CSV_DIALOG));
  g_assert_false (asks_format (f));
}

static gboolean
is_refused (Fixture *f)
{
  GscopePlayer *player = app_session_get_player (app_bed_get_session (f));

  return player && gscope_source_get_state (GSCOPE_SOURCE (player)) == GSCOPE_SOURCE_STATE_TROUBLE;
}

static gboolean
has_selection (Fixture *f, const char *selection)
{
  const GscopeRecordingFormat *format =
      gscope_player_get_format (app_session_get_player (app_bed_get_session (f)));

  return format && g_str_equal (gscope_recording_format_get_name (format), "tuples")
         && g_strcmp0 (gscope_recording_format_get_selection (format), selection) == 0;
}

/* What to read of a database can be chosen, even if nothing could be read without a choice. */
static void
test_selection (Fixture *f, gconstpointer data)
{
  static const char head[] = "SQLite format 3";
  g_autofree char *path = g_build_filename (f->directory, "broken.db", NULL);
  GtkWidget *dialog, *entry;
  GscopeSource *player;

  g_assert_true (g_file_set_contents (path, head, sizeof head, NULL));
  open_foreign (f, path);
  app_bed_await (is_refused (f));
  app_bed_choose (f, "Format of the Table…");
  dialog = app_bed_find_window (APP_TYPE_CSV_DIALOG);
  g_assert_nonnull (dialog);
  entry = app_bed_find (dialog, ADW_TYPE_ENTRY_ROW);
  player = GSCOPE_SOURCE (app_session_get_player (app_bed_get_session (f)));
  g_assert_nonnull (app_bed_find_text (dialog, gscope_source_get_status (player)));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (dialog)), entry));
  g_assert_false (gtk_widget_get_mapped (app_bed_find_titled (dialog, "Separator")));
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "log");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  app_bed_click_in (APP_TYPE_CSV_DIALOG, "_Import");
  app_bed_await (has_selection (f, "log"));
  app_bed_await (is_refused (f));
  g_assert_false (asks_format (f));
}

/* The formats of tables, as earlier versions wrote them, and the names of formats. */
static void
test_written_formats (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *format;
    const char *name;
    const char *selection;
  } written[] = {
    { "{ \"tuples\": true, \"delimiter\": \" \" }", "tuples", NULL },
    { "{ \"tuples\": false, \"delimiter\": \" \" }", "table", NULL },
    { "{ \"format\": \"tuples\" }", "tuples", NULL },
    { "{ \"format\": \"tuples\", \"selection\": \"log\" }", "tuples", "log" },
    { "{ \"format\": \"table\", \"delimiter\": \" \" }", "table", NULL },
  };
  g_autofree char *path = g_build_filename (f->directory, "walk.tuples", NULL);
  g_autofree char *workspace = g_build_filename (f->directory, "walk.json", NULL);

  g_assert_true (g_file_set_contents (path, "0 1\n1 2\n2 3\n", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    {
      g_autofree char *text = g_strdup_printf ("{ \"gscope-workspace\": 1, \"playback\": { "
                                               "\"file\": \"walk.tuples\", \"format\": %s } }",
                                               written[i].format);
      const GscopeRecordingFormat *format;

      g_assert_true (g_file_set_contents (workspace, text, -1, NULL));
      app_bed_open (f, workspace);
      app_bed_await (app_bed_has_samples (f));
      format = gscope_player_get_format (app_session_get_player (app_bed_get_session (f)));
      g_assert_cmpstr (gscope_recording_format_get_name (format), ==, written[i].name);
      g_assert_cmpstr (gscope_recording_format_get_selection (format), ==, written[i].selection);
      g_assert_null (app_bed_find_window (APP_TYPE_CSV_DIALOG));
    }
}

static gboolean
is_at_place (Fixture *f)
{
  GscopeTransport *transport =
      gscope_player_get_transport (app_session_get_player (app_bed_get_session (f)));

  return gscope_transport_get_position (transport) - gscope_transport_get_begin (transport)
         == GSCOPE_SEC;
}

/* A playback is saved with its place, speed and loop, beside its recording. */
static void
test_playback_saved (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "lab.tuples", NULL);
  g_autofree char *workspace = g_build_filename (f->directory, "playback.json", NULL);
  g_autofree char *text = NULL;
  GscopeTransport *transport;

  g_assert_true (g_file_set_contents (path, "0 1 a\n1000 2 a\n2000 3 a\n", -1, NULL));
  app_bed_open (f, path);
  transport = gscope_player_get_transport (app_session_get_player (app_bed_get_session (f)));
  gscope_transport_set_speed (transport, 4);
  gscope_transport_set_loop (transport, TRUE);
  gscope_transport_seek (transport, gscope_transport_get_begin (transport) + GSCOPE_SEC);
  app_bed_save_and_open (f, workspace);
  g_assert_true (g_file_get_contents (workspace, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"file\" : \"lab.tuples\""));
  app_bed_await (is_at_place (f));
  transport = gscope_player_get_transport (app_session_get_player (app_bed_get_session (f)));
  g_assert_cmpfloat (gscope_transport_get_speed (transport), ==, 4);
  g_assert_true (gscope_transport_get_loop (transport));
}

static void
on_exported (GObject *object, GAsyncResult *result, gpointer is_exported)
{
  g_autoptr (GError) error = NULL;

  gscope_exporter_write_finish (GSCOPE_EXPORTER (object), result, &error);
  g_assert_no_error (error);
  *(gboolean *) is_exported = TRUE;
}

static char *
export_data (Fixture *f, const char *name, gboolean all)
{
  g_autofree char *path = g_build_filename (f->directory, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopeExporter) exporter =
      app_export_make_exporter (app_bed_get_session (f), all ? NULL : app_bed_get_view (f));
  gboolean is_exported = FALSE;
  char *text = NULL;

  gscope_exporter_write_async (exporter, app_export_find_format (file), file, NULL, on_exported,
                               &is_exported);
  app_bed_await (is_exported);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* The visible part leaves out hidden signals; the name selects the format. */
static void
test_exported (Fixture *f, gconstpointer data)
{
  g_autofree char *table = NULL;
  g_autofree char *tuples = NULL;

  app_panes_add_pattern (APP_PANES (app_bed_find (f->window, APP_TYPE_PANES)), "demo/square");
  gscope_gtk_view_signal_set_hidden (app_bed_select_signal (f, 1), TRUE);
  table = export_data (f, "shown.csv", FALSE);
  g_assert_nonnull (strstr (table, "demo/sine"));
  g_assert_null (strstr (table, "demo/square"));
  tuples = export_data (f, "all.tuples", TRUE);
  g_assert_true (g_str_has_prefix (tuples, "#gscope"));
  g_assert_nonnull (strstr (tuples, "demo/square"));
}

static AppWindow *
find_other_window (Fixture *f)
{
  for (GList *l = gtk_application_get_windows (f->application); l; l = l->next)
    if (APP_IS_WINDOW (l->data) && l->data != f->window)
      return l->data;
  return NULL;
}

/* Files that are dropped on the window are opened: one there, the others in windows of their own. */
static void
test_dropped (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "other.json", NULL);
  g_autofree char *recording = g_build_filename (f->directory, "other.tuples", NULL);
  g_auto (GValue) value = G_VALUE_INIT;
  g_autoptr (GFile) first = g_file_new_for_path (path);
  g_autoptr (GFile) second = g_file_new_for_path (recording);
  GSList files[] = { { first, &files[1] }, { second, NULL } };
  gboolean taken = FALSE;

  g_assert_true (g_file_set_contents (
      path, "{ \"gscope-workspace\": 1, \"title\": \"Other\", \"scopes\": [ { } ] }", -1, NULL));
  g_assert_true (g_file_set_contents (recording, "0 1 a\n1000 2 a\n", -1, NULL));
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_set_boxed (&value, files);
  g_signal_emit_by_name (app_bed_find_drop_target (f->window), "drop", &value, 10.0, 10.0, &taken);
  app_bed_settle ();
  g_assert_true (taken);
  g_assert_cmpstr (app_session_get_title (app_bed_get_session (f)), ==, "Other");
  g_assert_nonnull (find_other_window (f));
  g_assert_nonnull (app_session_get_player (app_window_get_session (find_other_window (f))));
  gtk_window_destroy (GTK_WINDOW (find_other_window (f)));
}

/* Messages about one workspace do not appear with the next. */
static void
test_messages (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "broken.json", NULL);
  g_autofree char *good = g_build_filename (f->directory, "good.json", NULL);
  g_autoptr (GFile) broken = g_file_new_for_path (path);
  g_autoptr (GFile) file = g_file_new_for_path (good);
  GtkRevealer *messages =
      GTK_REVEALER (app_bed_find (app_bed_find (f->window, APP_TYPE_MESSAGES), GTK_TYPE_REVEALER));

  g_assert_true (g_file_set_contents (path, "{ \"gscope-workspace\": 1,", -1, NULL));
  g_assert_true (
      g_file_set_contents (good, "{ \"gscope-workspace\": 1, \"scopes\": [ { } ] }", -1, NULL));
  app_window_open (APP_WINDOW (f->window), broken);
  app_bed_settle ();
  g_assert_true (gtk_revealer_get_reveal_child (messages));
  app_window_open (APP_WINDOW (f->window), file);
  app_bed_settle ();
  g_assert_false (gtk_revealer_get_reveal_child (messages));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, app_bed_tear_down)
  ADD ("/app-files/record", test_record);
  ADD ("/app-files/export-picture", test_export_picture);
  ADD ("/app-files/export-data", test_export_data);
  ADD ("/app-files/export-mean", test_export_mean);
  ADD ("/app-files/export-transfer", test_export_transfer);
  ADD ("/app-files/open", test_open);
  ADD ("/app-files/save-as", test_save_as);
  ADD ("/app-files/ready-made", test_ready_made);
  ADD ("/app-files/consent", test_consent);
  ADD ("/app-files/print", test_print);
  ADD ("/app-files/table", test_table);
  ADD ("/app-files/selection", test_selection);
  ADD ("/app-files/written-formats", test_written_formats);
  ADD ("/app-files/playback-saved", test_playback_saved);
  ADD ("/app-files/exported", test_exported);
  ADD ("/app-files/dropped", test_dropped);
  ADD ("/app-files/messages", test_messages);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
