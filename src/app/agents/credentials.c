/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "agents/credentials.h"

#include <glib/gi18n.h>
#if HAVE_LIBSECRET
#include <libsecret/secret.h>
#endif

/* The file of fingerprints, in the user's directory of states, and its group. */
#define FILE_NAME "agents"
#define TRUSTED "certificates"

/* A certificate that is not trusted. */
typedef struct
{
  GTlsCertificate *certificate;
  char *fingerprint;
} Unknown;

struct _AppCredentials
{
  GObject parent_instance;

  /* by address */
  GHashTable *tokens;
  GHashTable *unknown;
  char *path;
  GKeyFile *trusted;
};

static void app_credentials_implement (GscopeCredentialsInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (AppCredentials, app_credentials, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GSCOPE_TYPE_CREDENTIALS,
                                                      app_credentials_implement))

static void
unknown_free (gpointer data)
{
  Unknown *self = data;

  g_object_unref (self->certificate);
  g_free (self->fingerprint);
  g_free (self);
}

/* Certificates. */

/* Keys have no brackets. */
static char *
dup_key (const char *address)
{
  return g_uri_escape_string (address, ":/", FALSE);
}

static char *
dup_trusted (GscopeCredentials *credentials, const char *address)
{
  g_autofree char *key = dup_key (address);

  return g_key_file_get_string (APP_CREDENTIALS (credentials)->trusted, TRUSTED, key, NULL);
}

static gboolean
trusts (GscopeCredentials *credentials, const char *address, const char *fingerprint,
        GTlsCertificate *certificate)
{
  AppCredentials *self = APP_CREDENTIALS (credentials);
  g_autofree char *trusted = dup_trusted (credentials, address);
  Unknown *unknown;

  if (g_strcmp0 (trusted, fingerprint) == 0)
    {
      g_hash_table_remove (self->unknown, address);
      return TRUE;
    }
  unknown = g_new (Unknown, 1);
  unknown->certificate = g_object_ref (certificate);
  unknown->fingerprint = g_strdup (fingerprint);
  g_hash_table_insert (self->unknown, g_strdup (address), unknown);
  return FALSE;
}

GTlsCertificate *
app_credentials_get_unknown (AppCredentials *self, const char *address)
{
  Unknown *unknown = g_hash_table_lookup (self->unknown, address);

  return unknown ? unknown->certificate : NULL;
}

const char *
app_credentials_get_unknown_fingerprint (AppCredentials *self, const char *address)
{
  Unknown *unknown = g_hash_table_lookup (self->unknown, address);

  return unknown ? unknown->fingerprint : NULL;
}

gboolean
app_credentials_trust (AppCredentials *self, const char *address, GError **error)
{
  const char *fingerprint = app_credentials_get_unknown_fingerprint (self, address);
  g_autofree char *directory = g_path_get_dirname (self->path);
  g_autofree char *key = dup_key (address);

  g_return_val_if_fail (fingerprint, FALSE);

  g_key_file_set_string (self->trusted, TRUSTED, key, fingerprint);
  g_hash_table_remove (self->unknown, address);
  g_mkdir_with_parents (directory, 0700);
  return g_key_file_save_to_file (self->trusted, self->path, error);
}

/* Tokens. */

#if HAVE_LIBSECRET
static const SecretSchema schema = {
  .name = "org.gscope.Gscope.Agent",
  .flags = SECRET_SCHEMA_NONE,
  .attributes = { { "address", SECRET_SCHEMA_ATTRIBUTE_STRING }, { NULL, 0 } },
};

/* Without a store there is no token in it. */
static void
on_found (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  char *secret = secret_password_lookup_finish (result, NULL);

  g_task_return_pointer (task, g_strdup (secret), g_free);
  secret_password_free (secret);
}

static void
look_up (GTask *task, const char *address)
{
  secret_password_lookup (&schema, g_task_get_cancellable (task), on_found, task, "address",
                          address, NULL);
}

static void
on_stored (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (secret_password_store_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
store (GTask *task, const char *address, const char *token)
{
  /* Translators: the name of a secret, with the address of an agent */
  g_autofree char *label = g_strdup_printf (_ ("Gscope: token for %s"), address);

  secret_password_store (&schema, SECRET_COLLECTION_DEFAULT, label, token, NULL, on_stored, task,
                         "address", address, NULL);
}

/* Without a store there is nothing to forget. */
static void
on_forgotten (GObject *object, GAsyncResult *result, gpointer data)
{
  secret_password_clear_finish (result, NULL);
}

static void
forget (const char *address)
{
  secret_password_clear (&schema, NULL, on_forgotten, NULL, "address", address, NULL);
}
#else
static void
look_up (GTask *task, const char *address)
{
  g_task_return_pointer (task, NULL, NULL);
  g_object_unref (task);
}

static void
store (GTask *task, const char *address, const char *token)
{
  g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                           _ ("This program was built without a secret store."));
  g_object_unref (task);
}

static void
forget (const char *address)
{
}
#endif

static void
find_token_async (GscopeCredentials *credentials, const char *address, GCancellable *cancellable,
                  GAsyncReadyCallback callback, gpointer user_data)
{
  AppCredentials *self = APP_CREDENTIALS (credentials);
  const char *token = g_hash_table_lookup (self->tokens, address);
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  if (!token)
    {
      look_up (task, address);
      return;
    }
  g_task_return_pointer (task, g_strdup (token), g_free);
  g_object_unref (task);
}

gboolean
app_credentials_has_store (void)
{
  return HAVE_LIBSECRET;
}

void
app_credentials_set_token (AppCredentials *self, const char *address, const char *token)
{
  g_hash_table_insert (self->tokens, g_strdup (address), g_strdup (token));
}

void
app_credentials_store_token_async (AppCredentials *self, const char *address, const char *token,
                                   GAsyncReadyCallback callback, gpointer user_data)
{
  store (g_task_new (self, NULL, callback, user_data), address, token);
}

gboolean
app_credentials_store_token_finish (AppCredentials *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
app_credentials_forget_token (AppCredentials *self, const char *address)
{
  forget (address);
}

static void
app_credentials_implement (GscopeCredentialsInterface *iface)
{
  iface->find_token_async = find_token_async;
  iface->trusts = trusts;
  iface->dup_trusted = dup_trusted;
}

static void
app_credentials_finalize (GObject *object)
{
  AppCredentials *self = APP_CREDENTIALS (object);

  g_hash_table_unref (self->tokens);
  g_hash_table_unref (self->unknown);
  g_key_file_unref (self->trusted);
  g_free (self->path);
  G_OBJECT_CLASS (app_credentials_parent_class)->finalize (object);
}

static void
app_credentials_class_init (AppCredentialsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_credentials_finalize;
}

static void
app_credentials_init (AppCredentials *self)
{
  self->tokens = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unknown_free);
  self->path = g_build_filename (g_get_user_state_dir (), "gscope", FILE_NAME, NULL);
  self->trusted = g_key_file_new ();
  g_key_file_load_from_file (self->trusted, self->path, G_KEY_FILE_KEEP_COMMENTS, NULL);
}

AppCredentials *
app_credentials_new (void)
{
  return g_object_new (APP_TYPE_CREDENTIALS, NULL);
}
