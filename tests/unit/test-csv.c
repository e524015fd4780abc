/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <gscope/tuple/csv-line.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const char *text;
  GscopeCsvFormat format;
  const char *names;
} Guess;

static const Guess guesses[] = {
  { "time,a,b\n0.1,1,2\n0.2,3,4\n", { ',', '.', TRUE, 0, GSCOPE_CSV_SECONDS }, "time|a|b" },
  { "0.1,1\n0.2,3\n", { ',', '.', FALSE, 0, GSCOPE_CSV_SECONDS }, "column 1|column 2" },
  { "a;Zeit (ms)\r\n1,5;0,5\r\n2,5;1,0\r\n",
    { ';', ',', TRUE, 1, GSCOPE_CSV_MILLISECONDS },
    "a|Zeit (ms)" },
  { "# log\nx\ttime_us\n5\t1\n4\t2\n",
    { '\t', '.', TRUE, 1, GSCOPE_CSV_MICROSECONDS },
    "x|time_us" },
  { "level,t [ns]\n1,10\n1,20\n", { ',', '.', TRUE, 1, GSCOPE_CSV_NANOSECONDS }, "level|t [ns]" },
  { "v,stamp\n3,1700000000.5\n2,1700000001\n",
    { ',', '.', TRUE, 1, GSCOPE_CSV_SECONDS },
    "v|stamp" },
  { "1700000000000,1\n1700000000010,1\n",
    { ',', '.', FALSE, 0, GSCOPE_CSV_MILLISECONDS },
    "column 1|column 2" },
  { "1700000000000000|1\n1700000000000010|1\n",
    { '|', '.', FALSE, 0, GSCOPE_CSV_MICROSECONDS },
    "column 1|column 2" },
  { "1700000000000000000,1\n1700000000000000010,1\n",
    { ',', '.', FALSE, 0, GSCOPE_CSV_NANOSECONDS },
    "column 1|column 2" },
  { "\357\273\277date,\"a, \"\"b\"\"\"\n2026-01-01T00:00:00Z,1\n2026-01-01 00:00:01Z,2\n",
    { ',', '.', TRUE, 0, GSCOPE_CSV_DATE },
    "date|a, \"b\"" },
};

static void
test_guess (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (guesses); i++)
    {
      const Guess *guess = &guesses[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (GscopeCsvFormat) format =
          gscope_csv_format_guess (guess->text, strlen (guess->text), &error);
      g_auto (GStrv) names = NULL;
      g_autofree char *joined = NULL;

      g_test_message ("%s", guess->text);
      g_assert_no_error (error);
      g_assert_cmpint (format->delimiter, ==, guess->format.delimiter);
      g_assert_cmpint (format->decimal, ==, guess->format.decimal);
      g_assert_cmpint (format->has_header, ==, guess->format.has_header);
      g_assert_cmpuint (format->time_column, ==, guess->format.time_column);
      g_assert_cmpint (format->time, ==, guess->format.time);
      names = gscope_csv_format_read_names (format, guess->text, strlen (guess->text));
      joined = g_strjoinv ("|", names);
      g_assert_cmpstr (joined, ==, guess->names);
    }
}

static void
test_no_table (void)
{
  static const char *const texts[] = { "", "a\nb\n", "a,b\nc,d\n", "\"a,1\n", "# 1,2\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (gscope_csv_format_guess (texts[i], strlen (texts[i]), &error));
      g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
    }
}

static gint64
read_time (const char *text, char decimal, GscopeCsvTime kind)
{
  const GscopeCsvField field = { text, strlen (text), FALSE };
  gint64 time;

  return gscope_csv_read_time (&field, decimal, kind, &time) ? time : G_MININT64;
}

static void
test_times (void)
{
  g_assert_cmpint (read_time ("1.234567891", '.', GSCOPE_CSV_SECONDS), ==, 1234567891);
  g_assert_cmpint (read_time ("-0,5", ',', GSCOPE_CSV_SECONDS), ==, -500 * GSCOPE_MSEC);
  g_assert_cmpint (read_time ("1700000000.123456789", '.', GSCOPE_CSV_SECONDS), ==,
                   G_GINT64_CONSTANT (1700000000123456789));
  g_assert_cmpint (read_time ("+2.5", '.', GSCOPE_CSV_MILLISECONDS), ==, 2500000);
  g_assert_cmpint (read_time ("1e-3", '.', GSCOPE_CSV_SECONDS), ==, GSCOPE_MSEC);
  g_assert_cmpint (read_time ("7.9", '.', GSCOPE_CSV_NANOSECONDS), ==, 7);
  g_assert_cmpint (read_time ("1970-01-01T00:00:01.5Z", '.', GSCOPE_CSV_DATE), ==,
                   1500 * GSCOPE_MSEC);
  g_assert_cmpint (read_time ("1970-01-01 01:00:01+01:00", '.', GSCOPE_CSV_DATE), ==, GSCOPE_SEC);
  g_assert_cmpint (read_time ("", '.', GSCOPE_CSV_SECONDS), ==, G_MININT64);
  g_assert_cmpint (read_time (".", '.', GSCOPE_CSV_SECONDS), ==, G_MININT64);
  g_assert_cmpint (read_time ("1e300", '.', GSCOPE_CSV_SECONDS), ==, G_MININT64);
  g_assert_cmpint (read_time ("nan", '.', GSCOPE_CSV_SECONDS), ==, G_MININT64);
  g_assert_cmpint (read_time ("noon", '.', GSCOPE_CSV_DATE), ==, G_MININT64);
}

static void
test_units (void)
{
  char title[] = "speed [m/s]", other[] = "(a)", none[] = "plain";
  g_autofree char *unit = gscope_csv_take_unit (title);

  g_assert_cmpstr (unit, ==, "m/s");
  g_assert_cmpstr (title, ==, "speed");
  g_assert_null (gscope_csv_take_unit (other));
  g_assert_null (gscope_csv_take_unit (none));
}

/* What is shown to who chooses the format: of a compressed file too, and of lines that do not fit. */
static void
test_preview (void)
{
  static const char text[] = "time;a\n# note\n0,5;\"x;y\"\n1,0;\"open\n";
  GscopeCsvFormat format = { ';', ',', TRUE, 0, GSCOPE_CSV_SECONDS };
  g_autoptr (GPtrArray) rows = gscope_csv_format_read_rows (&format, text, strlen (text), 3);
  char **second = rows->pdata[1];
  gint64 time;

  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpstr (((char **) rows->pdata[0])[1], ==, "a");
  g_assert_cmpstr (second[0], ==, "0,5");
  g_assert_cmpstr (second[1], ==, "x;y");
  g_assert_null (((char **) rows->pdata[2])[0]);
  g_assert_true (gscope_csv_format_read_time (&format, second[0], &time));
  g_assert_cmpint (time, ==, GSCOPE_SEC / 2);
  g_assert_false (gscope_csv_format_read_time (&format, "x", &time));
}

static void
test_head (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "gscope-no-such-file.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) far = g_file_new_for_uri ("http://localhost/a.csv");
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_null (gscope_csv_read_head (file, &length, &error));
  g_assert_nonnull (strstr (error->message, "gscope-no-such-file.csv"));
  g_clear_error (&error);
  g_assert_null (gscope_csv_read_head (far, &length, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/csv/guess", test_guess);
  g_test_add_func ("/csv/no-table", test_no_table);
  g_test_add_func ("/csv/times", test_times);
  g_test_add_func ("/csv/units", test_units);
  g_test_add_func ("/csv/preview", test_preview);
  g_test_add_func ("/csv/head", test_head);

  return g_test_run ();
}
