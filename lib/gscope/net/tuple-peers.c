/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-peers.h>

#include <netinet/in.h>
#include <unistd.h>

#define SILENCE (60 * G_TIME_SPAN_SECOND)

enum
{
  /* datagrams that are read in one turn */
  SHARE = 256
};

struct _GscopeTuplePeers
{
  int fd;
  guint max_peers;
  GscopeClock *clock;
  GscopeTupleLimits limits;
  GHashTable *peers;
};

typedef struct
{
  GscopeTupleConnection *connection;
  gint64 heard_at;
} Peer;

static void
peer_free (gpointer data)
{
  Peer *peer = data;

  gscope_tuple_connection_close (peer->connection);
  gscope_tuple_connection_unref (peer->connection);
  g_free (peer);
}

GscopeTuplePeers *
gscope_tuple_peers_new (int fd, guint max_peers, GscopeClock *clock,
                        const GscopeTupleLimits *limits)
{
  GscopeTuplePeers *self = g_new0 (GscopeTuplePeers, 1);

  self->fd = fd;
  self->max_peers = max_peers;
  self->clock = g_object_ref (clock);
  self->limits = *limits;
  self->peers = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                       peer_free);
  return self;
}

void
gscope_tuple_peers_free (GscopeTuplePeers *self)
{
  g_hash_table_unref (self->peers);
  g_object_unref (self->clock);
  close (self->fd);
  g_free (self);
}

int
gscope_tuple_peers_get_fd (GscopeTuplePeers *self)
{
  return self->fd;
}

static GBytes *
make_key (const struct sockaddr *address)
{
  const struct sockaddr_in *v4 = (const struct sockaddr_in *) address;
  const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *) address;

  if (address->sa_family == AF_INET)
    return g_bytes_new (&v4->sin_addr, sizeof v4->sin_addr);
  return g_bytes_new (&v6->sin6_addr, sizeof v6->sin6_addr);
}

static Peer *
find_peer (GscopeTuplePeers *self, const struct sockaddr *address, socklen_t length,
           GscopeTuplePeerFunc joined, gpointer user_data)
{
  g_autoptr (GBytes) key = make_key (address);
  Peer *peer = g_hash_table_lookup (self->peers, key);

  if (peer || g_hash_table_size (self->peers) >= self->max_peers)
    return peer;
  peer = g_new0 (Peer, 1);
  peer->connection =
      gscope_tuple_connection_new_peer (self->fd, address, length, self->clock, &self->limits);
  g_hash_table_insert (self->peers, g_steal_pointer (&key), peer);
  joined (peer->connection, user_data);
  return peer;
}

void
gscope_tuple_peers_read (GscopeTuplePeers *self, char *buffer, gsize size,
                         GscopeTuplePeerFunc joined, gpointer user_data)
{
  for (guint i = 0; i < SHARE; i++)
    {
      struct sockaddr_storage storage;
      struct sockaddr *address = (struct sockaddr *) &storage;
      socklen_t length = sizeof storage;
      gssize n = recvfrom (self->fd, buffer, size, MSG_DONTWAIT, address, &length);
      Peer *peer;

      if (n < 0)
        return;
      peer = find_peer (self, address, length, joined, user_data);
      if (!peer)
        continue;
      peer->heard_at = g_get_monotonic_time ();
      gscope_tuple_connection_set_address (peer->connection, address, length);
      gscope_tuple_connection_feed_datagram (peer->connection, buffer, n);
    }
}

gboolean
gscope_tuple_peers_tend (GscopeTuplePeers *self, GscopeTuplePeerFunc gone, gpointer user_data)
{
  gint64 now = g_get_monotonic_time ();
  gboolean waits = FALSE;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->peers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Peer *peer = value;

      gscope_tuple_connection_retry (peer->connection);
      if (gscope_tuple_connection_has_held (peer->connection))
        waits = TRUE;
      else if (now - peer->heard_at > SILENCE)
        {
          gscope_tuple_connection_close (peer->connection);
          gone (peer->connection, user_data);
          g_hash_table_iter_remove (&iter);
        }
    }
  return waits;
}
