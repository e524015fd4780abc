/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/step-text.h>

#include <gscope-gtk/plot/ruler.h>

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

enum
{
  DIGITS = 2,
  MAX_DIGITS = 9,
};

/* A rise over fewer samples is too fast to measure. */
#define SAMPLES 2

static gboolean
falls (const GscopeStepFigures *figures)
{
  return figures->after < figures->before;
}

static double
get_difference (const GscopeStepFigures *figures)
{
  return figures->after - figures->before;
}

static gboolean
has_effect (const GscopeStepFigures *figures)
{
  return fabs (get_difference (figures)) > gscope_step_figures_get_error (figures);
}

gboolean
gscope_gtk_step_has_times (const GscopeStepFigures *figures)
{
  return figures->state == GSCOPE_STEP_STATE_SETTLED && !isnan (figures->rise);
}

static char *
format_time (double seconds)
{
  return gscope_quantity_format (seconds, "s", DIGITS);
}

/* Formats the rise time, or an upper bound. */
static char *
format_rise (const GscopeStepFigures *figures)
{
  g_autofree char *limit = format_time (SAMPLES * figures->spacing);

  if (figures->rise < SAMPLES * figures->spacing)
    return g_strdup_printf (_ ("under %s"), limit);
  return format_time (figures->rise);
}

/* Formats the overshoot, or the noise below which it is not visible. */
static char *
format_overshoot (const GscopeStepFigures *figures)
{
  double noise = figures->noise / fabs (get_difference (figures));

  if (isnan (figures->overshoot))
    return g_strdup ("–");
  if (figures->overshoot == 0 && noise >= 0.01)
    return g_strdup_printf (_ ("under %.0f %%"), ceil (noise * 100));
  return g_strdup_printf ("%.0f %%", figures->overshoot * 100);
}

/* Uses the digits that resolve a part of the change, or twice the error. */
char *
gscope_gtk_step_format_level (const GscopeStepFigures *figures, double level, const char *unit)
{
  double least =
      2 * fmax (gscope_step_figures_get_error (figures), fabs (get_difference (figures)) / 10);
  double digits;

  /* a level of less than half of the last digit is zero */
  if (2 * fabs (level) < least)
    level = 0;
  digits =
      level != 0 && least > 0 ? floor (log10 (fabs (level))) - floor (log10 (least)) + 1 : DIGITS;

  return gscope_quantity_format (level, unit, (guint) CLAMP (digits, 1, MAX_DIGITS));
}

/* Returns the position of the unit with its prefix, or the end of the text. */
static char *
find_unit (char *text)
{
  char *space = strrchr (text, ' '), *fixed = g_strrstr (text, "\u00a0");

  return fixed && fixed > space ? fixed : space ? space : text + strlen (text);
}

char *
gscope_gtk_step_format_before (const GscopeStepFigures *figures, const char *unit)
{
  char *before = gscope_gtk_step_format_level (figures, figures->before, unit);
  g_autofree char *after = gscope_gtk_step_format_level (figures, figures->after, unit);

  if (g_str_equal (find_unit (before), find_unit (after)))
    *find_unit (before) = '\0';
  return before;
}

static char *
format_percent (double part)
{
  double percent = 100 * part;
  g_autofree char *number = gscope_quantity_format_number (
      percent, fabs (percent) < 9.95 && fabs (percent) >= 0.05 ? 1 : 0);

  return g_strdup_printf ("%s%s %%", percent >= 0.05 ? "+" : "", number);
}

char *
gscope_gtk_step_format_change (const GscopeStepFigures *figures, const char *unit)
{
  double change, error, difference = get_difference (figures);
  g_autofree char *text = NULL;

  if (isnan (difference))
    return g_strdup ("–");
  if (gscope_step_figures_get_change (figures, &change, &error))
    return format_percent (change);
  text = gscope_quantity_format (difference, unit, DIGITS);
  return g_strconcat (difference > 0 ? "+" : "", text, NULL);
}

/* Formats half the width of the confidence interval in the same way as the change. */
static char *
format_error (const GscopeStepFigures *figures, const char *unit)
{
  double change, error;

  if (!gscope_step_figures_get_change (figures, &change, &error))
    return gscope_quantity_format (gscope_step_figures_get_error (figures), unit, DIGITS);
  return g_strdup_printf (error < 0.0095 ? "%.1f %%" : "%.0f %%", 100 * error);
}

static char *
format_levels (const GscopeStepFigures *figures, const char *unit)
{
  g_autofree char *before = gscope_gtk_step_format_before (figures, unit);
  g_autofree char *after = gscope_gtk_step_format_level (figures, figures->after, unit);
  g_autofree char *change = gscope_gtk_step_format_change (figures, unit);

  return g_strdup_printf ("%s → %s (%s)", before, after, change);
}

static char *
describe_nothing (const GscopeStepFigures *figures, const char *unit)
{
  g_autofree char *error = format_error (figures, unit);

  if (isnan (get_difference (figures)))
    return g_strdup (_ ("nothing to compare with"));
  /* Translators: how large an effect may be that is not seen: "3 %". */
  return g_strdup_printf (_ ("no effect within ±%s"), error);
}

static char *
describe_swing (const GscopeStepFigures *figures, const char *unit)
{
  g_autofree char *amplitude = gscope_quantity_format (figures->amplitude, unit, DIGITS);
  g_autofree char *period = format_time (figures->period);

  return g_strdup_printf (_ ("oscillates ±%s, period %s"), amplitude, period);
}

static char *
describe_times (const GscopeStepFigures *figures)
{
  g_autofree char *rise = format_rise (figures);
  g_autofree char *overshoot = format_overshoot (figures);
  g_autofree char *settling = format_time (figures->settling);
  g_autofree char *delay = format_time (figures->delay_area);

  return g_strdup_printf (falls (figures) ? _ ("Fall %s, overshoot %s, settling %s, delay %s")
                                          : _ ("Rise %s, overshoot %s, settling %s, delay %s"),
                          rise, overshoot, settling, delay);
}

char *
gscope_gtk_step_summarize (const GscopeStepFigures *figures, const char *unit)
{
  g_autofree char *levels = format_levels (figures, unit);

  switch (figures->state)
    {
    case GSCOPE_STEP_STATE_SETTLED:
    case GSCOPE_STEP_STATE_UNSETTLED:
      return g_steal_pointer (&levels);
    case GSCOPE_STEP_STATE_NONE:
      return describe_nothing (figures, unit);
    case GSCOPE_STEP_STATE_OSCILLATING:
      return describe_swing (figures, unit);
    case GSCOPE_STEP_STATE_DIVERGING:
      return g_strdup (_ ("diverges"));
    case GSCOPE_STEP_STATE_SETTLING:
    default:
      return has_effect (figures) ? g_strconcat (levels, "…", NULL) : g_strdup (_ ("settling…"));
    }
}

char *
gscope_gtk_step_describe (const GscopeStepFigures *figures, const char *unit)
{
  return gscope_gtk_step_has_times (figures) ? describe_times (figures)
                                             : gscope_gtk_step_summarize (figures, unit);
}

char *
gscope_gtk_step_explain (const GscopeStepFigures *figures, const char *unit)
{
  g_autofree char *before = format_time (figures->before_span);
  g_autofree char *after = format_time (figures->after_span);
  g_autofree char *error = format_error (figures, unit);
  g_autofree char *means = g_strdup_printf (
      _ ("Means of %s before and %s after, 95 %% sure to ±%s."), before, after, error);

  if (isnan (get_difference (figures)))
    return g_strdup (_ ("There was no value before the write."));
  if (figures->state != GSCOPE_STEP_STATE_UNSETTLED)
    return g_steal_pointer (&means);
  return g_strconcat (
      means, " ", _ ("No step response can be seen: the signal moves too much, or did not settle."),
      NULL);
}

static char *
describe_reference (GscopeStep *step)
{
  GscopeSignal *reference = gscope_step_get_reference (step);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  double from, to;

  gscope_step_get_levels (step, &from, &to);
  first = gscope_quantity_format (from, NULL, 3);
  second = gscope_quantity_format (to, gscope_signal_get_unit (reference), 3);
  return g_strdup_printf ("%s %s → %s", gscope_signal_get_title (reference), first, second);
}

char *
gscope_gtk_step_name (GscopeStep *step)
{
  GscopeMarker *marker = gscope_step_get_marker (step);

  return marker ? g_strdup (gscope_marker_get_label (marker)) : describe_reference (step);
}
