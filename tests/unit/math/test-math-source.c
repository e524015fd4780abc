/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/live-workspace.h"
#include "support/player-bed.h"
#include "support/recorder-bed.h"
#include "support/scripted-source.h"
#include <gscope/source/private.h>
#include <math.h>
#include <string.h>

#define MS GSCOPE_MSEC

/* A scope with the pushed signals "x" in ms and "y" in us, and a source "m" of math signals. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSource *source;
  GscopeProducer *x;
  GscopeProducer *y;
} Fixture;

static GscopeProducer *
add_signal (Fixture *f, const char *name, const char *unit)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, name);

  gscope_signal_set_unit (signal, unit);
  return gscope_signal_create_producer (signal);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  gscope_scope_set_delay (f->scope, 0);
  gscope_scope_set_period (f->scope, MS);
  f->x = add_signal (f, "x", "ms");
  f->y = add_signal (f, "y", "us");
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_producer_unref (f->x);
  g_clear_pointer (&f->y, gscope_producer_unref);
  g_clear_object (&f->source);
  g_object_unref (f->scope);
  g_object_unref (f->clock);
}

static gboolean
configure (GscopeSource *source, const char *signals, GError **error)
{
  g_autofree char *text = g_strdup_printf ("{'signals': <@av [%s]>}", signals);
  g_autoptr (GVariant) options = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, NULL);

  g_assert_nonnull (options);
  return gscope_source_configure (source, options, error);
}

static void
start_math (Fixture *f, const char *signals)
{
  g_autoptr (GError) error = NULL;

  f->source = GSCOPE_SOURCE (gscope_math_source_new ("m"));
  configure (f->source, signals, &error);
  g_assert_no_error (error);
  gscope_scope_add_source (f->scope, f->source);
  gscope_source_start_async (f->source, NULL, NULL, NULL);
  run_pending ();
}

/* Advances the clock to a time after 100 s, in ms, and drains. */
static void
drain_at (Fixture *f, gint64 ms)
{
  gint64 now = gscope_clock_get_time (f->clock);

  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_SEC + ms * MS - now);
  gscope_scope_drain (f->scope);
}

static void
push (Fixture *f, GscopeProducer *producer, gint64 ms, double value)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock),
                             100 * GSCOPE_SEC + ms * MS - gscope_clock_get_time (f->clock));
  g_assert_true (gscope_producer_push (producer, 100 * GSCOPE_SEC + ms * MS, value));
}

/* The trace as "ms:value", with the causes of gaps. */
static char *
describe (GscopeScope *scope, const char *name, gint64 start)
{
  GscopeSignal *signal = gscope_scope_find_signal (scope, name);
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    {
      gint64 time = gscope_trace_get_time (trace, i);
      double value = gscope_trace_get_value (trace, i);
      gsize n;

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? " " : "",
                              (time - start) / MS);
      if (isnan (value))
        g_string_append_printf (text, "!%d",
                                gscope_trace_get_gaps (trace, time, time + 1, &n)->cause);
      else
        g_string_append_printf (text, ":%g", value);
    }
  return g_strdup (text->str);
}

static void
assert_trace (Fixture *f, const char *name, const char *expected)
{
  g_autofree char *text = describe (f->scope, name, 100 * GSCOPE_SEC);

  g_assert_cmpstr (text, ==, expected);
}

#define TWO_SIGNALS                                                                                \
  "<{'name': <'sum'>, 'expression': <'x + y'>, 'title': <'Sum'>}>,"                                \
  "<{'name': <'peak'>, 'expression': <'max(m/sum, 4ms)'>, 'unit': <'furlongs'>}>"

static void
push_all (Fixture *f)
{
  push (f, f->x, 1, 1);
  push (f, f->y, 2, 1000);
  drain_at (f, 3);
  push (f, f->x, 4, 5);
  push (f, f->y, 4, 2000);
  drain_at (f, 5);
  g_assert_true (
      gscope_producer_push_gap (f->x, 100 * GSCOPE_SEC + 6 * MS, GSCOPE_GAP_CAUSE_SILENT));
  push (f, f->y, 7, 3000);
  push (f, f->x, 8, 2);
  drain_at (f, 9);
  push (f, f->x, 13, 1);
  drain_at (f, 20);
}

#define SUM "2:2 4:7 6!6 8:5 13:4"
#define PEAK "2:2 4:7 6!6 8:5 13:5"

/* Samples come as soon as no older ones can, units are computed, and gaps stay gaps with their cause. */
static void
test_live (Fixture *f, gconstpointer data)
{
  GscopeSignal *sum;

  start_math (f, TWO_SIGNALS);
  push (f, f->x, 0, 4);
  drain_at (f, 1);
  sum = gscope_scope_find_signal (f->scope, "m/sum");
  g_assert_cmpstr (gscope_signal_get_title (sum), ==, "Sum");
  g_assert_cmpstr (gscope_signal_get_unit (sum), ==, "ms");
  g_assert_cmpstr (gscope_signal_get_unit (gscope_scope_find_signal (f->scope, "m/peak")), ==,
                   "furlongs");
  g_assert_cmpint (gscope_source_get_state (f->source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  push_all (f);
  assert_trace (f, "m/sum", SUM);
  assert_trace (f, "m/peak", PEAK);
}

/* The past is computed as it would have been live. */
static void
test_past (Fixture *f, gconstpointer data)
{
  push_all (f);
  start_math (f, TWO_SIGNALS);
  drain_at (f, 21);
  drain_at (f, 22);
  assert_trace (f, "m/sum", SUM);
  assert_trace (f, "m/peak", PEAK);
}

/* A past that is too long for one call of the source comes in several. */
static void
test_long_past (Fixture *f, gconstpointer data)
{
  enum
  {
    N = 300000,
  };
  GscopeTrace *x = gscope_signal_get_trace (gscope_scope_find_signal (f->scope, "x"));
  g_autofree double *values = g_new (double, N);
  GscopeTrace *result;

  for (guint i = 0; i < N; i++)
    values[i] = i % 1000;
  gscope_trace_append_regular (x, 50 * GSCOPE_SEC, 1000, values, N);
  start_math (f, "<{'name': <'double'>, 'expression': <'x * 2'>}>");
  result = gscope_signal_get_trace (gscope_scope_find_signal (f->scope, "m/double"));
  drain_at (f, 1);
  g_assert_cmpuint (gscope_trace_get_end (result), >, 0);
  g_assert_cmpuint (gscope_trace_get_end (result), <, N);
  for (guint i = 2; i < 5; i++)
    drain_at (f, i);
  g_assert_cmpuint (gscope_trace_get_end (result), ==, N);
  for (guint i = 0; i < N; i++)
    g_assert_cmpfloat (gscope_trace_get_value (result, i), ==, 2 * values[i]);
}

/* Signals that are missing, end or come back are said; signals do not wait for each other in a circle. */
static void
test_missing (Fixture *f, gconstpointer data)
{
  GscopeSignal *y = gscope_scope_find_signal (f->scope, "y");

  start_math (f, "<{'name': <'late'>, 'expression': <'y + z'>}>,"
                 "<{'name': <'first'>, 'expression': <'m/second'>}>,"
                 "<{'name': <'second'>, 'expression': <'y * 1'>}>");
  push (f, f->y, 1, 1);
  drain_at (f, 3);
  g_assert_cmpint (gscope_source_get_state (f->source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (f->source), "“z”"));
  g_assert_nonnull (strstr (gscope_source_get_status (f->source), "“m/second”"));
  assert_trace (f, "m/second", "1:1");
  gscope_producer_unref (add_signal (f, "z", "packets"));
  drain_at (f, 4);
  g_assert_null (strstr (gscope_source_get_status (f->source), "“z”"));
  g_assert_nonnull (strstr (gscope_source_get_status (f->source), "us and packets"));
  g_clear_pointer (&f->y, gscope_producer_unref);
  gscope_scope_remove_signal (f->scope, y);
  drain_at (f, 5);
  g_assert_nonnull (strstr (gscope_source_get_status (f->source), "“y”"));
  assert_trace (f, "m/first", "");
  assert_trace (f, "m/second", "1:1 3!3");
  f->y = add_signal (f, "y", "us");
  push (f, f->y, 6, 2);
  drain_at (f, 8);
  assert_trace (f, "m/second", "1:1 3!3 6:2");
}

/* A stop of the scope is a gap of the result, too. */
static void
test_stop (Fixture *f, gconstpointer data)
{
  start_math (f, "<{'name': <'same'>, 'expression': <'x'>}>");
  push (f, f->x, 1, 1);
  drain_at (f, 3);
  gscope_scope_stop (f->scope);
  drain_at (f, 5);
  gscope_scope_start (f->scope);
  push (f, f->x, 6, 2);
  drain_at (f, 8);
  assert_trace (f, "m/same", "1:1 3!2 6:2");
}

/* Signals stay with their samples unless they, or a signal that they read, change. */
static void
test_changed (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) kept = NULL;

  start_math (f, "<{'name': <'a'>, 'expression': <'x * 2'>}>, "
                 "<{'name': <'b'>, 'expression': <'x * 3'>}>, "
                 "<{'name': <'c'>, 'expression': <'m/b + 1'>}>");
  push (f, f->x, 1, 1);
  drain_at (f, 5);
  kept = g_object_ref (gscope_scope_find_signal (f->scope, "m/a"));
  g_assert_true (configure (f->source,
                            "<{'name': <'a'>, 'expression': <'x * 2'>, 'title': <'A'>}>, "
                            "<{'name': <'b'>, 'expression': <'x * 4'>}>, "
                            "<{'name': <'c'>, 'expression': <'m/b + 1'>}>, "
                            "<{'name': <'d'>, 'expression': <'m/a + m/c'>}>",
                            NULL));
  drain_at (f, 6);
  g_assert_true (gscope_scope_find_signal (f->scope, "m/a") == kept);
  g_assert_cmpstr (gscope_signal_get_title (kept), ==, "A");
  assert_trace (f, "m/a", "1:2");
  assert_trace (f, "m/b", "1:4");
  assert_trace (f, "m/c", "1:5");
  assert_trace (f, "m/d", "1:7");
  g_assert_cmpstr (gscope_source_get_status (f->source), ==, "");
  /* A signal that comes earlier cannot read one that stays and comes later. */
  g_assert_true (configure (f->source,
                            "<{'name': <'b'>, 'expression': <'m/a'>}>, "
                            "<{'name': <'a'>, 'expression': <'x * 2'>}>",
                            NULL));
  drain_at (f, 7);
  g_assert_true (gscope_scope_find_signal (f->scope, "m/a") == kept);
  g_assert_null (gscope_scope_find_signal (f->scope, "m/c"));
  g_assert_nonnull (strstr (gscope_source_get_status (f->source), "b: "));
  /* A refused list changes nothing. */
  g_assert_false (configure (f->source, "<{'name': <'a'>, 'expression': <'x *'>}>", NULL));
  g_assert_true (gscope_scope_find_signal (f->scope, "m/a") == kept);
  g_assert_false (configure (f->source,
                             "<{'name': <'a'>, 'expression': <'x'>}>, "
                             "<{'name': <'a'>, 'expression': <'y'>}>",
                             NULL));
}

static gboolean
configure_both (GscopeSource *source, const char *expression, const char *signals, GError **error)
{
  g_autofree char *text =
      g_strdup_printf ("{'expression': <'%s'>, 'signals': <@av [%s]>}", expression, signals);
  g_autoptr (GVariant) options = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, NULL);

  return gscope_source_configure (source, options, error);
}

/* Options that collide, or of which one is wrong, change neither signals nor the other option. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *expression;
    const char *signals;
    int code;
  } rows[] = {
    { "x * 3", "<{'name': <'result'>, 'expression': <'x'>}>", GSCOPE_ERROR_EXISTS },
    { "x * 3", "<{'name': <'b'>, 'expression': <'x +'>}>", GSCOPE_ERROR_INVALID },
    { "x * 3", "<{'name': <' b'>, 'expression': <'x'>}>", GSCOPE_ERROR_INVALID },
    { "x *", "<{'name': <'b'>, 'expression': <'x'>}>", GSCOPE_ERROR_INVALID },
  };
  GscopeSignal *a, *result;

  start_math (f, "<{'name': <'a'>, 'expression': <'x * 2'>}>");
  g_assert_true (
      configure_both (f->source, "x + 1", "<{'name': <'a'>, 'expression': <'x * 2'>}>", NULL));
  push (f, f->x, 1, 1);
  drain_at (f, 5);
  a = gscope_scope_find_signal (f->scope, "m/a");
  result = gscope_scope_find_signal (f->scope, "m/result");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (configure_both (f->source, rows[i].expression, rows[i].signals, &error));
      g_assert_error (error, GSCOPE_ERROR, rows[i].code);
      drain_at (f, 6 + i);
      g_assert_true (gscope_scope_find_signal (f->scope, "m/a") == a);
      g_assert_true (gscope_scope_find_signal (f->scope, "m/result") == result);
    }
  /* the options are the former ones, too */
  g_assert_true (configure (f->source,
                            "<{'name': <'a'>, 'expression': <'x * 2'>}>, "
                            "<{'name': <'c'>, 'expression': <'x'>}>",
                            NULL));
  drain_at (f, 20);
  assert_trace (f, "m/a", "1:2");
  assert_trace (f, "m/result", "1:2");
  assert_trace (f, "m/c", "1:1");
}

/* A source is computed before those that come after it, also after its signals were made again. */
static void
test_order (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSource) second = GSCOPE_SOURCE (gscope_math_source_new ("n"));

  start_math (f, "<{'name': <'a'>, 'expression': <'x * 2'>}>");
  g_assert_true (configure (second, "<{'name': <'b'>, 'expression': <'m/a + 1'>}>", NULL));
  gscope_scope_add_source (f->scope, second);
  gscope_source_start_async (second, NULL, NULL, NULL);
  run_pending ();
  push (f, f->x, 1, 1);
  drain_at (f, 5);
  assert_trace (f, "n/b", "1:3");
  g_assert_true (configure (f->source, "<{'name': <'a'>, 'expression': <'x * 4'>}>", NULL));
  push (f, f->x, 6, 2);
  drain_at (f, 10);
  assert_trace (f, "m/a", "1:4 6:8");
  assert_trace (f, "n/b", "1:3 6:9");
  g_assert_cmpstr (gscope_source_get_status (second), ==, "");
}

/* A parameter has its value at the time of the sample; one that comes later is found. */
static void
test_parameter (Fixture *f, gconstpointer data)
{
  GscopeSource *own = gscope_scope_get_source (f->scope);
  g_autoptr (GscopeParameter) gain = gscope_parameter_new_double ("gain", 0, 100, 2);

  gscope_parameter_set_unit (gain, "V");
  start_math (f, "<{'name': <'a'>, 'expression': <'x * gain'>}>, "
                 "<{'name': <'b'>, 'expression': <'gain'>}>");
  push (f, f->x, 1, 1);
  drain_at (f, 5);
  g_assert_nonnull (strstr (gscope_source_get_status (f->source), "“gain”"));
  g_assert_true (gscope_source_add_parameter (own, gain, NULL));
  gscope_source_publish (own);
  drain_at (f, 300);
  assert_trace (f, "m/a", "1:2");
  push (f, f->x, 301, 1);
  drain_at (f, 305);
  gscope_parameter_notice (gain, g_variant_new_double (5), NULL);
  push (f, f->x, 306, 2);
  drain_at (f, 310);
  assert_trace (f, "m/a", "1:2 301:2 306:10");
  g_assert_cmpstr (gscope_signal_get_unit (gscope_scope_find_signal (f->scope, "m/a")), ==, "ms·V");
  g_assert_nonnull (strstr (gscope_source_get_status (f->source), "reads no signal"));
  gscope_source_remove_parameter (own, gain);
  gscope_source_publish (own);
  drain_at (f, 600);
  g_assert_nonnull (strstr (gscope_source_get_status (f->source), "“gain”"));
}

static void
assert_formula (GscopeMathFormula *formula, const char *text, gsize place, const char *unit,
                const char *words)
{
  g_autoptr (GError) error = NULL;
  gboolean is_valid = gscope_math_formula_set_text (formula, text, &error);
  const char *said = error ? error->message : gscope_math_formula_get_mismatch (formula);

  g_assert_true (is_valid == !error);
  g_assert_cmpuint (gscope_math_formula_get_place (formula), ==, place);
  g_assert_cmpstr (gscope_math_formula_get_unit (formula), ==, unit);
  g_assert_true (words ? said && strstr (said, words) : !said);
}

static void
test_formula (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeMathFormula) first = NULL;
  g_autoptr (GscopeMathFormula) next = NULL;
  g_auto (GStrv) names = NULL;
  double value;

  start_math (f, "<{'name': <'a'>, 'expression': <'x * 2'>}>, "
                 "<{'name': <'b'>, 'expression': <'m/a'>}>");
  push (f, f->x, 1, 3);
  drain_at (f, 5);
  next = gscope_math_formula_new (f->scope, GSCOPE_MATH_SOURCE (f->source), NULL);
  first = gscope_math_formula_new (f->scope, GSCOPE_MATH_SOURCE (f->source), "a");
  assert_formula (next, "x + ", 4, NULL, "Expected");
  g_assert_false (gscope_math_formula_compute (next, &value));
  assert_formula (next, "x + dB(x)", 2, "", "dB");
  assert_formula (next, "x * x", 0, "ms²", NULL);
  g_assert_true (gscope_math_formula_compute (next, &value));
  g_assert_cmpfloat (value, ==, 9);
  push (f, f->x, 6, 4);
  drain_at (f, 10);
  g_assert_true (gscope_math_formula_compute (next, &value));
  g_assert_cmpfloat (value, ==, 16);
  g_assert_true (
      gscope_producer_push_gap (f->x, 100 * GSCOPE_SEC + 12 * MS, GSCOPE_GAP_CAUSE_SILENT));
  drain_at (f, 20);
  g_assert_false (gscope_math_formula_compute (next, &value));
  assert_formula (next, "y", 0, "us", NULL);
  g_assert_false (gscope_math_formula_compute (next, &value));
  assert_formula (next, "1 + m/b", 0, "ms", NULL);
  assert_formula (first, "1 + m/b", 4, NULL, "“m/b”");
  names = gscope_math_formula_list_names (first);
  g_assert_cmpstrv (names, ((const char *const[]){ "x", "y", NULL }));
}

static void
test_words (void)
{
  g_auto (GStrv) functions = gscope_math_list_functions ();
  static const struct
  {
    const char *text;
    gsize place;
    gsize begin;
  } cases[] = {
    { "", 0, 0 },        { "ab", 2, 0 },        { "a + tcp/fl", 10, 4 }, { "a -b", 4, 3 },
    { "a/", 2, 0 },      { "max(tc", 6, 4 },    { "1e6", 3, 3 },         { "a + ", 4, 4 },
    { "\"cl 1/", 6, 0 }, { "\"a\" + b", 7, 6 }, { "\"a\\\"b", 5, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (gscope_math_find_word (cases[i].text, cases[i].place), ==, cases[i].begin);
  for (guint i = 0; functions[i]; i++)
    {
      g_assert_true (g_str_has_prefix (gscope_math_get_signature (functions[i]), functions[i]));
      g_assert_nonnull (gscope_math_get_description (functions[i]));
    }
  g_assert_null (gscope_math_get_signature ("nothing"));
  g_assert_null (gscope_math_get_signature ("+"));
  for (guint i = 0; i < 2; i++)
    {
      const char *name = i ? "time" : "a \"b\\/c";
      g_autofree char *quoted = gscope_math_quote_name (name);

      g_assert_cmpstr (quoted, ==, i ? "\"time\"" : "\"a \\\"b\\\\/c\"");
    }
}

static void
test_options (void)
{
  static const struct
  {
    const char *signals;
    const char *words;
  } rows[] = {
    { "<'x'>", "signals[0]: it is not an object" },
    { "<{'name': <'a'>}>", "expression: it is missing" },
    { "<{'name': <'a'>, 'expression': <'x'>}>, <{'expression': <'x'>}>", "signals[1]: name" },
    { "<{'name': <1>}>", "name: it is not a text" },
    { "<{'nose': <'a'>}>", "nose: there is no such member" },
    { "<{'name': <'a'>, 'expression': <'x +'>}>", "Character 4" },
  };
  g_autoptr (GString) many = g_string_new ("<'x'>");
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (gscope_math_source_new ("m"));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (configure (source, rows[i].signals, &error));
      g_assert_nonnull (strstr (error->message, rows[i].words));
    }
  for (guint i = 0; i < 256; i++)
    g_string_append (many, ", <'x'>");
  g_assert_false (configure (source, many->str, NULL));
}

/* The option that the dialog of sources shows. */
static void
test_result (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  f->source = GSCOPE_SOURCE (gscope_math_source_new ("m"));
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "expression", "s", "x * (2");
  g_assert_false (gscope_source_configure (f->source, g_variant_dict_end (&options), &error));
  g_assert_nonnull (strstr (error->message, "Character 5"));
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "expression", "s", "x * 2");
  g_assert_true (gscope_source_configure (f->source, g_variant_dict_end (&options), NULL));
  gscope_scope_add_source (f->scope, f->source);
  gscope_source_start_async (f->source, NULL, NULL, NULL);
  run_pending ();
  push (f, f->x, 1, 4);
  drain_at (f, 3);
  assert_trace (f, "m/result", "1:8");
}

/* A workspace has the signals, and keeps them. */
/* A change of options, and its reversal, keep the source. */
static void
check_restored (GscopeWorkspace *workspace, GscopeScope *scope)
{
  g_autoptr (GscopeSource) source = g_list_model_get_item (gscope_scope_get_sources (scope), 1);
  g_autofree char *before = gscope_workspace_describe_source (workspace, source, NULL, NULL);
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "expression", "s", "x + 1");
  g_assert_true (
      gscope_workspace_configure_source (workspace, source, g_variant_dict_end (&options), &error)
      == source);
  g_assert_nonnull (gscope_scope_find_signal (scope, "math/result"));
  g_assert_nonnull (gscope_scope_find_signal (scope, "math/a"));
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "expression", "s", "x +");
  g_assert_null (
      gscope_workspace_configure_source (workspace, source, g_variant_dict_end (&options), &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_nonnull (gscope_scope_find_signal (scope, "math/result"));
  g_assert_true (gscope_workspace_restore_source (workspace, source, before, NULL) == source);
  g_assert_null (gscope_scope_find_signal (scope, "math/result"));
  g_assert_nonnull (gscope_scope_find_signal (scope, "math/a"));
}

static void
test_workspace (void)
{
  g_autoptr (GscopeRegistry) registry = make_registry ();
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (GSCOPE_SEC);
  g_autoptr (GscopeWorkspace) workspace = load (
      "{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [ { \"type\": \"math\", "
      "\"options\": { \"signals\": [ { \"name\": \"a\", \"expression\": \"x\" } ] } } ] } ] }");
  g_autoptr (GscopeScope) scope = NULL;
  g_autofree char *text = NULL;

  g_assert_true (gscope_math_source_register (registry, NULL));
  gscope_workspace_instantiate (workspace, registry, clock);
  run_pending ();
  scope = g_list_model_get_item (gscope_workspace_get_scopes (workspace), 0);
  g_assert_nonnull (gscope_scope_find_signal (scope, "math/a"));
  text = gscope_workspace_to_data (workspace);
  g_assert_nonnull (strstr (text, "expression"));
  check_restored (workspace, scope);
}

/* In playback, the result follows the pen, and begins again after a jump back. */
static void
test_playback (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (gscope_math_source_new ("m"));
  g_autofree char *all = NULL, *part = NULL;

  g_assert_true (configure (source, "<{'name': <'sum'>, 'expression': <'a + b'>}>", NULL));
  player_bed_open (f, "1 10 a\n2 20 b\n3 11 a\n4 21 b\n");
  gscope_scope_add_source (f->scope, source);
  gscope_source_start_async (source, NULL, NULL, NULL);
  run_pending ();
  gscope_transport_seek (f->transport, 4 * MS);
  all = describe (f->scope, "m/sum", 0);
  g_assert_cmpstr (all, ==, "2:30 3:31 4:32");
  gscope_transport_seek (f->transport, 3 * MS);
  part = describe (f->scope, "m/sum", 0);
  g_assert_cmpstr (part, ==, "2:30 3:31");
  gscope_scope_remove_source (f->scope, source);
}

/* Without a move of the pen, a source that is added to a long recording computes all of it. */
static void
test_playback_paused (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (gscope_math_source_new ("m"));
  g_autoptr (GString) text = g_string_new (NULL);
  const guint n = 300000;
  GscopeTrace *trace;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u %u a\n", i, i % 10);
  player_bed_open (f, text->str);
  gscope_transport_seek (f->transport, gscope_transport_get_end (f->transport));
  g_assert_true (configure (source, "<{'name': <'twice'>, 'expression': <'a * 2'>}>", NULL));
  gscope_scope_add_source (f->scope, source);
  gscope_source_start_async (source, NULL, NULL, NULL);
  run_pending ();
  trace = gscope_signal_get_trace (gscope_scope_find_signal (f->scope, "m/twice"));
  while (gscope_trace_get_end (trace) - gscope_trace_get_first (trace) < n)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (gscope_trace_get_value (trace, gscope_trace_get_end (trace) - 1), ==, 18);
  gscope_scope_remove_source (f->scope, source);
}

static void
assert_sum (PlayerBed *f, const char *expected)
{
  g_autofree char *text = describe (f->scope, "m/sum", 0);

  g_assert_cmpstr (text, ==, expected);
}

/* A parameter that comes while the player is paused is found at once. After a jump back, a change holds from there on, and no
 * longer the later change of the first time. */
static void
test_playback_parameter (PlayerBed *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (gscope_math_source_new ("m"));
  g_autoptr (GscopeParameter) gain = gscope_parameter_new_double ("gain", 0, 100, 2);
  GscopeSource *own = gscope_scope_get_source (f->scope);

  g_assert_true (configure (source, "<{'name': <'sum'>, 'expression': <'a * gain'>}>", NULL));
  player_bed_open (f, "1 1 a\n2 1 a\n3 1 a\n4 1 a\n5 1 a\n");
  gscope_scope_add_source (f->scope, source);
  gscope_source_start_async (source, NULL, NULL, NULL);
  run_pending ();
  gscope_transport_seek (f->transport, 3 * MS);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_true (gscope_source_add_parameter (own, gain, NULL));
  gscope_source_publish (own);
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_RUNNING);
  assert_sum (f, "1:2 2:2 3:2");
  gscope_transport_seek (f->transport, 4 * MS);
  gscope_parameter_notice (gain, g_variant_new_double (5), NULL);
  gscope_transport_seek (f->transport, 5 * MS);
  assert_sum (f, "1:2 2:2 3:2 4:2 5:5");
  gscope_transport_seek (f->transport, 2 * MS);
  assert_sum (f, "1:2 2:2");
  gscope_parameter_notice (gain, g_variant_new_double (7), NULL);
  gscope_transport_seek (f->transport, 5 * MS);
  assert_sum (f, "1:2 2:2 3:7 4:7 5:7");
  gscope_source_remove_parameter (own, gain);
  gscope_scope_remove_source (f->scope, source);
}

/* A recording has the computed samples in their places. */
/* The unit is known only when the signals are there, after the head of the file was written. */
static void
assert_described (RecorderBed *f, const char *description)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (f->path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, description));
}

static void
test_recording (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (gscope_math_source_new ("m"));
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "x");
  g_autoptr (GscopeProducer) x = gscope_signal_create_producer (signal);

  gscope_signal_set_unit (signal, "V");
  g_assert_true (configure (source, "<{'name': <'twice'>, 'expression': <'x * 2'>}>", NULL));
  gscope_scope_add_source (f->scope, source);
  gscope_source_start_async (source, NULL, NULL, NULL);
  run_pending ();
  recorder_bed_start (f);
  gscope_producer_push (x, 1010 * MS, 1);
  recorder_bed_advance (f, 30);
  gscope_producer_push (x, 1030 * MS, 2);
  gscope_producer_push_gap (x, 1040 * MS, GSCOPE_GAP_CAUSE_SILENT);
  recorder_bed_advance (f, 300);
  recorder_bed_stop (f);
  recorder_bed_assert_content (
      f, "1010 1 x\n1010 2 m/twice\n1030 4 m/twice\n1030 2 x\n1040 -1 x\n1040 -1 m/twice\n",
      "1 start 1000\nsignal x\nsignal m/twice\nsignal m/twice\ngap 1040 x silent\n"
      "gap 1040 m/twice silent\n");
  assert_described (f, "{\"name\":\"m/twice\",\"title\":\"twice\",\"unit\":\"V\"");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name) g_test_add ("/math-source/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (live);
  ADD (past);
  ADD (long_past);
  ADD (missing);
  ADD (stop);
  ADD (result);
  ADD (changed);
  ADD (refused);
  ADD (order);
  ADD (parameter);
  ADD (formula);
  g_test_add_func ("/math-source/words", test_words);
  g_test_add ("/math-source/playback", PlayerBed, NULL, player_bed_set_up, test_playback,
              player_bed_tear_down);
  g_test_add ("/math-source/playback-paused", PlayerBed, NULL, player_bed_set_up,
              test_playback_paused, player_bed_tear_down);
  g_test_add ("/math-source/playback-parameter", PlayerBed, NULL, player_bed_set_up,
              test_playback_parameter, player_bed_tear_down);
  g_test_add ("/math-source/recording", RecorderBed, NULL, recorder_bed_set_up, test_recording,
              recorder_bed_tear_down);
  g_test_add_func ("/math-source/options", test_options);
  g_test_add_func ("/math-source/workspace", test_workspace);
  return g_test_run ();
}
