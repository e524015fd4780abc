/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Agents that ssh starts: each way in which it fails is told in a sentence with a remedy. */

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/gscope.h>

typedef struct
{
  char *directory;
  char *program;
  /* exists once a script has said something */
  char *said;
  char *path;
} Fixture;

/* Programs are found in a directory of the test first. */
static void
set_up (Fixture *f, gconstpointer data)
{
  g_autofree char *path = NULL;

  f->directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  f->program = g_build_filename (f->directory, "ssh", NULL);
  f->said = g_build_filename (f->directory, "ssh.said", NULL);
  f->path = g_strdup (g_getenv ("PATH"));
  path = g_strdup_printf ("%s:%s", f->directory, f->path);
  g_setenv ("PATH", path, TRUE);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_setenv ("PATH", f->path, TRUE);
  g_unlink (f->program);
  g_unlink (f->said);
  g_rmdir (f->directory);
  g_free (f->directory);
  g_free (f->program);
  g_free (f->said);
  g_free (f->path);
}

/* Asks an agent by an ssh that is a script. Returns the reason. */
static char *
fail (Fixture *f, const char *script)
{
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\n%s\n", script);
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (
      g_file_set_contents_full (f->program, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0700, NULL));
  gscope_inventory_read_async ("ssh://me@lab", NULL, gscope_test_keep_result, &result);
  while (strstr (script, "said") && !g_file_test (f->said, G_FILE_TEST_EXISTS))
    g_thread_yield ();
  kept = gscope_test_await (&result);
  g_assert_null (gscope_inventory_read_finish (kept, &error));
  return g_strdup (error->message);
}

static void
test_reasons (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *script;
    const char *reason;
    const char *remedy;
  } cases[] = {
    { "echo 'Host key verification failed.' >&2; exit 255",
      "does not know the host key of “me@lab”", "Run “ssh me@lab” once" },
    { "echo '@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @' >&2; exit 255",
      "another one than before", "Ask its owner" },
    { "echo 'me@lab: Permission denied (publickey,password).' >&2; exit 255",
      "does not accept a key", "ssh-copy-id me@lab" },
    { "echo 'sh: 1: gscoped: not found' >&2; exit 127", "no gscoped on “me@lab”", "Install it" },
    { "echo 'sh: 1: gscoped: Permission denied' >&2; exit 126",
      "“me@lab”: sh: 1: gscoped: Permission denied. Run", "gscoped --version” in a terminal" },
    { "echo 'Unknown option --stdio. Run gscoped --help.' >&2; exit 2",
      "Run gscoped --help. Run “ssh me@lab", "in a terminal" },
    { "echo 'Welcome to the lab'; : > $0.said; cat > /dev/null",
      "“me@lab” prints text before gscoped starts", "“ssh me@lab true” has to print nothing" },
    { "echo banner >&2; echo 'ssh: connect to host lab port 22: Connection refused' >&2; exit 255",
      "“me@lab”: ssh: connect to host lab port 22: Connection refused", "in a terminal" },
    { "cat > /dev/null & exit 0", "ended", "Connect again" },
    { "yes | head -c 100000 >&2; echo 'Host key verification failed.' >&2; exit 255",
      "does not know the host key", "Run" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message = fail (f, cases[i].script);

      g_test_message ("%s", message);
      g_assert_nonnull (strstr (message, cases[i].reason));
      g_assert_nonnull (strstr (message, cases[i].remedy));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/ssh/reasons", Fixture, NULL, set_up, test_reasons, tear_down);
  return g_test_run ();
}
