/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "dialogs/chooser.h"

#include <glib/gi18n.h>

/* A dialog that is open. */
typedef struct
{
  GtkFileChooserNative *dialog;
  AppChooser chooser;
  AppChooserFunc func;
  gpointer user_data;
} Question;

#define EXTENT "extent"
#define ROTATION "rotation"
#define TIMES "times"

#define HOUR (3600 * GSCOPE_SEC)

/* Patterns are separated by spaces. A suggested name has the suffix of the first pattern. Without patterns, a file is opened. */
static const struct
{
  const char *title;
  const char *accept;
  const char *filter;
  const char *patterns;
  /* the choice between all and what is shown, if there is one; its first is chosen at first */
  const char *extent;
  const char *all;
  const char *some;
  gboolean is_all_first;
} choosers[] = {
  [APP_CHOOSER_OPEN] = { N_ ("Open Workspace or Recording"),
                         .filter = N_ ("Workspaces and Recordings") },
  [APP_CHOOSER_SAVE] = { N_ ("Save Workspace"), .filter = N_ ("Workspaces"), .patterns = "*.json" },
  [APP_CHOOSER_RECORD] = { N_ ("Record to File"), N_ ("_Record"),
                           N_ ("Recordings: .tuples, .mcap, .pftrace or .syscap"),
                           "*.tuples *.mcap *.pftrace *.syscap", N_ ("Signals"), N_ ("All"),
                           N_ ("The visible part"), TRUE },
  [APP_CHOOSER_PICTURE] = { N_ ("Export Picture"), N_ ("_Export"),
                            N_ ("Pictures: .png, .svg or .pdf"), "*.png *.svg *.pdf" },
  [APP_CHOOSER_DATA] = { N_ ("Export Data"), N_ ("_Export"),
                         N_ ("Data: .csv for a table, .mcap for MCAP, .pftrace for Perfetto, "
                             ".syscap "
                             "for Sysprof, else tuples"),
                         "*.csv *.mcap *.pftrace *.syscap *.tuples", N_ ("Export"),
                         N_ ("All that is kept"), N_ ("The visible part"), FALSE },
  [APP_CHOOSER_CAPTURES] = { N_ ("Export Captures"), N_ ("_Export"),
                             N_ ("Captures: .csv for a table, else tuples"), "*.csv *.tuples",
                             N_ ("Captures"), N_ ("All of the list"), N_ ("The selected ones"),
                             FALSE },
  [APP_CHOOSER_MEAN] = { N_ ("Export the Mean of Captures"), N_ ("_Export"),
                         N_ ("Captures: .csv for a table, else tuples"), "*.csv *.tuples" },
  [APP_CHOOSER_TRANSFER] = { N_ ("Export the Transfer Function"), N_ ("_Export"),
                             N_ ("Tables: .csv"), "*.csv" },
  [APP_CHOOSER_COMPARE] = { N_ ("Compare with a Recording"), N_ ("_Compare"),
                            .filter = N_ ("Recordings") },
  [APP_CHOOSER_BESIDE] = { N_ ("Show a Recording Beside"), N_ ("_Show"),
                           .filter = N_ ("Recordings") },
  [APP_CHOOSER_KEEP] = { N_ ("Keep What Is Shown and Compare with It"), N_ ("_Keep"),
                         N_ ("Recordings: .tuples"), "*.tuples" },
  [APP_CHOOSER_EXPERIMENT] = { N_ ("Save Experiment"), .filter = N_ ("Experiments"),
                               .patterns = "*.json" },
};

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

/* The index of a choice is its GscopeExportTimes. */
static const char *const times_ids[] = { "milliseconds", "seconds", "dates", NULL };

static void
read_choices (AppChooser chooser, GtkFileChooser *dialog, AppChoice *choice)
{
  const char *rotation =
      chooser == APP_CHOOSER_RECORD ? gtk_file_chooser_get_choice (dialog, ROTATION) : NULL;
  const char *times =
      chooser == APP_CHOOSER_DATA ? gtk_file_chooser_get_choice (dialog, TIMES) : NULL;

  choice->all = choosers[chooser].extent
                && g_strcmp0 (gtk_file_chooser_get_choice (dialog, EXTENT), "all") == 0;
  for (guint i = 0; times && times_ids[i]; i++)
    if (g_str_equal (times, times_ids[i]))
      choice->times = i;
  for (guint i = 0; rotation && i < G_N_ELEMENTS (rotations); i++)
    if (g_str_equal (rotation, rotations[i].id))
      {
        choice->max_bytes = rotations[i].max_bytes;
        choice->max_duration = rotations[i].max_duration;
      }
}

static void
on_response (GtkNativeDialog *dialog, int response, gpointer data)
{
  Question *question = data;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  AppChoice choice = { .file = file };

  if (response == GTK_RESPONSE_ACCEPT && file)
    {
      read_choices (question->chooser, GTK_FILE_CHOOSER (dialog), &choice);
      question->func (&choice, question->user_data);
    }
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
add_filter (GtkFileChooserNative *dialog, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i]; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
}

static void
add_open_filters (GtkFileChooserNative *dialog, const char *name)
{
  static const char *const all[] = { "*", NULL };
  g_auto (GStrv) suffixes = gscope_recording_format_list_suffixes ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) patterns = NULL;

  g_strv_builder_add_many (builder, "*.json", "*.gz", "*.zst", "*.mcap", "*.syscap", "*.wav",
                           "*.flac", "*.ogg", "*.oga", "*.opus", "*.aiff", "*.db", "*.sqlite",
                           "*.sqlite3", "*.mat", "*.h5", "*.hdf5", NULL);
  for (guint i = 0; suffixes[i]; i++)
    {
      g_autofree char *pattern = g_strconcat ("*", suffixes[i], NULL);

      g_strv_builder_add (builder, pattern);
    }
  patterns = g_strv_builder_end (builder);
  add_filter (dialog, name, (const char *const *) patterns);
  add_filter (dialog, _ ("All Files"), all);
}

static void
suggest_name (GtkFileChooserNative *dialog, const char *name, const char *pattern)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "gscope-%Y-%m-%d-%H%M%S");
  g_autofree char *file_name = g_strconcat (name ? name : time, strchr (pattern, '.'), NULL);

  g_strdelimit (file_name, "/", '-');
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), file_name);
}

/* Dialogs begin with the first. */
static void
add_choice (GtkFileChooserNative *dialog, const char *id, const char *title, const char **ids,
            const char **titles)
{
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (dialog), id, title, ids, titles);
  gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (dialog), id, ids[0]);
}

static void
add_extents (GtkFileChooserNative *dialog, AppChooser chooser)
{
  const char *all = _ (choosers[chooser].all), *some = _ (choosers[chooser].some);
  gboolean all_first = choosers[chooser].is_all_first;
  const char *ids[] = { all_first ? "all" : "some", all_first ? "some" : "all", NULL };
  const char *titles[] = { all_first ? all : some, all_first ? some : all, NULL };

  add_choice (dialog, EXTENT, _ (choosers[chooser].extent), ids, titles);
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
  add_choice (dialog, ROTATION, _ ("Files"), ids, titles);
}

static void
add_times (GtkFileChooserNative *dialog)
{
  const char *titles[] = { _ ("Milliseconds, as in tuples"), _ ("Seconds from the start"),
                           _ ("Dates (ISO 8601)"), NULL };

  add_choice (dialog, TIMES, _ ("Times of a table"), (const char **) times_ids, titles);
}

/* Adds the choices, the filter and the name of a file that is written. */
static void
prepare_saving (GtkFileChooserNative *dialog, AppChooser chooser, const char *name)
{
  g_auto (GStrv) patterns = g_strsplit (choosers[chooser].patterns, " ", -1);

  if (choosers[chooser].extent)
    add_extents (dialog, chooser);
  if (chooser == APP_CHOOSER_RECORD)
    add_rotations (dialog);
  if (chooser == APP_CHOOSER_DATA)
    add_times (dialog);
  add_filter (dialog, _ (choosers[chooser].filter), (const char *const *) patterns);
  suggest_name (dialog, name, patterns[0]);
}

void
app_chooser_ask (AppChooser chooser, GtkWindow *parent, const char *name, AppChooserFunc func,
                 gpointer user_data)
{
  gboolean opens = !choosers[chooser].patterns;
  const char *accept = choosers[chooser].accept;
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_ (choosers[chooser].title), parent,
                                                              opens ? GTK_FILE_CHOOSER_ACTION_OPEN
                                                                    : GTK_FILE_CHOOSER_ACTION_SAVE,
                                                              accept ? _ (accept) : NULL, NULL);
  Question *question = g_new0 (Question, 1);

  if (opens)
    add_open_filters (dialog, _ (choosers[chooser].filter));
  else
    prepare_saving (dialog, chooser, name);
  *question = (Question){ dialog, chooser, func, user_data };
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), question, question_free, 0);
  g_signal_connect_object (parent, "destroy", G_CALLBACK (on_parent_destroyed), dialog,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
