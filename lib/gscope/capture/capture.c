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
 * It has copies, so that it outlives the traces of the signals. Times are on the signals' clock. A capture belongs to
 * the main thread.
 */
struct _GscopeCapture
{
  GObject parent_instance;

  guint64 number;
  gint64 time;
  gint64 zero;
  gboolean is_kept;
  /* parallel */
  GPtrArray *signals;
  GPtrArray *traces;
};

G_DEFINE_FINAL_TYPE (GscopeCapture, gscope_capture, G_TYPE_OBJECT)

static void
gscope_capture_finalize (GObject *object)
{
  GscopeCapture *self = GSCOPE_CAPTURE (object);

  g_ptr_array_unref (self->signals);
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
   */
  property_add (object_class, boolean, "kept", gscope_capture_get_kept, gscope_capture_set_kept,
                FALSE);
}

static void
gscope_capture_init (GscopeCapture *self)
{
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->traces = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_trace_unref);
}

GscopeCapture *
gscope_capture_new (guint64 number, gint64 time, gint64 zero)
{
  GscopeCapture *self = g_object_new (GSCOPE_TYPE_CAPTURE, NULL);

  self->number = number;
  self->time = time;
  self->zero = zero;
  return self;
}

/* Appends samples of a trace to another one, and the gaps that begin at samples that are not-a-number. */
static void
append (GscopeTrace *from, GscopeTrace *to, const GscopeSample *samples, gsize n)
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
gscope_capture_copy (GscopeCapture *self, GscopeSignal *signal, gint64 begin, gint64 end)
{
  GscopeTrace *from = gscope_signal_get_trace (signal), *to = gscope_trace_new ();
  guint64 position = MAX (gscope_trace_find (from, begin), gscope_trace_get_first (from) + 1) - 1;
  guint64 last = MIN (gscope_trace_find (from, end) + 1, gscope_trace_get_end (from));
  GscopeSample samples[BATCH];

  while (position < last)
    {
      gsize n = gscope_trace_read (from, position, samples, MIN (BATCH, last - position));

      append (from, to, samples, n);
      position += n;
    }
  g_ptr_array_add (self->signals, g_object_ref (signal));
  g_ptr_array_add (self->traces, to);
}

/**
 * gscope_capture_get_number:
 * @self: a capture
 *
 * Gets its number: captures are counted from 1.
 *
 * Returns: the number
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
 */
GscopeTrace *
gscope_capture_get_trace (GscopeCapture *self, GscopeSignal *signal)
{
  guint place;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE (self), NULL);

  return g_ptr_array_find (self->signals, signal, &place) ? self->traces->pdata[place] : NULL;
}

/**
 * gscope_capture_get_n_gaps:
 * @self: a capture
 *
 * Gets how many gaps its signals have: stretches whose samples are missing.
 *
 * Returns: the number
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
 * Keeps a capture, for example to compare others with it.
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
