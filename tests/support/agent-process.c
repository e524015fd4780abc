/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-process.h"

#include "support/certificates.h"
#include "support/test-credentials.h"

#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Agents. */

/* Which address the agent has after its Unix socket. */
static const char *const listen_addresses[] = {
  [AGENT_WEB_SOCKET] = "ws://127.0.0.1:0",
  [AGENT_TLS] = "wss://127.0.0.1:0",
};

#define TOKEN "correct-horse-battery"

/* Makes the files and credentials that clients over the network need. */
static void
make_credentials (AgentProcess *self)
{
  g_autofree char *path = g_build_filename (self->directory, "tokens", NULL);
  g_autoptr (TestCredentials) credentials = test_credentials_new (TOKEN);
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (path, "lab:" TOKEN "\n", -1, G_FILE_SET_CONTENTS_NONE, 0600, &error);
  g_assert_no_error (error);
  make_certificate (self->directory, "own", NULL, 1);
  gscope_credentials_set_default (GSCOPE_CREDENTIALS (credentials));
}

void
agent_process_set_up (AgentProcess *self, const char *program, AgentCarrier carrier)
{
  g_autoptr (GError) error = NULL;

  *self = (AgentProcess){
    .program = program,
    .carrier = carrier,
    .directory = g_dir_make_tmp ("gscope-XXXXXX", &error),
    .fingerprint = g_strdup (""),
  };
  g_assert_no_error (error);
  self->path = g_build_filename (self->directory, "agent", NULL);
  self->address = carrier == AGENT_SOCKET ? g_strconcat ("unix:", self->path, NULL)
                                          : g_strdup (listen_addresses[carrier]);
  if (carrier != AGENT_SOCKET)
    make_credentials (self);
}

static void
expect_line (AgentProcess *self, char *line, int size)
{
  GInputStream *output = g_subprocess_get_stdout_pipe (self->process);
  int n = 0;

  while (n < size - 1 && g_input_stream_read (output, line + n, 1, NULL, NULL) == 1)
    if (line[n++] == '\n')
      break;
  line[n] = '\0';
}

/* A second start takes the port of the first one. */
void
agent_process_start (AgentProcess *self)
{
  gboolean is_network = self->carrier != AGENT_SOCKET;
  g_autofree char *unix_address = g_strconcat ("unix:", self->path, NULL);
  const char *const command[] = { self->program, unix_address, is_network ? self->directory : NULL,
                                  self->address, NULL };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;
  char line[1024];

  self->process = g_subprocess_newv (command, G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  self->pid = (pid_t) g_ascii_strtoll (g_subprocess_get_identifier (self->process), NULL, 10);
  g_assert_cmpint (self->pid, >, 1);
  expect_line (self, line, sizeof line);
  words = g_strsplit (g_strstrip (line), " ", -1);
  g_assert_cmpuint (g_strv_length (words), ==, is_network ? 4 : 3);
  g_assert_cmpstr (words[0], ==, "ready");
  if (!is_network)
    return;
  g_free (self->address);
  self->address = g_strdup (words[2]);
  g_free (self->fingerprint);
  self->fingerprint = self->carrier == AGENT_TLS ? g_strdup (words[3]) : g_strdup ("");
}

void
agent_process_kill (AgentProcess *self)
{
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  g_clear_object (&self->process);
}

void
agent_process_end (AgentProcess *self, guint64 *n_made, guint64 *n_lost)
{
  guint64 made = 0, lost = 0;
  char line[64];

  g_subprocess_send_signal (self->process, SIGTERM);
  expect_line (self, line, sizeof line);
  g_assert_cmpint (sscanf (line, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, &made, &lost), ==, 2);
  g_subprocess_wait (self->process, NULL, NULL);
  g_assert_true (g_subprocess_get_successful (self->process));
  g_clear_object (&self->process);
  if (n_made)
    *n_made = made;
  if (n_lost)
    *n_lost = lost;
}

void
agent_process_pause (AgentProcess *self)
{
  g_subprocess_send_signal (self->process, SIGSTOP);
}

void
agent_process_resume (AgentProcess *self)
{
  g_subprocess_send_signal (self->process, SIGCONT);
}

void
agent_process_tear_down (AgentProcess *self)
{
  if (self->process)
    agent_process_end (self, NULL, NULL);
  if (self->carrier != AGENT_SOCKET)
    gscope_credentials_set_default (NULL);
  gscope_test_remove (self->directory);
  g_free (self->fingerprint);
  g_free (self->directory);
  g_free (self->path);
  g_free (self->address);
}

guint
agent_process_count_descriptors (AgentProcess *self)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/fd", (int) self->pid);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (dir && g_dir_read_name (dir))
    n++;
  return n;
}

gsize
agent_process_get_memory (AgentProcess *self)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", (int) self->pid);
  g_autofree char *text = NULL;
  const char *line;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  line = strstr (text, "VmHWM:");
  g_assert_nonnull (line);
  return (gsize) g_ascii_strtoull (line + strlen ("VmHWM:"), NULL, 10) * 1024;
}

/* Clients. */

GSocket *
agent_process_connect (const char *path)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, 0, &error);

  g_assert_no_error (error);
  g_socket_connect (socket, address, NULL, &error);
  g_assert_no_error (error);
  return socket;
}

void
agent_process_send (GSocket *socket, const char *message)
{
  guint32 size = (guint32) strlen (message), header = GUINT32_TO_LE (size);

  g_socket_send (socket, (const char *) &header, sizeof header, NULL, NULL);
  g_socket_send (socket, message, size, NULL, NULL);
}

GSocket *
agent_process_greet (AgentProcess *self)
{
  GSocket *socket = agent_process_connect (self->path);

  agent_process_send (socket,
                      "{\"hello\":{\"version\":2,\"boot\":\"unknown\",\"clock\":\"unknown\","
                      "\"period_ns\":10000000,\"credit\":1000000,\"source\":\"lab\"}}");
  return socket;
}

static void
set_option (GscopeSource *source, const char *name, const char *text)
{
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GError) error = NULL;

  g_variant_dict_insert (&dict, name, "s", text);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  gscope_source_configure (source, options, &error);
  g_assert_no_error (error);
}

GscopeSource *
agent_process_show (AgentProcess *self, GscopeScope *scope, const char *name, const char *address)
{
  GscopeRegistry *registry = gscope_registry_get_default ();
  g_autoptr (GError) error = NULL;
  GscopeSource *source;

  if (!gscope_registry_has_type (registry, "agent"))
    gscope_agent_source_register (registry, NULL);
  source = gscope_registry_create (registry, "agent", name, NULL, &error);
  g_assert_no_error (error);
  set_option (source, "address", address);
  set_option (source, "source", "lab");
  set_option (source, "certificate", self->fingerprint);
  gscope_scope_add_source (scope, source);
  return source;
}

/* Proxies: a thread accepts connections, and each has two more. */

typedef struct
{
  int refs;
  GSocket *viewer;
  GSocket *agent;
} Connection;

typedef struct
{
  CuttingProxy *proxy;
  Connection *connection;
  gboolean to_agent;
  /* 0 for no end */
  guint n_messages;
} Way;

struct _CuttingProxy
{
  AgentProcess *agent;
  char *address;
  GSocket *listener;
  GCancellable *end;
  gboolean to_agent;
  guint n_messages;
  gboolean within;
  int has_cut;
  int n_ways;
  GThread *thread;
};

static gboolean
read_all (GSocket *socket, char *data, gsize size)
{
  while (size > 0)
    {
      gssize n = g_socket_receive (socket, data, size, NULL, NULL);

      if (n <= 0)
        return FALSE;
      data += n;
      size -= n;
    }
  return TRUE;
}

static gboolean
write_all (GSocket *socket, const char *data, gsize size)
{
  while (size > 0)
    {
      gssize n = g_socket_send (socket, data, size, NULL, NULL);

      if (n <= 0)
        return FALSE;
      data += n;
      size -= n;
    }
  return TRUE;
}

/* Appends bytes of a socket to a message. */
static gboolean
read_more (GSocket *socket, GByteArray *message, gsize size)
{
  guint length = message->len;

  g_byte_array_set_size (message, length + (guint) size);
  return read_all (socket, (char *) message->data + length, size);
}

static gboolean
read_with_length (GSocket *socket, GByteArray *message)
{
  guint32 length;

  if (!read_more (socket, message, sizeof length))
    return FALSE;
  memcpy (&length, message->data, sizeof length);
  return read_more (socket, message, GUINT32_FROM_LE (length));
}

static gboolean
read_head (GSocket *socket, GByteArray *message)
{
  do
    if (!read_more (socket, message, 1))
      return FALSE;
  while (message->len < 4 || memcmp (message->data + message->len - 4, "\r\n\r\n", 4) != 0);
  return TRUE;
}

static gboolean
read_frame (GSocket *socket, GByteArray *message)
{
  gsize length, n_bytes;

  if (!read_more (socket, message, 2))
    return FALSE;
  length = message->data[1] & 0x7f;
  n_bytes = length < 126 ? 0 : length == 126 ? 2 : 8;
  if (!read_more (socket, message, n_bytes))
    return FALSE;
  length = n_bytes > 0 ? 0 : length;
  for (gsize i = 0; i < n_bytes; i++)
    length = length << 8 | message->data[2 + i];
  return read_more (socket, message, length + (message->data[1] & 0x80 ? 4 : 0));
}

static gboolean
read_record (GSocket *socket, GByteArray *message)
{
  return read_more (socket, message, 5)
         && read_more (socket, message, (gsize) message->data[3] << 8 | message->data[4]);
}

/* Returns the n-th message with all that is around it; NULL at the end. */
static GByteArray *
read_message (AgentCarrier carrier, GSocket *socket, guint n)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();
  gboolean is_whole = carrier == AGENT_SOCKET ? read_with_length (socket, message)
                      : carrier == AGENT_TLS  ? read_record (socket, message)
                      : n == 1                ? read_head (socket, message)
                                              : read_frame (socket, message);

  return is_whole ? g_steal_pointer (&message) : NULL;
}

static void
connection_unref (Connection *self)
{
  g_socket_shutdown (self->viewer, TRUE, TRUE, NULL);
  g_socket_shutdown (self->agent, TRUE, TRUE, NULL);
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  g_object_unref (self->viewer);
  g_object_unref (self->agent);
  g_free (self);
}

static gpointer
forward (gpointer data)
{
  Way *self = data;
  CuttingProxy *proxy = self->proxy;
  GSocket *from = self->to_agent ? self->connection->viewer : self->connection->agent;
  GSocket *to = self->to_agent ? self->connection->agent : self->connection->viewer;

  for (guint n = 1;; n++)
    {
      g_autoptr (GByteArray) message = read_message (proxy->agent->carrier, from, n);
      gboolean is_last = n == self->n_messages;
      gsize size = !message ? 0 : is_last && proxy->within ? message->len / 2 : message->len;

      if (!message || !write_all (to, (const char *) message->data, size))
        break;
      if (is_last)
        {
          g_atomic_int_set (&proxy->has_cut, TRUE);
          break;
        }
    }
  connection_unref (self->connection);
  g_free (self);
  g_atomic_int_add (&proxy->n_ways, -1);
  return NULL;
}

static void
start_way (CuttingProxy *self, Connection *connection, gboolean to_agent, guint n_messages)
{
  Way *way = g_new (Way, 1);

  *way = (Way){ self, connection, to_agent, n_messages };
  g_atomic_int_inc (&self->n_ways);
  g_thread_unref (g_thread_new ("way", forward, way));
}

static int
get_port (const char *address)
{
  return atoi (strrchr (address, ':') + 1);
}

static GSocket *
connect_to_agent (AgentProcess *agent)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;

  if (agent->carrier == AGENT_SOCKET)
    return agent_process_connect (agent->path);
  connection =
      g_socket_client_connect_to_host (client, "127.0.0.1", get_port (agent->address), NULL, NULL);
  g_assert_nonnull (connection);
  return g_object_ref (g_socket_connection_get_socket (connection));
}

static gpointer
accept_all (gpointer data)
{
  CuttingProxy *self = data;
  GSocket *viewer;

  for (guint i = 0; (viewer = g_socket_accept (self->listener, self->end, NULL)); i++)
    {
      Connection *connection = g_new (Connection, 1);

      *connection = (Connection){ 2, viewer, connect_to_agent (self->agent) };
      start_way (self, connection, TRUE, i == 0 && self->to_agent ? self->n_messages : 0);
      start_way (self, connection, FALSE, i == 0 && !self->to_agent ? self->n_messages : 0);
    }
  return NULL;
}

/* Binds the listener, and sets the address of the proxy. */
static void
listen_somewhere (CuttingProxy *self)
{
  gboolean is_network = self->agent->carrier != AGENT_SOCKET;
  g_autofree char *path = g_strdup_printf ("%s/proxy-%p", self->agent->directory, (void *) self);
  g_autoptr (GSocketAddress) address = is_network
                                           ? g_inet_socket_address_new_from_string ("127.0.0.1", 0)
                                           : g_unix_socket_address_new (path);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  self->listener =
      g_socket_new (g_socket_address_get_family (address), G_SOCKET_TYPE_STREAM, 0, &error);
  g_socket_bind (self->listener, address, FALSE, &error);
  g_assert_no_error (error);
  g_socket_listen (self->listener, &error);
  g_assert_no_error (error);
  bound = g_socket_get_local_address (self->listener, NULL);
  self->address =
      is_network
          ? g_strdup_printf ("%s://127.0.0.1:%u", self->agent->carrier == AGENT_TLS ? "wss" : "ws",
                             g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound)))
          : g_strconcat ("unix:", path, NULL);
}

CuttingProxy *
cutting_proxy_new (AgentProcess *agent, gboolean to_agent, guint n_messages, gboolean within)
{
  CuttingProxy *self = g_new0 (CuttingProxy, 1);

  *self = (CuttingProxy){
    .agent = agent,
    .end = g_cancellable_new (),
    .to_agent = to_agent,
    .n_messages = n_messages,
    .within = within,
  };
  listen_somewhere (self);
  self->thread = g_thread_new ("proxy", accept_all, self);
  return self;
}

const char *
cutting_proxy_get_address (CuttingProxy *self)
{
  return self->address;
}

gboolean
cutting_proxy_has_cut (CuttingProxy *self)
{
  return g_atomic_int_get (&self->has_cut);
}

void
cutting_proxy_free (CuttingProxy *self)
{
  g_cancellable_cancel (self->end);
  g_thread_join (self->thread);
  while (g_atomic_int_get (&self->n_ways) > 0)
    g_thread_yield ();
  g_object_unref (self->listener);
  g_object_unref (self->end);
  g_free (self->address);
  g_free (self);
}
