/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/readings.h"

#include <glib/gi18n.h>

#define READING(name) GSCOPE_SIGNAL_KIND_DOUBLE, MXTRAF_READING_##name * sizeof (double)

static const GscopeSourceSignal infos[] = {
  { "elephants", N_ ("Elephants"), "flows", N_ ("Long-lived flows that are established"),
    READING (ELEPHANTS), .max = 40, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "flows" },
  { "mice", N_ ("Mice"), "flows", N_ ("Short flows that are established"), READING (MICE),
    .max = 100, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "flows" },
  { "throughput", N_ ("Throughput"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"), READING (THROUGHPUT),
    .max = 40e6, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "throughput" },
  { "elephants-throughput", N_ ("Throughput of elephants"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"),
    READING (ELEPHANTS_THROUGHPUT), .max = 40e6, .line_mode = GSCOPE_LINE_MODE_LINES,
    .role = "throughput" },
  { "mice-throughput", N_ ("Throughput of mice"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"),
    READING (MICE_THROUGHPUT), .max = 40e6, .line_mode = GSCOPE_LINE_MODE_LINES,
    .role = "throughput" },
  { "cbr-throughput", N_ ("Throughput of constant bit rate"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"),
    READING (CBR_THROUGHPUT), .max = 40e6, .line_mode = GSCOPE_LINE_MODE_LINES,
    .role = "throughput" },
  { "measured-throughput", N_ ("Throughput of the measured flow"), "bit/s",
    N_ ("Bytes received by the client over the last 100 ms, without headers"),
    READING (MEASURED_THROUGHPUT), .max = 40e6, .line_mode = GSCOPE_LINE_MODE_LINES,
    .role = "throughput" },
  { "queue", N_ ("Queue"), "packets", N_ ("Packets that wait for the link to the client"),
    READING (QUEUE), .max = 100, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "queue" },
  { "drops", N_ ("Drops"), "packets/s",
    N_ ("Packets that the link dropped in both directions over the last 100 ms"), READING (DROPS),
    .max = 500, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "drops" },
  { "marks", N_ ("Marks"), "packets/s",
    N_ ("Packets that the link marked (ECN) in both directions over the last 100 ms"),
    READING (MARKS), .max = 500, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "marks" },
  { "connections", N_ ("Connections"), "/s",
    N_ ("Connections that were established over the last 100 ms"), READING (CONNECTIONS),
    .max = 500, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "connections" },
  { "requests", N_ ("Requests"), "/s",
    N_ ("Requests that the web server answered over the last 100 ms"), READING (REQUESTS),
    .max = 5000, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "requests" },
  { "errors", N_ ("Errors"), "/s",
    N_ ("Connections that failed or were reset over the last 100 ms"), READING (ERRORS), .max = 50,
    .line_mode = GSCOPE_LINE_MODE_LINES, .role = "errors" },
  { "write-time", N_ ("Processor time of writes"), "%",
    N_ ("Part of a processor that the server spends in writes of the measured flow, over the last "
        "100 ms"),
    READING (WRITE_TIME), .max = 10, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "cost" },
  { "wait-time", N_ ("Processor time of waits"), "%",
    N_ ("Part of a processor that the server spends in waits for events while there is a measured "
        "flow, over the last 100 ms; a wait has no processor time while it sleeps"),
    READING (WAIT_TIME), .max = 10, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "cost" },
  { "latency-p50", N_ ("Latency, median"), "s",
    N_ ("Median protocol latency of the measured flow over the last 5 s"), READING (LATENCY_P50),
    .max = 1, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "latency" },
  { "latency-p95", N_ ("Latency, 95th percentile"), "s",
    N_ ("95th percentile of the protocol latency of the measured flow over the last 5 s"),
    READING (LATENCY_P95), .max = 1, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "latency" },
  { "latency-p99", N_ ("Latency, 99th percentile"), "s",
    N_ ("99th percentile of the protocol latency of the measured flow over the last 5 s"),
    READING (LATENCY_P99), .max = 1, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "latency" },
  { "latency-within", N_ ("Latency within the threshold"), "%",
    N_ ("Share of the measured flow's blocks within the latency threshold over the last 5 s"),
    READING (LATENCY_WITHIN), .max = 100, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "share" },
  { "a", N_ ("A in force"), "windows",
    N_ ("Congestion windows that the measured flow's send buffer may hold; no value without a "
        "gate"),
    READING (A), .max = 4, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "A" },
  { "b", N_ ("B in force"), "packets",
    N_ ("Packets that the measured flow's send buffer may hold in addition to A windows; no value "
        "without a gate"),
    READING (B), .max = 10, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "B" },
  { "windows", N_ ("Windows"), "windows",
    N_ ("Adaptation windows of the stream whose time to be sent is over"), READING (WINDOWS),
    .max = 1000, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "windows" },
  { "dropped-windows", N_ ("Dropped windows"), "windows",
    N_ ("Adaptation windows of the stream of which the sender could send nothing"),
    READING (DROPPED_WINDOWS), .max = 1000, .line_mode = GSCOPE_LINE_MODE_STEPS,
    .role = "windows" },
  { "late-windows", N_ ("Late windows"), "windows",
    N_ ("Adaptation windows of the stream whose last part arrived after the tolerance"),
    READING (LATE_WINDOWS), .max = 1000, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "windows" },
  { "quality-changes", N_ ("Quality changes"), "changes",
    N_ ("Changes of the shown quality by a layer or more"), READING (QUALITY_CHANGES), .max = 1000,
    .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "changes" },
  { "stalls", N_ ("Stalls"), "windows",
    N_ ("Time-outs of the viewer: windows of which nothing had arrived when they had to be shown"),
    READING (STALLS), .max = 1000, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "windows" },
  { "buffered", N_ ("Receiver's buffer"), "s", N_ ("Video that has arrived and waits to be shown"),
    READING (BUFFERED), .max = 1, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "buffer" },
  { "interval", N_ ("Interval"), "µs",
    N_ ("Mean interval between the packets of trains where they reach the link, over the last 100 "
        "ms in which there were some; intervals of 50 ms and more are pauses"),
    READING (INTERVAL), .max = 500, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "interval" },
  { "interval-deviation", N_ ("Interval, deviation"), "µs",
    N_ ("Standard deviation of the intervals between the packets of trains over the last 100 "
        "ms in which there were some"),
    READING (INTERVAL_DEVIATION), .max = 500, .line_mode = GSCOPE_LINE_MODE_LINES,
    .role = "interval" },
  { "packet-time", N_ ("Processor time of a packet"), "µs",
    N_ ("Processor time of the server's process for each packet of a train over the last 100 ms, "
        "with what it spends on other flows; the kernel's work in interrupts counts only where it "
        "interrupts the process"),
    READING (PACKET_TIME), .max = 50, .line_mode = GSCOPE_LINE_MODE_LINES, .role = "cost" },
  { "transfer-time", N_ ("Transfer time"), "s",
    N_ ("Time from the client's request to the last byte of the newest train; the first train of a "
        "connection does not count"),
    READING (TRANSFER_TIME), .max = 1, .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "latency" },
};

static const GscopeSourceSignal events[MXTRAF_N_RINGS] = {
  [MXTRAF_RING_LATENCY] = { "latency", N_ ("Latency"), "s",
                            N_ ("Protocol latency of each block of the measured flow, from write "
                                "to "
                                "read; stamped with the time of the read"),
                            GSCOPE_SIGNAL_KIND_BUFFERED, .max = 1,
                            .line_mode = GSCOPE_LINE_MODE_POINTS, .role = "latency" },
  [MXTRAF_RING_SENDER] = { "window-sender", N_ ("Window, sender's part"), "s",
                           N_ ("From the capture of a window's first frame to the write of its "
                               "first "
                               "byte"),
                           GSCOPE_SIGNAL_KIND_BUFFERED, .max = 1,
                           .line_mode = GSCOPE_LINE_MODE_POINTS, .role = "latency" },
  [MXTRAF_RING_PROTOCOL] = { "window-protocol", N_ ("Window, protocol's part"), "s",
                             N_ ("From the write of a window's first byte to its read"),
                             GSCOPE_SIGNAL_KIND_BUFFERED, .max = 1,
                             .line_mode = GSCOPE_LINE_MODE_POINTS, .role = "latency" },
  [MXTRAF_RING_RECEIVER] = { "window-receiver", N_ ("Window, receiver's part"), "s",
                             N_ ("From the read of a window's first byte to that of its last part"),
                             GSCOPE_SIGNAL_KIND_BUFFERED, .max = 1,
                             .line_mode = GSCOPE_LINE_MODE_POINTS, .role = "latency" },
  [MXTRAF_RING_WHOLE] = { "window-latency", N_ ("Window latency"), "s",
                          N_ ("From the capture of a window's first frame to the arrival of its "
                              "last "
                              "part; stamped when the next window begins to arrive"),
                          GSCOPE_SIGNAL_KIND_BUFFERED, .max = 1,
                          .line_mode = GSCOPE_LINE_MODE_POINTS, .role = "latency" },
  [MXTRAF_RING_SENT] = { "sent", N_ ("Sent"), "%",
                         N_ ("Part of each window that was sent before the next one; the rest was "
                             "dropped"),
                         GSCOPE_SIGNAL_KIND_BUFFERED, .max = 100,
                         .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "share" },
  [MXTRAF_RING_TIMING] = { "timing-error", N_ ("Timing error"), "s",
                           N_ ("How late each send of the replayed trace was written"),
                           GSCOPE_SIGNAL_KIND_BUFFERED, .max = 1e-3,
                           .line_mode = GSCOPE_LINE_MODE_POINTS, .role = "error" },
  [MXTRAF_RING_QUALITY] = { "quality", N_ ("Quality"), "layers",
                            N_ ("Layers of each frame, on average, of the window that is shown; 0 "
                                "if no packet of it has arrived"),
                            GSCOPE_SIGNAL_KIND_BUFFERED, .max = 4,
                            .line_mode = GSCOPE_LINE_MODE_STEPS, .role = "quality" },
};

void
mxtraf_readings_add_to (GscopeSource *source, double *values, GscopeSignal *signals[MXTRAF_N_RINGS])
{
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    gscope_source_declare_signal (source, &infos[i], NULL, NULL, values);
  for (guint i = 0; i < MXTRAF_N_RINGS; i++)
    gscope_source_declare_signal (source, &events[i], NULL, NULL, &signals[i]);
}
