/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <web-source/client.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <libsoup/soup.h>
#include <string.h>

enum
{
  MAX_ADDRESS = 1024,
  /* of an answer, unpacked */
  MAX_BODY = 16 * 1024 * 1024,
  /* A larger answer is read on a thread. */
  MAX_AT_ONCE = 64 * 1024,
  PART = 64 * 1024,
  /* seconds */
  TIMEOUT = 20,
};

struct _WebClient
{
  SoupSession *session;
  /* without a slash at its end */
  char *address;
  GPtrArray *requests;
};

/* Lives until its last asynchronous call has ended, of which there is one at a time. */
struct _WebRequest
{
  /* NULL once it was given up */
  WebClient *client;
  const WebKind *kind;
  gpointer data;
  SoupMessage *message;
  GCancellable *cancellable;
  GByteArray *body;
};

static gboolean
refuse_address (GError **error, const char *reason)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, "address: %s", reason);
  return FALSE;
}

gboolean
web_address_check (const char *address, GError **error)
{
  g_autoptr (SoupMessage) message = NULL;
  g_autoptr (GUri) uri = NULL;
  const char *scheme;

  if (strlen (address) > MAX_ADDRESS)
    return refuse_address (error, _ ("it is too long"));
  uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);
  scheme = uri ? g_uri_get_scheme (uri) : "";
  if (g_str_equal (scheme, "http") || g_str_equal (scheme, "https"))
    message = soup_message_new ("GET", address);
  if (!message || !g_uri_get_host (uri) || !g_uri_get_host (uri)[0])
    return refuse_address (error, _ ("it is not the address of a server; write http://HOST:PORT"));
  if (g_uri_get_userinfo (uri))
    return refuse_address (
        error, _ ("a workspace would keep this password; write the address without it"));
  if (g_uri_get_query (uri) || g_uri_get_fragment (uri))
    return refuse_address (error, _ ("it has more than a path; write http://HOST:PORT/PATH"));
  return TRUE;
}

static gboolean
is_loopback (const char *address)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);
  const char *host = uri ? g_uri_get_host (uri) : "";
  g_autoptr (GInetAddress) number = g_inet_address_new_from_string (host);

  return g_str_equal (host, "localhost") || (number && g_inet_address_get_is_loopback (number));
}

WebClient *
web_client_new (const char *address)
{
  WebClient *self = g_new0 (WebClient, 1);

  self->address = g_strdup (address);
  while (g_str_has_suffix (self->address, "/"))
    self->address[strlen (self->address) - 1] = 0;
  self->session = soup_session_new_with_options ("timeout", TIMEOUT, "user-agent", "gscope ", NULL);
  /* a proxy is elsewhere */
  if (is_loopback (address))
    soup_session_set_proxy_resolver (self->session, NULL);
  self->requests = g_ptr_array_new ();
  return self;
}

void
web_client_free (WebClient *self)
{
  while (self->requests->len > 0)
    web_request_cancel (self->requests->pdata[self->requests->len - 1]);
  g_ptr_array_unref (self->requests);
  g_object_unref (self->session);
  g_free (self->address);
  g_free (self);
}

const char *
web_client_get_address (WebClient *self)
{
  return self->address;
}

void
web_request_cancel (WebRequest *self)
{
  g_ptr_array_remove_fast (self->client->requests, self);
  self->client = NULL;
  g_cancellable_cancel (self->cancellable);
}

/* Takes the answer and the error. */
static void
finish (WebRequest *self, gpointer answer, GError *error)
{
  if (self->client)
    {
      g_ptr_array_remove_fast (self->client->requests, self);
      /* a refusal is the server's own message */
      if (error && !g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED))
        g_prefix_error (&error, "%s: ", self->client->address);
      self->kind->take (answer, error, self->data);
    }
  if (answer)
    self->kind->free (answer);
  g_clear_error (&error);
  g_object_unref (self->message);
  g_object_unref (self->cancellable);
  g_byte_array_unref (self->body);
  g_free (self);
}

static gpointer
read_body (WebRequest *self, GError **error)
{
  const char *text = self->body->len > 0 ? (const char *) self->body->data : "";

  return self->kind->read (soup_message_get_status (self->message), text, self->body->len, error);
}

static void
read_in_thread (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  WebRequest *self = data;
  GError *error = NULL;
  gpointer answer = read_body (self, &error);

  if (answer)
    g_task_return_pointer (task, answer, self->kind->free);
  else
    g_task_return_error (task, error);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;
  gpointer answer = g_task_propagate_pointer (G_TASK (result), &error);

  finish (data, answer, error);
}

static void
end_body (WebRequest *self)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;
  gpointer answer;

  if (self->client && self->body->len > MAX_AT_ONCE)
    {
      task = g_task_new (NULL, NULL, on_read, self);
      g_task_set_task_data (task, self, NULL);
      g_task_run_in_thread (task, read_in_thread);
      return;
    }
  answer = read_body (self, &error);
  finish (self, answer, error);
}

/* Now the connection is free for the next request. */
static void
on_closed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_input_stream_close_finish (G_INPUT_STREAM (object), result, NULL);
  end_body (data);
}

static void
on_bytes (GObject *object, GAsyncResult *result, gpointer data)
{
  GInputStream *stream = G_INPUT_STREAM (object);
  WebRequest *self = data;
  GError *error = NULL;
  g_autoptr (GBytes) bytes = g_input_stream_read_bytes_finish (stream, result, &error);
  gsize size = bytes ? g_bytes_get_size (bytes) : 0;

  if (bytes && self->body->len + size > MAX_BODY)
    error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                         _ ("the answer has more than %d MiB; ask for less"), MAX_BODY >> 20);
  if (error)
    {
      finish (self, NULL, error);
      return;
    }
  if (size == 0)
    {
      g_input_stream_close_async (stream, G_PRIORITY_DEFAULT, NULL, on_closed, self);
      return;
    }
  g_byte_array_append (self->body, g_bytes_get_data (bytes, NULL), size);
  g_input_stream_read_bytes_async (stream, PART, G_PRIORITY_DEFAULT, self->cancellable, on_bytes,
                                   self);
}

static GError *
make_redirection_error (SoupMessage *message)
{
  const char *place =
      soup_message_headers_get_one (soup_message_get_response_headers (message), "Location");

  return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                      _ ("the server names another address; enter that one: %s"),
                      place ? place : "");
}

static void
on_sent (GObject *object, GAsyncResult *result, gpointer data)
{
  WebRequest *self = data;
  GError *error = NULL;
  g_autoptr (GInputStream) stream =
      soup_session_send_finish (SOUP_SESSION (object), result, &error);

  if (stream && SOUP_STATUS_IS_REDIRECTION (soup_message_get_status (self->message)))
    error = make_redirection_error (self->message);
  if (error)
    finish (self, NULL, error);
  else
    g_input_stream_read_bytes_async (stream, PART, G_PRIORITY_DEFAULT, self->cancellable, on_bytes,
                                     self);
}

WebRequest *
web_client_send (WebClient *self, const char *target, const char *form, const WebKind *kind,
                 gpointer data)
{
  g_autofree char *url = g_strconcat (self->address, target, NULL);
  WebRequest *request = g_new0 (WebRequest, 1);

  *request = (WebRequest){ .client = self, .kind = kind, .data = data };
  request->message = soup_message_new (form ? "POST" : "GET", url);
  request->cancellable = g_cancellable_new ();
  request->body = g_byte_array_new ();
  soup_message_add_flags (request->message, SOUP_MESSAGE_NO_REDIRECT);
  if (form)
    {
      g_autoptr (GBytes) body = g_bytes_new (form, strlen (form));

      soup_message_set_request_body_from_bytes (request->message,
                                                "application/x-www-form-urlencoded", body);
    }
  g_ptr_array_add (self->requests, request);
  soup_session_send_async (self->session, request->message, G_PRIORITY_DEFAULT,
                           request->cancellable, on_sent, request);
  return request;
}

void
web_form_add (GString *form, const char *name, const char *value)
{
  g_autofree char *escaped = g_uri_escape_string (value, NULL, FALSE);
  gboolean is_first = form->len == 0 || g_str_has_suffix (form->str, "?");

  g_string_append_printf (form, "%s%s=%s", is_first ? "" : "&", name, escaped);
}

void
web_set_status_error (guint status, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("the answer is “%u %s”; check the address, and what runs there"), status,
               soup_status_get_phrase (status));
}
