/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-test/gscope-test.h>

#define TEST_TYPE_CREDENTIALS (test_credentials_get_type ())
G_DECLARE_FINAL_TYPE (TestCredentials, test_credentials, TEST, CREDENTIALS, GObject)

/* Credentials that have the same for each agent. */
struct _TestCredentials
{
  GObject parent_instance;

  /* or NULL */
  char *token;
  char *trusted;
  GTlsCertificate *own;
  /* the last address and fingerprint about which they were asked */
  char *address;
  char *fingerprint;
};

TestCredentials *test_credentials_new (const char *token);
