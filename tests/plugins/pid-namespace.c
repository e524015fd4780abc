/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "pid-namespace.h"

#include <gio/gio.h>
#include <unistd.h>

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
    g_subprocess_launcher_setenv (launcher, PID_NAMESPACE_OUTSIDE, outside, TRUE);
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) all, error);
}

void
pid_namespace_trap (const char *path, const char *outside)
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
