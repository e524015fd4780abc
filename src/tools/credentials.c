/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "credentials.h"

#include "status.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  MAX_TOKEN = 512,
};

struct _ToolsCredentials
{
  GObject parent_instance;

  char *token_file;
  char *fingerprint;
  GTlsCertificate *certificate;
};

static void tools_credentials_implement (GscopeCredentialsInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ToolsCredentials, tools_credentials, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GSCOPE_TYPE_CREDENTIALS,
                                                      tools_credentials_implement))

static void
tools_credentials_finalize (GObject *object)
{
  ToolsCredentials *self = TOOLS_CREDENTIALS (object);

  g_free (self->token_file);
  g_free (self->fingerprint);
  g_clear_object (&self->certificate);
  G_OBJECT_CLASS (tools_credentials_parent_class)->finalize (object);
}

static void
tools_credentials_class_init (ToolsCredentialsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tools_credentials_finalize;
}

static void
tools_credentials_init (ToolsCredentials *self)
{
}

/* The token. */

static char *
refuse_file (const char *path, const char *reason, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("Cannot use the token in “%s”: %s. Write the token alone to a file that only you "
                  "may read."),
               path, reason);
  return NULL;
}

static char *
read_token (const char *path, GError **error)
{
  char text[MAX_TOKEN + 2] = "";
  g_autoptr (GError) cause = NULL;
  int fd = gscope_file_open (path, &cause);
  struct stat status;
  gssize n;

  if (fd < 0)
    return refuse_file (path, g_strerror (errno), error);
  n = fstat (fd, &status) == 0 ? read (fd, text, sizeof text - 1) : -1;
  close (fd);
  if (n < 0)
    return refuse_file (path, g_strerror (errno), error);
  if ((status.st_mode & 077) != 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("Cannot use the token in “%s”: other users may read or change the file. "
                      "Forbid it: chmod 600 “%s”."),
                   path, path);
      return NULL;
    }
  if (n > MAX_TOKEN)
    return refuse_file (path, _ ("it is longer than 512 bytes"), error);
  if (!*g_strstrip (text))
    return refuse_file (path, _ ("the file is empty"), error);
  return g_strdup (text);
}

static void
find_token_async (GscopeCredentials *credentials, const char *address, GCancellable *cancellable,
                  GAsyncReadyCallback callback, gpointer user_data)
{
  ToolsCredentials *self = TOOLS_CREDENTIALS (credentials);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  GError *error = NULL;
  char *token = self->token_file ? read_token (self->token_file, &error)
                                 : g_strdup (g_getenv ("GSCOPE_TOKEN"));

  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, token, g_free);
}

/* Certificates. */

/* Colons between the numbers do not count, nor does the case. */
static gboolean
is_same (const char *one, const char *other)
{
  while (TRUE)
    {
      one += *one == ':';
      other += *other == ':';
      if (g_ascii_tolower (*one) != g_ascii_tolower (*other))
        return FALSE;
      if (!*one)
        return TRUE;
      one++;
      other++;
    }
}

static gboolean
trusts (GscopeCredentials *credentials, const char *address, const char *fingerprint,
        GTlsCertificate *certificate)
{
  ToolsCredentials *self = TOOLS_CREDENTIALS (credentials);

  return self->fingerprint && is_same (self->fingerprint, fingerprint);
}

static char *
dup_trusted (GscopeCredentials *credentials, const char *address)
{
  return g_strdup (TOOLS_CREDENTIALS (credentials)->fingerprint);
}

static GTlsCertificate *
get_certificate (GscopeCredentials *credentials, const char *address)
{
  return TOOLS_CREDENTIALS (credentials)->certificate;
}

static void
tools_credentials_implement (GscopeCredentialsInterface *iface)
{
  iface->find_token_async = find_token_async;
  iface->trusts = trusts;
  iface->dup_trusted = dup_trusted;
  iface->get_certificate = get_certificate;
}

static GTlsCertificate *
read_certificate (const ToolsOptions *options, GError **error)
{
  const char *key = options->client_key ? options->client_key : options->client_certificate;
  g_autoptr (GError) cause = NULL;
  GTlsCertificate *certificate =
      gscope_credentials_read_certificate (options->client_certificate, key, &cause);

  if (!certificate)
    g_set_error_literal (error, TOOLS_ERROR, TOOLS_WRONG_USAGE, cause->message);
  return certificate;
}

GscopeCredentials *
tools_credentials_new (const ToolsOptions *options, GError **error)
{
  g_autoptr (ToolsCredentials) self = g_object_new (TOOLS_TYPE_CREDENTIALS, NULL);

  self->token_file = g_strdup (options->token_file);
  self->fingerprint = g_strdup (options->certificate);
  if (options->client_certificate)
    {
      self->certificate = read_certificate (options, error);
      if (!self->certificate)
        return NULL;
    }
  return GSCOPE_CREDENTIALS (g_steal_pointer (&self));
}
