/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/summary.h"

#include "engine/quantity.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* Latency thresholds in seconds (Goel 2003, section 4.6.1). */
#define INTERACTIVE 0.16
#define STREAMING 0.5

enum
{
  MAX_COLUMNS = 7,
};

/* A line of a table: the first cell is aligned left, the others right. */
typedef struct
{
  char *cells[MAX_COLUMNS];
} Line;

static void
clear_line (gpointer data)
{
  Line *line = data;

  for (guint i = 0; i < MAX_COLUMNS; i++)
    g_free (line->cells[i]);
}

static GArray *
table_new (void)
{
  GArray *table = g_array_new (FALSE, TRUE, sizeof (Line));

  g_array_set_clear_func (table, clear_line);
  return table;
}

static void
measure (GArray *table, glong *widths)
{
  for (guint i = 0; i < table->len; i++)
    for (guint j = 0; j < MAX_COLUMNS; j++)
      {
        const char *cell = g_array_index (table, Line, i).cells[j];

        if (cell)
          widths[j] = MAX (widths[j], g_utf8_strlen (cell, -1));
      }
}

static void
append_cell (GString *text, const char *cell, int padding, gboolean is_first)
{
  if (is_first)
    g_string_append_printf (text, "%s%*s", cell, padding, "");
  else
    g_string_append_printf (text, "  %*s%s", padding, "", cell);
}

static void
append_table (GString *text, GArray *table)
{
  glong widths[MAX_COLUMNS] = { 0 };

  measure (table, widths);
  for (guint i = 0; i < table->len; i++)
    {
      const Line *line = &g_array_index (table, Line, i);

      for (guint j = 0; j < MAX_COLUMNS && line->cells[j]; j++)
        append_cell (text, line->cells[j], widths[j] - g_utf8_strlen (line->cells[j], -1), j == 0);
      g_string_append_c (text, '\n');
    }
}

static char *
format_count (guint64 n)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, n);
}

/* Formats a share; the whole may be 0. */
static char *
format_share (double part, double whole)
{
  return whole > 0 ? g_strdup_printf ("%.1f %%", 100 * part / whole) : g_strdup ("-");
}

static void
add_traffic (GArray *table, const MxtrafSummary *self, const char *title, guint64 flows,
             guint64 connections, guint64 errors, guint64 received)
{
  double bytes = received;
  const Line line = { {
      g_strdup (title),
      format_count (flows),
      format_count (connections),
      format_count (errors),
      mxtraf_quantity_format ("B", bytes),
      mxtraf_quantity_format ("bit/s", self->duration > 0 ? 8 * bytes / self->duration : 0),
      format_share (8 * bytes, self->capacity),
  } };

  g_array_append_val (table, line);
}

static void
add_class (GArray *table, const MxtrafSummary *self, const char *title, MxtrafClass class)
{
  add_traffic (table, self, title, self->flows[class], self->connections[class],
               self->errors[class], self->received[class]);
}

static guint64
add_up (const guint64 *words)
{
  guint64 sum = 0;

  for (guint i = 0; i < MXTRAF_N_CLASSES; i++)
    sum += words[i];
  return sum;
}

static void
append_classes (GString *text, const MxtrafSummary *self)
{
  g_autoptr (GArray) table = table_new ();
  const Line head = { {
      g_strdup (_ ("Traffic")),
      g_strdup (_ ("Flows now")),
      g_strdup (_ ("Connections")),
      g_strdup (_ ("Errors")),
      g_strdup (_ ("Received")),
      g_strdup (_ ("Throughput")),
      g_strdup (_ ("Of the rate")),
  } };

  g_array_append_val (table, head);
  add_class (table, self, _ ("elephants"), MXTRAF_ELEPHANTS);
  add_class (table, self, _ ("mice"), MXTRAF_MICE);
  add_class (table, self, _ ("web clients"), MXTRAF_WEB);
  add_class (table, self, _ ("constant bit rate"), MXTRAF_CBR);
  add_class (table, self, _ ("trains"), MXTRAF_TRAIN);
  add_class (table, self, _ ("measured flow"), MXTRAF_MEASURED);
  add_traffic (table, self, _ ("all"), add_up (self->flows), add_up (self->connections),
               add_up (self->errors), add_up (self->received));
  append_table (text, table);
}

static void
add_way (GArray *table, const MxtrafSummary *self, const char *title, MxtrafWay way)
{
  guint64 dropped = self->dropped[way];
  const Line line = { {
      g_strdup (title),
      format_count (self->forwarded_packets[way]),
      format_count (dropped),
      format_share (dropped, dropped + self->forwarded_packets[way]),
      format_count (self->marked[way]),
      format_count (self->longest_queue[way]),
  } };

  g_array_append_val (table, line);
}

static void
append_link (GString *text, const MxtrafSummary *self)
{
  g_autoptr (GArray) table = table_new ();
  const Line head = { {
      g_strdup (_ ("Packets")),
      g_strdup (_ ("Forwarded")),
      g_strdup (_ ("Dropped")),
      g_strdup (_ ("Of all")),
      g_strdup (_ ("Marked")),
      g_strdup (_ ("Longest queue")),
  } };

  g_array_append_val (table, head);
  add_way (table, self, _ ("to the client"), MXTRAF_TO_CLIENT);
  add_way (table, self, _ ("to the server"), MXTRAF_TO_SERVER);
  append_table (text, table);
}

static void
add_time (GArray *table, const char *title, double nanoseconds)
{
  const Line line = { { g_strdup (title),
                        mxtraf_quantity_format ("s", nanoseconds / GSCOPE_SEC) } };

  g_array_append_val (table, line);
}

static void
add_within (GArray *table, const MxtrafSummary *self, double seconds)
{
  g_autofree char *limit = mxtraf_quantity_format ("s", seconds);
  double share = mxtraf_histogram_get_share_below (&self->latencies, seconds * GSCOPE_SEC);
  const Line line = { { g_strdup_printf (_ ("within %s"), limit), format_share (share, 1) } };

  g_array_append_val (table, line);
}

static void
append_method (GString *text, const MxtrafConfig *config)
{
  g_autofree char *delay = mxtraf_quantity_format ("s", config->buffer_delay);

  if (config->method == MXTRAF_METHOD_GATE)
    g_string_append_printf (text, _ (", send buffer limited to (%g, %g)"), config->a, config->b);
  else if (config->method == MXTRAF_METHOD_TUNED)
    g_string_append_printf (text, _ (", send buffer tuned to %s"), delay);
}

static void
append_latency (GString *text, const MxtrafSummary *self)
{
  const MxtrafHistogram *latencies = &self->latencies;
  g_autoptr (GArray) table = table_new ();

  if (latencies->n == 0)
    {
      g_string_append_printf (text, "%s\n", _ ("No block of a measured flow was received."));
      return;
    }
  g_string_append_printf (text,
                          ngettext ("Protocol latency of the measured flow, %" PRIu64 " block",
                                    "Protocol latency of the measured flow, %" PRIu64 " blocks",
                                    (gulong) latencies->n),
                          latencies->n);
  if (self->latency_lost > 0)
    g_string_append_printf (text,
                            ngettext (" and %" PRIu64 " that was missed",
                                      " and %" PRIu64 " that were missed",
                                      (gulong) self->latency_lost),
                            self->latency_lost);
  append_method (text, &self->settings.config);
  g_string_append_c (text, '\n');
  add_time (table, _ ("mean"), mxtraf_histogram_get_mean (latencies));
  add_time (table, _ ("median"), mxtraf_histogram_get_percentile (latencies, 50));
  add_time (table, _ ("95th percentile"), mxtraf_histogram_get_percentile (latencies, 95));
  add_time (table, _ ("99th percentile"), mxtraf_histogram_get_percentile (latencies, 99));
  add_time (table, _ ("longest"), mxtraf_histogram_get_max (latencies));
  add_within (table, self, INTERACTIVE);
  add_within (table, self, STREAMING);
  append_table (text, table);
}

/* Nothing without a stream. */
static void
append_stream (GString *text, const MxtrafSummary *self)
{
  g_autofree char *dropped = format_share (self->dropped_windows, self->windows);
  g_autofree char *late = format_share (self->late_windows, self->windows);

  if (self->windows == 0)
    return;
  g_string_append_c (text, '\n');
  g_string_append_printf (text,
                          _ ("Stream windows: %" PRIu64
                             ", dropped by the sender: %s, too late: %s; changes of the quality: "
                             "%" PRIu64 "\n"),
                          self->windows, dropped, late, self->quality_changes);
}

static void
append_head (GString *text, const MxtrafSummary *self)
{
  const MxtrafConfig *config = &self->settings.config;
  g_autofree char *rate = mxtraf_quantity_format ("bit/s", config->rate);
  g_autofree char *rtt = mxtraf_quantity_format ("s", config->rtt);
  g_autofree char *queue = mxtraf_quantity_format ("packets", config->queue);
  g_autofree char *duration = mxtraf_quantity_format ("s", self->duration);
  const MxtrafRow *row = mxtraf_rows_find ("policy");
  g_autoptr (GVariant) policy = mxtraf_row_get (row, &self->settings);
  g_autofree char *policy_text = mxtraf_row_format (row, policy);

  g_string_append_printf (text, _ ("Link: %s, round-trip time %s, queue of %s, %s; TCP: %s; %s\n"),
                          rate, rtt, queue, policy_text, config->cc, duration);
}

char *
mxtraf_summary_format (const MxtrafSummary *self)
{
  GString *text = g_string_new (NULL);

  append_head (text, self);
  g_string_append_c (text, '\n');
  append_classes (text, self);
  g_string_append_c (text, '\n');
  append_link (text, self);
  g_string_append_c (text, '\n');
  append_latency (text, self);
  append_stream (text, self);
  return g_string_free (text, FALSE);
}

static void
copy (guint64 *to, const guint64 *from, guint n)
{
  for (guint i = 0; i < n; i++)
    to[i] = __atomic_load_n (&from[i], __ATOMIC_RELAXED);
}

void
mxtraf_summary_read (MxtrafSummary *self, const MxtrafSettings *settings, const MxtrafMeter *meter,
                     const MxtrafCounters *counters)
{
  self->settings = *settings;
  self->duration = (meter->now - meter->begin) / (double) GSCOPE_SEC;
  self->capacity = meter->capacity;
  copy (self->forwarded_packets, counters->forwarded_packets, MXTRAF_N_WAYS);
  copy (self->dropped, counters->dropped, MXTRAF_N_WAYS);
  copy (self->marked, counters->marked, MXTRAF_N_WAYS);
  copy (self->longest_queue, meter->longest_queue, MXTRAF_N_WAYS);
  copy (self->flows, counters->flows, MXTRAF_N_CLASSES);
  copy (self->connections, counters->connections, MXTRAF_N_CLASSES);
  copy (self->received, counters->received, MXTRAF_N_CLASSES);
  copy (self->errors, counters->client_errors, MXTRAF_N_CLASSES);
  for (guint i = 0; i < MXTRAF_N_CLASSES; i++)
    self->errors[i] += __atomic_load_n (&counters->server_errors[i], __ATOMIC_RELAXED);
  self->latency_lost = meter->lost[MXTRAF_RING_LATENCY];
  self->windows = __atomic_load_n (&counters->windows, __ATOMIC_RELAXED);
  self->dropped_windows = __atomic_load_n (&counters->dropped_windows, __ATOMIC_RELAXED);
  self->late_windows = __atomic_load_n (&counters->late_windows, __ATOMIC_RELAXED);
  self->quality_changes = __atomic_load_n (&counters->quality_changes, __ATOMIC_RELAXED);
  self->latencies = meter->latencies;
}
