/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A program that root starts as another user, with one capability. */

#include <dlfcn.h>
#include <errno.h>
#include <gscope/access/user.h>
#include <gscope/error.h>
#include <gscope/remote/run-as.h>
#include <linux/capability.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>

#define NICE "0000000000800000"

#define LONG_USER 4000000002u

/* Takes the place of the function of the C library: a directory service has a user with a long entry. */
__attribute__ ((visibility ("default"))) int
getpwuid_r (uid_t uid, struct passwd *entry, char *buffer, size_t size, struct passwd **found)
{
  int (*real) (uid_t, struct passwd *, char *, size_t, struct passwd **) =
      dlsym (RTLD_NEXT, "getpwuid_r");

  if (uid != LONG_USER)
    return real (uid, entry, buffer, size, found);
  *found = NULL;
  if (size < 20000)
    return ERANGE;
  g_strlcpy (buffer, "long", size);
  *entry = (struct passwd){ .pw_name = buffer, .pw_uid = uid, .pw_gid = 1, .pw_dir = buffer };
  *found = entry;
  return 0;
}

static gboolean
has_line (const char *status, const char *name, const char *value)
{
  g_auto (GStrv) lines = g_strsplit (status, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], name))
      return g_str_has_suffix (g_strchomp (lines[i]), value);
  return FALSE;
}

static void
test_status (void)
{
  const struct passwd *nobody = getpwnam ("nobody");
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *status = NULL;
  g_autofree char *uid = NULL;
  g_autofree char *uids = NULL;
  g_autoptr (GError) error = NULL;

  if (geteuid () != 0 || !nobody)
    {
      g_test_skip ("only root can start programs as other users");
      return;
    }
  uid = g_strdup_printf ("%u", (guint) nobody->pw_uid);
  uids = g_strdup_printf ("%s\t%s\t%s\t%s", uid, uid, uid, uid);
  gscope_run_as_apply (gscope_run_as_new (nobody->pw_uid, 1 << CAP_SYS_NICE, &error), launcher);
  g_assert_no_error (error);
  process = g_subprocess_launcher_spawn (launcher, &error, "cat", "/proc/self/status", NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &status, NULL, &error));
  g_assert_true (has_line (status, "Uid:", uids));
  g_assert_true (has_line (status, "CapPrm:", NICE));
  g_assert_true (has_line (status, "CapEff:", NICE));
  g_assert_true (has_line (status, "CapAmb:", NICE));
}

static GSubprocess *
start_as (uid_t uid, guint64 capabilities, const char *program, const char *argument)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  gscope_run_as_apply (gscope_run_as_new (uid, capabilities, &error), launcher);
  g_assert_no_error (error);
  process = g_subprocess_launcher_spawn (launcher, &error, program, argument, NULL);
  g_assert_no_error (error);
  return process;
}

/* Returns whether a program of a user without capabilities can read another program of the same user, as a debugger does. */
static gboolean
can_look_into (uid_t uid, guint64 capabilities)
{
  g_autoptr (GSubprocess) process = start_as (uid, capabilities, "sleep", "1000");
  g_autofree char *path =
      g_strdup_printf ("/proc/%s/environ", g_subprocess_get_identifier (process));
  g_autoptr (GSubprocess) other = start_as (uid, 0, "cat", path);
  gboolean can;

  g_assert_true (g_subprocess_wait (other, NULL, NULL));
  can = g_subprocess_get_successful (other);
  g_subprocess_force_exit (process);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  return can;
}

/* The user cannot take over the capability by a debugger. */
static void
test_debugger (void)
{
  const struct passwd *nobody = getpwnam ("nobody");
  uid_t uid = nobody ? nobody->pw_uid : 0;

  if (geteuid () != 0 || uid == 0)
    {
      g_test_skip ("only root can start programs as other users");
      return;
    }
  g_assert_true (can_look_into (uid, 0));
  g_assert_false (can_look_into (uid, 1 << CAP_SYS_NICE));
}

static void
test_unknown (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (gscope_run_as_new (4000000001u, 0, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
}

static void
test_long_entry (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *principal = gscope_user_get_principal (LONG_USER);
  GscopeRunAs *self = gscope_run_as_new (LONG_USER, 0, &error);

  g_assert_cmpstr (principal, ==, "user:long");
  g_assert_no_error (error);
  g_assert_nonnull (self);
  gscope_run_as_free (self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run-as/status", test_status);
  g_test_add_func ("/run-as/debugger", test_debugger);
  g_test_add_func ("/run-as/unknown", test_unknown);
  g_test_add_func ("/run-as/long-entry", test_long_entry);
  return g_test_run ();
}
