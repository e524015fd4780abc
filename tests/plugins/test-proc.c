/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "options.h"
#include "source.h"
#include <gscope-test/gscope-test.h>

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>

/* A source over a directory of files that the test writes. */
typedef struct
{
  GscopeHarness bed;
  char *root;
} Fixture;

static void
put (Fixture *f, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (f->root, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  FILE *file;

  g_mkdir_with_parents (folder, 0700);
  /* In place: a file of the kernel stays the same one. */
  file = g_fopen (path, "w");
  g_assert_nonnull (file);
  g_assert_cmpint (fputs (text, file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
start (Fixture *f, const char *options)
{
  g_autofree char *all = g_strdup_printf ("{\"root\": \"%s\", %s}", f->root, options);

  gscope_harness_init (&f->bed, PROC_TYPE_SOURCE, all);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->root = g_dir_make_tmp ("gscope-XXXXXX", NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_harness_clear (&f->bed);
  gscope_test_remove (f->root);
  g_free (f->root);
}

static void
assert_signal (Fixture *f, const char *name, const char *title, const char *unit)
{
  GscopeSignal *signal = gscope_scope_find_signal (f->bed.scope, name);

  g_assert_nonnull (signal);
  g_assert_cmpstr (gscope_signal_get_title (signal), ==, title);
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, unit);
}

static void
test_entries (Fixture *f, gconstpointer data)
{
  g_autofree char *root = g_build_filename (TEST_DATA_DIR, "proc", NULL);
  g_autofree char *options =
      g_strdup_printf ("{\"root\": \"%s\", \"entries\": [\"cpu\", \"cpu-times\", \"load\", "
                       "\"memory\", \"network\", \"disk\", \"interrupts\"]}",
                       root);

  gscope_harness_init (&f->bed, PROC_TYPE_SOURCE, options);
  g_assert_cmpint (gscope_source_get_state (f->bed.source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  gscope_harness_advance (&f->bed, 1000);
  assert_signal (f, "x/cpu0/use", "CPU 0", "%");
  assert_signal (f, "x/cpu1/iowait", "CPU 1 I/O wait", "%");
  assert_signal (f, "x/load/load5", "Load 5 min", "tasks");
  assert_signal (f, "x/memory/used", "Memory used", "B");
  assert_signal (f, "x/network/in", "Network in", "B/s");
  assert_signal (f, "x/net.eth0/out", "eth0 out", "B/s");
  assert_signal (f, "x/disk.nvme0n1/use", "nvme0n1 in use", "%");
  assert_signal (f, "x/kernel/switches", "Kernel context switches", "/s");
  assert_signal (f, "x/irq.36/rate", "IRQ 36 disk, net", "/s");
  assert_signal (f, "x/irq.CPU2/rate", "IRQ CPU2 all lines", "/s");
  /* what never counted anything is not shown */
  g_assert_null (gscope_scope_find_signal (f->bed.scope, "x/net.ifb0/in"));
  g_assert_null (gscope_scope_find_signal (f->bed.scope, "x/disk.loop0/read"));
  g_assert_null (gscope_scope_find_signal (f->bed.scope, "x/irq.28/rate"));

  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/load/load5"), ==, 1.25);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/memory/used"), ==, 600 * 1024);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/memory/swap"), ==, 50 * 1024);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/network/in"), ==, 0);
}

static void
test_cpu (Fixture *f, gconstpointer data)
{
  put (f, "stat", "cpu0 100 0 100 1000 0 0 0 0 0 0\n");
  start (f, "\"entries\": [\"cpu\"]");
  gscope_harness_advance (&f->bed, 50);
  put (f, "stat", "cpu0 103 0 101 1005 1 0 0 0 0 0\n");
  gscope_harness_advance (&f->bed, 50);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&f->bed, "x/cpu0/use"), 40, 1e-9);

  g_assert_null (gscope_harness_write (&f->bed, "cpu-time", g_variant_new_string ("iowait")));
  put (f, "stat", "cpu0 103 0 101 1012 4 0 0 0 0 0\n");
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&f->bed, "x/cpu0/use"), 30, 1e-9);
}

#define DEVICE(name, in, out) name ": " #in " 1 0 0 0 0 0 0 " #out " 1 0 0 0 0 0 0\n"

static void
test_rates (Fixture *f, gconstpointer data)
{
  put (f, "net/dev", DEVICE ("eth0", 1000, 5000));
  start (f, "\"entries\": [\"network\"]");
  gscope_harness_advance (&f->bed, 100);
  put (f, "net/dev", DEVICE ("eth0", 3000, 5500));
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&f->bed, "x/net.eth0/in"), 20000, 1e-6);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&f->bed, "x/network/out"), 5000, 1e-6);
  /* a counter restarts: a gap, then rates again */
  put (f, "net/dev", DEVICE ("eth0", 10, 6000));
  gscope_harness_advance (&f->bed, 100);
  g_assert_true (isnan (gscope_harness_get (&f->bed, "x/net.eth0/in")));
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&f->bed, "x/net.eth0/out"), 5000, 1e-6);
  put (f, "net/dev", DEVICE ("eth0", 20, 6000));
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&f->bed, "x/net.eth0/in"), 100, 1e-6);
}

static void
test_comings_and_goings (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) veth = NULL;

  put (f, "net/dev", DEVICE ("eth0", 1000, 1000));
  start (f, "\"entries\": [\"network\"]");
  gscope_harness_advance (&f->bed, 100);

  /* one comes, with a history of its own: no spike in the sum */
  put (f, "net/dev", DEVICE ("eth0", 2000, 1000) DEVICE ("veth1", 500000, 1));
  gscope_harness_advance (&f->bed, 100);
  g_assert_true (isnan (gscope_harness_get (&f->bed, "x/network/in")));
  gscope_harness_advance (&f->bed, 1000);
  gscope_harness_await (&f->bed, "x/net.veth1/in", TRUE);
  veth = g_object_ref (gscope_scope_find_signal (f->bed.scope, "x/net.veth1/in"));
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/net.veth1/in"), ==, 0);

  /* it goes: at once without value, then ended, and it stays in the list */
  put (f, "net/dev", DEVICE ("eth0", 3000, 1000));
  gscope_harness_advance (&f->bed, 100);
  g_assert_true (isnan (gscope_harness_get (&f->bed, "x/net.veth1/in")));
  gscope_harness_advance (&f->bed, 1000);
  g_assert_true (gscope_signal_get_ended (veth));
  g_assert_true (gscope_scope_find_signal (f->bed.scope, "x/net.veth1/in") == veth);

  /* another one of that name takes its place */
  put (f, "net/dev", DEVICE ("eth0", 3000, 1000) DEVICE ("veth1", 1, 1));
  gscope_harness_advance (&f->bed, 1000);
  while (gscope_scope_find_signal (f->bed.scope, "x/net.veth1/in") == veth)
    g_main_context_iteration (NULL, TRUE);
  gscope_harness_await (&f->bed, "x/net.veth1/in", TRUE);
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/net.veth1/in"), ==, 0);
}

static void
test_loopback (Fixture *f, gconstpointer data)
{
  put (f, "net/dev", DEVICE ("lo", 100, 100) DEVICE ("eth0", 1000, 1000));
  start (f, "\"entries\": [\"network\"]");
  g_assert_null (gscope_scope_find_signal (f->bed.scope, "x/net.lo/in"));
  g_assert_null (gscope_harness_write (&f->bed, "loopback", g_variant_new_boolean (TRUE)));
  gscope_harness_advance (&f->bed, 1100);
  gscope_harness_await (&f->bed, "x/net.lo/in", TRUE);
  put (f, "net/dev", DEVICE ("lo", 200, 100) DEVICE ("eth0", 1000, 1000));
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&f->bed, "x/network/in"), 1000, 1e-6);
}

static void
assert_status (Fixture *f, const char *part)
{
  g_assert_cmpint (gscope_source_get_state (f->bed.source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  if (!strstr (gscope_source_get_status (f->bed.source), part))
    g_error ("“%s” does not say “%s”", gscope_source_get_status (f->bed.source), part);
}

/* A later item that cannot be shown, because its name is taken, is reported at once. */
static void
test_name_taken (Fixture *f, gconstpointer data)
{
  put (f, "net/dev", DEVICE ("eth0", 1000, 1000));
  put (f, "numbers", "a 1\n");
  start (f, "\"entries\": [\"network\"], \"signals\": ["
            "{\"name\": \"net.veth1/in\", \"file\": \"numbers\", \"pattern\": \"^a (.*)\"}]");
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpint (gscope_source_get_state (f->bed.source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  put (f, "net/dev", DEVICE ("eth0", 2000, 1000) DEVICE ("veth1", 1, 1));
  gscope_harness_advance (&f->bed, 1100);
  while (gscope_source_get_state (f->bed.source) != GSCOPE_SOURCE_STATE_TROUBLE)
    g_main_context_iteration (NULL, TRUE);
  assert_status (f, "net.veth1/in");
}

/* In a container files may be missing: the rest goes on, and what comes later is noticed. */
static void
test_trouble (Fixture *f, gconstpointer data)
{
  GscopeTally tally = { 0 };

  put (f, "loadavg", "1 2 3\n");
  put (f, "numbers", "a 1\nb x\n");
  start (f, "\"entries\": [\"load\", \"disk\"], \"signals\": ["
            "{\"name\": \"a\", \"file\": \"numbers\", \"pattern\": \"^a (.*)\"},"
            "{\"name\": \"b\", \"file\": \"numbers\", \"line\": \"b\", \"field\": 1},"
            "{\"name\": \"c\", \"file\": \"numbers\", \"pattern\": \"^c (.*)\"}]");
  gscope_harness_advance (&f->bed, 100);
  assert_status (f, "diskstats: No such file");
  assert_status (f, "b: the text at this place is not a number");
  assert_status (f, "c: no line matches; choose the number again (1 read failed)");
  gscope_source_get_tally (f->bed.source, &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_MALFORMED], >=, 2);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/load/load15"), ==, 3);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/a"), ==, 1);
  g_assert_true (isnan (gscope_harness_get (&f->bed, "x/b")));

  put (f, "numbers", "a 2\nb 3\nc 4\n");
  put (f, "diskstats", "8 0 sda 1 1 1 1 1 1 1 1 1 1 1\n");
  gscope_harness_advance (&f->bed, 1100);
  g_assert_cmpint (gscope_source_get_state (f->bed.source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  g_assert_cmpstr (gscope_source_get_status (f->bed.source), ==, "");
  gscope_harness_await (&f->bed, "x/disk.sda/read", TRUE);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/c"), ==, 4);
}

static void
test_own_signals (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal;

  put (f, "numbers", "a 100\n");
  start (f, "\"entries\": [], \"signals\": [{\"name\": \"a\", \"file\": \"numbers\", "
            "\"pattern\": \"^a (.*)\", \"rate\": true, \"scale\": 8, \"unit\": \"bit/s\", "
            "\"min\": 0, \"max\": 1e3, \"group\": \"mine\", \"title\": \"Mine\"}]");
  gscope_harness_advance (&f->bed, 100);
  put (f, "numbers", "a 105\n");
  gscope_harness_advance (&f->bed, 100);
  assert_signal (f, "x/mine/a", "Mine", "bit/s");
  signal = gscope_scope_find_signal (f->bed.scope, "x/mine/a");
  g_assert_cmpfloat (gscope_signal_get_max (signal), ==, 1000);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&f->bed, "x/mine/a"), 400, 1e-6);

  /* stopped, it has no values; started again, it restarts */
  gscope_harness_stop (&f->bed);
  gscope_harness_advance (&f->bed, 100);
  g_assert_true (isnan (gscope_harness_get (&f->bed, "x/mine/a")));
  gscope_harness_start (&f->bed);
  put (f, "numbers", "a 107\n");
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpfloat_with_epsilon (gscope_harness_get (&f->bed, "x/mine/a"), 160, 1e-6);
}

/* Returns how many times the process has a file open. */
static guint
count_open (Fixture *f, const char *name)
{
  g_autofree char *path = g_build_filename (f->root, name, NULL);
  g_autofree char *real = realpath (path, NULL);
  g_autoptr (GDir) folder = g_dir_open ("/proc/self/fd", 0, NULL);
  guint n = 0;

  g_assert_nonnull (real);
  g_assert_nonnull (folder);
  for (const char *fd; (fd = g_dir_read_name (folder));)
    {
      g_autofree char *entry = g_build_filename ("/proc/self/fd", fd, NULL);
      g_autofree char *target = g_file_read_link (entry, NULL);

      n += g_strcmp0 (target, real) == 0;
    }
  return n;
}

/* A file is open once, and read once a tick, for all signals and entries. */
static void
test_shared (Fixture *f, gconstpointer data)
{
  put (f, "loadavg", "1 2 3\n");
  start (f, "\"entries\": [\"load\"], \"signals\": ["
            "{\"name\": \"a\", \"file\": \"loadavg\", \"pattern\": \"^(\\\\S+)\"},"
            "{\"name\": \"b\", \"file\": \"loadavg\", \"pattern\": \"(\\\\S+)$\"}]");
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpuint (count_open (f, "loadavg"), ==, 1);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/load/load5"), ==, 2);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/a"), ==, 1);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/b"), ==, 3);
  put (f, "loadavg", "4 5 6\n");
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/load/load5"), ==, 5);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/a"), ==, 4);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/b"), ==, 6);
}

static void
test_limit (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (text, "8 0 vd%c%c 1 1 1 1 1 1 1 1 1 1 1\n", 'a' + i / 26, 'a' + i % 26);
  put (f, "diskstats", text->str);
  start (f, "\"entries\": [\"disk\"]");
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_source_get_signals (f->bed.source)), ==, 255);
  assert_status (f, "645 signals are not shown");

  /* ended ones give way to new ones, as soon as they were noticed to have ended */
  put (f, "diskstats", "8 0 sda 1 1 1 1 1 1 1 1 1 1 1\n8 0 sdb 1 1 1 1 1 1 1 1 1 1 1\n");
  gscope_harness_advance (&f->bed, 2100);
  gscope_harness_await (&f->bed, "x/disk.sdb/use", TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_source_get_signals (f->bed.source)), <=,
                    PROC_MAX_SIGNALS);
  g_assert_cmpint (gscope_source_get_state (f->bed.source), ==, GSCOPE_SOURCE_STATE_RUNNING);
}

static void
test_names (Fixture *f, gconstpointer data)
{
  put (f, "numbers", "a 1\n");
  put (f, "net/dev", DEVICE ("\377\001", 1, 1) DEVICE ("eth0", 1, 1));
  start (f, "\"entries\": [\"network\"], \"signals\": ["
            "{\"name\": \"a\", \"file\": \"numbers\", \"pattern\": \"a (.)\"},"
            "{\"name\": \"a\", \"file\": \"numbers\", \"pattern\": \"a (.)\"}]");
  gscope_harness_advance (&f->bed, 100);
  g_assert_cmpfloat (gscope_harness_get (&f->bed, "x/a"), ==, 1);
  g_assert_nonnull (gscope_scope_find_signal (f->bed.scope, "x/net.eth0/in"));
  g_assert_cmpint (gscope_source_get_state (f->bed.source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
}

static void
test_bad_options (void)
{
  static const char *const bad[][2] = {
    { "{\"entries\": [\"cpus\"]}", "choose from cpu" },
    { "{\"entries\": \"cpu\"}", "array" },
    { "{\"signals\": [1]}", "signals[0]" },
    { "{\"signals\": [{\"name\": \"n\"}]}", "signals[0].file" },
    { "{\"root\": \"proc\"}", "root" },
    { "{\"entry\": []}", "entries" },
  };
  g_autoptr (GscopeSource) source = g_object_new (PROC_TYPE_SOURCE, "name", "x", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (gscope_source_configure (source, gscope_harness_parse (bad[i][0]), &error));
      g_assert_nonnull (strstr (error->message, bad[i][1]));
    }
}

/* On the machine's own files, with a thread that reads them while this one steers. */
static void
test_worker (void)
{
  GscopeHarness bed = { .clock = gscope_clock_get_system (), .scope = gscope_scope_new () };

  bed.source = g_object_new (PROC_TYPE_SOURCE, "name", "x", NULL);
  gscope_scope_add_source (bed.scope, bed.source);
  for (guint i = 0; i < 3; i++)
    {
      gscope_harness_start (&bed);
      g_assert_null (gscope_harness_write (&bed, "loopback", g_variant_new_boolean (i % 2)));
      g_assert_null (
          gscope_harness_write (&bed, "cpu-time", g_variant_new_string (i % 2 ? "user" : "busy")));
      gscope_harness_await (&bed, "x/memory/used", TRUE);
      while (isnan (gscope_harness_get (&bed, "x/memory/used")))
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpfloat (gscope_harness_get (&bed, "x/memory/used"), >, 0);
      gscope_harness_stop (&bed);
    }
  gscope_scope_remove_source (bed.scope, bed.source);
  g_assert_finalize_object (bed.source);
  g_assert_finalize_object (bed.scope);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) g_test_add ("/proc/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("entries", test_entries);
  ADD ("cpu", test_cpu);
  ADD ("rates", test_rates);
  ADD ("comings-and-goings", test_comings_and_goings);
  ADD ("loopback", test_loopback);
  ADD ("name-taken", test_name_taken);
  ADD ("trouble", test_trouble);
  ADD ("own-signals", test_own_signals);
  ADD ("shared", test_shared);
  ADD ("limit", test_limit);
  ADD ("names", test_names);
#undef ADD
  gscope_test_add ("/proc/worker", test_worker);
  gscope_test_add ("/proc/bad-options", test_bad_options);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
