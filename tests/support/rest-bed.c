/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/rest-bed.h"

#include "support/certificates.h"

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <string.h>

#define TOKENS                                                                                     \
  "lab:correct-horse-battery-lab\nwatch:correct-horse-battery-watch\n"                             \
  "all:correct-horse-battery-all\n"
#define LOG "GSCOPE_TEST_HTTP"

static void
allow (RestBed *self)
{
  gscope_agent_allow (self->agent, "token:lab", GSCOPE_ACCESS_READ, "lab");
  gscope_agent_allow (self->agent, "token:lab", GSCOPE_ACCESS_WRITE, "lab/gain");
  gscope_agent_allow (self->agent, "token:lab", GSCOPE_ACCESS_WRITE, "markers");
  gscope_agent_allow (self->agent, "token:watch", GSCOPE_ACCESS_READ, "lab");
  gscope_agent_allow (self->agent, "token:all", GSCOPE_ACCESS_READ, "*");
  gscope_agent_allow (self->agent, "token:all", GSCOPE_ACCESS_WRITE, "*");
}

static void
certify (RestBed *self, const char *folder)
{
  g_autofree char *certificate = find_certificate (folder, "far");
  g_autofree char *key = find_key (folder, "far");
  g_autoptr (GError) error = NULL;

  gscope_agent_set_certificate_files (self->agent, certificate, key, &error);
  g_assert_no_error (error);
}

static void
open_agent (RestBed *self, const char *folder)
{
  g_auto (GStrv) addresses = NULL;
  g_autoptr (GError) error = NULL;

  self->agent = gscope_agent_new (self->scope, NULL, NULL);
  allow (self);
  gscope_agent_set_tokens_file (self->agent, self->tokens, &error);
  g_assert_no_error (error);
  if (folder)
    certify (self, folder);
  gscope_agent_listen (self->agent, folder ? "wss://127.0.0.1:0" : "ws://localhost:0", &error);
  g_assert_no_error (error);
  addresses = gscope_agent_list_addresses (self->agent);
  self->uri = g_strconcat ("http", addresses[0] + strlen ("ws"), NULL);
}

void
rest_bed_set_up (RestBed *self, gconstpointer folder)
{
  g_autoptr (GError) error = NULL;

  self->directory = g_dir_make_tmp ("gscope-rest-XXXXXX", NULL);
  self->tokens = g_build_filename (self->directory, "tokens", NULL);
  g_file_set_contents_full (self->tokens, TOKENS, -1, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
  self->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  self->scope = gscope_scope_new_with_clock (self->clock);
  self->lab = scripted_source_new ("lab");
  self->wave = gscope_signal_new_buffered ("wave");
  g_object_set (self->wave, "group", "panel", "unit", "ms", "title", "The wave", NULL);
  gscope_source_add_signal (GSCOPE_SOURCE (self->lab), self->wave, NULL);
  self->producer = gscope_signal_create_producer (self->wave);
  self->secret = GSCOPE_SOURCE (scripted_source_new ("secret"));
  gscope_scope_add_source (self->scope, GSCOPE_SOURCE (self->lab));
  gscope_scope_add_source (self->scope, self->secret);
  gscope_scope_start (self->scope);
  open_agent (self, folder);
  self->session = soup_session_new_with_options ("max-conns", 100, "max-conns-per-host", 100, NULL);
}

void
rest_bed_tear_down (RestBed *self, gconstpointer data)
{
  g_object_unref (self->session);
  g_assert_finalize_object (self->agent);
  run_pending ();
  gscope_producer_unref (self->producer);
  g_object_unref (self->wave);
  gscope_scope_remove_source (self->scope, GSCOPE_SOURCE (self->lab));
  gscope_scope_remove_source (self->scope, self->secret);
  g_assert_finalize_object (self->lab);
  g_assert_finalize_object (self->secret);
  g_assert_finalize_object (self->scope);
  g_object_unref (self->clock);
  g_unlink (self->tokens);
  g_assert_cmpint (g_rmdir (self->directory), ==, 0);
  g_free (self->directory);
  g_free (self->tokens);
  g_free (self->uri);
}

void
rest_bed_push (RestBed *self, double value)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->clock), GSCOPE_SEC);
  g_assert_true (gscope_producer_push_now (self->producer, value));
}

void
rest_answer_clear (RestAnswer *self)
{
  g_free (self->type);
  g_free (self->tag);
  g_free (self->text);
  g_clear_pointer (&self->object, json_object_unref);
}

/* The log. */

static void
append_line (JsonObject *object)
{
  const char *path = g_getenv (LOG);
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *text = json_to_string (node, FALSE);
  FILE *file = path ? g_fopen (path, "ae") : NULL;

  json_object_unref (object);
  if (!file)
    return;
  fprintf (file, "%s\n", text);
  fclose (file);
}

void
rest_bed_log (const char *kind, const char *text)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, kind, text);
  append_line (object);
}

static void
log_answer (SoupMessage *message, const char *body, const RestAnswer *answer)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "method", soup_message_get_method (message));
  json_object_set_string_member (object, "path", g_uri_get_path (soup_message_get_uri (message)));
  if (body)
    json_object_set_string_member (object, "body", body);
  json_object_set_int_member (object, "status", answer->status);
  if (answer->type)
    json_object_set_string_member (object, "type", answer->type);
  json_object_set_string_member (object, "answer", answer->text);
  append_line (object);
}

/* Requests. */

static gboolean
on_certificate (SoupMessage *message, GTlsCertificate *certificate, GTlsCertificateFlags errors,
                gpointer data)
{
  return TRUE;
}

SoupMessage *
rest_bed_request (RestBed *self, const char *token, const char *method, const char *path)
{
  g_autofree char *uri = g_strconcat (self->uri, path, NULL);
  g_autofree char *value = g_strconcat ("Bearer correct-horse-battery-", token, NULL);
  SoupMessage *message = soup_message_new (method, uri);

  g_signal_connect (message, "accept-certificate", G_CALLBACK (on_certificate), NULL);
  if (token)
    soup_message_headers_replace (soup_message_get_request_headers (message), "Authorization",
                                  value);
  return message;
}

RestAnswer
rest_bed_send (RestBed *self, SoupMessage *message, const char *body)
{
  g_autoptr (GBytes) bytes = body ? g_bytes_new (body, strlen (body)) : NULL;
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GBytes) received = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  const char *data;
  gsize size;
  RestAnswer answer;

  if (bytes)
    soup_message_set_request_body_from_bytes (message, "application/json", bytes);
  soup_session_send_and_read_async (self->session, message, 0, NULL, gscope_test_keep_result,
                                    &result);
  kept = gscope_test_await (&result);
  received = soup_session_send_and_read_finish (self->session, kept, &error);
  g_assert_no_error (error);
  data = g_bytes_get_data (received, &size);
  answer = (RestAnswer){
    .status = soup_message_get_status (message),
    .type = g_strdup (soup_message_headers_get_content_type (headers, NULL)),
    .tag = g_strdup (soup_message_headers_get_one (headers, "ETag")),
    .text = size > 0 ? g_strndup (data, size) : g_strdup (""),
  };
  root = json_from_string (answer.text, NULL);
  if (root && JSON_NODE_HOLDS_OBJECT (root))
    answer.object = json_object_ref (json_node_get_object (root));
  log_answer (message, body, &answer);
  return answer;
}

RestAnswer
rest_bed_get (RestBed *self, const char *token, const char *path)
{
  g_autoptr (SoupMessage) message = rest_bed_request (self, token, "GET", path);

  return rest_bed_send (self, message, NULL);
}
