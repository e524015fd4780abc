/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/tcp/minbuf.h>

#include <errno.h>
#include <kernel-clock.h>
#include <math.h>
#include <poll.h>
#include <sys/socket.h>
#include <tsl/error.h>
#include <tsl/page/rows-private.h>
#include <tsl/tcp/minbuf-tuner.h>
#include <tsl/tcp/state.h>

#define SECOND G_GINT64_CONSTANT (1000000000)

/* Bounds of the wait for a closed gate in nanoseconds, and number of looks during the time in which
 * a packet leaves: the later a gate is found open, the more throughput is lost. */
#define MIN_WAIT (SECOND / 10000)
#define MAX_WAIT (SECOND / 200)
#define PARTS 4

enum
{
  /* Unsent writes whose time is remembered. Power of two. */
  N_MARKS = 256,
};

/* The time at which the byte before an offset was written. */
typedef struct
{
  guint64 offset;
  gint64 time;
} Mark;

struct _TslMinbuf
{
  int fd;
  double a;
  double b;
  TslTcpState state;
  gboolean is_closed;

  guint64 written;
  Mark marks[N_MARKS];
  guint first;
  guint n_marks;

  TslMinbufTuner tuner;
  gint64 next_step;
  gint64 delay_sum;
  guint n_delays;
  gboolean was_closed;

  TslPage *page;
  char group[TSL_GROUP_SIZE];
  TslCell *knob_a;
  TslCell *knob_b;
  TslCell *knob_delay;
  TslCell *n_writes;
  TslCell *n_closed;
  TslCell *n_bytes;
  TslCell *cwnd;
  TslCell *limit;
  TslCell *level;
  TslCell *blocked;
  TslCell *sender_delay;
};

#define CELL(member) G_STRUCT_OFFSET (TslMinbuf, member)

static const TslCellRow cells[] = {
  TSL_KNOB (CELL (knob_a), "A", "windows", 1, TSL_MINBUF_MAX_A),
  TSL_KNOB (CELL (knob_b), "B", "packets", 0, TSL_MINBUF_MAX_B),
  TSL_KNOB (CELL (knob_delay), "delay", "s", 0, TSL_MINBUF_MAX_DELAY / (double) SECOND),
  TSL_COUNTER (CELL (n_writes), "writes"),
  TSL_COUNTER (CELL (n_closed), "closed"),
  TSL_COUNTER (CELL (n_bytes), "bytes"),
  TSL_GAUGE (CELL (cwnd), "cwnd", "packets", 0, 100),
  TSL_GAUGE (CELL (limit), "limit", "packets", 0, 100),
  TSL_GAUGE (CELL (level), "level", "packets", 0, 100),
  TSL_GAUGE (CELL (blocked), "blocked", "packets", 0, 100),
  TSL_GAUGE (CELL (sender_delay), "sender-delay", "s", 0, 1),
};

static gboolean
choose_cc (int fd, GError **error)
{
  char name[TSL_TCP_CC_SIZE];

  if (!tsl_tcp_get_cc (fd, name) || tsl_tcp_is_window_based (name))
    return TRUE;
  return tsl_tcp_set_cc (fd, "cubic", NULL) || tsl_tcp_set_cc (fd, "reno", error);
}

/**
 * tsl_minbuf_new:
 * @fd: a TCP socket; the caller closes it after the gate is freed
 * @a: congestion windows that the send buffer may hold: from 1 to %TSL_MINBUF_MAX_A
 * @b: further packets that it may hold: from 0 to %TSL_MINBUF_MAX_B
 * @page: (nullable): the page that publishes the gate
 * @error: reason why the gate cannot be created
 *
 * Creates a gate for a socket. (1, 0) has the least latency; (1, 3) lets as many packets wait as
 * may leave in a burst; (2, 0) has nearly the throughput of a socket without a gate, and a
 * round-trip time more latency (Goel 2003, section 4.5). If the socket's congestion control is not
 * window-based, it is replaced by “cubic” or “reno”. An example is BBR, which paces packets by a
 * rate and keeps less data in flight than its window.
 *
 * It publishes, in a group named after the socket's cookie (SO_COOKIE), the knobs `A`, `B` and
 * `delay`, the counters `writes`, `bytes` and `closed`, and gauges of the socket's last state. One
 * thread at a time may use a gate.
 *
 * Returns: (transfer full): the gate
 *
 * Since: 1.0
 */
TslMinbuf *
tsl_minbuf_new (int fd, double a, double b, TslPage *page, GError **error)
{
  g_autofree TslMinbuf *self = g_new0 (TslMinbuf, 1);

  if (!tsl_tcp_state_read (&self->state, fd, error) || !choose_cc (fd, error))
    return NULL;
  self->fd = fd;
  self->written = self->state.notsent;
  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  tsl_minbuf_tuner_init (&self->tuner, 0);
  g_snprintf (self->group, sizeof self->group, "%" G_GUINT64_FORMAT, tsl_tcp_get_cookie (self->fd));
  tsl_page_add_rows (self->page, "minbuf", self->group, cells, G_N_ELEMENTS (cells), self);
  tsl_minbuf_set_limit (self, a, b);
  return g_steal_pointer (&self);
}

/**
 * tsl_minbuf_free:
 * @self: (transfer full): a gate
 *
 * Frees a gate. The socket stays open.
 *
 * Since: 1.0
 */
void
tsl_minbuf_free (TslMinbuf *self)
{
  g_return_if_fail (self);

  tsl_page_remove_rows (self->page, cells, G_N_ELEMENTS (cells), self);
  tsl_page_unref (self->page);
  g_free (self);
}

static void
set_limit (TslMinbuf *self, double a, double b)
{
  self->a = CLAMP (a, 1, TSL_MINBUF_MAX_A);
  self->b = CLAMP (b, 0, TSL_MINBUF_MAX_B);
  tsl_cell_set (self->knob_a, self->a);
  tsl_cell_set (self->knob_b, self->b);
}

/**
 * tsl_minbuf_set_limit:
 * @self: a gate
 * @a: congestion windows that the send buffer may hold
 * @b: further packets that it may hold
 *
 * Sets the limit of the send buffer, clamped to the valid range, and ends tuning. The buffer
 * shrinks to a smaller limit as packets leave.
 *
 * Since: 1.0
 */
void
tsl_minbuf_set_limit (TslMinbuf *self, double a, double b)
{
  g_return_if_fail (self);

  self->tuner.target = 0;
  tsl_cell_set (self->knob_delay, 0);
  set_limit (self, isnan (a) ? self->a : a, isnan (b) ? self->b : b);
}

/**
 * tsl_minbuf_get_limit:
 * @self: a gate
 * @a: (out): congestion windows that the send buffer may hold
 * @b: (out): further packets that it may hold
 *
 * Gets the limit in force, which may be a tuned one.
 *
 * Since: 1.0
 */
void
tsl_minbuf_get_limit (TslMinbuf *self, double *a, double *b)
{
  g_return_if_fail (self && a && b);

  *a = self->a;
  *b = self->b;
}

/**
 * tsl_minbuf_set_delay:
 * @self: a gate
 * @delay: how long data should wait in the send buffer before it is first sent, in nanoseconds, at
 *   most %TSL_MINBUF_MAX_DELAY; 0 ends tuning and keeps A and B
 *
 * Tunes A and B to a given delay with the maximum throughput (Goel 2003, chapter 8, future work).
 * With the target D and the mean delay m of the data sent in the last round-trip time, it computes
 * once every round-trip time `srtt`:
 *
 *     c += (D - m) / (4 * srtt), where the gate was found closed; |c| <= D / srtt
 *     e  = (D / srtt + c) * cwnd                      packets beyond the window
 *     B  = min (3, e),  A = 1 + (e - B) / cwnd
 *
 * D / srtt is exact for a flow that sends one window each round-trip time; c is the correction for
 * other flows. The first three packets count as B, because a burst has up to three.
 *
 * Since: 1.0
 */
void
tsl_minbuf_set_delay (TslMinbuf *self, gint64 delay)
{
  g_return_if_fail (self);

  delay = CLAMP (delay, 0, TSL_MINBUF_MAX_DELAY);
  tsl_minbuf_tuner_init (&self->tuner, delay / (double) SECOND);
  self->next_step = 0;
  self->delay_sum = self->n_delays = 0;
  self->was_closed = FALSE;
  tsl_cell_set (self->knob_delay, self->tuner.target);
}

/**
 * tsl_minbuf_get_delay:
 * @self: a gate
 *
 * Gets the delay to which A and B are tuned.
 *
 * Returns: nanoseconds; 0 without tuning
 *
 * Since: 1.0
 */
gint64
tsl_minbuf_get_delay (TslMinbuf *self)
{
  g_return_val_if_fail (self, 0);

  return llrint (self->tuner.target * SECOND);
}

static void
take_knobs (TslMinbuf *self)
{
  double asked;

  if (tsl_cell_take (self->knob_a, &asked))
    {
      tsl_minbuf_set_limit (self, asked, self->b);
      tsl_cell_answer (self->knob_a, self->a);
    }
  if (tsl_cell_take (self->knob_b, &asked))
    {
      tsl_minbuf_set_limit (self, self->a, asked);
      tsl_cell_answer (self->knob_b, self->b);
    }
  if (tsl_cell_take (self->knob_delay, &asked))
    {
      tsl_minbuf_set_delay (self, llrint (asked * SECOND));
      tsl_cell_answer (self->knob_delay, self->tuner.target);
    }
}

/* Offsets count from the first byte written through the gate. */
static void
add_mark (TslMinbuf *self, gint64 time)
{
  if (self->n_marks == N_MARKS)
    return;
  self->marks[(self->first + self->n_marks) % N_MARKS] = (Mark){ self->written, time };
  self->n_marks++;
}

/* The send time of data is known only to lie between the last call and now; takes now. */
static void
measure_delay (TslMinbuf *self, gint64 now)
{
  guint64 sent = self->written - MIN (self->state.notsent, self->written);

  while (self->n_marks > 0 && self->marks[self->first].offset <= sent)
    {
      gint64 delay = now - self->marks[self->first].time;

      self->delay_sum += delay;
      self->n_delays++;
      tsl_cell_set (self->sender_delay, delay / (double) SECOND);
      self->first = (self->first + 1) % N_MARKS;
      self->n_marks--;
    }
}

static void
tune (TslMinbuf *self, gint64 now)
{
  double delay = self->n_delays > 0 ? self->delay_sum / (double) self->n_delays / SECOND : 0;

  if (self->tuner.target <= 0 || now < self->next_step)
    return;
  tsl_minbuf_tuner_step (&self->tuner, self->state.cwnd, self->state.srtt / (double) SECOND, delay,
                         self->n_delays > 0 && self->was_closed);
  set_limit (self, self->tuner.a, self->tuner.b);
  self->next_step = now + self->state.srtt;
  self->delay_sum = self->n_delays = 0;
  self->was_closed = FALSE;
}

static void
show (TslMinbuf *self, double limit, double level)
{
  tsl_cell_set (self->cwnd, self->state.cwnd);
  tsl_cell_set (self->limit, limit);
  tsl_cell_set (self->level, level);
  tsl_cell_set (self->blocked, tsl_tcp_state_get_blocked (&self->state));
}

static void
look (TslMinbuf *self, guint *n_packets)
{
  gint64 now = kernel_clock_read (CLOCK_MONOTONIC);
  double limit, room;

  take_knobs (self);
  measure_delay (self, now);
  tune (self, now);
  limit = tsl_tcp_state_get_limit (&self->state, self->a, self->b);
  room = ceil (limit - ceil (tsl_tcp_state_get_level (&self->state)));
  *n_packets = MAX (room, 0);
  self->is_closed = *n_packets == 0;
  self->was_closed |= self->is_closed;
  show (self, limit, tsl_tcp_state_get_level (&self->state));
}

/**
 * tsl_minbuf_get_room:
 * @self: a gate
 * @n_packets: (out): number of full packets that may be written now
 * @error: reason why the state of the socket cannot be read
 *
 * Looks whether the gate is open, with one system call (TCP_INFO). The gate is open while
 *
 *     unacked + notsent / mss < A * cwnd + B + sacked
 *
 * `sacked` is the correction for selective acknowledgments; without it the gate would stop a flow
 * that could send (Goel 2003, section 4.4).
 *
 * Returns: %TRUE on success
 *
 * Since: 1.0
 */
gboolean
tsl_minbuf_get_room (TslMinbuf *self, guint *n_packets, GError **error)
{
  g_return_val_if_fail (self && n_packets, FALSE);

  if (!tsl_tcp_state_read (&self->state, self->fd, error))
    return FALSE;
  look (self, n_packets);
  return TRUE;
}

static gssize
refuse (TslMinbuf *self, int code)
{
  tsl_cell_count (self->n_closed, code == EAGAIN);
  errno = code;
  return -1;
}

/**
 * tsl_minbuf_write:
 * @self: a gate
 * @data: the data
 * @size: number of bytes
 *
 * Writes to the socket as send(2) does, without blocking and without SIGPIPE, up to the limit. If
 * the gate is closed it fails with `EAGAIN`; [method@Minbuf.get_wait] then gives the condition to
 * wait for. Until the gate opens, the program can still change its data.
 *
 * Returns: the number of bytes written, or -1 with `errno` set
 *
 * Since: 1.0
 */
gssize
tsl_minbuf_write (TslMinbuf *self, const void *data, gsize size)
{
  guint n_packets;
  gssize n;

  g_return_val_if_fail (self && data, -1);

  if (!tsl_tcp_state_read (&self->state, self->fd, NULL))
    return refuse (self, EBADF);
  look (self, &n_packets);
  if (self->is_closed && self->state.is_connected)
    return refuse (self, EAGAIN);
  if (self->state.is_connected)
    size = MIN (size, (gsize) n_packets * self->state.mss);
  n = send (self->fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (n <= 0)
    return n;
  self->written += n;
  add_mark (self, kernel_clock_read (CLOCK_MONOTONIC));
  tsl_cell_count (self->n_writes, 1);
  tsl_cell_count (self->n_bytes, n);
  return n;
}

/**
 * tsl_minbuf_get_wait:
 * @self: a gate
 * @events: (out): the events to poll the socket for, besides its end: `POLLOUT` or 0
 *
 * Gets the condition to wait for after a write that failed with `EAGAIN`. The kernel does not
 * report acknowledgments, so a closed gate must be checked again after a timeout: a quarter of the
 * time in which the excess packets leave, from 0.1 ms to 5 ms. If instead the memory of the send
 * buffer is full, the kernel reports when it has room.
 *
 * Returns: the timeout in nanoseconds; -1 for none
 *
 * Since: 1.0
 */
gint64
tsl_minbuf_get_wait (TslMinbuf *self, short *events)
{
  const TslTcpState *state = &self->state;
  double excess;

  g_return_val_if_fail (self && events, -1);

  *events = self->is_closed ? 0 : POLLOUT;
  if (!self->is_closed)
    return -1;
  excess = tsl_tcp_state_get_level (state) - tsl_tcp_state_get_limit (state, self->a, self->b);
  return CLAMP (MAX (excess, 1) * state->srtt / state->cwnd / PARTS, MIN_WAIT, MAX_WAIT);
}
