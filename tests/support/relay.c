/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "relay.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum
{
  BLOCK = 64 * 1024,
  /* of a line with a rate */
  SMALL_BLOCK = 1500,
};

typedef struct
{
  gint64 due;
  gssize n;
  char bytes[BLOCK];
} Piece;

/* One direction. */
typedef struct
{
  int from;
  int to;
  GQueue pieces;
  /* microseconds */
  gint64 delay;
  gint64 jitter;
  /* bytes a second; 0 for as many as come */
  guint rate;
  gint64 free_at;
  gint64 last_due;
} Way;

static int
open_socket (const char *folder, guint i, struct sockaddr_un *address)
{
  *address = (struct sockaddr_un){ .sun_family = AF_UNIX };
  g_snprintf (address->sun_path, sizeof address->sun_path, "%s/%u", folder, i);
  return socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static gboolean
take_piece (Way *way)
{
  Piece *piece = g_new (Piece, 1);

  piece->n = read (way->from, piece->bytes, way->rate > 0 ? SMALL_BLOCK : BLOCK);
  way->free_at = MAX (way->free_at, g_get_monotonic_time ());
  if (way->rate > 0)
    way->free_at += piece->n * G_TIME_SPAN_SECOND / way->rate;
  piece->due = way->free_at + way->delay;
  if (way->jitter > 0)
    piece->due += (gint64) g_random_double_range ((double) -way->jitter, (double) way->jitter);
  way->last_due = piece->due = MAX (piece->due, way->last_due);
  if (piece->n <= 0)
    {
      g_free (piece);
      return FALSE;
    }
  g_queue_push_tail (&way->pieces, piece);
  return TRUE;
}

/* Passes on what is due. Returns in how many milliseconds the next piece is, -1 if there is none. */
static int
pass_on (Way *way)
{
  Piece *piece;

  while ((piece = g_queue_peek_head (&way->pieces)))
    {
      gint64 wait = piece->due - g_get_monotonic_time ();

      if (wait > 0)
        return (int) (wait / G_TIME_SPAN_MILLISECOND) + 1;
      g_queue_pop_head (&way->pieces);
      if (write (way->to, piece->bytes, piece->n) != piece->n)
        g_warning ("a relay lost a piece");
      g_free (piece);
    }
  return -1;
}

static void
carry (int near, int far, gint64 delay, gint64 jitter, guint rate)
{
  Way ways[] = { { near, far, G_QUEUE_INIT, delay, jitter, rate, 0, 0 },
                 { far, near, G_QUEUE_INIT, delay, jitter, rate, 0, 0 } };
  gboolean is_open = TRUE;

  while (is_open)
    {
      struct pollfd fds[] = { { near, POLLIN, 0 }, { far, POLLIN, 0 } };
      int waits[] = { pass_on (&ways[0]), pass_on (&ways[1]) };

      poll (fds, 2, waits[0] < 0 || (waits[1] >= 0 && waits[1] < waits[0]) ? waits[1] : waits[0]);
      for (guint i = 0; i < 2; i++)
        if (fds[i].revents)
          is_open &= take_piece (&ways[i]);
    }
  for (guint i = 0; i < 2; i++)
    g_queue_clear_full (&ways[i].pieces, g_free);
}

typedef struct
{
  Relay relay;
  int listener;
} Service;

static gpointer
serve (gpointer data)
{
  Service *service = data;
  struct sockaddr_un address;

  for (;;)
    {
      int near = accept (service->listener, NULL, NULL);
      int far = open_socket (service->relay.folder, 0, &address);

      if (near >= 0 && connect (far, (struct sockaddr *) &address, sizeof address) == 0)
        carry (near, far, service->relay.delay_ms * G_TIME_SPAN_MILLISECOND, 0,
               service->relay.rate);
      close (near);
      close (far);
    }
  return NULL;
}

gboolean
relay_prepare (gpointer data)
{
  Service *service = g_new0 (Service, 1);
  struct sockaddr_un address;

  service->relay = *(Relay *) data;
  service->listener = open_socket (service->relay.folder, 1, &address);
  if (bind (service->listener, (struct sockaddr *) &address, sizeof address) != 0
      || listen (service->listener, 1) != 0)
    return FALSE;
  g_thread_unref (g_thread_new ("relay", serve, service));
  return TRUE;
}

typedef struct
{
  int near;
  int far;
  gint64 delay;
  gint64 jitter;
} Insertion;

static gpointer
run_insertion (gpointer data)
{
  g_autofree Insertion *self = data;

  carry (self->near, self->far, self->delay, self->jitter, 0);
  close (self->near);
  close (self->far);
  return NULL;
}

int
relay_insert (int fd, guint delay_ms, guint jitter_ms)
{
  Insertion *self = g_new (Insertion, 1);
  int ends[2];

  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    g_error ("no sockets for a relay: %s", g_strerror (errno));
  *self = (Insertion){ ends[1], fd, delay_ms * G_TIME_SPAN_MILLISECOND,
                       jitter_ms * G_TIME_SPAN_MILLISECOND };
  g_thread_unref (g_thread_new ("relay", run_insertion, self));
  return ends[0];
}
