/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/digest.h>
#include <gscope/trace/gap.h>

typedef struct
{
  gint64 time;
  gint64 width;
  gsize n;
  GscopeColumn first;
} Part;

static void
keep (gint64 time, gint64 width, const GscopeColumn *columns, gsize n, gpointer data)
{
  Part part = { time, width, n, columns[0] };

  g_array_append_val ((GArray *) data, part);
}

static void
assert_part (GArray *parts, guint i, gint64 time, gint64 width, gsize n, guint64 count)
{
  const Part *part = &g_array_index (parts, Part, i);

  g_assert_cmpuint (parts->len, >, i);
  g_assert_cmpint (part->time, ==, time);
  g_assert_cmpint (part->width, ==, width);
  g_assert_cmpuint (part->n, ==, n);
  g_assert_cmpuint (part->first.count, ==, count);
}

/* Empty columns are left out; a gap is one wide column. */
static void
test_parts (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  const double values[] = { 1, 2, 3, 4, 5 };
  GscopeGapCause cause;

  gscope_trace_append (trace, (const gint64[]){ 5, 12, 13, 70, 95 }, values, 3);
  gscope_trace_append_gap (trace, 25, GSCOPE_GAP_CAUSE_TICK);
  gscope_trace_append (trace, (const gint64[]){ 70, 95 }, values + 3, 2);
  gscope_trace_digest (trace, 0, 10, 9, keep, parts);
  g_assert_cmpuint (parts->len, ==, 3);
  assert_part (parts, 0, 30, 40, 1, 0);
  g_assert_true (gscope_gap_from_value (g_array_index (parts, Part, 0).first.min, &cause));
  g_assert_cmpint (cause, ==, GSCOPE_GAP_CAUSE_TICK);
  assert_part (parts, 1, 0, 10, 3, 1);
  assert_part (parts, 2, 70, 10, 1, 1);

  g_array_set_size (parts, 0);
  gscope_trace_digest_before (trace, 10, keep, parts);
  gscope_trace_digest_after (trace, 90, keep, parts);
  g_assert_cmpuint (parts->len, ==, 2);
  assert_part (parts, 0, 5, 1, 1, 1);
  assert_part (parts, 1, 95, 1, 1, 1);
  gscope_trace_digest_before (trace, 5, keep, parts);
  gscope_trace_digest_after (trace, 96, keep, parts);
  g_assert_cmpuint (parts->len, ==, 2);
}

/* A gap that lasts reaches the end; one within a column has no columns of its own. */
static void
test_gaps (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  const double value = 1;

  gscope_trace_append_regular (trace, 0, 0, &value, 1);
  gscope_trace_append_gap (trace, 2, GSCOPE_GAP_CAUSE_TICK);
  gscope_trace_append_regular (trace, 8, 0, &value, 1);
  gscope_trace_append_gap (trace, 20, GSCOPE_GAP_CAUSE_STOPPED);
  gscope_trace_digest (trace, 0, 10, 100, keep, parts);
  g_assert_cmpuint (parts->len, ==, 3);
  assert_part (parts, 0, 30, 970, 1, 0);
  assert_part (parts, 1, 0, 10, 1, 3);
  assert_part (parts, 2, 20, 10, 1, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/digest/parts", test_parts);
  g_test_add_func ("/digest/gaps", test_gaps);
  return g_test_run ();
}
