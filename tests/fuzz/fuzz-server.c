/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/clock/test-clock.h>
#include <gscope/net/tuple-connection.h>
#include <gscope/signal/producer-private.h>
#include <sys/socket.h>
#include <unistd.h>

/* An input is what one client sends: its first byte says how long the blocks are in which it comes,
 * what its clock may be, and whether it needs the token “s”. The server answers what it asks for names in the middle and at the end,
 * and takes all samples then. */

enum
{
  MAX_NAMES = 20
};

typedef struct
{
  guint n_asked;
  guint n_answered;
  GscopeGate *gate;
  GscopeProducer *producers[MAX_NAMES];
} Names;

static void
ask (GscopeTupleConnection *connection, guint id, const char *name, gpointer user_data)
{
  Names *names = user_data;

  g_assert_cmpuint (id, ==, names->n_asked);
  g_assert_true (g_utf8_validate (name, -1, NULL));
  names->n_asked++;
}

/* Every third name has no signal. */
static void
answer (GscopeTupleConnection *connection, Names *names)
{
  for (; names->n_answered < names->n_asked; names->n_answered++)
    {
      guint id = names->n_answered;

      if (id % 3 != 2)
        names->producers[id] = gscope_producer_new (names->gate);
      gscope_tuple_connection_answer (connection, id, names->producers[id], "it is the third");
    }
}

static void
drain (GscopeProducer *producer)
{
  GscopeRing *ring = gscope_producer_get_ring (producer);
  gint64 last = G_MININT64;
  gsize n;

  while (ring && gscope_ring_get_used (ring) > 0)
    {
      const GscopeSample *samples = gscope_ring_peek (ring, &n);

      for (gsize i = 0; i < n; i++)
        {
          g_assert_cmpint (samples[i].time, >=, last);
          g_assert_cmpint (samples[i].time, <=, 1000 * GSCOPE_SEC);
          last = samples[i].time;
        }
      gscope_ring_release (ring, n);
    }
}

static void
take_all (GscopeTupleConnection *connection, Names *names)
{
  answer (connection, names);
  do
    {
      for (guint id = 0; id < names->n_asked; id++)
        if (names->producers[id])
          drain (names->producers[id]);
      gscope_tuple_connection_retry (connection);
    }
  while (gscope_tuple_connection_has_held (connection));
}

static void
names_init (Names *names, GscopeClock *clock)
{
  *names = (Names){ .gate = gscope_gate_new () };
  names->gate->clock = g_object_ref (clock);
  names->gate->drain = g_timeout_source_new (1000);
  names->gate->margin = 100 * GSCOPE_MSEC;
  names->gate->open = TRUE;
}

static void
names_clear (Names *names)
{
  for (guint id = 0; id < MAX_NAMES; id++)
    {
      if (!names->producers[id])
        continue;
      gscope_producer_unref (names->producers[id]);
      gscope_producer_release (names->producers[id]);
    }
  gscope_gate_unref (names->gate);
}

/* Comment lines only, and not more than a client can be bothered with. */
static void
check_lines_back (int fd)
{
  char text[65536];
  gssize n = recv (fd, text, sizeof text, MSG_DONTWAIT);

  g_assert_cmpint (n, <, (gssize) sizeof text);
  if (n > 0 && text[0] == 'H')
    {
      g_assert_true (g_str_has_prefix (text, "HTTP/1.1 403 Forbidden\r\n"));
      return;
    }
  for (gssize i = 0; i < n; i++)
    if (i == 0 || text[i - 1] == '\n')
      g_assert_cmpint (text[i], ==, '#');
  if (n > 0)
    g_assert_cmpint (text[n - 1], ==, '\n');
}

static void
check_counters (GscopeTupleConnection *connection, const uint8_t *data, size_t size)
{
  GscopeTupleCounters counters;
  /* each block of a datagram may cut a line in two */
  guint64 n_lines = 3 + size / (data[0] + 1);

  for (size_t i = 0; i < size; i++)
    n_lines += data[i] == '\n';
  gscope_tuple_connection_get_counters (connection, &counters);
  g_assert_cmpuint (counters.tuples + counters.malformed + counters.limit, <=, n_lines);
  g_assert_cmpint (counters.uncertainty, >=, 0);
}

static void
feed (GscopeTupleConnection *connection, const uint8_t *data, size_t size, gsize block_size,
      gboolean in_datagrams)
{
  for (size_t i = 0; i < size; i += block_size)
    {
      gsize n = MIN (block_size, size - i);
      g_autofree char *block = g_memdup2 (data + i, n);

      if (in_datagrams)
        gscope_tuple_connection_feed_datagram (connection, block, n);
      else
        gscope_tuple_connection_feed (connection, block, n);
      gscope_tuple_connection_retry (connection);
    }
  gscope_tuple_connection_finish (connection);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const GscopeTupleLimits limits = { MAX_NAMES, 1000000, size > 0 && data[0] & 4 ? "s" : NULL };
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (1000 * GSCOPE_SEC);
  GscopeTupleConnection *connection;
  Names names;
  int ends[2];

  if (size < 2)
    return 0;
  names_init (&names, clock);
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), ==, 0);
  connection = gscope_tuple_connection_new_stream (ends[0], data[0] & 1, clock, &limits);
  gscope_tuple_connection_set_ask_func (connection, ask, &names);
  feed (connection, data + 1, size / 2, data[0] + 1, data[0] & 2);
  take_all (connection, &names);
  feed (connection, data + 1 + size / 2, size - 1 - size / 2, data[0] + 1, data[0] & 2);
  take_all (connection, &names);
  g_assert_cmpuint (names.n_asked, <=, MAX_NAMES);
  check_counters (connection, data, size);
  gscope_tuple_connection_close (connection);
  check_lines_back (ends[1]);
  gscope_tuple_connection_unref (connection);
  names_clear (&names);
  close (ends[1]);
  return 0;
}
