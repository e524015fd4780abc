/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/certificates.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

char *
find_certificate (const char *folder, const char *name)
{
  return g_strdup_printf ("%s/%s.pem", folder, name);
}

char *
find_key (const char *folder, const char *name)
{
  return g_strdup_printf ("%s/%s.key", folder, name);
}

void
remove_certificates (const char *folder)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (directory)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
run (const char *command)
{
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = NULL;
  int status;

  g_assert_true (g_shell_parse_argv (command, NULL, &arguments, NULL));
  /* a child that closes descriptors is forked, which copies the tables of all pages */
  g_spawn_sync (NULL, arguments, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_LEAVE_DESCRIPTORS_OPEN,
                NULL, NULL, NULL, &problem, &status, &error);
  g_assert_no_error (error);
  if (status != 0)
    g_test_message ("%s: %s", command, problem);
  g_assert_cmpint (status, ==, 0);
}

/* Makes a certificate in one step, which cannot make an expired one. */
static void
make_valid (const char *request, const char *path, const char *by, const char *serial)
{
  g_autofree char *make = g_strdup_printf ("%s -x509 -out %s.pem %s %s", request, path, serial, by);

  run (make);
}

static void
make_expired (const char *request, const char *path, const char *by, const char *serial)
{
  g_autofree char *csr = g_strdup_printf ("%s.csr", path);
  g_autofree char *make = g_strdup_printf ("%s -out %s", request, csr);
  g_autofree char *sign = g_strdup_printf (
      "openssl x509 -req -in %s -out %s.pem -copy_extensions copyall %s %s", csr, path, serial, by);
  g_autofree char *sign_self = g_strdup_printf ("%s -signkey %s.key", sign, path);

  run (make);
  run (*by ? sign : sign_self);
  g_assert_cmpint (g_unlink (csr), ==, 0);
}

void
make_certificate (const char *folder, const char *name, const char *issuer, int days)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *by =
      issuer ? g_strdup_printf ("-CA %s/%s.pem -CAkey %s/%s.key", folder, issuer, folder, issuer)
             : g_strdup ("");
  g_autofree char *request = g_strdup_printf (
      "openssl req -config /dev/null -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes "
      "-keyout %s.key -subj /O=Lab/CN=%s -addext subjectAltName=DNS:%s.example.org%s",
      path, name, name, issuer ? "" : " -addext basicConstraints=CA:TRUE");
  g_autofree char *serial = g_strdup_printf ("-set_serial %u -days %d", g_str_hash (name), days);

  (days > 0 ? make_valid : make_expired) (request, path, by, serial);
}

/* A database without authorities. */
typedef GTlsDatabase NoAuthorities;
typedef GTlsDatabaseClass NoAuthoritiesClass;

static GType no_authorities_get_type (void);
G_DEFINE_TYPE (NoAuthorities, no_authorities, G_TYPE_TLS_DATABASE)

static GTlsCertificateFlags
verify_chain (GTlsDatabase *self, GTlsCertificate *chain, const char *purpose,
              GSocketConnectable *identity, GTlsInteraction *interaction,
              GTlsDatabaseVerifyFlags flags, GCancellable *cancellable, GError **error)
{
  return G_TLS_CERTIFICATE_UNKNOWN_CA;
}

static void
no_authorities_class_init (NoAuthoritiesClass *klass)
{
  klass->verify_chain = verify_chain;
}

static void
no_authorities_init (NoAuthorities *self)
{
}

void
forget_authorities (void)
{
  g_autoptr (GTlsDatabase) database = g_object_new (no_authorities_get_type (), NULL);

  g_tls_backend_set_default_database (g_tls_backend_get_default (), database);
}
