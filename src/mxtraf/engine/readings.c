/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/readings.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  const char *unit;
  const char *role;
  double max;
  GscopeLineMode line_mode;
} Info;

static const Info infos[MXTRAF_N_READINGS] = {
  [MXTRAF_READING_ELEPHANTS] = { "elephants", N_ ("Elephants"),
                                 N_ ("Long-lived flows that are established now"), "flows", "flows",
                                 40, GSCOPE_LINE_STEPS },
  [MXTRAF_READING_MICE] = { "mice", N_ ("Mice"), N_ ("Short flows that are established now"),
                            "flows", "flows", 100, GSCOPE_LINE_STEPS },
  [MXTRAF_READING_THROUGHPUT] = { "throughput", N_ ("Throughput"),
                                  N_ ("What the client received over the last 100 ms, without "
                                      "headers"),
                                  "bit/s", "throughput", 40e6, GSCOPE_LINE_LINES },
  [MXTRAF_READING_ELEPHANTS_THROUGHPUT] = { "elephants-throughput", N_ ("Throughput of elephants"),
                                            N_ ("What the client received over the last 100 ms, "
                                                "without headers"),
                                            "bit/s", "throughput", 40e6, GSCOPE_LINE_LINES },
  [MXTRAF_READING_MICE_THROUGHPUT] = { "mice-throughput", N_ ("Throughput of mice"),
                                       N_ ("What the client received over the last 100 ms, without "
                                           "headers"),
                                       "bit/s", "throughput", 40e6, GSCOPE_LINE_LINES },
  [MXTRAF_READING_CBR_THROUGHPUT] = { "cbr-throughput", N_ ("Throughput of constant bit rate"),
                                      N_ ("What the client received over the last 100 ms, without "
                                          "headers"),
                                      "bit/s", "throughput", 40e6, GSCOPE_LINE_LINES },
  [MXTRAF_READING_MEASURED_THROUGHPUT] = { "measured-throughput",
                                           N_ ("Throughput of the measured flow"),
                                           N_ ("What the client received over the last 100 ms, "
                                               "without headers"),
                                           "bit/s", "throughput", 40e6, GSCOPE_LINE_LINES },
  [MXTRAF_READING_QUEUE] = { "queue", N_ ("Queue"),
                             N_ ("Packets that wait for the link to the client now"), "packets",
                             "queue", 100, GSCOPE_LINE_LINES },
  [MXTRAF_READING_DROPS] = { "drops", N_ ("Drops"),
                             N_ ("Packets that the link dropped, both ways, over the last 100 ms"),
                             "packets/s", "drops", 500, GSCOPE_LINE_LINES },
  [MXTRAF_READING_MARKS] = { "marks", N_ ("Marks"),
                             N_ ("Packets that the link marked, both ways, over the last 100 ms"),
                             "packets/s", "marks", 500, GSCOPE_LINE_LINES },
  [MXTRAF_READING_CONNECTIONS] = { "connections", N_ ("Connections"),
                                   N_ ("Connections that were made, over the last 100 ms"), "/s",
                                   "connections", 500, GSCOPE_LINE_LINES },
  [MXTRAF_READING_ERRORS] = { "errors", N_ ("Errors"),
                              N_ ("Connections that failed or broke, over the last 100 ms"), "/s",
                              "errors", 50, GSCOPE_LINE_LINES },
  [MXTRAF_READING_LATENCY_P50] = { "latency-p50", N_ ("Latency, median"),
                                   N_ ("Median protocol latency of the measured flow over the last "
                                       "5 s"),
                                   "s", "latency", 1, GSCOPE_LINE_LINES },
  [MXTRAF_READING_LATENCY_P95] = { "latency-p95", N_ ("Latency, 95th percentile"),
                                   N_ ("95th percentile of the protocol latency of the measured "
                                       "flow over the last 5 s"),
                                   "s", "latency", 1, GSCOPE_LINE_LINES },
  [MXTRAF_READING_LATENCY_P99] = { "latency-p99", N_ ("Latency, 99th percentile"),
                                   N_ ("99th percentile of the protocol latency of the measured "
                                       "flow over the last 5 s"),
                                   "s", "latency", 1, GSCOPE_LINE_LINES },
  [MXTRAF_READING_LATENCY_WITHIN] = { "latency-within", N_ ("Latency within the threshold"),
                                      N_ ("Part of the measured flow's blocks within the latency "
                                          "threshold over the last 5 s"),
                                      "%", "share", 100, GSCOPE_LINE_LINES },
  [MXTRAF_READING_A] = { "a", N_ ("A in force"),
                         N_ ("Congestion windows that the measured flow's send buffer may hold; no "
                             "value without a gate"),
                         "windows", "A", 4, GSCOPE_LINE_STEPS },
  [MXTRAF_READING_B] = { "b", N_ ("B in force"),
                         N_ ("Packets that the measured flow's send buffer may hold beyond them; "
                             "no "
                             "value without a gate"),
                         "packets", "B", 10, GSCOPE_LINE_STEPS },
};

static const Info latency = {
  "latency",
  N_ ("Latency"),
  N_ ("Protocol latency of each block of the measured flow, from write to read, at its read"),
  "s",
  "latency",
  1,
  GSCOPE_LINE_POINTS,
};

static void
add_signal (GscopeSource *source, GscopeSignal *signal, const Info *info)
{
  gscope_signal_set_title (signal, _ (info->title));
  gscope_signal_set_description (signal, _ (info->description));
  gscope_signal_set_unit (signal, info->unit);
  gscope_signal_set_role (signal, info->role);
  gscope_signal_set_range (signal, 0, info->max);
  gscope_signal_set_line_mode (signal, info->line_mode);
  gscope_source_add_signal (source, signal, NULL);
}

void
mxtraf_readings_add_to (GscopeSource *source, const double *values)
{
  for (guint i = 0; i < MXTRAF_N_READINGS; i++)
    {
      g_autoptr (GscopeSignal) signal = gscope_signal_new_double (infos[i].name, &values[i]);

      add_signal (source, signal, &infos[i]);
    }
}

GscopeSignal *
mxtraf_readings_add_latency_to (GscopeSource *source)
{
  GscopeSignal *signal = gscope_signal_new_buffered (latency.name);

  add_signal (source, signal, &latency);
  return signal;
}
