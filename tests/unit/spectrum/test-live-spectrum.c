/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/view-signal-private.h>
#include <gscope-gtk/spectrum/live-spectrum.h>
#include <math.h>

typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSignal *signal;
  double word;
  GscopeGtkViewSignal *entry;
  GscopeGtkLiveSpectrum *spectrum;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signal = gscope_scope_add_double (f->scope, "saw", &f->word);
  f->entry = gscope_gtk_view_signal_new (f->scope, f->signal, NULL);
  f->spectrum = gscope_gtk_live_spectrum_new (f->entry);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_gtk_live_spectrum_free (f->spectrum);
  g_object_unref (f->entry);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

/* A sample each 10 ms. */
static void
advance (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      f->word = i % 10;
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
    }
  gscope_scope_drain (f->scope);
}

static void
skip (Fixture *f)
{
  f->word = NAN;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
  gscope_scope_drain (f->scope);
}

static void
assert_described (Fixture *f, const char *expected)
{
  GscopeSpectrumSettings settings;
  GscopeGtkInterval interval = { 100 * GSCOPE_SEC, gscope_clock_get_time (f->clock), FALSE };
  g_autofree char *text = NULL;

  gscope_spectrum_settings_init (&settings);
  settings.size = 64;
  gscope_gtk_live_spectrum_update (f->spectrum, &settings, &interval);
  text = gscope_gtk_live_spectrum_describe (f->spectrum);
  g_assert_cmpstr (text, ==, expected);
}

/* A caption says how samples were made even, and what gaps cost. */
static void
test_caption (Fixture *f, gconstpointer data)
{
  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_MODE_LINES);
  assert_described (f, NULL);
  advance (f, 300);
  assert_described (f, "resampled to 100 Hz along straight lines");
  skip (f);
  advance (f, 300);
  assert_described (f, "resampled to 100 Hz along straight lines; 1 segment with a gap left out");
  skip (f);
  advance (f, 300);
  assert_described (f, "resampled to 100 Hz along straight lines; 2 segments with gaps left out");
}

static void
test_steps (Fixture *f, gconstpointer data)
{
  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_MODE_STEPS);
  advance (f, 300);
  assert_described (f, "resampled to 100 Hz, each value held until the next");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/live-spectrum/caption", Fixture, NULL, set_up, test_caption, tear_down);
  g_test_add ("/live-spectrum/steps", Fixture, NULL, set_up, test_steps, tear_down);
  return g_test_run ();
}
