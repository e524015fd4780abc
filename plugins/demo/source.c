/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"

#include "waves.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct _DemoSource
{
  GscopeSource parent_instance;

  /* the option "signals": names of the offered signals */
  GStrv chosen;

  /* written in the main thread, read by the poller; accessed atomically */
  gboolean is_running;
  double frequency;
  double amplitude;
  double noise;
  double offset;
  double damping;
  gint64 width;
  gint64 phase;

  /* used by the poller alone; the signals read these words */
  DemoOscillator oscillator;
  DemoFollower follower;
  DemoFollower lowpass;
  guint seed;
  double values[DEMO_N_SIGNALS];
};

G_DEFINE_FINAL_TYPE (DemoSource, demo_source, GSCOPE_TYPE_SOURCE)

#define WORD(member) G_STRUCT_OFFSET (DemoSource, member)
#define VALUE(index) GSCOPE_SIGNAL_KIND_DOUBLE, WORD (values[index])

static const GscopeSourceSignal signals[] = {
  { "sine", N_ ("Sine"), "V", N_ ("A sine"), VALUE (DEMO_SINE),
    .line_mode = GSCOPE_LINE_MODE_LINES },
  { "square", N_ ("Square"), "V", N_ ("High in the first half of a cycle, low in the second half"),
    VALUE (DEMO_SQUARE), .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "saw", N_ ("Sawtooth"), "V", N_ ("Rises during a cycle and falls at its end"), VALUE (DEMO_SAW),
    .line_mode = GSCOPE_LINE_MODE_LINES },
  { "noise", N_ ("Noise"), "V", N_ ("Uniformly distributed random values"), VALUE (DEMO_NOISE),
    .line_mode = GSCOPE_LINE_MODE_LINES },
  { "chirp", N_ ("Chirp"), "V",
    N_ ("A sine whose frequency grows fivefold within ten cycles, repeatedly"), VALUE (DEMO_CHIRP),
    .line_mode = GSCOPE_LINE_MODE_LINES },
  { "pulse", N_ ("Pulse"), "V", N_ ("High for the pulse width, otherwise zero"), VALUE (DEMO_PULSE),
    .line_mode = GSCOPE_LINE_MODE_STEPS },
  { "follower", N_ ("Follower"), "V", N_ ("Follows the offset like a mass on a spring"),
    VALUE (DEMO_FOLLOWER), .line_mode = GSCOPE_LINE_MODE_LINES },
  { "lowpass", N_ ("Low-pass"), "V",
    N_ ("Follows the amplitude within some tens of milliseconds, as a low-pass of second order"),
    VALUE (DEMO_LOWPASS), .line_mode = GSCOPE_LINE_MODE_LINES },
  { .name = NULL },
};

static GVariant *
round_phase (gpointer self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  return g_variant_new_int64 ((g_variant_get_int64 (value) + 2) / 5 * 5);
}

static GVariant *
refuse_odd (gpointer self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  int number = g_variant_get_int64 (value);

  if (number % 2 == 0)
    return g_variant_ref (value);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
               _ ("cannot set %s to %d: only even numbers are allowed; choose %d or %d"),
               gscope_parameter_get_title (parameter), number, number - 1, number + 1);
  return NULL;
}

static const GscopeSourceParameter parameters[] = {
  { "frequency", N_ ("Frequency"), "Hz", N_ ("Frequency of all waves"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (frequency), 0.05, 50, .initial = 1, .logarithmic = TRUE },
  { "amplitude", N_ ("Amplitude"), "V", N_ ("Amplitude of all waves"), GSCOPE_PARAMETER_TYPE_DOUBLE,
    WORD (amplitude), 0, 10, .initial = 1, .steered = (const char *const[]){ "lowpass", NULL } },
  { "noise", N_ ("Noise"), "V", N_ ("Maximum deviation by noise that is added to all waves"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (noise), 0, 5, .initial = 0 },
  { "slow", N_ ("Offset"), "V",
    N_ ("Constant that is added to all waves. Applying it takes half a second"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (offset), -10, 10, .initial = 0,
    .steered = (const char *const[]){ "follower", NULL } },
  { "refusing", N_ ("Pulse width"), "%",
    N_ ("Share of a cycle in which the pulse is high; even numbers only"),
    GSCOPE_PARAMETER_TYPE_INTEGER, WORD (width), 2, 98, .initial = 20, .check = refuse_odd },
  { "rounding", N_ ("Phase"), "°", N_ ("Phase shift of the waves; rounded to a multiple of 5"),
    GSCOPE_PARAMETER_TYPE_INTEGER, WORD (phase), 0, 360, .initial = 0, .check = round_phase },
  { "damping", N_ ("Damping"), NULL,
    N_ ("Damping ratio of the follower and the low-pass; 1 is critical damping"),
    GSCOPE_PARAMETER_TYPE_DOUBLE, WORD (damping), 0.05, 0.95, .initial = 0.3 },
  { .name = NULL },
};

static const char *const names[] = { "sine",  "square",   "saw",     "noise", "chirp",
                                     "pulse", "follower", "lowpass", NULL };

static const GscopeSourceOption options[] = {
  { "signals", "as", N_ ("Signals"), N_ ("The offered waves"),
    "['sine', 'square', 'saw', 'noise', 'chirp', 'pulse', 'follower']", names,
    .offset = WORD (chosen) },
  { "amplitude", "d", .title = NULL },
  { .name = NULL },
};

static double
load (const double *word)
{
  double value;

  __atomic_load (word, &value, __ATOMIC_RELAXED);
  return value;
}

/* Returns a number from -1 to 1. The sequence is the same in each run, so that pictures and tests
 * are reproducible. */
static double
get_random (DemoSource *self)
{
  return 2.0 * rand_r (&self->seed) / RAND_MAX - 1;
}

/* The natural frequencies of the two that follow, hertz. */
#define FOLLOWER_FREQUENCY 1
#define LOWPASS_FREQUENCY 5

/* Runs on the poller's thread once a tick. The poller reads the signals' words directly
 * afterwards. */
static void
demo_source_poll (GscopeSource *source, gint64 time)
{
  DemoSource *self = DEMO_SOURCE (source);
  double width = __atomic_load_n (&self->width, __ATOMIC_RELAXED) / 100.0;
  double ahead = __atomic_load_n (&self->phase, __ATOMIC_RELAXED) / 360.0;
  double cycles = demo_oscillator_advance (&self->oscillator, time, load (&self->frequency));
  double phase = fmod (cycles + ahead, DEMO_CYCLES);
  double offset = load (&self->offset), amplitude = load (&self->amplitude);
  double noise = load (&self->noise), damping = load (&self->damping);

  for (guint i = 0; i < DEMO_FOLLOWER; i++)
    self->values[i] = offset + amplitude * demo_wave_get (i, phase, width, get_random (self));
  self->values[DEMO_FOLLOWER] =
      demo_follower_advance (&self->follower, time, offset, FOLLOWER_FREQUENCY, damping);
  self->values[DEMO_LOWPASS] =
      demo_follower_advance (&self->lowpass, time, amplitude, LOWPASS_FREQUENCY, damping);
  for (guint i = 0; i < DEMO_N_SIGNALS; i++)
    self->values[i] = __atomic_load_n (&self->is_running, __ATOMIC_RELAXED)
                          ? self->values[i] + noise * get_random (self)
                          : gscope_gap_value (GSCOPE_GAP_CAUSE_STOPPED);
}

static gboolean
demo_source_start (GscopeSource *source, GError **error)
{
  DemoSource *self = DEMO_SOURCE (source);

  gscope_source_clear_signals (source);
  for (const GscopeSourceSignal *row = signals; row->name; row++)
    if (g_strv_contains ((const char *const *) self->chosen, row->name))
      gscope_source_declare_signal (source, row, NULL, NULL, self);
  __atomic_store_n (&self->is_running, TRUE, __ATOMIC_RELAXED);
  return TRUE;
}

static void
demo_source_stop (GscopeSource *source)
{
  __atomic_store_n (&DEMO_SOURCE (source)->is_running, FALSE, __ATOMIC_RELAXED);
}

static gboolean
on_slow (gpointer data)
{
  GVariant *value = g_task_get_task_data (data);

  g_task_return_pointer (data, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
  return G_SOURCE_REMOVE;
}

/* A verb that waits is asynchronous. It waits on the source's clock, so that a test with a test
 * clock does not wait. */
static void
demo_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                         GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GSource) timeout = NULL;
  GTask *task;

  if (!g_str_equal (gscope_parameter_get_name (parameter), "slow"))
    {
      GSCOPE_SOURCE_CLASS (demo_source_parent_class)
          ->apply_async (source, parameter, value, cancellable, callback, user_data);
      return;
    }
  task = g_task_new (source, cancellable, callback, user_data);
  g_task_set_task_data (task, g_variant_ref (value), (GDestroyNotify) g_variant_unref);
  timeout = gscope_clock_create_timeout (gscope_source_get_clock (source), GSCOPE_SEC / 2);
  g_source_set_callback (timeout, on_slow, task, g_object_unref);
  g_source_attach (timeout, g_task_get_context (task));
}

static void
demo_source_class_init (DemoSourceClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  source_class->domain = GETTEXT_PACKAGE;
  source_class->parameters = parameters;
  source_class->options = options;
  source_class->start = demo_source_start;
  source_class->stop = demo_source_stop;
  source_class->poll = demo_source_poll;
  source_class->apply_async = demo_source_apply_async;
}

static void
demo_source_init (DemoSource *self)
{
}

static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (
      registry, "demo", DEMO_TYPE_SOURCE, _ ("Demo"),
      _ ("Waves whose frequency, amplitude and noise are parameters; the template of a plugin."),
      "demo", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
