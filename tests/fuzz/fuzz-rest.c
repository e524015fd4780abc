/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope-test/gscope-test.h>
#include <gscope/gscope.h>
#include <string.h>
#include <support/rest-bed.h>

/* An input is requests to an agent by HTTP, with a byte 0xff between them, each on a connection of its own that stays open
 * until the end. The first byte of a request says whose token it has: “a” of one who may do everything, “l” of one
 * who may read the source “lab” and write its gain and markers, “w” of one who may read that source, “x” a wrong one, and
 * any other byte none. Lines with method and path, and with headers, follow, then an empty line and the body. */

enum
{
  MAX_REQUESTS = 16,
  /* Turns of the main loop without an answer after which none is expected any more. */
  TURNS = 60,
};

typedef struct
{
  GSocket *socket;
  GString *answer;
  gboolean has_ended;
  gboolean is_all;
} Client;

static void
run_some (void)
{
  for (guint i = 0; i < TURNS && g_main_context_iteration (NULL, FALSE); i++)
    ;
}

/* Sending. */

static const char *
find_token (uint8_t kind)
{
  return kind == 'a'   ? "correct-horse-battery-all"
         : kind == 'l' ? "correct-horse-battery-lab"
         : kind == 'w' ? "correct-horse-battery-watch"
         : kind == 'x' ? "wrong-horse-battery"
                       : NULL;
}

/* libsoup 3.2 leaks the path of a request that its parser refuses after the first line. */
static gboolean
is_legal (const char *line)
{
  static const char *const encodings[] = { "chunked", "identity", NULL };
  const char *colon = strchr (line, ':');
  g_autofree char *value = colon ? g_strstrip (g_strdup (colon + 1)) : NULL;

  if (!value)
    return FALSE;
  if (g_ascii_strncasecmp (line, "Transfer-Encoding", strlen ("Transfer-Encoding")) == 0)
    return g_strv_contains (encodings, value);
  if (g_ascii_strncasecmp (line, "Content-Length", strlen ("Content-Length")) == 0)
    return *value && strspn (value, "0123456789") == strlen (value);
  return TRUE;
}

static GString *
compose (uint8_t kind, const char *text, gsize size)
{
  const char *token = find_token (kind);
  const char *blank = g_strstr_len (text, (gssize) size, "\n\n");
  gsize head_size = blank ? (gsize) (blank - text) : size;
  const char *body = blank ? blank + 2 : text + size;
  gsize body_size = size - (gsize) (body - text);
  g_autofree char *head = g_strndup (text, head_size);
  g_auto (GStrv) lines = g_strsplit (head, "\n", 32);
  GString *request = g_string_new (NULL);

  g_string_append_printf (request, "%s HTTP/1.1\r\n", lines[0] ? lines[0] : "");
  if (token)
    g_string_append_printf (request, "Authorization: Bearer %s\r\n", token);
  for (guint i = 1; lines[0] && lines[i]; i++)
    if (is_legal (lines[i]))
      g_string_append_printf (request, "%s\r\n", lines[i]);
  if (!strstr (head, "\nHost:"))
    g_string_append (request, "Host: localhost\r\n");
  if (!strstr (head, "\nContent-Length:"))
    g_string_append_printf (request, "Content-Length: %zu\r\n", body_size);
  g_string_append (request, "\r\n");
  return g_string_append_len (request, body, (gssize) body_size);
}

static GSocket *
connect_to (RestBed *bed)
{
  g_autoptr (GSocketConnectable) place = g_network_address_parse_uri (bed->uri, 0, NULL);
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string ("127.0.0.1");
  g_autoptr (GSocketAddress) end =
      g_inet_socket_address_new (address, g_network_address_get_port (G_NETWORK_ADDRESS (place)));
  GSocket *socket =
      g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (GError) error = NULL;

  g_socket_connect (socket, end, NULL, &error);
  g_assert_no_error (error);
  g_socket_set_blocking (socket, FALSE);
  return socket;
}

/* Receiving. */

static gboolean
receive (Client *client)
{
  char buffer[16384];
  gssize n =
      client->has_ended ? 0 : g_socket_receive (client->socket, buffer, sizeof buffer, NULL, NULL);

  if (n > 0)
    g_string_append_len (client->answer, buffer, n);
  else if (n == 0 || !g_socket_is_connected (client->socket))
    client->has_ended = TRUE;
  return n > 0;
}

static void
receive_all (Client *client)
{
  for (guint idle = 0; idle < TURNS && !client->has_ended; idle++)
    if (g_main_context_iteration (NULL, FALSE) | receive (client))
      idle = 0;
}

/* The parts of an answer are whole, and nobody reads what others may not. */
static void
check_answer (const Client *client, gboolean is_about_secret)
{
  const char *text = client->answer->str;
  const char *body = strstr (text, "\r\n\r\n");
  g_autofree char *head = body ? g_strndup (text, (gsize) (body - text)) : NULL;

  if (!head)
    return;
  g_assert_true (g_str_has_prefix (text, "HTTP/1."));
  body += strlen ("\r\n\r\n");
  if (client->has_ended && *body && strstr (head, "json"))
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) root = json_from_string (body, &error);

      g_assert_no_error (error);
    }
  if (!client->is_all && !is_about_secret)
    g_assert_null (strstr (body, "secret"));
}

/* Inputs. */

static void
request (RestBed *bed, GPtrArray *clients, const uint8_t *data, size_t size)
{
  Client *client = g_new0 (Client, 1);
  g_autoptr (GString) text = compose (data[0], (const char *) data + 1, size - 1);

  client->socket = connect_to (bed);
  client->answer = g_string_new (NULL);
  client->is_all = data[0] == 'a';
  g_ptr_array_add (clients, client);
  g_socket_send (client->socket, text->str, text->len, NULL, NULL);
  receive_all (client);
}

static void
client_free (gpointer data)
{
  Client *client = data;

  g_object_unref (client->socket);
  g_string_free (client->answer, TRUE);
  g_free (client);
}

static void
request_all (RestBed *bed, GPtrArray *clients, const uint8_t *data, size_t size)
{
  size_t begin = 0;

  for (size_t i = 0; i <= size && clients->len < MAX_REQUESTS; i++)
    if (i == size || data[i] == 0xff)
      {
        if (i > begin)
          request (bed, clients, data + begin, i - begin);
        begin = i + 1;
      }
  /* the tick of events; then the time for requests that are not whole is over */
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->clock), GSCOPE_SEC);
  run_some ();
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->clock), 20 * GSCOPE_SEC);
  run_some ();
}

static void
check_all (RestBed *bed, GPtrArray *clients, gboolean is_about_secret)
{
  GscopeParameter *gain = gscope_source_find_parameter (bed->secret, "gain");
  gboolean has_all = FALSE;

  for (guint i = 0; i < clients->len; i++)
    {
      receive_all (clients->pdata[i]);
      has_all |= ((Client *) clients->pdata[i])->is_all;
    }
  for (guint i = 0; i < clients->len; i++)
    check_answer (clients->pdata[i], is_about_secret);
  if (!has_all)
    g_assert_cmpuint (gscope_parameter_get_revision (gain), ==, 1);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GPtrArray) clients = g_ptr_array_new_with_free_func (client_free);
  RestBed bed = { 0 };

  rest_bed_set_up (&bed, NULL);
  rest_bed_push (&bed, 1);
  request_all (&bed, clients, data, size);
  check_all (&bed, clients, memmem (data, size, "secret", strlen ("secret")) != NULL);
  g_ptr_array_set_size (clients, 0);
  run_some ();
  rest_bed_tear_down (&bed, NULL);
  return 0;
}
