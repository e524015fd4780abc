/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Several parameters that are written together, here and in another process. */

#include "support/share-bed.h"
#include "support/test-remote.h"

#include <gscope/carrier/message.h>
#include <string.h>

/* The outcome of the writes of a test. */
typedef struct
{
  GscopeWrites *writes;
  gboolean is_done;
  GError *error;
} Outcome;

static void
outcome_clear (Outcome *outcome)
{
  g_clear_object (&outcome->writes);
  g_clear_error (&outcome->error);
}

static void
on_applied (GObject *object, GAsyncResult *result, gpointer data)
{
  Outcome *outcome = data;

  outcome->is_done = TRUE;
  g_assert_true (gscope_writes_apply_finish (GSCOPE_WRITES (object), result, &outcome->error)
                 == !outcome->error);
}

/* Begins to write gain and knob. */
static void
write_both (GscopeSource *source, double gain, gint64 knob, Outcome *outcome)
{
  outcome->writes = gscope_writes_new (source);
  g_assert_true (gscope_writes_add (outcome->writes, gscope_source_find_parameter (source, "gain"),
                                    g_variant_new_double (gain), NULL));
  g_assert_true (gscope_writes_add (outcome->writes,
                                    gscope_source_find_parameter (source, "panel/knob"),
                                    g_variant_new_int64 (knob), NULL));
  gscope_writes_apply_async (outcome->writes, "tuner", NULL, on_applied, outcome);
  run_pending ();
}

static void
assert_values (GscopeSource *source, double gain, double knob)
{
  g_assert_cmpfloat (gscope_parameter_get_number (gscope_source_find_parameter (source, "gain")),
                     ==, gain);
  g_assert_cmpfloat (
      gscope_parameter_get_number (gscope_source_find_parameter (source, "panel/knob")), ==, knob);
}

/* Accepts a number of held verbs with the values that they have. */
static void
accept (ShareBed *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (scripted_source_count (f->served), ==, 1);
      scripted_source_accept (f->served, NULL);
      run_pending ();
    }
}

static void
refuse (ShareBed *f, const char *reason)
{
  scripted_source_refuse (f->served, reason);
  run_pending ();
}

static void
start (ShareBed *f)
{
  ShareAnswer answer = { 0 };

  gscope_source_start_async (f->remote, NULL, share_answer_started, &answer);
  run_pending ();
  g_assert_no_error (answer.error);
  g_assert_true (answer.is_done);
}

static void
assert_contains (const char *text, const char *part)
{
  if (!strstr (text, part))
    g_error ("“%s” is not in: %s", part, text);
}

static void
assert_refused (Outcome *outcome, guint index, const char *reason)
{
  const GError *error = gscope_writes_get_error (outcome->writes, index);

  g_assert_nonnull (error);
  assert_contains (error->message, reason);
}

/* Each test runs with the source itself and with its mirror, which must not differ. */
static GscopeSource *
get_source (ShareBed *f, gconstpointer data)
{
  if (!data)
    return f->source;
  start (f);
  return f->remote;
}

static void
test_accepted (ShareBed *f, gconstpointer data)
{
  GscopeSource *source = get_source (f, data);
  Outcome outcome = { 0 };

  scripted_source_hold (f->served);
  write_both (source, 2, 60, &outcome);
  g_assert_cmpint (gscope_parameter_get_state (gscope_source_find_parameter (source, "gain")), ==,
                   GSCOPE_PARAMETER_STATE_PENDING);
  /* two checks, and the first apply; nothing is in force before the last one */
  accept (f, 3);
  assert_values (f->source, 1, 50);
  scripted_source_accept (f->served, g_variant_new_int64 (61));
  run_pending ();
  g_assert_true (outcome.is_done);
  g_assert_no_error (outcome.error);
  g_assert_null (gscope_writes_get_error (outcome.writes, 0));
  assert_values (f->source, 2, 61);
  assert_values (source, 2, 61);
  outcome_clear (&outcome);
}

static void
test_unchecked (ShareBed *f, gconstpointer data)
{
  GscopeSource *source = get_source (f, data);
  Outcome outcome = { 0 };

  scripted_source_hold (f->served);
  write_both (source, 2, 60, &outcome);
  accept (f, 1);
  refuse (f, "too far");
  g_assert_true (outcome.is_done);
  g_assert_error (outcome.error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  assert_refused (&outcome, 0, "another value was refused: there/panel/knob: too far");
  assert_refused (&outcome, 1, "too far");
  assert_values (source, 1, 50);
  /* the applies never came to the source */
  g_assert_cmpuint (scripted_source_count (f->served), ==, 0);
  outcome_clear (&outcome);
}

static void
test_restored (ShareBed *f, gconstpointer data)
{
  GscopeSource *source = get_source (f, data);
  Outcome outcome = { 0 };

  scripted_source_hold (f->served);
  write_both (source, 2, 60, &outcome);
  accept (f, 3);
  refuse (f, "too hot");
  g_assert_cmpfloat (g_variant_get_double (scripted_source_peek (f->served)), ==, 1);
  g_assert_false (outcome.is_done);
  accept (f, 1);
  g_assert_true (outcome.is_done);
  assert_refused (&outcome, 0, "another value was refused");
  assert_refused (&outcome, 1, "too hot");
  assert_values (f->source, 1, 50);
  assert_values (source, 1, 50);
  outcome_clear (&outcome);
}

static void
test_not_restored (ShareBed *f, gconstpointer data)
{
  GscopeSource *source = get_source (f, data);
  Outcome outcome = { 0 };

  scripted_source_hold (f->served);
  write_both (source, 2, 60, &outcome);
  accept (f, 3);
  refuse (f, "too hot");
  refuse (f, "stuck");
  g_assert_true (outcome.is_done);
  assert_contains (outcome.error->message, "there/panel/knob: too hot");
  assert_contains (outcome.error->message,
                   "there/gain could not be restored and stays at 2: stuck");
  /* the value that is in force is shown, and counts as written */
  g_assert_null (gscope_writes_get_error (outcome.writes, 0));
  assert_refused (&outcome, 1, "too hot");
  assert_values (f->source, 2, 50);
  assert_values (source, 2, 50);
  outcome_clear (&outcome);
}

static void
test_busy (ShareBed *f, gconstpointer data)
{
  GscopeSource *source = get_source (f, data);
  Outcome outcome = { 0 };

  scripted_source_hold (f->served);
  gscope_parameter_write_async (gscope_source_find_parameter (source, "gain"),
                                g_variant_new_double (3), "slider", NULL, NULL, NULL);
  write_both (source, 2, 60, &outcome);
  g_assert_true (outcome.is_done);
  g_assert_error (outcome.error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED);
  accept (f, 1);
  assert_values (source, 3, 50);
  outcome_clear (&outcome);
}

static void
test_removed (ShareBed *f, gconstpointer data)
{
  Outcome outcome = { 0 };

  scripted_source_hold (f->served);
  write_both (f->source, 2, 60, &outcome);
  accept (f, 2);
  gscope_source_remove_parameter (f->source,
                                  gscope_source_find_parameter (f->source, "panel/knob"));
  run_pending ();
  /* the apply of gain, which then is taken back */
  accept (f, 2);
  g_assert_true (outcome.is_done);
  g_assert_nonnull (outcome.error);
  g_assert_cmpfloat (gscope_parameter_get_number (gscope_source_find_parameter (f->source, "gain")),
                     ==, 1);
  outcome_clear (&outcome);
}

static void
test_wrong_values (ShareBed *f, gconstpointer data)
{
  g_autoptr (GscopeWrites) writes = gscope_writes_new (f->source);
  GscopeParameter *gain = gscope_source_find_parameter (f->source, "gain");
  Outcome outcome = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_writes_add (writes, gain, g_variant_new_double (99), &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_true (gscope_writes_add (writes, gain, g_variant_new_double (5), NULL));
  g_assert_false (gscope_writes_add (writes, gain, g_variant_new_double (6), &error));
  assert_contains (error->message, "two values");
  g_assert_cmpuint (gscope_writes_get_n (writes), ==, 1);

  outcome.writes = gscope_writes_new (f->source);
  gscope_writes_apply_async (outcome.writes, NULL, NULL, on_applied, &outcome);
  run_pending ();
  g_assert_true (outcome.is_done);
  g_assert_no_error (outcome.error);
  outcome_clear (&outcome);
}

/* Somebody has changed a parameter that the mirror does not know yet. */
static void
test_stale (ShareBed *f, gconstpointer data)
{
  Outcome outcome = { 0 };

  start (f);
  gscope_parameter_notice (gscope_source_find_parameter (f->source, "gain"),
                           g_variant_new_double (7), "sysctl");
  write_both (f->remote, 2, 60, &outcome);
  g_assert_error (outcome.error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED);
  assert_refused (&outcome, 0, "changed the value to 7");
  assert_refused (&outcome, 1, "another value was refused");
  assert_values (f->source, 7, 50);
  assert_values (f->remote, 7, 50);
  outcome_clear (&outcome);

  write_both (f->remote, 2, 60, &outcome);
  g_assert_no_error (outcome.error);
  assert_values (f->source, 2, 60);
  outcome_clear (&outcome);
}

/* The connection ends between two applies: the first is taken back at the other end. */
static void
test_cut (ShareBed *f, gconstpointer data)
{
  Outcome outcome = { 0 };

  start (f);
  scripted_source_hold (f->served);
  write_both (f->remote, 2, 60, &outcome);
  accept (f, 2);
  gscope_server_close (f->server);
  run_pending ();
  g_assert_true (outcome.is_done);
  g_assert_nonnull (outcome.error);
  accept (f, 1);
  g_assert_cmpfloat (g_variant_get_double (scripted_source_peek (f->served)), ==, 1);
  accept (f, 1);
  g_assert_cmpuint (scripted_source_count (f->served), ==, 0);
  assert_values (f->source, 1, 50);
  outcome_clear (&outcome);
}

static void
add (const char *path, void (*test) (ShareBed *, gconstpointer))
{
  g_autofree char *far = g_strdup_printf ("/writes/remote/%s", path);
  g_autofree char *near = g_strdup_printf ("/writes/local/%s", path);

  g_test_add (near, ShareBed, NULL, share_bed_set_up, test, share_bed_tear_down);
  g_test_add (far, ShareBed, "remote", share_bed_set_up, test, share_bed_tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("accepted", test_accepted);
  add ("unchecked", test_unchecked);
  add ("restored", test_restored);
  add ("not-restored", test_not_restored);
  add ("busy", test_busy);
  g_test_add ("/writes/removed", ShareBed, NULL, share_bed_set_up, test_removed,
              share_bed_tear_down);
  g_test_add ("/writes/wrong-values", ShareBed, NULL, share_bed_set_up, test_wrong_values,
              share_bed_tear_down);
  g_test_add ("/writes/stale", ShareBed, NULL, share_bed_set_up, test_stale, share_bed_tear_down);
  g_test_add ("/writes/cut", ShareBed, NULL, share_bed_set_up, test_cut, share_bed_tear_down);
  return g_test_run ();
}
