/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/gscope.h>
#include <gscope/playback/recording.h>
#include <string.h>

/* A file of each format with a signal “level” of two samples, 10 at 1 s and 20 at 2 s. */
static const struct
{
  const char *name;
  const char *text;
} examples[] = {
  { "tuples", "1000 10 level\n2000 20 level\n" },
  { "table", "time,level\n1,10\n2,20\n" },
};

static void
check_samples (const char *text, const GscopeRecordingFormat *format)
{
  g_autoptr (GscopeRecording) recording = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  const GscopeTrack *track;
  GscopeSample samples[3];

  g_close (g_file_open_tmp ("gscope-XXXXXX", &path, &error), NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  recording = gscope_recording_new (path, format, 1 << 20, TRUE, &error);
  g_assert_no_error (error);
  g_assert_true (gscope_recording_read (recording, NULL, &error));
  g_remove (path);
  g_assert_null (recording->refusal);
  g_assert_cmpuint (recording->reports->len, ==, 0);
  g_assert_cmpuint (recording->channels->len, ==, 1);
  track = recording->channels->pdata[0];
  g_assert_cmpstr (track->name, ==, "level");
  g_assert_cmpuint (
      gscope_trace_read (track->fresh, gscope_trace_get_first (track->fresh), samples, 3), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpint (samples[i].time, ==, (i + 1) * GSCOPE_SEC);
      g_assert_cmpfloat (samples[i].value, ==, 10 * (i + 1));
    }
}

static const char *
find_example (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (g_str_equal (examples[i].name, name))
      return examples[i].text;
  return NULL;
}

/* Each format has an example here, which is detected as that format and read. */
static void
test_all (void)
{
  g_auto (GStrv) names = gscope_recording_format_list ();

  g_assert_cmpuint (g_strv_length (names), ==, G_N_ELEMENTS (examples));
  for (guint i = 0; names[i]; i++)
    {
      const char *text = find_example (names[i]);
      g_autoptr (GscopeRecordingFormat) format = gscope_recording_format_new (names[i], NULL);
      g_autoptr (GscopeRecordingFormat) chosen = NULL;
      g_autoptr (GscopeRecordingFormat) detected = NULL;

      g_test_message ("%s", names[i]);
      g_assert_nonnull (text);
      g_assert_cmpstr (gscope_recording_format_get_name (format), ==, names[i]);
      g_assert_cmpint (strlen (gscope_recording_format_get_title (format)), >, 0);
      g_assert_cmpint (strlen (gscope_recording_format_get_description (format)), >, 0);
      detected = gscope_recording_format_detect (text, strlen (text), NULL, NULL);
      chosen = gscope_recording_format_new_for_text (names[i], text, strlen (text), NULL);
      g_assert_true (gscope_recording_format_equal (detected, chosen));
      check_samples (text, NULL);
      check_samples (text, chosen);
    }
}

static void
test_suffixes (void)
{
  g_auto (GStrv) suffixes = gscope_recording_format_list_suffixes ();

  for (guint i = 0; suffixes[i]; i++)
    g_assert_true (suffixes[i][0] == '.' && strlen (suffixes[i]) > 1);
  g_assert_true (g_strv_contains ((const char *const *) suffixes, ".tuples"));
  g_assert_true (g_strv_contains ((const char *const *) suffixes, ".csv"));
}

static void
test_unknown (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (gscope_recording_format_new ("bytes", &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "tuples, table"));
  g_clear_error (&error);
  g_assert_null (gscope_recording_format_new_for_text ("bytes", "1 2\n", 4, NULL));
  g_assert_null (gscope_recording_format_new_for_text ("table", "hello\n", 6, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
}

static void
test_equal (void)
{
  GscopeCsvFormat columns = { .delimiter = ';', .decimal = ',', .time_column = 2 };
  g_autoptr (GscopeRecordingFormat) tuples = gscope_recording_format_new ("tuples", NULL);
  g_autoptr (GscopeRecordingFormat) table = gscope_recording_format_new_table (&columns);
  g_autoptr (GscopeRecordingFormat) copy = gscope_recording_format_copy (table);
  g_autoptr (GscopeRecordingFormat) other = gscope_recording_format_new ("table", NULL);

  g_assert_true (gscope_recording_format_equal (table, copy));
  g_assert_false (gscope_recording_format_equal (table, other));
  g_assert_false (gscope_recording_format_equal (table, tuples));
  g_assert_null (gscope_recording_format_get_table (tuples));
  g_assert_cmpuint (gscope_recording_format_get_table (copy)->time_column, ==, 2);
}

/* What is selected of a file of another program is a part of its format. */
static void
test_selection (void)
{
  g_autoptr (GscopeRecordingFormat) all = gscope_recording_format_new ("tuples", NULL);
  g_autoptr (GscopeRecordingFormat) part = gscope_recording_format_copy (all);
  g_autoptr (GscopeRecordingFormat) copy = NULL;

  g_assert_null (gscope_recording_format_get_selection (all));
  gscope_recording_format_set_selection (part, "log");
  copy = gscope_recording_format_copy (part);
  g_assert_cmpstr (gscope_recording_format_get_selection (copy), ==, "log");
  g_assert_true (gscope_recording_format_equal (part, copy));
  g_assert_false (gscope_recording_format_equal (part, all));
  gscope_recording_format_set_selection (part, NULL);
  g_assert_true (gscope_recording_format_equal (part, all));
}

/* Tuples and tables, told apart by all of their first lines. */
static const struct
{
  const char *text;
  const char *file_name;
  const char *name;
} kinds[] = {
  { "0 1\n1 2\n2 3\n", "walk.tuples", "tuples" },
  { "0 1\n1 2\n2 3\n", "walk.csv", "table" },
  { "0 1\n1 2\n2 3\n", "walk.dat.gz", "table" },
  { "5 1\n1 2\n2 3\n1 4\n", NULL, "table" },
  { "0 1 a\n1 2 b\n", "walk.csv", "tuples" },
  { "0 20 21\n1 20 22\n2 20 23\n", NULL, "table" },
  { "1 20 21\n", NULL, "table" },
  { "0 20 0\n1 20 0\n2 20 1\n3 20 1\n", NULL, "table" },
  { "0 20 21 22\n1 20 22 23\n2 20 23 24\n", NULL, "table" },
  { "0 20 ?\n1 20 22\n2 20 NaN\n", NULL, "table" },
  { "0 20 none\n1 20 none\n", NULL, "tuples" },
  /* channels 1 and 2 */
  { "0 5.5 1\n0 3.5 2\n1 5.0 1\n1 3.3 2\n", NULL, "tuples" },
  { "0 2.5 1 GHz\n1 2.6 5 GHz\n2 2.5 1 GHz\n3 2.6 5 GHz\n", NULL, "tuples" },
  { "0 20 21 idle\n1 20 22 busy\n2 20 23 idle\n3 20 24 busy\n", NULL, "table" },
  { "time level state\n0 20 idle\n1 20 busy\n", NULL, "table" },
  { "nonsense\n0 20 idle\n1 20 busy\n", NULL, "tuples" },
  { "#gscope {\"version\":1}\n0 20 21\n1 20 22\n", "walk.csv", "tuples" },
  { "# time level\n0 20 21\n1 20 22\n", NULL, "table" },
  { "0.1,1\n0.2,2\n", "walk.tuples", "table" },
  { "\357\273\2770 1 a\r\n1 2 a\r\n", NULL, "tuples" },
};

static void
test_kinds (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GscopeRecordingFormat) format = gscope_recording_format_detect (
          kinds[i].text, strlen (kinds[i].text), kinds[i].file_name, &error);

      g_test_message ("%s: %s", kinds[i].file_name, kinds[i].text);
      g_assert_no_error (error);
      g_assert_cmpstr (gscope_recording_format_get_name (format), ==, kinds[i].name);
    }
}

static void
test_too_wide (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GscopeRecordingFormat) format = NULL;
  g_autoptr (GError) error = NULL;

  for (guint row = 0; row < 3; row++)
    for (guint i = 0; i <= GSCOPE_CSV_MAX_COLUMNS; i++)
      g_string_append (text, i < GSCOPE_CSV_MAX_COLUMNS ? "1," : "1\n");
  format = gscope_recording_format_detect (text->str, text->len, "wide.csv", &error);
  g_assert_null (format);
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "1024"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording-format/all", test_all);
  g_test_add_func ("/recording-format/suffixes", test_suffixes);
  g_test_add_func ("/recording-format/unknown", test_unknown);
  g_test_add_func ("/recording-format/equal", test_equal);
  g_test_add_func ("/recording-format/selection", test_selection);
  g_test_add_func ("/recording-format/kinds", test_kinds);
  g_test_add_func ("/recording-format/too-wide", test_too_wide);

  return g_test_run ();
}
