/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The rules for every plugin, whatever it measures. */

#include <gscope-test/gscope-test.h>

#include <gscope/gscope.h>

#include <math.h>
#include <string.h>

#define ACTIONS "org.gscope.Gscope."

/* One that cannot work here at all says why. */
static gboolean
start (GscopeSource *source)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_started;

  gscope_source_start_async (source, NULL, gscope_test_keep_result, &result);
  is_started = gscope_source_start_finish (source, gscope_test_await (&result), &error);
  g_assert_true (gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_RUNNING
                 || gscope_source_get_status (source)[0]);
  if (!is_started)
    g_test_message ("%s: %s", gscope_source_get_name (source), error->message);
  return is_started;
}

static void
stop (GscopeSource *source)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  gscope_source_stop_async (source, NULL, gscope_test_keep_result, &result);
  gscope_source_stop_finish (source, gscope_test_await (&result), &error);
  g_assert_no_error (error);
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_STOPPED);
}

static void
assert_text (const char *owner, const char *what, const char *text)
{
  if (!text || !text[0] || !g_utf8_validate (text, -1, NULL))
    g_error ("%s has no %s", owner, what);
}

/* The list may grow while time passes, but never names a signal twice. */
static void
check_signals (GscopeSource *source)
{
  GListModel *signals = gscope_source_get_signals (source);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, NULL);
  guint n = g_list_model_get_n_items (signals);
  g_autofree char *prefix = g_strconcat (gscope_source_get_name (source), "/", NULL);

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);
      const char *name = gscope_signal_get_full_name (signal);

      g_assert_true (g_str_has_prefix (name, prefix));
      g_assert_cmpuint (strlen (name), <=, 255);
      g_assert_true (g_hash_table_add (names, (gpointer) name));
      assert_text (name, "title", gscope_signal_get_title (signal));
      /* a pure number says so by an empty unit */
      g_assert_nonnull (gscope_signal_get_unit (signal));
      g_assert_cmpfloat (gscope_signal_get_min (signal), <=, gscope_signal_get_max (signal));
    }
}

static void
check_parameter (GscopeParameter *parameter)
{
  const char *name = gscope_parameter_get_name (parameter);
  GscopeParameterType type = gscope_parameter_get_parameter_type (parameter);
  g_autoptr (GVariant) valid = NULL;
  g_autoptr (GError) error = NULL;

  assert_text (name, "title", gscope_parameter_get_title (parameter));
  assert_text (name, "description", gscope_parameter_get_description (parameter));
  valid = gscope_parameter_validate (parameter, gscope_parameter_get_default (parameter), &error);
  g_assert_no_error (error);
  g_assert_true (g_variant_equal (valid, gscope_parameter_get_default (parameter)));
  if (type == GSCOPE_PARAMETER_TYPE_INTEGER || type == GSCOPE_PARAMETER_TYPE_DOUBLE)
    g_assert_cmpfloat (gscope_parameter_get_min (parameter), <,
                       gscope_parameter_get_max (parameter));
  if (type == GSCOPE_PARAMETER_TYPE_ENUMERATION)
    g_assert_cmpuint (g_strv_length ((GStrv) gscope_parameter_get_titles (parameter)), ==,
                      g_strv_length ((GStrv) gscope_parameter_get_nicks (parameter)));
}

/* A parameter that takes its default again says afterwards that it has it. Those of a group may be of
 * something that others change meanwhile, or end. */
static void
check_parameters (GscopeSource *source)
{
  GListModel *parameters = gscope_source_get_parameters (source);

  for (guint i = 0; i < g_list_model_get_n_items (parameters); i++)
    {
      g_autoptr (GscopeParameter) parameter = g_list_model_get_item (parameters, i);
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GVariant) value = NULL;
      g_autoptr (GError) error = NULL;

      check_parameter (parameter);
      if (gscope_parameter_get_group (parameter)[0])
        continue;
      g_assert_true (g_variant_equal (gscope_parameter_get_default (parameter),
                                      gscope_parameter_get_value (parameter)));
      gscope_parameter_check_async (parameter, gscope_parameter_get_default (parameter), NULL,
                                    gscope_test_keep_result, &result);
      value = gscope_parameter_check_finish (parameter, gscope_test_await (&result), NULL, &error);
      g_assert_no_error (error);
      g_assert_true (g_variant_equal (value, gscope_parameter_get_default (parameter)));
    }
}

static void
advance (GscopeClock *clock, GscopeScope *scope)
{
  for (guint i = 0; i < 30; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 100 * GSCOPE_MSEC);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      gscope_scope_drain (scope);
    }
}

/* The number of signals that have a value from after a time. */
static guint
count_values (GscopeScope *scope, gint64 time)
{
  GListModel *signals = gscope_scope_get_signals (scope);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);
      GscopeSample sample;

      n += gscope_signal_get_latest (signal, &sample) && sample.time > time
           && isfinite (sample.value);
    }
  return n;
}

/* The time now, or of a newer value: what the kernel has stamped does not follow the clock of the test. */
static gint64
get_end (GscopeClock *clock, GscopeScope *scope)
{
  GListModel *signals = gscope_scope_get_signals (scope);
  gint64 end = gscope_clock_get_time (clock);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);
      GscopeSample sample;

      if (gscope_signal_get_latest (signal, &sample))
        end = MAX (end, sample.time);
    }
  return end;
}

static void
check_option (const char *type, const GscopeSourceOption *option)
{
  GscopeRegistry *registry = gscope_registry_get_default ();
  g_autoptr (GVariant) initial =
      g_variant_parse (G_VARIANT_TYPE (option->type), option->initial, NULL, NULL, NULL);
  g_autoptr (GscopeSource) source = NULL;
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  assert_text (option->name, "title", option->title);
  assert_text (option->name, "description", option->description);
  g_assert_nonnull (initial);
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert_value (&options, option->name, initial);
  source = gscope_registry_create (registry, type, NULL, g_variant_dict_end (&options), &error);
  g_assert_no_error (error);
}

/* The user's options match the options of the type. */
static void
test_options (gconstpointer data)
{
  guint n;
  const GscopeSourceOption *options =
      gscope_registry_get_options (gscope_registry_get_default (), data, &n);

  for (guint i = 0; i < n; i++)
    check_option (data, &options[i]);
}

static void
test_life (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  GscopeClock *clock = gscope_test_clock_new (GSCOPE_SEC);
  GscopeScope *scope = gscope_scope_new_with_clock (clock);
  GscopeSource *source =
      gscope_registry_create (gscope_registry_get_default (), data, NULL, NULL, &error);

  g_assert_no_error (error);
  gscope_scope_set_period (scope, 100 * GSCOPE_MSEC);
  /* in the scope before it is started, as a workspace does it */
  gscope_scope_add_source (scope, source);
  advance (clock, scope);
  for (guint i = 0; i < 2 && start (source); i++)
    {
      gint64 begin = gscope_clock_get_time (clock), end;

      advance (clock, scope);
      check_signals (source);
      check_parameters (source);
      /* one in another process has a clock of its own */
      while (count_values (scope, begin) == 0)
        advance (clock, scope);
      stop (source);
      gscope_scope_drain (scope);
      end = get_end (clock, scope);
      advance (clock, scope);
      g_assert_cmpuint (count_values (scope, end), ==, 0);
    }
  start (source);
  gscope_scope_remove_source (scope, source);
  stop (source);
  advance (clock, scope);
  g_assert_finalize_object (source);
  g_assert_finalize_object (scope);
  g_assert_finalize_object (clock);
}

/* A start that is given up as it is under way leaves nothing that runs, or has started nevertheless and says so. */
static void
test_cancelled (gconstpointer data)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (GSCOPE_SEC);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);
  g_autoptr (GscopeSource) source =
      gscope_registry_create (gscope_registry_get_default (), data, NULL, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  gint64 begin = gscope_clock_get_time (clock);

  gscope_scope_set_period (scope, 100 * GSCOPE_MSEC);
  gscope_scope_add_source (scope, source);
  gscope_source_start_async (source, cancellable, gscope_test_keep_result, &result);
  g_cancellable_cancel (cancellable);
  if (!gscope_source_start_finish (source, gscope_test_await (&result), NULL))
    {
      advance (clock, scope);
      g_assert_cmpuint (count_values (scope, begin), ==, 0);
    }
  gscope_scope_remove_source (scope, source);
  stop (source);
}

static void
test_never_started (gconstpointer data)
{
  GscopeSource *source =
      gscope_registry_create (gscope_registry_get_default (), data, NULL, NULL, NULL);

  g_assert_finalize_object (source);
}

static void
test_bad_option (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "no such option", "x", (gint64) 1);
  g_assert_null (gscope_registry_create (gscope_registry_get_default (), data, NULL,
                                         g_variant_dict_end (&options), &error));
  g_assert_nonnull (strstr (error->message, "no such option"));
}

/* The manual has a row for each type that users without privileges unlock. */
static void
test_unlocked (gconstpointer data)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "docs", "manual", "unlock.md", NULL);
  g_autofree char *row = g_strdup_printf ("\n| `%s` | `", (const char *) data);
  g_autoptr (GTypeClass) klass =
      g_type_class_ref (gscope_registry_get_gtype (gscope_registry_get_default (), data));
  const char *action = GSCOPE_SOURCE_CLASS (klass)->action;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const char *found;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  found = strstr (text, row);
  if (!action)
    {
      g_assert_null (found);
      return;
    }
  g_assert_nonnull (found);
  g_assert_true (g_str_has_prefix (action, ACTIONS));
  g_assert_true (g_str_has_prefix (found + strlen (row), action + strlen (ACTIONS)));
}

/* The name stays, as a test runs again if several options -p choose it. */
static void
add_test (const char *name, const char *what, GTestDataFunc func)
{
  g_autofree char *path = g_strconcat ("/plugins/", name, "/", what, NULL);

  g_test_add_data_func (path, name, func);
}

/* A program has each source of such a type, and starts and ends with it: that takes longer. */
static gboolean
is_program (const char *type)
{
  GType gtype = gscope_registry_get_gtype (gscope_registry_get_default (), type);

  return g_type_is_a (gtype, GSCOPE_TYPE_PROGRAM_REMOTE);
}

/* With the argument “programs”, the types whose sources are programs are tested, otherwise all other types. */
int
main (int argc, char **argv)
{
  GscopeRegistry *registry = gscope_registry_get_default ();
  gboolean programs = argc > 1 && g_str_equal (argv[argc - 1], "programs");
  g_auto (GStrv) expected = g_strsplit (PLUGINS, " ", -1);
  g_auto (GStrv) types = NULL;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("GSCOPE_PLUGIN_PATH", PLUGIN_DIR, TRUE);
  gscope_loader_load (registry);
  types = gscope_registry_list_types (registry);
  g_assert_cmpuint (gscope_registry_get_failures (registry)->len, ==, 0);
  for (guint i = 0; expected[i]; i++)
    g_assert_true (gscope_registry_has_type (registry, expected[i]));
  for (guint i = 0; types[i]; i++)
    {
      assert_text (types[i], "title", gscope_registry_get_title (registry, types[i]));
      assert_text (types[i], "description", gscope_registry_get_description (registry, types[i]));
      if (is_program (types[i]) != programs)
        continue;
      add_test (types[i], "life", test_life);
      add_test (types[i], "cancelled", test_cancelled);
      add_test (types[i], "never-started", test_never_started);
      add_test (types[i], "bad-option", test_bad_option);
      add_test (types[i], "options", test_options);
      add_test (types[i], "unlocked", test_unlocked);
    }
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
