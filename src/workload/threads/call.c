/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "threads/call.h"

#include "media/voice.h"
#include "threads/clock.h"
#include "threads/worker.h"

#include <arpa/inet.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

/* Length of a sample in nanoseconds. */
#define SAMPLE (GSCOPE_SEC / WORKLOAD_VOICE_RATE)
#define MAX_SAMPLES (WORKLOAD_CALL_MAX_LENGTH / SAMPLE)

/* Maximum time after which a thread that waits for a packet notices that it must end: microseconds. */
#define MAX_WAIT 20000

typedef struct
{
  WorkloadPacket packet;
  guint8 codes[MAX_SAMPLES];
} Datagram;

typedef enum
{
  THREAD_SEND,
  THREAD_RECEIVE,
  N_THREADS
} Thread;

static const char *const names[WORKLOAD_CALL_N_ENDS][N_THREADS] = {
  { "near-send", "near-receive" },
  { "far-send", "far-receive" },
};

typedef struct
{
  WorkloadCall *call;
  guint number;
  /* connected to the other end's */
  int socket;
  WorkloadWorker *workers[N_THREADS];
  WorkloadPlayout playout;
  /* processor time of the threads; accessed atomically */
  gint64 used[N_THREADS];
} End;

struct _WorkloadCall
{
  End ends[WORKLOAD_CALL_N_ENDS];
  WorkloadHear hear;
  gpointer data;
  gboolean is_reserved;
  TslDemand demand;

  /* accessed atomically */
  gint64 length;
  gint64 work;
};

static gint64
load (const gint64 *word)
{
  return __atomic_load_n (word, __ATOMIC_RELAXED);
}

static void
store (gint64 *word, gint64 value)
{
  __atomic_store_n (word, value, __ATOMIC_RELAXED);
}

/* Threads. */

static gsize
get_samples (gint64 length)
{
  return length / SAMPLE;
}

/* A packet that cannot be sent is a dropout at the other end. */
static void
send_packet (End *self, const WorkloadPacket *packet, const gboolean *is_ending)
{
  gsize n = get_samples (packet->length);
  Datagram datagram = { .packet = *packet };

  workload_voice_speak (self->number, get_samples (packet->spoken), datagram.codes, n);
  workload_clock_work (load (&self->call->work), is_ending);
  send (self->socket, &datagram, G_STRUCT_OFFSET (Datagram, codes) + n, MSG_DONTWAIT);
  store (&self->used[THREAD_SEND], workload_clock_read (CLOCK_THREAD_CPUTIME_ID));
}

/* The microphone fills one packet while the other is sent, so a sender that is later than a length
 * finds only the newest. */
static void
run_sender (gpointer data, const gboolean *is_ending)
{
  End *self = data;
  WorkloadPacket packet = { 0, workload_clock_read (CLOCK_MONOTONIC), 0 };

  while (!__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      gint64 n_overwritten;

      packet.length = load (&self->call->length);
      workload_clock_nap_until (packet.spoken + packet.length, is_ending);
      n_overwritten = (workload_clock_read (CLOCK_MONOTONIC) - packet.spoken) / packet.length - 1;
      packet.number += MAX (n_overwritten, 0);
      packet.spoken += MAX (n_overwritten, 0) * packet.length;
      send_packet (self, &packet, is_ending);
      packet.number++;
      packet.spoken += packet.length;
    }
}

static void
play (End *self, const Datagram *datagram)
{
  const WorkloadPacket *packet = &datagram->packet;
  WorkloadHeard heard = { .end = self->number, .ready = workload_clock_read (CLOCK_MONOTONIC) };

  heard.delay = heard.ready - packet->spoken;
  heard.is_played = workload_playout_take (&self->playout, packet, heard.ready);
  if (heard.is_played)
    heard.loudness = workload_voice_hear (datagram->codes, get_samples (packet->length));
  self->call->hear (&heard, self->call->data);
}

static gboolean
is_whole (const Datagram *datagram, gssize size)
{
  gssize head = G_STRUCT_OFFSET (Datagram, codes);
  gint64 length = datagram->packet.length;

  return size >= head && length >= WORKLOAD_CALL_MIN_LENGTH && length <= WORKLOAD_CALL_MAX_LENGTH
         && (gsize) (size - head) == get_samples (length);
}

/* A packet that came too late is not decoded, so that a receiver which fell behind catches up. */
static void
run_receiver (gpointer data, const gboolean *is_ending)
{
  End *self = data;
  Datagram datagram;

  while (!__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      gssize size = recv (self->socket, &datagram, sizeof datagram, 0);

      if (!is_whole (&datagram, size))
        continue;
      if (!workload_playout_is_late (&datagram.packet, workload_clock_read (CLOCK_MONOTONIC)))
        workload_clock_work (load (&self->call->work), is_ending);
      play (self, &datagram);
      store (&self->used[THREAD_RECEIVE], workload_clock_read (CLOCK_THREAD_CPUTIME_ID));
    }
}

/* The call. */

static int
open_socket (struct sockaddr_in *address)
{
  const struct timeval wait = { .tv_usec = MAX_WAIT };
  socklen_t size = sizeof *address;
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  *address = (struct sockaddr_in){ .sin_family = AF_INET,
                                   .sin_addr = { .s_addr = htonl (INADDR_LOOPBACK) } };
  if (fd < 0)
    return -1;
  if (bind (fd, (struct sockaddr *) address, size) == 0
      && getsockname (fd, (struct sockaddr *) address, &size) == 0
      && setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait) == 0)
    return fd;
  close (fd);
  return -1;
}

static gboolean
connect_ends (WorkloadCall *self, GError **error)
{
  struct sockaddr_in addresses[WORKLOAD_CALL_N_ENDS];
  gboolean is_connected = TRUE;

  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    is_connected &= (self->ends[i].socket = open_socket (&addresses[i])) >= 0;
  for (guint i = 0; is_connected && i < WORKLOAD_CALL_N_ENDS; i++)
    is_connected =
        connect (self->ends[i].socket, (struct sockaddr *) &addresses[!i], sizeof addresses[!i])
        == 0;
  if (!is_connected)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                 _ ("cannot connect the two ends of the call over the loopback device: %s; enable "
                    "the device, or close other files"),
                 g_strerror (errno));
  return is_connected;
}

static void
add_workers (End *self, TslPage *page)
{
  const WorkloadWork works[N_THREADS] = { run_sender, run_receiver };

  for (guint i = 0; i < N_THREADS; i++)
    self->workers[i] = workload_worker_new (page, names[self->number][i], works[i], self);
}

WorkloadCall *
workload_call_new (TslPage *page, const WorkloadCallSettings *settings, WorkloadHear hear,
                   gpointer data, GError **error)
{
  WorkloadCall *self = g_new0 (WorkloadCall, 1);

  self->hear = hear;
  self->data = data;
  workload_call_set (self, settings);
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    {
      self->ends[i].call = self;
      self->ends[i].number = i;
    }
  if (!connect_ends (self, error))
    {
      workload_call_free (self);
      return NULL;
    }
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    add_workers (&self->ends[i], page);
  return self;
}

void
workload_call_begin (WorkloadCall *self)
{
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    for (guint k = 0; k < N_THREADS; k++)
      workload_worker_begin (self->ends[i].workers[k]);
}

void
workload_call_free (WorkloadCall *self)
{
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    for (guint k = 0; k < N_THREADS; k++)
      g_clear_pointer (&self->ends[i].workers[k], workload_worker_free);
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    if (self->ends[i].socket >= 0)
      close (self->ends[i].socket);
  g_free (self);
}

static gboolean
reserve_all (WorkloadCall *self, const TslDemand *demand, GError **error)
{
  for (guint i = 0; i < WORKLOAD_CALL_N_ENDS; i++)
    for (guint k = 0; k < N_THREADS; k++)
      if (!workload_worker_set_demand (self->ends[i].workers[k], demand, error))
        return FALSE;
  return TRUE;
}

gboolean
workload_call_reserve (WorkloadCall *self, const TslDemand *demand, GError **error)
{
  if (!reserve_all (self, demand, error))
    {
      reserve_all (self, self->is_reserved ? &self->demand : NULL, NULL);
      return FALSE;
    }
  self->is_reserved = demand != NULL;
  if (demand)
    self->demand = *demand;
  return TRUE;
}

void
workload_call_set (WorkloadCall *self, const WorkloadCallSettings *settings)
{
  store (&self->length, settings->length);
  store (&self->work, settings->work);
}

void
workload_call_count (WorkloadCall *self, guint end, WorkloadCallCounts *counts)
{
  End *which = &self->ends[end];

  counts->n_packets = load (&which->playout.n_packets);
  counts->n_dropouts = load (&which->playout.n_dropouts);
  counts->used = load (&which->used[THREAD_SEND]) + load (&which->used[THREAD_RECEIVE]);
}
