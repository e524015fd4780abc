/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/capture/private.h>
#include <math.h>
#include <property.h>

enum
{
  BATCH = 256,
};

/**
 * GscopeCapture:
 *
 * The samples of some signals around a trigger.
 *
 * It has copies, so that it outlives the signals, and knows them by their full names: a signal that comes back with its
 * source has the same samples. Times are on the signals' clock. A capture belongs to
 * the main thread.
 *
 * Since: 1.0
 */
struct _GscopeCapture
{
  GObject parent_instance;

  guint64 number;
  gint64 time;
  gint64 zero;
  /* the window; the end is not included */
  gint64 begin;
  gint64 end;
  gboolean is_kept;
  /* parallel: full names of signals, as ref strings, and their samples */
  GPtrArray *names;
  GPtrArray *traces;
};

G_DEFINE_FINAL_TYPE (GscopeCapture, gscope_capture, G_TYPE_OBJECT)

static void
gscope_capture_finalize (GObject *object)
{
  GscopeCapture *self = GSCOPE_CAPTURE (object);

  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->traces);
  G_OBJECT_CLASS (gscope_capture_parent_class)->finalize (object);
}

static void
gscope_capture_class_init (GscopeCaptureClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_capture_finalize;
  /**
   * GscopeCapture:kept:
   *
   * Whether the capture stays when the list is full.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "kept", gscope_capture_get_kept, gscope_capture_set_kept,
                FALSE);
}

static void
gscope_capture_init (GscopeCapture *self)
{
  self->names = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ref_string_release);
  self->traces = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_trace_unref);
}

GscopeCapture *
gscope_capture_new (guint64 number, gint64 time, gint64 zero, gint64 begin, gint64 end)
{
  GscopeCapture *self = g_object_new (GSCOPE_TYPE_CAPTURE, NULL);

  self->number = number;
  self->time = time;
  self->zero = zero;
  self->begin = begin;
  self->end = end;
  return self;
}

void
gscope_capture_append (GscopeTrace *from, GscopeTrace *to, const GscopeSample *samples, gsize n)
{
  gsize begin = 0;

  for (gsize i = 0; i < n; i++)
    {
      const GscopeGap *gaps;
      gsize n_gaps;

      if (!isnan (samples[i].value))
        continue;
      gaps = gscope_trace_get_gaps (from, samples[i].time, samples[i].time + 1, &n_gaps);
      if (n_gaps == 0)
        continue;
      gscope_trace_append_samples (to, samples + begin, i - begin);
      gscope_trace_append_gap (to, samples[i].time, gaps[n_gaps - 1].cause);
      begin = i + 1;
    }
  gscope_trace_append_samples (to, samples + begin, n - begin);
}

void
gscope_capture_copy (GscopeCapture *self, const char *full_name, GscopeTrace *from)
{
  GscopeTrace *to = gscope_trace_new ();
  guint64 position =
      MAX (gscope_trace_find (from, self->begin), gscope_trace_get_first (from) + 1) - 1;
  guint64 last = MIN (gscope_trace_find (from, self->end) + 1, gscope_trace_get_end (from));
  GscopeSample samples[BATCH];

  while (position < last)
    {
      gsize n = gscope_trace_read (from, position, samples, MIN (BATCH, last - position));

      gscope_capture_append (from, to, samples, n);
      position += n;
    }
  gscope_capture_take_trace (self, full_name, to);
}

void
gscope_capture_take_trace (GscopeCapture *self, const char *full_name, GscopeTrace *trace)
{
  g_ptr_array_add (self->names, g_ref_string_new_intern (full_name));
  g_ptr_array_add (self->traces, trace);
}

GPtrArray *
gscope_capture_peek_names (GscopeCapture *self)
{
  return self->names;
}

void
gscope_capture_get_window (GscopeCapture *self, gint64 *begin, gint64 *end)
{
  *begin = self->begin;
  *end = self->end;
}

/**
 * gscope_capture_get_number:
 * @self: a capture
 *
 * Gets its number: captures are counted from 1.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_capture_get_number (GscopeCapture *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE (self), 0);

  return self->number;
}

/**
 * gscope_capture_get_time:
 * @self: a capture
 *
 * Gets when the trigger fired: the time of a sample, or of a write.
 *
 * Returns: nanoseconds on the signals' clock
 *
 * Since: 1.0
 */
gint64
gscope_capture_get_time (GscopeCapture *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE (self), 0);

  return self->time;
}

/**
 * gscope_capture_get_zero:
 * @self: a capture
 *
 * Gets the time that a triggered display shows as 0: where the line from the sample before crosses the level of the
 * trigger. Captures of a periodic signal coincide there although samples come at other times in each period. Of a signal
 * whose values hold, and where no level is crossed, this is the time of the trigger.
 *
 * Returns: nanoseconds on the signals' clock
 *
 * Since: 1.0
 */
gint64
gscope_capture_get_zero (GscopeCapture *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE (self), 0);

  return self->zero;
}

/**
 * gscope_capture_get_trace:
 * @self: a capture
 * @signal: a signal
 *
 * Gets the samples of a signal, with one sample beside each end.
 *
 * Returns: (transfer none) (nullable): the trace; %NULL if the signal was not captured
 *
 * Since: 1.0
 */
GscopeTrace *
gscope_capture_get_trace (GscopeCapture *self, GscopeSignal *signal)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE (self), NULL);
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (signal), NULL);

  return gscope_capture_find_trace (self, gscope_signal_get_full_name (signal));
}

/**
 * gscope_capture_find_trace:
 * @self: a capture
 * @full_name: the full name of a signal
 *
 * Gets the samples of a signal that may be gone, with one sample beside each end.
 *
 * Returns: (transfer none) (nullable): the trace; %NULL if the signal was not captured
 *
 * Since: 1.0
 */
GscopeTrace *
gscope_capture_find_trace (GscopeCapture *self, const char *full_name)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE (self), NULL);
  g_return_val_if_fail (full_name, NULL);

  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (self->names->pdata[i], full_name))
      return self->traces->pdata[i];
  return NULL;
}

/**
 * gscope_capture_get_n_gaps:
 * @self: a capture
 *
 * Gets how many gaps its signals have: stretches whose samples are missing.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
gscope_capture_get_n_gaps (GscopeCapture *self)
{
  guint64 n = 0;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE (self), 0);

  for (guint i = 0; i < self->traces->len; i++)
    n += gscope_trace_get_n_gaps (self->traces->pdata[i]);
  return n;
}

/**
 * gscope_capture_get_bytes:
 * @self: a capture
 *
 * Gets the memory of its samples.
 *
 * Returns: bytes
 *
 * Since: 1.0
 */
gsize
gscope_capture_get_bytes (GscopeCapture *self)
{
  gsize bytes = sizeof *self;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE (self), 0);

  for (guint i = 0; i < self->traces->len; i++)
    bytes += gscope_trace_get_bytes (self->traces->pdata[i]);
  return bytes;
}

/**
 * gscope_capture_get_kept:
 * @self: a capture
 *
 * Gets whether the capture stays when the list is full.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_capture_get_kept (GscopeCapture *self)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE (self), FALSE);

  return self->is_kept;
}

/**
 * gscope_capture_set_kept:
 * @self: a capture
 * @kept: whether the capture stays when the list is full
 *
 * Keeps a capture, to compare others with it: a view shows the newest kept captures as dashed lines behind the one in front.
 *
 * Since: 1.0
 */
void
gscope_capture_set_kept (GscopeCapture *self, gboolean kept)
{
  g_return_if_fail (GSCOPE_IS_CAPTURE (self));

  if (self->is_kept == !!kept)
    return;
  self->is_kept = !!kept;
  g_object_notify (G_OBJECT (self), "kept");
}
