/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "knobs.h"

enum
{
  ROUNDING_STEP = 5,
};

static void
add (GscopeSource *source, GscopeParameter *parameter, const char *title, const char *unit,
     const char *description)
{
  gscope_parameter_set_title (parameter, title);
  gscope_parameter_set_unit (parameter, unit);
  gscope_parameter_set_description (parameter, description);
  gscope_source_add_parameter (source, parameter, NULL);
}

static void
add_usual_parameters (DemoKnobs *self, GscopeSource *source)
{
  self->frequency = gscope_parameter_new_double ("frequency", 0.05, 50, 1);
  gscope_parameter_set_logarithmic (self->frequency, TRUE);
  gscope_parameter_bind_double (self->frequency, &self->frequency_hz);
  add (source, self->frequency, "Frequency", "Hz", "Cycles a second, of all waves");
  self->amplitude = gscope_parameter_new_double ("amplitude", 0, 10, 1);
  gscope_parameter_bind_double (self->amplitude, &self->amplitude_v);
  add (source, self->amplitude, "Amplitude", "V", "Height of the waves above their middle");
  self->noise = gscope_parameter_new_double ("noise", 0, 5, 0);
  gscope_parameter_bind_double (self->noise, &self->noise_v);
  add (source, self->noise, "Noise", "V", "The most that is added to a value, or taken off");
}

/* The waves have the offset too, but at once. */
static void
add_special_parameters (DemoKnobs *self, GscopeSource *source)
{
  static const char *const followers[] = { "follower", NULL };

  self->slow = gscope_parameter_new_double ("slow", -10, 10, 0);
  gscope_parameter_bind_double (self->slow, &self->offset_v);
  add (source, self->slow, "Offset", "V",
       "What is added to every value. It takes half a second to apply");
  gscope_parameter_set_steered (self->slow, followers);
  self->refusing = gscope_parameter_new_integer ("refusing", 2, 98, 20);
  gscope_parameter_bind_integer (self->refusing, &self->width_percent);
  add (source, self->refusing, "Pulse width", "%",
       "How much of a cycle a pulse takes. It accepts even numbers only");
  self->rounding = gscope_parameter_new_integer ("rounding", 0, 360, 0);
  gscope_parameter_bind_integer (self->rounding, &self->phase_degrees);
  add (source, self->rounding, "Phase", "°",
       "By how much the waves are ahead. It rounds to a multiple of 5");
  self->damping = gscope_parameter_new_double ("damping", 0.05, 0.95, 0.3);
  gscope_parameter_bind_double (self->damping, &self->damping_ratio);
  add (source, self->damping, "Damping", "",
       "How soon the follower of the offset comes to rest: a part of the critical damping");
}

void
demo_knobs_init (DemoKnobs *self, GscopeSource *source)
{
  add_usual_parameters (self, source);
  add_special_parameters (self, source);
}

/* References to a parameter may remain, but must not write to the words any more. */
void
demo_knobs_clear (DemoKnobs *self)
{
  GscopeParameter *numbers[] = { self->frequency, self->amplitude, self->noise, self->slow,
                                 self->damping };
  GscopeParameter *integers[] = { self->refusing, self->rounding };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      gscope_parameter_bind_double (numbers[i], NULL);
      g_object_unref (numbers[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    {
      gscope_parameter_bind_integer (integers[i], NULL);
      g_object_unref (integers[i]);
    }
}

static double
load_double (const double *word)
{
  double value;

  __atomic_load (word, &value, __ATOMIC_RELAXED);
  return value;
}

void
demo_knobs_read (const DemoKnobs *self, DemoLevels *levels)
{
  levels->frequency = load_double (&self->frequency_hz);
  levels->amplitude = load_double (&self->amplitude_v);
  levels->noise = load_double (&self->noise_v);
  levels->offset = load_double (&self->offset_v);
  levels->width = __atomic_load_n (&self->width_percent, __ATOMIC_RELAXED) / 100.0;
  levels->phase = __atomic_load_n (&self->phase_degrees, __ATOMIC_RELAXED) / 360.0;
  levels->damping = load_double (&self->damping_ratio);
}

GVariant *
demo_knobs_judge (DemoKnobs *self, GscopeParameter *parameter, GVariant *value, GError **error)
{
  gint64 number;

  if (parameter != self->refusing && parameter != self->rounding)
    return g_variant_ref (value);

  number = g_variant_get_int64 (value);
  if (parameter == self->rounding)
    return g_variant_ref_sink (
        g_variant_new_int64 ((number + ROUNDING_STEP / 2) / ROUNDING_STEP * ROUNDING_STEP));
  if (number % 2 == 0)
    return g_variant_ref (value);

  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
               "%s: %" G_GINT64_FORMAT " is odd and only even numbers work; take %" G_GINT64_FORMAT
               " or %" G_GINT64_FORMAT,
               gscope_parameter_get_title (parameter), number, number - 1, number + 1);
  return NULL;
}
