/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "link/link.h"
#include "link/packet.h"

#include <math.h>
#include <string.h>

/* Maximum number of bytes in one direction: 5 s at 100 Mb/s. */
#define MAX_BYTES (64 * 1024 * 1024)

/* Maximum time for which a packet waits for the others of its batch: a tick of the soft-timer paper's
 * kernel. */
#define MAX_WAIT G_GINT64_CONSTANT (1000000)

/* Initial probability of marks and drops, as in derivative random drop. */
#define FIRST_PROBABILITY 0.1

/* A packet in the link. In the queue, `time` is the arrival at the queue; after it, the arrival at
 * the other end. */
typedef struct
{
  gint64 time;
  MxtrafPacket *packet;
} Entry;

struct _MxtrafLink
{
  MxtrafConfig config;
  GQueue queue;
  GQueue flying;
  gsize n_bytes;

  gint64 changed;
  gint64 departed;
  gint64 arrived;
  /* the present time of the last poll, which delivers all packets that have arrived by then */
  gint64 polled;

  guint64 random;
  MxtrafLinkCounts counts;
};

MxtrafLink *
mxtraf_link_new (guint64 seed)
{
  MxtrafLink *self = g_new0 (MxtrafLink, 1);

  self->random = seed;
  return self;
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->packet);
  g_free (entry);
}

void
mxtraf_link_free (MxtrafLink *self)
{
  g_queue_clear_full (&self->queue, entry_free);
  g_queue_clear_full (&self->flying, entry_free);
  g_free (self);
}

gint64
mxtraf_link_next_departure (MxtrafLink *self)
{
  const Entry *head = g_queue_peek_head (&self->queue);
  gint64 begin, duration;

  if (!head)
    return G_MAXINT64;
  begin = MAX (head->time, self->departed);
  duration = llround (head->packet->length * 8.0 / self->config.rate * 1e9);
  return MAX (begin + duration, self->changed);
}

gint64
mxtraf_link_next_arrival (MxtrafLink *self)
{
  const Entry *head = g_queue_peek_head (&self->flying), *last;

  if (!head || self->config.quota <= 1 || head->time <= self->polled)
    return head ? head->time : G_MAXINT64;
  last = g_queue_peek_nth (&self->flying, self->config.quota - 1);
  return MIN (head->time + MAX_WAIT, last ? last->time : G_MAXINT64);
}

static void
depart (MxtrafLink *self, gint64 time)
{
  Entry *entry = g_queue_pop_head (&self->queue);
  gint64 arrival = time + llround (self->config.rtt / 2 * 1e9);

  self->departed = time;
  self->arrived = MAX (self->arrived, arrival);
  entry->time = self->arrived;
  self->counts.forwarded_packets++;
  self->counts.forwarded_bytes += entry->packet->length;
  self->counts.queued--;
  g_queue_push_tail (&self->flying, entry);
}

static void
advance (MxtrafLink *self, gint64 now)
{
  gint64 time;

  while ((time = mxtraf_link_next_departure (self)) <= now)
    depart (self, time);
}

void
mxtraf_link_configure (MxtrafLink *self, const MxtrafConfig *config, gint64 now)
{
  advance (self, now);
  self->config = *config;
  self->changed = now;
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
static double
draw (MxtrafLink *self)
{
  guint64 z = self->random += 0x9e3779b97f4a7c15;

  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return (double) ((z ^ z >> 31) >> 11) * 0x1p-53;
}

static double
get_probability (MxtrafLink *self)
{
  double n = self->counts.queued, mark_at = self->config.mark_at;

  if (self->config.policy == MXTRAF_POLICY_TAIL_DROP || n < mark_at)
    return 0;
  return FIRST_PROBABILITY
         + (1 - FIRST_PROBABILITY) * (n - mark_at) / (self->config.queue - mark_at);
}

/* A link that loses nothing draws no number, so that the choices of its queue stay the same. */
static gboolean
is_lost (MxtrafLink *self)
{
  return self->config.loss > 0 && draw (self) * 100 < self->config.loss;
}

/* Returns whether the queue accepts a packet, possibly with a mark. */
static gboolean
admit (MxtrafLink *self, const guint8 *data, gsize length, gboolean *mark)
{
  if ((gint64) self->counts.queued >= self->config.queue || self->n_bytes + length > MAX_BYTES)
    return FALSE;
  *mark = draw (self) < get_probability (self);
  return !*mark
         || (self->config.policy == MXTRAF_POLICY_ECN && mxtraf_packet_is_ect (data, length));
}

void
mxtraf_link_send (MxtrafLink *self, gint64 now, const guint8 *data, gsize length)
{
  gboolean mark;
  Entry *entry;

  advance (self, now);
  if (is_lost (self) || !admit (self, data, length, &mark))
    {
      self->counts.dropped++;
      return;
    }
  entry = g_new (Entry, 1);
  entry->time = now;
  entry->packet = g_malloc (sizeof *entry->packet + length);
  entry->packet->length = length;
  memcpy (entry->packet->data, data, length);
  if (mark && !mxtraf_packet_is_marked (data, length))
    {
      mxtraf_packet_mark (entry->packet->data);
      self->counts.marked++;
    }
  self->n_bytes += length;
  self->counts.queued++;
  g_queue_push_tail (&self->queue, entry);
}

MxtrafPacket *
mxtraf_link_receive (MxtrafLink *self, gint64 now)
{
  g_autofree Entry *entry = NULL;

  advance (self, now);
  if (mxtraf_link_next_arrival (self) > now)
    return NULL;
  self->polled = now;
  entry = g_queue_pop_head (&self->flying);
  self->n_bytes -= entry->packet->length;
  return entry->packet;
}

MxtrafLinkCounts
mxtraf_link_get_counts (MxtrafLink *self)
{
  return self->counts;
}
