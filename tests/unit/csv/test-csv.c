/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/csv/set.h>
#include <gscope/csv/time.h>
#include <gscope/gscope.h>
#include <math.h>
#include <string.h>

typedef struct
{
  const char *text;
  GscopeCsvFormat format;
  const char *names;
} Guess;

#define NAMED GSCOPE_CSV_HEADER_LINE
#define COMMENT GSCOPE_CSV_HEADER_COMMENT

#define FORMAT(delimiter_, decimal_, header_, column, time_, ...)                                  \
  {                                                                                                \
    .delimiter = delimiter_, .decimal = decimal_, .header = header_, .time_column = column,        \
    .time = GSCOPE_CSV_TIME_##time_, __VA_ARGS__                                                   \
  }

static const Guess guesses[] = {
  { "time,a,b\n0.1,1,2\n0.2,3,4\n", FORMAT (',', '.', NAMED, 0, SECONDS), "time|a|b" },
  { "0.1,1\n0.2,3\n", FORMAT (',', '.', 0, 0, SECONDS), "column 1|column 2" },
  { "a;Zeit (ms)\r\n1,5;0,5\r\n2,5;1,0\r\n", FORMAT (';', ',', NAMED, 1, MILLISECONDS),
    "a|Zeit (ms)" },
  { "# log\nx\ttime_us\n5\t1\n4\t2\n", FORMAT ('\t', '.', NAMED, 1, MICROSECONDS), "x|time_us" },
  { "level,t [ns]\n1,10\n1,20\n", FORMAT (',', '.', NAMED, 1, NANOSECONDS), "level|t (ns)" },
  { "v,stamp\n3,1700000000.5\n2,1700000001\n", FORMAT (',', '.', NAMED, 1, SECONDS), "v|stamp" },
  { "1700000000000,1\n1700000000010,1\n", FORMAT (',', '.', 0, 0, MILLISECONDS),
    "column 1|column 2" },
  { "1700000000000000|1\n1700000000000010|1\n", FORMAT ('|', '.', 0, 0, MICROSECONDS),
    "column 1|column 2" },
  { "1700000000000000000,1\n1700000000000000010,1\n", FORMAT (',', '.', 0, 0, NANOSECONDS),
    "column 1|column 2" },
  { "\357\273\277date,\"a, \"\"b\"\"\"\n2026-01-01T00:00:00Z,1\n2026-01-01 00:00:01Z,2\n",
    FORMAT (',', '.', NAMED, 0, DATE), "date|a, \"b\"" },
  /* Lines before the table, of which the first would be a table of one column. */
  { "Exported by tool 3\ntime,x\n1,5\n2,4\n", FORMAT (',', '.', NAMED, 0, SECONDS, .first_line = 1),
    "time|x" },
  { "Exported by tool 3\nx,1\nx,2\nx,3\n", FORMAT (',', '.', 0, 0, ROWS, .first_line = 1),
    "column 1|column 2" },
  /* Blanks, as gnuplot and kst have them. */
  { "0.0 20 21\n0.5 20 22\n1.0 19 23\n", FORMAT (' ', '.', 0, 0, SECONDS),
    "column 1|column 2|column 3" },
  { "  0.0   20\t21\n  0.5   20\t22\n", FORMAT (' ', '.', 0, 0, SECONDS),
    "column 1|column 2|column 3" },
  { "0,0 1,5\n0,1 2,5\n", FORMAT (' ', ',', 0, 0, SECONDS), "column 1|column 2" },
  { "# measured on a bench\n# time speed level\n0 1 2\n1 3 4\n",
    FORMAT (' ', '.', COMMENT, 0, SECONDS), "time|speed|level" },
  { "# t speed\n# ms m/s\n0 1\n1 3\n",
    FORMAT (' ', '.', COMMENT, 0, MILLISECONDS, .has_units = TRUE), "t (ms)|speed (m/s)" },
  { "#time,speed\n0,1\n1,3\n", FORMAT (',', '.', COMMENT, 0, SECONDS), "time|speed" },
  /* A row of units. */
  { "time\tspeed\nms\t(m/s)\n0\t5\n10\t4\n",
    FORMAT ('\t', '.', NAMED, 0, MILLISECONDS, .has_units = TRUE), "time (ms)|speed (m/s)" },
  { "Time;A\nmin;V\n0;5\n10;4\n", FORMAT (';', '.', NAMED, 0, MINUTES, .has_units = TRUE),
    "Time (min)|A (V)" },
  { "time (h),a\n0,5\n1,4\n", FORMAT (',', '.', NAMED, 0, HOURS), "time (h)|a" },
  /* Channels that are called by numbers. */
  { "time,1,2\n0,5,6\n1,4,6\n", FORMAT (',', '.', NAMED, 0, SECONDS), "time|1|2" },
  /* No time column. */
  { "a,b\n5,6\n3,8\n9,1\n2,2\n", FORMAT (',', '.', NAMED, 0, ROWS), "a|b" },
  { "5\n3\n9\n", FORMAT (' ', '.', 0, 0, ROWS), "column 1" },
  /* Dates and times of day. */
  { "date,a\n2026-01-01,5\n2026-01-02,6\n", FORMAT (',', '.', NAMED, 0, DATE), "date|a" },
  { "2026/01/01 10:00:00,5\n2026/01/01 10:00:01,6\n", FORMAT (',', '.', 0, 0, DATE),
    "column 1|column 2" },
  { "31.1.2026 10:00;5\n1.2.2026 10:00;6\n", FORMAT (';', '.', 0, 0, DATE), "column 1|column 2" },
  { "30/01/2026,5\n31/01/2026,6\n", FORMAT (',', '.', 0, 0, DAY_FIRST), "column 1|column 2" },
  { "01/30/2026,5\n01/31/2026,6\n", FORMAT (',', '.', 0, 0, MONTH_FIRST), "column 1|column 2" },
  { "1/2/2026 1:00 PM,5\n1/2/2026 1:01 PM,6\n", FORMAT (',', '.', 0, 0, MONTH_FIRST),
    "column 1|column 2" },
  { "31 Jan 2026 10:00,5\n1 Feb 2026 10:00,6\n", FORMAT (',', '.', 0, 0, DATE),
    "column 1|column 2" },
  { "10:00:00,5\n10:00:01,6\n", FORMAT (',', '.', 0, 0, TIME_OF_DAY), "column 1|column 2" },
  { "date,time,a\n2026-01-01,10:00:00,5\n2026-01-01,10:00:01,6\n",
    FORMAT (',', '.', NAMED, 0, DATE, .has_clock_beside = TRUE), "date|time|a" },
  { "2026-01-01 10:00:00 5\n2026-01-01 10:00:01 6\n",
    FORMAT (' ', '.', 0, 0, DATE, .has_clock_beside = TRUE), "column 1|column 2|column 3" },
  /* The table of gnuplot's "set table", and a table in blocks, which empty lines separate. */
  { "# Curve 0 of 1, 3 points\n# Curve title: \"sin(x)\"\n# x y type\n"
    "-10  0.544021 i\n-9.5  0.0751511 i\n-9 -0.412118 i\n",
    FORMAT (' ', '.', COMMENT, 0, SECONDS), "x|y|type" },
  { "# time load\n0 1\n1 2\n\n\n2 3\n3 4\n", FORMAT (' ', '.', COMMENT, 0, SECONDS), "time|load" },
  { "0 1\n1 2\n\n\n0 3\n1 4\n\n\n\n0 5\n", FORMAT (' ', '.', 0, 0, SECONDS), "column 1|column 2" },
  { "x,a\n0,1\n1,2\n2,2\n3,1\n\n\nx,b\n0,3\n1,4\n", FORMAT (',', '.', NAMED, 0, SECONDS), "x|a" },
  /* A table of pandas, whose index has no name, with a missing value. */
  { ",speed,level\n0,1.5,2\n1,,4\n2,1.7,5\n", FORMAT (',', '.', NAMED, 0, SECONDS),
    "column 1|speed|level" },
  { ",speed\n2026-01-01 00:00:00+00:00,5\n2026-01-01 00:00:00.500000+00:00,4\n",
    FORMAT (',', '.', NAMED, 0, DATE), "column 1|speed" },
  /* Its durations, and its truths beside a number that is missing at first. */
  { ",speed\n0 days 00:00:00,5\n0 days 00:00:00.500000,4\n1 days 00:00:00,3\n",
    FORMAT (',', '.', NAMED, 0, TIME_OF_DAY), "column 1|speed" },
  { "step,is_on,level\n0,True,\n1,False,4\n", FORMAT (',', '.', NAMED, 0, SECONDS),
    "step|is_on|level" },
  /* Comments of gnuplot and kst, before the rows and behind one. */
  { "  # by hand\n  # time load\n  0 1 # begin\n  1 2\n  2 2 # end\n",
    FORMAT (' ', '.', COMMENT, 0, SECONDS), "time|load" },
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
      g_assert_cmpint (format->header, ==, guess->format.header);
      g_assert_cmpint (format->has_units, ==, guess->format.has_units);
      g_assert_cmpuint (format->first_line, ==, guess->format.first_line);
      g_assert_cmpint (format->time, ==, guess->format.time);
      g_assert_cmpuint (format->time_column, ==, guess->format.time_column);
      g_assert_cmpint (format->has_clock_beside, ==, guess->format.has_clock_beside);
      names = gscope_csv_format_read_names (format, guess->text, strlen (guess->text));
      joined = g_strjoinv ("|", names);
      g_assert_cmpstr (joined, ==, guess->names);
    }
}

static void
test_no_table (void)
{
  static const char *const texts[] = {
    "", "a\nb\n", "a,b\nc,d\n", "\"a,1\n", "# 1,2\n", "Dear all,\nhere is 1 letter\nto you\n"
  };

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
  g_assert_cmpint (read_time ("1.234567891", '.', GSCOPE_CSV_TIME_SECONDS), ==, 1234567891);
  g_assert_cmpint (read_time ("-0,5", ',', GSCOPE_CSV_TIME_SECONDS), ==, -500 * GSCOPE_MSEC);
  g_assert_cmpint (read_time ("1700000000.123456789", '.', GSCOPE_CSV_TIME_SECONDS), ==,
                   G_GINT64_CONSTANT (1700000000123456789));
  g_assert_cmpint (read_time ("+2.5", '.', GSCOPE_CSV_TIME_MILLISECONDS), ==, 2500000);
  g_assert_cmpint (read_time ("1e-3", '.', GSCOPE_CSV_TIME_SECONDS), ==, GSCOPE_MSEC);
  g_assert_cmpint (read_time ("7.9", '.', GSCOPE_CSV_TIME_NANOSECONDS), ==, 7);
  g_assert_cmpint (read_time ("1970-01-01T00:00:01.5Z", '.', GSCOPE_CSV_TIME_DATE), ==,
                   1500 * GSCOPE_MSEC);
  g_assert_cmpint (read_time ("1970-01-01 01:00:01+01:00", '.', GSCOPE_CSV_TIME_DATE), ==,
                   GSCOPE_SEC);
  g_assert_cmpint (read_time ("1.5", '.', GSCOPE_CSV_TIME_MINUTES), ==, 90 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("-0.5", '.', GSCOPE_CSV_TIME_DAYS), ==, -12 * 3600 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("2026-01-31", '.', GSCOPE_CSV_TIME_DATE), ==,
                   1769817600 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("31.1.26", '.', GSCOPE_CSV_TIME_DATE), ==, 1769817600 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("Jan 31, 2026 12:30 am", '.', GSCOPE_CSV_TIME_DATE), ==,
                   (1769817600 + 1800) * GSCOPE_SEC);
  g_assert_cmpint (read_time ("31-Jan-2026 00:00:01,25", '.', GSCOPE_CSV_TIME_DATE), ==,
                   1769817601 * GSCOPE_SEC + 250 * GSCOPE_MSEC);
  g_assert_cmpint (read_time ("1/31/2026", '.', GSCOPE_CSV_TIME_MONTH_FIRST), ==,
                   1769817600 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("31/1/2026", '.', GSCOPE_CSV_TIME_MONTH_FIRST), ==, G_MININT64);
  g_assert_cmpint (read_time ("31/1/2026", '.', GSCOPE_CSV_TIME_DATE), ==, G_MININT64);
  g_assert_cmpint (read_time ("20260131T000000Z", '.', GSCOPE_CSV_TIME_DATE), ==,
                   1769817600 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("2026-01-31T00:00:00.123456789-0100", '.', GSCOPE_CSV_TIME_DATE), ==,
                   (1769817600 + 3600) * GSCOPE_SEC + 123456789);
  g_assert_cmpint (read_time ("2026-02-30", '.', GSCOPE_CSV_TIME_DATE), ==, G_MININT64);
  g_assert_cmpint (read_time ("12:30:01.5", '.', GSCOPE_CSV_TIME_TIME_OF_DAY), ==,
                   45001500 * GSCOPE_MSEC);
  g_assert_cmpint (read_time ("02:01.5", '.', GSCOPE_CSV_TIME_TIME_OF_DAY), ==,
                   121500 * GSCOPE_MSEC);
  g_assert_cmpint (read_time ("12:60", '.', GSCOPE_CSV_TIME_TIME_OF_DAY), ==, G_MININT64);
  g_assert_cmpint (read_time ("2 days 00:00:01.5", '.', GSCOPE_CSV_TIME_TIME_OF_DAY), ==,
                   172801500 * GSCOPE_MSEC);
  g_assert_cmpint (read_time ("-1 days +23:59:59.500000", '.', GSCOPE_CSV_TIME_TIME_OF_DAY), ==,
                   -500 * GSCOPE_MSEC);
  g_assert_cmpint (read_time ("1 day, 0:00:00", '.', GSCOPE_CSV_TIME_TIME_OF_DAY), ==,
                   86400 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("3 days", '.', GSCOPE_CSV_TIME_TIME_OF_DAY), ==, 259200 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("3 dogs", '.', GSCOPE_CSV_TIME_TIME_OF_DAY), ==, G_MININT64);
  g_assert_cmpint (read_time ("99999 days 999999:00", '.', GSCOPE_CSV_TIME_TIME_OF_DAY), ==,
                   G_MININT64);
  g_assert_cmpint (read_time ("", '.', GSCOPE_CSV_TIME_SECONDS), ==, G_MININT64);
  g_assert_cmpint (read_time (".", '.', GSCOPE_CSV_TIME_SECONDS), ==, G_MININT64);
  g_assert_cmpint (read_time ("1e300", '.', GSCOPE_CSV_TIME_SECONDS), ==, G_MININT64);
  g_assert_cmpint (read_time ("nan", '.', GSCOPE_CSV_TIME_SECONDS), ==, G_MININT64);
  g_assert_cmpint (read_time ("noon", '.', GSCOPE_CSV_TIME_DATE), ==, G_MININT64);
  g_assert_cmpint (read_time ("January 31, 2026", '.', GSCOPE_CSV_TIME_DATE), ==,
                   1769817600 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("2026-01-31 01:00 UTC+01", '.', GSCOPE_CSV_TIME_DATE), ==,
                   1769817600 * GSCOPE_SEC);
}

/* Texts that are nearly a time. */
static void
test_bad_times (void)
{
  static const char *const dates[] = {
    "31x1.2026",
    "31.x.2026",
    "31.1x2026",
    "31.1.2",
    "2026-01-31x12:30",
    "2026-01-31 x",
    "2026-01-31 12:61",
    "2026-01-31 12:30:62",
    "2026-01-31 25:00",
    "2026-01-31 13:30pm",
    "2026-01-31 1:30px",
    "2026-01-31 12:30 UTC+1",
    "2026-01-31 12:30+01:5",
    "2026-13-01",
    "2026-01-31 12:30Z.",
  };

  for (guint i = 0; i < G_N_ELEMENTS (dates); i++)
    {
      g_test_message ("%s", dates[i]);
      g_assert_cmpint (read_time (dates[i], '.', GSCOPE_CSV_TIME_DATE), ==, G_MININT64);
    }
  g_assert_cmpint (read_time ("9223372036.9", '.', GSCOPE_CSV_TIME_SECONDS), ==, G_MININT64);
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

/* The preview of the format dialog: also of a compressed file, and of lines that do not fit. */
static void
test_preview (void)
{
  static const char text[] = "time;a\n# note\n0,5;\"x;y\"\n1,0;\"open\n";
  GscopeCsvFormat format = FORMAT (';', ',', GSCOPE_CSV_HEADER_LINE, 0, SECONDS);
  g_autoptr (GPtrArray) rows = gscope_csv_format_read_rows (&format, text, strlen (text), 3);
  char **second = rows->pdata[1];
  static const char *const bad[] = { "x", NULL };
  gint64 time;

  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpstr (((char **) rows->pdata[0])[1], ==, "a");
  g_assert_cmpstr (second[0], ==, "0,5");
  g_assert_cmpstr (second[1], ==, "x;y");
  g_assert_null (((char **) rows->pdata[2])[0]);
  g_assert_true (gscope_csv_format_read_time (&format, (const char *const *) second, &time));
  g_assert_cmpint (time, ==, GSCOPE_SEC / 2);
  g_assert_false (gscope_csv_format_read_time (&format, bad, &time));
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

/* A bar is where the next data set begins, and a dash where the rows end that are there. */
static void
test_sets (void)
{
  static const char *const texts[] = {
    "0 1\n-",
    "0 1\n1 2\n-\n# end\n\n",
    "0 1\n\n1 2\n\n# note\n2 3\n-",
    "0 1\n\n\n|1 2\n-\n\n",
    "0 1\n# end\n \r\n\r\n|1 2\n-",
    "0 1\n\n\n|# Paris\n# by hand\n1 2\n-",
    "0 1\n\n|# Paris\n\n\"x\" 2\n1 2\n-\n",
    "\n\n|0 1\n-",
    "-\n\n# Paris\n",
    "0\t1\n\t\n\n2\t3\n-",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GString) text = g_string_new (texts[i]);
      const char *bar = strchr (texts[i], '|'), *dash = strchr (texts[i], '-');
      const char *end, *set;

      g_test_message ("%s", texts[i]);
      g_string_replace (text, "|", "", 0);
      g_string_replace (text, "-", "", 0);
      end = text->str + text->len;
      set = gscope_csv_find_set (text->str, end);
      g_assert_cmpint (set ? set - text->str : -1, ==, bar ? bar - texts[i] : -1);
      g_assert_cmpint (gscope_csv_find_rows_end (text->str, end) - text->str, ==,
                       dash - texts[i] - (bar != NULL));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/csv/guess", test_guess);
  g_test_add_func ("/csv/no-table", test_no_table);
  g_test_add_func ("/csv/times", test_times);
  g_test_add_func ("/csv/bad-times", test_bad_times);
  g_test_add_func ("/csv/units", test_units);
  g_test_add_func ("/csv/preview", test_preview);
  g_test_add_func ("/csv/head", test_head);
  g_test_add_func ("/csv/sets", test_sets);

  return g_test_run ();
}
