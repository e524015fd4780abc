/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/dial/ssh-carrier.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/last-lines.h>
#include <gscope/carrier/stream.h>
#include <gscope/error.h>
#include <main-source.h>
#include <string.h>

/* The exit status of a shell that does not find a program. */
#define NO_PROGRAM 127

/* How long ssh may take to connect: less than an agent may take to answer, so that the reason is that of ssh. */
#define CONNECT_PATIENCE "ConnectTimeout=8"

/* How often, in seconds, ssh asks a machine that is silent; it ends after the third time without an answer. */
#define NETWORK_PATIENCE "ServerAliveInterval=10"

struct _GscopeSshCarrier
{
  GscopeCarrier parent_instance;

  char *host;
  GSubprocess *process;
  GscopeCarrier *stream;
  GSource *reader;
  GString *lines;
  gboolean has_received;
  gboolean is_closed;
};

G_DEFINE_FINAL_TYPE (GscopeSshCarrier, gscope_ssh_carrier, GSCOPE_TYPE_CARRIER)

/* Explanations. */

GError *
gscope_ssh_carrier_explain (const char *host, int status, const char *lines)
{
  g_autofree char *text = g_utf8_make_valid (lines, -1);

  if (strstr (text, "IDENTIFICATION HAS CHANGED"))
    return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                        _ ("The host key of “%s” is another one than before. It was replaced, or "
                           "another machine pretends to be the host. Ask its owner, then run “ssh "
                           "%s” in a terminal, which says what to do."),
                        host, host);
  if (strstr (text, "Host key"))
    return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                        _ ("ssh does not know the host key of “%s”. Run “ssh %s” once in a "
                           "terminal, and compare the key before you accept it."),
                        host, host);
  /* ssh goes on with what the host would accept */
  if (strstr (text, "Permission denied ("))
    return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
                        _ ("“%s” does not accept a key of yours, and there is no terminal to type "
                           "a password. Run “ssh-copy-id %s”, or add your key to ssh-agent."),
                        host, host);
  if (status == NO_PROGRAM)
    return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                        _ ("There is no gscoped on “%s”. Install it there, where ssh finds it."),
                        host);
  if (*text)
    return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                        _ ("ssh has no connection to an agent on “%s”: %s. Run “ssh %s gscoped "
                           "--version” in a terminal to see why."),
                        host, gscope_last_lines_find (text), host);
  return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                      _ ("The connection by ssh to the agent on “%s” ended. Connect again."), host);
}

/* Returns the reason if text came in place of the first message, which reads as the length of a huge one. */
static GError *
explain_text (GscopeSshCarrier *self, const GError *error)
{
  if (self->has_received || !g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT))
    return NULL;
  return g_error_new (
      GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
      _ ("The shell on “%s” prints text before gscoped starts there. Change its start-up "
         "files: “ssh %s true” has to print nothing."),
      self->host, self->host);
}

/* Standard error of ssh and of the agent. */

static gboolean
read_lines (GscopeSshCarrier *self)
{
  return gscope_last_lines_read (self->lines, g_subprocess_get_stderr_pipe (self->process), FALSE);
}

static gboolean
on_readable (GObject *stream, gpointer data)
{
  return read_lines (data);
}

/* The carrier. */

static void
on_received (GscopeCarrier *stream, GBytes *message, GscopeSshCarrier *self)
{
  self->has_received = TRUE;
  gscope_carrier_emit_received (GSCOPE_CARRIER (self), message);
}

static void
on_sent (GscopeCarrier *stream, GscopeSshCarrier *self)
{
  gscope_carrier_emit_sent (GSCOPE_CARRIER (self));
}

static void
on_exited (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeSshCarrier) self = data;
  g_autoptr (GError) error = NULL;
  gboolean has_status;

  g_subprocess_wait_finish (self->process, result, NULL);
  if (self->is_closed)
    return;
  self->is_closed = TRUE;
  read_lines (self);
  g_clear_pointer (&self->reader, main_source_drop);
  has_status = g_subprocess_get_if_exited (self->process);
  error = gscope_ssh_carrier_explain (
      self->host, has_status ? g_subprocess_get_exit_status (self->process) : 0, self->lines->str);
  gscope_carrier_emit_closed (GSCOPE_CARRIER (self), error);
}

/* ssh ends after its pipes are closed. An error of the stream is the reason itself, but for text. */
static void
on_closed (GscopeCarrier *stream, const GError *error, GscopeSshCarrier *self)
{
  g_autoptr (GError) text = explain_text (self, error);

  gscope_carrier_close (self->stream);
  if (!error)
    {
      g_subprocess_wait_async (self->process, NULL, on_exited, g_object_ref (self));
      return;
    }
  self->is_closed = TRUE;
  g_clear_pointer (&self->reader, main_source_drop);
  gscope_carrier_emit_closed (GSCOPE_CARRIER (self), text ? text : error);
}

static void
gscope_ssh_carrier_send (GscopeCarrier *carrier, GBytes *message)
{
  gscope_carrier_send (GSCOPE_SSH_CARRIER (carrier)->stream, message);
}

static gsize
gscope_ssh_carrier_get_unsent (GscopeCarrier *carrier)
{
  return gscope_carrier_get_unsent (GSCOPE_SSH_CARRIER (carrier)->stream);
}

static void
gscope_ssh_carrier_flush (GscopeCarrier *carrier)
{
  gscope_carrier_flush (GSCOPE_SSH_CARRIER (carrier)->stream);
}

static void
gscope_ssh_carrier_close (GscopeCarrier *carrier)
{
  GscopeSshCarrier *self = GSCOPE_SSH_CARRIER (carrier);

  self->is_closed = TRUE;
  g_clear_pointer (&self->reader, main_source_drop);
  if (self->stream)
    gscope_carrier_close (self->stream);
}

static void
gscope_ssh_carrier_dispose (GObject *object)
{
  GscopeSshCarrier *self = GSCOPE_SSH_CARRIER (object);

  gscope_ssh_carrier_close (GSCOPE_CARRIER (self));
  if (self->stream)
    g_signal_handlers_disconnect_by_data (self->stream, self);
  g_clear_object (&self->stream);
  G_OBJECT_CLASS (gscope_ssh_carrier_parent_class)->dispose (object);
}

static void
gscope_ssh_carrier_finalize (GObject *object)
{
  GscopeSshCarrier *self = GSCOPE_SSH_CARRIER (object);

  g_clear_object (&self->process);
  g_string_free (self->lines, TRUE);
  g_free (self->host);
  G_OBJECT_CLASS (gscope_ssh_carrier_parent_class)->finalize (object);
}

static void
gscope_ssh_carrier_class_init (GscopeSshCarrierClass *klass)
{
  GscopeCarrierClass *carrier_class = GSCOPE_CARRIER_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_ssh_carrier_dispose;
  G_OBJECT_CLASS (klass)->finalize = gscope_ssh_carrier_finalize;
  carrier_class->send = gscope_ssh_carrier_send;
  carrier_class->get_unsent = gscope_ssh_carrier_get_unsent;
  carrier_class->flush = gscope_ssh_carrier_flush;
  carrier_class->close = gscope_ssh_carrier_close;
}

static void
gscope_ssh_carrier_init (GscopeSshCarrier *self)
{
  self->lines = g_string_new (NULL);
}

static void
open_stream (GscopeSshCarrier *self)
{
  GInputStream *errors = g_subprocess_get_stderr_pipe (self->process);
  g_autoptr (GIOStream) stream = g_simple_io_stream_new (
      g_subprocess_get_stdout_pipe (self->process), g_subprocess_get_stdin_pipe (self->process));

  self->stream = gscope_stream_carrier_new (stream);
  g_signal_connect (self->stream, "received", G_CALLBACK (on_received), self);
  g_signal_connect (self->stream, "sent", G_CALLBACK (on_sent), self);
  g_signal_connect (self->stream, "closed", G_CALLBACK (on_closed), self);
  self->reader = g_pollable_input_stream_create_source (G_POLLABLE_INPUT_STREAM (errors), NULL);
  g_source_set_static_name (self->reader, "[gscope] ssh");
  g_source_set_callback (self->reader, G_SOURCE_FUNC (on_readable), self, NULL);
  g_source_attach (self->reader, g_main_context_get_thread_default ());
}

/* ssh asks for nothing: there is no terminal. Its own configuration finds keys and hosts. */
GscopeCarrier *
gscope_ssh_carrier_new (const char *host, GError **error)
{
  g_autoptr (GscopeSshCarrier) self = g_object_new (GSCOPE_TYPE_SSH_CARRIER, NULL);
  g_autoptr (GError) cause = NULL;

  self->host = g_strdup (host);
  self->process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                            | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                        &cause, "ssh", "-T", "-o", "BatchMode=yes", "-o", CONNECT_PATIENCE, "-o",
                        NETWORK_PATIENCE, "--", host, "gscoped", "--stdio", NULL);
  if (!self->process)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("Cannot run ssh: %s. Install the OpenSSH client."), cause->message);
      return NULL;
    }
  open_stream (self);
  return GSCOPE_CARRIER (g_steal_pointer (&self));
}
