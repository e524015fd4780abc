/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-test/await.h>
#include <gscope-test/harness.h>

#include <json-glib/json-glib.h>
#include <math.h>
#include <unistd.h>

GVariant *
bed_parse (const char *json)
{
  g_autoptr (GError) error = NULL;
  GVariant *options = json_gvariant_deserialize_data (json, -1, "a{sv}", &error);

  g_assert_no_error (error);
  return options;
}

void
bed_start (Bed *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  gscope_source_start_async (self->source, NULL, await_keep, &result);
  gscope_source_start_finish (self->source, await (&result), &error);
  g_assert_no_error (error);
}

void
bed_stop (Bed *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  gscope_source_stop_async (self->source, NULL, await_keep, &result);
  gscope_source_stop_finish (self->source, await (&result), &error);
  g_assert_no_error (error);
}

void
bed_init (Bed *self, GType type, const char *options)
{
  g_autoptr (GError) error = NULL;

  self->clock = gscope_test_clock_new (GSCOPE_SEC);
  self->scope = gscope_scope_new_with_clock (self->clock);
  gscope_scope_set_period (self->scope, 100 * GSCOPE_MSEC);
  self->source = g_object_new (type, "name", "x", NULL);
  gscope_source_configure (self->source, bed_parse (options), &error);
  g_assert_no_error (error);
  gscope_scope_add_source (self->scope, self->source);
  bed_start (self);
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
bed_clear (Bed *self)
{
  bed_stop (self);
  gscope_scope_remove_source (self->scope, self->source);
  iterate ();
  g_assert_finalize_object (self->source);
  g_assert_finalize_object (self->scope);
  g_assert_finalize_object (self->clock);
}

void
bed_advance (Bed *self, gint64 milliseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->clock), milliseconds * GSCOPE_MSEC);
  iterate ();
  gscope_scope_drain (self->scope);
}

/* Changes of the lists are shown four times a second by the wall's clock. */
void
bed_await (Bed *self, const char *full_name, gboolean shown)
{
  while ((gscope_scope_find_signal (self->scope, full_name) != NULL) != shown)
    g_main_context_iteration (NULL, TRUE);
}

double
bed_get (Bed *self, const char *full_name)
{
  GscopeSignal *signal = gscope_scope_find_signal (self->scope, full_name);
  GscopeSample sample;

  if (!signal)
    g_error ("there is no signal “%s”", full_name);
  return gscope_signal_get_latest (signal, &sample) ? sample.value : NAN;
}

char *
bed_write (Bed *self, const char *name, GVariant *value)
{
  GscopeParameter *parameter = gscope_source_find_parameter (self->source, name);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) answer = NULL;
  g_autoptr (GError) error = NULL;

  gscope_parameter_write_async (parameter, value, "test", NULL, await_keep, &result);
  answer = gscope_parameter_write_finish (parameter, await (&result), &error);
  return answer ? NULL : g_strdup (error->message);
}

static GSubprocess *
spawn_in_pid_namespace (const char *const *command, const char *outside, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  g_strv_builder_add_many (argv, "unshare", "--pid", "--fork", "--kill-child", "--mount-proc",
                           NULL);
  if (geteuid () != 0)
    g_strv_builder_add (argv, "--map-root-user");
  g_strv_builder_addv (argv, (const char **) command);
  all = g_strv_builder_end (argv);
  if (outside)
    g_subprocess_launcher_setenv (launcher, BED_OUTSIDE, outside, TRUE);
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) all, error);
}

void
bed_trap_pid_namespace (const char *path, const char *outside)
{
  static const char *const nothing[] = { "true", NULL };
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  const char *const command[] = { program, "-p", path, "--GTestSubprocess", NULL };
  g_autoptr (GSubprocess) trial = spawn_in_pid_namespace (nothing, NULL, NULL);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  if (!trial || !g_subprocess_wait_check (trial, NULL, NULL))
    {
      g_test_skip ("this user may make no PID namespace");
      return;
    }
  process = spawn_in_pid_namespace (command, outside, &error);
  g_assert_no_error (error);
  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
}
