/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trigger/ahead.h>

#include <gscope/trace/archive.h>

enum
{
  /* A visit ends early when it has this many samples, which are taken before the next one: 1 MiB. */
  ENOUGH = 1 << 16,
};

struct _GscopeAhead
{
  /* not held */
  GscopeSignal *signal;
  /* NULL after this was freed, while a thread still reads */
  GscopeAheadFunc func;
  gpointer data;
  /* of GscopeSample: what was read; the samples before `next` were taken */
  GArray *samples;
  guint next;
  /* all samples before a time were read, and others up to the newest one */
  gint64 until;
  gint64 newest;
  /* whether the last visit failed, and whether there is no use in another one */
  gboolean is_again;
  gboolean has_failed;

  /* NULL while no thread reads, which uses the following */
  GCancellable *cancellable;
  GscopeArchivePlace place;
  GArray *incoming;
  gint64 begin;
  /* what has to be read at least, and what was */
  gint64 wanted;
  gint64 settled;
  gboolean is_at_end;
};

GscopeAhead *
gscope_ahead_new (GscopeSignal *signal, gint64 begin, GscopeAheadFunc func, gpointer data)
{
  GscopeAhead *self = g_new0 (GscopeAhead, 1);

  g_set_weak_pointer (&self->signal, signal);
  self->func = func;
  self->data = data;
  self->samples = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  self->incoming = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  self->begin = self->until = begin;
  self->newest = G_MININT64;
  return self;
}

static void
destroy (GscopeAhead *self)
{
  gscope_archive_place_clear (&self->place);
  g_clear_object (&self->cancellable);
  g_clear_weak_pointer (&self->signal);
  g_array_unref (self->samples);
  g_array_unref (self->incoming);
  g_free (self);
}

void
gscope_ahead_free (GscopeAhead *self)
{
  self->func = NULL;
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  else
    destroy (self);
}

gboolean
gscope_ahead_has_failed (const GscopeAhead *self)
{
  return self->has_failed;
}

gsize
gscope_ahead_take (GscopeAhead *self, gint64 time, GscopeSample *samples, gsize n)
{
  gsize n_taken = 0;

  while (n_taken < n && self->next < self->samples->len
         && g_array_index (self->samples, GscopeSample, self->next).time <= time)
    samples[n_taken++] = g_array_index (self->samples, GscopeSample, self->next++);
  return n_taken;
}

/* Reading: the first two functions run in a thread. */

static void
take_samples (gpointer data, guint signal, const gint64 *times, const double *values, gsize n)
{
  GscopeAhead *self = data;

  for (gsize i = 0; i < n; i++)
    {
      const GscopeSample sample = { times[i], values[i] };

      if (sample.time >= self->begin)
        g_array_append_val (self->incoming, sample);
    }
}

static gboolean
wants_more (gpointer data, gint64 time)
{
  GscopeAhead *self = data;

  self->is_at_end = time == G_MAXINT64;
  if (!self->is_at_end)
    self->settled = time;
  return time <= self->wanted && self->incoming->len < ENOUGH;
}

static void
take_incoming (GscopeAhead *self)
{
  if (self->next > 0)
    g_array_remove_range (self->samples, 0, self->next);
  self->next = 0;
  if (self->incoming->len > 0)
    self->newest = g_array_index (self->incoming, GscopeSample, self->incoming->len - 1).time;
  g_array_append_vals (self->samples, self->incoming->data, self->incoming->len);
  g_array_set_size (self->incoming, 0);
}

/* A file that was replaced is read once more. */
static void
fail (GscopeAhead *self)
{
  self->has_failed = self->place.next == 0 || self->is_again;
  self->is_again = TRUE;
  self->begin = MAX (self->until, self->newest + 1);
  g_array_set_size (self->incoming, 0);
  gscope_archive_place_clear (&self->place);
}

/* The end of a recording that still grows is known up to its newest sample, which no playback passes. */
static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  GscopeAhead *self = data;
  gboolean is_done = g_task_propagate_boolean (G_TASK (result), NULL);

  g_clear_object (&self->cancellable);
  if (!self->func)
    {
      destroy (self);
      return;
    }
  if (is_done)
    {
      take_incoming (self);
      self->is_again = FALSE;
      self->until = self->is_at_end ? MAX (self->settled, self->wanted) + 1 : self->settled;
    }
  else
    fail (self);
  self->func (self->data);
}

void
gscope_ahead_read (GscopeAhead *self, gint64 time)
{
  g_autoptr (GPtrArray) signals = NULL;
  const GscopeArchiveFuncs *funcs;
  GObject *archive = self->signal ? gscope_signal_get_archive (self->signal, &funcs) : NULL;

  if (!archive || self->cancellable || self->has_failed || time < self->until)
    return;
  signals = g_ptr_array_new ();
  g_ptr_array_add (signals, self->signal);
  self->wanted = time;
  self->settled = self->until;
  self->cancellable = g_cancellable_new ();
  funcs->visit (archive, signals,
                &(GscopeArchiveVisitor){ .take = take_samples,
                                         .settle = wants_more,
                                         .data = self,
                                         .begin = self->begin,
                                         .place = &self->place },
                g_task_new (NULL, self->cancellable, on_read, self));
}
