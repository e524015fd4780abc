/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "../support/trace-history.h"
#include "picture.h"

/* A signal whose first half only the far end has is drawn like one that is here as a whole. */
typedef struct
{
  const char *name;
  GscopeLineMode mode;
  PictureFunc func;
  gint64 width;
  gint64 interval;
  /* Mean difference of the pictures, of 255. It is 0 where columns of both ends are the same; lines
   * cross the borders of columns at estimated times, and columns that lie between two are half of a
   * column beside their place at most. */
  double tolerance;
} Case;

enum
{
  EXACT = 1024,
};

static const Case cases[] = {
  { "steps", GSCOPE_LINE_MODE_STEPS, picture_noisy_sine, EXACT, EXACT / 16, 0 },
  { "steps-sparse", GSCOPE_LINE_MODE_STEPS, picture_noisy_sine, EXACT, 37 * EXACT, 0 },
  { "points", GSCOPE_LINE_MODE_POINTS, picture_noisy_sine, EXACT, EXACT / 16, 0 },
  { "impulses", GSCOPE_LINE_MODE_IMPULSES, picture_noisy_sine, EXACT, EXACT / 16, 0 },
  { "lines", GSCOPE_LINE_MODE_LINES, picture_noisy_sine, EXACT, EXACT / 16, 0.25 },
  { "lines-sparse", GSCOPE_LINE_MODE_LINES, picture_noisy_sine, EXACT, 7 * EXACT / 2, 0.8 },
  { "filled", GSCOPE_LINE_MODE_FILLED, picture_sine, EXACT, EXACT / 16, 0.1 },
  { "steps-between", GSCOPE_LINE_MODE_STEPS, picture_square, COLUMN, COLUMN / 16, 1.2 },
  { "lines-between", GSCOPE_LINE_MODE_LINES, picture_noisy_sine, COLUMN, COLUMN / 16, 0.8 },
};

static void
scale_samples (GscopeTrace *trace, const Case *c, gint64 from, gint64 to)
{
  for (gint64 time = from; time < to; time += c->interval)
    {
      double value = c->func (time * COLUMN / c->width);

      gscope_trace_append (trace, &time, &value, 1);
    }
}

static cairo_surface_t *
draw (const Case *c, GscopeTrace *trace, GscopeHistory *history, gsize strip)
{
  cairo_surface_t *surface;
  GscopeGtkStroke *stroke;
  Picture picture;

  picture_init (&picture, FALSE, 1);
  picture.plot.column_width = c->width;
  picture.plot.grid_step = 50 * c->width;
  picture_add_lanes (&picture, 1);
  stroke = picture_add_stroke (&picture, 0, c->mode);
  gscope_trace_unref (stroke->trace);
  stroke->trace = gscope_trace_ref (trace);
  stroke->history = history;
  surface = picture_draw (&picture, strip);
  picture_clear (&picture);
  return surface;
}

static void
compare (const Case *c, cairo_surface_t *expected, cairo_surface_t *actual)
{
  double difference = picture_compare (expected, actual);

  if (difference > c->tolerance)
    {
      g_autofree char *file = g_strdup_printf (ACTUAL_DIR "/history-%s.png", c->name);

      cairo_surface_write_to_png (actual, file);
    }
  g_assert_cmpfloat (difference, <=, c->tolerance);
}

static void
test_halves (gconstpointer data)
{
  const Case *c = data;
  gint64 end = PICTURE_WIDTH * c->width;
  /* the trace begins within a column */
  gint64 middle = end / 2 / c->interval * c->interval + c->interval * 3;
  g_autoptr (GscopeTrace) whole = gscope_trace_new ();
  g_autoptr (GscopeTrace) half = gscope_trace_new ();
  g_autoptr (TraceHistory) history = trace_history_new (whole, TRUE);
  GscopeTimeline timeline = { half, GSCOPE_HISTORY (history) };
  cairo_surface_t *expected, *actual;

  scale_samples (whole, c, -5 * c->interval, end);
  scale_samples (half, c, middle, end);
  gscope_timeline_look (&timeline, &timeline, 0, end, c->width);
  trace_history_settle ();
  expected = draw (c, whole, NULL, 64);
  actual = draw (c, half, timeline.history, 64);
  compare (c, expected, actual);
  cairo_surface_destroy (actual);
  /* strips have no seams either */
  actual = draw (c, half, timeline.history, 7);
  compare (c, expected, actual);
  cairo_surface_destroy (actual);
  cairo_surface_destroy (expected);
}

/* The oldest samples were dropped, as the scope does when its memory is full. */
static void
test_evicted (void)
{
  const Case c = { "evicted", GSCOPE_LINE_MODE_STEPS, picture_noisy_sine, 1 << 20, 1 << 11, 0 };
  gint64 end = PICTURE_WIDTH * c.width;
  g_autoptr (GscopeTrace) whole = gscope_trace_new ();
  g_autoptr (GscopeTrace) rest = gscope_trace_new ();
  g_autoptr (TraceHistory) history = trace_history_new (whole, TRUE);
  GscopeTimeline timeline = { rest, GSCOPE_HISTORY (history) };
  cairo_surface_t *expected, *actual;

  scale_samples (whole, &c, 0, end);
  scale_samples (rest, &c, 0, end);
  for (guint i = 0; i < 20; i++)
    g_assert_true (gscope_trace_evict (rest));
  gscope_timeline_look (&timeline, &timeline, 0, end, c.width);
  trace_history_settle ();
  expected = draw (&c, whole, NULL, 64);
  actual = draw (&c, rest, timeline.history, 64);
  compare (&c, expected, actual);
  cairo_surface_destroy (actual);
  cairo_surface_destroy (expected);
}

/* The opacity of values that are often there is about the same. */
static void
test_phosphor (void)
{
  const Case c = { "phosphor", GSCOPE_LINE_MODE_LINES, picture_noisy_sine, EXACT, EXACT / 64, 4 };
  gint64 end = PICTURE_WIDTH * c.width;
  g_autoptr (GscopeTrace) whole = gscope_trace_new ();
  g_autoptr (GscopeTrace) half = gscope_trace_new ();
  g_autoptr (TraceHistory) history = trace_history_new (whole, TRUE);
  GscopeTimeline timeline = { half, GSCOPE_HISTORY (history) };
  float *a = g_new (float, PICTURE_WIDTH * 50), *b = g_new (float, PICTURE_WIDTH * 50);
  double sum = 0, difference = 0;

  scale_samples (whole, &c, 0, end);
  scale_samples (half, &c, end / 2, end);
  gscope_timeline_look (&timeline, &timeline, 0, end, c.width);
  trace_history_settle ();
  gscope_trace_get_density (whole, 0, c.width, PICTURE_WIDTH, -1.1, 1.1, FALSE, 50, a);
  gscope_timeline_get_density (&timeline, 0, c.width, PICTURE_WIDTH, -1.1, 1.1, FALSE, 50, b);
  for (int i = 0; i < PICTURE_WIDTH * 50; i++)
    {
      sum += (double) (a[i] - b[i]);
      difference += ABS ((double) (a[i] - b[i]));
    }
  g_assert_cmpfloat_with_epsilon (sum, 0, 1);
  g_assert_cmpfloat (difference, <=, 0.5 * PICTURE_WIDTH * 64);
  g_free (a);
  g_free (b);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/history/halves/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_halves);
    }
  g_test_add_func ("/history/evicted", test_evicted);
  g_test_add_func ("/history/phosphor", test_phosphor);
  return g_test_run ();
}
