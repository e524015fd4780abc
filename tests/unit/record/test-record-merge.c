/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Traces as text in the order of time: what is written once, and what is counted as lost. */

#include <gscope-test/gscope-test.h>
#include <gscope/record/merge.h>
#include <gscope/trace/private.h>
#include <string.h>

typedef struct
{
  GscopeSignal *signal;
  GscopeTrace *trace;
  GscopeRecordTallies tallies;
  GscopeRecordMerge *merge;
  GString *text;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->signal = gscope_signal_new_buffered ("a");
  f->trace = gscope_signal_get_trace (f->signal);
  gscope_record_tallies_init (&f->tallies);
  f->merge = gscope_record_merge_new (0, &f->tallies);
  gscope_record_merge_add (f->merge, f->signal, 0);
  f->text = g_string_new (NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_record_merge_free (f->merge);
  gscope_record_tallies_clear (&f->tallies);
  g_assert_finalize_object (f->signal);
  g_string_free (f->text, TRUE);
}

/* Sample i comes at i milliseconds. */
static void
append (Fixture *f, gint64 begin, gint64 end)
{
  for (gint64 i = begin; i < end; i++)
    gscope_trace_append_samples (f->trace, &(GscopeSample){ i * GSCOPE_MSEC, (double) i }, 1);
}

static void
write_until (Fixture *f, gint64 end)
{
  while (!gscope_record_merge_write (f->merge, end * GSCOPE_MSEC, FALSE, f->text, G_MAXSIZE))
    continue;
}

/* The samples of a trace that begins again, as the trace of a formula does, are written once, and none is lost. */
static void
test_restart (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) expected = g_string_new (NULL);

  append (f, 0, 200);
  write_until (f, 100);
  gscope_trace_restart (f->trace);
  /* the formula computes a part at a time */
  append (f, 0, 70);
  write_until (f, 150);
  append (f, 70, 200);
  write_until (f, 300);
  for (guint i = 0; i < 200; i++)
    g_string_append_printf (expected, "%u %u a\n", i, i);
  g_assert_cmpstr (f->text->str, ==, expected->str);
  g_assert_cmpuint (gscope_tally_get_lost (&f->tallies.total), ==, 0);
  g_assert_cmpuint (gscope_tally_get_late (&f->tallies.total), ==, 0);
}

/* Samples that the trace dropped before they were written are counted once, and leave a gap. */
static void
test_evicted (Fixture *f, gconstpointer data)
{
  guint64 first;

  append (f, 0, 50000);
  write_until (f, 100);
  while (gscope_trace_get_first (f->trace) < 1000)
    g_assert_true (gscope_trace_evict (f->trace));
  first = gscope_trace_get_first (f->trace);
  for (gint64 end = 200; end < 60000; end += 10000)
    write_until (f, end);
  g_assert_cmpuint (f->tallies.own.counts[GSCOPE_LOSS_EVICTED] + f->tallies.n_samples, ==, 50000);
  g_assert_cmpuint (f->tallies.own.counts[GSCOPE_LOSS_EVICTED], <, first);
  g_assert_cmpuint (gscope_tally_get_lost (&f->tallies.total), ==,
                    f->tallies.own.counts[GSCOPE_LOSS_EVICTED]);
  g_assert_cmpuint (f->tallies.own.gaps, ==, 1);
}

#define ADD(name, func) g_test_add ("/record-merge/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("restart", test_restart);
  ADD ("evicted", test_evicted);
  return g_test_run ();
}
