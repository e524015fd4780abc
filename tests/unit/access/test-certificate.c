/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Certificates with their keys: which are used, why others are refused, and fingerprints. */

#include "support/certificates.h"

#include <glib/gstdio.h>
#include <gscope/access/certificate.h>
#include <gscope/gscope.h>
#include <string.h>

typedef struct
{
  char *folder;
  char *path;
  char *key;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->folder = g_dir_make_tmp ("gscope-certificate-XXXXXX", NULL);
  make_certificate (f->folder, "own", NULL, 2);
  f->path = find_certificate (f->folder, "own");
  f->key = find_key (f->folder, "own");
  g_assert_cmpint (g_chmod (f->key, 0600), ==, 0);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  remove_certificates (f->folder);
  g_free (f->folder);
  g_free (f->path);
  g_free (f->key);
}

static void
refuse (const char *path, const char *key, GscopeError code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsCertificate) certificate = gscope_certificate_read (path, key, &error);

  if (certificate)
    g_error ("“%s” was expected", words);
  g_assert_error (error, GSCOPE_ERROR, (int) code);
  if (!strstr (error->message, words))
    g_error ("“%s” does not say “%s”", error->message, words);
}

/* Keys that others may read, or that are missing; files that are no certificates, have expired or another key */
static void
test_refused (Fixture *f, gconstpointer data)
{
  g_autofree char *missing = g_build_filename (f->folder, "missing.key", NULL);
  g_autofree char *old = NULL;
  g_autofree char *old_key = NULL;

  make_certificate (f->folder, "old", NULL, -1);
  old = find_certificate (f->folder, "old");
  old_key = find_key (f->folder, "old");
  g_assert_cmpint (g_chmod (old_key, 0600), ==, 0);

  refuse (f->path, missing, GSCOPE_ERROR_NOT_FOUND, "Cannot read the key");
  refuse (f->key, f->key, GSCOPE_ERROR_INVALID, "PEM format");
  refuse (missing, f->key, GSCOPE_ERROR_INVALID, "PEM format");
  refuse (old, old_key, GSCOPE_ERROR_INVALID, "expired on 2");
  if (g_str_equal (g_getenv ("TEST_KEY_PAIRS"), "1"))
    refuse (f->path, old_key, GSCOPE_ERROR_INVALID, "does not belong to the certificate");
  g_assert_cmpint (g_chmod (f->key, 0620), ==, 0);
  refuse (f->path, f->key, GSCOPE_ERROR_PRIVILEGE, "other users may read or change it");
  g_assert_cmpint (g_chmod (f->key, 0604), ==, 0);
  refuse (f->path, f->key, GSCOPE_ERROR_PRIVILEGE, "other users may read or change it");
}

/* A group may read the key, such as that of all servers. A fingerprint is the same with and without colons. */
static void
test_fingerprint (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autofree char *text = NULL;
  g_autofree char *small = NULL;
  g_autofree char *longer = NULL;
  g_autofree char *end = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *joined = NULL;

  g_assert_cmpint (g_chmod (f->key, 0640), ==, 0);
  certificate = gscope_certificate_read (f->path, f->key, &error);
  g_assert_no_error (error);
  text = gscope_certificate_get_fingerprint (certificate);
  g_assert_cmpuint (strlen (text), ==, 32 * 3 - 1);
  g_assert_true (gscope_certificate_has_fingerprint (certificate, text));
  small = g_ascii_strdown (text, -1);
  g_assert_true (gscope_certificate_has_fingerprint (certificate, small));
  parts = g_strsplit (text, ":", -1);
  joined = g_strjoinv ("", parts);
  g_assert_true (gscope_certificate_has_fingerprint (certificate, joined));

  longer = g_strconcat (text, "00", NULL);
  g_assert_false (gscope_certificate_has_fingerprint (certificate, longer));
  g_assert_false (gscope_certificate_has_fingerprint (certificate, ""));
  text[strlen (text) - 1] = text[strlen (text) - 1] == '0' ? '1' : '0';
  g_assert_false (gscope_certificate_has_fingerprint (certificate, text));
  text[strlen (text) - 1] = '\0';
  g_assert_false (gscope_certificate_has_fingerprint (certificate, text));
  end = gscope_certificate_describe_end (certificate);
  g_assert_cmpuint (strlen (end), ==, strlen ("2026-01-01 00:00"));
}

static void
test_authority (Fixture *f, gconstpointer data)
{
  g_autofree char *missing = g_build_filename (f->folder, "missing.pem", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) none = NULL;
  g_autoptr (GError) no_file = NULL;
  g_autoptr (GTlsDatabase) database = gscope_certificate_read_authority (f->path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (database);
  g_assert_null (gscope_certificate_read_authority (f->key, &none));
  g_assert_error (none, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_nonnull (strstr (none->message, "it has no certificate"));
  g_assert_null (gscope_certificate_read_authority (missing, &no_file));
  g_assert_error (no_file, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_nonnull (strstr (no_file->message, missing));
}

#define ADD(name, test) g_test_add ("/certificate/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  forget_authorities ();
  ADD ("refused", test_refused);
  ADD ("fingerprint", test_fingerprint);
  ADD ("authority", test_authority);
  return g_test_run ();
}
