/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/meter.h"

#include "link/spacing.h"

#include <math.h>
#include <string.h>

/* Interval at which rates and percentiles are computed: nanoseconds. */
#define INTERVAL (100 * GSCOPE_MSEC)

/* Number of the ring's oldest entries that may be overwritten while they are read. */
#define MARGIN 256

/* A reading that is the rate of the sum of counters: n counters, and optionally n more. */
typedef struct
{
  MxtrafReading reading;
  double factor;
  gsize offset;
  guint n;
  gsize more_offset;
  guint n_more;
} Rate;

#define RECEIVED(class) offsetof (MxtrafCounters, received[class])

static const Rate rates[MXTRAF_METER_RATES] = {
  { MXTRAF_READING_THROUGHPUT, 8, RECEIVED (0), .n = MXTRAF_N_CLASSES },
  { MXTRAF_READING_ELEPHANTS_THROUGHPUT, 8, RECEIVED (MXTRAF_ELEPHANTS), .n = 1 },
  { MXTRAF_READING_MICE_THROUGHPUT, 8, RECEIVED (MXTRAF_MICE), .n = 1 },
  { MXTRAF_READING_CBR_THROUGHPUT, 8, RECEIVED (MXTRAF_CBR), .n = 1 },
  { MXTRAF_READING_MEASURED_THROUGHPUT, 8, RECEIVED (MXTRAF_MEASURED), .n = 1 },
  { MXTRAF_READING_DROPS, 1, offsetof (MxtrafCounters, dropped), .n = MXTRAF_N_WAYS },
  { MXTRAF_READING_MARKS, 1, offsetof (MxtrafCounters, marked), .n = MXTRAF_N_WAYS },
  { MXTRAF_READING_CONNECTIONS, 1, offsetof (MxtrafCounters, connections), .n = MXTRAF_N_CLASSES },
  { MXTRAF_READING_REQUESTS, 1, offsetof (MxtrafCounters, requests), .n = 1 },
  { MXTRAF_READING_ERRORS, 1, offsetof (MxtrafCounters, client_errors), MXTRAF_N_CLASSES,
    offsetof (MxtrafCounters, server_errors), MXTRAF_N_CLASSES },
  { MXTRAF_READING_WRITE_TIME, 1e-7, offsetof (MxtrafCounters, write_time), .n = 1 },
  { MXTRAF_READING_WAIT_TIME, 1e-7, offsetof (MxtrafCounters, wait_time), .n = 1 },
};

static guint64
load (const guint64 *word)
{
  return __atomic_load_n (word, __ATOMIC_RELAXED);
}

static guint64
add_up (const MxtrafCounters *counters, gsize offset, guint n)
{
  const guint64 *words = (const void *) ((const char *) counters + offset);
  guint64 sum = 0;

  for (guint i = 0; i < n; i++)
    sum += load (&words[i]);
  return sum;
}

static guint64
count (const MxtrafCounters *counters, const Rate *rate)
{
  return add_up (counters, rate->offset, rate->n)
         + add_up (counters, rate->more_offset, rate->n_more);
}

void
mxtraf_meter_set_gap (MxtrafMeter *self, GscopeGapCause cause)
{
  for (guint i = 0; i < MXTRAF_N_READINGS; i++)
    self->values[i] = gscope_gap_value (cause);
}

/* The counters of a packet are read in the order in which they are written, so that a sum does not
 * lack the packets that are counted. */
static MxtrafTrainCounts
count_trains (const MxtrafCounters *counters)
{
  MxtrafTrainCounts counts = { .packets = load (&counters->train_packets) };

  counts.intervals = load (&counters->train_intervals);
  counts.sum = load (&counters->train_interval_sum);
  counts.squares = load (&counters->train_interval_squares);
  counts.server_time = load (&counters->server_time);
  return counts;
}

void
mxtraf_meter_begin (MxtrafMeter *self, const MxtrafCounters *counters, gint64 time)
{
  memset (self, 0, sizeof *self);
  mxtraf_meter_set_gap (self, GSCOPE_GAP_CAUSE_NO_VALUE);
  self->begin = self->now = self->interval_begin = time;
  for (guint i = 0; i < MXTRAF_N_RINGS; i++)
    self->tails[i] = __atomic_load_n (&counters->rings[i].head, __ATOMIC_ACQUIRE);
  for (guint i = 0; i < MXTRAF_METER_RATES; i++)
    self->counts[i] = count (counters, &rates[i]);
  self->trains = count_trains (counters);
}

/* Returns the oldest entry that is certainly not being overwritten. */
static guint64
get_oldest (guint64 head)
{
  return head > MXTRAF_RING - MARGIN ? head - (MXTRAF_RING - MARGIN) : 0;
}

static void
skip_lost (MxtrafMeter *self, MxtrafRingName ring, guint64 oldest)
{
  if (self->tails[ring] >= oldest)
    return;
  self->lost[ring] += oldest - self->tails[ring];
  self->tails[ring] = oldest;
}

/* The entries are loaded with acquire order, so that the head is read again after them. */
static gsize
copy_entries (const MxtrafRing *ring, guint64 tail, guint64 head, MxtrafEntry *entries, gsize n)
{
  gsize length = MIN (n, head - tail);

  for (gsize i = 0; i < length; i++)
    {
      const MxtrafEntry *entry = &ring->entries[(tail + i) % MXTRAF_RING];

      entries[i].time = __atomic_load_n (&entry->time, __ATOMIC_ACQUIRE);
      entries[i].value = __atomic_load_n (&entry->value, __ATOMIC_ACQUIRE);
    }
  return length;
}

static void
add_latency (MxtrafMeter *self, gint64 latency)
{
  mxtraf_histogram_add (&self->latencies, latency);
  mxtraf_window_add (&self->window, latency);
}

gsize
mxtraf_meter_take (MxtrafMeter *self, const MxtrafCounters *counters, MxtrafRingName name,
                   GscopeSample *samples, gsize n)
{
  const MxtrafRing *ring = &counters->rings[name];
  guint64 head = __atomic_load_n (&ring->head, __ATOMIC_ACQUIRE);
  MxtrafEntry entries[MARGIN];
  guint64 first;
  gsize length, n_taken = 0;

  skip_lost (self, name, get_oldest (head));
  first = self->tails[name];
  length = copy_entries (ring, first, head, entries, MIN (n, MARGIN));
  skip_lost (self, name, MIN (first + length, get_oldest (load (&ring->head))));
  for (gsize i = self->tails[name] - first; i < length; i++)
    {
      if (name == MXTRAF_RING_LATENCY)
        add_latency (self, entries[i].value);
      samples[n_taken].time = entries[i].time;
      samples[n_taken++].value = entries[i].value / (double) GSCOPE_SEC;
    }
  self->tails[name] = first + length;
  return n_taken;
}

static double
or_gap (double value)
{
  return isnan (value) ? gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE) : value;
}

static void
read_window (MxtrafMeter *self, double threshold)
{
  const MxtrafHistogram *window = &self->window.sum;
  static const struct
  {
    MxtrafReading reading;
    double percentile;
  } percentiles[] = {
    { MXTRAF_READING_LATENCY_P50, 50 },
    { MXTRAF_READING_LATENCY_P95, 95 },
    { MXTRAF_READING_LATENCY_P99, 99 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (percentiles); i++)
    self->values[percentiles[i].reading] =
        or_gap (mxtraf_histogram_get_percentile (window, percentiles[i].percentile) / GSCOPE_SEC);
  self->values[MXTRAF_READING_LATENCY_WITHIN] =
      or_gap (100 * mxtraf_histogram_get_share_below (window, threshold * GSCOPE_SEC));
}

static void
read_limit (MxtrafMeter *self, const MxtrafCounters *counters)
{
  guint64 a = load (&counters->limit_a);

  self->values[MXTRAF_READING_A] = or_gap (a > 0 ? a / 1000.0 : NAN);
  self->values[MXTRAF_READING_B] = or_gap (a > 0 ? load (&counters->limit_b) / 1000.0 : NAN);
}

static void
clear_trains (MxtrafMeter *self)
{
  for (guint i = MXTRAF_READING_INTERVAL; i <= MXTRAF_READING_PACKET_TIME; i++)
    self->values[i] = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
}

/* Keeps the values between trains. */
static void
read_trains (MxtrafMeter *self, const MxtrafCounters *counters)
{
  MxtrafTrainCounts now = count_trains (counters), *before = &self->trains;
  guint64 n = now.intervals - before->intervals, packets = now.packets - before->packets;
  guint64 sum = now.sum - before->sum;

  if (load (&counters->flows[MXTRAF_TRAIN]) == 0)
    clear_trains (self);
  if (n == 0)
    return;
  self->values[MXTRAF_READING_INTERVAL] = 1e6 * mxtraf_spacing_get_mean (n, sum);
  self->values[MXTRAF_READING_INTERVAL_DEVIATION] =
      1e6 * mxtraf_spacing_get_deviation (n, sum, now.squares - before->squares);
  self->values[MXTRAF_READING_PACKET_TIME] =
      (now.server_time - before->server_time) * 1e-3 / packets;
  *before = now;
}

static void
end_interval (MxtrafMeter *self, const MxtrafCounters *counters, gint64 time)
{
  double seconds = (time - self->interval_begin) / (double) GSCOPE_SEC;

  for (guint i = 0; i < MXTRAF_METER_RATES; i++)
    {
      guint64 now = count (counters, &rates[i]);

      self->values[rates[i].reading] = (now - self->counts[i]) * rates[i].factor / seconds;
      self->counts[i] = now;
    }
  read_trains (self, counters);
  self->interval_begin = time;
}

void
mxtraf_meter_tick (MxtrafMeter *self, const MxtrafCounters *counters, gint64 time, double rate,
                   double threshold)
{
  guint64 n_intervals = time / INTERVAL - self->interval_begin / INTERVAL;

  self->capacity += rate * (time - self->now) / GSCOPE_SEC;
  self->now = time;
  self->values[MXTRAF_READING_ELEPHANTS] = load (&counters->flows[MXTRAF_ELEPHANTS]);
  self->values[MXTRAF_READING_MICE] = load (&counters->flows[MXTRAF_MICE]);
  self->values[MXTRAF_READING_QUEUE] = load (&counters->queued[MXTRAF_TO_CLIENT]);
  self->values[MXTRAF_READING_WINDOWS] = load (&counters->windows);
  self->values[MXTRAF_READING_DROPPED_WINDOWS] = load (&counters->dropped_windows);
  self->values[MXTRAF_READING_LATE_WINDOWS] = load (&counters->late_windows);
  self->values[MXTRAF_READING_QUALITY_CHANGES] = load (&counters->quality_changes);
  self->values[MXTRAF_READING_STALLS] = load (&counters->stalls);
  self->values[MXTRAF_READING_BUFFERED] = load (&counters->buffered) / (double) GSCOPE_SEC;
  read_limit (self, counters);
  self->values[MXTRAF_READING_TRANSFER_TIME] =
      or_gap (load (&counters->transfers) > 0 ? load (&counters->transfer_time) * 1e-9 : NAN);
  for (guint i = 0; i < MXTRAF_N_WAYS; i++)
    self->longest_queue[i] = MAX (self->longest_queue[i], load (&counters->queued[i]));
  if (time <= self->interval_begin || n_intervals == 0)
    return;
  end_interval (self, counters, time);
  read_window (self, threshold);
  mxtraf_window_advance (&self->window, n_intervals);
}
