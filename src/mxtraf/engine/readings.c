/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/readings.h"

#include <glib/gi18n.h>

#define READING(name) GSCOPE_SIGNAL_DOUBLE, MXTRAF_READING_##name * sizeof (double)

static const GscopeSourceSignal infos[] = {
  { "elephants", N_ ("Elephants"), "flows", N_ ("Long-lived flows that are established"),
    READING (ELEPHANTS), .max = 40, .line_mode = GSCOPE_LINE_STEPS, .role = "flows" },
  { "mice", N_ ("Mice"), "flows", N_ ("Short flows that are established"), READING (MICE),
    .max = 100, .line_mode = GSCOPE_LINE_STEPS, .role = "flows" },
  { "throughput", N_ ("Throughput"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"), READING (THROUGHPUT),
    .max = 40e6, .line_mode = GSCOPE_LINE_LINES, .role = "throughput" },
  { "elephants-throughput", N_ ("Throughput of elephants"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"),
    READING (ELEPHANTS_THROUGHPUT), .max = 40e6, .line_mode = GSCOPE_LINE_LINES,
    .role = "throughput" },
  { "mice-throughput", N_ ("Throughput of mice"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"),
    READING (MICE_THROUGHPUT), .max = 40e6, .line_mode = GSCOPE_LINE_LINES, .role = "throughput" },
  { "cbr-throughput", N_ ("Throughput of constant bit rate"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"),
    READING (CBR_THROUGHPUT), .max = 40e6, .line_mode = GSCOPE_LINE_LINES, .role = "throughput" },
  { "measured-throughput", N_ ("Throughput of the measured flow"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"),
    READING (MEASURED_THROUGHPUT), .max = 40e6, .line_mode = GSCOPE_LINE_LINES,
    .role = "throughput" },
  { "queue", N_ ("Queue"), "packets", N_ ("Packets that wait for the link to the client"),
    READING (QUEUE), .max = 100, .line_mode = GSCOPE_LINE_LINES, .role = "queue" },
  { "drops", N_ ("Drops"), "packets/s",
    N_ ("Packets that the link dropped in both directions over the last 100 ms"), READING (DROPS),
    .max = 500, .line_mode = GSCOPE_LINE_LINES, .role = "drops" },
  { "marks", N_ ("Marks"), "packets/s",
    N_ ("Packets that the link marked (ECN) in both directions over the last 100 ms"),
    READING (MARKS), .max = 500, .line_mode = GSCOPE_LINE_LINES, .role = "marks" },
  { "connections", N_ ("Connections"), "/s",
    N_ ("Connections that were established over the last 100 ms"), READING (CONNECTIONS),
    .max = 500, .line_mode = GSCOPE_LINE_LINES, .role = "connections" },
  { "errors", N_ ("Errors"), "/s",
    N_ ("Connections that failed or were reset over the last 100 ms"), READING (ERRORS), .max = 50,
    .line_mode = GSCOPE_LINE_LINES, .role = "errors" },
  { "latency-p50", N_ ("Latency, median"), "s",
    N_ ("Median protocol latency of the measured flow over the last 5 s"), READING (LATENCY_P50),
    .max = 1, .line_mode = GSCOPE_LINE_LINES, .role = "latency" },
  { "latency-p95", N_ ("Latency, 95th percentile"), "s",
    N_ ("95th percentile of the protocol latency of the measured flow over the last 5 s"),
    READING (LATENCY_P95), .max = 1, .line_mode = GSCOPE_LINE_LINES, .role = "latency" },
  { "latency-p99", N_ ("Latency, 99th percentile"), "s",
    N_ ("99th percentile of the protocol latency of the measured flow over the last 5 s"),
    READING (LATENCY_P99), .max = 1, .line_mode = GSCOPE_LINE_LINES, .role = "latency" },
  { "latency-within", N_ ("Latency within the threshold"), "%",
    N_ ("Share of the measured flow's blocks within the latency threshold over the last 5 s"),
    READING (LATENCY_WITHIN), .max = 100, .line_mode = GSCOPE_LINE_LINES, .role = "share" },
  { "a", N_ ("A in force"), "windows",
    N_ ("Congestion windows that the measured flow's send buffer may hold; no value without a "
        "gate"),
    READING (A), .max = 4, .line_mode = GSCOPE_LINE_STEPS, .role = "A" },
  { "b", N_ ("B in force"), "packets",
    N_ ("Packets that the measured flow's send buffer may hold in addition to A windows; no value "
        "without a gate"),
    READING (B), .max = 10, .line_mode = GSCOPE_LINE_STEPS, .role = "B" },
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

  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    gscope_source_declare_signal (source, &infos[i], NULL, NULL, values);
  return gscope_source_declare_signal (source, &latency, NULL, NULL, &signal);
}
