/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/limit/limit.h>

#include <glib/gi18n-lib.h>
#include <gscope/clock/transport.h>
#include <gscope/control/quantity.h>
#include <gscope/limit/corners.h>
#include <gscope/scope/private.h>
#include <gscope/signal/private.h>
#include <gscope/trace/private.h>
#include <gscope/trigger/private.h>
#include <inttypes.h>
#include <main-source.h>
#include <math.h>

enum
{
  BATCH = 256,
  /* The newest failures that are kept. */
  MAX_FAILURES = 1024,
  /* The failures that are reported at once: later ones are counted in one marker. */
  MAX_UNTOLD = 256,
  /* The triggers whose samples have not come. */
  MAX_PENDING = 4096,
  /* Of values in texts. */
  DIGITS = 4,
};

/**
 * GscopeLimit:
 *
 * Compares all samples of a signal with bounds, or with a mask around each trigger.
 *
 * It compares each sample once, when the scope drains, and counts those that pass and those that fail. Samples before it was
 * made are not compared, and neither are gaps. Samples that are equal to a bound pass. A sample that
 * the trace dropped before the scope drained is counted as missed.
 *
 * A mask is compared when all samples of its time have come. A trigger that fires before the end of the mask of
 * the previous trigger begins no mask.
 *
 * In playback it compares what the pen has passed, as a trigger does: each sample once, of an overview smallest and
 * largest values.
 *
 * A limit belongs to the main thread. It marks failures on the time axis and stops the scope if its settings say so.
 *
 * Since: 1.0
 */
struct _GscopeLimit
{
  GObject parent_instance;

  GscopeScope *scope;
  GscopeSignal *signal;
  guint lease;
  GscopeTrigger *trigger;
  /* the trigger whose firings begin the mask; in playback, a copy of `trigger`, which looks at the recording from the beginning */
  GscopeTrigger *firing;
  guint64 n_unreported;
  GscopeLimitSettings settings;
  GscopeLimitCorner *corners;
  gsize n_corners;
  GscopeExtent extent;

  /* live, the position of the next sample; in playback, the time up to which samples were compared */
  guint64 position;
  gint64 seen;
  /* the zeros of masks whose samples have not come, and the time before which no other mask begins */
  GArray *pending;
  gint64 busy_from;
  gint64 busy_until;

  GscopeLimitResult result;
  GArray *failures;
  gboolean is_failing;
  /* the first samples of failures that are not reported yet */
  GArray *untold;
  /* failures that came while too many were not reported yet, and the time of the first of them */
  guint64 n_more;
  gint64 more_begin;
  GSource *teller;
  /* in playback, the markers of the failures, which go when the recording is compared again */
  GPtrArray *marked;
};

G_DEFINE_FINAL_TYPE (GscopeLimit, gscope_limit, G_TYPE_OBJECT)

static void
drop_firing (GscopeLimit *self)
{
  if (self->firing)
    g_signal_handlers_disconnect_by_data (self->firing, self);
  if (self->trigger)
    g_signal_handlers_disconnect_by_data (self->trigger, self);
  g_clear_object (&self->firing);
}

static void
gscope_limit_finalize (GObject *object)
{
  GscopeLimit *self = GSCOPE_LIMIT (object);

  drop_firing (self);
  g_clear_pointer (&self->teller, main_source_drop);
  if (self->signal)
    gscope_signal_release (self->signal, self->lease);
  g_clear_object (&self->signal);
  g_clear_object (&self->scope);
  g_clear_object (&self->trigger);
  gscope_fields_clear (gscope_limit_settings_get_fields (), &self->settings);
  g_free (self->corners);
  g_array_unref (self->pending);
  g_array_unref (self->failures);
  g_array_unref (self->untold);
  g_ptr_array_unref (self->marked);
  G_OBJECT_CLASS (gscope_limit_parent_class)->finalize (object);
}

static void
gscope_limit_class_init (GscopeLimitClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_limit_finalize;
  /**
   * GscopeLimit::failed:
   * @self: a limit
   * @time: the time of the first failed sample, nanoseconds; of a mask, the time of the trigger
   * @value: the value of that sample
   *
   * A failure began, which is reported from the main loop. Of a mask, each trigger has at most one report. If there are more
   * than 256 failures at once, the first 256 are reported, and [signal@Limit::more-failed] has the number of the others; if
   * failures have markers, one more marker has it, too.
   *
   * Since: 1.0
   */
  g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_DOUBLE);
  /**
   * GscopeLimit::more-failed:
   * @self: a limit
   * @n: the number of failures
   *
   * Failures began that [signal@Limit::failed] did not report, as there were too many at once.
   *
   * Since: 1.0
   */
  g_signal_new ("more-failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT64);
}

static void
gscope_limit_init (GscopeLimit *self)
{
  self->pending = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->failures = g_array_new (FALSE, FALSE, sizeof (GscopeLimitFailure));
  self->untold = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  self->marked = g_ptr_array_new_with_free_func (g_object_unref);
  self->seen = self->busy_from = self->busy_until = G_MININT64;
}

static gboolean
is_playback (GscopeLimit *self)
{
  return GSCOPE_IS_TRANSPORT (gscope_scope_get_clock (self->scope));
}

/* The source reports it, so that viewers of the source have it, too. */
static void
add_marker (GscopeLimit *self, gint64 time, const char *text)
{
  GscopeSource *source = gscope_scope_find_source (self->scope, self->signal);
  g_autofree char *title = gscope_limit_dup_title (self);
  g_autofree char *detail = g_strdup_printf ("%s: %s", title, text);
  g_autoptr (GscopeMarker) marker = gscope_marker_new (
      time, GSCOPE_MARKER_KIND_FAILURE, gscope_signal_get_full_name (self->signal),
      g_dgettext (GETTEXT_PACKAGE, N_ ("Limit failed")), detail);

  if (!source)
    return;
  g_signal_emit_by_name (source, "marker-added", marker);
  if (is_playback (self))
    g_ptr_array_add (self->marked, g_object_ref (marker));
}

static void
mark (GscopeLimit *self, const GscopeSample *sample)
{
  g_autofree char *value =
      gscope_quantity_format (sample->value, gscope_signal_get_unit (self->signal), DIGITS);

  add_marker (self, sample->time, value);
}

static void
mark_more (GscopeLimit *self, gint64 time, guint64 n)
{
  g_autofree char *text = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " failure without a marker of its own",
                   "%" PRIu64 " failures without markers of their own", (gulong) n),
      n);

  add_marker (self, time, text);
}

/* A recording that is compared again gets its markers again. */
static void
remove_markers (GscopeLimit *self)
{
  for (guint i = 0; i < self->marked->len; i++)
    gscope_marker_list_remove (gscope_scope_get_markers (self->scope), self->marked->pdata[i]);
  g_ptr_array_set_size (self->marked, 0);
}

static void
stop (GscopeLimit *self)
{
  if (is_playback (self))
    gscope_transport_pause (GSCOPE_TRANSPORT (gscope_scope_get_clock (self->scope)));
  else
    gscope_scope_stop (self->scope);
}

static gboolean
tell (gpointer data)
{
  g_autoptr (GscopeLimit) self = g_object_ref (data);
  g_autoptr (GArray) samples = g_steal_pointer (&self->untold);
  guint64 n_more = self->n_more;
  gint64 more_begin = self->more_begin;

  self->untold = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  self->n_more = 0;
  g_clear_pointer (&self->teller, g_source_unref);
  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);

      if (self->settings.marks)
        mark (self, sample);
      g_signal_emit_by_name (self, "failed", sample->time, sample->value);
    }
  if (n_more > 0 && self->settings.marks)
    mark_more (self, more_begin, n_more);
  if (n_more > 0)
    g_signal_emit_by_name (self, "more-failed", n_more);
  if (self->settings.stops)
    stop (self);
  return G_SOURCE_REMOVE;
}

/* Not now: a drain must not be disturbed. */
static void
tell_soon (GscopeLimit *self, gint64 time, double value)
{
  const GscopeSample sample = { time, value };

  if (self->untold->len < MAX_UNTOLD)
    g_array_append_val (self->untold, sample);
  else if (self->n_more++ == 0)
    self->more_begin = time;
  if (self->teller)
    return;
  self->teller = g_idle_source_new ();
  g_source_set_static_name (self->teller, "[gscope] limit");
  g_source_set_priority (self->teller, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->teller, tell, self, NULL);
  g_source_attach (self->teller, g_main_context_get_thread_default ());
}

static void
begin_failure (GscopeLimit *self, const GscopeSample *sample)
{
  const GscopeLimitFailure failure = { sample->time, sample->time, *sample, -INFINITY };

  if (self->result.n_failed == 0)
    self->result.first = *sample;
  if (self->failures->len == MAX_FAILURES)
    g_array_remove_range (self->failures, 0, MAX_FAILURES / 2);
  g_array_append_val (self->failures, failure);
  self->result.n_failures++;
  self->is_failing = TRUE;
}

static void
take_failed (GscopeLimit *self, const GscopeSample *sample, double excess)
{
  GscopeLimitFailure *failure;

  if (!self->is_failing)
    begin_failure (self, sample);
  self->result.n_failed++;
  failure = &g_array_index (self->failures, GscopeLimitFailure, self->failures->len - 1);
  failure->end = sample->time;
  if (excess <= failure->excess)
    return;
  failure->excess = excess;
  failure->worst = *sample;
}

static void
take_margin (GscopeLimit *self, double margin)
{
  if (!(self->result.margin <= margin))
    self->result.margin = margin;
}

/* A gap ends a failure. Returns whether the sample failed. */
static gboolean
compare (GscopeLimit *self, const GscopeSample *sample, const GscopeExtent *extent)
{
  double margin = MIN (extent->max - sample->value, sample->value - extent->min);

  if (isnan (sample->value))
    {
      self->is_failing = FALSE;
      return FALSE;
    }
  take_margin (self, margin);
  if (margin < 0)
    {
      take_failed (self, sample, -margin);
      return TRUE;
    }
  self->result.n_passed++;
  self->is_failing = FALSE;
  return FALSE;
}

/* Samples that pass are found, counted and measured in the pyramid of the trace. */
static guint64
skip_passing (GscopeLimit *self, GscopeTrace *trace, guint64 position, guint64 end)
{
  GscopeSample failed;
  guint64 next = gscope_trace_find_outside (trace, position, end, &self->extent, &failed);
  GscopeColumn column;

  if (next == position)
    return next;
  gscope_trace_get_range (trace, position, next, &column);
  self->result.n_passed += next - position;
  take_margin (self, MIN (self->extent.max - column.max, column.min - self->extent.min));
  self->is_failing = FALSE;
  return next;
}

static void
compare_range (GscopeLimit *self, guint64 position, guint64 end)
{
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  GscopeSample samples[BATCH];

  while ((position = skip_passing (self, trace, position, end)) < end)
    {
      gsize n = gscope_trace_read (trace, position, samples, MIN (BATCH, end - position));

      for (gsize i = 0; i < n; i++)
        {
          gboolean was_failing = self->is_failing;

          if (compare (self, &samples[i], &self->extent) && !was_failing)
            tell_soon (self, samples[i].time, samples[i].value);
        }
      position += n;
    }
}

static void
compare_new (GscopeLimit *self)
{
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  gint64 pen = gscope_scope_get_pen (self->scope);
  guint64 end = gscope_trace_get_end (trace);

  if (is_playback (self))
    {
      self->position =
          gscope_trace_find (trace, self->seen == G_MININT64 ? self->seen : self->seen + 1);
      end = gscope_trace_find (trace, pen + 1);
    }
  else if (self->position < gscope_trace_get_first (trace))
    {
      self->result.n_missed += gscope_trace_get_first (trace) - self->position;
      self->position = gscope_trace_get_first (trace);
      self->is_failing = FALSE;
    }
  if (self->position < end)
    {
      compare_range (self, self->position, end);
      self->seen = MAX (self->seen, gscope_trace_get_time (trace, end - 1));
    }
  self->position = end;
}

static gint64
get_length_after (GscopeLimit *self)
{
  return self->corners[self->n_corners - 1].time;
}

/* Notes where the margin is smallest. Returns whether the sample failed. */
static gboolean
compare_with_mask (GscopeLimit *self, const GscopeSample *sample, gint64 zero, gsize *corner)
{
  const GscopeLimitCorner bounds = gscope_limit_corners_interpolate (self->corners, self->n_corners,
                                                                     sample->time - zero, corner);
  const GscopeExtent extent = { bounds.lower, bounds.upper };
  double margin = self->result.margin;
  gboolean failed = compare (self, sample, &extent);

  if (self->result.margin != margin && !isnan (self->result.margin))
    self->result.margin_time = (double) (sample->time - zero) / (double) GSCOPE_SEC;
  return failed;
}

static void
compare_mask (GscopeLimit *self, gint64 zero)
{
  GscopeTrace *trace = gscope_signal_get_trace (self->signal);
  guint64 position = gscope_trace_find (trace, zero + self->corners[0].time);
  guint64 end = gscope_trace_find (trace, zero + get_length_after (self) + 1);
  GscopeSample samples[BATCH], first = { 0 };
  gboolean failed = FALSE;
  gsize corner = 0;

  /* the first samples of the trace may have been dropped */
  if (position == gscope_trace_get_first (trace) && position > 0)
    self->result.n_missed++;
  self->is_failing = FALSE;
  while (position < end)
    {
      gsize n = gscope_trace_read (trace, position, samples, MIN (BATCH, end - position));

      for (gsize i = 0; i < n; i++)
        {
          if (!compare_with_mask (self, &samples[i], zero, &corner) || failed)
            continue;
          failed = TRUE;
          first = samples[i];
        }
      position += n;
    }
  self->is_failing = FALSE;
  self->result.n_captures++;
  self->result.n_failed_captures += failed;
  if (failed)
    tell_soon (self, zero, first.value);
}

/* Returns the time before which all samples have come. */
static gint64
get_horizon (GscopeLimit *self)
{
  gint64 pen = gscope_scope_get_pen (self->scope);

  if (is_playback (self) || !gscope_signal_is_attached (self->signal))
    return pen;
  return MIN (pen, gscope_intake_get_horizon (gscope_signal_get_intake (self->signal)));
}

static void
compare_pending (GscopeLimit *self)
{
  gint64 horizon = get_horizon (self);
  guint n = 0;

  for (; n < self->pending->len; n++)
    {
      gint64 zero = g_array_index (self->pending, gint64, n);

      if (zero + get_length_after (self) > horizon)
        break;
      compare_mask (self, zero);
    }
  g_array_remove_range (self->pending, 0, n);
}

/* Firings that the trigger has not reported are missed. */
static void
count_unreported (GscopeLimit *self)
{
  guint64 n = gscope_trigger_get_n_unreported (self->firing);

  self->result.n_missed += n - self->n_unreported;
  self->n_unreported = n;
}

static void
on_triggered (GscopeTrigger *trigger, gint64 time, GscopeLimit *self)
{
  gint64 zero = gscope_trigger_find_zero (trigger, time);

  count_unreported (self);
  if (zero >= self->busy_from && zero < self->busy_until)
    return;
  if (self->pending->len == MAX_PENDING)
    {
      g_array_remove_index (self->pending, 0);
      self->result.n_missed++;
    }
  g_array_append_val (self->pending, zero);
  self->busy_from = zero;
  self->busy_until = zero + MAX (get_length_after (self), 0);
  /* a playback that pauses does not drain */
  if (is_playback (self))
    compare_pending (self);
}

/* The copy is armed again, and has other settings, with the trigger. */
static void
on_trigger_changed (GscopeTrigger *trigger, GscopeLimit *self)
{
  gscope_trigger_set_settings (self->firing, gscope_trigger_get_settings (trigger));
}

/* Another limit than a mask needs no trigger. */
static void
follow_trigger (GscopeLimit *self)
{
  GscopeSignal *watched = self->trigger ? gscope_trigger_get_watched (self->trigger) : NULL;

  drop_firing (self);
  if (!self->corners)
    g_clear_object (&self->trigger);
  if (!self->trigger || !watched)
    return;
  if (is_playback (self))
    {
      self->firing = gscope_trigger_new (watched, gscope_trigger_get_settings (self->trigger));
      g_signal_connect_object (self->trigger, "changed", G_CALLBACK (on_trigger_changed), self, 0);
    }
  else
    self->firing = g_object_ref (self->trigger);
  self->n_unreported = gscope_trigger_get_n_unreported (self->firing);
  g_signal_connect_object (self->firing, "triggered", G_CALLBACK (on_triggered), self, 0);
}

static void
on_drained (GscopeScope *scope, GscopeLimit *self)
{
  if (self->settings.kind != GSCOPE_LIMIT_KIND_MASK)
    {
      compare_new (self);
      return;
    }
  if (self->firing && is_playback (self))
    gscope_scope_look_for (scope, self->firing);
  compare_pending (self);
}

static void
set_bounds (GscopeLimit *self)
{
  g_clear_pointer (&self->corners, g_free);
  self->n_corners = 0;
  self->extent = (GscopeExtent){ self->settings.lower, self->settings.upper };
  if (self->settings.kind == GSCOPE_LIMIT_KIND_AT_MOST)
    self->extent.min = -INFINITY;
  if (self->settings.kind == GSCOPE_LIMIT_KIND_AT_LEAST)
    self->extent.max = INFINITY;
  if (self->settings.kind == GSCOPE_LIMIT_KIND_MASK)
    self->corners = gscope_limit_mask_parse (self->settings.mask, &self->n_corners, NULL);
}

/**
 * gscope_limit_new:
 * @scope: the scope of the signal
 * @signal: a signal
 * @trigger: (nullable): the trigger at which a mask begins, of a signal on the same clock; other limits need none
 * @settings: the settings
 * @error: why the settings make no limit
 *
 * Makes a limit for the samples from now on; in playback, from the beginning of the recording on. A mask without a trigger
 * compares nothing.
 *
 * Returns: (transfer full) (nullable): the limit
 *
 * Since: 1.0
 */
GscopeLimit *
gscope_limit_new (GscopeScope *scope, GscopeSignal *signal, GscopeTrigger *trigger,
                  const GscopeLimitSettings *settings, GError **error)
{
  GscopeLimit *self;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (signal), NULL);
  g_return_val_if_fail (!trigger || GSCOPE_IS_TRIGGER (trigger), NULL);
  g_return_val_if_fail (settings, NULL);

  if (!gscope_limit_settings_check (settings, error))
    return NULL;
  self = g_object_new (GSCOPE_TYPE_LIMIT, NULL);
  self->scope = g_object_ref (scope);
  self->signal = g_object_ref (signal);
  self->lease = gscope_signal_lease (signal, 0);
  gscope_fields_copy (gscope_limit_settings_get_fields (), settings, &self->settings);
  g_set_object (&self->trigger, trigger);
  set_bounds (self);
  g_signal_connect_object (scope, "drained", G_CALLBACK (on_drained), self, 0);
  gscope_limit_reset (self);
  return self;
}

/**
 * gscope_limit_set_settings:
 * @self: a limit
 * @settings: the settings, as gscope_limit_settings_check() wants them
 *
 * Takes other settings, forgets the outcome, and begins again as a new limit does. A mask keeps its trigger; another limit drops
 * it.
 *
 * Since: 1.0
 */
void
gscope_limit_set_settings (GscopeLimit *self, const GscopeLimitSettings *settings)
{
  g_return_if_fail (GSCOPE_IS_LIMIT (self) && self->signal);
  g_return_if_fail (settings && gscope_limit_settings_check (settings, NULL));

  gscope_fields_copy (gscope_limit_settings_get_fields (), settings, &self->settings);
  set_bounds (self);
  gscope_limit_reset (self);
}

/**
 * gscope_limit_get_signal:
 * @self: a limit
 *
 * Gets the signal whose samples it compares.
 *
 * Returns: (transfer none): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_limit_get_signal (GscopeLimit *self)
{
  g_return_val_if_fail (GSCOPE_IS_LIMIT (self), NULL);

  return self->signal;
}

/**
 * gscope_limit_get_trigger:
 * @self: a limit
 *
 * Gets the trigger at which its mask begins.
 *
 * Returns: (transfer none) (nullable): the trigger; %NULL for none, and for other limits than masks
 *
 * Since: 1.0
 */
GscopeTrigger *
gscope_limit_get_trigger (GscopeLimit *self)
{
  g_return_val_if_fail (GSCOPE_IS_LIMIT (self), NULL);

  return self->trigger;
}

/**
 * gscope_limit_get_settings:
 * @self: a limit
 *
 * Gets its settings.
 *
 * Returns: (transfer none): the settings, until the limit gets others
 *
 * Since: 1.0
 */
const GscopeLimitSettings *
gscope_limit_get_settings (GscopeLimit *self)
{
  g_return_val_if_fail (GSCOPE_IS_LIMIT (self), NULL);

  return &self->settings;
}

/**
 * gscope_limit_get_corners:
 * @self: a limit
 * @n: (out): the number of corners; 0 for other limits than masks
 *
 * Gets the corners of its mask.
 *
 * Returns: (transfer none) (array length=n) (nullable): the corners, until the settings change
 *
 * Since: 1.0
 */
const GscopeLimitCorner *
gscope_limit_get_corners (GscopeLimit *self, gsize *n)
{
  g_return_val_if_fail (GSCOPE_IS_LIMIT (self) && n, NULL);

  *n = self->n_corners;
  return self->corners;
}

/**
 * gscope_limit_get_result:
 * @self: a limit
 *
 * Gets the outcome so far.
 *
 * Returns: (transfer none): the outcome, which changes later
 *
 * Since: 1.0
 */
const GscopeLimitResult *
gscope_limit_get_result (GscopeLimit *self)
{
  g_return_val_if_fail (GSCOPE_IS_LIMIT (self), NULL);

  return &self->result;
}

/**
 * gscope_limit_get_failures:
 * @self: a limit
 * @n: (out): the number of failures
 *
 * Gets its newest failures, at most 1024, in the order in which they were found.
 *
 * Returns: (transfer none) (array length=n): the failures, until the next sample is compared
 *
 * Since: 1.0
 */
const GscopeLimitFailure *
gscope_limit_get_failures (GscopeLimit *self, gsize *n)
{
  g_return_val_if_fail (GSCOPE_IS_LIMIT (self) && n, NULL);

  *n = self->failures->len;
  return (const GscopeLimitFailure *) self->failures->data;
}

/**
 * gscope_limit_reset:
 * @self: a limit
 *
 * Forgets the outcome and compares the samples from now on; in playback, from the beginning of the recording on.
 *
 * Since: 1.0
 */
void
gscope_limit_reset (GscopeLimit *self)
{
  g_return_if_fail (GSCOPE_IS_LIMIT (self) && self->signal);

  gscope_limit_result_init (&self->result, self->settings.kind);
  g_clear_pointer (&self->teller, main_source_drop);
  remove_markers (self);
  g_array_set_size (self->failures, 0);
  g_array_set_size (self->untold, 0);
  self->n_more = 0;
  g_array_set_size (self->pending, 0);
  self->busy_from = self->busy_until = G_MININT64;
  self->is_failing = FALSE;
  self->seen = G_MININT64;
  self->position = gscope_trace_get_end (gscope_signal_get_trace (self->signal));
  follow_trigger (self);
  /* a playback that pauses does not drain */
  if (is_playback (self))
    on_drained (self->scope, self);
}
