/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Certificates of agents and of those who connect to them. */

/* Reads the certificate of an agent, with the certificates of the authorities that issued it, and its key, which only
 * its owner and its group may read. Fails if the certificate has expired, or if the key belongs to another
 * certificate. */
GTlsCertificate *gscope_certificate_read (const char *path, const char *key_path, GError **error);
/* Reads the authority that issues the certificates of clients. */
GTlsDatabase *gscope_certificate_read_authority (const char *path, GError **error);
/* Returns the SHA-256 fingerprint, as “AB:CD:…”. */
char *gscope_certificate_get_fingerprint (GTlsCertificate *certificate);
/* Returns whether a text is the fingerprint, with or without colons. */
gboolean gscope_certificate_has_fingerprint (GTlsCertificate *certificate, const char *text);
/* Returns the time until which a certificate is valid, for users. */
char *gscope_certificate_describe_end (GTlsCertificate *certificate);
