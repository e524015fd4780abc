/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-bed.h"
#include "support/certificates.h"
#include "support/scripted-source.h"

#include <glib/gstdio.h>

void
agent_bed_write_tokens (AgentBed *self, const char *text)
{
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, WATCH_TOKEN, -1);
  g_autofree char *standard =
      g_strdup_printf ("# tokens\n\nlab:" LAB_TOKEN "\nwatch:sha256:%s\n", digest);
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (self->tokens, text ? text : standard, -1,
                            G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error);
  g_assert_no_error (error);
}

void
agent_bed_set_up (AgentBed *self)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("gscope-network-XXXXXX", &error);
  g_assert_no_error (error);
  self->tokens = g_build_filename (self->folder, "tokens", NULL);
  agent_bed_write_tokens (self, NULL);
  self->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  self->far = gscope_scope_new_with_clock (self->clock);
  self->served = GSCOPE_SOURCE (scripted_source_new ("lab"));
  gscope_scope_add_source (self->far, self->served);
  gscope_scope_start (self->far);
  self->agent = gscope_agent_new (self->far, NULL, NULL);
  gscope_agent_set_tokens_file (self->agent, self->tokens, &error);
  g_assert_no_error (error);
  gscope_agent_allow (self->agent, "token:*", GSCOPE_ACCESS_READ, "*");
  gscope_agent_allow (self->agent, "token:lab", GSCOPE_ACCESS_WRITE, "lab/*");

  self->credentials = test_credentials_new (LAB_TOKEN);
  gscope_credentials_set_default (GSCOPE_CREDENTIALS (self->credentials));
  self->near = gscope_scope_new_with_clock (self->clock);
  gscope_scope_start (self->near);
  self->shown = g_object_new (GSCOPE_TYPE_AGENT_SOURCE, "name", "lab", NULL);
  gscope_scope_add_source (self->near, self->shown);
}

void
agent_bed_tear_down (AgentBed *self)
{
  gscope_scope_remove_source (self->near, self->shown);
  g_object_unref (self->shown);
  if (self->agent)
    g_assert_finalize_object (self->agent);
  run_pending ();
  gscope_scope_remove_source (self->far, self->served);
  g_assert_finalize_object (self->served);
  g_assert_finalize_object (self->near);
  g_assert_finalize_object (self->far);
  gscope_credentials_set_default (NULL);
  run_pending ();
  g_assert_finalize_object (self->credentials);
  g_object_unref (self->clock);
  g_unlink (self->tokens);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->tokens);
  g_free (self->address);
}

void
agent_bed_certify (AgentBed *self, const char *folder, const char *name)
{
  g_autofree char *path = find_certificate (folder, name);
  g_autofree char *key = find_key (folder, name);
  g_autoptr (GError) error = NULL;

  gscope_agent_set_certificate_files (self->agent, path, key, &error);
  g_assert_no_error (error);
}

void
agent_bed_listen (AgentBed *self, const char *address)
{
  g_auto (GStrv) addresses = NULL;
  g_autoptr (GError) error = NULL;

  gscope_agent_listen (self->agent, address, &error);
  g_assert_no_error (error);
  addresses = gscope_agent_list_addresses (self->agent);
  g_free (self->address);
  self->address = g_strdup (addresses[g_strv_length (addresses) - 1]);
  agent_bed_configure (self, "address", self->address);
}

void
agent_bed_configure (AgentBed *self, const char *name, const char *text)
{
  GVariantDict dict;
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GError) error = NULL;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, name, "s", text);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  gscope_source_configure (self->shown, options, &error);
  g_assert_no_error (error);
}

GError *
agent_bed_start (AgentBed *self)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  GError *error = NULL;

  gscope_source_start_async (self->shown, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  gscope_source_start_finish (self->shown, kept, &error);
  return error;
}

void
agent_bed_stop (AgentBed *self)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  gscope_source_stop_async (self->shown, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  gscope_source_stop_finish (self->shown, kept, NULL);
}

char *
agent_bed_write (AgentBed *self, double value)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GVariant) applied = NULL;
  g_autoptr (GError) error = NULL;
  GscopeParameter *gain;

  AWAIT (gain = gscope_source_find_parameter (self->shown, "gain"));
  gscope_parameter_write_async (gain, g_variant_new_double (value), "slider", NULL,
                                gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  applied = gscope_parameter_write_finish (gain, kept, &error);
  return error ? g_strdup (error->message) : NULL;
}
