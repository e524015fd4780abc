/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Files of tokens: what is accepted, what is refused and why, and tokens that are added. */

#include <errno.h>
#include <glib/gstdio.h>
#include <gscope/access/tokens.h>
#include <gscope/gscope.h>
#include <string.h>
#include <unistd.h>

#define SECRET "correct-horse-battery"

typedef struct
{
  char *directory;
  char *path;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->directory = g_dir_make_tmp ("gscope-tokens-XXXXXX", NULL);
  f->path = g_build_filename (f->directory, "tokens", NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_unlink (f->path);
  g_assert_cmpint (g_rmdir (f->directory), ==, 0);
  g_free (f->directory);
  g_free (f->path);
}

static void
write_file (Fixture *f, const char *text, gssize length)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (f->path, text, length, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error);
  g_assert_no_error (error);
}

static void
refuse (Fixture *f, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTokens) tokens = gscope_tokens_read (f->path, &error);

  if (tokens)
    g_error ("“%s” was expected", words);
  g_assert_nonnull (error);
  if (!strstr (error->message, words) || !strstr (error->message, f->path))
    g_error ("“%s” does not say “%s”", error->message, words);
}

/* Comments and empty lines are skipped; a token is found by its text, whether the file has it or its digest. */
static void
test_file (Fixture *f, gconstpointer data)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, SECRET "-2", -1);
  g_autofree char *text =
      g_strdup_printf ("# tokens\n\n  alice:" SECRET "  \r\nbob@lab:sha256:%s", digest);
  g_autoptr (GBytes) alice = NULL;
  g_autoptr (GBytes) bob = NULL;
  g_autoptr (GBytes) nobody = NULL;
  g_autoptr (GscopeTokens) tokens = NULL;
  g_autoptr (GError) error = NULL;

  write_file (f, text, -1);
  tokens = gscope_tokens_read (f->path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (gscope_tokens_find (tokens, SECRET, &alice), ==, "alice");
  g_assert_cmpstr (gscope_tokens_find (tokens, SECRET "-2", &bob), ==, "bob@lab");
  g_assert_null (gscope_tokens_find (tokens, SECRET "-3", &nobody));
  g_assert_true (gscope_tokens_contain (tokens, "alice", alice));
  g_assert_false (gscope_tokens_contain (tokens, "alice", bob));
  g_assert_false (gscope_tokens_contain (tokens, "eve", alice));
}

static void
test_refused_lines (Fixture *f, gconstpointer data)
{
  static const char *const rows[][2] = {
    { "alice", "line 1: it is not of the form NAME:TOKEN" },
    { "# one\n:" SECRET, "line 2: the name" },
    { "al ice:" SECRET, "the name" },
    { "alice:short", "the token" },
    { "alice:correct horse battery", "the token" },
    { "alice:sha256:0123", "64 hexadecimal digits" },
    { "alice:sha256:"
      "0123456789abcdefg123456789abcdef0123456789abcdef0123456789abcdef",
      "64 hexadecimal digits" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      write_file (f, rows[i][0], -1);
      refuse (f, rows[i][1]);
    }
}

/* A file that is too large, has too many tokens or bytes that are no text */
static void
test_refused_sizes (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i <= 4096; i++)
    g_string_append_printf (text, "user-%u:" SECRET "\n", i);
  write_file (f, text->str, (gssize) text->len);
  refuse (f, "line 4097: there are more than 4096 tokens");

  g_string_set_size (text, 1024 * 1024 + 1);
  memset (text->str, '\n', text->len);
  write_file (f, text->str, (gssize) text->len);
  refuse (f, "larger than 1 MiB");

  write_file (f, "alice:" SECRET "\0\n", 6 + strlen (SECRET) + 2);
  refuse (f, "not a file of text");
}

/* Tokens that others may read, or wrote, are not used, and none is added to them. */
static void
test_others (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) readable = NULL;
  g_autoptr (GError) foreign = NULL;

  write_file (f, "alice:" SECRET, -1);
  g_assert_cmpint (g_chmod (f->path, 0640), ==, 0);
  refuse (f, "other users may read or change the file");
  g_assert_null (gscope_tokens_create (f->path, "bob", &readable));
  g_assert_error (readable, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE);
  if (geteuid () != 0)
    return;
  g_assert_cmpint (g_chmod (f->path, 0600), ==, 0);
  g_assert_cmpint (chown (f->path, 12345, (gid_t) -1), ==, 0);
  refuse (f, "belongs to another user");
  g_assert_null (gscope_tokens_create (f->path, "bob", &foreign));
  g_assert_error (foreign, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE);
}

/* A new token is kept as a digest, in a file that nobody else reads, after those that are there. */
static void
test_create (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *first = gscope_tokens_create (f->path, "alice", &error);
  g_autofree char *second = gscope_tokens_create (f->path, "bob", &error);
  g_autofree char *text = NULL;
  g_autoptr (GscopeTokens) tokens = NULL;
  g_autoptr (GBytes) digest = NULL;
  g_autoptr (GBytes) other = NULL;

  g_assert_no_error (error);
  g_assert_true (gscope_token_is_valid (first) && gscope_token_is_valid (second));
  g_assert_cmpstr (first, !=, second);
  g_assert_true (g_file_get_contents (f->path, &text, NULL, NULL));
  g_assert_null (strstr (text, first));
  tokens = gscope_tokens_read (f->path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (gscope_tokens_find (tokens, first, &digest), ==, "alice");
  g_assert_cmpstr (gscope_tokens_find (tokens, second, &other), ==, "bob");
}

/* The last line of a file that somebody has written by hand may have no end. */
static void
test_create_after_line (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *token = NULL;
  g_autoptr (GscopeTokens) tokens = NULL;
  g_autoptr (GBytes) alice = NULL;
  g_autoptr (GBytes) bob = NULL;

  write_file (f, "alice:" SECRET, -1);
  token = gscope_tokens_create (f->path, "bob", &error);
  g_assert_no_error (error);
  tokens = gscope_tokens_read (f->path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (gscope_tokens_find (tokens, SECRET, &alice), ==, "alice");
  g_assert_cmpstr (gscope_tokens_find (tokens, token, &bob), ==, "bob");
}

static void
test_create_refused (Fixture *f, gconstpointer data)
{
  g_autofree char *nowhere = g_build_filename (f->directory, "missing", "tokens", NULL);
  g_autoptr (GError) name = NULL;
  g_autoptr (GError) missing = NULL;

  g_assert_null (gscope_tokens_create (f->path, "no name", &name));
  g_assert_error (name, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_false (g_file_test (f->path, G_FILE_TEST_EXISTS));
  g_assert_null (gscope_tokens_create (nowhere, "alice", &missing));
  g_assert_error (missing, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (missing->message, nowhere));
}

#define ADD(name, test) g_test_add ("/tokens/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("file", test_file);
  ADD ("refused-lines", test_refused_lines);
  ADD ("refused-sizes", test_refused_sizes);
  ADD ("others", test_others);
  ADD ("create", test_create);
  ADD ("create-after-line", test_create_after_line);
  ADD ("create-refused", test_create_refused);
  return g_test_run ();
}
