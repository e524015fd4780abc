/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/step-text.h>

#include <gscope-gtk/ruler.h>

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  DIGITS = 2
};

static gboolean
falls (const GscopeStepFigures *figures)
{
  return figures->after < figures->before;
}

const char *
gscope_gtk_step_get_title (GscopeGtkStepColumn column, const GscopeStepFigures *figures)
{
  switch (column)
    {
    case GSCOPE_GTK_STEP_RISE:
      return falls (figures) ? _ ("Fall") : _ ("Rise");
    case GSCOPE_GTK_STEP_OVERSHOOT:
      return _ ("Over");
    case GSCOPE_GTK_STEP_SETTLING:
      return _ ("Settling");
    case GSCOPE_GTK_STEP_DELAY:
    default:
      return _ ("Delay");
    }
}

const char *
gscope_gtk_step_get_definition (GscopeGtkStepColumn column)
{
  switch (column)
    {
    case GSCOPE_GTK_STEP_RISE:
      return _ ("Rise or fall time: from 10 % to 90 % of the step");
    case GSCOPE_GTK_STEP_OVERSHOOT:
      return _ ("Overshoot: how far it goes beyond its new level, as a part of the step");
    case GSCOPE_GTK_STEP_SETTLING:
      return _ ("Settling time: from the step until it stays within 5 % of the step, or within the "
                "noise where that is more");
    case GSCOPE_GTK_STEP_DELAY:
    default:
      return _ ("Delay area: how far it falls behind the step at most, as a time");
    }
}

static char *
format_time (double seconds)
{
  return gscope_gtk_format_value (seconds, "s", DIGITS);
}

static char *
format_part (double part)
{
  return isnan (part) ? g_strdup ("–") : g_strdup_printf ("%.0f %%", part * 100);
}

char *
gscope_gtk_step_format (GscopeGtkStepColumn column, const GscopeStepFigures *figures)
{
  switch (column)
    {
    case GSCOPE_GTK_STEP_RISE:
      return format_time (figures->rise);
    case GSCOPE_GTK_STEP_OVERSHOOT:
      return format_part (figures->overshoot);
    case GSCOPE_GTK_STEP_SETTLING:
      if (figures->state == GSCOPE_STEP_SETTLING)
        return g_strdup (_ ("settling…"));
      if (figures->state == GSCOPE_STEP_UNSETTLED && !isnan (figures->rise))
        return g_strdup (_ ("never"));
      return format_time (figures->settling);
    case GSCOPE_GTK_STEP_DELAY:
    default:
      return format_time (figures->delay_area);
    }
}

char *
gscope_gtk_step_summarize (const GscopeStepFigures *figures)
{
  g_autofree char *rise = format_time (figures->rise);
  g_autofree char *overshoot = format_part (figures->overshoot);

  switch (figures->state)
    {
    case GSCOPE_STEP_SETTLED:
      return falls (figures) ? g_strdup_printf (_ ("fall %s, over %s"), rise, overshoot)
                             : g_strdup_printf (_ ("rise %s, over %s"), rise, overshoot);
    case GSCOPE_STEP_UNSETTLED:
      if (isnan (figures->rise))
        return falls (figures) ? g_strdup (_ ("fall, noisy")) : g_strdup (_ ("rise, noisy"));
      return falls (figures) ? g_strdup_printf (_ ("fall %s, not settled"), rise)
                             : g_strdup_printf (_ ("rise %s, not settled"), rise);
    case GSCOPE_STEP_NONE:
      return g_strdup (_ ("no step seen"));
    case GSCOPE_STEP_SETTLING:
    default:
      return g_strdup (_ ("settling…"));
    }
}
