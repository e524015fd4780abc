/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "flows/ranking.h"

#include "diag/filter.h"

#include <math.h>

/* Hysteresis: a flow replaces the busiest flow, or a shown flow, when it is busier by this factor;
 * the busiest flow only after this number of consecutive lists, so that a single burst does not
 * replace it. */
#define HYSTERESIS 1.5
#define LISTS_TO_SWITCH 2

struct _TcpRanking
{
  GHashTable *entries;
  GPtrArray *shown;
  TcpEntry *busiest;
  guint n_challenges;
  guint limit;
  TcpChoice choice;
  guint list;
  gboolean has_earlier;
  guint n_established;
  double n_retransmits;
};

TcpRanking *
tcp_ranking_new (void)
{
  TcpRanking *self = g_new0 (TcpRanking, 1);

  self->entries = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->shown = g_ptr_array_new ();
  self->limit = 1;
  return self;
}

void
tcp_ranking_free (TcpRanking *self)
{
  tcp_choice_clear (&self->choice);
  g_ptr_array_unref (self->shown);
  g_hash_table_unref (self->entries);
  g_free (self);
}

void
tcp_ranking_set_rules (TcpRanking *self, guint limit, const TcpChoice *choice)
{
  GHashTableIter iter;
  gpointer value;

  tcp_choice_clear (&self->choice);
  self->choice = *choice;
  self->choice.pattern = g_strdup (choice->pattern);
  self->limit = limit;
  self->has_earlier = FALSE;
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      TcpEntry *entry = value;

      entry->is_chosen = tcp_choice_matches (choice, &entry->socket);
    }
}

/* Sent bytes weigh more, because congestion window and unsent bytes concern sending: of the two
 * ends of a local connection, the sender should rank higher. */
static guint64
weigh (const TcpSocket *socket)
{
  return 2 * socket->acked + socket->received;
}

static gboolean
is_established (const TcpSocket *socket)
{
  return !tcp_state_is_connecting (socket->state);
}

static void
add_retransmits (TcpRanking *self, double before, double now)
{
  if (now > before)
    self->n_retransmits += now - before;
}

static void
take_new (TcpRanking *self, const TcpSocket *socket)
{
  TcpEntry *entry = g_new0 (TcpEntry, 1);

  entry->socket = *socket;
  entry->weight = weigh (socket);
  /* the activity of a flow that is older than the first list is unknown */
  entry->activity = self->has_earlier ? entry->weight : 0;
  entry->is_chosen = tcp_choice_matches (&self->choice, socket);
  entry->list = self->list;
  self->n_established += is_established (socket);
  add_retransmits (self, 0, socket->values[TCP_METRIC_RETRANSMITS]);
  g_hash_table_insert (self->entries, &entry->socket.cookie, entry);
}

static void
take_known (TcpRanking *self, TcpEntry *entry, const TcpSocket *socket)
{
  guint64 weight = weigh (socket);

  /* the activity decays by half with each list, so that a short pause does not end it */
  entry->activity = entry->activity / 2 + (weight > entry->weight ? weight - entry->weight : 0);
  entry->weight = weight;
  self->n_established += is_established (socket) && !is_established (&entry->socket);
  add_retransmits (self, entry->socket.values[TCP_METRIC_RETRANSMITS],
                   socket->values[TCP_METRIC_RETRANSMITS]);
  entry->socket = *socket;
  entry->list = self->list;
}

void
tcp_ranking_take (TcpRanking *self, const TcpSocket *socket)
{
  TcpEntry *entry = g_hash_table_lookup (self->entries, &socket->cookie);

  if (!entry)
    take_new (self, socket);
  /* a socket may move in the kernel's table while it is listed, and occur twice */
  else if (entry->list != self->list)
    take_known (self, entry, socket);
}

static void
remove_ended (TcpRanking *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      TcpEntry *entry = value;

      if (entry->list == self->list)
        continue;
      if (self->busiest == entry)
        self->busiest = NULL;
      g_hash_table_iter_remove (&iter);
    }
}

static int
compare_activity (const TcpEntry *a, const TcpEntry *b, double a_factor, double b_factor)
{
  double x = a->activity * a_factor, y = b->activity * b_factor;

  if (x != y)
    return x > y ? -1 : 1;
  if (a->weight != b->weight)
    return a->weight > b->weight ? -1 : 1;
  return a->socket.cookie < b->socket.cookie ? -1 : 1;
}

static TcpEntry *
find_most_active (TcpRanking *self)
{
  TcpEntry *best = NULL;
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (!best || compare_activity (value, best, 1, 1) < 0)
      best = value;
  return best;
}

static void
choose_busiest (TcpRanking *self)
{
  TcpEntry *best = find_most_active (self);
  gboolean is_clear =
      self->busiest && best && best->activity > HYSTERESIS * self->busiest->activity;

  self->n_challenges = is_clear ? self->n_challenges + 1 : 0;
  if (self->busiest && self->n_challenges < LISTS_TO_SWITCH)
    return;
  self->busiest = best;
  self->n_challenges = 0;
}

static int
compare_places (gconstpointer x, gconstpointer y, gpointer user_data)
{
  const TcpEntry *a = *(TcpEntry *const *) x, *b = *(TcpEntry *const *) y;
  const TcpEntry *busiest = user_data;

  if (a == b)
    return 0;
  if (a == busiest || b == busiest)
    return a == busiest ? -1 : 1;
  if (a->is_chosen != b->is_chosen)
    return a->is_chosen ? -1 : 1;
  if (a->activity == 0 && b->activity == 0 && a->is_shown != b->is_shown)
    return a->is_shown ? -1 : 1;
  return compare_activity (a, b, a->is_shown ? HYSTERESIS : 1, b->is_shown ? HYSTERESIS : 1);
}

static void
choose_shown (TcpRanking *self)
{
  GHashTableIter iter;
  gpointer value;

  g_ptr_array_set_size (self->shown, 0);
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_add (self->shown, value);
  g_ptr_array_sort_with_data (self->shown, compare_places, self->busiest);
  for (guint i = 0; i < self->shown->len; i++)
    ((TcpEntry *) self->shown->pdata[i])->is_shown = i < self->limit;
  if (self->shown->len > self->limit)
    g_ptr_array_set_size (self->shown, self->limit);
}

void
tcp_ranking_end (TcpRanking *self, gboolean is_complete, double seconds, TcpTotals *totals)
{
  if (is_complete)
    remove_ended (self);
  choose_busiest (self);
  choose_shown (self);
  *totals = (TcpTotals){
    .n_flows = g_hash_table_size (self->entries),
    .n_shown = self->shown->len,
    .established = self->has_earlier ? self->n_established / seconds : NAN,
    .retransmits = self->has_earlier ? self->n_retransmits / seconds : NAN,
  };
  self->has_earlier = TRUE;
  self->n_established = 0;
  self->n_retransmits = 0;
  self->list++;
}

GPtrArray *
tcp_ranking_get_shown (TcpRanking *self)
{
  return self->shown;
}

const TcpEntry *
tcp_ranking_find (TcpRanking *self, guint64 cookie)
{
  return g_hash_table_lookup (self->entries, &cookie);
}

const TcpEntry *
tcp_ranking_get_busiest (TcpRanking *self)
{
  return self->busiest;
}
