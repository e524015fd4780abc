/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/access/key-pair.h>

#include <gnutls/x509.h>
#include <string.h>

enum
{
  ID_SIZE = 32,
};

/* Returns whether there is an identity: the digest of the public key. */
static gboolean
identify_certificate (const gnutls_datum_t *pem, guint8 id[ID_SIZE])
{
  gnutls_x509_crt_t certificate;
  size_t size = ID_SIZE;
  gboolean is_known;

  if (gnutls_x509_crt_init (&certificate) < 0)
    return FALSE;
  is_known = gnutls_x509_crt_import (certificate, pem, GNUTLS_X509_FMT_PEM) >= 0
             && gnutls_x509_crt_get_key_id (certificate, GNUTLS_KEYID_USE_SHA256, id, &size) >= 0;
  gnutls_x509_crt_deinit (certificate);
  return is_known;
}

static gboolean
identify_key (const gnutls_datum_t *pem, guint8 id[ID_SIZE])
{
  gnutls_x509_privkey_t key;
  size_t size = ID_SIZE;
  gboolean is_known;

  if (gnutls_x509_privkey_init (&key) < 0)
    return FALSE;
  is_known = gnutls_x509_privkey_import (key, pem, GNUTLS_X509_FMT_PEM) >= 0
             && gnutls_x509_privkey_get_key_id (key, GNUTLS_KEYID_USE_SHA256, id, &size) >= 0;
  gnutls_x509_privkey_deinit (key);
  return is_known;
}

gboolean
gscope_key_pair_fits (GTlsCertificate *certificate)
{
  g_autofree char *public_text = NULL;
  g_autofree char *private_text = NULL;
  gnutls_datum_t public, private;
  guint8 ids[2][ID_SIZE];

  g_object_get (certificate, "certificate-pem", &public_text, "private-key-pem", &private_text,
                NULL);
  if (!public_text || !private_text)
    return TRUE;
  public = (gnutls_datum_t){ (guint8 *) public_text, (unsigned) strlen (public_text) };
  private = (gnutls_datum_t){ (guint8 *) private_text, (unsigned) strlen (private_text) };
  if (!identify_certificate (&public, ids[0]) || !identify_key (&private, ids[1]))
    return TRUE;
  return memcmp (ids[0], ids[1], ID_SIZE) == 0;
}
