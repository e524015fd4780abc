/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/transform.h>

#include <kiss_fftr.h>
#include <math.h>

struct _GscopeTransform
{
  gsize size;
  double *weights;
  /* the window's response to a mean of 1 in the bins within its reach */
  double *leakage;
  guint reach;
  double *input;
  kiss_fft_scalar *scaled;
  kiss_fft_cpx *output;
  kiss_fftr_cfg plan;
};

static void
fill_leakage (GscopeTransform *self, GscopeSpectrumWindow window)
{
  double gain = gscope_spectrum_window_get_gain (window) * (double) self->size;

  for (guint i = 0; i < self->reach; i++)
    self->leakage[i] =
        (i % 2 == 0 ? gain : -gain) * gscope_spectrum_window_get_response (window, i);
}

GscopeTransform *
gscope_transform_new (GscopeSpectrumWindow window, gsize size)
{
  GscopeTransform *self = g_new (GscopeTransform, 1);

  self->size = size;
  self->weights = g_new (double, size);
  gscope_spectrum_window_fill (window, self->weights, size);
  self->reach = gscope_spectrum_window_get_reach (window);
  self->leakage = g_new (double, self->reach);
  fill_leakage (self, window);
  self->input = g_new (double, size);
  self->scaled = g_new (kiss_fft_scalar, size);
  self->output = g_new (kiss_fft_cpx, size / 2 + 1);
  self->plan = kiss_fftr_alloc ((int) size, FALSE, NULL, NULL);
  return self;
}

void
gscope_transform_free (GscopeTransform *self)
{
  kiss_fftr_free (self->plan);
  g_free (self->output);
  g_free (self->scaled);
  g_free (self->input);
  g_free (self->leakage);
  g_free (self->weights);
  g_free (self);
}

double *
gscope_transform_get_input (GscopeTransform *self)
{
  return self->input;
}

static double
find_mean (GscopeTransform *self)
{
  double sum = 0;

  for (gsize i = 0; i < self->size; i++)
    sum += self->input[i];
  return sum / (double) self->size;
}

static double
find_swing (GscopeTransform *self, double mean)
{
  double swing = 0;

  for (gsize i = 0; i < self->size; i++)
    {
      double distance = fabs (self->input[i] - mean);

      swing = distance > swing ? distance : swing;
    }
  return swing;
}

/* The FFT library computes with single precision, so the mean is removed and the rest is scaled to
 * −1 to 1. */
void
gscope_transform_run (GscopeTransform *self, double *squares)
{
  double mean = find_mean (self), swing = find_swing (self, mean);
  double scale = swing > 0 ? swing : 1;

  for (gsize i = 0; i < self->size; i++)
    self->scaled[i] = (kiss_fft_scalar) ((self->input[i] - mean) / scale * self->weights[i]);
  kiss_fftr (self->plan, self->scaled, self->output);
  for (gsize i = 0; i <= self->size / 2; i++)
    {
      double real = self->output[i].r * scale + (i < self->reach ? mean * self->leakage[i] : 0);
      double imaginary = self->output[i].i * scale;

      squares[i] = real * real + imaginary * imaginary;
    }
}
