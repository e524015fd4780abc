/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/sound/tone.h>

#include <math.h>

/* The loudness of the tone and, at its begin, of a click; together they stay below GSCOPE_TONE_PEAK. */
#define TONE_LEVEL 0.2
#define CLICK_LEVEL 0.3
/* How fast the pitch follows the value, how long the tone takes to come and go, and how fast a click fades: seconds. */
#define GLIDE_TIME 0.004
#define FADE_TIME 0.01
#define CLICK_TIME 0.004
/* Hz: above the tone */
#define CLICK_PITCH 3520
/* samples a second */
#define LEAST_RATE 8000
#define USUAL_RATE 48000
#define GREATEST_RATE 192000
/* The level below which a click is over */
#define SILENT 1e-4

/**
 * GscopeTone:
 *
 * A value as a tone: its place in a range is the pitch, on a logarithmic scale, so that equal distances are equal musical intervals.
 * Events are clicks over it.
 *
 * The tone has no jumps: its phase goes on when the pitch changes, the pitch glides to a new value within a few milliseconds, and the
 * tone fades in and out. No sample is beyond %GSCOPE_TONE_PEAK. A tone knows no sound card: it computes samples for one.
 *
 * A tone belongs to the thread that uses it.
 *
 * Since: 1.0
 */
struct _GscopeTone
{
  GObject parent_instance;

  guint rate;
  double min;
  double max;
  /* octaves above the lowest pitch: now, and where it glides to */
  double octave;
  double next_octave;
  /* periods */
  double phase;
  double level;
  double next_level;
  double click_phase;
  double click_level;
};

G_DEFINE_FINAL_TYPE (GscopeTone, gscope_tone, G_TYPE_OBJECT)

static void
gscope_tone_class_init (GscopeToneClass *klass)
{
}

static void
gscope_tone_init (GscopeTone *self)
{
  self->rate = USUAL_RATE;
  self->max = 1;
}

/**
 * gscope_tone_new:
 * @rate: samples a second; the nearest of 8000 to 192000 is taken
 *
 * Creates a tone that is silent, with a range from 0 to 1.
 *
 * Returns: (transfer full): the tone
 *
 * Since: 1.0
 */
GscopeTone *
gscope_tone_new (guint rate)
{
  GscopeTone *self;

  self = g_object_new (GSCOPE_TYPE_TONE, NULL);
  self->rate = CLAMP (rate, LEAST_RATE, GREATEST_RATE);
  return self;
}

/**
 * gscope_tone_set_range:
 * @self: a tone
 * @min: the value of the lowest pitch
 * @max: the value of the highest pitch
 *
 * Sets the range of values, usually the range of the lane. Without a range, where both are equal, all values have the middle pitch.
 *
 * Since: 1.0
 */
void
gscope_tone_set_range (GscopeTone *self, double min, double max)
{
  g_return_if_fail (GSCOPE_IS_TONE (self));
  g_return_if_fail (isfinite (min) && isfinite (max));

  self->min = MIN (min, max);
  self->max = MAX (min, max);
}

/* Halves, because the distance of two large numbers may be infinite. */
static double
find_octave (GscopeTone *self, double value)
{
  double range = self->max / 2 - self->min / 2;
  double part = range > 0 ? (value / 2 - self->min / 2) / range : 0.5;

  return GSCOPE_TONE_OCTAVES * CLAMP (part, 0, 1);
}

/**
 * gscope_tone_get_pitch:
 * @self: a tone
 * @value: a value
 *
 * Returns the pitch of a value: %GSCOPE_TONE_LOWEST at the lower end of the range and below, and %GSCOPE_TONE_OCTAVES above at the
 * upper end and beyond.
 *
 * Returns: the pitch, Hz; 0, silence, for not-a-number
 *
 * Since: 1.0
 */
double
gscope_tone_get_pitch (GscopeTone *self, double value)
{
  g_return_val_if_fail (GSCOPE_IS_TONE (self), 0);

  return isnan (value) ? 0 : GSCOPE_TONE_LOWEST * exp2 (find_octave (self, value));
}

/**
 * gscope_tone_set_value:
 * @self: a tone
 * @value: the value that sounds from the next sample on; not-a-number for silence
 *
 * Sets the value. A value that follows silence sounds with its own pitch at once.
 *
 * Since: 1.0
 */
void
gscope_tone_set_value (GscopeTone *self, double value)
{
  g_return_if_fail (GSCOPE_IS_TONE (self));

  self->next_level = isnan (value) ? 0 : TONE_LEVEL;
  if (isnan (value))
    return;
  self->next_octave = find_octave (self, value);
  if (self->level == 0)
    self->octave = self->next_octave;
}

/**
 * gscope_tone_click:
 * @self: a tone
 *
 * Adds a click at the next sample, over the tone or the silence. A click within another begins that again.
 *
 * Since: 1.0
 */
void
gscope_tone_click (GscopeTone *self)
{
  g_return_if_fail (GSCOPE_IS_TONE (self));

  self->click_phase = 0;
  self->click_level = CLICK_LEVEL;
}

static double
advance_phase (double *phase, double step)
{
  double sample = sin (2 * G_PI * *phase);

  *phase += step;
  *phase -= floor (*phase);
  return sample;
}

/**
 * gscope_tone_render:
 * @self: a tone
 * @samples: (array length=n) (out caller-allocates): where the samples go
 * @n: their number
 *
 * Computes the next samples, of one channel, from -%GSCOPE_TONE_PEAK to %GSCOPE_TONE_PEAK.
 *
 * Since: 1.0
 */
void
gscope_tone_render (GscopeTone *self, float *samples, gsize n)
{
  double glide, fade, decay;

  g_return_if_fail (GSCOPE_IS_TONE (self));
  g_return_if_fail (samples || n == 0);

  glide = 1 - exp (-1 / (GLIDE_TIME * self->rate));
  fade = TONE_LEVEL / (FADE_TIME * self->rate);
  decay = exp (-1 / (CLICK_TIME * self->rate));
  for (gsize i = 0; i < n; i++)
    {
      double pitch = GSCOPE_TONE_LOWEST * exp2 (self->octave);
      double sample = self->level * advance_phase (&self->phase, pitch / self->rate);

      if (self->click_level > SILENT)
        sample += self->click_level
                  * advance_phase (&self->click_phase, (double) CLICK_PITCH / self->rate);
      samples[i] = (float) sample;
      self->click_level *= decay;
      self->octave += glide * (self->next_octave - self->octave);
      self->level += CLAMP (self->next_level - self->level, -fade, fade);
    }
}

/**
 * gscope_tone_dup_samples: (rename-to gscope_tone_render)
 * @self: a tone
 * @n_samples: how many samples
 * @n: (out): the length of the array: @n_samples, or 0 if there is not enough memory
 *
 * Computes the next samples, as gscope_tone_render() does, for languages whose arrays know their
 * lengths.
 *
 * Returns: (transfer full) (array length=n) (nullable): the samples
 *
 * Since: 1.0
 */
float *
gscope_tone_dup_samples (GscopeTone *self, gsize n_samples, gsize *n)
{
  float *samples;

  *n = 0;
  g_return_val_if_fail (GSCOPE_IS_TONE (self), NULL);

  samples = g_try_new (float, n_samples);
  if (!samples)
    return NULL;
  gscope_tone_render (self, samples, n_samples);
  *n = n_samples;
  return samples;
}
