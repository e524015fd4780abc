/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The visible interval of time, nanoseconds, the end not included. */
typedef struct
{
  gint64 begin;
  gint64 end;
  /* whether it moves with the present time */
  gboolean live;
} GscopeGtkInterval;

/* Returns whether a measurement of one interval can be continued for another, because only time has
 * passed. */
gboolean
gscope_gtk_interval_goes_on (const GscopeGtkInterval *before, const GscopeGtkInterval *now);

/* Returns whether settings are within their bounds; a size of 0 is chosen automatically. */
gboolean gscope_gtk_check_settings (const GscopeSpectrumSettings *settings);
gboolean
gscope_gtk_same_settings (const GscopeSpectrumSettings *a, const GscopeSpectrumSettings *b);

/* Returns the largest power of two from min to max that fits the given number of times into the
 * samples of an interval. A
 * size that was chosen before stays while it is about right. */
gsize gscope_gtk_interval_choose_size (const GscopeGtkInterval *self, GscopeTrace *trace,
                                       guint parts, gsize min, gsize max, gsize before);

/* Returns the caption of a spectrum that was resampled to a rate in points per second. */
char *gscope_gtk_describe_resampling (gboolean hold, double rate);
