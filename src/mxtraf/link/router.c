/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "link/router.h"
#include "link/link.h"
#include "link/packet.h"
#include "link/spacing.h"
#include "process/control.h"
#include "process/counters.h"
#include "process/timer.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/scope/realtime.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

enum
{
  MAX_PACKET = 65536,

  /* Packets that are read from one end before the other end is read. */
  BATCH = 128,

  /* Maximum delay of the update of counters, in nanoseconds; departures are computed for their
   * exact time. */
  COUNT_DELAY = 250 * 1000,
};

/* The polled descriptors. */
enum
{
  POLL_CONTROL,
  POLL_CHILD,
  POLL_DEVICE = POLL_CHILD + MXTRAF_N_WAYS,
  N_POLLS = POLL_DEVICE + MXTRAF_N_WAYS,
};

typedef struct
{
  int control;
  MxtrafCounters *counters;
  MxtrafEnd *ends;
  MxtrafLink *links[MXTRAF_N_WAYS];
  guint64 not_delivered[MXTRAF_N_WAYS];
  MxtrafSpacing spacing;
  struct pollfd polls[N_POLLS];
  gint64 now;
  guint8 buffer[MAX_PACKET];
} Router;

static void
raise_priority (MxtrafCounters *counters)
{
  gboolean is_real_time = gscope_realtime_begin (1);

  prctl (PR_SET_TIMERSLACK, 1);
  if (!is_real_time)
    setpriority (PRIO_PROCESS, 0, -10);
  mxtraf_count_set (&counters->was_real_time, is_real_time);
}

static void
publish (Router *self, MxtrafWay way)
{
  MxtrafLinkCounts counts = mxtraf_link_get_counts (self->links[way]);
  MxtrafCounters *counters = self->counters;

  mxtraf_count_set (&counters->forwarded_packets[way], counts.forwarded_packets);
  mxtraf_count_set (&counters->forwarded_bytes[way], counts.forwarded_bytes);
  mxtraf_count_set (&counters->dropped[way], counts.dropped + self->not_delivered[way]);
  mxtraf_count_set (&counters->marked[way], counts.marked);
  mxtraf_count_set (&counters->queued[way], counts.queued);
}

/* The time of the batch would make the packets of a batch one packet. */
static void
note_train (Router *self, gsize length)
{
  const MxtrafSpacing *spacing = &self->spacing;
  MxtrafCounters *counters = self->counters;

  if (!mxtraf_packet_has_data_from (self->buffer, length, MXTRAF_PORT_TRAIN))
    return;
  mxtraf_spacing_note (&self->spacing, mxtraf_get_time ());
  mxtraf_count_add (&counters->train_packets, 1);
  mxtraf_count_set (&counters->train_interval_sum, spacing->sum);
  mxtraf_count_set (&counters->train_interval_squares, spacing->squares);
  mxtraf_count_set (&counters->train_intervals, spacing->n);
}

static gboolean
take (Router *self, MxtrafWay way, GError **error)
{
  for (guint i = 0; i < BATCH; i++)
    {
      ssize_t n = read (self->ends[way].device, self->buffer, MAX_PACKET);

      if (n > 0)
        {
          mxtraf_link_send (self->links[way], self->now, self->buffer, n);
          note_train (self, n);
        }
      else if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return TRUE;
      else
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                       _ ("mxtraf cannot read the TUN device of %s: %s; it may have been removed, "
                          "start mxtraf again"),
                       self->ends[way].child.name, g_strerror (errno));
          return FALSE;
        }
    }
  return TRUE;
}

static void
deliver (Router *self, MxtrafWay way)
{
  int device = self->ends[MXTRAF_N_WAYS - 1 - way].device;
  MxtrafPacket *packet;

  while ((packet = mxtraf_link_receive (self->links[way], self->now)))
    {
      if (write (device, packet->data, packet->length) < 0)
        self->not_delivered[way]++;
      g_free (packet);
    }
}

static void
configure (Router *self, const MxtrafRequest *request)
{
  for (guint way = 0; way < MXTRAF_N_WAYS; way++)
    {
      mxtraf_link_configure (self->links[way], &request->config, self->now);
      /* packets have waited in the device until now */
      self->polls[POLL_DEVICE + way].fd = self->ends[way].device;
    }
  mxtraf_control_answer (self->control, request->sequence, NULL);
}

/* Returns the latest time of the next wake-up; G_MAXINT64 if only a packet wakes the router. */
static gint64
find_deadline (Router *self)
{
  gint64 deadline = G_MAXINT64;

  for (guint way = 0; way < MXTRAF_N_WAYS; way++)
    {
      gint64 departure = mxtraf_link_next_departure (self->links[way]);

      deadline = MIN (deadline, mxtraf_link_next_arrival (self->links[way]));
      deadline = MIN (deadline, departure < G_MAXINT64 ? departure + COUNT_DELAY : departure);
    }
  return deadline;
}

static void
wait_for_work (Router *self)
{
  gint64 deadline = find_deadline (self);
  gint64 now = mxtraf_get_time (), rest = MAX (0, deadline - now);
  struct timespec timeout = { rest / MXTRAF_SECOND, rest % MXTRAF_SECOND };

  /* if a signal interrupted ppoll(), the results are invalid */
  if (ppoll (self->polls, N_POLLS, deadline < G_MAXINT64 ? &timeout : NULL, NULL) < 0)
    for (guint i = 0; i < N_POLLS; i++)
      self->polls[i].revents = 0;
  self->now = mxtraf_get_time ();
}

static gboolean
forward (Router *self, GError **error)
{
  for (guint way = 0; way < MXTRAF_N_WAYS; way++)
    {
      if (self->polls[POLL_CHILD + way].revents)
        {
          mxtraf_child_explain_end (&self->ends[way].child, error);
          return FALSE;
        }
      if (self->polls[POLL_DEVICE + way].revents && !take (self, way, error))
        return FALSE;
      deliver (self, way);
      publish (self, way);
    }
  return TRUE;
}

static gboolean
run (Router *self, GError **error)
{
  MxtrafRequest request;
  MxtrafReceived received = MXTRAF_RECEIVED_NOTHING;

  do
    {
      wait_for_work (self);
      if (self->polls[POLL_CONTROL].revents)
        received = mxtraf_control_receive (self->control, &request);
      if (received == MXTRAF_RECEIVED_END)
        return TRUE;
      if (received == MXTRAF_RECEIVED_REQUEST)
        configure (self, &request);
      received = MXTRAF_RECEIVED_NOTHING;
    }
  while (forward (self, error));
  return FALSE;
}

gboolean
mxtraf_router_run (int control, MxtrafCounters *counters, MxtrafEnd ends[MXTRAF_N_WAYS],
                   GError **error)
{
  g_autofree Router *self = g_new0 (Router, 1);
  gboolean success;

  self->control = control;
  self->counters = counters;
  self->ends = ends;
  self->polls[POLL_CONTROL] = (struct pollfd){ .fd = control, .events = POLLIN };
  for (guint way = 0; way < MXTRAF_N_WAYS; way++)
    {
      self->links[way] = mxtraf_link_new (way);
      self->polls[POLL_CHILD + way] =
          (struct pollfd){ .fd = ends[way].child.socket, .events = POLLIN };
      self->polls[POLL_DEVICE + way] = (struct pollfd){ .fd = -1, .events = POLLIN };
    }
  raise_priority (counters);
  success = run (self, error);
  for (guint way = 0; way < MXTRAF_N_WAYS; way++)
    mxtraf_link_free (self->links[way]);
  return success;
}
