/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/scene.h>

#include <math.h>

/* The value rulers beside the lanes. */

enum
{
  LEFT_RULER = 48,
  /* with the names of signals of states */
  LEFT_NAMES = 104,
  RIGHT_RULER = 40,
  /* without a ruler */
  RIGHT_MARGIN = 14,
  TITLE = 18,
  /* above and below the digits of a number */
  NUMBER_MARGIN = 3,
};

int
gscope_gtk_scene_get_title_width (const GscopeGtkScene *self)
{
  gboolean has_titles =
      self->settings && gscope_view_settings_is_on (self->settings, "axis-titles");

  return has_titles ? gscope_gtk_scene_get_room (self, TITLE) : 0;
}

int
gscope_gtk_scene_get_ruler_width (const GscopeGtkScene *self, gboolean is_left)
{
  int width = !is_left ? RIGHT_RULER : gscope_gtk_scene_has_rows (self) ? LEFT_NAMES : LEFT_RULER;

  return gscope_gtk_scene_get_room (self, width) + gscope_gtk_scene_get_title_width (self);
}

/* Adds the axes of signals that have their own, as far as there is room for them. */
static guint
add_own_axes (const GscopeGtkScene *self, const GscopeGtkScale *scale, GscopeGtkRuler *rulers,
              guint n)
{
  for (guint i = 0; i < scale->signals->len && n < GSCOPE_GTK_MAX_OWN_AXES; i++)
    {
      GscopeGtkViewSignal *signal = scale->signals->pdata[i];

      /* the ruler of a lane does not fit a signal that is moved */
      if (gscope_gtk_view_signal_get_own_axis (signal)
          || (self->layout == GSCOPE_VIEW_LAYOUT_LANES && gscope_gtk_view_signal_is_moved (signal)))
        rulers[n++] = (GscopeGtkRuler){ .signal = signal };
    }
  return n;
}

/* Returns the signal whose axis an overlay shows: the selected one, or the first. */
static GscopeGtkViewSignal *
find_shared (const GscopeGtkScene *self, const GscopeGtkScale *scale)
{
  return g_ptr_array_find (scale->signals, self->selected, NULL) ? self->selected
                                                                 : scale->signals->pdata[0];
}

static guint
list (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane, GscopeGtkRuler *rulers)
{
  guint n = 0, n_own = 0;

  if (lane->scales[0].states)
    return 0;
  for (guint s = 0; s < lane->n_scales; s++)
    {
      const GscopeGtkScale *scale = &lane->scales[s];

      if (self->layout == GSCOPE_VIEW_LAYOUT_OVERLAY)
        rulers[n++] = (GscopeGtkRuler){ .signal = find_shared (self, scale) };
      else
        rulers[n++] =
            (GscopeGtkRuler){ .scale = scale, .signal = s > 0 ? scale->signals->pdata[0] : NULL };
    }
  for (guint s = 0; s < lane->n_scales; s++)
    n_own = add_own_axes (self, &lane->scales[s], rulers + n, n_own);
  return n + n_own;
}

guint
gscope_gtk_scene_list_rulers (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane,
                              GscopeGtkRuler rulers[GSCOPE_GTK_MAX_RULERS])
{
  guint n = list (self, lane, rulers);

  for (guint i = 0; i < n; i++)
    {
      GscopeGtkRuler *ruler = &rulers[i];

      ruler->is_left = i == 0;
      ruler->edge = self->plot.x;
      if (i > 0)
        ruler->edge +=
            self->plot.width + (int) (i - 1) * gscope_gtk_scene_get_ruler_width (self, FALSE);
      ruler->unit =
          ruler->scale ? ruler->scale->unit : gscope_gtk_view_signal_get_unit (ruler->signal);
      ruler->mapping =
          ruler->scale ? ruler->scale->mapping : gscope_gtk_view_signal_get_mapping (ruler->signal);
    }
  return n;
}

gboolean
gscope_gtk_scene_find_ruler (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane, double x,
                             GscopeGtkRuler *ruler)
{
  GscopeGtkRuler rulers[GSCOPE_GTK_MAX_RULERS];
  guint n = gscope_gtk_scene_list_rulers (self, lane, rulers);
  double width = gscope_gtk_scene_get_ruler_width (self, FALSE);

  for (guint i = 0; i < n; i++)
    if (rulers[i].is_left ? x < rulers[i].edge : x >= rulers[i].edge && x < rulers[i].edge + width)
      {
        *ruler = rulers[i];
        return TRUE;
      }
  return FALSE;
}

guint
gscope_gtk_scene_count_right_rulers (const GscopeGtkScene *self)
{
  GscopeGtkRuler rulers[GSCOPE_GTK_MAX_RULERS];
  guint most = 0;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      guint n = list (self, &g_array_index (self->lanes, GscopeGtkSceneLane, i), rulers);

      most = MAX (most, MAX (n, 1) - 1);
    }
  return most;
}

void
gscope_gtk_scene_get_margins (const GscopeGtkScene *self, int *left, int *right)
{
  guint n_right = gscope_gtk_scene_count_right_rulers (self);

  *left = gscope_gtk_scene_get_ruler_width (self, TRUE);
  *right =
      n_right > 0 ? (int) n_right * gscope_gtk_scene_get_ruler_width (self, FALSE) : RIGHT_MARGIN;
}

void
gscope_gtk_scene_set_flag (const GscopeGtkScene *self, gconstpointer handle, double y, double half)
{
  GscopeGtkRulerFlags *flags = self->flags;
  guint i = 0;

  while (i < GSCOPE_GTK_N_RULER_FLAGS && flags->flags[i].handle && flags->flags[i].handle != handle)
    i++;
  if (i == GSCOPE_GTK_N_RULER_FLAGS || (flags->flags[i].y == y && flags->flags[i].half == half))
    return;
  flags->flags[i].handle = handle;
  flags->flags[i].y = y;
  flags->flags[i].half = half;
  flags->have_changed = TRUE;
}

void
gscope_gtk_scene_clear_flags (const GscopeGtkScene *self)
{
  *self->flags = (GscopeGtkRulerFlags){ .have_changed = TRUE };
}

gboolean
gscope_gtk_scene_take_flags (const GscopeGtkScene *self)
{
  gboolean have_changed = self->flags->have_changed;

  self->flags->have_changed = FALSE;
  return have_changed;
}

gboolean
gscope_gtk_scene_has_flag (const GscopeGtkScene *self, const GscopeGtkRuler *ruler, double y,
                           double height)
{
  for (guint i = 0; ruler->is_left && i < GSCOPE_GTK_N_RULER_FLAGS; i++)
    if (self->flags->flags[i].half > 0
        && fabs (self->flags->flags[i].y - y)
               < self->flags->flags[i].half + height / 2 - NUMBER_MARGIN)
      return TRUE;
  return FALSE;
}
