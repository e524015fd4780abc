/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-process.h"

#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Agents. */

void
agent_process_set_up (AgentProcess *self, const char *program)
{
  g_autoptr (GError) error = NULL;

  *self =
      (AgentProcess){ .program = program, .directory = g_dir_make_tmp ("gscope-XXXXXX", &error) };
  g_assert_no_error (error);
  self->path = g_build_filename (self->directory, "agent", NULL);
  self->address = g_strconcat ("unix:", self->path, NULL);
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

void
agent_process_start (AgentProcess *self)
{
  g_autoptr (GError) error = NULL;
  char line[16];

  self->process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, self->program, self->address, NULL);
  g_assert_no_error (error);
  self->pid = (pid_t) g_ascii_strtoll (g_subprocess_get_identifier (self->process), NULL, 10);
  g_assert_cmpint (self->pid, >, 1);
  expect_line (self, line, sizeof line);
  g_assert_cmpstr (line, ==, "ready\n");
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
  gscope_test_remove (self->directory);
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
agent_process_show (GscopeScope *scope, const char *name, const char *address)
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
  GSocket *listener;
  GCancellable *end;
  char *agent_path;
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

/* Returns a message with its length in front; NULL at the end. */
static GByteArray *
read_message (GSocket *socket)
{
  g_autoptr (GByteArray) message = g_byte_array_new ();
  guint32 header;

  if (!read_all (socket, (char *) &header, sizeof header))
    return NULL;
  g_byte_array_append (message, (const guint8 *) &header, sizeof header);
  g_byte_array_set_size (message, sizeof header + GUINT32_FROM_LE (header));
  if (!read_all (socket, (char *) message->data + sizeof header, GUINT32_FROM_LE (header)))
    return NULL;
  return g_steal_pointer (&message);
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
      g_autoptr (GByteArray) message = read_message (from);
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

static gpointer
accept_all (gpointer data)
{
  CuttingProxy *self = data;
  GSocket *viewer;

  for (guint i = 0; (viewer = g_socket_accept (self->listener, self->end, NULL)); i++)
    {
      Connection *connection = g_new (Connection, 1);

      *connection = (Connection){ 2, viewer, agent_process_connect (self->agent_path) };
      start_way (self, connection, TRUE, i == 0 && self->to_agent ? self->n_messages : 0);
      start_way (self, connection, FALSE, i == 0 && !self->to_agent ? self->n_messages : 0);
    }
  return NULL;
}

CuttingProxy *
cutting_proxy_new (const char *path, const char *agent_path, gboolean to_agent, guint n_messages,
                   gboolean within)
{
  CuttingProxy *self = g_new0 (CuttingProxy, 1);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;

  *self = (CuttingProxy){
    .listener = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, 0, &error),
    .end = g_cancellable_new (),
    .agent_path = g_strdup (agent_path),
    .to_agent = to_agent,
    .n_messages = n_messages,
    .within = within,
  };
  g_socket_bind (self->listener, address, FALSE, &error);
  g_assert_no_error (error);
  g_socket_listen (self->listener, &error);
  g_assert_no_error (error);
  self->thread = g_thread_new ("proxy", accept_all, self);
  return self;
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
  g_free (self->agent_path);
  g_free (self);
}
