/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/readings.h"

#include <glib/gi18n.h>

#define WORD(reading) GSCOPE_SIGNAL_DOUBLE, (reading) * sizeof (double)

static const GscopeSourceSignal infos[MXTRAF_N_READINGS] = {
  [MXTRAF_READING_ELEPHANTS] = { "elephants", N_ ("Elephants"), "flows",
                                 N_ ("Long-lived flows that are established"),
                                 WORD (MXTRAF_READING_ELEPHANTS), .max = 40,
                                 .line_mode = GSCOPE_LINE_STEPS, .role = "flows" },
  [MXTRAF_READING_MICE] = { "mice", N_ ("Mice"), "flows", N_ ("Short flows that are established"),
                            WORD (MXTRAF_READING_MICE), .max = 100, .line_mode = GSCOPE_LINE_STEPS,
                            .role = "flows" },
  [MXTRAF_READING_THROUGHPUT] = { "throughput", N_ ("Throughput"), "bit/s",
                                  N_ ("Bytes received by the client over the last 100 ms, without "
                                      "headers"),
                                  WORD (MXTRAF_READING_THROUGHPUT), .max = 40e6,
                                  .line_mode = GSCOPE_LINE_LINES, .role = "throughput" },
  [MXTRAF_READING_ELEPHANTS_THROUGHPUT] = { "elephants-throughput", N_ ("Throughput of elephants"),
                                            "bit/s",
                                            N_ ("Bytes received by the client over the last 100 "
                                                "ms, without headers"),
                                            WORD (MXTRAF_READING_ELEPHANTS_THROUGHPUT), .max = 40e6,
                                            .line_mode = GSCOPE_LINE_LINES, .role = "throughput" },
  [MXTRAF_READING_MICE_THROUGHPUT] = { "mice-throughput", N_ ("Throughput of mice"), "bit/s",
                                       N_ ("Bytes received by the client over the last 100 ms, "
                                           "without headers"),
                                       WORD (MXTRAF_READING_MICE_THROUGHPUT), .max = 40e6,
                                       .line_mode = GSCOPE_LINE_LINES, .role = "throughput" },
  [MXTRAF_READING_CBR_THROUGHPUT] = { "cbr-throughput", N_ ("Throughput of constant bit rate"),
                                      "bit/s",
                                      N_ ("Bytes received by the client over the last 100 ms, "
                                          "without headers"),
                                      WORD (MXTRAF_READING_CBR_THROUGHPUT), .max = 40e6,
                                      .line_mode = GSCOPE_LINE_LINES, .role = "throughput" },
  [MXTRAF_READING_MEASURED_THROUGHPUT] = { "measured-throughput",
                                           N_ ("Throughput of the measured flow"), "bit/s",
                                           N_ ("Bytes received by the client over the last 100 ms, "
                                               "without headers"),
                                           WORD (MXTRAF_READING_MEASURED_THROUGHPUT), .max = 40e6,
                                           .line_mode = GSCOPE_LINE_LINES, .role = "throughput" },
  [MXTRAF_READING_QUEUE] = { "queue", N_ ("Queue"), "packets",
                             N_ ("Packets that wait for the link to the client"),
                             WORD (MXTRAF_READING_QUEUE), .max = 100,
                             .line_mode = GSCOPE_LINE_LINES, .role = "queue" },
  [MXTRAF_READING_DROPS] = { "drops", N_ ("Drops"), "packets/s",
                             N_ ("Packets that the link dropped in both directions over the last "
                                 "100 ms"),
                             WORD (MXTRAF_READING_DROPS), .max = 500,
                             .line_mode = GSCOPE_LINE_LINES, .role = "drops" },
  [MXTRAF_READING_MARKS] = { "marks", N_ ("Marks"), "packets/s",
                             N_ ("Packets that the link marked (ECN) in both directions over the "
                                 "last 100 ms"),
                             WORD (MXTRAF_READING_MARKS), .max = 500,
                             .line_mode = GSCOPE_LINE_LINES, .role = "marks" },
  [MXTRAF_READING_CONNECTIONS] = { "connections", N_ ("Connections"), "/s",
                                   N_ ("Connections that were established over the last 100 ms"),
                                   WORD (MXTRAF_READING_CONNECTIONS), .max = 500,
                                   .line_mode = GSCOPE_LINE_LINES, .role = "connections" },
  [MXTRAF_READING_ERRORS] = { "errors", N_ ("Errors"), "/s",
                              N_ ("Connections that failed or were reset over the last 100 ms"),
                              WORD (MXTRAF_READING_ERRORS), .max = 50,
                              .line_mode = GSCOPE_LINE_LINES, .role = "errors" },
  [MXTRAF_READING_LATENCY_P50] = { "latency-p50", N_ ("Latency, median"), "s",
                                   N_ ("Median protocol latency of the measured flow over the last "
                                       "5 s"),
                                   WORD (MXTRAF_READING_LATENCY_P50), .max = 1,
                                   .line_mode = GSCOPE_LINE_LINES, .role = "latency" },
  [MXTRAF_READING_LATENCY_P95] = { "latency-p95", N_ ("Latency, 95th percentile"), "s",
                                   N_ ("95th percentile of the protocol latency of the measured "
                                       "flow over the last 5 s"),
                                   WORD (MXTRAF_READING_LATENCY_P95), .max = 1,
                                   .line_mode = GSCOPE_LINE_LINES, .role = "latency" },
  [MXTRAF_READING_LATENCY_P99] = { "latency-p99", N_ ("Latency, 99th percentile"), "s",
                                   N_ ("99th percentile of the protocol latency of the measured "
                                       "flow over the last 5 s"),
                                   WORD (MXTRAF_READING_LATENCY_P99), .max = 1,
                                   .line_mode = GSCOPE_LINE_LINES, .role = "latency" },
  [MXTRAF_READING_LATENCY_WITHIN] = { "latency-within", N_ ("Latency within the threshold"), "%",
                                      N_ ("Share of the measured flow's blocks within the latency "
                                          "threshold over the last 5 s"),
                                      WORD (MXTRAF_READING_LATENCY_WITHIN), .max = 100,
                                      .line_mode = GSCOPE_LINE_LINES, .role = "share" },
  [MXTRAF_READING_A] = { "a", N_ ("A in force"), "windows",
                         N_ ("Congestion windows that the measured flow's send buffer may hold; no "
                             "value without a gate"),
                         WORD (MXTRAF_READING_A), .max = 4, .line_mode = GSCOPE_LINE_STEPS,
                         .role = "A" },
  [MXTRAF_READING_B] = { "b", N_ ("B in force"), "packets",
                         N_ ("Packets that the measured flow's send buffer may hold in addition to "
                             "A windows; no value without a gate"),
                         WORD (MXTRAF_READING_B), .max = 10, .line_mode = GSCOPE_LINE_STEPS,
                         .role = "B" },
};

static const GscopeSourceSignal latency = {
  "latency",
  N_ ("Latency"),
  "s",
  N_ ("Protocol latency of each block of the measured flow, from write to read; stamped with the "
      "time of the read"),
  GSCOPE_SIGNAL_BUFFERED,
  .max = 1,
  .line_mode = GSCOPE_LINE_POINTS,
  .role = "latency",
};

GscopeSignal *
mxtraf_readings_add_to (GscopeSource *source, double *values)
{
  GscopeSignal *signal;

  for (guint i = 0; i < MXTRAF_N_READINGS; i++)
    gscope_source_declare_signal (source, &infos[i], NULL, NULL, values);
  return gscope_source_declare_signal (source, &latency, NULL, NULL, &signal);
}
