/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <link/link.h>
#include <link/packet.h>
#include <link/spacing.h>
#include <math.h>
#include <string.h>

enum
{
  NOT_ECT = 0,
  ECT = 2,
  CE = 3,
  LENGTH = 1500,
};

#define MS G_GINT64_CONSTANT (1000000)
#define US G_GINT64_CONSTANT (1000)

/* 12 Mb/s: a packet of 1500 bytes takes 1 ms. */
static const MxtrafConfig config = { .rate = 12e6, .rtt = 0.1, .queue = 10 };

static MxtrafLink *
make_link (const MxtrafConfig *initial)
{
  MxtrafLink *link = mxtraf_link_new (1);

  mxtraf_link_configure (link, initial, 0);
  return link;
}

static guint
add_words (const guint8 *header)
{
  guint sum = 0;

  for (guint i = 0; i < 20; i += 2)
    sum += header[i] << 8 | header[i + 1];
  while (sum >> 16)
    sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

/* An IPv4 packet with a valid header checksum, which carries a number. */
static void
make_ipv4 (guint8 *data, guint ecn, guint number)
{
  guint sum;

  memset (data, 0, LENGTH);
  data[0] = 0x45;
  data[1] = ecn;
  data[2] = LENGTH >> 8;
  data[3] = LENGTH & 0xff;
  data[4] = number >> 8;
  data[5] = number;
  data[8] = 64;
  data[9] = 6;
  data[12] = 198;
  data[16] = 198;
  sum = ~add_words (data);
  data[10] = sum >> 8;
  data[11] = sum;
  g_assert_cmpuint (add_words (data), ==, 0xffff);
}

static void
send_one (MxtrafLink *link, gint64 now, guint ecn, guint number)
{
  guint8 data[LENGTH];

  make_ipv4 (data, ecn, number);
  mxtraf_link_send (link, now, data, LENGTH);
}

static void
assert_arrives (MxtrafLink *link, gint64 time, guint number)
{
  g_autofree MxtrafPacket *early = mxtraf_link_receive (link, time - 1);
  g_autofree MxtrafPacket *packet = mxtraf_link_receive (link, time);

  g_assert_null (early);
  g_assert_nonnull (packet);
  g_assert_cmpuint (packet->length, ==, LENGTH);
  g_assert_cmpuint (packet->data[4] << 8 | packet->data[5], ==, number);
}

/* Packets follow each other at the rate, each half a round-trip time after it was sent whole. */
static void
test_rate_and_delay (void)
{
  g_autoptr (MxtrafLink) link = make_link (&config);

  g_assert_cmpint (mxtraf_link_next_departure (link), ==, G_MAXINT64);
  g_assert_cmpint (mxtraf_link_next_arrival (link), ==, G_MAXINT64);
  for (guint i = 0; i < 3; i++)
    send_one (link, 5 * MS, NOT_ECT, i);
  g_assert_cmpint (mxtraf_link_next_departure (link), ==, 6 * MS);
  for (guint i = 0; i < 3; i++)
    assert_arrives (link, (56 + i) * MS, i);
  send_one (link, 100 * MS, NOT_ECT, 3);
  assert_arrives (link, 151 * MS, 3);
}

/* Packets are delivered when the quota of them has arrived, or 1 ms after the first of them. */
static void
test_quota (void)
{
  const MxtrafConfig quota = { .rate = 120e6, .rtt = 0.1, .queue = 10, .quota = 3 };
  g_autoptr (MxtrafLink) link = make_link (&quota);

  for (guint i = 0; i < 4; i++)
    send_one (link, 0, NOT_ECT, i);
  assert_arrives (link, 50 * MS + 300 * US, 0);
  for (guint i = 1; i < 3; i++)
    {
      g_autofree MxtrafPacket *packet = mxtraf_link_receive (link, 50 * MS + 300 * US);

      g_assert_nonnull (packet);
      g_assert_cmpuint (packet->data[4] << 8 | packet->data[5], ==, i);
    }
  g_assert_null (mxtraf_link_receive (link, 50 * MS + 300 * US));
  assert_arrives (link, 51 * MS + 400 * US, 3);
}

/* Offers the link more than it carries for 2 s, as the router does: from one departure or arrival to the next. */
static void
check_overload (double megabits, double milliseconds)
{
  const MxtrafConfig sweep = { .rate = megabits * 1e6, .rtt = milliseconds / 1e3, .queue = 50 };
  const gint64 interval = LENGTH * 8 * 1e3 / (1.25 * megabits), end = 2000 * MS;
  g_autoptr (MxtrafLink) link = make_link (&sweep);
  gint64 next = 0, first = 0, last = 0;
  guint sent = 0, n = 0;
  guint16 number = 0, received;
  MxtrafLinkCounts counts;

  while (next < end)
    {
      gint64 arrival = mxtraf_link_next_arrival (link);
      g_autofree MxtrafPacket *packet = NULL;

      if (next <= MIN (arrival, mxtraf_link_next_departure (link)))
        {
          send_one (link, next, NOT_ECT, sent++);
          next += interval;
          continue;
        }
      last = MIN (arrival, mxtraf_link_next_departure (link));
      packet = mxtraf_link_receive (link, last);
      if (!packet)
        continue;
      first = n++ == 0 ? last : first;
      /* in order; the number has 16 bits */
      received = packet->data[4] << 8 | packet->data[5];
      g_assert_cmpuint ((guint16) (received - number), <, n == 1 ? 1 : 0x8000);
      number = received;
    }
  /* the first packet takes its own time and half a round trip */
  g_assert_cmpfloat_with_epsilon (first / 1e6, LENGTH * 8 / (megabits * 1e3) + milliseconds / 2,
                                  1e-3);
  g_assert_cmpfloat_with_epsilon (n * LENGTH * 8e3 / (end - first), megabits,
                                  0.001 * megabits + 0.02);
  counts = mxtraf_link_get_counts (link);
  g_assert_cmpuint (counts.dropped + counts.forwarded_packets + counts.queued, ==, sent);
  g_assert_cmpfloat (counts.dropped, >=, 0.19 * sent - 50);
}

static void
test_sweep (void)
{
  static const double rates[] = { 1, 2, 5, 10, 20, 50, 100 };
  static const double times[] = { 10, 20, 50, 100, 150, 200 };

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    check_overload (rates[i], 20);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    check_overload (10, times[i]);
}

static void
test_tail_drop (void)
{
  g_autoptr (MxtrafLink) link = make_link (&config);
  MxtrafLinkCounts counts;

  for (guint i = 0; i < 15; i++)
    send_one (link, 0, ECT, i);
  counts = mxtraf_link_get_counts (link);
  g_assert_cmpuint (counts.queued, ==, 10);
  g_assert_cmpuint (counts.dropped, ==, 5);
  /* One has left when the next comes. */
  send_one (link, 1 * MS, ECT, 15);
  for (guint i = 0; i < 10; i++)
    assert_arrives (link, (51 + i) * MS, i);
  assert_arrives (link, 61 * MS, 15);
  counts = mxtraf_link_get_counts (link);
  g_assert_cmpuint (counts.forwarded_packets, ==, 11);
  g_assert_cmpuint (counts.forwarded_bytes, ==, 11 * LENGTH);
  g_assert_cmpuint (counts.queued, ==, 0);
  g_assert_cmpuint (counts.dropped, ==, 5);
  g_assert_cmpuint (counts.marked, ==, 0);
}

static void
test_live_rate (void)
{
  g_autoptr (MxtrafLink) link = make_link (&config);
  MxtrafConfig faster = config;

  faster.rate *= 2;
  for (guint i = 0; i < 4; i++)
    send_one (link, 0, NOT_ECT, i);
  mxtraf_link_configure (link, &faster, 1 * MS);
  assert_arrives (link, 51 * MS, 0);
  assert_arrives (link, 51 * MS + MS / 2, 1);
  assert_arrives (link, 52 * MS, 2);
  assert_arrives (link, 52 * MS + MS / 2, 3);
}

/* A packet that would take for ever is sent at the new rate, yet not before the change. */
static void
test_live_rate_from_stall (void)
{
  MxtrafConfig slow = config;
  g_autoptr (MxtrafLink) link = NULL;

  slow.rate = 1;
  link = make_link (&slow);
  send_one (link, 0, NOT_ECT, 0);
  send_one (link, 0, NOT_ECT, 1);
  mxtraf_link_configure (link, &config, 20 * MS);
  assert_arrives (link, 70 * MS, 0);
  assert_arrives (link, 71 * MS, 1);
}

/* A shorter way does not let later packets overtake those on the longer one. */
static void
test_live_rtt (void)
{
  g_autoptr (MxtrafLink) link = make_link (&config);
  MxtrafConfig near = config;

  near.rtt = 0.02;
  send_one (link, 0, NOT_ECT, 0);
  mxtraf_link_configure (link, &near, 2 * MS);
  send_one (link, 2 * MS, NOT_ECT, 1);
  send_one (link, 45 * MS, NOT_ECT, 2);
  assert_arrives (link, 51 * MS, 0);
  assert_arrives (link, 51 * MS, 1);
  assert_arrives (link, 56 * MS, 2);
}

static void
test_live_queue (void)
{
  g_autoptr (MxtrafLink) link = make_link (&config);
  MxtrafConfig shorter = config;

  shorter.queue = 2;
  for (guint i = 0; i < 5; i++)
    send_one (link, 0, NOT_ECT, i);
  mxtraf_link_configure (link, &shorter, 0);
  send_one (link, 0, NOT_ECT, 5);
  g_assert_cmpuint (mxtraf_link_get_counts (link).queued, ==, 5);
  g_assert_cmpuint (mxtraf_link_get_counts (link).dropped, ==, 1);
  for (guint i = 0; i < 5; i++)
    assert_arrives (link, (51 + i) * MS, i);
}

/* Offers packets to a queue that holds the same number each time; returns the counts. */
static MxtrafLinkCounts
offer (MxtrafPolicy policy, guint filled, guint ecn, guint n)
{
  MxtrafConfig ecn_config = config;
  MxtrafLinkCounts sum = { 0 };
  guint8 data[LENGTH];

  make_ipv4 (data, ecn, 0);
  ecn_config.policy = policy;
  ecn_config.queue = 100;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (MxtrafLink) link = mxtraf_link_new (i);
      MxtrafLinkCounts counts;

      ecn_config.mark_at = G_MAXINT64;
      mxtraf_link_configure (link, &ecn_config, 0);
      for (guint j = 0; j < filled; j++)
        mxtraf_link_send (link, 0, data, LENGTH);
      ecn_config.mark_at = 50;
      mxtraf_link_configure (link, &ecn_config, 0);
      mxtraf_link_send (link, 0, data, LENGTH);
      counts = mxtraf_link_get_counts (link);
      sum.marked += counts.marked;
      sum.dropped += counts.dropped;
    }
  return sum;
}

/* None below mark_at, 10 % from there, rising to all at the limit. */
static void
test_marking (void)
{
  MxtrafLinkCounts counts;

  g_assert_cmpuint (offer (MXTRAF_POLICY_ECN, 49, ECT, 500).marked, ==, 0);
  counts = offer (MXTRAF_POLICY_ECN, 50, ECT, 1000);
  g_assert_cmpfloat_with_epsilon (counts.marked / 1000.0, 0.1, 0.03);
  counts = offer (MXTRAF_POLICY_ECN, 75, ECT, 1000);
  g_assert_cmpfloat_with_epsilon (counts.marked / 1000.0, 0.55, 0.05);
  counts = offer (MXTRAF_POLICY_ECN, 99, ECT, 500);
  g_assert_cmpfloat_with_epsilon (counts.marked / 500.0, 0.982, 0.03);
  g_assert_cmpuint (counts.dropped, ==, 0);
  counts = offer (MXTRAF_POLICY_ECN, 100, ECT, 10);
  g_assert_cmpuint (counts.marked, ==, 0);
  g_assert_cmpuint (counts.dropped, ==, 10);
}

/* Who cannot be marked is dropped as often; who is marked already passes and is not counted. */
static void
test_not_markable (void)
{
  MxtrafLinkCounts counts = offer (MXTRAF_POLICY_ECN, 75, NOT_ECT, 1000);

  g_assert_cmpuint (counts.marked, ==, 0);
  g_assert_cmpfloat_with_epsilon (counts.dropped / 1000.0, 0.55, 0.05);
  counts = offer (MXTRAF_POLICY_ECN, 75, CE, 100);
  g_assert_cmpuint (counts.marked, ==, 0);
  g_assert_cmpuint (counts.dropped, ==, 0);
}

/* As often as marks, whoever could be marked. */
static void
test_random_drop (void)
{
  MxtrafLinkCounts counts = offer (MXTRAF_POLICY_RANDOM_DROP, 75, ECT, 1000);

  g_assert_cmpuint (counts.marked, ==, 0);
  g_assert_cmpfloat_with_epsilon (counts.dropped / 1000.0, 0.55, 0.05);
  g_assert_cmpuint (offer (MXTRAF_POLICY_RANDOM_DROP, 49, ECT, 500).dropped, ==, 0);
}

/* A link loses its share whatever waits in the queue, and only that. */
static void
test_loss (void)
{
  MxtrafConfig lossy = config;
  g_autoptr (MxtrafLink) link = NULL;

  lossy.loss = 5;
  link = make_link (&lossy);
  for (guint i = 0; i < 10000; i++)
    send_one (link, i * 2 * MS, NOT_ECT, i & 0xffff);
  g_assert_cmpfloat_with_epsilon (mxtraf_link_get_counts (link).dropped / 10000.0, 0.05, 0.01);
}

static void
test_checksum (void)
{
  guint8 data[LENGTH];

  /* Every header's sum occurs, those around zero too. */
  for (guint number = 0; number < 65536; number++)
    for (guint ecn = 1; ecn < CE; ecn++)
      {
        make_ipv4 (data, ecn | 0xb8, number);
        mxtraf_packet_mark (data);
        g_assert_cmphex (data[1], ==, 0xbb);
        g_assert_cmphex (add_words (data), ==, 0xffff);
      }
}

static void
test_ipv6 (void)
{
  guint8 data[40] = { 0x6b, 0xa1, 0x23, 0x45 };

  g_assert_true (mxtraf_packet_is_ect (data, sizeof data));
  g_assert_false (mxtraf_packet_is_marked (data, sizeof data));
  mxtraf_packet_mark (data);
  g_assert_true (mxtraf_packet_is_marked (data, sizeof data));
  g_assert_cmphex (data[0], ==, 0x6b);
  g_assert_cmphex (data[1], ==, 0xb1);
  g_assert_cmphex (data[2], ==, 0x23);
}

/* A packet without a complete IP header cannot be marked. */
static void
test_short (void)
{
  const guint8 data[39] = { 0x6b, 0xff };
  const guint8 other[20] = { 0x45, 0x03 };

  g_assert_false (mxtraf_packet_is_ect (data, sizeof data));
  g_assert_false (mxtraf_packet_is_ect (other, 19));
  g_assert_true (mxtraf_packet_is_ect (other, 20));
  g_assert_false (mxtraf_packet_is_ect (other, 0));
}

/* Only packets with TCP data from the port count. */
static void
test_port (void)
{
  guint8 data[41] = { 0x45, [9] = 6, [20] = 0x13, [21] = 0x8d, [32] = 0x50 };

  g_assert_true (mxtraf_packet_has_data_from (data, 41, MXTRAF_PORT_TRAIN));
  g_assert_false (mxtraf_packet_has_data_from (data, 41, MXTRAF_PORT_CBR));
  g_assert_false (mxtraf_packet_has_data_from (data, 40, MXTRAF_PORT_TRAIN));
  g_assert_false (mxtraf_packet_has_data_from (data, 39, MXTRAF_PORT_TRAIN));
  data[9] = 17;
  g_assert_false (mxtraf_packet_has_data_from (data, 41, MXTRAF_PORT_TRAIN));
  data[0] = 0x60;
  g_assert_false (mxtraf_packet_has_data_from (data, 41, MXTRAF_PORT_TRAIN));
}

/* Mean and deviation of the intervals in trains; the pause between two trains is no interval. */
static void
test_spacing (void)
{
  MxtrafSpacing spacing = { 0 };
  gint64 time = 1000 * MS;

  g_assert_true (isnan (mxtraf_spacing_get_mean (0, 0)));
  for (guint i = 0; i < 100; i++)
    {
      mxtraf_spacing_note (&spacing, time);
      time += i % 2 ? 50 * US : 30 * US;
    }
  time += MXTRAF_SPACING_PAUSE;
  mxtraf_spacing_note (&spacing, time);
  g_assert_cmpuint (spacing.n, ==, 99);
  g_assert_cmpfloat_with_epsilon (mxtraf_spacing_get_mean (spacing.n, spacing.sum), 40e-6, 0.2e-6);
  g_assert_cmpfloat_with_epsilon (
      mxtraf_spacing_get_deviation (spacing.n, spacing.sum, spacing.squares), 10e-6, 0.1e-6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mxtraf-link/rate-and-delay", test_rate_and_delay);
  g_test_add_func ("/mxtraf-link/sweep", test_sweep);
  g_test_add_func ("/mxtraf-link/tail-drop", test_tail_drop);
  g_test_add_func ("/mxtraf-link/live-rate", test_live_rate);
  g_test_add_func ("/mxtraf-link/live-rate-from-stall", test_live_rate_from_stall);
  g_test_add_func ("/mxtraf-link/live-rtt", test_live_rtt);
  g_test_add_func ("/mxtraf-link/live-queue", test_live_queue);
  g_test_add_func ("/mxtraf-link/marking", test_marking);
  g_test_add_func ("/mxtraf-link/not-markable", test_not_markable);
  g_test_add_func ("/mxtraf-link/random-drop", test_random_drop);
  g_test_add_func ("/mxtraf-link/loss", test_loss);
  g_test_add_func ("/mxtraf-link/checksum", test_checksum);
  g_test_add_func ("/mxtraf-link/ipv6", test_ipv6);
  g_test_add_func ("/mxtraf-link/short", test_short);
  g_test_add_func ("/mxtraf-link/quota", test_quota);
  g_test_add_func ("/mxtraf-link/port", test_port);
  g_test_add_func ("/mxtraf-link/spacing", test_spacing);
  return g_test_run ();
}
