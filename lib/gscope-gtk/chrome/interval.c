/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/interval.h>
#include <gscope-gtk/plot/ruler.h>

#include <glib/gi18n-lib.h>

gboolean
gscope_gtk_interval_goes_on (const GscopeGtkInterval *before, const GscopeGtkInterval *now)
{
  return before->live && now->live && now->end >= before->end && now->begin <= before->end
         && now->end - now->begin == before->end - before->begin;
}

gsize
gscope_gtk_interval_choose_size (const GscopeGtkInterval *self, GscopeTrace *trace, guint parts,
                                 gsize min, gsize max, gsize before)
{
  guint64 n = gscope_trace_find (trace, self->end) - gscope_trace_find (trace, self->begin);
  double wanted = (double) n / parts;
  gsize size = min;

  if (before > 0 && (double) before <= 1.1 * wanted && 2.2 * (double) before > wanted)
    return before;
  while (size < max && (double) (2 * size) <= wanted)
    size *= 2;
  return size;
}

gboolean
gscope_gtk_check_settings (const GscopeSpectrumSettings *settings)
{
  GscopeSpectrumSettings chosen = *settings;

  if (chosen.size == 0)
    chosen.size = 16;
  return gscope_spectrum_settings_check (&chosen);
}

gboolean
gscope_gtk_same_settings (const GscopeSpectrumSettings *a, const GscopeSpectrumSettings *b)
{
  return a->window == b->window && a->size == b->size && a->overlap == b->overlap
         && a->averaging == b->averaging && a->n_averaged == b->n_averaged && a->scale == b->scale
         && a->decibels == b->decibels && a->reference == b->reference && a->rate == b->rate
         && a->hold == b->hold;
}

char *
gscope_gtk_describe_resampling (gboolean hold, double rate)
{
  g_autofree char *text = gscope_quantity_format (rate, "Hz", 4);

  /* Translators: a rate; what stands between two samples */
  return g_strdup_printf (hold ? _ ("resampled to %s, each value held until the next")
                               : _ ("resampled to %s along straight lines"),
                          text);
}
