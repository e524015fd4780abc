/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A source that declares: tables of signals, parameters and options, and verbs that are plain functions. */

#include "support/catalogue.h"
#include <gscope-test/await.h>

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <string.h>

typedef struct
{
  GscopeSource parent_instance;

  /* signals */
  gboolean is_on;
  gint16 little;
  int number;
  gint64 count;
  float part;
  double level;
  GscopeSignal *stream;

  /* parameters */
  gboolean enabled;
  gint64 times;
  double gain;
  int mode;
  gint64 even;

  /* options */
  gboolean loud;
  gint64 limit;
  double ratio;
  char *file;
  GStrv names;
  guint n_taken;

  gboolean fails;
  guint n_starts;
  guint n_stops;
  guint n_refreshes;
} Declared;

typedef struct
{
  GscopeSourceClass parent_class;
} DeclaredClass;

GType declared_get_type (void);
G_DEFINE_TYPE (Declared, declared, GSCOPE_TYPE_SOURCE)

#define DOMAIN "gscope-source-tables"
#define WORD(member) G_STRUCT_OFFSET (Declared, member)

static const char *const followers[] = { "level", NULL };

static const GscopeState states[] = {
  { 1, GSCOPE_STATE_STYLE_FILLED, .name = N_ ("Running"), .label = "R" },
  { 0, GSCOPE_STATE_STYLE_THIN, .name = "Idle" },
  { .name = NULL },
};

static const GscopeSourceSignal signals[] = {
  { "on", N_ ("On"), .description = "a", .kind = GSCOPE_SIGNAL_KIND_BOOLEAN,
    .offset = WORD (is_on) },
  { "little", "Little", "V", "b", GSCOPE_SIGNAL_KIND_SHORT, WORD (little), .min = -5, .max = 7 },
  { "number", "Number", "V", "c", GSCOPE_SIGNAL_KIND_INTEGER, WORD (number), .role = "limit",
    .states = states },
  { "count", "Count", "V", "d", GSCOPE_SIGNAL_KIND_INT64, WORD (count),
    .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "part", "Part", "V", "e", GSCOPE_SIGNAL_KIND_FLOAT, WORD (part), .followers = followers },
  { "level", "Level", "V", "f", GSCOPE_SIGNAL_KIND_DOUBLE, WORD (level), .role = NULL },
  { "stream", "Stream", "V", "g", GSCOPE_SIGNAL_KIND_BUFFERED, WORD (stream), .role = NULL },
  { .name = NULL },
};

static GVariant *
check_even (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  gint64 number = g_variant_get_int64 (value);

  g_assert_cmpstr (gscope_parameter_get_name (parameter), ==, "even");
  if (number < 90)
    return g_variant_new_int64 (number / 2 * 2);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "take less than 90");
  return NULL;
}

static GVariant *
apply_even (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Declared *self = data;

  self->even = g_variant_get_int64 (value);
  return g_variant_ref (value);
}

static const char *const nicks[] = { "slow", "fast", NULL };
static const char *const titles[] = { N_ ("Slow"), "Fast", NULL };

static const GscopeSourceParameter parameters[] = {
  { "enabled", N_ ("Enabled"), NULL, N_ ("Works"), GSCOPE_PARAMETER_TYPE_BOOLEAN, WORD (enabled),
    .initial = 1 },
  { "times", "Times", "x", "How often", GSCOPE_PARAMETER_TYPE_INTEGER, WORD (times), -10, 10,
    .initial = 3 },
  { "gain", "Gain", "V", "How much", GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (gain), 0.5, 8,
    .initial = 1, .step = 0.5, .logarithmic = TRUE, .role = "limit", .steered = followers },
  { "mode", "Mode", NULL, "In which way", GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (mode),
    .initial = 1, .nicks = nicks, .titles = titles },
  { "even", "Even", NULL, "An even number", GSCOPE_PARAMETER_TYPE_INTEGER, .max = 100,
    .check = check_even, .apply = apply_even },
  { "label", "Label", NULL, "A text", GSCOPE_PARAMETER_TYPE_STRING, .min = 0 },
  { .name = NULL },
};

static gboolean
take_odd (gpointer data, GVariant *value, GError **error)
{
  Declared *self = data;

  self->n_taken++;
  if (g_variant_n_children (value) % 2 == 1)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "odd: take one more");
  return FALSE;
}

static const GscopeSourceOption options[] = {
  { "loud", "b", "Loud", "a", "true", .offset = WORD (loud) },
  { "limit", "x", "Limit", "b", "7", .offset = WORD (limit), .min = 1, .max = 9 },
  { "ratio", "d", N_ ("Ratio"), "c", "0.5", .offset = WORD (ratio) },
  { "file", "s", "File", "d", "'x'", .offset = WORD (file) },
  { "names", "as", "Names", "e", "['slow']", .choices = nicks, .offset = WORD (names) },
  { "odd", "av", .take = take_odd },
  { "times", "x", .title = NULL },
  { .name = NULL },
};

static gboolean
declared_start (GscopeSource *source, GError **error)
{
  Declared *self = (Declared *) source;

  self->n_starts++;
  if (self->fails)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED, "there is no flux");
  return !self->fails;
}

static void
declared_stop (GscopeSource *source)
{
  ((Declared *) source)->n_stops++;
}

static void
declared_refresh (GscopeSource *source)
{
  ((Declared *) source)->n_refreshes++;
}

static void
declared_class_init (DeclaredClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  source_class->domain = DOMAIN;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->options = options;
  source_class->start = declared_start;
  source_class->stop = declared_stop;
  source_class->refresh = declared_refresh;
}

static void
declared_init (Declared *self)
{
}

static Declared *
declared_new (void)
{
  return g_object_new (declared_get_type (), "name", "x", NULL);
}

/* All requests are finished when the main context is idle. */
static void
declared_free (Declared *self)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (self);
}

static GscopeSignal *
find_signal (Declared *self, const char *name)
{
  GListModel *list = gscope_source_get_signals (GSCOPE_SOURCE (self));

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (list, i);

      if (g_str_equal (gscope_signal_get_name (signal), name))
        return signal;
    }
  return NULL;
}

static GscopeParameter *
find (Declared *self, const char *name)
{
  return gscope_source_find_parameter (GSCOPE_SOURCE (self), name);
}

static gboolean
start (Declared *self, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  gscope_source_start_async (GSCOPE_SOURCE (self), NULL, gscope_test_keep_result, &result);
  return gscope_source_start_finish (GSCOPE_SOURCE (self), gscope_test_await (&result), error);
}

static GVariant *
write_value (Declared *self, const char *name, GVariant *value, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  gscope_parameter_write_async (find (self, name), value, "test", NULL, gscope_test_keep_result,
                                &result);
  return gscope_parameter_write_finish (find (self, name), gscope_test_await (&result), error);
}

/* The signal has the properties of its row, and the words of all kinds are read. */
static void
test_signals (void)
{
  GscopeClock *clock = gscope_test_clock_new (GSCOPE_SEC);
  GscopeScope *scope = gscope_scope_new_with_clock (clock);
  Declared *self = declared_new ();
  GscopeSample sample;

  gscope_scope_add_source (scope, GSCOPE_SOURCE (self));
  g_assert_true (start (self, NULL));
  self->is_on = TRUE;
  self->little = -2;
  self->number = 3;
  self->count = 4;
  self->part = 0.5f;
  self->level = 6;
  gscope_scope_start (scope);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), GSCOPE_SEC);
  gscope_scope_drain (scope);
  for (guint i = 0; i < 6; i++)
    {
      static const double values[] = { 1, -2, 3, 4, 0.5, 6 };
      GscopeSignal *signal = find_signal (self, signals[i].name);

      g_assert_cmpint (gscope_signal_get_kind (signal), ==, signals[i].kind);
      g_assert_cmpstr (gscope_signal_get_title (signal), ==, signals[i].title);
      g_assert_cmpstr (gscope_signal_get_description (signal), ==, signals[i].description);
      g_assert_cmpstr (gscope_signal_get_unit (signal), ==, i == 0 ? "" : "V");
      g_assert_cmpint (gscope_signal_get_line_mode (signal), ==, signals[i].line_mode);
      g_assert_true (gscope_signal_get_latest (signal, &sample));
      g_assert_cmpfloat (sample.value, ==, values[i]);
    }
  g_assert_cmpfloat (gscope_signal_get_min (find_signal (self, "little")), ==, -5);
  g_assert_cmpfloat (gscope_signal_get_max (find_signal (self, "little")), ==, 7);
  g_assert_cmpstr (gscope_signal_get_role (find_signal (self, "number")), ==, "limit");
  g_assert_true (gscope_signal_leads (find_signal (self, "part"), find_signal (self, "level")));
  g_assert_cmpstr (gscope_signal_find_state (find_signal (self, "number"), 1)->name, ==, "Running");
  g_assert_cmpint (gscope_signal_find_state (find_signal (self, "number"), 0)->style, ==,
                   GSCOPE_STATE_STYLE_THIN);
  g_assert_null (gscope_signal_find_state (find_signal (self, "count"), 1));
  g_assert_true (self->stream == find_signal (self, "stream"));
  g_assert_cmpint (gscope_signal_get_kind (self->stream), ==, GSCOPE_SIGNAL_KIND_BUFFERED);

  gscope_source_clear_signals (GSCOPE_SOURCE (self));
  gscope_scope_remove_source (scope, GSCOPE_SOURCE (self));
  declared_free (self);
  g_assert_finalize_object (scope);
  g_assert_finalize_object (clock);
}

static void
test_parameters (void)
{
  Declared *self = declared_new ();
  GscopeParameter *gain = find (self, "gain");
  g_autoptr (GscopeParameter) kept = g_object_ref (gain);
  g_autoptr (GVariant) one = NULL, two = NULL, three = NULL, four = NULL;

  g_assert_true (start (self, NULL));
  g_assert_true (self->enabled);
  g_assert_cmpint (self->times, ==, 3);
  g_assert_cmpfloat (self->gain, ==, 1);
  g_assert_cmpint (self->mode, ==, 1);
  g_assert_cmpstr (gscope_parameter_get_title (gain), ==, "Gain");
  g_assert_cmpstr (gscope_parameter_get_description (gain), ==, "How much");
  g_assert_cmpstr (gscope_parameter_get_unit (gain), ==, "V");
  g_assert_cmpstr (gscope_parameter_get_role (gain), ==, "limit");
  g_assert_cmpfloat (gscope_parameter_get_min (gain), ==, 0.5);
  g_assert_cmpfloat (gscope_parameter_get_max (gain), ==, 8);
  g_assert_cmpfloat (gscope_parameter_get_step (gain), ==, 0.5);
  g_assert_true (gscope_parameter_get_logarithmic (gain));
  g_assert_true (gscope_parameter_steers (gain, find_signal (self, "level")));
  g_assert_cmpstr (gscope_parameter_get_titles (find (self, "mode"))[1], ==, "Fast");

  one = write_value (self, "enabled", g_variant_new_boolean (FALSE), NULL);
  two = write_value (self, "times", g_variant_new_int64 (-4), NULL);
  three = write_value (self, "gain", g_variant_new_double (2), NULL);
  four = write_value (self, "mode", g_variant_new_string ("slow"), NULL);
  g_assert_true (one && two && three && four);
  g_assert_false (self->enabled);
  g_assert_cmpint (self->times, ==, -4);
  g_assert_cmpfloat (self->gain, ==, 2);
  g_assert_cmpint (self->mode, ==, 0);

  declared_free (self);
  /* its word is gone, and is not written any more */
  gscope_parameter_notice (kept, g_variant_new_double (4), NULL);
}

/* The check is called for both a check and a write. */
static void
test_check (void)
{
  Declared *self = declared_new ();
  GscopeParameter *even = find (self, "even");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) checked = NULL, written = NULL, refused = NULL;
  g_autoptr (GError) error = NULL;

  gscope_parameter_check_async (even, g_variant_new_int64 (7), NULL, gscope_test_keep_result,
                                &result);
  checked = gscope_parameter_check_finish (even, gscope_test_await (&result), NULL, NULL);
  g_assert_cmpint (g_variant_get_int64 (checked), ==, 6);
  g_assert_cmpint (self->even, ==, 0);
  written = write_value (self, "even", g_variant_new_int64 (9), NULL);
  g_assert_cmpint (g_variant_get_int64 (written), ==, 8);
  g_assert_cmpint (self->even, ==, 8);
  refused = write_value (self, "even", g_variant_new_int64 (95), &error);
  g_assert_null (refused);
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_assert_cmpint (self->even, ==, 8);
  declared_free (self);
}

/* Values that the program stores in words are noticed, for enumerations too. */
static void
test_refresh (void)
{
  Declared *self = declared_new ();
  g_autoptr (GAsyncResult) result = NULL;

  self->mode = 0;
  self->times = 9;
  gscope_source_refresh_async (GSCOPE_SOURCE (self), NULL, gscope_test_keep_result, &result);
  g_assert_true (
      gscope_source_refresh_finish (GSCOPE_SOURCE (self), gscope_test_await (&result), NULL));
  g_assert_cmpuint (self->n_refreshes, ==, 1);
  g_assert_cmpstr (g_variant_get_string (gscope_parameter_get_value (find (self, "mode")), NULL),
                   ==, "slow");
  g_assert_cmpfloat (gscope_parameter_get_number (find (self, "times")), ==, 9);
  g_clear_object (&result);
  declared_free (self);
}

/* A start that is cancelled late has started. */
static void
test_verbs (void)
{
  Declared *self = declared_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL, stopped = NULL;
  g_autoptr (GError) error = NULL;

  self->fails = TRUE;
  g_assert_false (start (self, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
  g_assert_cmpstr (gscope_source_get_status (GSCOPE_SOURCE (self)), ==, "there is no flux");
  self->fails = FALSE;
  gscope_source_start_async (GSCOPE_SOURCE (self), cancellable, gscope_test_keep_result, &result);
  g_cancellable_cancel (cancellable);
  g_assert_true (
      gscope_source_start_finish (GSCOPE_SOURCE (self), gscope_test_await (&result), NULL));
  g_assert_cmpuint (self->n_starts, ==, 2);
  gscope_source_stop_async (GSCOPE_SOURCE (self), NULL, gscope_test_keep_result, &stopped);
  g_assert_true (
      gscope_source_stop_finish (GSCOPE_SOURCE (self), gscope_test_await (&stopped), NULL));
  g_assert_cmpuint (self->n_stops, ==, 1);
  g_clear_object (&result);
  g_clear_object (&stopped);
  declared_free (self);
}

/* A group of its own, with words elsewhere. */
static void
test_group (void)
{
  Declared *self = declared_new ();
  Declared words = { .level = 2 };
  GscopeSource *source = GSCOPE_SOURCE (self);
  GscopeSignal *signal =
      gscope_source_declare_signal (source, &signals[5], "g", "Thread 1", &words);
  GscopeParameter *parameter =
      gscope_source_declare_parameter (source, &parameters[4], "g", "Thread 1", &words);
  g_autoptr (GVariant) value = NULL;

  g_assert_cmpstr (gscope_signal_get_full_name (signal), ==, "x/g/level");
  g_assert_cmpstr (gscope_signal_get_title (signal), ==, "Thread 1 Level");
  g_assert_cmpstr (gscope_parameter_get_title (parameter), ==, "Thread 1 Even");
  value = write_value (self, "g/even", g_variant_new_int64 (5), NULL);
  g_assert_cmpint (words.even, ==, 4);
  g_assert_cmpint (self->even, ==, 0);
  declared_free (self);
}

static void
test_options (void)
{
  static const struct
  {
    const char *options;
    const char *message;
  } bad[] = {
    { "{'loud': <1>}", "true" },
    { "{'limit': <int64 10>}", "from 1 to 9" },
    { "{'limit': <2.5>}", "whole" },
    { "{'ratio': <'x'>}", "number" },
    { "{'file': <1>}", "text" },
    { "{'names': <'slow'>}", "array" },
    { "{'names': <['slow', 'late']>}",
      "'late' is not a value of this option; choose from slow, fast" },
    { "{'names': <[1]>}", "choose from" },
    { "{'odd': <[<1>, <2>]>}", "one more" },
    { "{'times': <11>}", "10" },
    { "{'even': <1>}", "“even”; there are: loud, limit, ratio, file, names, odd, times" },
  };
  Declared *self = declared_new ();
  GscopeSource *source = GSCOPE_SOURCE (self);

  g_assert_true (self->loud);
  g_assert_cmpint (self->limit, ==, 7);
  g_assert_cmpfloat (self->ratio, ==, 0.5);
  g_assert_cmpstr (self->file, ==, "x");
  g_assert_cmpstr (self->names[0], ==, "slow");
  g_assert_true (gscope_source_configure (
      source,
      g_variant_new_parsed ("{'loud': <false>, 'limit': <2>, 'ratio': <int64 3>, 'file': <'y'>, "
                            "'names': <[<'fast'>, <'slow'>]>, 'odd': <[<1>]>, 'times': <5>}"),
      NULL));
  g_assert_false (self->loud);
  g_assert_cmpint (self->limit, ==, 2);
  g_assert_cmpfloat (self->ratio, ==, 3);
  g_assert_cmpstr (self->file, ==, "y");
  g_assert_cmpstr (self->names[0], ==, "fast");
  g_assert_cmpuint (g_strv_length (self->names), ==, 2);
  g_assert_cmpuint (self->n_taken, ==, 1);
  g_assert_cmpint (self->times, ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (
          gscope_source_configure (source, g_variant_new_parsed (bad[i].options), &error));
      g_assert_nonnull (strstr (error->message, bad[i].message));
    }
  g_assert_cmpstr (self->file, ==, "y");
  declared_free (self);
}

static void
test_translation (void)
{
  char *directory = catalogue_install (DOMAIN, "Ratio", "Verhältnis");
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  Declared *self = declared_new ();
  GscopeSourceParameter row = parameters[0];
  GscopeParameter *parameter;
  guint n;

  row.title = "Ratio";
  row.offset = 0;
  parameter = gscope_source_declare_parameter (GSCOPE_SOURCE (self), &row, "g", NULL, self);
  g_assert_cmpstr (gscope_parameter_get_title (parameter), ==, "Verhältnis");
  g_assert_cmpstr (gscope_parameter_get_title (find (self, "gain")), ==, "Gain");
  g_assert_true (
      gscope_registry_add_type (registry, "x", declared_get_type (), "X", "", "x", NULL));
  g_assert_cmpstr (gscope_registry_translate (
                       registry, "x", gscope_registry_get_options (registry, "x", &n)[2].title),
                   ==, "Verhältnis");
  /* those without a title are for workspaces only */
  g_assert_cmpuint (n, ==, 5);
  declared_free (self);
  catalogue_remove (directory, DOMAIN);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source-tables/signals", test_signals);
  g_test_add_func ("/source-tables/parameters", test_parameters);
  g_test_add_func ("/source-tables/check", test_check);
  g_test_add_func ("/source-tables/refresh", test_refresh);
  g_test_add_func ("/source-tables/verbs", test_verbs);
  g_test_add_func ("/source-tables/group", test_group);
  g_test_add_func ("/source-tables/options", test_options);
  g_test_add_func ("/source-tables/translation", test_translation);
  return g_test_run ();
}
