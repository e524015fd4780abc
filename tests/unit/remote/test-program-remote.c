/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Where the program of a source is found, and the reason for its end. */

#include <glib/gstdio.h>
#include <gscope/gscope.h>
#include <gscope/remote/program.h>
#include <string.h>

#define PROGRAM "gscope-test-helper"

typedef struct
{
  GscopeProgramRemote parent_instance;
} HelperRemote;

typedef struct
{
  GscopeProgramRemoteClass parent_class;
} HelperRemoteClass;

static GType helper_remote_get_type (void);

G_DEFINE_TYPE (HelperRemote, helper_remote, GSCOPE_TYPE_PROGRAM_REMOTE)

static void
helper_remote_class_init (HelperRemoteClass *klass)
{
  GscopeProgramRemoteClass *remote_class = GSCOPE_PROGRAM_REMOTE_CLASS (klass);

  remote_class->program = PROGRAM;
  remote_class->installed = g_getenv ("INSTALLED");
  remote_class->explains = TRUE;
}

static void
helper_remote_init (HelperRemote *self)
{
}

typedef struct
{
  char *root;
  GPtrArray *made;
} Bed;

static char *
build (Bed *self, const char *folder)
{
  char *path = g_build_filename (self->root, folder, NULL);

  g_ptr_array_add (self->made, path);
  return path;
}

static void
install_script (Bed *self, const char *folder, const char *commands)
{
  g_autofree char *text = g_strdup_printf ("#!/bin/sh\n%s\n", commands);
  char *directory = build (self, folder), *path;
  g_autofree char *name = g_build_filename (folder, PROGRAM, NULL);

  g_assert_cmpint (g_mkdir_with_parents (directory, 0700), ==, 0);
  path = build (self, name);
  g_assert_true (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
}

/* A program that says where it is, and ends. */
static void
install (Bed *self, const char *folder)
{
  g_autofree char *commands = g_strdup_printf ("echo '%s' >'%s/ran'", folder, self->root);

  install_script (self, folder, commands);
}

static void
bed_init (Bed *self)
{
  self->root = g_dir_make_tmp ("program-remote-XXXXXX", NULL);
  self->made = g_ptr_array_new_with_free_func (g_free);
  build (self, "ran");
}

static void
bed_clear (Bed *self)
{
  for (guint i = self->made->len; i-- > 0;)
    g_remove (self->made->pdata[i]);
  g_ptr_array_unref (self->made);
  g_rmdir (self->root);
  g_free (self->root);
}

static void
on_started (GObject *source, GAsyncResult *result, gpointer error)
{
  g_assert_false (gscope_source_start_finish (GSCOPE_SOURCE (source), result, error));
}

/* Returns the folder of the program that was started, or NULL and why there was none. */
static char *
run (Bed *self, GError **error)
{
  g_autoptr (GscopeSource) source =
      g_object_new (helper_remote_get_type (), "name", "helper", NULL);
  g_autofree char *path = g_build_filename (self->root, "ran", NULL);
  g_autoptr (GError) why = NULL;
  char *text = NULL;

  gscope_source_start_async (source, NULL, on_started, &why);
  while (!why)
    g_main_context_iteration (NULL, TRUE);
  if (g_file_get_contents (path, &text, NULL, NULL))
    return g_strstrip (text);
  g_propagate_error (error, g_steal_pointer (&why));
  return NULL;
}

/* The installed program comes before PATH, and the tests' variable before both. */
static void
test_order (void)
{
  g_autofree char *installed = NULL, *in_path = NULL, *said = NULL, *ran = NULL;
  g_autoptr (GError) error = NULL;
  Bed bed;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  bed_init (&bed);
  installed = g_build_filename (bed.root, "installed", PROGRAM, NULL);
  in_path = g_strdup_printf ("%s/path:%s", bed.root, g_getenv ("PATH"));
  said = g_strdup_printf ("/proc/none:%s/said", bed.root);
  g_setenv ("INSTALLED", installed, TRUE);
  g_setenv ("PATH", in_path, TRUE);
  g_unsetenv ("GSCOPE_PROGRAM_PATH");

  g_assert_null (run (&bed, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  install (&bed, "path");
  ran = run (&bed, NULL);
  g_assert_cmpstr (ran, ==, "path");
  install (&bed, "installed");
  g_free (ran);
  ran = run (&bed, NULL);
  g_assert_cmpstr (ran, ==, "installed");
  install (&bed, "said");
  g_setenv ("GSCOPE_PROGRAM_PATH", said, TRUE);
  g_free (ran);
  ran = run (&bed, NULL);
  g_assert_cmpstr (ran, ==, "said");
  bed_clear (&bed);
}

/* The last line that the program prints is the reason, even while a child of the program may print more. The lines are shown. */
static void
test_reason (void)
{
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;
  Bed bed;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
      g_test_trap_assert_stderr ("*first\n\nno room.\n\n*");
      return;
    }
  bed_init (&bed);
  said = g_build_filename (bed.root, "said", NULL);
  g_setenv ("GSCOPE_PROGRAM_PATH", said, TRUE);
  install_script (&bed, "said",
                  "sleep 1 >/dev/null 3>&- &\n"
                  "printf 'first\\n\\nno room.\\n\\n' >&2\n"
                  "exit 1");
  g_assert_null (run (&bed, &error));
  g_assert_nonnull (strstr (error->message, ": no room. "));
  g_assert_null (strstr (error->message, "first"));
  bed_clear (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program-remote/order", test_order);
  g_test_add_func ("/program-remote/reason", test_reason);
  return g_test_run ();
}
