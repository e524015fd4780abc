/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/test-credentials.h"

static void test_credentials_implement (GscopeCredentialsInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TestCredentials, test_credentials, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GSCOPE_TYPE_CREDENTIALS,
                                                      test_credentials_implement))

static void
find_token_async (GscopeCredentials *credentials, const char *address, GCancellable *cancellable,
                  GAsyncReadyCallback callback, gpointer user_data)
{
  TestCredentials *self = TEST_CREDENTIALS (credentials);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_free (self->address);
  self->address = g_strdup (address);
  g_task_return_pointer (task, g_strdup (self->token), g_free);
}

static gboolean
trusts (GscopeCredentials *credentials, const char *address, const char *fingerprint,
        GTlsCertificate *certificate)
{
  TestCredentials *self = TEST_CREDENTIALS (credentials);

  g_free (self->fingerprint);
  self->fingerprint = g_strdup (fingerprint);
  return g_strcmp0 (fingerprint, self->trusted) == 0;
}

static char *
dup_trusted (GscopeCredentials *credentials, const char *address)
{
  return g_strdup (TEST_CREDENTIALS (credentials)->trusted);
}

static GTlsCertificate *
get_certificate (GscopeCredentials *credentials, const char *address)
{
  return TEST_CREDENTIALS (credentials)->own;
}

static void
test_credentials_implement (GscopeCredentialsInterface *iface)
{
  iface->find_token_async = find_token_async;
  iface->trusts = trusts;
  iface->dup_trusted = dup_trusted;
  iface->get_certificate = get_certificate;
}

static void
test_credentials_finalize (GObject *object)
{
  TestCredentials *self = TEST_CREDENTIALS (object);

  g_free (self->token);
  g_free (self->trusted);
  g_free (self->address);
  g_free (self->fingerprint);
  g_clear_object (&self->own);
  G_OBJECT_CLASS (test_credentials_parent_class)->finalize (object);
}

static void
test_credentials_class_init (TestCredentialsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_credentials_finalize;
}

static void
test_credentials_init (TestCredentials *self)
{
}

TestCredentials *
test_credentials_new (const char *token)
{
  TestCredentials *self = g_object_new (TEST_TYPE_CREDENTIALS, NULL);

  self->token = g_strdup (token);
  return self;
}
