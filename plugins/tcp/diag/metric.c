/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/metric.h"

#include <glib/gi18n-lib.h>
#include <linux/inet_diag.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <math.h>
#include <string.h>

/* TCP_INFINITE_SSTHRESH in the kernel's include/net/tcp.h. */
#define INFINITE_SSTHRESH 0x7fffffff

#define INFO(field)                                                                                \
  .attribute = INET_DIAG_INFO, .offset = offsetof (struct tcp_info, field),                        \
  .size = sizeof (((struct tcp_info *) NULL)->field)
#define MEMORY(index)                                                                              \
  .attribute = INET_DIAG_SKMEMINFO, .offset = 4 * (index), .size = sizeof (guint32)
#define ANY .factor = 1, .none = G_MAXUINT64

static const TcpMetricInfo metrics[TCP_N_METRICS] = {
  [TCP_METRIC_CWND] = { "cwnd", "cwnd", "packets", N_ ("Congestion window"), ANY,
                        INFO (tcpi_snd_cwnd) },
  [TCP_METRIC_SSTHRESH] = { "ssthresh", "ssthresh", "packets",
                            N_ ("Slow start threshold; no value before the first loss"),
                            INFO (tcpi_snd_ssthresh), .factor = 1, .none = INFINITE_SSTHRESH },
  [TCP_METRIC_SRTT] = { "srtt", "rtt", "s", N_ ("Smoothed round-trip time"), INFO (tcpi_rtt),
                        .factor = 1e-6, .least = 1, .none = G_MAXUINT64 },
  [TCP_METRIC_RTTVAR] = { "rttvar", "rttvar", "s", N_ ("Mean deviation of the round-trip time"),
                          INFO (tcpi_rttvar), .factor = 1e-6, .none = G_MAXUINT64 },
  [TCP_METRIC_UNACKED] = { "unacked", "unacked", "packets",
                           N_ ("Packets in flight: sent and not acknowledged"), ANY,
                           INFO (tcpi_unacked) },
  [TCP_METRIC_SACKED] = { "sacked", "sacked", "packets",
                          N_ ("Packets that were selectively acknowledged (SACK)"), ANY,
                          INFO (tcpi_sacked) },
  [TCP_METRIC_LOST] = { "lost", "lost", "packets", N_ ("Packets that the sender considers lost"),
                        ANY, INFO (tcpi_lost) },
  [TCP_METRIC_RETRANSMITS] = { "retransmits", "retransmits", "packets",
                               N_ ("Packets that were retransmitted since the flow began"), ANY,
                               INFO (tcpi_total_retrans) },
  [TCP_METRIC_NOTSENT] = { "notsent", "notsent", "B",
                           N_ ("Bytes that the program has written and the kernel has not sent "
                               "yet"),
                           ANY, INFO (tcpi_notsent_bytes) },
  [TCP_METRIC_SNDBUF_USED] = { "sndbuf-used", "usage", "B",
                               N_ ("Memory of the send buffer, including overhead"), ANY,
                               MEMORY (SK_MEMINFO_WMEM_QUEUED) },
  [TCP_METRIC_SNDBUF_LIMIT] = { "sndbuf-limit", "limit", "B",
                                N_ ("Limit of the send buffer's memory"), ANY,
                                MEMORY (SK_MEMINFO_SNDBUF) },
  [TCP_METRIC_PACING_RATE] = { "pacing-rate", "pacing-rate", "B/s",
                               N_ ("Maximum rate at which packets are sent; no value if it is "
                                   "unlimited"),
                               ANY, INFO (tcpi_pacing_rate) },
  [TCP_METRIC_DELIVERY_RATE] = { "delivery-rate", "delivery-rate", "B/s",
                                 N_ ("Rate at which data was recently delivered to the receiver"),
                                 ANY, INFO (tcpi_delivery_rate) },
  [TCP_METRIC_CONGESTION_STATE] = { "ca-state", "state", "",
                                    N_ ("0 Open, 1 Disorder, 2 CWR (window reduced), 3 Recovery, 4 "
                                        "Loss"),
                                    .max = 4, ANY, INFO (tcpi_ca_state) },
  [TCP_METRIC_BLOCKED] = { "blocked", "blocked", "packets",
                           N_ ("Unsent data in packets: written and not sent yet") },
  [TCP_METRIC_SENDER_DELAY] = { "sender-delay", "delay", "s",
                                N_ ("Sender's part of the delay: time that new data waits in the "
                                    "send buffer, at the present delivery rate") },
  [TCP_METRIC_NETWORK_DELAY] = { "network-delay", "delay", "s",
                                 N_ ("Network's part of the delay: smoothed round-trip time "
                                     "without the way back") },
  [TCP_METRIC_RECEIVER_DELAY] = { "receiver-delay", "delay", "s",
                                  N_ ("Receiver's part of the delay: time that arriving data waits "
                                      "until the program at this end reads it, at the present "
                                      "rate") },
  [TCP_METRIC_LATENCY] = { "latency", "latency", "s",
                           N_ ("Protocol latency, if both ends are visible: age of the oldest byte "
                               "that was written at this end and not read at the other") },
};

const TcpMetricInfo *
tcp_metric_get_info (TcpMetric metric)
{
  return &metrics[metric];
}

double
tcp_metric_read (TcpMetric metric, const guint8 *payload, gsize length)
{
  const TcpMetricInfo *info = &metrics[metric];
  guint64 wide = 0;
  guint32 word;

  if (info->size == 0 || (gsize) info->offset + info->size > length)
    return NAN;
  if (info->size == sizeof word)
    {
      memcpy (&word, payload + info->offset, sizeof word);
      wide = word;
    }
  else if (info->size == sizeof wide)
    memcpy (&wide, payload + info->offset, sizeof wide);
  else
    wide = payload[info->offset];
  return wide < info->least || wide >= info->none ? NAN : wide * info->factor;
}
