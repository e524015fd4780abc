/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include <math.h>

/* The result of a write or a check. */
typedef struct
{
  guint n;
  GVariant *value;
  char *verdict;
  GError *error;
} Answer;

static void
answer_clear (Answer *answer)
{
  g_clear_pointer (&answer->value, g_variant_unref);
  g_clear_pointer (&answer->verdict, g_free);
  g_clear_error (&answer->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, answer_clear)

static void
on_answer (GObject *object, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->n++;
  answer->value = gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &answer->error);
}

static void
on_check (GObject *object, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->n++;
  answer->value = gscope_parameter_check_finish (GSCOPE_PARAMETER (object), result,
                                                 &answer->verdict, &answer->error);
}

static void
write_double (GscopeParameter *parameter, double value, Answer *answer)
{
  gscope_parameter_write_async (parameter, g_variant_new_double (value), "tester", NULL, on_answer,
                                answer);
}

/* A line for each ::written, such as "1 ? 2 = 2 (tester)". */
static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, GString *log)
{
  g_autofree char *old_text = gscope_parameter_format (parameter, old);
  g_autofree char *asked_text = gscope_parameter_format (parameter, asked);
  g_autofree char *text = value ? gscope_parameter_format (parameter, value) : g_strdup (reason);

  g_string_append_printf (log, "%s ? %s = %s (%s)\n", old_text, asked_text, text, writer);
}

typedef struct
{
  GscopeClock *clock;
  ScriptedSource *source;
  GscopeParameter *gain;
  GString *log;
  GPtrArray *markers;
} Fixture;

static void
on_marker (GscopeSource *source, GscopeMarker *marker, Fixture *f)
{
  g_assert_cmpint (gscope_marker_get_kind (marker), ==,
                   f->source ? GSCOPE_MARKER_KIND_PENDING : GSCOPE_MARKER_KIND_WRITE);
  g_ptr_array_add (f->markers, g_object_ref (marker));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->source = scripted_source_new ("lab");
  scripted_source_hold (f->source);
  f->gain = g_object_ref (gscope_source_find_parameter (GSCOPE_SOURCE (f->source), "gain"));
  f->log = g_string_new (NULL);
  f->markers = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect (f->gain, "written", G_CALLBACK (on_written), f->log);
  g_signal_connect (f->source, "marker-added", G_CALLBACK (on_marker), f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_cmpuint (scripted_source_count (f->source), ==, 0);
  g_assert_finalize_object (g_steal_pointer (&f->source));
  run_pending ();
  g_assert_finalize_object (g_steal_pointer (&f->gain));
  g_string_free (f->log, TRUE);
  g_ptr_array_unref (f->markers);
}

static void
assert_marker (Fixture *f, guint index, GscopeMarkerKind kind, const char *label,
               const char *detail)
{
  GscopeMarker *marker;

  g_assert_cmpuint (index, <, f->markers->len);
  marker = f->markers->pdata[index];
  g_assert_cmpint (gscope_marker_get_kind (marker), ==, kind);
  g_assert_cmpstr (gscope_marker_get_subject (marker), ==, "lab/gain");
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, label);
  g_assert_cmpstr (gscope_marker_get_detail (marker), ==, detail);
}

static void
count_notify (GObject *object, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

static void
test_unowned (void)
{
  g_autoptr (GscopeParameter) p = gscope_parameter_new_double ("gain", 0, 10, 1);
  g_auto (Answer) good = { 0 };
  g_auto (Answer) bad = { 0 };
  guint n = 0;

  g_signal_connect (p, "notify::value", G_CALLBACK (count_notify), &n);
  write_double (p, 2, &good);
  g_assert_cmpfloat (gscope_parameter_get_number (p), ==, 2);
  g_assert_cmpint (gscope_parameter_get_state (p), ==, GSCOPE_PARAMETER_STATE_IN_SYNC);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (good.n, ==, 0);

  write_double (p, 11, &bad);
  g_assert_cmpfloat (gscope_parameter_get_number (p), ==, 2);
  g_assert_cmpint (gscope_parameter_get_state (p), ==, GSCOPE_PARAMETER_STATE_REFUSED);
  g_assert_nonnull (strstr (gscope_parameter_get_reason (p), "from 0 to 10"));
  g_assert_cmpfloat (g_variant_get_double (gscope_parameter_get_asked (p)), ==, 11);
  g_assert_cmpfloat (g_variant_get_double (gscope_parameter_get_default (p)), ==, 1);

  run_pending ();
  g_assert_cmpfloat (g_variant_get_double (good.value), ==, 2);
  g_assert_error (bad.error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_pending (Fixture *f, gconstpointer data)
{
  g_auto (Answer) answer = { 0 };

  write_double (f->gain, 2.25, &answer);
  run_pending ();
  g_assert_cmpint (gscope_parameter_get_state (f->gain), ==, GSCOPE_PARAMETER_STATE_PENDING);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 1);
  g_assert_cmpfloat (g_variant_get_double (gscope_parameter_get_asked (f->gain)), ==, 2.25);
  g_assert_cmpuint (answer.n, ==, 0);
  assert_marker (f, 0, GSCOPE_MARKER_KIND_PENDING, "gain 1 → 2.25 V", "tester");

  /* It rounds: what was read back counts, in range or not. */
  scripted_source_accept (f->source, g_variant_new_double (2));
  run_pending ();
  g_assert_cmpint (gscope_parameter_get_state (f->gain), ==, GSCOPE_PARAMETER_STATE_IN_SYNC);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 2);
  g_assert_cmpfloat (g_variant_get_double (answer.value), ==, 2);
  g_assert_cmpstr (f->log->str, ==, "1 ? 2.25 = 2 (tester)\n");
  assert_marker (f, 0, GSCOPE_MARKER_KIND_WRITE, "gain 1 → 2 V", "tester");
  g_assert_cmpuint (f->markers->len, ==, 1);
}

static void
test_refused (Fixture *f, gconstpointer data)
{
  g_auto (Answer) answer = { 0 };
  g_auto (Answer) again = { 0 };

  write_double (f->gain, 2, &answer);
  scripted_source_refuse (f->source, "the fuse is blown");
  run_pending ();
  g_assert_error (answer.error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_cmpint (gscope_parameter_get_state (f->gain), ==, GSCOPE_PARAMETER_STATE_REFUSED);
  g_assert_cmpstr (gscope_parameter_get_reason (f->gain), ==, "the fuse is blown");
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 1);
  g_assert_cmpstr (f->log->str, ==, "1 ? 2 = the fuse is blown (tester)\n");
  assert_marker (f, 0, GSCOPE_MARKER_KIND_REFUSED, "gain 1 → 2 V", "the fuse is blown");

  write_double (f->gain, 3, &again);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_assert_null (gscope_parameter_get_reason (f->gain));
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 3);
}

static void
test_wrong_answer (Fixture *f, gconstpointer data)
{
  g_auto (Answer) answer = { 0 };

  write_double (f->gain, 2, &answer);
  scripted_source_accept (f->source, g_variant_new_string ("two"));
  run_pending ();
  g_assert_error (answer.error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 1);
}

static void
test_supersede (Fixture *f, gconstpointer data)
{
  Answer answers[4] = { { 0 } };

  for (int i = 0; i < 4; i++)
    write_double (f->gain, i + 2, &answers[i]);
  g_assert_cmpuint (scripted_source_count (f->source), ==, 1);
  run_pending ();
  g_assert_cmpuint (answers[0].n, ==, 0);
  g_assert_error (answers[1].error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED);
  g_assert_error (answers[2].error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED);
  g_assert_cmpuint (answers[3].n, ==, 0);

  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_assert_cmpfloat (g_variant_get_double (answers[0].value), ==, 2);
  g_assert_cmpint (gscope_parameter_get_state (f->gain), ==, GSCOPE_PARAMETER_STATE_PENDING);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 2);
  g_assert_cmpfloat (g_variant_get_double (scripted_source_peek (f->source)), ==, 5);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_assert_cmpfloat (g_variant_get_double (answers[3].value), ==, 5);
  g_assert_cmpstr (f->log->str, ==, "1 ? 2 = 2 (tester)\n2 ? 5 = 5 (tester)\n");
  assert_marker (f, 0, GSCOPE_MARKER_KIND_WRITE, "gain 1 → 5 V", "tester");
  g_assert_cmpuint (f->markers->len, ==, 1);
  for (int i = 0; i < 4; i++)
    answer_clear (&answers[i]);
}

static void
test_drag (Fixture *f, gconstpointer data)
{
  g_auto (Answer) answer = { 0 };

  gscope_parameter_begin_drag (f->gain);
  for (int i = 2; i <= 4; i++)
    gscope_parameter_write_async (f->gain, g_variant_new_double (i), "slider", NULL, NULL, NULL);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  scripted_source_refuse (f->source, "too fast");
  run_pending ();
  gscope_parameter_write_async (f->gain, g_variant_new_double (6), "slider", NULL, NULL, NULL);
  write_double (f->gain, 7, &answer);
  gscope_parameter_end_drag (f->gain);
  run_pending ();
  g_assert_cmpstr (f->log->str, ==, "");

  /* The last write of the drag is still in flight. */
  scripted_source_accept (f->source, NULL);
  run_pending ();
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_assert_cmpuint (answer.n, ==, 1);
  g_assert_cmpstr (f->log->str, ==, "1 ? 7 = 7 (tester)\n");
  g_assert_cmpuint (f->markers->len, ==, 1);
  assert_marker (f, 0, GSCOPE_MARKER_KIND_WRITE, "gain 1 → 7 V", "tester");
}

static void
test_drag_and_write (Fixture *f, gconstpointer data)
{
  gscope_parameter_begin_drag (f->gain);
  gscope_parameter_write_async (f->gain, g_variant_new_double (2), "slider", NULL, NULL, NULL);
  gscope_parameter_end_drag (f->gain);
  gscope_parameter_write_async (f->gain, g_variant_new_double (3), "script", NULL, NULL, NULL);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_assert_cmpstr (f->log->str, ==, "1 ? 2 = 2 (slider)\n2 ? 3 = 3 (script)\n");

  /* A drag that wrote nothing is none; one that is answered ends at once. */
  gscope_parameter_begin_drag (f->gain);
  gscope_parameter_end_drag (f->gain);
  gscope_parameter_begin_drag (f->gain);
  gscope_parameter_write_async (f->gain, g_variant_new_double (4), "slider", NULL, NULL, NULL);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_string_truncate (f->log, 0);
  gscope_parameter_end_drag (f->gain);
  g_assert_cmpstr (f->log->str, ==, "3 ? 4 = 4 (slider)\n");
  g_assert_cmpuint (f->markers->len, ==, 3);
}

static void
rewrite (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
         const char *reason, const char *writer, gpointer data)
{
  if (gscope_parameter_get_number (parameter) < 4)
    gscope_parameter_write_async (
        parameter, g_variant_new_double (gscope_parameter_get_number (parameter) + 1), "echo", NULL,
        NULL, NULL);
}

static void
test_write_when_written (Fixture *f, gconstpointer data)
{
  g_auto (Answer) answer = { 0 };

  g_signal_connect (f->gain, "written", G_CALLBACK (rewrite), NULL);
  write_double (f->gain, 2, &answer);
  while (scripted_source_count (f->source) > 0)
    {
      scripted_source_accept (f->source, NULL);
      run_pending ();
    }
  g_assert_cmpstr (f->log->str, ==, "1 ? 2 = 2 (tester)\n2 ? 3 = 3 (echo)\n3 ? 4 = 4 (echo)\n");
}

static void
test_source_goes (Fixture *f, gconstpointer data)
{
  g_auto (Answer) first = { 0 };
  g_auto (Answer) second = { 0 };
  g_auto (Answer) check = { 0 };

  write_double (f->gain, 2, &first);
  write_double (f->gain, 3, &second);
  gscope_parameter_check_async (f->gain, g_variant_new_double (2), NULL, on_check, &check);
  gscope_source_remove_parameter (GSCOPE_SOURCE (f->source), f->gain);
  g_assert_cmpint (gscope_parameter_get_state (f->gain), ==, GSCOPE_PARAMETER_STATE_REFUSED);
  run_pending ();
  g_assert_error (first.error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_error (second.error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_cmpint (gscope_marker_get_kind (f->markers->pdata[0]), ==, GSCOPE_MARKER_KIND_REFUSED);

  /* Answers that come too late are dropped. */
  scripted_source_accept (f->source, NULL);
  scripted_source_accept (f->source, NULL);
  run_pending ();
  g_assert_cmpuint (first.n, ==, 1);
  g_assert_error (check.error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 1);
}

static void
test_source_disposed (void)
{
  ScriptedSource *source = scripted_source_new ("lab");
  g_autoptr (GscopeParameter) gain =
      g_object_ref (gscope_source_find_parameter (GSCOPE_SOURCE (source), "gain"));
  g_auto (Answer) answer = { 0 };

  scripted_source_hold (source);
  write_double (gain, 2, &answer);
  g_object_run_dispose (G_OBJECT (source));
  scripted_source_accept (source, NULL);
  g_object_unref (source);
  run_pending ();
  g_assert_error (answer.error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
}

static void
test_check (Fixture *f, gconstpointer data)
{
  g_auto (Answer) good = { 0 };
  g_auto (Answer) said = { 0 };
  g_auto (Answer) bad = { 0 };
  g_auto (Answer) invalid = { 0 };

  gscope_parameter_check_async (f->gain, g_variant_new_int64 (2), NULL, on_check, &good);
  gscope_parameter_check_async (f->gain, g_variant_new_double (4), NULL, on_check, &said);
  gscope_parameter_check_async (f->gain, g_variant_new_double (3), NULL, on_check, &bad);
  gscope_parameter_check_async (f->gain, g_variant_new_double (-3), NULL, on_check, &invalid);
  scripted_source_accept (f->source, g_variant_new_double (1.5));
  scripted_source_accept_saying (f->source, NULL, "4 of 10");
  scripted_source_refuse (f->source, "no");
  run_pending ();
  g_assert_cmpfloat (g_variant_get_double (good.value), ==, 1.5);
  g_assert_null (good.verdict);
  g_assert_cmpfloat (g_variant_get_double (said.value), ==, 4);
  g_assert_cmpstr (said.verdict, ==, "4 of 10");
  g_assert_error (bad.error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_error (invalid.error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_cmpfloat (gscope_parameter_get_number (f->gain), ==, 1);
  g_assert_cmpuint (f->markers->len, ==, 0);
}

static void
test_notice (void)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  g_autoptr (GscopeParameter) gain = gscope_parameter_new_double ("gain", 0, 10, 1);
  g_autoptr (GString) log = g_string_new (NULL);
  Fixture f = { .gain = gain, .markers = g_ptr_array_new_with_free_func (g_object_unref) };

  g_assert_true (gscope_source_add_parameter (source, gain, NULL));
  g_signal_connect (gain, "written", G_CALLBACK (on_written), log);
  g_signal_connect (source, "marker-added", G_CALLBACK (on_marker), &f);
  gscope_parameter_notice (gain, g_variant_new_double (1), "admin");
  gscope_parameter_notice (gain, g_variant_new_string ("x"), "admin");
  g_assert_cmpstr (log->str, ==, "");
  /* Somebody else is not bound by the range. */
  gscope_parameter_notice (gain, g_variant_new_double (20), "admin");
  g_assert_cmpstr (log->str, ==, "1 ? 20 = 20 (admin)\n");
  assert_marker (&f, 0, GSCOPE_MARKER_KIND_WRITE, "gain 1 → 20", "admin");
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 20);
  g_ptr_array_unref (f.markers);
}

static void
notice_at (GscopeParameter *parameter, double value, const char *writer, GscopeClock *clock,
           gint64 pause)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), pause);
  gscope_parameter_notice (parameter, g_variant_new_double (value), writer);
}

/* A controller that writes again and again has one marker, as a drag has. */
static void
test_notice_again (void)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (GSCOPE_SEC);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  g_autoptr (GscopeParameter) gain = gscope_parameter_new_double ("gain", 0, 100, 1);
  g_autoptr (GString) log = g_string_new (NULL);
  Fixture f = { .gain = gain, .markers = g_ptr_array_new_with_free_func (g_object_unref) };

  g_assert_true (gscope_source_add_parameter (source, gain, NULL));
  gscope_scope_add_source (scope, source);
  g_signal_connect (gain, "written", G_CALLBACK (on_written), log);
  g_signal_connect (source, "marker-added", G_CALLBACK (on_marker), &f);
  for (guint i = 2; i <= 9; i++)
    notice_at (gain, i, NULL, clock, GSCOPE_SEC);
  g_assert_cmpuint (f.markers->len, ==, 1);
  assert_marker (&f, 0, GSCOPE_MARKER_KIND_WRITE, "gain 1 → 9", "");
  g_assert_cmpint (gscope_marker_get_time (f.markers->pdata[0]), ==, 2 * GSCOPE_SEC);
  g_assert_true (g_str_has_suffix (log->str, "8 ? 9 = 9 ((null))\n"));
  /* somebody else, and after a while */
  notice_at (gain, 20, "admin", clock, GSCOPE_SEC);
  notice_at (gain, 21, "admin", clock, 3 * GSCOPE_SEC);
  g_assert_cmpuint (f.markers->len, ==, 3);
  assert_marker (&f, 2, GSCOPE_MARKER_KIND_WRITE, "gain 20 → 21", "admin");
  g_ptr_array_unref (f.markers);
}

static void
on_refreshed (GObject *object, GAsyncResult *result, gpointer data)
{
  *(gboolean *) data = gscope_source_refresh_finish (GSCOPE_SOURCE (object), result, NULL);
}

static void
test_words (void)
{
  gboolean on = FALSE;
  gint size = 0;
  gint64 large = 0;
  double gain = 0;
  gint16 small = 0;
  float share = 0;
  gboolean refreshed = FALSE;
  g_autoptr (GscopeSource) source = gscope_source_new ("lab");
  GscopeParameter *parameters[] = {
    gscope_parameter_new_boolean ("on", TRUE),
    gscope_parameter_new_integer ("size", 0, 100, 5),
    gscope_parameter_new_integer ("large", 0, G_MAXINT64, G_MAXINT64),
    gscope_parameter_new_double ("gain", 0, 1, 0.5),
    gscope_parameter_new_integer ("small", -9, 9, -7),
    gscope_parameter_new_double ("share", 0, 1, 0.1),
  };

  gscope_parameter_bind_boolean (parameters[0], &on);
  gscope_parameter_bind_integer (parameters[1], &size);
  gscope_parameter_bind_int64 (parameters[2], &large);
  gscope_parameter_bind_double (parameters[3], &gain);
  gscope_parameter_bind_short (parameters[4], &small);
  gscope_parameter_bind_float (parameters[5], &share);
  g_assert_cmpint (small, ==, -7);
  g_assert_cmpfloat (share, ==, 0.1f);
  g_assert_true (on);
  g_assert_cmpint (size, ==, 5);
  g_assert_cmpint (large, ==, G_MAXINT64);
  g_assert_cmpfloat (gain, ==, 0.5);

  for (guint i = 0; i < G_N_ELEMENTS (parameters); i++)
    g_assert_true (gscope_source_add_parameter (source, parameters[i], NULL));
  gscope_parameter_write_async (parameters[1], g_variant_new_int64 (9), NULL, NULL, NULL, NULL);
  gscope_parameter_write_async (parameters[3], g_variant_new_double (7), NULL, NULL, NULL, NULL);
  run_pending ();
  g_assert_cmpint (size, ==, 9);
  g_assert_cmpfloat (gain, ==, 0.5);

  on = FALSE;
  gain = 0.25;
  small = 3;
  gscope_source_refresh_async (source, NULL, on_refreshed, &refreshed);
  run_pending ();
  g_assert_true (refreshed);
  g_assert_false (g_variant_get_boolean (gscope_parameter_get_value (parameters[0])));
  g_assert_cmpfloat (gscope_parameter_get_number (parameters[3]), ==, 0.25);
  g_assert_cmpfloat (gscope_parameter_get_number (parameters[4]), ==, 3);
  /* a float that holds the stored value has not changed */
  g_assert_cmpfloat (gscope_parameter_get_number (parameters[5]), ==, 0.1);
  gscope_source_remove_parameter (source, parameters[1]);
  for (guint i = 0; i < G_N_ELEMENTS (parameters); i++)
    g_object_unref (parameters[i]);
}

typedef struct
{
  double value;
  int n_writes;
  int n_destroyed;
} Knob;

static double
turn_knob (gboolean write, double value, gpointer data)
{
  Knob *knob = data;

  if (write)
    {
      knob->n_writes++;
      knob->value = MIN (value, 5);
    }
  return knob->value;
}

static void
destroy_knob (gpointer data)
{
  ((Knob *) data)->n_destroyed++;
}

/* The result of a function is the value, whatever was requested. */
static void
test_func (void)
{
  Knob knob = { .value = 4 }, other = { .value = 1 };
  GscopeSource *source = gscope_source_new ("lab");
  GscopeParameter *p = gscope_parameter_new_integer ("knob", 0, 10, 0);

  gscope_parameter_bind_func (p, turn_knob, &knob, destroy_knob);
  g_assert_cmpfloat (gscope_parameter_get_number (p), ==, 4);
  g_assert_true (gscope_source_add_parameter (source, p, NULL));
  gscope_parameter_write_async (p, g_variant_new_int64 (11), NULL, NULL, NULL, NULL);
  run_pending ();
  g_assert_cmpint (knob.n_writes, ==, 0);
  gscope_parameter_write_async (p, g_variant_new_int64 (9), NULL, NULL, NULL, NULL);
  run_pending ();
  g_assert_cmpint (knob.n_writes, ==, 1);
  g_assert_cmpfloat (gscope_parameter_get_number (p), ==, 5);
  knob.value = 2;
  gscope_source_refresh_async (source, NULL, NULL, NULL);
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (p), ==, 2);
  gscope_parameter_bind_func (p, turn_knob, &other, destroy_knob);
  g_assert_cmpint (knob.n_destroyed, ==, 1);
  g_assert_cmpfloat (gscope_parameter_get_number (p), ==, 1);
  g_assert_finalize_object (source);
  g_assert_finalize_object (p);
  g_assert_cmpint (other.n_destroyed, ==, 1);
}

static void
turn_knob_out (gboolean write, double value, double *result, gpointer data)
{
  *result = turn_knob (write, value, data);
}

static void
test_out_func (void)
{
  Knob knob = { .value = 4.5 };
  GscopeSource *source = gscope_source_new ("lab");
  GscopeParameter *p = gscope_parameter_new_double ("knob", 0, 10, 0);

  gscope_parameter_bind_out_func (p, turn_knob_out, &knob, destroy_knob);
  g_assert_cmpfloat (gscope_parameter_get_number (p), ==, 4.5);
  g_assert_true (gscope_source_add_parameter (source, p, NULL));
  gscope_parameter_write_async (p, g_variant_new_double (9), NULL, NULL, NULL, NULL);
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (p), ==, 5);
  g_assert_finalize_object (source);
  g_assert_finalize_object (p);
  g_assert_cmpint (knob.n_destroyed, ==, 1);
}

static void
test_properties (void)
{
  g_autoptr (GscopeParameter) p = gscope_parameter_new_double ("gain", 1, 10, 1);
  const char *names[] = { "title", "description", "group", "role", "unit" };
  guint n = 0;

  g_assert_cmpstr (gscope_parameter_get_title (p), ==, "gain");
  g_signal_connect (p, "notify", G_CALLBACK (count_notify), &n);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = NULL;

      g_object_set (p, names[i], "ohm", NULL);
      g_object_set (p, names[i], "ohm", NULL);
      g_object_get (p, names[i], &text, NULL);
      g_assert_cmpstr (text, ==, "ohm");
    }
  g_object_set (p, "step", 0.5, "logarithmic", TRUE, NULL);
  g_assert_cmpuint (n, ==, 7);
  g_assert_true (gscope_parameter_get_logarithmic (p));
}

static GscopeSignal *
add_signal (GscopeSource *source, const char *group, const char *name, const char *role)
{
  GscopeSignal *signal = gscope_signal_new_buffered (name);

  gscope_signal_set_group (signal, group);
  gscope_signal_set_role (signal, role);
  gscope_source_add_signal (source, signal, NULL);
  g_object_unref (signal);
  return signal;
}

static gboolean
steers (GscopeParameter *parameter, const char *name, GscopeSignal *signal)
{
  const char *names[] = { "none", name, NULL };

  gscope_parameter_set_steered (parameter, names);
  return gscope_parameter_steers (parameter, signal);
}

static void
test_steered (void)
{
  g_autoptr (GscopeSource) one = gscope_source_new ("one");
  g_autoptr (GscopeSource) two = gscope_source_new ("two");
  g_autoptr (GscopeParameter) p = gscope_parameter_new_double ("p", 0, 1, 0);
  g_autoptr (GscopeParameter) grouped = gscope_parameter_new_double ("p", 0, 1, 0);
  GscopeSignal *queue = add_signal (one, NULL, "queue", "backlog");
  GscopeSignal *flow = add_signal (one, "flow", "cwnd", "window");
  GscopeSignal *other = add_signal (two, "flow", "cwnd", "window");
  guint n = 0;

  gscope_parameter_set_group (grouped, "flow");
  gscope_source_add_parameter (one, p, NULL);
  gscope_source_add_parameter (one, grouped, NULL);
  g_assert_cmpuint (g_strv_length ((GStrv) gscope_parameter_get_steered (p)), ==, 0);
  g_assert_false (gscope_parameter_steers (p, queue));
  g_signal_connect (p, "notify::steered", G_CALLBACK (count_notify), &n);
  g_assert_true (steers (p, "queue", queue));
  g_assert_true (steers (p, "queue", queue));
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (steers (p, "backlog", queue));
  g_assert_true (steers (p, "flow/cwnd", flow));
  g_assert_true (steers (p, "window", flow));
  g_assert_false (steers (p, "flow/cwnd", other));
  g_assert_false (steers (p, "window", other));
  g_assert_true (steers (p, "two/flow/cwnd", other));
  g_assert_true (steers (p, "*/cwnd", other));
  g_assert_true (steers (grouped, "window", flow));
  g_assert_false (steers (grouped, "backlog", queue));
  g_assert_true (steers (grouped, "queue", queue));
  gscope_parameter_set_steered (grouped, NULL);
  g_assert_false (gscope_parameter_steers (grouped, queue));
}

#define add(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

/* As its control shows it: with the prefix that suits the default. */
static void
test_prefix (void)
{
  g_autoptr (GscopeParameter) rate = gscope_parameter_new_double ("rate", 0, 1e10, 3e7);
  g_autoptr (GVariant) from = g_variant_ref_sink (g_variant_new_double (3e7));
  g_autoptr (GVariant) to = g_variant_ref_sink (g_variant_new_double (1.55e7));
  g_autofree char *text = NULL;
  double factor;

  gscope_parameter_set_unit (rate, "bit/s");
  text = gscope_parameter_describe_change (rate, from, to);
  g_assert_cmpstr (text, ==, "rate 30 → 15.5 Mbit/s");
  g_assert_cmpstr (gscope_parameter_get_prefix (rate, &factor), ==, "M");
  g_assert_cmpfloat (factor, ==, 1e6);
}

static void
assert_change (GscopeParameter *parameter, GVariant *from, GVariant *to, const char *expected)
{
  g_autoptr (GVariant) old = g_variant_ref_sink (from);
  g_autoptr (GVariant) new = g_variant_ref_sink (to);
  g_autofree char *text = gscope_parameter_describe_change (parameter, old, new);

  g_assert_cmpstr (text, ==, expected);
}

/* Switches are on or off, and choices have their titles. */
static void
test_change (void)
{
  static const char *const nicks[] = { "none", "full", NULL };
  static const char *const titles[] = { "Nowhere", "Everywhere", NULL };
  g_autoptr (GscopeParameter) load = gscope_parameter_new_boolean ("load", FALSE);
  g_autoptr (GscopeParameter) mode =
      gscope_parameter_new_enumeration ("mode", nicks, titles, "none");

  assert_change (load, g_variant_new_boolean (FALSE), g_variant_new_boolean (TRUE),
                 "load off → on");
  assert_change (mode, g_variant_new_string ("none"), g_variant_new_string ("full"),
                 "mode Nowhere → Everywhere");
  /* what is refused is told, too */
  assert_change (mode, g_variant_new_string ("none"), g_variant_new_string ("half"),
                 "mode Nowhere → half");
  assert_change (mode, g_variant_new_string ("none"), g_variant_new_int64 (1), "mode Nowhere → 1");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parameter/properties", test_properties);
  g_test_add_func ("/parameter/unowned", test_unowned);
  g_test_add_func ("/parameter/change", test_change);
  g_test_add_func ("/parameter/steered", test_steered);
  add ("/parameter/pending", test_pending);
  add ("/parameter/refused", test_refused);
  add ("/parameter/wrong-answer", test_wrong_answer);
  add ("/parameter/supersede", test_supersede);
  add ("/parameter/drag", test_drag);
  add ("/parameter/drag-and-write", test_drag_and_write);
  add ("/parameter/write-when-written", test_write_when_written);
  add ("/parameter/source-goes", test_source_goes);
  g_test_add_func ("/parameter/source-disposed", test_source_disposed);
  add ("/parameter/check", test_check);
  g_test_add_func ("/parameter/notice", test_notice);
  g_test_add_func ("/parameter/notice-again", test_notice_again);
  g_test_add_func ("/parameter/words", test_words);
  g_test_add_func ("/parameter/func", test_func);
  g_test_add_func ("/parameter/out-func", test_out_func);
  g_test_add_func ("/parameter/prefix", test_prefix);
  return g_test_run ();
}
