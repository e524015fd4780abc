/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/fetch.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

enum
{
  CHUNK = 65536,
  MAX_HEAD = 1024,
};

#define END "\r\n\r\n"
#define LENGTH "\r\nContent-Length: "

struct _MxtrafFetch
{
  MxtrafCounters *counters;
  gboolean is_persistent;
  gboolean is_answered;
  /* the head of the answer as far as it was read, and the bytes of its file that were not read */
  char head[MAX_HEAD];
  gsize n_head;
  gint64 rest;
};

MxtrafFetch *
mxtraf_fetch_new (MxtrafCounters *counters, gboolean is_persistent)
{
  MxtrafFetch *self = g_new0 (MxtrafFetch, 1);

  self->counters = counters;
  self->is_persistent = is_persistent;
  return self;
}

void
mxtraf_fetch_free (MxtrafFetch *self)
{
  g_free (self);
}

gboolean
mxtraf_fetch_request (MxtrafFetch *self, int connection)
{
  g_autofree char *text = NULL;

  self->is_answered = FALSE;
  text = g_strdup_printf (
      "GET /file HTTP/1.%d\r\nHost: server\r\nUser-Agent: mxtraf\r\nAccept: */*" END,
      self->is_persistent);

  return send (connection, text, strlen (text), MSG_DONTWAIT | MSG_NOSIGNAL)
         == (gssize) strlen (text);
}

gboolean
mxtraf_fetch_is_answered (const MxtrafFetch *self)
{
  return self->is_answered;
}

/* Takes the head from the beginning of new data. Returns its number of bytes there, all if it is not whole; -1 if it is no answer. */
static gssize
take_head (MxtrafFetch *self, const char *data, gsize n)
{
  gsize before = self->n_head, taken = MIN (n, MAX_HEAD - 1 - before);
  const char *end, *length;

  memcpy (self->head + before, data, taken);
  self->head[before + taken] = '\0';
  self->n_head += taken;
  end = strstr (self->head, END);
  if (!end)
    return taken == n ? (gssize) n : -1;
  length = strstr (self->head, LENGTH);
  self->rest = length ? g_ascii_strtoll (length + strlen (LENGTH), NULL, 10) : 0;
  self->n_head = 0;
  return self->rest > 0 ? end + strlen (END) - self->head - (gssize) before : -1;
}

/* Returns FALSE if the data is no answer. */
static gboolean
take (MxtrafFetch *self, int connection, const char *data, gsize n)
{
  if (self->rest == 0)
    {
      gssize n_head = take_head (self, data, n);

      if (n_head < 0 || self->rest == 0)
        return n_head >= 0;
      n -= (gsize) n_head;
    }
  if ((gint64) n > self->rest)
    return FALSE;
  self->rest -= (gint64) n;
  if (self->rest > 0)
    return TRUE;
  self->is_answered = TRUE;
  mxtraf_count_add (&self->counters->requests, 1);
  return !self->is_persistent || mxtraf_fetch_request (self, connection);
}

gssize
mxtraf_fetch_read (MxtrafFetch *self, int connection)
{
  char data[CHUNK];
  gssize n = recv (connection, data, sizeof data, MSG_DONTWAIT);

  if (n > 0 && !take (self, connection, data, (gsize) n))
    {
      errno = EPROTO;
      return -1;
    }
  return n;
}
