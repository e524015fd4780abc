/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The time that is in view, nanoseconds, the end not included. */
typedef struct
{
  gint64 begin;
  gint64 end;
  /* whether it goes on with the time */
  gboolean live;
} GscopeGtkInterval;

/* Whether what was measured of one interval can go on for another: time has passed, no more. */
gboolean
gscope_gtk_interval_goes_on (const GscopeGtkInterval *before, const GscopeGtkInterval *now);

/* Whether settings are within their bounds, where a size of 0 is to be chosen. */
gboolean gscope_gtk_check_settings (const GscopeSpectrumSettings *settings);
gboolean
gscope_gtk_same_settings (const GscopeSpectrumSettings *a, const GscopeSpectrumSettings *b);

/* The largest power of two from min to max of which so many make up the samples of an interval. A
 * size that was chosen before stays while it is about right. */
gsize gscope_gtk_interval_choose_size (const GscopeGtkInterval *self, GscopeTrace *trace,
                                       guint parts, gsize min, gsize max, gsize before);

/* The caption of a spectrum that was resampled to so many points a second. */
char *gscope_gtk_describe_resampling (gboolean hold, double rate);
