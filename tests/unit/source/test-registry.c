/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <stdlib.h>

static gboolean is_privileged;

/* Replaces the function of the C library, which returns NULL in a program with set-uid or file capabilities. */
__attribute__ ((visibility ("default"))) char *
secure_getenv (const char *name)
{
  return is_privileged ? NULL : getenv (name);
}

static void
test_create (void)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autoptr (GscopeSource) named = NULL;
  g_autoptr (GscopeSource) unnamed = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = NULL;
  GVariantDict options;

  g_assert_true (gscope_registry_add_type (registry, "words", GSCOPE_TYPE_SOURCE, "Words",
                                           "Variables.", "program", &error));
  g_assert_true (gscope_registry_add_type (registry, "empty", GSCOPE_TYPE_SOURCE, "Empty",
                                           "Nothing.", "empty", &error));
  names = gscope_registry_list_types (registry);
  g_assert_cmpuint (g_strv_length (names), ==, 2);
  g_assert_cmpstr (names[0], ==, "empty");
  g_assert_cmpstr (gscope_registry_get_title (registry, "words"), ==, "Words");
  g_assert_cmpstr (gscope_registry_get_description (registry, "words"), ==, "Variables.");
  g_assert_true (gscope_registry_get_gtype (registry, "words") == GSCOPE_TYPE_SOURCE);

  named = gscope_registry_create (registry, "words", "mine", NULL, &error);
  g_assert_cmpstr (gscope_source_get_name (named), ==, "mine");
  unnamed = gscope_registry_create (registry, "words", NULL, NULL, &error);
  g_assert_cmpstr (gscope_source_get_name (unnamed), ==, "program");

  g_assert_null (gscope_registry_create (registry, "word", NULL, NULL, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "empty, words"));
  g_clear_error (&error);
  g_assert_null (gscope_registry_create (registry, "words", "two\nlines", NULL, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_clear_error (&error);
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "colour", "s", "blue");
  g_assert_null (
      gscope_registry_create (registry, "words", NULL, g_variant_dict_end (&options), &error));
  g_assert_nonnull (strstr (error->message, "colour"));
}

static void
test_refused (void)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (
      gscope_registry_add_type (registry, "words", GSCOPE_TYPE_SOURCE, "", "", "words", &error));
  g_assert_false (
      gscope_registry_add_type (registry, "words", GSCOPE_TYPE_SOURCE, "", "", "words", &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS);
  g_clear_error (&error);
  g_assert_false (
      gscope_registry_add_type (registry, "other", G_TYPE_OBJECT, "", "", "other", &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_true (gscope_registry_get_default () == gscope_registry_get_default ());
}

static const GscopePluginFailure *
find_failure (GscopeRegistry *registry, const char *suffix)
{
  GPtrArray *failures = gscope_registry_get_failures (registry);

  for (guint i = 0; i < failures->len; i++)
    {
      const GscopePluginFailure *failure = failures->pdata[i];

      if (g_str_has_suffix (failure->file, suffix))
        return failure;
    }
  return NULL;
}

static guint
count_failures (GscopeRegistry *registry, const char *directory)
{
  GPtrArray *failures = gscope_registry_get_failures (registry);
  guint n = 0;

  for (guint i = 0; i < failures->len; i++)
    n += g_str_has_prefix (((GscopePluginFailure *) failures->pdata[i])->file, directory);
  return n;
}

/* Makes a file in the directory of the user that is no plugin, so that a failure says whether it was loaded. */
static void
add_own (const char *directory, const char *name)
{
  g_autofree char *file = g_build_filename (directory, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (directory, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "this is no library", -1, NULL));
}

/* The directory of the user is searched besides the variable, unless others may write to it. A name that was found before hides
 * its files. */
static void
test_own (void)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autoptr (GscopeRegistry) other = gscope_registry_new ();
  g_autofree char *own_dir = g_build_filename (g_get_user_data_dir (), "gscope", "plugins", NULL);
  g_autofree char *early_dir = g_build_filename (g_get_user_data_dir (), "early", NULL);

  add_own (own_dir, "own.so");
  add_own (own_dir, "both.so");
  add_own (early_dir, "both.so");
  g_setenv ("GSCOPE_PLUGIN_PATH", early_dir, TRUE);
  gscope_loader_load (registry);
  g_assert_cmpuint (count_failures (registry, early_dir), ==, 1);
  g_assert_cmpuint (count_failures (registry, own_dir), ==, 1);
  g_assert_nonnull (find_failure (registry, "/own.so"));

  g_assert_cmpint (g_chmod (own_dir, 0777), ==, 0);
  gscope_loader_load (other);
  g_assert_null (find_failure (other, "/own.so"));
  g_assert_nonnull (strstr (find_failure (other, "/gscope/plugins")->reason, "every user"));
}

/* A program that has more rights than its user loads nothing of this user. */
static void
test_privileged (void)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autoptr (GscopeRegistry) other = gscope_registry_new ();
  g_autofree char *own_dir = g_build_filename (g_get_user_data_dir (), "gscope", "plugins", NULL);
  g_autofree char *early_dir = g_build_filename (g_get_user_data_dir (), "early", NULL);

  add_own (own_dir, "own.so");
  add_own (early_dir, "early.so");
  g_assert_cmpint (g_chmod (own_dir, 0700), ==, 0);
  g_setenv ("GSCOPE_PLUGIN_PATH", early_dir, TRUE);
  gscope_loader_load (registry);
  g_assert_nonnull (find_failure (registry, "/own.so"));
  g_assert_nonnull (find_failure (registry, "/early.so"));

  is_privileged = TRUE;
  gscope_loader_load (other);
  is_privileged = FALSE;
  g_assert_cmpuint (count_failures (other, own_dir), ==, 0);
  g_assert_cmpuint (count_failures (other, early_dir), ==, 0);
}

static void
test_loader (void)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autofree char *broken_dir = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *broken = g_build_filename (broken_dir, "broken.so", NULL);
  g_autofree char *path =
      g_strconcat (broken_dir, ":", TEST_PLUGIN_DIR, "::", broken_dir, "/none", NULL);
  g_autofree char *older = g_strdup_printf ("built for version %u", GSCOPE_PLUGIN_ABI - 1);
  g_autofree char *larger = g_strdup_printf ("built with a GscopeSourceClass of %zu bytes",
                                             sizeof (GscopeSourceClass) + 8);
  g_autoptr (GscopeSource) source = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (broken, "this is no library", -1, NULL));
  g_setenv ("GSCOPE_PLUGIN_PATH", path, TRUE);
  gscope_loader_load (registry);

  g_assert_true (gscope_registry_has_type (registry, "flux"));
  source = gscope_registry_create (registry, "flux", NULL, NULL, NULL);
  g_assert_true (GSCOPE_IS_SOURCE (source));

  g_assert_cmpuint (count_failures (registry, broken_dir), ==, 2);
  g_assert_cmpuint (count_failures (registry, TEST_PLUGIN_DIR), ==, 5);
  g_assert_nonnull (find_failure (registry, "/broken.so"));
  g_assert_nonnull (find_failure (registry, "/none"));
  g_assert_cmpstr (find_failure (registry, "/plugin-refusing.so")->reason, ==,
                   "this machine has no flux");
  g_assert_nonnull (strstr (find_failure (registry, "/plugin-other.so")->reason,
                            "does not export gscope_plugin"));
  g_assert_nonnull (
      strstr (find_failure (registry, "/plugin-incomplete.so")->reason, "measure_flux"));
  g_assert_nonnull (strstr (find_failure (registry, "/plugin-old.so")->reason, older));
  g_assert_nonnull (strstr (find_failure (registry, "/plugin-larger.so")->reason, larger));

  g_assert_null (gscope_registry_create (registry, "reflux", NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "this machine has no flux"));
  g_remove (broken);
  g_rmdir (broken_dir);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/registry/create", test_create);
  g_test_add_func ("/registry/refused", test_refused);
  g_test_add_func ("/registry/loader", test_loader);
  g_test_add_func ("/registry/own", test_own);
  g_test_add_func ("/registry/privileged", test_privileged);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
