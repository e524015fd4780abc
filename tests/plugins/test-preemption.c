/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "mode.h"
#include "pid-namespace.h"
#include "source.h"
#include "support/page-directory.h"
#include <gscope-test/gscope-test.h>

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define USEC G_GINT64_CONSTANT (1000)

static void
assert_mode (const PreemptionTexts *texts, const char *mode, const char *in)
{
  const char *where;

  g_assert_cmpstr (preemption_mode_find (texts, &where), ==, mode);
  if (in)
    g_assert_nonnull (strstr (where, in));
  else
    g_assert_null (where);
}

/* The texts of kernels about their mode. */
static void
test_find (void)
{
  static const struct
  {
    PreemptionTexts texts;
    const char *mode;
    const char *where;
  } rows[] = {
    { { .file = "none voluntary (full) lazy \n", .version = "Linux #1 SMP PREEMPT_DYNAMIC x\n" },
      "full",
      "sched/preempt" },
    { { .file = "none (voluntary) full \n" }, "voluntary", "sched/preempt" },
    { { .version = "Linux 6.1 #1 SMP PREEMPT_RT Debian\n" }, "real-time", "/proc/version" },
    { { .version = "Linux 5.4 #1 SMP PREEMPT Mon\n" }, "full", "/proc/version" },
    { { .version = "Linux #1 SMP PREEMPT_DYNAMIC @0\n",
        .cmdline = "quiet preempt=full\n",
        .log = "<6>[    0.2] Dynamic Preempt: none\n<6>[ 0.3] rcu: Preemptible\n" },
      "none",
      "dmesg" },
    { { .version = "Linux #1 SMP PREEMPT_DYNAMIC @0\n", .cmdline = "preempt=lazy\n" },
      "lazy",
      "/proc/cmdline" },
    { { .version = "Linux #1 SMP Debian\n", .cmdline = "preempt=full\n" }, "unknown", NULL },
    { { .version = "Linux #1 SMP PREEMPT_DYNAMIC\n", .cmdline = "xpreempt=full preempt=odd\n" },
      "unknown",
      NULL },
    { { .file = "", .log = "" }, "unknown", NULL },
    { { .file = "(" }, "unknown", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_mode (&rows[i].texts, rows[i].mode, rows[i].where);
}

/* Only what the kernel's file says is written back to it. */
static void
test_find_written (void)
{
  const PreemptionTexts said = { .file = "none voluntary (full) lazy\n" };
  const PreemptionTexts unsaid = { .file = "none voluntary full\n",
                                   .version = "Linux #1 SMP PREEMPT_DYNAMIC @0\n",
                                   .cmdline = "preempt=lazy\n" };

  g_assert_cmpstr (preemption_mode_find_written (&said), ==, "full");
  g_assert_null (preemption_mode_find_written (&unsaid));
}

/* Why a kernel does not take another one, and what to do. */
static void
test_refusal (void)
{
  PreemptionTexts dynamic = { .version = "Linux #1 SMP PREEMPT_DYNAMIC @0\n" };
  PreemptionTexts fixed = { .version = "Linux #1 SMP Debian\n" };
  g_autofree char *none = preemption_mode_find_refusal ("/nowhere/preempt", &dynamic);
  g_autofree char *built = preemption_mode_find_refusal ("/nowhere/preempt", &fixed);
  g_autofree char *closed = preemption_mode_find_refusal ("/proc/self", &dynamic);

  g_assert_nonnull (strstr (none, "mount debugfs"));
  g_assert_nonnull (strstr (built, "it is fixed in this kernel"));
  g_assert_nonnull (strstr (closed, "preempt=MODE"));
}

static void
test_write (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("TSL_PAGE_DIR"), "preempt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  PreemptionTexts texts = { .version = "Linux #1 SMP PREEMPT_DYNAMIC @0\n" };

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_null (preemption_mode_find_refusal (path, &texts));
  g_assert_true (preemption_mode_write (path, "lazy", &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "lazy");
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_false (preemption_mode_write (path, "lazy", &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "lazy"));
}

static GscopeParameter *
find (GscopeHarness *bed, const char *name)
{
  GscopeParameter *parameter = gscope_source_find_parameter (bed->source, name);

  g_assert_nonnull (parameter);
  return parameter;
}

/* Every wake-up arrives; their figures are consistent. */
static void
test_latency (void)
{
  GscopeSignal *signal;
  double maximum;
  GscopeHarness bed;

  gscope_harness_init (&bed, PREEMPTION_TYPE_SOURCE, "{}");
  g_assert_null (gscope_harness_write (&bed, "period", g_variant_new_double (200)));
  signal = gscope_scope_find_signal (bed.scope, "x/latency");
  while (gscope_trace_get_end (gscope_signal_get_trace (signal)) < 100
         || !(gscope_harness_get (&bed, "x/maximum") > 0))
    gscope_harness_advance (&bed, 100);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/latency"), >=, 0);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/maximum"), >=,
                     gscope_harness_get (&bed, "x/mean"));
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/maximum"), >=,
                     gscope_harness_get (&bed, "x/recent-maximum"));

  g_assert_null (gscope_harness_write (&bed, "threshold", g_variant_new_double (0)));
  while (!(gscope_harness_get (&bed, "x/above") > 0))
    gscope_harness_advance (&bed, 100);
  maximum = gscope_harness_get (&bed, "x/maximum");
  /* reset is at rest again, and nothing is above this */
  g_assert_null (gscope_harness_write (&bed, "threshold", g_variant_new_double (1000000)));
  g_assert_null (gscope_harness_write (&bed, "reset", g_variant_new_boolean (TRUE)));
  g_assert_false (g_variant_get_boolean (gscope_parameter_get_value (find (&bed, "reset"))));
  while (!(gscope_harness_get (&bed, "x/above") == 0))
    gscope_harness_advance (&bed, 100);
  g_test_message ("largest latency %.0f us, after the reset %.0f us", maximum,
                  gscope_harness_get (&bed, "x/maximum"));
  gscope_harness_stop (&bed);
  while (!isnan (gscope_harness_get (&bed, "x/mean")))
    gscope_harness_advance (&bed, 100);
  gscope_harness_start (&bed);
  gscope_harness_clear (&bed);
}

static gboolean
has_bpf (GscopeHarness *bed)
{
  return !strstr (gscope_source_get_status (bed->source), "BPF");
}

/* The two parts make up the mean, or it is said why they are not told. */
static void
test_parts (void)
{
  GscopeHarness bed;

  gscope_harness_init (&bed, PREEMPTION_TYPE_SOURCE, "{}");
  g_assert_null (gscope_harness_write (&bed, "period", g_variant_new_double (200)));
  if (!strstr (gscope_source_get_status (bed.source), "schedstat"))
    {
      while (!isfinite (gscope_harness_get (&bed, "x/preemption")))
        gscope_harness_advance (&bed, 100);
      g_assert_cmpfloat (gscope_harness_get (&bed, "x/preemption"), >=, 0);
      g_assert_cmpfloat (gscope_harness_get (&bed, "x/timer"), >=, 0);
    }
  gscope_harness_clear (&bed);
}

/* The pushed samples: the clock does not move, so they are not late. */
static void
await_pushed (GscopeHarness *bed, const char *name)
{
  GscopeSignal *signal = gscope_scope_find_signal (bed->scope, name);

  g_assert_nonnull (signal);
  while (gscope_trace_get_end (gscope_signal_get_trace (signal)) == 0)
    gscope_harness_advance (bed, 0);
  g_assert_cmpfloat (gscope_harness_get (bed, name), >=, 0);
}

static void
assert_told (GscopeHarness *bed)
{
  g_assert_null (gscope_harness_write (bed, "process", g_variant_new_int64 (getpid ())));
  g_assert_null (gscope_harness_write (bed, "threshold", g_variant_new_double (0)));
  await_pushed (bed, "x/timer-latency");
  await_pushed (bed, "x/preemption-latency");
  await_pushed (bed, "x/wake-ups");
  while (!(gscope_harness_get (bed, "x/wake-up-rate") > 0))
    gscope_harness_advance (bed, 100);
  g_assert_cmpfloat (gscope_harness_get (bed, "x/wake-up-median"), >, 0);
  g_assert_cmpfloat (gscope_harness_get (bed, "x/wake-up-median"), <=,
                     gscope_harness_get (bed, "x/wake-up-high"));
  g_assert_cmpfloat (gscope_harness_get (bed, "x/wake-up-maximum"), >, 0);
}

static void
assert_refused (GscopeHarness *bed)
{
  g_autofree char *refusal = gscope_harness_write (bed, "process", g_variant_new_int64 (getpid ()));

  g_test_message ("%s", gscope_source_get_status (bed->source));
  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (gscope_source_get_status (bed->source), refusal));
  g_assert_nonnull (
      strstr (gscope_source_get_status (bed->source), "only the probe's own wake-ups"));
  gscope_harness_advance (bed, 100);
  g_assert_true (isnan (gscope_harness_get (bed, "x/wake-up-rate")));
}

/* The kernel reports each wake-up, or the status gives the reason and the remedy. */
static void
test_wakeups (void)
{
  g_autofree char *refusal = NULL;
  GscopeHarness bed;

  gscope_harness_init (&bed, PREEMPTION_TYPE_SOURCE, "{}");
  if (has_bpf (&bed))
    assert_told (&bed);
  else
    assert_refused (&bed);
  refusal = gscope_harness_write (&bed, "process", g_variant_new_int64 (G_MAXINT32));
  g_assert_nonnull (refusal);
  g_assert_null (gscope_harness_write (&bed, "process", g_variant_new_int64 (0)));
  gscope_harness_stop (&bed);
  while (!isnan (gscope_harness_get (&bed, "x/wake-up-rate")))
    gscope_harness_advance (&bed, 100);
  gscope_harness_start (&bed);
  gscope_harness_clear (&bed);
}

/* An ordinary user is told what is missing, and has the rest. */
static void
test_ordinary (void)
{
  GscopeHarness bed;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
      return;
    }
  if (geteuid () == 0)
    g_assert_cmpint (setresuid (65534, 65534, 65534), ==, 0);
  gscope_harness_init (&bed, PREEMPTION_TYPE_SOURCE, "{}");
  g_assert_false (has_bpf (&bed));
  assert_refused (&bed);
  while (!(gscope_harness_get (&bed, "x/mean") > 0))
    gscope_harness_advance (&bed, 100);
  gscope_harness_clear (&bed);
}

/* Threads have other numbers there than BPF sees: the source says so, and the rest works. */
static void
test_pid_namespace (void)
{
  const char *status;
  GscopeHarness bed;

  if (!g_test_subprocess ())
    {
      pid_namespace_trap ("/plugins/preemption/pid-namespace", NULL);
      return;
    }
  g_assert_cmpint (getpid (), ==, 1);
  gscope_harness_init (&bed, PREEMPTION_TYPE_SOURCE, "{}");
  status = gscope_source_get_status (bed.source);
  g_assert_true (strstr (status, "in a PID namespace") || strstr (status, "built without BPF"));
  assert_refused (&bed);
  while (!(gscope_harness_get (&bed, "x/mean") > 0))
    gscope_harness_advance (&bed, 100);
  gscope_harness_clear (&bed);
}

/* The mode is one of those that there are; another is taken and put back, or refused with the reason. */
static void
test_mode (void)
{
  g_autofree char *before = NULL;
  g_autofree char *refusal = NULL;
  const char *other;
  GscopeHarness bed;

  gscope_harness_init (&bed, PREEMPTION_TYPE_SOURCE, "{}");
  before = g_variant_dup_string (gscope_parameter_get_value (find (&bed, "mode")), NULL);
  g_assert_true (g_strv_contains (preemption_mode_nicks, before));
  g_assert_null (gscope_harness_write (&bed, "mode", g_variant_new_string (before)));
  other = g_str_equal (before, "full") ? "lazy" : "full";
  refusal = gscope_harness_write (&bed, "mode", g_variant_new_string (other));
  if (refusal)
    {
      g_test_message ("%s", refusal);
      g_assert_true (strstr (refusal, "preempt=MODE") || strstr (refusal, "PREEMPT_DYNAMIC")
                     || strstr (refusal, "this kernel does not have it"));
      g_assert_nonnull (strstr (gscope_source_get_status (bed.source), before));
    }
  gscope_harness_stop (&bed);
  g_assert_cmpstr (g_variant_get_string (gscope_parameter_get_value (find (&bed, "mode")), NULL),
                   ==, before);
  gscope_harness_start (&bed);
  gscope_harness_clear (&bed);
}

/* All modes of a kernel are accepted, visible there and restored; without the file no other mode
 * is. */
static void
test_all_modes (void)
{
  g_autofree char *offered = NULL;
  g_auto (GStrv) words = NULL;
  g_autofree char *refusal = NULL;
  PreemptionTexts texts;
  GscopeHarness bed;

  preemption_texts_read (&texts);
  refusal = preemption_mode_find_refusal (PREEMPTION_FILE, &texts);
  g_test_message ("%s", refusal ? refusal : texts.file);
  if (g_getenv ("WITH_MODES"))
    g_assert_null (refusal);
  offered = g_strdup (refusal ? "" : texts.file);
  words = g_strsplit_set (g_strstrip (offered), " ()", -1);
  gscope_harness_init (&bed, PREEMPTION_TYPE_SOURCE, "{}");
  for (guint i = 0; words[i]; i++)
    {
      g_autofree char *now = NULL;
      g_autofree char *chosen = g_strdup_printf ("(%s)", words[i]);

      if (words[i][0] == '\0')
        continue;
      g_assert_null (gscope_harness_write (&bed, "mode", g_variant_new_string (words[i])));
      g_assert_true (g_file_get_contents (PREEMPTION_FILE, &now, NULL, NULL));
      g_assert_nonnull (strstr (now, chosen));
    }
  gscope_harness_stop (&bed);
  if (!refusal)
    {
      g_autofree char *now = NULL;

      g_assert_true (g_file_get_contents (PREEMPTION_FILE, &now, NULL, NULL));
      g_assert_cmpstr (now, ==, texts.file);
    }
  gscope_harness_start (&bed);
  gscope_harness_clear (&bed);
  preemption_texts_clear (&texts);
}

/* A probe of another program. */
static void
test_pages (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  TslLatency *probe = tsl_latency_new (page, "own", NULL, NULL);
  GscopeHarness bed;

  tsl_latency_note (probe, 1, 40 * USEC);
  tsl_latency_note (probe, 2, 20 * USEC);
  gscope_harness_init (&bed, PREEMPTION_TYPE_SOURCE, "{}");
  gscope_harness_await (&bed, "x/prog own/maximum", TRUE);
  while (!(gscope_harness_get (&bed, "x/prog own/maximum") == 40))
    gscope_harness_advance (&bed, 100);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/prog own/mean"), ==, 30);
  gscope_harness_clear (&bed);
  tsl_latency_free (probe);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/plugins/preemption/find", test_find);
  gscope_test_add ("/plugins/preemption/find-written", test_find_written);
  gscope_test_add ("/plugins/preemption/refusal", test_refusal);
  gscope_test_add ("/plugins/preemption/write", test_write);
  gscope_test_add ("/plugins/preemption/latency", test_latency);
  gscope_test_add ("/plugins/preemption/parts", test_parts);
  gscope_test_add ("/plugins/preemption/wakeups", test_wakeups);
  gscope_test_add ("/plugins/preemption/ordinary", test_ordinary);
  gscope_test_add ("/plugins/preemption/pid-namespace", test_pid_namespace);
  gscope_test_add ("/plugins/preemption/mode", test_mode);
  gscope_test_add ("/plugins/preemption/all-modes", test_all_modes);
  gscope_test_add ("/plugins/preemption/pages", test_pages);
  return page_directory_run ();
}
