/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/owner.h"

#include "diag/process.h"

#include <string.h>
#include <sys/socket.h>

#define LISTEN_STATES (1u << 10)

typedef struct
{
  char process[TCP_PROCESS_SIZE];
  gboolean is_accepted;
} Owner;

struct _TcpOwners
{
  /* by cookie */
  GHashTable *known;
};

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

TcpOwners *
tcp_owners_new (void)
{
  TcpOwners *self = g_new0 (TcpOwners, 1);

  self->known = new_table ();
  return self;
}

void
tcp_owners_free (TcpOwners *self)
{
  g_hash_table_unref (self->known);
  g_free (self);
}

static void
take_listener (const TcpSocket *socket, gpointer user_data)
{
  g_hash_table_add (user_data, GUINT_TO_POINTER (g_ntohs (socket->id.idiag_sport)));
}

/* Ignores errors: the next list reports them. */
static GHashTable *
list_ports (TcpDiag *lister)
{
  static const int families[] = { AF_INET, AF_INET6 };
  const TcpFilter filter = { .last_port = G_MAXUINT16, .states = LISTEN_STATES };
  GHashTable *ports = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      gboolean is_done = !tcp_diag_ask_list (lister, families[i], &filter, NULL);

      while (!is_done)
        if (!tcp_diag_read_list (lister, take_listener, ports, &is_done, NULL))
          break;
    }
  return ports;
}

static GHashTable *
list_unknown (TcpOwners *self, GArray *sockets)
{
  GHashTable *names = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; i < sockets->len; i++)
    {
      const TcpSocket *socket = &g_array_index (sockets, TcpSocket, i);

      if (!g_hash_table_contains (self->known, &socket->cookie))
        g_hash_table_insert (names, GUINT_TO_POINTER (socket->inode), NULL);
    }
  return names;
}

static void
learn (TcpOwners *self, GArray *sockets, TcpDiag *lister)
{
  g_autoptr (GHashTable) names = list_unknown (self, sockets);
  g_autoptr (GHashTable) ports = NULL;

  if (g_hash_table_size (names) == 0)
    return;
  tcp_process_find_names (names);
  ports = list_ports (lister);
  for (guint i = 0; i < sockets->len; i++)
    {
      const TcpSocket *socket = &g_array_index (sockets, TcpSocket, i);
      const char *name = g_hash_table_lookup (names, GUINT_TO_POINTER (socket->inode));
      Owner *owner;

      if (g_hash_table_contains (self->known, &socket->cookie))
        continue;
      owner = g_new0 (Owner, 1);
      g_strlcpy (owner->process, name ? name : "", sizeof owner->process);
      owner->is_accepted =
          g_hash_table_contains (ports, GUINT_TO_POINTER (g_ntohs (socket->id.idiag_sport)));
      g_hash_table_insert (self->known, g_memdup2 (&socket->cookie, sizeof socket->cookie), owner);
    }
}

void
tcp_owners_fill (TcpOwners *self, GArray *sockets, TcpDiag *lister)
{
  GHashTable *kept = new_table ();

  learn (self, sockets, lister);
  for (guint i = 0; i < sockets->len; i++)
    {
      TcpSocket *socket = &g_array_index (sockets, TcpSocket, i);
      gpointer key, value;

      if (!g_hash_table_steal_extended (self->known, &socket->cookie, &key, &value))
        continue;
      memcpy (socket->process, ((Owner *) value)->process, sizeof socket->process);
      socket->is_accepted = ((Owner *) value)->is_accepted;
      g_hash_table_insert (kept, key, value);
    }
  g_hash_table_unref (self->known);
  self->known = kept;
}
