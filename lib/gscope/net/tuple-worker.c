/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-worker.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* How long a refused client has to read the reason, microseconds. */
#define FAREWELL G_TIME_SPAN_SECOND
/* How long a client may take for its first whole line, in nanoseconds on the scope's clock: as long
 * as a datagram client may be silent. */
#define FIRST_LINE_TIMEOUT (60 * GSCOPE_SEC)
/* How long the kernel may keep back an acknowledgement on a short path (TCP_DELACK_MIN in
 * include/net/tcp.h), and Nagle's algorithm therefore the next line in the client. */
#define ACK_DELAY (40 * GSCOPE_MSEC)

enum
{
  BLOCK = 256 * 1024,
  MAX_EVENTS = 256,
  /* Single lines of that many clients are read together, once a millisecond. */
  MANY = 64,
  FEW_BYTES = 16 * 1024,
  /* milliseconds between two checks of clients that are not read, and of silent ones */
  RETRY = 1,
  TEND = 1000,
};

/* A stream, or a socket of datagrams. */
typedef struct
{
  GscopeTupleConnection *connection;
  GscopeTuplePeers *peers;
  gboolean is_polled;
  gboolean is_over;
  gint64 refused_at;
} Watch;

struct _GscopeTupleWorker
{
  pthread_t thread;
  gboolean stops;
  int epoll_fd;
  int event_fd;
  GscopeMailbox *inbox;
  GscopeMailbox *answers;

  /* the thread's */
  gsize n_read;
  /* how old a sample may be when it is pushed, in nanoseconds */
  gint64 margin;
  GHashTable *streams;
  GPtrArray *peers;
  GPtrArray *paused;
  /* the streams that sent no whole line yet, the oldest first, with others that did meanwhile */
  GQueue silent;
  char *buffer;
};

static void
watch_free (gpointer data)
{
  Watch *watch = data;

  if (watch->connection)
    {
      gscope_tuple_connection_close (watch->connection);
      gscope_tuple_connection_unref (watch->connection);
    }
  g_clear_pointer (&watch->peers, gscope_tuple_peers_free);
  g_free (watch);
}

static void
set_polled (GscopeTupleWorker *self, Watch *watch, int fd, gboolean is_polled)
{
  struct epoll_event event = { .events = EPOLLIN, .data.ptr = watch };

  if (watch->is_polled == is_polled)
    return;
  watch->is_polled = is_polled;
  if (epoll_ctl (self->epoll_fd, is_polled ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, fd, &event) != 0)
    watch->is_over = TRUE;
}

static void
ask (GscopeTupleConnection *connection, guint id, const char *name, gpointer user_data)
{
  GscopeTupleWorker *self = user_data;
  GscopeTupleMessage *message = gscope_tuple_message_new (GSCOPE_TUPLE_MESSAGE_NAME, connection);

  message->id = id;
  message->text = g_strdup (name);
  gscope_mailbox_send (self->answers, message);
}

static void
on_joined (GscopeTupleConnection *connection, gpointer user_data)
{
  GscopeTupleWorker *self = user_data;

  gscope_tuple_connection_set_ask_func (connection, ask, self);
  gscope_mailbox_send (self->answers,
                       gscope_tuple_message_new (GSCOPE_TUPLE_MESSAGE_CLIENT, connection));
}

static void
on_gone (GscopeTupleConnection *connection, gpointer user_data)
{
  GscopeTupleWorker *self = user_data;

  gscope_mailbox_send (self->answers,
                       gscope_tuple_message_new (GSCOPE_TUPLE_MESSAGE_GONE, connection));
}

/* To acknowledge each line costs more than to read it (45 % of the time of 1,000 clients). The kernel
 * forgets the wish after each acknowledgement. */
static void
delay_acknowledgement (GscopeTupleWorker *self, int fd)
{
  const int none = 0;

  if (g_hash_table_size (self->streams) >= MANY && self->margin >= 2 * ACK_DELAY)
    setsockopt (fd, IPPROTO_TCP, TCP_QUICKACK, &none, sizeof none);
}

static void
read_stream (GscopeTupleWorker *self, Watch *watch)
{
  int fd = gscope_tuple_connection_get_fd (watch->connection);
  gssize n;

  delay_acknowledgement (self, fd);
  n = recv (fd, self->buffer, BLOCK, MSG_DONTWAIT);
  if (n > 0)
    {
      self->n_read += n;
      gscope_tuple_connection_feed (watch->connection, self->buffer, n);
      self->margin = gscope_tuple_connection_get_margin (watch->connection);
      return;
    }
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  /* the kernel asks a peer that is silent whether it is still there */
  if (n < 0 && errno == ETIMEDOUT)
    gscope_tuple_connection_refuse (watch->connection, GSCOPE_TUPLE_REFUSAL_SILENCE,
                                    _ ("its machine did not answer"));
  gscope_tuple_connection_finish (watch->connection);
  watch->is_over = TRUE;
}

/* Closing a socket with unread data discards the line with the reason, so the client gets time to
 * read it. */
static gboolean
says_farewell (Watch *watch, gint64 now)
{
  if (watch->refused_at == 0)
    {
      watch->refused_at = now;
      shutdown (gscope_tuple_connection_get_fd (watch->connection), SHUT_WR);
    }
  return !watch->is_over && now - watch->refused_at < FAREWELL;
}

/* The next action for a stream after it was read or has waited. */
static void
settle (GscopeTupleWorker *self, Watch *watch)
{
  GscopeTupleConnection *connection = watch->connection;
  gint64 now = g_get_monotonic_time ();
  gboolean is_refused = gscope_tuple_connection_is_refused (connection);
  gboolean ends = is_refused ? !says_farewell (watch, now)
                             : watch->is_over && !gscope_tuple_connection_has_held (connection);
  gboolean may_read = !ends && !watch->is_over
                      && (is_refused || gscope_tuple_connection_may_read (connection, now));

  g_ptr_array_remove_fast (self->paused, watch);
  set_polled (self, watch, gscope_tuple_connection_get_fd (connection), may_read);
  if (ends)
    {
      gscope_tuple_connection_close (connection);
      on_gone (connection, self);
      g_queue_remove (&self->silent, watch);
      g_hash_table_remove (self->streams, connection);
    }
  else if (!may_read || is_refused || watch->is_over)
    g_ptr_array_add (self->paused, watch);
}

static void
settle_paused (GscopeTupleWorker *self)
{
  for (guint i = self->paused->len; i-- > 0;)
    {
      Watch *watch = self->paused->pdata[i];

      gscope_tuple_connection_retry (watch->connection);
      settle (self, watch);
    }
}

/* Refuses silent streams, which would otherwise occupy the places of other clients. */
static void
settle_silent (GscopeTupleWorker *self)
{
  Watch *watch;

  while ((watch = g_queue_peek_head (&self->silent)))
    {
      gboolean is_heard = gscope_tuple_connection_has_spoken (watch->connection);

      if (!is_heard && gscope_tuple_connection_get_age (watch->connection) < FIRST_LINE_TIMEOUT)
        return;
      g_queue_pop_head (&self->silent);
      if (is_heard)
        continue;
      gscope_tuple_connection_refuse (
          watch->connection, GSCOPE_TUPLE_REFUSAL_SILENCE,
          _ ("no whole line arrived for a minute; connect again when there is data to send"));
      settle (self, watch);
    }
}

static void
add_stream (GscopeTupleWorker *self, GscopeTupleConnection *connection)
{
  Watch *watch = g_new0 (Watch, 1);

  watch->connection = gscope_tuple_connection_ref (connection);
  gscope_tuple_connection_set_ask_func (connection, ask, self);
  g_hash_table_insert (self->streams, connection, watch);
  if (!gscope_tuple_connection_is_trusted (connection))
    g_queue_push_tail (&self->silent, watch);
  settle (self, watch);
}

/* Drops the message's reference to the producer: the signal would wait for a producer that outlived
 * its connection. */
static void
take_answer (GscopeTupleMessage *message)
{
  gscope_tuple_connection_answer (message->connection, message->id, message->producer,
                                  message->text);
  g_clear_pointer (&message->producer, gscope_producer_unref);
}

static void
take_message (GscopeTupleWorker *self, GscopeTupleMessage *message)
{
  Watch *watch = g_hash_table_lookup (self->streams, message->connection);

  if (message->kind == GSCOPE_TUPLE_MESSAGE_CLIENT)
    add_stream (self, message->connection);
  else if (message->kind == GSCOPE_TUPLE_MESSAGE_NAME)
    take_answer (message);
  else
    gscope_tuple_connection_refuse (message->connection, GSCOPE_TUPLE_REFUSAL_OTHER, message->text);
  if (watch)
    settle (self, watch);
}

static void
take_messages (GscopeTupleWorker *self)
{
  g_autoptr (GPtrArray) messages = gscope_mailbox_take (self->inbox);

  for (guint i = 0; i < messages->len; i++)
    take_message (self, messages->pdata[i]);
}

static void
take_event (GscopeTupleWorker *self, Watch *watch)
{
  guint64 count;

  if (!watch)
    {
      if (read (self->event_fd, &count, sizeof count) < 0)
        g_debug ("a worker of a tuple server was woken without a message");
    }
  else if (watch->peers)
    gscope_tuple_peers_read (watch->peers, self->buffer, BLOCK, on_joined, self);
  else
    {
      read_stream (self, watch);
      settle (self, watch);
    }
}

static int
tend (GscopeTupleWorker *self)
{
  gboolean waits = FALSE;

  settle_paused (self);
  settle_silent (self);
  for (guint i = 0; i < self->peers->len; i++)
    {
      Watch *watch = self->peers->pdata[i];

      waits |= gscope_tuple_peers_tend (watch->peers, on_gone, self);
    }
  if (waits || self->paused->len > 0)
    return RETRY;
  return self->peers->len > 0 || self->silent.length > 0 ? TEND : -1;
}

/* Waking for each line costs more than reading it. */
static void
wait_for_more (GscopeTupleWorker *self)
{
  if (g_hash_table_size (self->streams) >= MANY && self->n_read > 0 && self->n_read < FEW_BYTES)
    g_usleep (G_TIME_SPAN_MILLISECOND);
  self->n_read = 0;
}

/* Messages are handled after the events of streams: they may free streams, for which no event may
 * be left. */
static void *
run (void *data)
{
  GscopeTupleWorker *self = data;
  struct epoll_event events[MAX_EVENTS];

  while (!__atomic_load_n (&self->stops, __ATOMIC_ACQUIRE))
    {
      int n = epoll_wait (self->epoll_fd, events, MAX_EVENTS, tend (self));

      for (int i = 0; i < n; i++)
        take_event (self, events[i].data.ptr);
      take_messages (self);
      wait_for_more (self);
    }
  return NULL;
}

static void
wake (gpointer data)
{
  GscopeTupleWorker *self = data;
  const guint64 one = 1;

  if (write (self->event_fd, &one, sizeof one) < 0)
    g_debug ("a worker of a tuple server is awake already");
}

static void
add_peers (GscopeTupleWorker *self, GscopeTuplePeers *peers)
{
  Watch *watch = g_new0 (Watch, 1);

  watch->peers = peers;
  g_ptr_array_add (self->peers, watch);
  set_polled (self, watch, gscope_tuple_peers_get_fd (peers), TRUE);
}

static gboolean
open_descriptors (GscopeTupleWorker *self, GError **error)
{
  struct epoll_event event = { .events = EPOLLIN };

  self->event_fd = -1;
  self->epoll_fd = epoll_create1 (EPOLL_CLOEXEC);
  if (self->epoll_fd >= 0)
    self->event_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (self->event_fd >= 0 && epoll_ctl (self->epoll_fd, EPOLL_CTL_ADD, self->event_fd, &event) == 0)
    return TRUE;
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
      _ ("Cannot wait for the clients of a tuple server: %s. Close files, or raise the limit "
         "of open files (ulimit -n), and try again."),
      g_strerror (errno));
  return FALSE;
}

static gboolean
start_thread (GscopeTupleWorker *self, GError **error)
{
  int code = pthread_create (&self->thread, NULL, run, self);

  if (code != 0)
    g_set_error (
        error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
        _ ("Cannot start a thread for the clients of a tuple server: %s. End other programs "
           "and try again."),
        g_strerror (code));
  return code == 0;
}

static void
close_descriptor (int fd)
{
  if (fd >= 0)
    close (fd);
}

/* Frees the worker after its thread has ended, or if there was none. */
static void
release (GscopeTupleWorker *self)
{
  g_hash_table_unref (self->streams);
  g_ptr_array_unref (self->peers);
  g_ptr_array_unref (self->paused);
  g_queue_clear (&self->silent);
  gscope_mailbox_free (self->inbox);
  close_descriptor (self->epoll_fd);
  close_descriptor (self->event_fd);
  g_free (self->buffer);
  g_free (self);
}

GscopeTupleWorker *
gscope_tuple_worker_new (GscopeMailbox *answers, GPtrArray *peers, GError **error)
{
  GscopeTupleWorker *self = g_new0 (GscopeTupleWorker, 1);
  gboolean is_open = open_descriptors (self, error);

  self->answers = answers;
  self->inbox = gscope_mailbox_new (wake, self);
  self->streams = g_hash_table_new_full (NULL, NULL, NULL, watch_free);
  self->peers = g_ptr_array_new_with_free_func (watch_free);
  self->paused = g_ptr_array_new ();
  g_queue_init (&self->silent);
  self->buffer = g_malloc (BLOCK);
  for (guint i = 0; i < peers->len; i++)
    add_peers (self, peers->pdata[i]);
  if (is_open && start_thread (self, error))
    return self;
  release (self);
  return NULL;
}

void
gscope_tuple_worker_send (GscopeTupleWorker *self, GscopeTupleMessage *message)
{
  gscope_mailbox_send (self->inbox, message);
}

void
gscope_tuple_worker_free (GscopeTupleWorker *self)
{
  __atomic_store_n (&self->stops, TRUE, __ATOMIC_RELEASE);
  wake (self);
  pthread_join (self->thread, NULL);
  release (self);
}
