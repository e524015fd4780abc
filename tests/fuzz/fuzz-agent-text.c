/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include "config.h"

#include <gscope/access/certificate.h>
#include <gscope/access/tokens.h>
#include <gscope/dial/endpoint.h>
#include <gscope/rest/metric-name.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* An input is a text that the owner or a user of an agent writes. The first byte says which: “a” an address, “c” the
 * configuration file, “f” the fingerprint of a certificate, “m” name and unit of a signal, with a line feed between
 * them, which become the name of a metric, “t” the file of tokens. */

#define METRIC_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

/* Returns the name of a file that exists as long as the descriptor. */
static char *
open_file (const char *text, gsize size, int *fd)
{
  *fd = memfd_create ("fuzz", MFD_CLOEXEC);
  g_assert_cmpint (fchmod (*fd, 0600), ==, 0);
  g_assert_cmpint (write (*fd, text, size), ==, (gssize) size);
  return g_strdup_printf ("/proc/self/fd/%d", *fd);
}

/* The whole address is an address, the same. */
static void
take_address (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeEndpoint) endpoint = gscope_endpoint_parse (text, &error);
  g_autoptr (GscopeEndpoint) again = NULL;

  g_assert_true (!endpoint == !!error);
  gscope_agent_check_address (text, NULL);
  if (!endpoint)
    return;
  gscope_endpoint_is_local (endpoint);
  again = gscope_endpoint_parse (endpoint->text, &error);
  g_assert_no_error (error);
  g_assert_cmpint (again->kind, ==, endpoint->kind);
  g_assert_cmpstr (again->host, ==, endpoint->host);
  g_assert_cmpuint (again->port, ==, endpoint->port);
  g_assert_cmpstr (again->text, ==, endpoint->text);
  g_assert_cmpstr (again->uri, ==, endpoint->uri);
}

/* GLib 2.74 warns of an escape at the end of a line if there is another broken one. */
static gboolean
ends_within_escape (const char *text, gsize size)
{
  for (gsize i = 0; i < size; i++)
    if (text[i] == '\\' && (i + 1 == size || text[i + 1] == '\0' || g_ascii_isspace (text[i + 1])))
      return TRUE;
  return FALSE;
}

static void
take_configuration (const char *text, gsize size)
{
  int fd;
  g_autofree char *path = open_file (text, size, &fd);
  g_autoptr (GError) error = NULL;
  g_autoptr (AgentConfig) config = agent_config_read (path, &error);

  close (fd);
  g_assert_true (!config == !!error);
  for (guint i = 0; config && i < config->rights->len; i++)
    g_assert_nonnull (((AgentRights *) config->rights->pdata[i])->principal);
}

/* A certificate of these bytes has this fingerprint. */
#define CERTIFICATE "certificate"

typedef GTlsCertificate FakeCertificate;
typedef GTlsCertificateClass FakeCertificateClass;

static GType fake_certificate_get_type (void);
G_DEFINE_TYPE (FakeCertificate, fake_certificate, G_TYPE_TLS_CERTIFICATE)

static void
fake_certificate_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (g_value_type_compatible (G_TYPE_BYTE_ARRAY, pspec->value_type))
    g_value_take_boxed (value,
                        g_byte_array_append (g_byte_array_new (), (const guint8 *) CERTIFICATE,
                                             strlen (CERTIFICATE)));
}

static void
fake_certificate_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
}

static void
fake_certificate_class_init (FakeCertificateClass *klass)
{
  static const char *const names[] = { "certificate", "certificate-pem", "issuer", "private-key",
                                       "private-key-pem" };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = fake_certificate_get_property;
  object_class->set_property = fake_certificate_set_property;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_object_class_override_property (object_class, i + 1, names[i]);
}

static void
fake_certificate_init (FakeCertificate *self)
{
}

/* Colons and case do not count. */
static void
take_fingerprint (const char *text)
{
  g_autoptr (GTlsCertificate) certificate = g_object_new (fake_certificate_get_type (), NULL);
  g_autofree char *own = gscope_certificate_get_fingerprint (certificate);
  g_auto (GStrv) own_parts = g_strsplit (own, ":", -1);
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  g_autofree char *own_digits = g_strjoinv ("", own_parts);
  g_autofree char *digits = g_strjoinv ("", parts);

  g_assert_true (gscope_certificate_has_fingerprint (certificate, own));
  if (gscope_certificate_has_fingerprint (certificate, text))
    g_assert_cmpint (g_ascii_strcasecmp (digits, own_digits), ==, 0);
}

static void
take_metric (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "\n", 2);
  const char *signal = parts[0] ? parts[0] : "";
  const char *unit = parts[0] && parts[1] ? parts[1] : "";
  g_autofree char *name = gscope_metric_name ("gscope_signal_", signal, unit);
  g_autofree char *words = gscope_metric_name_unit (unit);
  g_autoptr (GString) label = g_string_new (NULL);

  g_assert_true (g_str_has_prefix (name, "gscope_signal"));
  g_assert_cmpuint (strspn (name, METRIC_CHARACTERS), ==, strlen (name));
  g_assert_cmpuint (strspn (words, METRIC_CHARACTERS), ==, strlen (words));
  gscope_metric_append_label (label, text);
  g_assert_null (strchr (label->str, '\n'));
  g_assert_cmpuint (label->len, >=, strlen (text) + 2);
}

static void
take_tokens (const char *text, gsize size)
{
  int fd;
  g_autofree char *path = open_file (text, size, &fd);
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeTokens) tokens = gscope_tokens_read (path, &error);
  g_autoptr (GBytes) digest = NULL;
  const char *name;

  close (fd);
  g_assert_true (!tokens == !!error);
  name = tokens ? gscope_tokens_find (tokens, "correct-horse-battery", &digest) : NULL;
  if (name)
    g_assert_true (gscope_tokens_contain (tokens, name, digest));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = size > 0 ? g_strndup ((const char *) data + 1, size - 1) : NULL;

  if (!text)
    return 0;
  if (data[0] == 'a')
    take_address (text);
  else if (data[0] == 'c' && !ends_within_escape ((const char *) data + 1, size - 1))
    take_configuration ((const char *) data + 1, size - 1);
  else if (data[0] == 'f')
    take_fingerprint (text);
  else if (data[0] == 'm')
    take_metric (text);
  else if (data[0] == 't')
    take_tokens ((const char *) data + 1, size - 1);
  return 0;
}
