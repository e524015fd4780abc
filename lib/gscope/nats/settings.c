/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/nats/settings.h>

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <sys/stat.h>
#include <unistd.h>

#define SYSTEM_FILE "/etc/gscope/nats.conf"
#define ANY_SERVER "*"

typedef struct
{
  const char *key;
  gsize offset;
  gboolean is_path;
} Row;

static const Row rows[] = {
  { "authority", G_STRUCT_OFFSET (GscopeNatsSettings, authority), TRUE },
  { "certificate", G_STRUCT_OFFSET (GscopeNatsSettings, certificate), TRUE },
  { "credentials", G_STRUCT_OFFSET (GscopeNatsSettings, credentials), TRUE },
  { "key", G_STRUCT_OFFSET (GscopeNatsSettings, key), TRUE },
  { "nkey", G_STRUCT_OFFSET (GscopeNatsSettings, nkey), FALSE },
  { "password", G_STRUCT_OFFSET (GscopeNatsSettings, password), FALSE },
  { "seed", G_STRUCT_OFFSET (GscopeNatsSettings, seed), TRUE },
  { "user", G_STRUCT_OFFSET (GscopeNatsSettings, user), FALSE },
};

void
gscope_nats_settings_free (GscopeNatsSettings *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_free (G_STRUCT_MEMBER (char *, self, rows[i].offset));
  g_free (self->server);
  g_free (self->host);
  g_free (self);
}

static char *
get_path (void)
{
  const char *given = g_getenv ("GSCOPE_NATS_CONFIG");

  if (given)
    return g_strdup (given);
  return getuid () == 0 ? g_strdup (SYSTEM_FILE)
                        : g_build_filename (g_get_user_config_dir (), "gscope", "nats.conf", NULL);
}

static const Row *
find_row (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].key, key))
      return &rows[i];
  return NULL;
}

static gboolean
refuse (GError **error, const char *format, const char *first, const char *second)
{
  g_autofree char *text = g_strdup_printf (format, first, second);

  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, text);
  return FALSE;
}

static gboolean
read_key (GscopeNatsSettings *self, GKeyFile *file, const char *group, const char *key,
          GError **error)
{
  const Row *row = find_row (key);
  g_autoptr (GError) flaw = NULL;
  char *value;

  if (!row)
    return refuse (error,
                   _ ("The group [%s] has no key “%s”. Its keys are: authority, certificate, "
                      "credentials, key, nkey, password, seed, user."),
                   group, key);
  /* GLib may return a text for a value that it refuses. */
  value = g_key_file_get_string (file, group, key, &flaw);
  g_free (G_STRUCT_MEMBER (char *, self, row->offset));
  G_STRUCT_MEMBER (char *, self, row->offset) = value;
  if (flaw)
    {
      g_propagate_error (error, g_steal_pointer (&flaw));
      return FALSE;
    }
  if (!row->is_path || g_path_is_absolute (value))
    return TRUE;
  return refuse (error, _ ("“%s” is no valid value of the key “%s”. Write an absolute path."),
                 value, key);
}

static gboolean
read_group (GscopeNatsSettings *self, GKeyFile *file, const char *group, GError **error)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, error);

  for (guint i = 0; keys && keys[i]; i++)
    if (!read_key (self, file, group, keys[i], error))
      return FALSE;
  return keys != NULL;
}

/* A secret is for the user alone. libnats reports a file that is not there. */
static gboolean
check_secret (const char *path, GError **error)
{
  struct stat status;

  return !path || stat (path, &status) != 0 || (status.st_mode & 077) == 0
         || refuse (error, _ ("Other users may read the secret in “%s”. Run “chmod 600 %s”."), path,
                    path);
}

static gboolean
check_secrets (const GscopeNatsSettings *self, const char *path, GError **error)
{
  return check_secret (self->password ? path : NULL, error) && check_secret (self->seed, error)
         && check_secret (self->credentials, error);
}

static gboolean
read_file (GscopeNatsSettings *self, const char *path, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  const char *group;

  if (!g_key_file_load_from_file (file, path, 0, error))
    return FALSE;
  group = g_key_file_has_group (file, self->server) ? self->server : ANY_SERVER;
  return !g_key_file_has_group (file, group)
         || (read_group (self, file, group, error) && check_secrets (self, path, error));
}

static gboolean
check (const GscopeNatsSettings *self, GError **error)
{
  if (!self->certificate != !self->key)
    return refuse (error,
                   _ ("The server “%s” has only one of the keys “certificate” and “key”.%s "
                      "Give both."),
                   self->server, "");
  if (!self->seed != !self->nkey)
    return refuse (error,
                   _ ("The server “%s” has only one of the keys “nkey” and “seed”.%s "
                      "Give both."),
                   self->server, "");
  return TRUE;
}

static gboolean
is_loopback (const char *host)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);

  return address ? g_inet_address_get_is_loopback (address)
                 : g_ascii_strcasecmp (host, "localhost") == 0;
}

GscopeNatsSettings *
gscope_nats_settings_read (const char *server, GError **error)
{
  g_autoptr (GscopeNatsSettings) self = g_new0 (GscopeNatsSettings, 1);
  g_autoptr (GUri) uri = g_uri_parse (server, G_URI_FLAGS_NONE, NULL);
  g_autofree char *path = get_path ();

  self->server = g_strdup (server);
  self->host = g_strdup (uri && g_uri_get_host (uri) ? g_uri_get_host (uri) : "");
  if (g_file_test (path, G_FILE_TEST_EXISTS)
      && (!read_file (self, path, error) || !check (self, error)))
    {
      g_prefix_error (error, _ ("Cannot take the settings of NATS from “%s”: "), path);
      return NULL;
    }
  if (!self->user)
    self->user = g_strdup (g_get_user_name ());
  self->is_tls = !is_loopback (self->host) || self->authority || self->certificate;
  return g_steal_pointer (&self);
}
