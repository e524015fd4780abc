/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/identify.h>
#include <gscope/analysis/transfer-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/control/quantity.h>
#include <gscope/error.h>
#include <main-source.h>
#include <math.h>

/* Writes in a period of the highest frequency, and bounds of the writes per second. */
#define WRITES_PER_PERIOD 20
#define MIN_RATE 10.0
#define MAX_RATE 1000.0
/* Periods of the lowest frequency that a chirp has at least. */
#define MIN_PERIODS 4
/* Part of the duration for which the response is measured after the chirp. */
#define SETTLING 0.05
/* Points of the transfer function in a decade; each is the average of the frequencies within a part of its own to both
 * sides, and of the next ones at least. */
#define PER_DECADE 20
#define WIDTH 0.06
/* Points of the record. */
#define MIN_SIZE 64
#define MAX_SIZE 1000000
/* Highest frequency as a part of the samples per second of the response. */
#define MAX_PART 0.4
/* Samples of the response from which their spacing is taken. */
#define N_SPACED 64
/* How often changes are reported, the transfer function is computed, and a refused former value is written again. */
#define REPORT (200 * GSCOPE_MSEC)
#define COMPUTE GSCOPE_SEC
#define RETRY GSCOPE_SEC
/* How long the last samples of the response may take. */
#define PATIENCE (2 * GSCOPE_SEC)
#define MAX_TRIES 30
#define DIGITS 6

/**
 * GscopeIdentify:
 *
 * Identifies the response of a signal to a parameter: writes a chirp around the parameter's value, and computes the transfer
 * function from the parameter to the signal.
 *
 * The chirp is a sine whose frequency grows exponentially from a lowest to a highest one. It is refused if it would leave the range
 * of the parameter. The parameter gets its former value back when the chirp has ended, after [method@Identify.stop], after a refused
 * write, and when the object is disposed; a former value that is refused is written again each second, at most 30 times. The object
 * lives until the parameter has its former value.
 *
 * The transfer function is computed from the whole record, from rest to rest, averaged over neighbouring frequencies, at 20 points per
 * decade. A gap in the samples of the response leaves no transfer function.
 *
 * The input of the transfer function are the values that were read back, each from its time on. A write that a source answers later
 * counts from the middle between write and answer. While a write is in flight, the next one waits, so a slow source gets fewer
 * writes. All writes are one gesture of the writer %GSCOPE_IDENTIFY_WRITER, and have one marker. A value that somebody else writes meanwhile is
 * replaced by the next one of the chirp.
 *
 * It belongs to the main thread.
 *
 * Since: 1.0
 */
struct _GscopeIdentify
{
  GObject parent_instance;

  GscopeScope *scope;
  GscopeParameter *parameter;
  GscopeSignal *response;
  double amplitude;
  double low;
  double high;
  gint64 duration;

  GscopeIdentifyState state;
  char *reason;
  GVariant *former;
  double middle;
  gint64 begin;
  gint64 reported;
  gint64 computed;
  gint64 asked;
  gboolean is_writing;
  guint n_tries;
  double progress;
  GSource *timer;
  /* the values that were read back */
  GscopeTrace *excitation;
  double grid;
  /* GscopeTransferPoint */
  GArray *points;
};

G_DEFINE_FINAL_TYPE (GscopeIdentify, gscope_identify, G_TYPE_OBJECT)

static void restore (GscopeIdentify *self);

static gint64
get_now (GscopeIdentify *self)
{
  return gscope_clock_get_time (gscope_scope_get_clock (self->scope));
}

static void
gscope_identify_dispose (GObject *object)
{
  GscopeIdentify *self = GSCOPE_IDENTIFY (object);

  g_clear_pointer (&self->timer, main_source_drop);
  if (self->state == GSCOPE_IDENTIFY_STATE_RUNNING)
    {
      self->state = GSCOPE_IDENTIFY_STATE_ENDED;
      gscope_parameter_write_async (self->parameter, self->former, GSCOPE_IDENTIFY_WRITER, NULL,
                                    NULL, NULL);
      gscope_parameter_end_drag (self->parameter);
    }
  g_clear_object (&self->scope);
  g_clear_object (&self->parameter);
  g_clear_object (&self->response);
  G_OBJECT_CLASS (gscope_identify_parent_class)->dispose (object);
}

static void
gscope_identify_finalize (GObject *object)
{
  GscopeIdentify *self = GSCOPE_IDENTIFY (object);

  g_clear_pointer (&self->former, g_variant_unref);
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_pointer (&self->excitation, gscope_trace_unref);
  g_free (self->reason);
  G_OBJECT_CLASS (gscope_identify_parent_class)->finalize (object);
}

static void
gscope_identify_class_init (GscopeIdentifyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gscope_identify_dispose;
  G_OBJECT_CLASS (klass)->finalize = gscope_identify_finalize;
  /**
   * GscopeIdentify::changed:
   * @self: an identification
   *
   * Emitted when state, progress or transfer function have changed, at most five times per second
   * while it runs; and when the parameter has its former value.
   *
   * Since: 1.0
   */
  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
gscope_identify_init (GscopeIdentify *self)
{
  self->points = g_array_new (FALSE, FALSE, sizeof (GscopeTransferPoint));
  self->amplitude = 1;
  self->low = 0.5;
  self->high = 10;
  self->duration = 30 * GSCOPE_SEC;
}

/**
 * gscope_identify_new:
 * @scope: the scope whose clock is used
 * @parameter: a parameter of numbers
 * @response: the signal that responds, on the same clock
 *
 * Creates an identification, which writes nothing yet.
 *
 * Returns: (transfer full): an identification
 *
 * Since: 1.0
 */
GscopeIdentify *
gscope_identify_new (GscopeScope *scope, GscopeParameter *parameter, GscopeSignal *response)
{
  GscopeIdentify *self;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);
  g_return_val_if_fail (GSCOPE_IS_PARAMETER (parameter), NULL);
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (response), NULL);

  self = g_object_new (GSCOPE_TYPE_IDENTIFY, NULL);
  self->scope = g_object_ref (scope);
  self->parameter = g_object_ref (parameter);
  self->response = g_object_ref (response);
  return self;
}

/**
 * gscope_identify_get_parameter:
 * @self: an identification
 *
 * Gets the parameter to which the chirp is written.
 *
 * Returns: (transfer none): the parameter
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_identify_get_parameter (GscopeIdentify *self)
{
  g_return_val_if_fail (GSCOPE_IS_IDENTIFY (self), NULL);

  return self->parameter;
}

/**
 * gscope_identify_get_response:
 * @self: an identification
 *
 * Gets the signal that responds.
 *
 * Returns: (transfer none): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_identify_get_response (GscopeIdentify *self)
{
  g_return_val_if_fail (GSCOPE_IS_IDENTIFY (self), NULL);

  return self->response;
}

/**
 * gscope_identify_set_chirp:
 * @self: an identification that does not run
 * @amplitude: the amplitude of the sine, in the unit of the parameter
 * @low: the frequency at the beginning, hertz
 * @high: the frequency at the end, hertz
 * @duration: nanoseconds
 *
 * Sets the chirp. [method@Identify.check] judges it.
 *
 * Since: 1.0
 */
void
gscope_identify_set_chirp (GscopeIdentify *self, double amplitude, double low, double high,
                           gint64 duration)
{
  g_return_if_fail (GSCOPE_IS_IDENTIFY (self));
  g_return_if_fail (self->state == GSCOPE_IDENTIFY_STATE_IDLE);

  self->amplitude = amplitude;
  self->low = low;
  self->high = high;
  self->duration = duration;
}

static gboolean
is_whole (GscopeIdentify *self)
{
  return gscope_parameter_get_parameter_type (self->parameter) == GSCOPE_PARAMETER_TYPE_INTEGER;
}

static char *
format (GscopeIdentify *self, double value)
{
  return gscope_quantity_format (value, gscope_parameter_get_unit (self->parameter), DIGITS);
}

static gboolean
check_range (GscopeIdentify *self, GError **error)
{
  double value = gscope_parameter_get_number (self->parameter);
  double min = gscope_parameter_get_min (self->parameter);
  double max = gscope_parameter_get_max (self->parameter);
  g_autofree char *shown = format (self, value);
  g_autofree char *amplitude = format (self, self->amplitude);
  g_autofree char *low = format (self, min);
  g_autofree char *high = format (self, max);
  g_autofree char *room = format (self, MIN (value - min, max - value));

  if (value - self->amplitude >= min && value + self->amplitude <= max)
    return TRUE;
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
      /* Translators: a parameter, its value, an amplitude, the ends of a range, an amplitude */
      _ ("%s: %s ± %s leaves the range from %s to %s. The amplitude may be %s at most."),
      gscope_parameter_get_title (self->parameter), shown, amplitude, low, high, room);
  return FALSE;
}

/* Returns the typical distance of two samples, nanoseconds; 0 if there are too few. */
static gint64
find_spacing (GscopeTrace *trace)
{
  guint64 first = gscope_trace_get_first (trace), end = gscope_trace_get_end (trace);
  guint64 from = end - MIN (end - first, N_SPACED);

  return end - from < 3
             ? 0
             : (gscope_trace_get_time (trace, end - 1) - gscope_trace_get_time (trace, from))
                   / (gint64) (end - 1 - from);
}

static double
get_rate (GscopeIdentify *self)
{
  return CLAMP (WRITES_PER_PERIOD * self->high, MIN_RATE, MAX_RATE);
}

/* Returns the points per second of the grid of the transfer function. */
static double
choose_grid (GscopeIdentify *self)
{
  gint64 spacing = find_spacing (gscope_signal_get_trace (self->response));

  return spacing > 0 ? MIN (get_rate (self), (double) GSCOPE_SEC / (double) spacing)
                     : get_rate (self);
}

/* Returns the largest even product of 2, 3 and 5 that is not larger than a number. */
static gsize
choose_size (gsize at_most)
{
  for (gsize size = at_most / 2 * 2;; size -= 2)
    {
      gsize rest = size;

      for (gsize factor = 2; factor <= 5 && rest > 0; factor++)
        while (rest % factor == 0)
          rest /= factor;
      if (rest <= 1)
        return size;
    }
}

static gboolean
check_band (GscopeIdentify *self, GError **error)
{
  gint64 spacing = find_spacing (gscope_signal_get_trace (self->response));
  double highest = spacing > 0 ? MAX_PART * GSCOPE_SEC / (double) spacing : INFINITY;
  double least = MIN_PERIODS / self->low;
  double most = MAX_SIZE / choose_grid (self) / (1 + SETTLING);

  if (!(self->low >= 0.001) || !(self->high > self->low)
      || !(self->high <= GSCOPE_IDENTIFY_MAX_FREQUENCY))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("The frequencies must rise, from 0.001 Hz on, to %g Hz at most."),
                   GSCOPE_IDENTIFY_MAX_FREQUENCY);
      return FALSE;
    }
  if (self->high > highest)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("“%s” has too few samples for %.3g Hz. The frequencies may be %.3g Hz at "
                      "most."),
                   gscope_signal_get_title (self->response), self->high, highest);
      return FALSE;
    }
  if ((double) self->duration >= least * GSCOPE_SEC && (double) self->duration <= most * GSCOPE_SEC)
    return TRUE;
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
      _ ("Frequencies from %.3g to %.3g Hz need a duration of %.3g s at least, %.4g s at most."),
      self->low, self->high, least, most);
  return FALSE;
}

/**
 * gscope_identify_check:
 * @self: an identification
 * @error: why the chirp would be refused
 *
 * Judges whether the chirp could start now: whether the parameter has numbers, whether the chirp stays in the parameter's
 * range, and whether band, duration and the samples of the response suit each other.
 *
 * Returns: whether it could
 *
 * Since: 1.0
 */
gboolean
gscope_identify_check (GscopeIdentify *self, GError **error)
{
  GscopeParameterType type;

  g_return_val_if_fail (GSCOPE_IS_IDENTIFY (self), FALSE);

  type = gscope_parameter_get_parameter_type (self->parameter);
  if (type != GSCOPE_PARAMETER_TYPE_DOUBLE && type != GSCOPE_PARAMETER_TYPE_INTEGER)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("%s has no numbers: choose another parameter."),
                   gscope_parameter_get_title (self->parameter));
      return FALSE;
    }
  if (!(self->amplitude > 0) || (is_whole (self) && self->amplitude < 1))
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                           is_whole (self) ? _ ("The amplitude must be 1 at least.")
                                           : _ ("The amplitude must be more than 0."));
      return FALSE;
    }
  return check_range (self, error) && check_band (self, error);
}

/* The chirp. */

static void
add_sample (GscopeIdentify *self, gint64 time)
{
  GscopeSample sample = { time, gscope_parameter_get_number (self->parameter) };

  gscope_trace_append_samples (self->excitation, &sample, 1);
}

/* Returns the time of the newest sample of a trace. */
static gint64
get_newest (GscopeTrace *trace)
{
  guint64 end = gscope_trace_get_end (trace);

  return end > gscope_trace_get_first (trace) ? gscope_trace_get_time (trace, end - 1) : G_MININT64;
}

/* Adds up the powers around a frequency; a bin has a width of 1 / seconds. */
static GscopePairPower
add_powers (const GscopePairPower *powers, gsize n, double frequency, double seconds)
{
  GscopePairPower sum = { 0 };
  double width = MAX (WIDTH * frequency, 1 / seconds);
  gsize from = (gsize) MAX (1, round ((frequency - width) * seconds));
  gsize to = (gsize) round ((frequency + width) * seconds);

  for (gsize i = from; i <= to && i < n; i++)
    {
      sum.input += powers[i].input;
      sum.output += powers[i].output;
      sum.real += powers[i].real;
      sum.imaginary += powers[i].imaginary;
    }
  return sum;
}

static void
fill_points (GscopeIdentify *self, const GscopePairPower *powers, gsize size)
{
  double reached = log10 (self->high / self->low) * self->progress;
  double seconds = (double) size / self->grid;

  g_array_set_size (self->points, 0);
  for (guint i = 0; i <= (guint) (reached * PER_DECADE + 0.001); i++)
    {
      double frequency = self->low * pow (10, (double) i / PER_DECADE);
      GscopePairPower sum = add_powers (powers, size / 2 + 1, frequency, seconds);
      GscopeTransferPoint point = gscope_transfer_read_point (&sum, frequency);

      if (sum.input > 0 && sum.output > 0)
        g_array_append_val (self->points, point);
    }
}

/* Computes the transfer function of the record so far. */
static void
compute (GscopeIdentify *self)
{
  GscopeTrace *response = gscope_signal_get_trace (self->response);
  gint64 newest = MIN (get_newest (response), get_newest (self->excitation));
  double n = (double) (newest - self->begin) / GSCOPE_SEC * self->grid - 2;
  g_autofree GscopePairPower *powers = NULL;
  GscopeSpectrumSettings settings;
  GscopeSegments *segments;

  self->computed = get_now (self);
  if (n < MIN_SIZE)
    return;
  gscope_spectrum_settings_init (&settings);
  settings.window = GSCOPE_SPECTRUM_WINDOW_RECTANGULAR;
  settings.size = choose_size ((gsize) n);
  settings.rate = self->grid;
  settings.hold = TRUE;
  segments = gscope_segments_new_pair (
      self->excitation, response,
      gscope_signal_get_line_mode (self->response) == GSCOPE_LINE_MODE_STEPS, &settings);
  gscope_segments_start (segments, self->begin);
  powers = g_new (GscopePairPower, settings.size / 2 + 1);
  if (gscope_segments_next_pair (segments, newest + 1, powers))
    fill_points (self, powers, settings.size);
  else if (gscope_segments_get_n_broken (segments) > 0 && !self->reason)
    self->reason =
        g_strdup (_ ("The samples of the response have a gap: no transfer function was computed."));
  gscope_segments_free (segments);
}

static void
report (GscopeIdentify *self)
{
  self->reported = get_now (self);
  if (self->state == GSCOPE_IDENTIFY_STATE_RUNNING)
    self->progress = MIN ((double) (self->reported - self->begin) / (double) self->duration, 1);
  if (self->state == GSCOPE_IDENTIFY_STATE_ENDED || self->reported - self->computed >= COMPUTE)
    compute (self);
  g_signal_emit_by_name (self, "changed");
}

/* After the chirp, timers keep the object alive, so that the former value is written again also when nobody shows the result. */
static void
set_timer (GscopeIdentify *self, gint64 interval, GSourceFunc func)
{
  gboolean keeps = self->state == GSCOPE_IDENTIFY_STATE_RESTORING;

  g_clear_pointer (&self->timer, main_source_drop);
  self->timer = gscope_clock_create_timeout (gscope_scope_get_clock (self->scope), interval);
  g_source_set_callback (self->timer, func, keeps ? g_object_ref (self) : self,
                         keeps ? g_object_unref : NULL);
  g_source_set_static_name (self->timer, "[gscope] identification");
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

/* Ends the chirp, with a reason if it ends early. */
static void
end (GscopeIdentify *self, const char *reason)
{
  report (self);
  g_clear_pointer (&self->timer, main_source_drop);
  g_free (self->reason);
  self->reason = g_strdup (reason);
  self->state = GSCOPE_IDENTIFY_STATE_RESTORING;
  restore (self);
  report (self);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeIdentify) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  self->is_writing = FALSE;
  if (value)
    {
      gint64 answered = MAX (gscope_parameter_get_changed (self->parameter), self->asked);

      add_sample (self, self->asked + (answered - self->asked) / 2);
    }
  else if (self->state == GSCOPE_IDENTIFY_STATE_RUNNING
           && !g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED))
    end (self, error->message);
}

static double
compute_chirp (GscopeIdentify *self, gint64 elapsed)
{
  double growth = log (self->high / self->low);
  double duration = (double) self->duration / GSCOPE_SEC;
  double part = (double) elapsed / (double) self->duration;

  return self->amplitude * sin (2 * G_PI * self->low * duration * expm1 (growth * part) / growth);
}

static gboolean
on_tick (gpointer data)
{
  GscopeIdentify *self = data;
  gint64 now = get_now (self);
  double value = self->middle + compute_chirp (self, now - self->begin);

  if (!gscope_parameter_has_owner (self->parameter))
    end (self, _ ("The source of the parameter was removed."));
  else if (now - self->begin >= self->duration)
    end (self, NULL);
  else if (!self->is_writing)
    {
      self->is_writing = TRUE;
      self->asked = now;
      /* a drag that the user has ended meanwhile begins again */
      gscope_parameter_begin_drag (self->parameter);
      gscope_parameter_write_async (self->parameter,
                                    is_whole (self) ? g_variant_new_int64 (llround (value))
                                                    : g_variant_new_double (value),
                                    GSCOPE_IDENTIFY_WRITER, NULL, on_written, g_object_ref (self));
    }
  if (self->state == GSCOPE_IDENTIFY_STATE_RUNNING && now - self->reported >= REPORT)
    report (self);
  return G_SOURCE_CONTINUE;
}

/**
 * gscope_identify_start:
 * @self: an identification that was not started
 * @error: why it is refused
 *
 * Starts the chirp. An identification is started once.
 *
 * Returns: whether it has started
 *
 * Since: 1.0
 */
gboolean
gscope_identify_start (GscopeIdentify *self, GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_IDENTIFY (self), FALSE);
  g_return_val_if_fail (self->state == GSCOPE_IDENTIFY_STATE_IDLE, FALSE);

  if (!gscope_identify_check (self, error))
    return FALSE;
  if (!gscope_parameter_has_owner (self->parameter))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("%s belongs to no source."),
                   gscope_parameter_get_title (self->parameter));
      return FALSE;
    }
  self->former = g_variant_ref (gscope_parameter_get_value (self->parameter));
  self->middle = gscope_parameter_get_number (self->parameter);
  self->begin = self->reported = self->computed = get_now (self);
  self->excitation = gscope_trace_new ();
  add_sample (self, self->begin);
  self->grid = choose_grid (self);
  self->state = GSCOPE_IDENTIFY_STATE_RUNNING;
  set_timer (self, (gint64) (GSCOPE_SEC / get_rate (self)), on_tick);
  report (self);
  return TRUE;
}

/* The former value. */

static gboolean
on_retry (gpointer data)
{
  GscopeIdentify *self = data;

  g_clear_pointer (&self->timer, main_source_drop);
  restore (self);
  return G_SOURCE_REMOVE;
}

static void
note_refusal (GscopeIdentify *self, const char *message)
{
  g_autofree char *value = gscope_parameter_format (self->parameter, self->former);
  g_autofree char *before = g_steal_pointer (&self->reason);

  self->reason = g_strdup_printf (
      /* Translators: a reason or nothing, a parameter, its former value, the reason of a refusal */
      _ ("%s%s was not restored to %s: %s"), before ? before : "",
      gscope_parameter_get_title (self->parameter), value, message);
}

/* The parameter has its former value, and the response has had time to follow. Its samples may come later. */
static gboolean
on_settled (gpointer data)
{
  GscopeIdentify *self = data;

  if (get_newest (gscope_signal_get_trace (self->response)) < self->asked
      && get_now (self) - self->asked < PATIENCE)
    return G_SOURCE_CONTINUE;
  add_sample (self, get_now (self));
  g_clear_pointer (&self->timer, main_source_drop);
  self->state = GSCOPE_IDENTIFY_STATE_ENDED;
  report (self);
  return G_SOURCE_REMOVE;
}

static void
on_restored (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeIdentify) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  if (value)
    add_sample (self, MAX (gscope_parameter_get_changed (self->parameter), self->asked));
  else if (!g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_SUPERSEDED))
    {
      if (gscope_parameter_has_owner (self->parameter) && ++self->n_tries < MAX_TRIES)
        {
          set_timer (self, RETRY, on_retry);
          return;
        }
      note_refusal (self, error->message);
    }
  set_timer (self, (gint64) (SETTLING * (double) (self->asked - self->begin)), on_settled);
  g_signal_emit_by_name (self, "changed");
}

/* Writes the former value, as the last write of the gesture. */
static void
restore (GscopeIdentify *self)
{
  self->asked = get_now (self);
  gscope_parameter_begin_drag (self->parameter);
  gscope_parameter_write_async (self->parameter, self->former, GSCOPE_IDENTIFY_WRITER, NULL,
                                on_restored, g_object_ref (self));
  gscope_parameter_end_drag (self->parameter);
}

/**
 * gscope_identify_stop:
 * @self: an identification
 *
 * Stops the chirp, if it runs, and writes the former value. The transfer function that has been computed stays.
 *
 * Since: 1.0
 */
void
gscope_identify_stop (GscopeIdentify *self)
{
  g_return_if_fail (GSCOPE_IS_IDENTIFY (self));

  if (self->state == GSCOPE_IDENTIFY_STATE_RUNNING)
    end (self, _ ("Stopped."));
}

/**
 * gscope_identify_get_state:
 * @self: an identification
 *
 * Gets the state.
 *
 * Returns: the state
 *
 * Since: 1.0
 */
GscopeIdentifyState
gscope_identify_get_state (GscopeIdentify *self)
{
  g_return_val_if_fail (GSCOPE_IS_IDENTIFY (self), GSCOPE_IDENTIFY_STATE_IDLE);

  return self->state;
}

/**
 * gscope_identify_get_progress:
 * @self: an identification
 *
 * Gets the part of the chirp that has been written.
 *
 * Returns: 0 to 1
 *
 * Since: 1.0
 */
double
gscope_identify_get_progress (GscopeIdentify *self)
{
  g_return_val_if_fail (GSCOPE_IS_IDENTIFY (self), 0);

  return self->progress;
}

/**
 * gscope_identify_get_reason:
 * @self: an identification
 *
 * Gets the reason for which it ended early, or for which the parameter does not have its former value.
 *
 * Returns: (nullable): the reason; %NULL if the whole chirp was written
 *
 * Since: 1.0
 */
const char *
gscope_identify_get_reason (GscopeIdentify *self)
{
  g_return_val_if_fail (GSCOPE_IS_IDENTIFY (self), NULL);

  return self->reason;
}

/**
 * gscope_identify_get_points:
 * @self: an identification
 *
 * Gets the transfer function from the parameter to the signal so far, at the frequencies that the chirp has reached.
 *
 * Returns: (transfer full) (element-type Gscope.TransferPoint): the points by frequency
 *
 * Since: 1.0
 */
GArray *
gscope_identify_get_points (GscopeIdentify *self)
{
  g_return_val_if_fail (GSCOPE_IS_IDENTIFY (self), NULL);

  return g_array_copy (self->points);
}
