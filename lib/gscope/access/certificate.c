/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/access/certificate.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/access/key-pair.h>
#include <gscope/error.h>
#include <sys/stat.h>

enum
{
  DIGEST_SIZE = 32,
};

static gboolean
check_key (const char *path, GError **error)
{
  struct stat status;

  if (stat (path, &status) != 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("Cannot read the key “%s”: %s. Give the file of the certificate’s key."),
                   path, g_strerror (errno));
      return FALSE;
    }
  if ((status.st_mode & 07) == 0 && (status.st_mode & 020) == 0)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
               _ ("Cannot use the key “%s”: other users may read or change it. Forbid it: chmod "
                  "600 “%s”."),
               path, path);
  return FALSE;
}

char *
gscope_certificate_describe_end (GTlsCertificate *certificate)
{
  g_autoptr (GDateTime) end = g_tls_certificate_get_not_valid_after (certificate);
  g_autoptr (GDateTime) local = end ? g_date_time_to_local (end) : NULL;

  return local ? g_date_time_format (local, "%F %R") : g_strdup ("?");
}

static gboolean
check_time (GTlsCertificate *certificate, const char *path, GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) end = g_tls_certificate_get_not_valid_after (certificate);
  g_autofree char *text = gscope_certificate_describe_end (certificate);

  if (!end || g_date_time_compare (now, end) <= 0)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("The certificate “%s” expired on %s. Renew it."), path, text);
  return FALSE;
}

GTlsCertificate *
gscope_certificate_read (const char *path, const char *key_path, GError **error)
{
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autoptr (GError) cause = NULL;

  if (!check_key (key_path, error))
    return NULL;
  certificate = g_tls_certificate_new_from_files (path, key_path, &cause);
  if (!certificate)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("Cannot read the certificate “%s” with the key “%s”: %s. Give files in the "
                      "PEM format."),
                   path, key_path, cause->message);
      return NULL;
    }
  if (!check_time (certificate, path, error))
    return NULL;
  if (gscope_key_pair_fits (certificate))
    return g_steal_pointer (&certificate);
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
      _ ("The key “%s” does not belong to the certificate “%s”. Give the key with which the "
         "certificate was made."),
      key_path, path);
  return NULL;
}

GTlsDatabase *
gscope_certificate_read_authority (const char *path, GError **error)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autoptr (GError) cause = NULL;
  GList *certificates = g_tls_certificate_list_new_from_file (full, &cause);
  GTlsDatabase *database = certificates ? g_tls_file_database_new (full, &cause) : NULL;

  g_list_free_full (certificates, g_object_unref);
  if (!database)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("Cannot read the authority of clients “%s”: %s. Give a file of certificates in "
                    "the PEM format."),
                 path, cause ? cause->message : _ ("it has no certificate"));
  return database;
}

static void
compute_digest (GTlsCertificate *certificate, guint8 digest[DIGEST_SIZE])
{
  g_autoptr (GByteArray) der = NULL;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize size = DIGEST_SIZE;

  g_object_get (certificate, "certificate", &der, NULL);
  g_checksum_update (checksum, der->data, der->len);
  g_checksum_get_digest (checksum, digest, &size);
}

char *
gscope_certificate_get_fingerprint (GTlsCertificate *certificate)
{
  guint8 digest[DIGEST_SIZE];
  GString *text = g_string_new (NULL);

  compute_digest (certificate, digest);
  for (guint i = 0; i < DIGEST_SIZE; i++)
    g_string_append_printf (text, i > 0 ? ":%02X" : "%02X", digest[i]);
  return g_string_free (text, FALSE);
}

gboolean
gscope_certificate_has_fingerprint (GTlsCertificate *certificate, const char *text)
{
  guint8 digest[DIGEST_SIZE];

  compute_digest (certificate, digest);
  for (guint i = 0; i < DIGEST_SIZE; i++)
    {
      if (i > 0 && *text == ':')
        text++;
      if (g_ascii_xdigit_value (text[0]) != digest[i] >> 4
          || g_ascii_xdigit_value (text[1]) != (digest[i] & 15))
        return FALSE;
      text += 2;
    }
  return *text == '\0';
}
