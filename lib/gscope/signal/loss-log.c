/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/loss-log.h>

#include <gscope/trace/sample.h>
#include <string.h>

/* Losses for one cause within this time are one record. */
#define WINDOW (100 * GSCOPE_MSEC)

enum
{
  MAX_RECORDS = 4096
};

void
gscope_loss_log_init (GscopeLossLog *self)
{
  *self = (GscopeLossLog){ 0 };
  self->records = g_array_new (FALSE, FALSE, sizeof (GscopeLossRecord));
}

void
gscope_loss_log_clear (GscopeLossLog *self)
{
  g_clear_pointer (&self->records, g_array_unref);
}

void
gscope_loss_log_reset (GscopeLossLog *self)
{
  memset (self->counts, 0, sizeof self->counts);
  g_array_set_size (self->records, 0);
}

void
gscope_loss_log_lose (GscopeLossLog *self, gint64 time, GscopeLoss cause, guint64 n)
{
  GscopeLossRecord record = { time, cause, n };

  if (n == 0)
    return;
  self->counts[cause] += n;
  for (guint i = self->records->len; i-- > 0;)
    {
      GscopeLossRecord *last = &g_array_index (self->records, GscopeLossRecord, i);

      record.time = MAX (record.time, last->time);
      if (last->time < time && (guint64) time - (guint64) last->time >= WINDOW)
        break;
      if (last->cause != cause)
        continue;
      last->count += n;
      return;
    }
  if (self->records->len == MAX_RECORDS)
    g_array_remove_range (self->records, 0, MAX_RECORDS / 4);
  g_array_append_val (self->records, record);
}

void
gscope_loss_log_add (GscopeLossLog *self, const GscopeLossLog *other)
{
  guint64 counts[GSCOPE_N_LOSSES];

  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    counts[cause] = self->counts[cause] + other->counts[cause];
  for (guint i = 0; i < other->records->len; i++)
    {
      const GscopeLossRecord *record = &g_array_index (other->records, GscopeLossRecord, i);

      gscope_loss_log_lose (self, record->time, record->cause, record->count);
    }
  /* The other log may have dropped records. */
  memcpy (self->counts, counts, sizeof counts);
}

/* The first record that is not before a time. */
static guint
find_record (const GscopeLossLog *self, gint64 time)
{
  const GscopeLossRecord *records = (const GscopeLossRecord *) self->records->data;
  guint begin = 0, end = self->records->len;

  while (begin < end)
    {
      guint middle = (begin + end) / 2;

      if (records[middle].time < time)
        begin = middle + 1;
      else
        end = middle;
    }
  return begin;
}

const GscopeLossRecord *
gscope_loss_log_find (const GscopeLossLog *self, gint64 begin, gint64 end, gsize *n)
{
  guint first = find_record (self, begin);

  *n = MAX (find_record (self, end), first) - first;
  return (const GscopeLossRecord *) self->records->data + first;
}
