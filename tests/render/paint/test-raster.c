/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Pictures are compared with those in reference/. After a change that is meant to show, run the test
 * with GSCOPE_UPDATE_REFERENCES=1, look at every picture that changed, and commit it. */

#include "picture.h"

#include <gscope-gtk/paint/looks.h>
#include <gscope-gtk/paint/path.h>

#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  void (*build) (Picture *self);
  gboolean dark;
  double scale;
} Case;

static void
build_lanes (Picture *self)
{
  GscopeGtkStroke *stroke;

  picture_add_lanes (self, 3);
  picture_add_samples (picture_add_stroke (self, 0, GSCOPE_LINE_MODE_STEPS), picture_saw, 0,
                       3 * COLUMN, 200);
  picture_add_samples (picture_add_stroke (self, 0, GSCOPE_LINE_MODE_LINES), picture_sine, 0,
                       COLUMN / 3, 2000);
  picture_add_samples (picture_add_stroke (self, 1, GSCOPE_LINE_MODE_LINES), picture_noisy_sine, 0,
                       COLUMN / 20, 20 * PICTURE_WIDTH);
  stroke = picture_add_stroke (self, 2, GSCOPE_LINE_MODE_FILLED);
  stroke->mapping.min = -0.3;
  stroke->mapping.max = 0.6;
  picture_add_samples (stroke, picture_sine, 0, COLUMN, 2 * PICTURE_WIDTH);
  self->plot.pen = 290 * (gint64) COLUMN;
}

/* A sample every nine columns, every other column, and many a column. */
static void
build_mode (Picture *self, GscopeLineMode mode)
{
  gint64 part = 110 * COLUMN;

  picture_add_lanes (self, 2);
  for (guint lane = 0; lane < 2; lane++)
    {
      PictureFunc func = lane == 0 ? picture_sine : picture_noisy_sine;
      GscopeGtkStroke *stroke = picture_add_stroke (self, lane, mode);

      picture_add_samples (stroke, func, 0, 9 * COLUMN, 12);
      picture_add_samples (stroke, func, part, 2 * COLUMN, 50);
      picture_add_samples (stroke, func, 2 * part, COLUMN / 10, 1000);
    }
}

static void
build_steps (Picture *self)
{
  build_mode (self, GSCOPE_LINE_MODE_STEPS);
}

static void
build_lines (Picture *self)
{
  build_mode (self, GSCOPE_LINE_MODE_LINES);
}

static void
build_points (Picture *self)
{
  build_mode (self, GSCOPE_LINE_MODE_POINTS);
}

static void
build_filled (Picture *self)
{
  build_mode (self, GSCOPE_LINE_MODE_FILLED);
}

static void
build_impulses (Picture *self)
{
  build_mode (self, GSCOPE_LINE_MODE_IMPULSES);
}

static void
build_dashed (Picture *self)
{
  static const PictureFunc funcs[] = { picture_square, picture_sine, picture_noisy_sine };

  picture_add_lanes (self, 3);
  for (guint i = 0; i < 3; i++)
    {
      GscopeGtkStroke *stroke =
          picture_add_stroke (self, i, i == 0 ? GSCOPE_LINE_MODE_STEPS : GSCOPE_LINE_MODE_LINES);

      stroke->dashed = TRUE;
      picture_add_samples (stroke, funcs[i], 0, COLUMN / 2, 2 * PICTURE_WIDTH);
    }
}

static void
build_faded (Picture *self)
{
  build_lanes (self);
  self->plot.pen = G_MAXINT64;
  self->faded = TRUE;
}

/* Two decades: lines that go below 0 are broken there, areas and impulses begin at the foot of the lane. */
static void
build_logarithmic (Picture *self)
{
  static const GscopeLineMode modes[] = { GSCOPE_LINE_MODE_STEPS, GSCOPE_LINE_MODE_LINES,
                                          GSCOPE_LINE_MODE_FILLED, GSCOPE_LINE_MODE_IMPULSES };

  picture_add_lanes (self, 4);
  for (guint lane = 0; lane < 4; lane++)
    {
      GscopeGtkStroke *stroke = picture_add_stroke (self, lane, modes[lane]);

      stroke->mapping = (GscopeGtkMapping){ 0.01, 2, TRUE };
      picture_add_samples (stroke, picture_sine, 0, 5 * COLUMN, 40);
      picture_add_samples (stroke, picture_noisy_sine, 200 * COLUMN, COLUMN / 10, 1000);
    }
}

/* Gaps in sparse and dense samples, and two ways to end. */
static void
build_gaps (Picture *self)
{
  picture_add_lanes (self, 4);
  for (guint i = 0; i < 4; i++)
    {
      GscopeGtkStroke *stroke = picture_add_stroke (
          self, i, i % 2 == 0 ? GSCOPE_LINE_MODE_LINES : GSCOPE_LINE_MODE_STEPS);
      gint64 interval = i < 2 ? 8 * COLUMN : COLUMN / 4;

      picture_add_samples (stroke, picture_sine, 0, interval, 100 * COLUMN / interval);
      gscope_trace_append_gap (stroke->trace, 103 * COLUMN, GSCOPE_GAP_CAUSE_TICK);
      picture_add_samples (stroke, picture_sine, 140 * COLUMN, interval, 1);
      gscope_trace_append_gap (stroke->trace, 146 * COLUMN, GSCOPE_GAP_CAUSE_TICK);
      picture_add_samples (stroke, picture_sine, 160 * COLUMN, interval, 100 * COLUMN / interval);
      stroke->ended = i == 3;
    }
  self->plot.pen = 300 * (gint64) COLUMN;
}

/* All that a lane of noise, out of range too, may become. */
static void
build_noise (Picture *self)
{
  picture_add_lanes (self, 2);
  for (guint i = 0; i < 4; i++)
    {
      GscopeGtkStroke *stroke = picture_add_stroke (self, i / 2, GSCOPE_LINE_MODE_LINES);

      stroke->mapping.min = i == 1 ? -8 : -1.1;
      stroke->mapping.max = i == 1 ? 8 : i == 2 ? 0.5 : 3;
      picture_add_samples (stroke, i % 2 == 0 ? picture_noisy_sine : picture_noise, 0, COLUMN / 25,
                           25 * PICTURE_WIDTH);
    }
}

/* Bursts that a plain column would show as solid, on both sides of the number of samples that is graded. */
static double
picture_bursts (gint64 time)
{
  double noise = picture_noise (time);

  return 0.6 * picture_sine (time) + 0.4 * noise * noise * noise;
}

static void
build_phosphor (Picture *self)
{
  picture_add_lanes (self, 3);
  self->plot.phosphor = TRUE;
  picture_add_samples (picture_add_stroke (self, 0, GSCOPE_LINE_MODE_LINES), picture_bursts, 0,
                       COLUMN / 50, 50 * PICTURE_WIDTH);
  picture_add_samples (picture_add_stroke (self, 0, GSCOPE_LINE_MODE_STEPS), picture_square, 0,
                       COLUMN / 20, 20 * PICTURE_WIDTH);
  picture_add_samples (picture_add_stroke (self, 1, GSCOPE_LINE_MODE_FILLED), picture_noisy_sine, 0,
                       COLUMN / 40, 20 * PICTURE_WIDTH);
  picture_add_samples (self->strokes + 2, picture_noisy_sine, 160 * (gint64) COLUMN, 2 * COLUMN,
                       80);
  picture_add_samples (picture_add_stroke (self, 2, GSCOPE_LINE_MODE_POINTS), picture_bursts, 0,
                       COLUMN / 9, 9 * PICTURE_WIDTH);
  self->plot.pen = 300 * (gint64) COLUMN;
}

static void
build_sparse (Picture *self)
{
  static const GscopeLineMode modes[] = { GSCOPE_LINE_MODE_STEPS, GSCOPE_LINE_MODE_LINES,
                                          GSCOPE_LINE_MODE_POINTS, GSCOPE_LINE_MODE_IMPULSES };

  picture_add_lanes (self, 4);
  for (guint i = 0; i < 4; i++)
    picture_add_samples (picture_add_stroke (self, i, modes[i]), picture_noise,
                         -20 * (gint64) COLUMN, 97 * COLUMN, 5);
}

/* A thread that sleeps, waits, runs on one of two processors, and uses up its budget. */
static const GscopeState thread_states[] = {
  { 0, GSCOPE_STATE_STYLE_THIN, 0, "asleep", NULL },
  { 1, GSCOPE_STATE_STYLE_DIGIT, 0, "CPU 0", "0" },
  { 2, GSCOPE_STATE_STYLE_DIGIT, 4, "CPU 1", "1" },
  { 3, GSCOPE_STATE_STYLE_OUTLINE, 0, "ready", NULL },
  { 4, GSCOPE_STATE_STYLE_HATCHED, 0, "no budget", NULL },
  { 6, GSCOPE_STATE_STYLE_FILLED, 0xff40a0c0, "long name", "l" },
};

/* Blocks instead of letters: the text does not depend on fonts. */
#define DOTS "\0\377\377\0\377\377\0\377"
#define LINE DOTS DOTS DOTS DOTS DOTS
static const char dots[] = LINE LINE LINE LINE LINE LINE LINE LINE;

static const GscopeGtkStamp letter = { 5, 8, (guint8 *) dots }, word = { 40, 8, (guint8 *) dots };

static GscopeGtkStroke *
add_row (Picture *self, guint lane, guint row, guint n_rows)
{
  gboolean dark = (self->plot.plot & 255) < 128;
  GscopeGtkStroke *stroke = picture_add_stroke (self, lane, GSCOPE_LINE_MODE_STEPS);
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("thread");
  g_autoptr (GHashTable) stamps = g_hash_table_new (g_str_hash, g_str_equal);
  double scale = self->plot.line_width / 1.5;

  for (guint i = 0; i < G_N_ELEMENTS (thread_states); i++)
    {
      const GscopeState *state = &thread_states[i];

      g_hash_table_insert (stamps, (gpointer) state->name, (gpointer) &word);
      if (state->label)
        g_hash_table_insert (stamps, (gpointer) state->label, (gpointer) &letter);
    }
  gscope_signal_set_states (signal, thread_states, G_N_ELEMENTS (thread_states));
  stroke->looks =
      gscope_gtk_looks_new (signal, gscope_gtk_palette_get (dark), stroke->color, scale, stamps);
  stroke->row_height = self->lanes[lane].height / (int) n_rows;
  stroke->row_top = (int) row * stroke->row_height;
  self->lanes[lane].n_rows = 0;
  return stroke;
}

/* All styles and symbols, long and short, up to the pen. */
static void
build_states (Picture *self)
{
  static const struct
  {
    int column;
    int state;
  } changes[] = { { 5, 0 },   { 20, 1 },  { 50, 3 },  { 58, 2 },  { 90, 4 },  { 130, 3 },
                  { 140, 6 }, { 200, 0 }, { 202, 1 }, { 206, 3 }, { 207, 0 }, { 240, 6 } };
  GscopeGtkStroke *rows[3];

  picture_add_lanes (self, 2);
  for (guint i = 0; i < 3; i++)
    rows[i] = i < 2 ? add_row (self, 0, i, 2) : add_row (self, 1, 0, 1);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      gint64 time = changes[i].column * (gint64) COLUMN + COLUMN / 3;
      double value = changes[i].state, other = changes[G_N_ELEMENTS (changes) - 1 - i].state;

      gscope_trace_append (rows[0]->trace, &time, &value, 1);
      gscope_trace_append (rows[1]->trace, &time, &other, 1);
      if (i == 6)
        gscope_trace_append_gap (rows[2]->trace, time, GSCOPE_GAP_CAUSE_TICK);
      else
        gscope_trace_append (rows[2]->trace, &time, &(double){ i % 2 ? 6 : 5 }, 1);
    }
  self->plot.pen = 290 * (gint64) COLUMN;
}

static double
picture_state (gint64 time)
{
  static const double states[] = { 0, 1, 3, 2, 4, 6, 0, 2 };

  return states[(gsize) fabs (picture_noise (time) * 7.99)];
}

/* States that are shorter than three pixels, and shorter than a part of one, become shares. */
static void
build_shares (Picture *self)
{
  picture_add_lanes (self, 2);
  picture_add_samples (add_row (self, 0, 0, 2), picture_state, 0, COLUMN + COLUMN / 7, 260);
  picture_add_samples (add_row (self, 0, 1, 2), picture_state, 0, 4 * COLUMN - 1, 80);
  picture_add_samples (add_row (self, 1, 0, 1), picture_state, COLUMN / 2, COLUMN / 23,
                       23 * PICTURE_WIDTH);
}

static const Case cases[] = {
  { "lanes-light", build_lanes, FALSE, 1 },
  { "lanes-dark", build_lanes, TRUE, 1 },
  { "lanes-scale-1.5", build_lanes, FALSE, 1.5 },
  { "lanes-scale-2", build_lanes, TRUE, 2 },
  { "steps", build_steps, FALSE, 1 },
  { "lines", build_lines, FALSE, 1 },
  { "points", build_points, FALSE, 1 },
  { "filled", build_filled, FALSE, 1 },
  { "impulses", build_impulses, FALSE, 1 },
  { "logarithmic", build_logarithmic, FALSE, 1 },
  { "dashed", build_dashed, FALSE, 1 },
  { "dashed-scale-2", build_dashed, TRUE, 2 },
  { "faded-light", build_faded, FALSE, 1 },
  { "faded-dark", build_faded, TRUE, 1 },
  { "gaps", build_gaps, FALSE, 1 },
  { "noise", build_noise, TRUE, 1 },
  { "phosphor-light", build_phosphor, FALSE, 1 },
  { "phosphor-dark-scale-2", build_phosphor, TRUE, 2 },
  { "sparse", build_sparse, TRUE, 1 },
  { "states-light", build_states, FALSE, 1 },
  { "states-dark", build_states, TRUE, 1 },
  { "states-scale-2", build_states, TRUE, 2 },
  { "shares-light", build_shares, FALSE, 1 },
  { "shares-dark", build_shares, TRUE, 1 },
};

static void
init_case (Picture *self, const Case *it)
{
  picture_init (self, it->dark, it->scale);
  it->build (self);
}

static void
test_reference (gconstpointer data)
{
  const Case *it = data;
  cairo_surface_t *actual;
  Picture picture;

  init_case (&picture, it);
  actual = picture_draw (&picture, 64);
  picture_check (actual, it->name);
  cairo_surface_destroy (actual);
  picture_clear (&picture);
}

/* Paths are for other media, and so is cairo's way of smoothing them: they differ by parts of pixels,
 * where a trace has any. */
static void
test_paths (gconstpointer data)
{
  cairo_surface_t *pixels, *paths, *empty;
  cairo_t *cr;
  Picture picture;
  double difference, ink;

  init_case (&picture, data);
  picture.plot.grid_step = 0;
  pixels = picture_draw (&picture, 64);
  paths = cairo_image_surface_create (CAIRO_FORMAT_RGB24, PICTURE_WIDTH, picture.plot.height);
  cr = cairo_create (paths);
  gscope_gtk_path_draw (&picture.plot, picture.column, PICTURE_WIDTH, picture.faded, cr);
  cairo_destroy (cr);
  for (guint i = 0; i < picture.plot.n_lanes; i++)
    picture.lanes[i].n_strokes = 0;
  empty = picture_draw (&picture, 64);
  difference = picture_compare (pixels, paths);
  ink = picture_compare (pixels, empty);
  g_test_message ("%.4f of the ink differs", difference / ink);
  g_assert_cmpfloat (difference / ink, <, 0.2);
  cairo_surface_destroy (pixels);
  cairo_surface_destroy (paths);
  cairo_surface_destroy (empty);
  picture_clear (&picture);
}

static void
test_strips (gconstpointer data)
{
  static const gsize strips[] = { 1, 7, 16, 63, 64 };
  cairo_surface_t *whole;
  Picture picture;

  init_case (&picture, data);
  whole = picture_draw (&picture, PICTURE_WIDTH);
  for (guint i = 0; i < G_N_ELEMENTS (strips); i++)
    {
      cairo_surface_t *part = picture_draw (&picture, strips[i]);

      g_assert_cmpfloat (picture_compare (whole, part), ==, 0);
      cairo_surface_destroy (part);
    }
  cairo_surface_destroy (whole);
  picture_clear (&picture);
}

/* Values out of a lane's range do not change the pixels around the lane. */
static void
test_clipping (void)
{
  for (int mode = 0; mode < GSCOPE_N_LINE_MODES; mode++)
    {
      cairo_surface_t *empty, *drawn;
      GscopeGtkStroke *stroke;
      Picture picture;
      gsize lane_size;

      picture_init (&picture, FALSE, 2);
      picture_add_lanes (&picture, 3);
      empty = picture_draw (&picture, 64);
      stroke = picture_add_stroke (&picture, 1, mode);
      stroke->mapping.max = 0.1;
      stroke->mapping.min = -0.1;
      picture_add_samples (stroke, picture_noisy_sine, 0, COLUMN, PICTURE_WIDTH);
      drawn = picture_draw (&picture, 64);
      g_assert_cmpfloat (picture_compare (empty, drawn), >, 0);
      lane_size = cairo_image_surface_get_stride (empty) * picture.lanes[1].top;
      g_assert_cmpmem (cairo_image_surface_get_data (empty), lane_size,
                       cairo_image_surface_get_data (drawn), lane_size);
      lane_size = cairo_image_surface_get_stride (empty)
                  * (PICTURE_HEIGHT - picture.lanes[1].top - picture.lanes[1].height);
      g_assert_cmpint (
          memcmp (cairo_image_surface_get_data (empty)
                      + cairo_image_surface_get_stride (empty) * PICTURE_HEIGHT - lane_size,
                  cairo_image_surface_get_data (drawn)
                      + cairo_image_surface_get_stride (empty) * PICTURE_HEIGHT - lane_size,
                  lane_size),
          ==, 0);
      cairo_surface_destroy (empty);
      cairo_surface_destroy (drawn);
      picture_clear (&picture);
    }
}

/* A sweep before the first one: columns left of time 0, grid lines included. */
static void
test_negative_columns (void)
{
  cairo_surface_t *here, *there;
  Picture a, b;

  for (guint i = 0; i < 2; i++)
    {
      Picture *picture = i == 0 ? &a : &b;
      gint64 offset = i == 0 ? 0 : -21 * (gint64) COLUMN * 50;
      GscopeGtkStroke *stroke;

      picture_init (picture, FALSE, 1);
      picture_add_lanes (picture, 1);
      stroke = picture_add_stroke (picture, 0, GSCOPE_LINE_MODE_LINES);
      for (gint64 t = offset, k = 0; k < 100; k++, t += 3 * COLUMN)
        {
          double value = picture_sine (t - offset);

          gscope_trace_append (stroke->trace, &t, &value, 1);
        }
      picture->column = offset / COLUMN;
    }
  here = picture_draw (&a, 64);
  there = picture_draw (&b, 64);
  g_assert_cmpfloat (picture_compare (here, there), ==, 0);
  cairo_surface_destroy (here);
  cairo_surface_destroy (there);
  picture_clear (&a);
  picture_clear (&b);
}

/* A value from 0.0126 to 12.6, whose logarithm is a noisy sine. */
static double
get_power (gint64 time)
{
  return pow (10, picture_noisy_sine (time));
}

static cairo_surface_t *
draw_graded (PictureFunc func, GscopeGtkMapping mapping, gboolean phosphor)
{
  cairo_surface_t *surface;
  GscopeGtkStroke *stroke;
  Picture picture;

  picture_init (&picture, FALSE, 1);
  picture_add_lanes (&picture, 1);
  picture.plot.phosphor = phosphor;
  stroke = picture_add_stroke (&picture, 0, GSCOPE_LINE_MODE_LINES);
  stroke->mapping = mapping;
  picture_add_samples (stroke, func, 0, COLUMN / 40, 40 * PICTURE_WIDTH);
  surface = picture_draw (&picture, 64);
  picture_clear (&picture);
  return surface;
}

/* On a logarithmic axis, persistence grades as it does the logarithms on a linear one. */
static void
test_logarithmic_phosphor (void)
{
  const GscopeGtkMapping linear = { -1.1, 1.1, FALSE };
  const GscopeGtkMapping logarithmic = { pow (10, -1.1), pow (10, 1.1), TRUE };
  cairo_surface_t *a = draw_graded (picture_noisy_sine, linear, TRUE);
  cairo_surface_t *b = draw_graded (get_power, logarithmic, TRUE);
  cairo_surface_t *plain = draw_graded (get_power, logarithmic, FALSE);

  g_assert_cmpfloat (picture_compare (b, plain), >, 1);
  g_assert_cmpfloat (picture_compare (a, b), <, 0.1);
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
  cairo_surface_destroy (plain);
}

static void
add_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *reference = g_strconcat ("/raster/reference/", cases[i].name, NULL);
      g_autofree char *paths = g_strconcat ("/raster/paths/", cases[i].name, NULL);
      g_autofree char *strips = g_strconcat ("/raster/strips/", cases[i].name, NULL);

      g_test_add_data_func (reference, &cases[i], test_reference);
      g_test_add_data_func (strips, &cases[i], test_strips);
      if (cases[i].build != build_phosphor)
        g_test_add_data_func (paths, &cases[i], test_paths);
    }
  g_test_add_func ("/raster/clipping", test_clipping);
  g_test_add_func ("/raster/logarithmic-phosphor", test_logarithmic_phosphor);
  g_test_add_func ("/raster/negative-columns", test_negative_columns);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases ();
  return g_test_run ();
}
