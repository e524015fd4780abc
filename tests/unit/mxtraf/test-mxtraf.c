/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "cli/options.h"
#include "cli/player.h"
#include "cli/script.h"
#include "cli/trace.h"
#include "engine/quantity.h"
#include "process/counters.h"

#include <glib/gstdio.h>
#include <gscope/gscope.h>
#include <string.h>

/* Quantities. */

static void
test_quantity_parse (void)
{
  static const struct
  {
    const char *base;
    const char *text;
    double value;
  } cases[] = {
    { "bit/s", "30mbit", 30e6 },
    { "bit/s", "1.5Mbit", 1.5e6 },
    { "bit/s", "64kbit", 64e3 },
    { "bit/s", "1gbit", 1e9 },
    { "bit/s", "30Mbit/s", 30e6 },
    { "bit/s", " 30 Mbit/s ", 30e6 },
    { "bit/s", "64000", 64e3 },
    { "s", "100ms", 0.1 },
    { "s", "0.1s", 0.1 },
    { "s", "5s", 5 },
    { "s", "250us", 0.00025 },
    { "s", "250µs", 0.00025 },
    { "s", "2min", 120 },
    { "s", "5", 5 },
    { "B", "20kB", 20000 },
    { "B", "20KB", 20000 },
    { "B", "1448", 1448 },
    { "packets", "60", 60 },
    { "packets", "60packets", 60 },
    { "flows", "10", 10 },
    { "%", "10%", 10 },
    { "%", "10", 10 },
    { "s", "-1s", -1 },
    { "s", "1e3", 1000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      double value = -1;

      g_assert_true (mxtraf_quantity_parse (cases[i].base, cases[i].text, &value, &error));
      g_assert_no_error (error);
      g_assert_cmpfloat (value, ==, cases[i].value);
    }
}

static void
test_quantity_errors (void)
{
  static const struct
  {
    const char *base;
    const char *text;
    const char *message;
  } cases[] = {
    { "bit/s", "30 foo", "“30 foo” is not a rate; try 30mbit" },
    { "bit/s", "", "“” is not a rate; try 30mbit" },
    { "bit/s", "mbit", "“mbit” is not a rate; try 30mbit" },
    { "bit/s", "30ms", "“30ms” is not a rate; try 30mbit" },
    { "bit/s", "0x10", "“0x10” is not a rate; try 30mbit" },
    { "s", "inf", "“inf” is not a time; try 100ms or 5s" },
    { "s", "nan", "“nan” is not a time; try 100ms or 5s" },
    { "s", "1e999", "“1e999” is not a time; try 100ms or 5s" },
    { "s", "1 2", "“1 2” is not a time; try 100ms or 5s" },
    { "B", "20%", "“20%” is not a size; try 20kB" },
    { "packets", "many", "“many” is not a number of packets; try 60" },
    { "flows", "10 packets", "“10 packets” is not a number of flows; try 10" },
    { "%", "10 %%", "“10 %%” is not a percentage; try 10%" },
    { "%", "\xff", "“\xef\xbf\xbd” is not a percentage; try 10%" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      double value = -1;

      g_assert_false (mxtraf_quantity_parse (cases[i].base, cases[i].text, &value, &error));
      g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

static void
test_quantity_format (void)
{
  static const struct
  {
    const char *base;
    double value;
    const char *text;
  } cases[] = {
    { "bit/s", 30e6, "30 Mbit/s" },
    { "bit/s", 1.5e6, "1.5 Mbit/s" },
    { "bit/s", 0, "0 bit/s" },
    { "bit/s", 1e9, "1 Gbit/s" },
    { "s", 0.1, "100 ms" },
    { "s", 0.25, "250 ms" },
    { "s", 0, "0 s" },
    { "s", 0.00025, "250 µs" },
    { "s", 80, "80 s" },
    { "s", 0.087654, "87.7 ms" },
    { "s", 1234.5, "1234 s" },
    { "B", 20000, "20 kB" },
    { "packets", 60, "60 packets" },
    { "%", 12.5, "12.5 %" },
    { "flows", 10, "10 flows" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = mxtraf_quantity_format (cases[i].base, cases[i].value);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* The table. */

static void
test_rows (void)
{
  MxtrafSettings settings;

  mxtraf_settings_init (&settings);
  g_assert_cmpfloat (settings.config.rate, ==, 30e6);
  g_assert_cmpfloat (settings.config.rtt, ==, 0.1);
  g_assert_cmpfloat (settings.config.loss, ==, 0);
  g_assert_cmpint (settings.config.queue, ==, 60);
  g_assert_cmpint (settings.config.policy, ==, MXTRAF_POLICY_TAIL_DROP);
  g_assert_cmpint (settings.config.mark_at, ==, 20);
  g_assert_cmpint (settings.config.elephants, ==, 10);
  g_assert_cmpint (settings.config.mice, ==, 0);
  g_assert_cmpint (settings.config.mouse_size, ==, 20000);
  g_assert_cmpint (settings.config.sndbuf, ==, 0);
  g_assert_cmpint (settings.config.initcwnd, ==, 0);
  g_assert_cmpfloat (settings.config.cbr, ==, 0);
  g_assert_cmpstr (settings.config.cc, ==, "reno");
  g_assert_true (settings.config.measured);
  g_assert_cmpfloat (settings.latency_threshold, ==, 0.16);

  for (guint i = 0; i < mxtraf_rows_get_n (); i++)
    {
      const MxtrafRow *row = mxtraf_rows_get (i);
      g_autoptr (GVariant) value = mxtraf_row_get (row, &settings);
      g_autofree char *text = mxtraf_row_format (row, value);
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) again = mxtraf_row_parse (row, text, &error);

      /* Every shown value can be typed. */
      g_assert_no_error (error);
      g_assert_true (g_variant_equal (value, again));
      g_assert_true (mxtraf_rows_find (row->name) == row);
    }
  g_assert_null (mxtraf_rows_find ("rats"));
}

static void
test_row_errors (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    const char *message;
  } cases[] = {
    { "rate", "2gbit",
      "rate: 2 Gbit/s is out of range; choose a value from 10 kbit/s to 1 Gbit/s" },
    { "rtt", "-1ms", "rtt: −1 ms is out of range; choose a value from 0 s to 2 s" },
    { "queue", "0",
      "queue: 0 packets is out of range; choose a value from 1 packets to 10000 packets" },
    { "elephants", "1.5", "elephants: 1.5 does not fit; it takes a whole number" },
    { "a", "0.5windows",
      "a: 0.5 windows is out of range; choose a value from 1 windows to 16 windows" },
    { "a", "2 packets", "a: “2 packets” is not a number of windows; try 1.5" },
    { "b", "-1", "b: −1 packets is out of range; choose a value from 0 packets to 32 packets" },
    { "window", "0",
      "window: 0 frames is out of range; choose a value from 1 frames to 300 frames" },
    { "content", "film",
      "content: there is no choice “film”; choose one of: blocks, stream, replay" },
    { "method", "bbr", "method: there is no choice “bbr”; choose one of: standard, gate, tuned" },
    { "policy", "red",
      "policy: there is no choice “red”; choose one of: tail-drop, random-drop, ecn" },
    { "measured", "maybe", "measured: maybe does not fit; it takes true or false" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mxtraf_row_parse (mxtraf_rows_find (cases[i].name), cases[i].text, &error));
      g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

/* Scripts. */

static void
test_script (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MxtrafScript) script =
      mxtraf_script_parse ("# a comment\n\n  at 5s elephants 15 # more of them\r\n"
                           "at 20000ms rate 10 Mbit/s\nat 20 policy ecn\n",
                           20, &error);
  const MxtrafChange *change;

  g_assert_no_error (error);
  change = mxtraf_script_get (script, 0);
  g_assert_cmpint (change->time, ==, 5 * GSCOPE_SEC);
  g_assert_cmpuint (change->line, ==, 3);
  g_assert_cmpstr (change->row->name, ==, "elephants");
  g_assert_cmpint (g_variant_get_int64 (change->value), ==, 15);
  change = mxtraf_script_get (script, 1);
  g_assert_cmpint (change->time, ==, 20 * GSCOPE_SEC);
  g_assert_cmpfloat (g_variant_get_double (change->value), ==, 10e6);
  g_assert_cmpstr (mxtraf_script_get (script, 2)->row->name, ==, "policy");
  g_assert_null (mxtraf_script_get (script, 3));
}

static void
test_script_errors (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "in 5s elephants 15",
      "line 1: “in 5s elephants 15” is not a change; write a line such as: at 5s elephants 15" },
    { "\nat 5s elephants", "line 2: “at 5s elephants” is not a change; write a line such as: at 5s "
                           "elephants 15" },
    { "at soon elephants 15", "line 1: “soon” is not a time; try 100ms or 5s" },
    { "at -5s elephants 15", "line 1: the time -5s is negative; write a time from 0s on" },
    { "at 5s elephants 15\nat 4s mice 1",
      "line 2: the time 4s is before the previous change; sort the changes by time" },
    { "at 81s elephants 15",
      "line 1: the time 81s is after the end of the run; use a longer --duration" },
    { "at 5s elephants many", "line 1: elephants: “many” is not a number of flows; try 10" },
    { "at 5s rats 1",
      "line 1: there is no parameter “rats”; choose one of: elephants, method, a, b, "
      "buffer-delay, train, pause, pacing, interval, burst-interval, mice, cbr, cc, rate, rtt, "
      "loss, queue, policy, mark-at, window, tolerance, video-rate, level, quota, mouse-size, "
      "web, persistent, sndbuf, "
      "initcwnd, measured, content, latency-threshold" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mxtraf_script_parse (cases[i].text, 80, &error));
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

static void
test_script_bounds (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("mxtraf-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  for (guint i = 0; i < 10001; i++)
    g_string_append (text, "at 1s mice 1\n");
  g_assert_null (mxtraf_script_parse (text->str, 0, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  g_clear_error (&error);

  while (text->len < 2 * 1024 * 1024)
    g_string_append (text, "# a comment\n");
  g_assert_true (g_file_set_contents (path, text->str, text->len, NULL));
  g_assert_null (mxtraf_script_load (path, 0, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, path));
  g_clear_error (&error);
  g_unlink (path);
  g_assert_null (mxtraf_script_load (path, 0, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_script_shipped (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (MxtrafScript) script =
      mxtraf_script_load (TEST_DATA_DIR "/mxtraf/cross-traffic.script", 80, &error);

  g_assert_no_error (error);
  g_assert_cmpint (mxtraf_script_get (script, 0)->time, ==, 5 * GSCOPE_SEC);
}

static void
on_refused (const char *message, gpointer user_data)
{
  *(char **) user_data = g_strdup (message);
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
test_player (void)
{
  g_autoptr (MxtrafScript) script =
      mxtraf_script_parse ("at 0s elephants 5\nat 5s elephants 15\nat 9s elephants 90\n", 0, NULL);
  GscopeClock *clock = gscope_test_clock_new (0);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  /* Which takes less than the script asks for. */
  g_autoptr (GscopeParameter) parameter = gscope_parameter_new_integer ("elephants", 0, 50, 10);
  g_autofree char *refused = NULL;
  MxtrafPlayer *player;
  g_autoptr (GscopeMarker) marker = NULL;

  gscope_source_add_parameter (source, parameter, NULL);
  gscope_scope_add_source (scope, source);
  player = mxtraf_player_new (script, source, on_refused, &refused);
  iterate ();
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 5);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 5 * GSCOPE_SEC - 1);
  iterate ();
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 5);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 1);
  iterate ();
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 15);
  marker = g_list_model_get_item (G_LIST_MODEL (gscope_scope_get_markers (scope)), 1);
  g_assert_cmpstr (gscope_marker_get_detail (marker), ==, "script");

  g_assert_null (refused);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 4 * GSCOPE_SEC);
  iterate ();
  g_assert_true (g_str_has_prefix (refused, "--script: line 3: "));
  mxtraf_player_free (player);
  gscope_scope_remove_source (scope, source);
  g_object_unref (clock);
}

/* Options. */

static gboolean
parse (MxtrafOptions *options, const char *line, GError **error)
{
  g_auto (GStrv) words = NULL;
  g_autofree char **argv = NULL;
  int argc;

  g_assert_true (g_shell_parse_argv (line, &argc, &words, NULL));
  /* GOption moves the words. */
  argv = g_memdup2 (words, (argc + 1) * sizeof *words);
  memset (options, 0, sizeof *options);
  return mxtraf_options_parse (options, argc, argv, error);
}

static void
test_options (void)
{
  MxtrafOptions options;
  g_autoptr (GError) error = NULL;

  g_assert_true (parse (&options,
                        "mxtraf --rate 30mbit --rtt 50ms --queue 60 --elephants 10 --mice 80 "
                        "--cbr 10% --cc reno --policy=ecn --measured off --duration 80 "
                        "--record FILE --script OTHER",
                        &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (options.settings.config.rtt, ==, 0.05);
  g_assert_cmpint (options.settings.config.mice, ==, 80);
  g_assert_cmpfloat (options.settings.config.cbr, ==, 10);
  g_assert_cmpint (options.settings.config.policy, ==, MXTRAF_POLICY_ECN);
  g_assert_false (options.settings.config.measured);
  g_assert_cmpfloat (options.duration, ==, 80);
  g_assert_cmpstr (options.record, ==, "FILE");
  g_assert_cmpstr (options.script, ==, "OTHER");
  g_assert_cmpint (options.share_fd, ==, -1);
  mxtraf_options_clear (&options);

  g_assert_true (parse (&options, "mxtraf", &error));
  g_assert_cmpfloat (options.duration, ==, 0);
  g_assert_cmpint (options.settings.config.elephants, ==, 10);
  mxtraf_options_clear (&options);
}

static void
test_option_errors (void)
{
  static const struct
  {
    const char *line;
    const char *message;
  } cases[] = {
    { "mxtraf --rate '30 foo'", "--rate: “30 foo” is not a rate; try 30mbit" },
    { "mxtraf --cbr 200%", "--cbr: 200 % is out of range; choose a value from 0 % to 100 %" },
    { "mxtraf --duration 0", "--duration: “0” is not a valid duration; write a time such as 80s" },
    { "mxtraf -d soon", "-d: “soon” is not a time; try 100ms or 5s" },
    { "mxtraf 30mbit", "“30mbit” is not an option; mxtraf --help lists them" },
    { "mxtraf --rats 1", "Unknown option --rats" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      MxtrafOptions options;
      g_autoptr (GError) error = NULL;

      g_assert_false (parse (&options, cases[i].line, &error));
      g_assert_cmpstr (error->message, ==, cases[i].message);
      mxtraf_options_clear (&options);
    }
}

/* One that the kernel does not have is refused with those it has. */
static void
test_congestion_control (void)
{
  MxtrafOptions options;
  g_autoptr (GError) error = NULL;

  g_assert_false (parse (&options, "mxtraf --cc none-such", &error));
  g_assert_true (
      g_str_has_prefix (error->message, "--cc: there is no choice “none-such”; choose one of: "));
  g_assert_nonnull (strstr (error->message, "reno"));
  mxtraf_options_clear (&options);
}

static void
test_documented (void)
{
  g_autofree char *help = mxtraf_options_format_help ();
  g_autofree char *manual = NULL;
  g_autofree char *completion = NULL;
  g_autoptr (GString) plain = NULL;

  g_assert_true (g_file_get_contents (TEST_DATA_DIR "/mxtraf.1", &manual, NULL, NULL));
  g_assert_true (
      g_file_get_contents (TEST_DATA_DIR "/completions/mxtraf.bash", &completion, NULL, NULL));
  plain = g_string_new (manual);
  g_string_replace (plain, "\\-", "-", 0);
  for (guint i = 0; i < mxtraf_rows_get_n (); i++)
    {
      const MxtrafRow *row = mxtraf_rows_get (i);
      g_autofree char *option = g_strdup_printf ("--%s", row->name);
      g_autofree char *entry = g_strdup_printf ("%s=%s", option, row->placeholder);
      g_autofree char *in_manual =
          g_strdup_printf (".BR %s =\\fI%s\\fR\n", option, row->placeholder);
      g_autofree char *initial = g_strdup_printf ("Default %s.", row->initial);
      const char *section;

      g_assert_nonnull (strstr (help, entry));
      g_assert_nonnull (strstr (completion, option));
      section = strstr (plain->str, in_manual);
      g_assert_nonnull (section);
      g_assert_nonnull (strstr (section, initial));
    }
}

/* Traces. */

static void
test_trace (void)
{
  const char *text = "# a comment\n1000.5 100\n1020.5 1448 name\n1020.5 nan\n1021 20000 other\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) sends = mxtraf_trace_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_cmpuint (sends->len, ==, 3);
  g_assert_cmpint (g_array_index (sends, MxtrafSend, 0).time, ==, 0);
  g_assert_cmpuint (g_array_index (sends, MxtrafSend, 0).size, ==, 100);
  g_assert_cmpint (g_array_index (sends, MxtrafSend, 1).time, ==, 20 * GSCOPE_MSEC);
  g_assert_cmpuint (g_array_index (sends, MxtrafSend, 1).size, ==, 1448);
  g_assert_cmpint (g_array_index (sends, MxtrafSend, 2).time, ==, 41 * GSCOPE_MSEC / 2);
}

static void
test_trace_errors (void)
{
  static const struct
  {
    const char *text;
    const char *words;
  } cases[] = {
    { "", "there are no sends" },
    { "1 nan\n", "there are no sends" },
    { "1 100\nhello\n", "line 2 is wrong: " },
    { "2 100\n1 100\n", "line 2 is wrong: " },
    { "1 0\n", "send 1 has 0 bytes; " },
    { "1 100\n2 1e12\n", "send 2 has 1e+12 bytes; " },
    { "1 inf\n", "send 1 has inf bytes; " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mxtraf_trace_parse (cases[i].text, strlen (cases[i].text), &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mxtraf/quantity/parse", test_quantity_parse);
  g_test_add_func ("/mxtraf/quantity/errors", test_quantity_errors);
  g_test_add_func ("/mxtraf/quantity/format", test_quantity_format);
  g_test_add_func ("/mxtraf/rows", test_rows);
  g_test_add_func ("/mxtraf/rows/errors", test_row_errors);
  g_test_add_func ("/mxtraf/script", test_script);
  g_test_add_func ("/mxtraf/script/errors", test_script_errors);
  g_test_add_func ("/mxtraf/script/bounds", test_script_bounds);
  g_test_add_func ("/mxtraf/script/shipped", test_script_shipped);
  g_test_add_func ("/mxtraf/player", test_player);
  g_test_add_func ("/mxtraf/options", test_options);
  g_test_add_func ("/mxtraf/options/errors", test_option_errors);
  g_test_add_func ("/mxtraf/options/congestion-control", test_congestion_control);
  g_test_add_func ("/mxtraf/options/documented", test_documented);
  g_test_add_func ("/mxtraf/trace", test_trace);
  g_test_add_func ("/mxtraf/trace/errors", test_trace_errors);
  return g_test_run ();
}
