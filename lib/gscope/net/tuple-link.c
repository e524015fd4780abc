/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-link.h>

#include <errno.h>
#include <fcntl.h>
#include <gscope/trace/sample.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define FIRST_RETRY (100 * GSCOPE_MSEC)
#define LAST_RETRY (10 * GSCOPE_SEC)
/* Tuples pushed within this time are sent together. */
#define PACE GSCOPE_MSEC

enum
{
  /* Two buffers of waiting text: while one is sent the other fills. */
  CAPACITY = 256 * 1024,
  /* The largest datagram that need not be split on its way. */
  MAX_DATAGRAM = 1400,
  MAX_MESSAGE = 512,
  /* milliseconds between two looks at whether to stop */
  PATIENCE = 50,
};

struct _GscopeTupleLink
{
  int refs;
  GscopeTupleAddress *address;
  char *greeting;

  pthread_mutex_t mutex;
  pthread_cond_t changed;
  char *filling;
  gsize n_filling;
  gboolean is_sending;
  gboolean stops;
  gint64 stop_by;
  GscopeTupleLinkState state;

  /* the thread's */
  int fd;
  char *sending;
  gsize n_sending;
  gsize n_sent;
  /* of the greeting, on this connection */
  gsize n_greeted;
  gint64 retry;
  GString *heard;
};

static gint64
get_time (void)
{
  struct timespec t;

  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * GSCOPE_SEC + t.tv_nsec;
}

/* Under the mutex. */
static gboolean
wait_until (GscopeTupleLink *self, gint64 time)
{
  struct timespec until = { time / GSCOPE_SEC, time % GSCOPE_SEC };

  return pthread_cond_timedwait (&self->changed, &self->mutex, &until) == 0;
}

static void
link_unref (GscopeTupleLink *self)
{
  if (__atomic_sub_fetch (&self->refs, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  if (self->fd >= 0)
    close (self->fd);
  pthread_mutex_destroy (&self->mutex);
  pthread_cond_destroy (&self->changed);
  gscope_tuple_address_free (self->address);
  g_string_free (self->heard, TRUE);
  g_free (self->greeting);
  g_free (self->state.message);
  g_free (self->filling);
  g_free (self->sending);
  g_free (self);
}

/* The thread's side. */

static void
set_message (GscopeTupleLink *self, const char *message)
{
  pthread_mutex_lock (&self->mutex);
  g_free (self->state.message);
  self->state.message = g_strdup (message);
  pthread_mutex_unlock (&self->mutex);
}

static void
set_connected (GscopeTupleLink *self, gboolean connected)
{
  pthread_mutex_lock (&self->mutex);
  self->state.connected = connected;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
}

static gboolean
may_go_on (GscopeTupleLink *self)
{
  gboolean may;

  pthread_mutex_lock (&self->mutex);
  may = !self->stops || get_time () < self->stop_by;
  pthread_mutex_unlock (&self->mutex);
  return may;
}

/* Stopping does not wait for an absent server. */
static void
wait_to_retry (GscopeTupleLink *self)
{
  gint64 until = get_time () + self->retry;

  pthread_mutex_lock (&self->mutex);
  while (!self->stops && get_time () < until)
    wait_until (self, until);
  if (self->stops)
    self->stop_by = 0;
  pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  self->retry = MIN (2 * self->retry, LAST_RETRY);
}

static gboolean
connect_link (GscopeTupleLink *self)
{
  g_autoptr (GError) error = NULL;

  self->fd = gscope_tuple_address_connect (self->address, &error);
  if (self->fd < 0)
    {
      set_message (self, error->message);
      wait_to_retry (self);
      return FALSE;
    }
  fcntl (self->fd, F_SETFL, fcntl (self->fd, F_GETFL) | O_NONBLOCK);
  self->n_greeted = 0;
  set_connected (self, TRUE);
  return TRUE;
}

static guint64
count_lines (const char *text, gsize length)
{
  guint64 n = 0;

  for (const char *p = text; (p = memchr (p, '\n', text + length - p)); p++)
    n++;
  return n;
}

/* A line of which the server has only the beginning is lost. */
static void
disconnect (GscopeTupleLink *self)
{
  close (self->fd);
  self->fd = -1;
  set_connected (self, FALSE);
  if (self->n_sent > 0 && self->n_sent < self->n_sending && self->sending[self->n_sent - 1] != '\n')
    {
      const char *rest = self->sending + self->n_sent;

      self->n_sent += (const char *) memchr (rest, '\n', self->n_sending - self->n_sent) + 1 - rest;
      gscope_tuple_link_drop (self);
    }
  wait_to_retry (self);
}

static void
hear_line (GscopeTupleLink *self, const char *line)
{
  g_autofree char *valid = g_utf8_make_valid (line, -1);

  set_message (self, valid);
}

/* Returns whether the server is still there. */
static gboolean
listen_to_server (GscopeTupleLink *self)
{
  char text[MAX_MESSAGE], *newline;
  gssize n = recv (self->fd, text, sizeof text, MSG_DONTWAIT);

  if (n <= 0)
    return n < 0 && (errno == EAGAIN || errno == EINTR);
  g_string_append_len (self->heard, text, n);
  while ((newline = memchr (self->heard->str, '\n', self->heard->len)))
    {
      *newline = '\0';
      hear_line (self, self->heard->str);
      g_string_erase (self->heard, 0, newline + 1 - self->heard->str);
    }
  if (self->heard->len > MAX_MESSAGE)
    g_string_truncate (self->heard, 0);
  return TRUE;
}

static gsize
get_piece (GscopeTupleLink *self, gsize most)
{
  const char *begin = self->sending + self->n_sent, *last;
  gsize n = self->n_sending - self->n_sent;

  if (self->address->transport != GSCOPE_TUPLE_TRANSPORT_UDP || n <= most)
    return n;
  last = memrchr (begin, '\n', most);
  return last + 1 - begin;
}

/* Sends the rest of the greeting and the next piece. */
static gssize
send_text (GscopeTupleLink *self)
{
  gsize n_left = strlen (self->greeting) - self->n_greeted;
  struct iovec parts[] = {
    { self->greeting + self->n_greeted, n_left },
    { self->sending + self->n_sent, get_piece (self, MAX_DATAGRAM - n_left) },
  };
  struct msghdr message = { .msg_iov = parts, .msg_iovlen = G_N_ELEMENTS (parts) };

  return sendmsg (self->fd, &message, MSG_NOSIGNAL);
}

static void
count_sent (GscopeTupleLink *self, gsize n)
{
  gsize n_greeted = MIN (n, strlen (self->greeting) - self->n_greeted);

  self->n_sent += n - n_greeted;
  if (self->address->transport != GSCOPE_TUPLE_TRANSPORT_UDP)
    self->n_greeted += n_greeted;
}

static gboolean
send_piece (GscopeTupleLink *self)
{
  struct pollfd room = { .fd = self->fd, .events = POLLOUT | POLLIN };
  gssize n = send_text (self);

  if (n > 0)
    count_sent (self, n);
  else if (errno == EAGAIN || errno == EINTR)
    poll (&room, 1, PATIENCE);
  else
    {
      set_message (self, g_strerror (errno));
      return FALSE;
    }
  self->retry = FIRST_RETRY;
  return TRUE;
}

static void
send_all (GscopeTupleLink *self)
{
  while (self->n_sent < self->n_sending && may_go_on (self))
    {
      if (self->fd < 0 && !connect_link (self))
        continue;
      if (!listen_to_server (self) || !send_piece (self))
        disconnect (self);
    }
}

/* Waits for something to send. Returns FALSE at the end. */
static gboolean
fetch (GscopeTupleLink *self)
{
  char *sent = self->sending;
  gboolean goes_on;

  pthread_mutex_lock (&self->mutex);
  self->is_sending = FALSE;
  pthread_cond_broadcast (&self->changed);
  while (self->n_filling == 0 && !self->stops)
    pthread_cond_wait (&self->changed, &self->mutex);
  goes_on = self->n_filling > 0 && (!self->stops || get_time () < self->stop_by);
  self->is_sending = goes_on;
  self->sending = self->filling;
  self->n_sending = self->n_filling;
  self->n_sent = 0;
  self->filling = sent;
  self->n_filling = 0;
  pthread_mutex_unlock (&self->mutex);
  return goes_on;
}

static void
pace (GscopeTupleLink *self, gint64 until)
{
  pthread_mutex_lock (&self->mutex);
  while (!self->stops && self->n_filling < CAPACITY / 2 && get_time () < until)
    wait_until (self, until);
  pthread_mutex_unlock (&self->mutex);
}

static void *
run (void *data)
{
  GscopeTupleLink *self = data;

  while (may_go_on (self) && !connect_link (self))
    ;
  while (fetch (self))
    {
      gint64 begin = get_time ();

      send_all (self);
      pace (self, begin + PACE);
    }
  pthread_mutex_lock (&self->mutex);
  self->state.dropped += count_lines (self->sending + self->n_sent, self->n_sending - self->n_sent);
  pthread_mutex_unlock (&self->mutex);
  link_unref (self);
  return NULL;
}

/* Everybody's side. */

GscopeTupleLink *
gscope_tuple_link_new (GscopeTupleAddress *address, const char *greeting)
{
  GscopeTupleLink *self = g_new0 (GscopeTupleLink, 1);
  pthread_condattr_t attributes;
  pthread_t thread;

  self->refs = 2;
  self->address = address;
  self->greeting = g_strdup (greeting);
  self->fd = -1;
  self->retry = FIRST_RETRY;
  self->heard = g_string_new (NULL);
  self->filling = g_malloc (CAPACITY);
  self->sending = g_malloc (CAPACITY);
  pthread_mutex_init (&self->mutex, NULL);
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&self->changed, &attributes);
  pthread_condattr_destroy (&attributes);
  if (pthread_create (&thread, NULL, run, self) != 0)
    g_error ("no thread for a client of tuples");
  pthread_detach (thread);
  return self;
}

void
gscope_tuple_link_free (GscopeTupleLink *self, gint64 timeout)
{
  pthread_mutex_lock (&self->mutex);
  self->stops = TRUE;
  self->stop_by = get_time () + timeout;
  pthread_cond_broadcast (&self->changed);
  while ((self->n_filling > 0 || self->is_sending) && get_time () < self->stop_by)
    wait_until (self, self->stop_by);
  pthread_mutex_unlock (&self->mutex);
  link_unref (self);
}

gboolean
gscope_tuple_link_push (GscopeTupleLink *self, const char *line, gsize length)
{
  gboolean fits, was_empty;

  pthread_mutex_lock (&self->mutex);
  was_empty = self->n_filling == 0;
  fits = self->n_filling + length <= CAPACITY;
  if (fits)
    {
      memcpy (self->filling + self->n_filling, line, length);
      self->n_filling += length;
    }
  else
    self->state.dropped++;
  if (fits && was_empty)
    pthread_cond_broadcast (&self->changed);
  pthread_mutex_unlock (&self->mutex);
  return fits;
}

void
gscope_tuple_link_drop (GscopeTupleLink *self)
{
  pthread_mutex_lock (&self->mutex);
  self->state.dropped++;
  pthread_mutex_unlock (&self->mutex);
}

gboolean
gscope_tuple_link_flush (GscopeTupleLink *self, gint64 timeout)
{
  gint64 until = get_time () + timeout;
  gboolean is_sent;

  pthread_mutex_lock (&self->mutex);
  while ((self->n_filling > 0 || self->is_sending) && get_time () < until)
    wait_until (self, until);
  is_sent = self->n_filling == 0 && !self->is_sending;
  pthread_mutex_unlock (&self->mutex);
  return is_sent;
}

void
gscope_tuple_link_get_state (GscopeTupleLink *self, GscopeTupleLinkState *state)
{
  pthread_mutex_lock (&self->mutex);
  *state = self->state;
  state->message = g_strdup (self->state.message);
  pthread_mutex_unlock (&self->mutex);
}
