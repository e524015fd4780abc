/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/kinds.h"
#include "threads/clock.h"
#include "threads/pair.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <sys/socket.h>
#include <unistd.h>

/* The option is newer than Debian 12's headers for other systems. */
#ifndef SO_BUSY_POLL_BUDGET
#define SO_BUSY_POLL_BUDGET 70
#endif

/* Packets that are sent at once, more than the greatest quota finds. */
#define BURST 16
#define PACKET 200
#define PORT 5006

/* How long a socket polls, in microseconds, and how long a thread waits for a packet, in
 * milliseconds. */
#define POLL_TIME 200
#define PATIENCE 20

/* Packets over a pair of virtual devices, which the receiver's host finds by soft interrupts, by
 * polling of the socket, or in a thread of the kernel. */
G_DECLARE_FINAL_TYPE (WorkloadPolling, workload_polling, WORKLOAD, POLLING, GscopeSource)

typedef enum
{
  MODE_INTERRUPTS,
  MODE_BUSY_POLL,
  MODE_THREADED
} Mode;

static const char *const mode_nicks[] = { "interrupts", "busy-poll", "threaded", NULL };
static const char *const mode_titles[] = { N_ ("Interrupts"), N_ ("Busy polling"),
                                           N_ ("Threaded NAPI"), NULL };

struct _WorkloadPolling
{
  GscopeSource parent_instance;

  GThread *receiver;
  /* accessed atomically */
  gboolean is_ending;
  gboolean is_running;
  /* the namespaces are ready, or failed for a reason that the main thread owns then */
  GMutex mutex;
  GCond cond;
  gboolean is_ready;
  gboolean is_asked;
  Mode mode;
  int quota;
  GError *error;

  /* accessed atomically: nanoseconds between two bursts; counts of the receiver; nanoseconds */
  gint64 interval;
  gint64 n_received;
  gint64 waited;

  /* values of the parameters */
  int shown_mode;
  gint64 shown_quota;
  double rate;

  /* used by the poller alone */
  gint64 base_time;
  gint64 base_received;
  gint64 base_waited;
  double throughput;
  double latency;
};

G_DEFINE_FINAL_TYPE (WorkloadPolling, workload_polling, GSCOPE_TYPE_SOURCE)

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

static gboolean
is_ending (WorkloadPolling *self)
{
  return __atomic_load_n (&self->is_ending, __ATOMIC_RELAXED);
}

/* Functions of the poller's thread. */

#define WINDOW (100 * GSCOPE_MSEC)

static void
workload_polling_poll (GscopeSource *source, gint64 time)
{
  WorkloadPolling *self = WORKLOAD_POLLING (source);
  gint64 received = load (&self->n_received), waited = load (&self->waited);
  gint64 n = received - self->base_received;

  if (!__atomic_load_n (&self->is_running, __ATOMIC_RELAXED))
    {
      self->throughput = self->latency = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
      return;
    }
  if (time - self->base_time < WINDOW)
    return;
  self->throughput = n * (double) GSCOPE_SEC / (time - self->base_time);
  self->latency =
      n > 0 ? (waited - self->base_waited) / 1e3 / n : gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
  self->base_time = time;
  self->base_received = received;
  self->base_waited = waited;
}

/* Functions of the sender's thread. */

static void
send_burst (int fd, const struct sockaddr_in6 *address)
{
  guint8 packet[PACKET] = { 0 };

  for (guint i = 0; i < BURST; i++)
    {
      gint64 now = kernel_clock_read (CLOCK_MONOTONIC);

      memcpy (packet, &now, sizeof now);
      sendto (fd, packet, sizeof packet, MSG_DONTWAIT, (const struct sockaddr *) address,
              sizeof *address);
    }
}

static gpointer
send_packets (gpointer data)
{
  WorkloadPolling *self = data;
  struct sockaddr_in6 address = { 0 };
  int fd = socket (AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  gint64 last = kernel_clock_read (CLOCK_MONOTONIC);

  if (fd >= 0 && workload_pair_get_address (WORKLOAD_PAIR_FAR, &address))
    address.sin6_port = g_htons (PORT);
  while (fd >= 0 && !is_ending (self))
    {
      gint64 interval = load (&self->interval), now = kernel_clock_read (CLOCK_MONOTONIC);
      gint64 next = interval > 0 ? last + interval : G_MAXINT64;

      if (now >= next)
        {
          send_burst (fd, &address);
          last = MAX (next, now - interval);
          next = last + interval;
        }
      /* another rate, and the end, are noticed soon also at a low rate */
      workload_clock_sleep_until (MIN (next, now + PATIENCE * GSCOPE_MSEC));
    }
  if (fd >= 0)
    close (fd);
  return NULL;
}

/* Functions of the receiver's thread. */

/* The kernel assigns addresses some time after the devices are up. */
static gboolean
await_address (struct sockaddr_in6 *address)
{
  gint64 end = kernel_clock_read (CLOCK_MONOTONIC) + GSCOPE_SEC;

  while (!workload_pair_get_address (WORKLOAD_PAIR_NEAR, address))
    {
      gint64 now = kernel_clock_read (CLOCK_MONOTONIC);

      if (now > end)
        {
          errno = EADDRNOTAVAIL;
          return FALSE;
        }
      workload_clock_sleep_until (now + GSCOPE_MSEC);
    }
  return TRUE;
}

static int
open_socket (GError **error)
{
  const struct timeval patience = { .tv_usec = PATIENCE * 1000 };
  struct sockaddr_in6 address = { 0 };
  int fd = socket (AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  if (fd >= 0 && await_address (&address))
    {
      address.sin6_port = g_htons (PORT);
      setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
      if (bind (fd, (struct sockaddr *) &address, sizeof address) == 0)
        return fd;
    }
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("cannot receive from the virtual device: %s; use a kernel with IPv6"),
               g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return -1;
}

static gboolean
set_option (int fd, int option, int value, GError **error)
{
  if (setsockopt (fd, SOL_SOCKET, option, &value, sizeof value) == 0)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("the kernel refuses busy polling: %s; use Linux 5.11 or later with "
                  "CONFIG_NET_RX_BUSY_POLL, as root"),
               g_strerror (errno));
  return FALSE;
}

static gboolean
use_mode (int fd, Mode mode, int quota, GError **error)
{
  gboolean polls = mode == MODE_BUSY_POLL;

  return workload_pair_set_threaded (mode == MODE_THREADED, error)
         && set_option (fd, SO_BUSY_POLL, polls ? POLL_TIME : 0, error)
         && set_option (fd, SO_PREFER_BUSY_POLL, polls, error)
         && (!polls || set_option (fd, SO_BUSY_POLL_BUDGET, quota, error));
}

static void
receive (WorkloadPolling *self, int fd)
{
  guint8 packet[PACKET];
  gint64 sent;

  if (recv (fd, packet, sizeof packet, 0) < (gssize) sizeof sent)
    return;
  memcpy (&sent, packet, sizeof sent);
  store (&self->waited, load (&self->waited) + kernel_clock_read (CLOCK_MONOTONIC) - sent);
  store (&self->n_received, load (&self->n_received) + 1);
}

/* Does what the main thread asks for, and tells it the result. */
static void
answer (WorkloadPolling *self, int fd)
{
  g_mutex_lock (&self->mutex);
  if (self->is_asked)
    use_mode (fd, self->mode, self->quota, &self->error);
  if (self->is_asked)
    g_cond_signal (&self->cond);
  self->is_asked = FALSE;
  g_mutex_unlock (&self->mutex);
}

static gpointer
run (gpointer data)
{
  WorkloadPolling *self = data;
  GError *error = NULL;
  int fd = workload_pair_enter (&error) ? open_socket (&error) : -1;
  GThread *sender = NULL;

  if (fd >= 0)
    sender = g_thread_new ("polling-send", send_packets, self);
  g_mutex_lock (&self->mutex);
  self->error = error;
  self->is_ready = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  while (fd >= 0 && !is_ending (self))
    {
      answer (self, fd);
      receive (self, fd);
    }
  if (sender)
    g_thread_join (sender);
  if (fd >= 0)
    close (fd);
  return NULL;
}

/* Functions of the main thread. */

/* Has the receiver's thread use a mode, which only it can switch in its namespaces. */
static gboolean
ask (WorkloadPolling *self, Mode mode, int quota, GError **error)
{
  GError *refusal;

  if (!self->receiver)
    return TRUE;
  g_mutex_lock (&self->mutex);
  self->mode = mode;
  self->quota = quota;
  self->is_asked = TRUE;
  while (self->is_asked)
    g_cond_wait (&self->cond, &self->mutex);
  refusal = g_steal_pointer (&self->error);
  g_mutex_unlock (&self->mutex);
  if (refusal)
    g_propagate_error (error, refusal);
  return refusal == NULL;
}

static void
stop (WorkloadPolling *self)
{
  __atomic_store_n (&self->is_ending, TRUE, __ATOMIC_RELAXED);
  g_clear_pointer (&self->receiver, g_thread_join);
}

/* Shows why nothing is received. */
static void
give_up (WorkloadPolling *self, GError *error)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  g_autofree char *text = g_strdup_printf (_ ("cannot be measured here: %s"), error->message);

  stop (self);
  gscope_source_set_locked (source, g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE));
  gscope_source_set_status (source, GSCOPE_SOURCE_STATE_TROUBLE, text);
  g_error_free (error);
}

static gboolean
workload_polling_start (GscopeSource *source, GError **error)
{
  WorkloadPolling *self = WORKLOAD_POLLING (source);
  GError *failure;

  self->is_ending = self->is_ready = FALSE;
  self->receiver = g_thread_new ("polling-recv", run, self);
  g_mutex_lock (&self->mutex);
  while (!self->is_ready)
    g_cond_wait (&self->cond, &self->mutex);
  failure = g_steal_pointer (&self->error);
  g_mutex_unlock (&self->mutex);
  if (failure || !ask (self, self->shown_mode, (int) self->shown_quota, &failure))
    give_up (self, failure);
  __atomic_store_n (&self->is_running, self->receiver != NULL, __ATOMIC_RELAXED);
  return TRUE;
}

static void
workload_polling_stop (GscopeSource *source)
{
  WorkloadPolling *self = WORKLOAD_POLLING (source);

  __atomic_store_n (&self->is_running, FALSE, __ATOMIC_RELAXED);
  stop (self);
}

static GVariant *
apply_mode (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadPolling *self = data;
  Mode mode = 0;

  while (!g_str_equal (mode_nicks[mode], g_variant_get_string (value, NULL)))
    mode++;
  if (ask (self, mode, (int) self->shown_quota, error))
    return g_variant_ref (value);
  ask (self, self->shown_mode, (int) self->shown_quota, NULL);
  return NULL;
}

static GVariant *
apply_quota (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadPolling *self = data;

  return ask (self, self->shown_mode, (int) g_variant_get_int64 (value), error)
             ? g_variant_ref (value)
             : NULL;
}

static GVariant *
apply_rate (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  WorkloadPolling *self = data;
  double rate = g_variant_get_double (value);

  store (&self->interval, rate > 0 ? (gint64) (BURST * GSCOPE_SEC / rate) : 0);
  return g_variant_ref (value);
}

#define WORD(member) G_STRUCT_OFFSET (WorkloadPolling, member)

static const GscopeSourceSignal signals[] = {
  { "throughput", N_ ("Throughput"), "packets/s", N_ ("Packets that were received in a second"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (throughput), .max = 100e3,
    .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "latency", N_ ("Latency"), "µs",
    N_ ("Mean time from the sending of a packet until its receiver has it"),
    GSCOPE_SIGNAL_KIND_DOUBLE, WORD (latency), .max = 200, .line_mode = GSCOPE_LINE_MODE_STEPS },
  { .name = NULL },
};

static const char *const steered[] = { "latency", "throughput", NULL };

static const GscopeSourceParameter parameters[] = {
  { "mode", N_ ("Received by"), NULL,
    N_ ("Soft interrupts; busy polling, in the thread that receives; or threaded NAPI, in a thread "
        "of the kernel"),
    GSCOPE_PARAMETER_TYPE_ENUMERATION, WORD (shown_mode), .nicks = mode_nicks,
    .titles = mode_titles, .steered = steered, .apply = apply_mode },
  { "quota", N_ ("Aggregation quota"), "packets",
    N_ ("Packets that busy polling takes at once; the device's driver has a quota of its own, 64, "
        "in the other modes"),
    GSCOPE_PARAMETER_TYPE_INTEGER, WORD (shown_quota), 1, 15, 8, .steered = steered,
    .apply = apply_quota },
  { "rate", N_ ("Rate"), "packets/s", N_ ("Packets that are sent, in bursts of 16"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (rate), 0, 200e3, 20e3, .steered = steered,
    .apply = apply_rate },
  { .name = NULL },
};

static void
workload_polling_finalize (GObject *object)
{
  WorkloadPolling *self = WORKLOAD_POLLING (object);

  stop (self);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  G_OBJECT_CLASS (workload_polling_parent_class)->finalize (object);
}

static void
workload_polling_class_init (WorkloadPollingClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = workload_polling_finalize;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->signals = signals;
  source_class->parameters = parameters;
  source_class->start = workload_polling_start;
  source_class->stop = workload_polling_stop;
  source_class->poll = workload_polling_poll;
}

static void
workload_polling_init (WorkloadPolling *self)
{
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  self->interval = BURST * GSCOPE_SEC / 20000;
  self->throughput = self->latency = gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
}
