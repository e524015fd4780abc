/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/metric.h"

#include <glib/gi18n-lib.h>
#include <linux/inet_diag.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <math.h>
#include <string.h>

/* TCP_INFINITE_SSTHRESH of the kernel's include/net/tcp.h. */
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
  [TCP_METRIC_UNACKED] = { "unacked", "unacked", "packets", N_ ("Sent and not acknowledged"), ANY,
                           INFO (tcpi_unacked) },
  [TCP_METRIC_SACKED] = { "sacked", "sacked", "packets", N_ ("Selectively acknowledged"), ANY,
                          INFO (tcpi_sacked) },
  [TCP_METRIC_LOST] = { "lost", "lost", "packets", N_ ("Held to be lost"), ANY, INFO (tcpi_lost) },
  [TCP_METRIC_RETRANSMITS] = { "retransmits", "retransmits", "packets",
                               N_ ("Sent again since the flow began"), ANY,
                               INFO (tcpi_total_retrans) },
  [TCP_METRIC_NOTSENT] = { "notsent", "notsent", "B", N_ ("Written and not sent yet"), ANY,
                           INFO (tcpi_notsent_bytes) },
  [TCP_METRIC_SNDBUF_USED] = { "sndbuf-used", "usage", "B",
                               N_ ("Memory that the send buffer takes, overhead included"), ANY,
                               MEMORY (SK_MEMINFO_WMEM_QUEUED) },
  [TCP_METRIC_SNDBUF_LIMIT] = { "sndbuf-limit", "limit", "B",
                                N_ ("Memory that the send buffer may take"), ANY,
                                MEMORY (SK_MEMINFO_SNDBUF) },
  [TCP_METRIC_PACING_RATE] = { "pacing-rate", "pacing-rate", "B/s",
                               N_ ("Rate at which packets may leave; no value where it is "
                                   "unlimited"),
                               ANY, INFO (tcpi_pacing_rate) },
  [TCP_METRIC_DELIVERY_RATE] = { "delivery-rate", "delivery-rate", "B/s",
                                 N_ ("Rate at which the other side got data, the latest measured"),
                                 ANY, INFO (tcpi_delivery_rate) },
  [TCP_METRIC_CONGESTION_STATE] = { "ca-state", "state", "",
                                    N_ ("0 Open, 1 Disorder, 2 CWR (window reduced), 3 Recovery, 4 "
                                        "Loss"),
                                    .max = 4, ANY, INFO (tcpi_ca_state) },
  [TCP_METRIC_BLOCKED] = { "blocked", "blocked", "packets",
                           N_ ("Packets that were written and not sent yet") },
  [TCP_METRIC_SENDER_DELAY] = { "sender-delay", "delay", "s",
                                N_ ("The sender's part of the delay: how long what is written now "
                                    "waits before it is sent, at the present delivery rate") },
  [TCP_METRIC_NETWORK_DELAY] = { "network-delay", "delay", "s",
                                 N_ ("The network's part of the delay: the smoothed round-trip "
                                     "time without the way back") },
  [TCP_METRIC_RECEIVER_DELAY] = { "receiver-delay", "delay", "s",
                                  N_ ("The receiver's part of the delay: how long what arrives now "
                                      "waits before this end's program reads it, at the present "
                                      "rate") },
  [TCP_METRIC_LATENCY] = { "latency", "latency", "s",
                           N_ ("Protocol latency where both ends are seen: the age of the oldest "
                               "byte that was written here and not read there") },
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
