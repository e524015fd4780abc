/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/looks.h>

static const GscopeGtkStamp *
find_stamp (GHashTable *stamps, const char *text)
{
  return stamps && text ? g_hash_table_lookup (stamps, text) : NULL;
}

/* A state in which nothing runs is grey, unless it has a colour of its own. */
static guint32
resolve_color (const GscopeState *state, const GscopeGtkPalette *palette, guint32 color)
{
  gboolean is_grey =
      state->style == GSCOPE_STATE_STYLE_HATCHED || state->style == GSCOPE_STATE_STYLE_THIN;

  if (state->color != 0)
    return gscope_gtk_palette_resolve (palette, state->color, 1, NULL);
  return is_grey ? palette->dim : color;
}

GscopeGtkLooks *
gscope_gtk_looks_new (GscopeSignal *signal, const GscopeGtkPalette *palette, guint32 color,
                      double scale, GHashTable *stamps)
{
  gsize n;
  const GscopeState *states = gscope_signal_get_states (signal, &n);
  GscopeGtkLooks *self;

  if (n == 0)
    return NULL;
  self = g_new0 (GscopeGtkLooks, 1);
  self->scale = scale;
  self->plot = palette->plot;
  self->wake_up = palette->text;
  self->preempted = palette->warning;
  self->ended = palette->error;
  for (gsize i = 0; i < n; i++)
    {
      GscopeGtkLook *look = &self->looks[states[i].value];

      look->exists = TRUE;
      look->style = states[i].style;
      look->color = resolve_color (&states[i], palette, color);
      look->ink = gscope_gtk_palette_on (look->color);
      look->name = find_stamp (stamps, states[i].name);
      look->label = find_stamp (stamps, states[i].label);
      self->has_symbols |= states[i].style == GSCOPE_STATE_STYLE_OUTLINE
                           || states[i].style == GSCOPE_STATE_STYLE_HATCHED;
      self->n = MAX (self->n, states[i].value + 1);
    }
  return self;
}
