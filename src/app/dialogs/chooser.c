/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/chooser.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>

/* A dialog that is open. */
typedef struct
{
  GtkFileChooserNative *dialog;
  /* one of them */
  AppChooserFunc func;
  AppChooserDataFunc data_func;
  AppChooserRecordingFunc recording_func;
  gpointer user_data;
} Question;

#define EXTENT "extent"
#define ROTATION "rotation"
#define TIMES "times"

#define HOUR (3600 * GSCOPE_SEC)

/* When a recording goes on in another file. */
static const struct
{
  const char *id;
  const char *title;
  guint64 max_bytes;
  gint64 max_duration;
} rotations[] = {
  { "never", N_ ("One, however long"), 0, 0 },
  { "100-mb", N_ ("A new one every 100 MB"), 100 * 1000 * 1000, 0 },
  { "1-gb", N_ ("A new one every 1 GB"), 1000 * 1000 * 1000, 0 },
  { "hour", N_ ("A new one every hour"), 0, HOUR },
  { "day", N_ ("A new one every day"), 0, 24 * HOUR },
};

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->dialog);
  g_free (question);
}

static gboolean
wants_all (GtkNativeDialog *dialog)
{
  return g_strcmp0 (gtk_file_chooser_get_choice (GTK_FILE_CHOOSER (dialog), EXTENT), "all") == 0;
}

/* The index of a choice is its GscopeExportTimes. */
static GscopeExportTimes
get_times (GtkNativeDialog *dialog)
{
  const char *id = gtk_file_chooser_get_choice (GTK_FILE_CHOOSER (dialog), TIMES);

  if (g_strcmp0 (id, "seconds") == 0)
    return GSCOPE_EXPORT_SECONDS;
  return g_strcmp0 (id, "dates") == 0 ? GSCOPE_EXPORT_DATES : GSCOPE_EXPORT_MILLISECONDS;
}

static AppRecording
get_recording (GtkNativeDialog *dialog)
{
  const char *id = gtk_file_chooser_get_choice (GTK_FILE_CHOOSER (dialog), ROTATION);
  AppRecording recording = { .all = wants_all (dialog) };

  for (guint i = 0; i < G_N_ELEMENTS (rotations); i++)
    if (g_strcmp0 (id, rotations[i].id) == 0)
      {
        recording.max_bytes = rotations[i].max_bytes;
        recording.max_duration = rotations[i].max_duration;
      }
  return recording;
}

static void
answer (Question *question, GtkNativeDialog *dialog, GFile *file)
{
  AppRecording recording;

  if (question->recording_func)
    {
      recording = get_recording (dialog);
      question->recording_func (file, &recording, question->user_data);
    }
  else if (question->data_func)
    question->data_func (file, wants_all (dialog), get_times (dialog), question->user_data);
  else
    question->func (file, question->user_data);
}

static void
on_response (GtkNativeDialog *dialog, int response, gpointer data)
{
  Question *question = data;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (response == GTK_RESPONSE_ACCEPT && file)
    answer (question, dialog, file);
  gtk_native_dialog_destroy (dialog);
  g_signal_handlers_disconnect_by_data (dialog, question);
}

static void
on_parent_destroyed (GtkNativeDialog *dialog)
{
  gtk_native_dialog_hide (dialog);
  g_signal_emit_by_name (dialog, "response", GTK_RESPONSE_CANCEL);
}

static void
pose (GtkFileChooserNative *dialog, Question *question)
{
  GtkWindow *parent = gtk_native_dialog_get_transient_for (GTK_NATIVE_DIALOG (dialog));

  question->dialog = dialog;
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), question, question_free, 0);
  g_signal_connect_object (parent, "destroy", G_CALLBACK (on_parent_destroyed), dialog,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
ask (GtkFileChooserNative *dialog, AppChooserFunc func, gpointer user_data)
{
  Question *question = g_new0 (Question, 1);

  question->func = func;
  question->user_data = user_data;
  pose (dialog, question);
}

static void
add_filter (GtkFileChooserNative *dialog, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i]; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
}

static void
add_open_filter (GtkFileChooserNative *dialog)
{
  static const char *const all[] = { "*", NULL };
  g_auto (GStrv) suffixes = gscope_recording_format_list_suffixes ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) patterns = NULL;

  g_strv_builder_add_many (builder, "*.json", "*.gz", "*.zst", NULL);
  for (guint i = 0; suffixes[i]; i++)
    {
      g_autofree char *pattern = g_strconcat ("*", suffixes[i], NULL);

      g_strv_builder_add (builder, pattern);
    }
  patterns = g_strv_builder_end (builder);
  add_filter (dialog, _ ("Workspaces and Recordings"), (const char *const *) patterns);
  add_filter (dialog, _ ("All Files"), all);
}

static void
suggest_name (GtkFileChooserNative *dialog, const char *suffix)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%d-%H%M%S");
  g_autofree char *name = g_strdup_printf ("gscope-%s%s", time, suffix);

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
}

void
app_choose_workspace (GtkWindow *parent, AppChooserFunc func, gpointer user_data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Open Workspace or Recording"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);

  add_open_filter (dialog);
  ask (dialog, func, user_data);
}

/* name is suggested, without its suffix. */
void
app_choose_saved_workspace (GtkWindow *parent, const char *name, AppChooserFunc func,
                            gpointer user_data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Save Workspace"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  static const char *const patterns[] = { "*.json", NULL };
  g_autofree char *file_name = g_strconcat (name, ".json", NULL);

  g_strdelimit (file_name, "/", '-');
  add_filter (dialog, _ ("Workspaces"), patterns);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), file_name);
  ask (dialog, func, user_data);
}

/* Dialogs begin with the first. */
static void
add_extents (GtkFileChooserNative *dialog, const char *title, const char *all, gboolean all_first)
{
  const char *shown = _ ("The visible part");
  const char *ids[] = { all_first ? "all" : "shown", all_first ? "shown" : "all", NULL };
  const char *titles[] = { all_first ? all : shown, all_first ? shown : all, NULL };

  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (dialog), EXTENT, title, ids, titles);
  gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (dialog), EXTENT, ids[0]);
}

static void
add_rotations (GtkFileChooserNative *dialog)
{
  const char *ids[G_N_ELEMENTS (rotations) + 1] = { NULL };
  const char *titles[G_N_ELEMENTS (rotations) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (rotations); i++)
    {
      ids[i] = rotations[i].id;
      titles[i] = _ (rotations[i].title);
    }
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (dialog), ROTATION, _ ("Files"), ids, titles);
  gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (dialog), ROTATION, ids[0]);
}

void
app_choose_recording (GtkWindow *parent, AppChooserRecordingFunc func, gpointer user_data)
{
  static const char *const patterns[] = { "*.tuples", NULL };
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Record to File"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Record"), NULL);
  Question *question = g_new0 (Question, 1);

  add_extents (dialog, _ ("Signals"), _ ("All"), TRUE);
  add_rotations (dialog);
  add_filter (dialog, _ ("Recordings: .tuples"), patterns);
  suggest_name (dialog, ".tuples");
  question->recording_func = func;
  question->user_data = user_data;
  pose (dialog, question);
}

void
app_choose_picture (GtkWindow *parent, AppChooserFunc func, gpointer user_data)
{
  static const char *const patterns[] = { "*.png", "*.svg", "*.pdf", NULL };
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Export Picture"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), NULL);

  add_filter (dialog, _ ("Pictures: .png, .svg or .pdf"), patterns);
  suggest_name (dialog, ".png");
  ask (dialog, func, user_data);
}

static void
add_times (GtkFileChooserNative *dialog)
{
  const char *ids[] = { "milliseconds", "seconds", "dates", NULL };
  const char *titles[] = { _ ("Milliseconds, as in tuples"), _ ("Seconds from the start"),
                           _ ("Dates (ISO 8601)"), NULL };

  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (dialog), TIMES, _ ("Times of a table"), ids,
                               titles);
  gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (dialog), TIMES, ids[0]);
}

void
app_choose_data (GtkWindow *parent, AppChooserDataFunc func, gpointer user_data)
{
  static const char *const patterns[] = { "*.csv", "*.tuples", NULL };
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Export Data"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), NULL);
  Question *question = g_new0 (Question, 1);

  add_extents (dialog, _ ("Export"), _ ("All that is kept"), FALSE);
  add_times (dialog);
  add_filter (dialog, _ ("Data: .csv for a table, else tuples"), patterns);
  suggest_name (dialog, ".csv");
  question->data_func = func;
  question->user_data = user_data;
  pose (dialog, question);
}
