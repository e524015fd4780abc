/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-test/await.h>
#include <gscope-test/harness.h>

#include <json-glib/json-glib.h>
#include <math.h>

GVariant *
gscope_harness_parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  GVariant *options = json_gvariant_deserialize_data (json, -1, "a{sv}", &error);

  g_assert_no_error (error);
  return options;
}

void
gscope_harness_start (GscopeHarness *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  gscope_source_start_async (self->source, NULL, gscope_test_keep_result, &result);
  gscope_source_start_finish (self->source, gscope_test_await (&result), &error);
  g_assert_no_error (error);
}

void
gscope_harness_stop (GscopeHarness *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  gscope_source_stop_async (self->source, NULL, gscope_test_keep_result, &result);
  gscope_source_stop_finish (self->source, gscope_test_await (&result), &error);
  g_assert_no_error (error);
}

/* Takes the source. */
static void
begin (GscopeHarness *self, GscopeSource *source)
{
  self->clock = gscope_test_clock_new (GSCOPE_SEC);
  self->scope = gscope_scope_new_with_clock (self->clock);
  gscope_scope_set_period (self->scope, 100 * GSCOPE_MSEC);
  self->source = source;
  gscope_scope_add_source (self->scope, self->source);
  gscope_harness_start (self);
}

void
gscope_harness_init (GscopeHarness *self, GType type, const char *options)
{
  GscopeSource *source = g_object_new (type, "name", "x", NULL);
  g_autoptr (GError) error = NULL;

  gscope_source_configure (source, gscope_harness_parse (options), &error);
  g_assert_no_error (error);
  begin (self, source);
}

void
gscope_harness_init_plugin (GscopeHarness *self, const char *type, const char *options)
{
  GscopeRegistry *registry = gscope_registry_get_default ();
  GPtrArray *failures = gscope_registry_get_failures (registry);
  GscopeSource *source;
  g_autoptr (GError) error = NULL;

  if (!gscope_registry_has_type (registry, type))
    gscope_loader_load (registry);
  for (guint i = 0; i < failures->len; i++)
    {
      const GscopePluginFailure *failure = failures->pdata[i];

      g_error ("%s: %s", failure->file, failure->reason);
    }
  source = gscope_registry_create (registry, type, "x", gscope_harness_parse (options), &error);
  g_assert_no_error (error);
  begin (self, source);
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
gscope_harness_clear (GscopeHarness *self)
{
  gscope_harness_stop (self);
  gscope_scope_remove_source (self->scope, self->source);
  iterate ();
  g_assert_finalize_object (self->source);
  g_assert_finalize_object (self->scope);
  g_assert_finalize_object (self->clock);
}

void
gscope_harness_advance (GscopeHarness *self, gint64 milliseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->clock), milliseconds * GSCOPE_MSEC);
  iterate ();
  gscope_scope_drain (self->scope);
}

/* Changes of the lists are shown four times a second by the wall's clock. */
void
gscope_harness_await (GscopeHarness *self, const char *full_name, gboolean shown)
{
  while ((gscope_scope_find_signal (self->scope, full_name) != NULL) != shown)
    g_main_context_iteration (NULL, TRUE);
}

double
gscope_harness_get (GscopeHarness *self, const char *full_name)
{
  GscopeSignal *signal = gscope_scope_find_signal (self->scope, full_name);
  GscopeSample sample;

  if (!signal)
    g_error ("there is no signal “%s”", full_name);
  return gscope_signal_get_latest (signal, &sample) ? sample.value : NAN;
}

char *
gscope_harness_write (GscopeHarness *self, const char *name, GVariant *value)
{
  GscopeParameter *parameter = gscope_source_find_parameter (self->source, name);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GError) error = NULL;

  gscope_parameter_write_async (parameter, value, "test", NULL, gscope_test_keep_result, &result);
  answer = gscope_parameter_write_finish (parameter, gscope_test_await (&result), &error);
  return answer ? NULL : g_strdup (error->message);
}
