/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/summary.h"

#include <gscope/gscope.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The histogram. */

enum
{
  N_TIMES = 20000,
};

static int
compare_times (const void *a, const void *b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

static void
assert_near (double value, double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 0.01 * expected);
}

/* From a microsecond to 100 s, as many in each decade. */
static void
test_histogram (void)
{
  g_autofree MxtrafHistogram *histogram = g_new0 (MxtrafHistogram, 1);
  g_autofree gint64 *times = g_new (gint64, N_TIMES);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  double sum = 0;

  for (guint i = 0; i < N_TIMES; i++)
    {
      times[i] = pow (10, g_rand_double_range (random, 3, 11));
      sum += times[i];
      mxtraf_histogram_add (histogram, times[i]);
    }
  qsort (times, N_TIMES, sizeof *times, compare_times);
  for (double percentile = 0.5; percentile <= 100; percentile += 0.5)
    assert_near (mxtraf_histogram_get_percentile (histogram, percentile),
                 times[(guint) ceil (percentile / 100 * N_TIMES) - 1]);
  for (guint i = 0; i < N_TIMES; i += 100)
    g_assert_cmpfloat_with_epsilon (mxtraf_histogram_get_share_below (histogram, times[i]),
                                    i / (double) N_TIMES, 0.005);
  g_assert_cmpfloat_with_epsilon (mxtraf_histogram_get_mean (histogram), sum / N_TIMES, 1);
  g_assert_cmpfloat (mxtraf_histogram_get_max (histogram), ==, times[N_TIMES - 1]);
}

static void
test_histogram_edges (void)
{
  g_autofree MxtrafHistogram *histogram = g_new0 (MxtrafHistogram, 1);
  g_autofree MxtrafHistogram *other = g_new0 (MxtrafHistogram, 1);

  g_assert_true (isnan (mxtraf_histogram_get_percentile (histogram, 50)));
  g_assert_true (isnan (mxtraf_histogram_get_mean (histogram)));
  g_assert_true (isnan (mxtraf_histogram_get_max (histogram)));
  g_assert_true (isnan (mxtraf_histogram_get_share_below (histogram, 1e9)));

  /* Values outside of the range are still counted. */
  mxtraf_histogram_add (histogram, 0);
  mxtraf_histogram_add (histogram, 1000 * GSCOPE_SEC);
  g_assert_cmpfloat (mxtraf_histogram_get_share_below (histogram, GSCOPE_SEC), ==, 0.5);
  g_assert_cmpfloat (mxtraf_histogram_get_max (histogram), ==, 1000.0 * GSCOPE_SEC);

  mxtraf_histogram_add (other, 1000 * GSCOPE_SEC);
  mxtraf_histogram_subtract (histogram, other);
  g_assert_cmpuint (histogram->n, ==, 1);
  g_assert_cmpfloat (mxtraf_histogram_get_share_below (histogram, GSCOPE_SEC), ==, 1);
  g_assert_cmpfloat (mxtraf_histogram_get_mean (histogram), ==, 0);
}

static void
test_window (void)
{
  g_autofree MxtrafWindow *window = g_new0 (MxtrafWindow, 1);

  mxtraf_window_add (window, GSCOPE_SEC);
  mxtraf_window_advance (window, 1);
  mxtraf_window_add (window, GSCOPE_MSEC);
  mxtraf_window_advance (window, MXTRAF_WINDOW_SLOTS - 2);
  g_assert_cmpuint (window->sum.n, ==, 2);
  mxtraf_window_advance (window, 1);
  g_assert_cmpuint (window->sum.n, ==, 1);
  assert_near (mxtraf_histogram_get_percentile (&window->sum, 50), GSCOPE_MSEC);
  mxtraf_window_advance (window, G_MAXUINT64);
  g_assert_cmpuint (window->sum.n, ==, 0);
}

/* The meter. */

typedef struct
{
  MxtrafCounters *counters;
  MxtrafMeter *meter;
  gint64 time;
} Desk;

static void
set_up (Desk *desk, gconstpointer data)
{
  desk->counters = g_new0 (MxtrafCounters, 1);
  desk->meter = g_new0 (MxtrafMeter, 1);
  desk->time = 7 * GSCOPE_SEC;
  mxtraf_meter_begin (desk->meter, desk->counters, desk->time);
}

static void
tear_down (Desk *desk, gconstpointer data)
{
  g_free (desk->counters);
  g_free (desk->meter);
}

static void
tick (Desk *desk, gint64 milliseconds)
{
  GscopeSample samples[256];

  desk->time += milliseconds * GSCOPE_MSEC;
  for (guint i = 0; i < MXTRAF_N_RINGS; i++)
    while (mxtraf_meter_take (desk->meter, desk->counters, i, samples, 256) > 0)
      continue;
  mxtraf_meter_tick (desk->meter, desk->counters, desk->time, 30e6, 0.16);
}

static void
add_block (Desk *desk, gint64 latency)
{
  mxtraf_ring_push (&desk->counters->rings[MXTRAF_RING_LATENCY], desk->time, latency);
}

static double
read_value (Desk *desk, MxtrafReading reading)
{
  return desk->meter->values[reading];
}

static void
assert_gap (Desk *desk, MxtrafReading reading)
{
  GscopeGapCause cause;

  g_assert_true (gscope_gap_from_value (read_value (desk, reading), &cause));
  g_assert_cmpint (cause, ==, GSCOPE_GAP_CAUSE_NO_VALUE);
}

static void
test_meter_rates (Desk *desk, gconstpointer data)
{
  MxtrafCounters *counters = desk->counters;

  /* Nothing is known of the first tenth before it ends. */
  tick (desk, 10);
  assert_gap (desk, MXTRAF_READING_THROUGHPUT);
  assert_gap (desk, MXTRAF_READING_DROPS);

  counters->received[MXTRAF_ELEPHANTS] = 300000;
  counters->received[MXTRAF_MICE] = 50000;
  counters->received[MXTRAF_CBR] = 20000;
  counters->received[MXTRAF_MEASURED] = 5000;
  counters->dropped[MXTRAF_TO_CLIENT] = 7;
  counters->dropped[MXTRAF_TO_SERVER] = 1;
  counters->marked[MXTRAF_TO_CLIENT] = 3;
  counters->connections[MXTRAF_MICE] = 12;
  counters->requests = 40;
  counters->client_errors[MXTRAF_MICE] = 2;
  counters->server_errors[MXTRAF_ELEPHANTS] = 1;
  counters->write_time = 2 * GSCOPE_MSEC;
  counters->wait_time = GSCOPE_MSEC;
  tick (desk, 90);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_THROUGHPUT), ==, 30e6);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_ELEPHANTS_THROUGHPUT), ==, 24e6);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_MICE_THROUGHPUT), ==, 4e6);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_CBR_THROUGHPUT), ==, 1.6e6);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_MEASURED_THROUGHPUT), ==, 4e5);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_DROPS), ==, 80);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_MARKS), ==, 30);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_CONNECTIONS), ==, 120);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_REQUESTS), ==, 400);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_ERRORS), ==, 30);
  assert_near (read_value (desk, MXTRAF_READING_WRITE_TIME), 2);
  assert_near (read_value (desk, MXTRAF_READING_WAIT_TIME), 1);

  /* They hold until the next tenth ends, and a late tick is divided by the time it took. */
  counters->received[MXTRAF_ELEPHANTS] += 25000;
  tick (desk, 10);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_THROUGHPUT), ==, 30e6);
  tick (desk, 190);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_THROUGHPUT), ==, 1e6);
  g_assert_cmpfloat_with_epsilon (desk->meter->capacity, 9e6, 1);
}

static void
test_meter_now (Desk *desk, gconstpointer data)
{
  MxtrafCounters *counters = desk->counters;

  counters->flows[MXTRAF_ELEPHANTS] = 10;
  counters->flows[MXTRAF_MICE] = 80;
  counters->queued[MXTRAF_TO_CLIENT] = 60;
  counters->queued[MXTRAF_TO_SERVER] = 2;
  tick (desk, 10);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_ELEPHANTS), ==, 10);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_MICE), ==, 80);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_QUEUE), ==, 60);
  counters->queued[MXTRAF_TO_CLIENT] = 5;
  tick (desk, 10);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_QUEUE), ==, 5);
  g_assert_cmpuint (desk->meter->longest_queue[MXTRAF_TO_CLIENT], ==, 60);
  g_assert_cmpuint (desk->meter->longest_queue[MXTRAF_TO_SERVER], ==, 2);
}

static void
test_meter_latency (Desk *desk, gconstpointer data)
{
  tick (desk, 100);
  assert_gap (desk, MXTRAF_READING_LATENCY_P50);
  assert_gap (desk, MXTRAF_READING_LATENCY_WITHIN);

  for (guint i = 1; i <= 1000; i++)
    add_block (desk, i * GSCOPE_MSEC / 5);
  tick (desk, 100);
  assert_near (read_value (desk, MXTRAF_READING_LATENCY_P50), 0.1);
  assert_near (read_value (desk, MXTRAF_READING_LATENCY_P95), 0.19);
  assert_near (read_value (desk, MXTRAF_READING_LATENCY_P99), 0.198);
  g_assert_cmpfloat_with_epsilon (read_value (desk, MXTRAF_READING_LATENCY_WITHIN), 80, 0.2);

  /* The window ends after 5 s, the run does not. */
  tick (desk, 4800);
  assert_near (read_value (desk, MXTRAF_READING_LATENCY_P50), 0.1);
  tick (desk, 200);
  tick (desk, 100);
  assert_gap (desk, MXTRAF_READING_LATENCY_P50);
  g_assert_cmpuint (desk->meter->latencies.n, ==, 1000);
}

/* A and B are those in force; without a gate there are none. */
static void
test_meter_limit (Desk *desk, gconstpointer data)
{
  tick (desk, 100);
  assert_gap (desk, MXTRAF_READING_A);
  assert_gap (desk, MXTRAF_READING_B);
  desk->counters->limit_a = 1500;
  desk->counters->limit_b = 3000;
  tick (desk, 100);
  assert_near (read_value (desk, MXTRAF_READING_A), 1.5);
  assert_near (read_value (desk, MXTRAF_READING_B), 3);
}

/* Means over the last tenth with packets, which stay, as the newest transfer does. */
static void
test_meter_trains (Desk *desk, gconstpointer data)
{
  MxtrafCounters *counters = desk->counters;

  tick (desk, 100);
  assert_gap (desk, MXTRAF_READING_INTERVAL);
  assert_gap (desk, MXTRAF_READING_INTERVAL_DEVIATION);
  assert_gap (desk, MXTRAF_READING_PACKET_TIME);
  assert_gap (desk, MXTRAF_READING_TRANSFER_TIME);
  counters->flows[MXTRAF_TRAIN] = 1;
  counters->train_packets = 101;
  counters->train_intervals = 100;
  counters->train_interval_sum = 4 * GSCOPE_MSEC;
  counters->train_interval_squares = 100 * (400 * 400 + 300 * 300);
  counters->server_time = 505000;
  counters->transfers = 1;
  counters->transfer_time = 125 * GSCOPE_MSEC;
  tick (desk, 100);
  assert_near (read_value (desk, MXTRAF_READING_INTERVAL), 40);
  assert_near (read_value (desk, MXTRAF_READING_INTERVAL_DEVIATION), 30);
  assert_near (read_value (desk, MXTRAF_READING_PACKET_TIME), 5);
  assert_near (read_value (desk, MXTRAF_READING_TRANSFER_TIME), 0.125);
  tick (desk, 100);
  assert_near (read_value (desk, MXTRAF_READING_INTERVAL), 40);
  assert_near (read_value (desk, MXTRAF_READING_TRANSFER_TIME), 0.125);
  counters->flows[MXTRAF_TRAIN] = 0;
  tick (desk, 100);
  assert_gap (desk, MXTRAF_READING_INTERVAL);
}

/* Blocks that were overwritten before they were read are counted; the others come in order. */
static void
test_meter_loss (Desk *desk, gconstpointer data)
{
  const guint64 n = 3 * MXTRAF_RING;
  GscopeSample samples[100];
  guint64 n_read = 0;
  gsize length;

  for (guint64 i = 0; i < n; i++)
    add_block (desk, i);
  while (
      (length = mxtraf_meter_take (desk->meter, desk->counters, MXTRAF_RING_LATENCY, samples, 100))
      > 0)
    {
      n_read += length;
      g_assert_cmpfloat (samples[length - 1].value, ==,
                         (desk->meter->lost[MXTRAF_RING_LATENCY] + n_read - 1)
                             / (double) GSCOPE_SEC);
    }
  g_assert_cmpuint (n_read + desk->meter->lost[MXTRAF_RING_LATENCY], ==, n);
  g_assert_cmpuint (n_read, <=, MXTRAF_RING);
  g_assert_cmpuint (n_read, >, MXTRAF_RING / 2);
}

/* The counts of a stream; its events are not blocks of the measured flow. */
static void
test_meter_stream (Desk *desk, gconstpointer data)
{
  MxtrafCounters *counters = desk->counters;
  GscopeSample sample;

  counters->windows = 100;
  counters->dropped_windows = 28;
  counters->late_windows = 3;
  counters->quality_changes = 40;
  counters->stalls = 29;
  counters->buffered = 266 * GSCOPE_MSEC;
  mxtraf_ring_push (&counters->rings[MXTRAF_RING_QUALITY], desk->time, 5 * GSCOPE_SEC / 2);
  g_assert_cmpuint (mxtraf_meter_take (desk->meter, counters, MXTRAF_RING_QUALITY, &sample, 1), ==,
                    1);
  g_assert_cmpfloat (sample.value, ==, 2.5);
  tick (desk, 10);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_WINDOWS), ==, 100);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_DROPPED_WINDOWS), ==, 28);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_LATE_WINDOWS), ==, 3);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_QUALITY_CHANGES), ==, 40);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_STALLS), ==, 29);
  g_assert_cmpfloat (read_value (desk, MXTRAF_READING_BUFFERED), ==, 0.266);
  g_assert_cmpuint (desk->meter->latencies.n, ==, 0);
}

/* The summary. */

static void
test_summary (Desk *desk, gconstpointer data)
{
  MxtrafCounters *counters = desk->counters;
  g_autofree MxtrafSummary *summary = g_new0 (MxtrafSummary, 1);
  g_autofree char *text = NULL, *gated = NULL, *streamed = NULL;
  MxtrafSettings settings;

  mxtraf_settings_init (&settings);
  counters->flows[MXTRAF_ELEPHANTS] = 10;
  counters->connections[MXTRAF_ELEPHANTS] = 11;
  counters->client_errors[MXTRAF_ELEPHANTS] = 1;
  counters->server_errors[MXTRAF_ELEPHANTS] = 2;
  counters->received[MXTRAF_ELEPHANTS] = 37500000;
  counters->forwarded_packets[MXTRAF_TO_CLIENT] = 990;
  counters->dropped[MXTRAF_TO_CLIENT] = 10;
  counters->queued[MXTRAF_TO_CLIENT] = 60;
  for (guint i = 0; i < 4; i++)
    add_block (desk, (100 + 100 * i) * GSCOPE_MSEC);
  tick (desk, 20000);
  mxtraf_summary_read (summary, &settings, desk->meter, counters);
  text = mxtraf_summary_format (summary);

  g_assert_nonnull (strstr (text, "30 Mbit/s, round-trip time 100 ms, queue of 60 packets, "
                                  "tail-drop; TCP: reno; 20 s\n"));
  g_assert_nonnull (
      strstr (text, "\nelephants                 10           11       3   37.5 MB   15 Mbit/s"
                    "       50.0 %\n"));
  g_assert_nonnull (strstr (text, "\nto the client        990       10   1.0 %       0"
                                  "             60\n"));
  g_assert_nonnull (strstr (text, ", 4 blocks\n"));
  g_assert_nonnull (strstr (text, "\nmean              250 ms\n"));
  g_assert_nonnull (strstr (text, "\nlongest           400 ms\n"));

  summary->settings.config.method = MXTRAF_METHOD_GATE;
  summary->settings.config.b = 3;
  gated = mxtraf_summary_format (summary);
  g_assert_nonnull (strstr (gated, ", 4 blocks, send buffer limited to (1, 3)\n"));
  g_assert_null (strstr (text, "Stream windows: "));

  counters->windows = 100;
  counters->dropped_windows = 28;
  mxtraf_summary_read (summary, &settings, desk->meter, counters);
  streamed = mxtraf_summary_format (summary);
  g_assert_nonnull (strstr (streamed, "\nStream windows: 100, dropped by the sender: 28.0 %, "
                                      "too late: 0.0 %; "));
  g_assert_nonnull (strstr (text, "\nwithin 160 ms     25.0 %\n"));
  g_assert_nonnull (strstr (text, "\nwithin 500 ms    100.0 %\n"));
}

/* Nothing happened: no division by nothing. */
static void
test_summary_empty (Desk *desk, gconstpointer data)
{
  g_autofree MxtrafSummary *summary = g_new0 (MxtrafSummary, 1);
  g_autofree char *text = NULL;
  MxtrafSettings settings;

  mxtraf_settings_init (&settings);
  mxtraf_summary_read (summary, &settings, desk->meter, desk->counters);
  text = mxtraf_summary_format (summary);
  g_assert_null (strstr (text, "nan"));
  g_assert_null (strstr (text, "inf"));
  g_assert_nonnull (strstr (text, "No block of a measured flow was received.\n"));
}

static void
add_with_desk (const char *path, void (*test) (Desk *desk, gconstpointer data))
{
  g_test_add (path, Desk, NULL, set_up, test, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mxtraf/histogram", test_histogram);
  g_test_add_func ("/mxtraf/histogram/edges", test_histogram_edges);
  g_test_add_func ("/mxtraf/window", test_window);
  add_with_desk ("/mxtraf/meter/rates", test_meter_rates);
  add_with_desk ("/mxtraf/meter/now", test_meter_now);
  add_with_desk ("/mxtraf/meter/latency", test_meter_latency);
  add_with_desk ("/mxtraf/meter/limit", test_meter_limit);
  add_with_desk ("/mxtraf/meter/trains", test_meter_trains);
  add_with_desk ("/mxtraf/meter/loss", test_meter_loss);
  add_with_desk ("/mxtraf/meter/stream", test_meter_stream);
  add_with_desk ("/mxtraf/summary", test_summary);
  add_with_desk ("/mxtraf/summary/empty", test_summary_empty);
  return g_test_run ();
}
