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
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Bytes of a frame: 80 by 80 pixels of 8 bits (R:1568). */
#define FRAME_SIZE 6400

/* Maximum time after which a thread that waits for a packet notices that it must end: microseconds. */
#define MAX_WAIT 20000

typedef struct
{
  WorkloadPacket packet;
  /* as in the settings */
  gint64 rate;
  guint8 codes[FRAME_SIZE];
} Datagram;

G_STATIC_ASSERT (FRAME_SIZE
                 >= WORKLOAD_CALL_MAX_LENGTH / GSCOPE_MSEC * WORKLOAD_VOICE_MAX_RATE / 1000);

typedef enum
{
  THREAD_SEND,
  THREAD_RECEIVE,
  N_THREADS
} Thread;

static const char *const names[WORKLOAD_CALL_N_ENDS][N_THREADS] = {
  { "near-send", "near-receive" },
  { "far-send", "far-receive" },
  { "near-video-send", "near-video-receive" },
  { "far-video-send", "far-video-receive" },
};

typedef struct
{
  WorkloadCall *call;
  guint number;
  /* connected to the other end's */
  int socket;
  WorkloadWorker *workers[N_THREADS];
  /* of the helper's service; NULL without a helper */
  TslClient *clients[N_THREADS];
  WorkloadPlayout playout;
  /* processor time of the threads; accessed atomically */
  gint64 used[N_THREADS];
} End;

/* Work on a packet; with a size, the packet is sent afterwards. */
typedef struct
{
  End *end;
  const Datagram *datagram;
  gsize size;
  const gboolean *is_ending;
} Job;

struct _WorkloadCall
{
  End ends[WORKLOAD_CALL_N_ENDS];
  /* the number of the first ends, which have the media of the call */
  guint n_ends;
  /* NULL without a helper */
  WorkloadWorker *helper;
  TslService *service;
  WorkloadHear hear;
  gpointer data;
  gboolean is_reserved;
  TslDemand demands[WORKLOAD_N_MEDIA];

  /* accessed atomically */
  WorkloadCallSettings settings[WORKLOAD_N_MEDIA];
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

static guint
get_medium (const End *self)
{
  return self->number / 2;
}

static WorkloadCallSettings *
get_settings (const End *self)
{
  return &self->call->settings[get_medium (self)];
}

/* The time may be that since the machine was started: its product with the rate must not overflow. */
static gint64
get_samples (gint64 time, gint64 rate)
{
  return time / (GSCOPE_SEC / G_USEC_PER_SEC) * rate / G_USEC_PER_SEC;
}

static gsize
get_size (const Datagram *datagram)
{
  return datagram->rate > 0 ? get_samples (datagram->packet.length, datagram->rate) : FRAME_SIZE;
}

/* A packet that cannot be sent is a dropout at the other end. */
static void
do_job (gpointer request, gpointer data)
{
  const Job *job = request;

  workload_clock_work (load (&get_settings (job->end)->work), job->is_ending);
  if (job->size > 0)
    send (job->end->socket, job->datagram, job->size, MSG_DONTWAIT);
}

static void
run_helper (gpointer data, const gboolean *is_ending)
{
  WorkloadCall *self = data;

  while (tsl_service_serve (self->service, do_job, NULL))
    ;
}

/* A helper that has ended does no more jobs. */
static void
process (Thread which, Job *job)
{
  TslClient *client = job->end->clients[which];

  if (client)
    tsl_client_call (client, job, NULL);
  else
    do_job (job, NULL);
}

static void
count_used (End *self, Thread which)
{
  TslClient *client = self->clients[which];

  store (&self->used[which],
         kernel_clock_read (CLOCK_THREAD_CPUTIME_ID) + (client ? tsl_client_get_used (client) : 0));
}

static void
send_packet (End *self, const WorkloadPacket *packet, const gboolean *is_ending)
{
  gint64 rate = load (&get_settings (self)->rate);
  Datagram datagram = { .packet = *packet, .rate = rate };
  gsize n = get_size (&datagram);
  Job job = { self, &datagram, G_STRUCT_OFFSET (Datagram, codes) + n, is_ending };

  if (rate > 0)
    workload_voice_speak (self->number, rate, get_samples (packet->spoken, rate), datagram.codes,
                          n);
  process (THREAD_SEND, &job);
  count_used (self, THREAD_SEND);
}

/* The microphone fills one packet while the other is sent, so a sender that is later than a length
 * finds only the newest. */
static void
run_sender (gpointer data, const gboolean *is_ending)
{
  End *self = data;
  WorkloadPacket packet = { 0, kernel_clock_read (CLOCK_MONOTONIC), 0 };

  while (!__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      gint64 n_overwritten;

      packet.length = load (&get_settings (self)->length);
      workload_clock_nap_until (packet.spoken + packet.length, is_ending);
      n_overwritten = (kernel_clock_read (CLOCK_MONOTONIC) - packet.spoken) / packet.length - 1;
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
  WorkloadHeard heard = { .end = self->number, .rate = datagram->rate };

  heard.ready = kernel_clock_read (CLOCK_MONOTONIC);
  heard.delay = heard.ready - packet->spoken;
  if (get_medium (self) == WORKLOAD_VIDEO)
    heard.delay -= packet->length;
  heard.is_played = workload_playout_take (&self->playout, packet, heard.ready);
  if (heard.is_played && datagram->rate > 0)
    heard.loudness = workload_voice_hear (datagram->codes, get_size (datagram));
  self->call->hear (&heard, self->call->data);
}

static gboolean
is_whole (const End *self, const Datagram *datagram, gssize size)
{
  gssize head = G_STRUCT_OFFSET (Datagram, codes);

  if (size < head || datagram->packet.length < WORKLOAD_CALL_MIN_LENGTH)
    return FALSE;
  if (get_medium (self) == WORKLOAD_VIDEO)
    return datagram->rate == 0 && size == head + FRAME_SIZE;
  return datagram->packet.length <= WORKLOAD_CALL_MAX_LENGTH && datagram->rate > 0
         && datagram->rate <= WORKLOAD_VOICE_MAX_RATE
         && (gsize) (size - head) == get_size (datagram);
}

/* A packet that came too late is not decoded, so that a receiver which fell behind catches up. */
static void
run_receiver (gpointer data, const gboolean *is_ending)
{
  End *self = data;
  Datagram datagram;
  Job job = { self, &datagram, 0, is_ending };

  while (!__atomic_load_n (is_ending, __ATOMIC_RELAXED))
    {
      gssize size = recv (self->socket, &datagram, sizeof datagram, 0);

      if (!is_whole (self, &datagram, size))
        continue;
      if (!workload_playout_is_late (&datagram.packet, kernel_clock_read (CLOCK_MONOTONIC)))
        process (THREAD_RECEIVE, &job);
      play (self, &datagram);
      count_used (self, THREAD_RECEIVE);
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

  for (guint i = 0; i < self->n_ends; i++)
    is_connected &= (self->ends[i].socket = open_socket (&addresses[i])) >= 0;
  for (guint i = 0; is_connected && i < self->n_ends; i++)
    is_connected = connect (self->ends[i].socket, (struct sockaddr *) &addresses[i ^ 1],
                            sizeof addresses[i ^ 1])
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

static gboolean
reserve_all (WorkloadCall *self, const TslDemand *demands, GError **error)
{
  for (guint i = 0; i < self->n_ends; i++)
    for (guint k = 0; k < N_THREADS; k++)
      if (!workload_worker_set_demand (self->ends[i].workers[k],
                                       demands ? &demands[get_medium (&self->ends[i])] : NULL,
                                       error))
        return FALSE;
  return TRUE;
}

static void
reserve (WorkloadCall *self, WorkloadProtocol protocol, const TslDemand *demands, GError **error)
{
  const TslDemand server = WORKLOAD_SERVER_DEMAND;

  self->is_reserved = reserve_all (self, demands, error)
                      && (protocol != WORKLOAD_PROTOCOL_LEND
                          || workload_worker_set_demand (self->helper, &server, error));
  memcpy (self->demands, demands, sizeof self->demands);
  if (self->is_reserved)
    return;
  reserve_all (self, NULL, NULL);
  if (self->helper)
    workload_worker_set_demand (self->helper, NULL, NULL);
}

/* The clients know the reserves of the threads. */
static void
open_service (WorkloadCall *self, TslPage *page, WorkloadProtocol protocol)
{
  static const TslPropagation propagations[] = {
    [WORKLOAD_PROTOCOL_HELPER] = TSL_PROPAGATION_NONE,
    [WORKLOAD_PROTOCOL_LEND] = TSL_PROPAGATION_LEND,
    [WORKLOAD_PROTOCOL_INHERIT] = TSL_PROPAGATION_INHERIT,
  };

  self->service = tsl_service_new (page, "helper", propagations[protocol],
                                   workload_worker_get_reserve (self->helper));
  for (guint i = 0; i < self->n_ends; i++)
    for (guint k = 0; k < N_THREADS; k++)
      self->ends[i].clients[k] =
          tsl_client_new (self->service, workload_worker_get_reserve (self->ends[i].workers[k]));
}

static void
begin (WorkloadCall *self)
{
  if (self->helper)
    workload_worker_begin (self->helper);
  for (guint i = 0; i < self->n_ends; i++)
    for (guint k = 0; k < N_THREADS; k++)
      workload_worker_begin (self->ends[i].workers[k]);
}

WorkloadCall *
workload_call_new (TslPage *page, WorkloadProtocol protocol, const WorkloadCallSettings *settings,
                   const TslDemand *demands, WorkloadHear hear, gpointer data, GError **refusal,
                   GError **error)
{
  WorkloadCall *self = g_new0 (WorkloadCall, 1);

  self->hear = hear;
  self->data = data;
  workload_call_set (self, settings);
  self->n_ends = settings[WORKLOAD_VIDEO].length > 0 ? 4 : 2;
  for (guint i = 0; i < self->n_ends; i++)
    {
      self->ends[i].call = self;
      self->ends[i].number = i;
    }
  if (!connect_ends (self, error))
    {
      workload_call_free (self);
      return NULL;
    }
  for (guint i = 0; i < self->n_ends; i++)
    add_workers (&self->ends[i], page);
  if (protocol != WORKLOAD_PROTOCOL_OWN)
    self->helper = workload_worker_new (page, "helper", run_helper, self);
  if (demands)
    reserve (self, protocol, demands, refusal);
  if (self->helper)
    open_service (self, page, protocol);
  begin (self);
  return self;
}

static void
free_end (End *self)
{
  for (guint k = 0; k < N_THREADS; k++)
    {
      g_clear_pointer (&self->clients[k], tsl_client_free);
      g_clear_pointer (&self->workers[k], workload_worker_free);
    }
  if (self->socket >= 0)
    close (self->socket);
}

/* The threads return their loans before their reserves end. */
static void
join_all (WorkloadCall *self)
{
  tsl_service_close (self->service);
  for (guint i = 0; i < self->n_ends; i++)
    for (guint k = 0; k < N_THREADS; k++)
      workload_worker_join (self->ends[i].workers[k]);
  workload_worker_join (self->helper);
}

void
workload_call_free (WorkloadCall *self)
{
  if (self->service)
    join_all (self);
  for (guint i = 0; i < self->n_ends; i++)
    free_end (&self->ends[i]);
  g_clear_pointer (&self->service, tsl_service_free);
  g_clear_pointer (&self->helper, workload_worker_free);
  g_free (self);
}

static gboolean
change_all (WorkloadCall *self, const TslDemand *demands, GError **error)
{
  for (guint i = 0; i < self->n_ends; i++)
    for (guint k = 0; k < N_THREADS; k++)
      {
        End *end = &self->ends[i];
        const TslDemand *demand = &demands[get_medium (end)];

        if (end->clients[k] ? !tsl_client_change (end->clients[k], demand, error)
                            : !workload_worker_set_demand (end->workers[k], demand, error))
          return FALSE;
      }
  return TRUE;
}

gboolean
workload_call_is_reserved (WorkloadCall *self)
{
  return self->is_reserved;
}

gboolean
workload_call_change (WorkloadCall *self, const TslDemand *demands, GError **error)
{
  if (!self->is_reserved)
    return TRUE;
  if (!change_all (self, demands, error))
    {
      change_all (self, self->demands, NULL);
      return FALSE;
    }
  memcpy (self->demands, demands, sizeof self->demands);
  return TRUE;
}

void
workload_call_set (WorkloadCall *self, const WorkloadCallSettings *settings)
{
  for (guint i = 0; i < WORKLOAD_N_MEDIA; i++)
    {
      store (&self->settings[i].length, settings[i].length);
      store (&self->settings[i].work, settings[i].work);
      store (&self->settings[i].rate, settings[i].rate);
    }
}

void
workload_call_count (WorkloadCall *self, guint end, WorkloadCallCounts *counts)
{
  End *which = &self->ends[end];

  counts->n_packets = load (&which->playout.n_packets);
  counts->n_dropouts = load (&which->playout.n_dropouts);
  counts->used = load (&which->used[THREAD_SEND]) + load (&which->used[THREAD_RECEIVE]);
}
