/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "file.h"
#include "options.h"
#include "probe.h"
#include "scan.h"

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <math.h>
#include <sys/stat.h>

static void
print_row (const ProcRow *row, gpointer data)
{
  GString *text = data;

  g_string_append_len (text, row->key, row->key_length);
  g_string_append_c (text, ':');
  for (guint i = 0; i < row->n_fields; i++)
    g_string_append_printf (text, " %g", row->fields[i]);
  if (row->title)
    g_string_append_printf (text, " (%.*s)", (int) row->title_length, row->title);
  g_string_append_c (text, '\n');
}

static char *
scan (ProcScan func, const char *text, gboolean loopback)
{
  ProcSettings settings = { loopback };
  GString *rows = g_string_new (NULL);

  func (text, &settings, print_row, rows);
  return g_string_free (rows, FALSE);
}

static void
assert_scan (ProcScan func, const char *name, gboolean loopback, const char *expected)
{
  g_autofree char *path = g_build_filename (TEST_DATA_DIR, "proc", name, NULL);
  g_autofree char *text = NULL;
  g_autofree char *rows = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  rows = scan (func, text, loopback);
  g_assert_cmpstr (rows, ==, expected);
}

static void
test_files (void)
{
  assert_scan (proc_scan_cpus, "stat", FALSE,
               "0: 100 0 50 400 10 2 2 0\n"
               "1: 200 0 50 400 10 3 3 0\n");
  assert_scan (proc_scan_counts, "stat", FALSE, ": 5000 7000\n");
  assert_scan (proc_scan_load, "loadavg", FALSE, ": 0.5 1.25 2\n");
  assert_scan (proc_scan_memory, "meminfo", FALSE, ": 1000 400 200 500 450\n");
  assert_scan (proc_scan_interrupts, "interrupts", FALSE,
               "28: 0 (virtio0-config)\n"
               "36: 40 (disk, net)\n"
               "NMI: 1 (Non-maskable interrupts)\n"
               "ERR: 5 ()\n"
               "CPU0: 16 (all lines)\n"
               "CPU2: 30 (all lines)\n");
  assert_scan (proc_scan_disks, "diskstats", FALSE,
               "loop0: 0 0 0 0 0 0 0 0 0 0 0\n"
               "nvme0n1: 10 0 100 5 20 0 200 5 0 1000 10\n"
               "sda: 10 0 8 5 20 0 16 5 0 500 10\n");
}

static void
test_loopback (void)
{
  static const char only_loopback[] = "lo: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0\n"
                                      "tunl0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
  g_autofree char *rows = scan (proc_scan_interfaces, only_loopback, FALSE);

  assert_scan (proc_scan_interfaces, "net/dev", FALSE,
               "ifb0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
               "eth0: 1e+06 1000 1 2 0 0 0 0 2e+06 2000 3 4 0 0 0 0\n"
               ": 1e+06 1000 1 2 0 0 0 0 2e+06 2000 3 4 0 0 0 0\n");
  assert_scan (proc_scan_interfaces, "net/dev", TRUE,
               "ifb0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
               "eth0: 1e+06 1000 1 2 0 0 0 0 2e+06 2000 3 4 0 0 0 0\n"
               "lo: 100 1 0 0 0 0 0 0 100 1 0 0 0 0 0 0\n"
               ": 1.0001e+06 1001 1 2 0 0 0 0 2.0001e+06 2001 3 4 0 0 0 0\n");
  /* a machine that talks to itself only */
  g_assert_nonnull (strstr (rows, "lo: 1 1"));
  g_assert_nonnull (strstr (rows, "\n: 1 1"));
}

/* Nothing of what is in a file makes a scan fail: it hands on what it understands. */
static void
test_malformed (void)
{
  static const ProcScan scans[] = {
    proc_scan_cpus,       proc_scan_counts, proc_scan_load,       proc_scan_memory,
    proc_scan_interfaces, proc_scan_disks,  proc_scan_interrupts,
  };
  static const char *const texts[] = {
    "",
    "\n",
    "\n\n\n",
    "cpu",
    "cpu0",
    "cpu0 1 2",
    ":",
    "::::",
    "eth0:",
    "eth0: 1 2 3",
    "cpu99999999999 1 2 3 4 5",
    "7 0",
    "7 0 ",
    "7 0 sda",
    "7 0 sda 1 2",
    "MemTotal:",
    "intr",
    "intr \nctxt",
    "CPU0 CPU1\n1: 2",
    "CPU0",
    "CPU0\n:\n1:\n 2: x\n",
    "0.5 x",
    "\377\376",
    "99999999999999999999999999 0 x 1",
  };
  g_autofree char *rows = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (scans); i++)
    for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
      g_free (scan (scans[i], texts[k], k % 2));
  rows = scan (proc_scan_cpus, "cpu0 1 2\ncpu1 1 2 3 4\nrubbish\ncpu2 1 2 3 4", FALSE);
  g_assert_cmpstr (rows, ==, "1: 1 2 3 4\n");
}

static void
assert_item (const ProcMetric *metric, gint64 time, const ProcRow *row, ProcItem *item,
             double expected)
{
  proc_item_take (item, metric, time, row);
  if (isnan (expected))
    g_assert_true (gscope_gap_from_value (item->values[0], NULL));
  else
    g_assert_cmpfloat_with_epsilon (item->values[0], expected, 1e-9);
}

static void
test_rates (void)
{
  static const ProcMetric rate = { .name = "r", .kind = PROC_RATE, .plus = 3, .scale = 2 };
  g_autoptr (ProcItem) item = proc_item_new (NULL, "r", &rate, 1);
  ProcRow row = { .fields = { 100, 10 }, .n_fields = 2 };

  assert_item (&rate, 0, &row, item, NAN);
  row.fields[0] += 50;
  assert_item (&rate, GSCOPE_SEC / 2, &row, item, 200);
  /* one of the two was reset: no spike, no negative rate, a gap */
  row.fields[0] += 1000;
  row.fields[1] = 0;
  assert_item (&rate, GSCOPE_SEC, &row, item, NAN);
  row.fields[1] = 3;
  assert_item (&rate, 2 * GSCOPE_SEC, &row, item, 6);
  /* the sum is of other things from here on */
  row.set = 7;
  row.fields[0] += 1e6;
  assert_item (&rate, 3 * GSCOPE_SEC, &row, item, NAN);
  /* a read at the same time says nothing new */
  row.fields[0] += 5;
  assert_item (&rate, 4 * GSCOPE_SEC, &row, item, 10);
  assert_item (&rate, 4 * GSCOPE_SEC, &row, item, 10);
  /* a field less */
  row.n_fields = 1;
  assert_item (&rate, 5 * GSCOPE_SEC, &row, item, NAN);
}

static void
test_shares (void)
{
  static const ProcMetric share = {
    .name = "s", .kind = PROC_SHARE, .plus = 1, .whole = 3, .scale = 100
  };
  g_autoptr (ProcItem) item = proc_item_new (NULL, "s", &share, 1);
  ProcRow row = { .fields = { 10, 100 }, .n_fields = 2 };

  assert_item (&share, 0, &row, item, NAN);
  row = (ProcRow){ .fields = { 13, 107 }, .n_fields = 2 };
  assert_item (&share, 1, &row, item, 30);
  /* the kernel has not counted on: the value holds, and what follows counts from there */
  assert_item (&share, 2, &row, item, 30);
  row = (ProcRow){ .fields = { 13, 117 }, .n_fields = 2 };
  assert_item (&share, 3, &row, item, 0);
}

static ProcProbe *
make_probe (const char *format, ...)
{
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GError) error = NULL;
  ProcProbe *probe;
  va_list args;

  va_start (args, format);
  options = g_variant_ref_sink (g_variant_new_parsed_va (format, &args));
  va_end (args);
  probe = proc_probe_new (options, &error);
  g_assert_no_error (error);
  return probe;
}

static void
assert_found (ProcProbe *taken, const char *text, double expected)
{
  g_autoptr (ProcProbe) probe = taken;
  double number;

  g_assert_true (proc_probe_find (probe, text, &number));
  g_assert_cmpfloat (number, ==, expected);
}

static void
assert_problem (ProcProbe *taken, const char *text, const char *part)
{
  g_autoptr (ProcProbe) probe = taken;
  double number;

  g_assert_false (proc_probe_find (probe, text, &number));
  g_assert_nonnull (strstr (gscope_number_fault_get_title (probe->fault), part));
}

#define PATTERN(pattern) make_probe ("{'name': <'n'>, 'file': <'f'>, 'pattern': <%s>}", pattern)
#define WORD(line, field)                                                                          \
  make_probe ("{'name': <'n'>, 'file': <'f'>, 'line': <%s>, 'field': <%x>}", line,                 \
              G_GINT64_CONSTANT (field))

static void
test_probes (void)
{
  static const char text[] =
      "one 1 2\n two: 12kB -3.5e1 x\n\nthree\nzone A\n free 7\nzone B\n free 8\n";

  assert_found (PATTERN ("^one \\d (\\d+)"), text, 2);
  assert_found (PATTERN ("(-[\\d.e]+)"), text, -35);
  assert_found (PATTERN ("free (\\d+)"), text, 7);
  assert_found (WORD ("two:", 1), text, 12);
  assert_found (WORD ("two:", 2), text, -35);
  assert_found (make_probe ("{'name': <'n'>, 'file': <'f'>, 'after': <'zone B'>, 'line': <'free'>, "
                            "'field': <int64 1>}"),
                text, 8);
  assert_problem (PATTERN ("^four (\\d+)"), text, "no line matches");
  assert_problem (PATTERN ("^(three)"), text, "not a number");
  assert_problem (PATTERN ("^three(\\d)?"), text, "not a number");
  assert_problem (WORD ("two:", 3), text, "not a number");
  assert_problem (WORD ("two:", 4), text, "fewer words");
  assert_problem (WORD ("four", 1), text, "no line matches");
  assert_problem (make_probe ("{'name': <'n'>, 'file': <'f'>, 'after': <'zone C'>, "
                              "'line': <'free'>, 'field': <int64 1>}"),
                  text, "no line contains");
}

/* A pattern that would take years is given up, and one that takes too long again and again is
 * switched off. */
static void
test_hostile_patterns (void)
{
  g_autofree char *line = g_strnfill (4000, 'a');
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ProcProbe) slow = PATTERN ("a*a*[bc](\\d)");
  double number;

  assert_problem (PATTERN ("^(a+)+[bc]"), line, "too many steps");
  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text, "%.*s\n", 14, line);
  for (guint i = 0; i < 10000 && slow->fault != GSCOPE_NUMBER_FAULT_SLOW; i++)
    {
      g_assert_false (proc_probe_find (slow, text->str, &number));
      if (i % 10 == 0)
        g_string_append (text, text->str);
      if (text->len > PROC_MAX_FILE)
        break;
    }
  g_assert_cmpint (slow->fault, ==, GSCOPE_NUMBER_FAULT_SLOW);
  g_assert_false (proc_probe_find (slow, "aab1", &number));
}

static void
test_bad_probes (void)
{
  static const char *const bad[][2] = {
    { "{'file': <'f'>, 'pattern': <'(x)'>}", "name" },
    { "{'name': <'n'>, 'pattern': <'(x)'>}", "file" },
    { "{'name': <'n'>, 'file': <'f'>}", "write either" },
    { "{'name': <'n'>, 'file': <'f'>, 'line': <'x'>}", "field" },
    { "{'name': <'n'>, 'file': <'f'>, 'pattern': <'(x)'>, 'line': <'x'>}", "write either" },
    { "{'name': <'n'>, 'file': <'f'>, 'pattern': <'x'>}", "one group" },
    { "{'name': <'n'>, 'file': <'f'>, 'pattern': <'(x)(y)'>}", "one group" },
    { "{'name': <'n'>, 'file': <'f'>, 'pattern': <'(x'>}", "pattern" },
    { "{'name': <''>}", "name" },
    { "{'name': <'n'>, 'file': <'f'>, 'line': <'x'>, 'field': <0.5>}", "whole number" },
    { "{'scale': <'x'>}", "not a number" },
    { "{'rate': <1>}", "not a boolean" },
    { "{'colour': <1>}", "no such option" },
  };
  g_autofree char *long_pattern =
      g_strdup_printf ("{'name': <'n'>, 'file': <'f'>, 'pattern': <'(%01030d)'>}", 1);

  for (guint i = 0; i <= G_N_ELEMENTS (bad); i++)
    {
      gboolean is_last = i == G_N_ELEMENTS (bad);
      g_autoptr (GVariant) options =
          g_variant_ref_sink (g_variant_new_parsed (is_last ? long_pattern : bad[i][0]));
      g_autoptr (GError) error = NULL;

      g_assert_null (proc_probe_new (options, &error));
      g_assert_nonnull (strstr (error->message, is_last ? "1024" : bad[i][1]));
    }
}

static void
test_file (void)
{
  g_autofree char *directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "file", NULL);
  g_autofree char *large = g_strnfill (PROC_MAX_FILE + 1, 'x');
  ProcFile *file = proc_file_new (path);

  proc_file_open (file);
  g_assert_false (proc_file_read (file));
  g_assert_nonnull (file->problem);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  proc_file_open (file);
  g_assert_false (proc_file_read (file));
  g_assert_cmpstr (file->problem, ==, "it is not a regular file");
  g_unlink (path);

  g_file_set_contents (path, "one", -1, NULL);
  proc_file_open (file);
  g_assert_true (proc_file_read (file));
  g_assert_null (file->problem);
  g_assert_cmpstr (file->text->str, ==, "one");
  /* the same name is another file now, and a large one */
  g_file_set_contents (path, large, -1, NULL);
  proc_file_open (file);
  g_assert_true (proc_file_read (file));
  g_assert_cmpuint (file->text->len, ==, PROC_MAX_FILE);
  g_assert_nonnull (strstr (file->problem, "1 MiB"));

  proc_file_free (file);
  g_unlink (path);
  g_rmdir (directory);
}

/* A workspace of somebody else may name any file: a link of /proc leads out of it. */
static void
test_demands (void)
{
  static const struct
  {
    const char *file;
    gboolean is_listed;
  } rows[] = {
    { "loadavg", FALSE },
    { "/proc/self/stat", FALSE },
    { "/proc/self/../uptime", FALSE },
    { "/sys/kernel/mm/transparent_hugepage/enabled", FALSE },
    { "/etc/passwd", TRUE },
    { "../etc/passwd", TRUE },
    { "/proc/self/root/etc/passwd", TRUE },
    { "/proc/self/exe", TRUE },
    { "/dev/watchdog", TRUE },
    { "/proc/no-such-file", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{'signals': <[<{'name': <'x'>, 'file': <'%s'>, 'line': <'x'>, 'field': <@x 1>}>]>}",
          rows[i].file);
      g_autoptr (GVariant) options = g_variant_parse (NULL, text, NULL, NULL, NULL);
      g_autoptr (GPtrArray) demands =
          g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_demand_free);

      g_test_message ("%s", rows[i].file);
      if (g_str_has_prefix (rows[i].file, "/sys")
          && !g_file_test (rows[i].file, G_FILE_TEST_EXISTS))
        continue;
      proc_options_list_demands (options, NULL, demands);
      g_assert_cmpuint (demands->len, ==, rows[i].is_listed);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/proc-parts/files", test_files);
  gscope_test_add ("/proc-parts/loopback", test_loopback);
  gscope_test_add ("/proc-parts/malformed", test_malformed);
  gscope_test_add ("/proc-parts/rates", test_rates);
  gscope_test_add ("/proc-parts/shares", test_shares);
  gscope_test_add ("/proc-parts/probes", test_probes);
  gscope_test_add ("/proc-parts/hostile-patterns", test_hostile_patterns);
  gscope_test_add ("/proc-parts/bad-probes", test_bad_probes);
  gscope_test_add ("/proc-parts/file", test_file);
  gscope_test_add ("/proc-parts/demands", test_demands);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
