/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Where the lanes of a picture stand. */

#include <gscope-gtk/paint/states.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/scene.h>

enum
{
  WIDTH = 800,
  HEIGHT = 600,
  N_WORDS = 6,
};

/* A scene of signals "a", "b", … on a test clock at 100 s, each of a unit of its own. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GListStore *signals;
  double words[N_WORDS];
  GscopeGtkScene scene;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signals = g_list_store_new (GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  gscope_gtk_scene_init (&f->scene);
  f->scene.settings = gscope_view_settings_new ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_gtk_scene_clear (&f->scene);
  g_object_unref (f->scene.settings);
  g_object_unref (f->signals);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
add_signals (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const char name[] = { (char) ('a' + i), 0 };
      GscopeSignal *signal = gscope_scope_add_double (f->scope, name, &f->words[i]);
      g_autoptr (GscopeGtkViewSignal) entry = gscope_gtk_view_signal_new (f->scope, signal, NULL);

      gscope_signal_set_unit (signal, name);
      g_list_store_append (f->signals, entry);
    }
}

static void
arrange (Fixture *f, const char *lead, int height)
{
  g_object_set (f->scene.settings, "lead", lead, NULL);
  gscope_gtk_scene_arrange (&f->scene, G_LIST_MODEL (f->signals), WIDTH, height);
}

static const GscopeGtkSceneLane *
get_lane (Fixture *f, guint i)
{
  return &g_array_index (f->scene.lanes, GscopeGtkSceneLane, i);
}

/* Returns the height of a lane with its head. */
static int
get_height (Fixture *f, guint i)
{
  return get_lane (f, i)->height + get_lane (f, i)->head;
}

/* Lanes follow each other within the plot. */
static void
assert_order (Fixture *f)
{
  int bottom = 0;

  for (guint i = 0; i < f->scene.lanes->len; i++)
    {
      g_assert_cmpint (get_lane (f, i)->top - get_lane (f, i)->head, >=, bottom);
      g_assert_cmpint (get_lane (f, i)->height, >, 0);
      bottom = get_lane (f, i)->top + get_lane (f, i)->height;
    }
  g_assert_cmpint (bottom, <=, f->scene.plot.height);
}

static void
test_even (Fixture *f, gconstpointer data)
{
  add_signals (f, 3);
  arrange (f, NULL, HEIGHT);
  assert_order (f);
  g_assert_cmpint (get_height (f, 2) - get_height (f, 0), <=, 1);
  arrange (f, "nobody", HEIGHT);
  g_assert_cmpint (get_height (f, 2) - get_height (f, 0), <=, 1);
}

/* A signal that starts with a transient has the range of what follows it. */
static void
test_start (Fixture *f, gconstpointer data)
{
  GscopeGtkSceneLane *lane;

  add_signals (f, 1);
  arrange (f, NULL, HEIGHT);
  lane = &g_array_index (f->scene.lanes, GscopeGtkSceneLane, 0);
  for (int i = 0; i < 150; i++)
    {
      f->words[0] = i < 10 ? 3000 - 300 * i : 20 + i % 10;
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
      gscope_scope_drain (f->scope);
      gscope_gtk_viewport_set_pen (f->scene.viewport, gscope_clock_get_time (f->clock));
      gscope_gtk_scene_follow (&f->scene, gscope_clock_get_time (f->clock));
      if (i == 10)
        g_assert_cmpfloat (lane->scales[0].mapping.max, >=, 300);
    }
  g_assert_cmpfloat (lane->scales[0].mapping.max, <=, 40);
  f->words[0] = 500;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
  gscope_scope_drain (f->scope);
  gscope_gtk_viewport_set_pen (f->scene.viewport, gscope_clock_get_time (f->clock));
  gscope_gtk_scene_follow (&f->scene, gscope_clock_get_time (f->clock));
  g_assert_cmpfloat (lane->scales[0].mapping.max, >=, 500);
}

/* Advances the clock by samples of the words, and lets the ranges follow. */
static void
take_samples (Fixture *f, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
      gscope_scope_drain (f->scope);
    }
  gscope_gtk_viewport_set_pen (f->scene.viewport, gscope_clock_get_time (f->clock));
  gscope_gtk_scene_follow (&f->scene, gscope_clock_get_time (f->clock));
}

static void
assert_mapping (const GscopeGtkMapping *mapping, double min, double max, gboolean logarithmic)
{
  g_assert_cmpfloat_with_epsilon (mapping->min, min, 1e-9 * max);
  g_assert_cmpfloat_with_epsilon (mapping->max, max, 1e-9 * max);
  g_assert_cmpint (mapping->logarithmic, ==, logarithmic);
}

/* Signals of one unit on different kinds of axes have lanes of their own. An end of 0 has no place on a logarithmic axis:
 * the values decide it. */
static void
test_logarithmic (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkViewSignal) a = NULL, b = NULL;
  GscopeGtkMapping mapping;

  add_signals (f, 2);
  a = g_list_model_get_item (G_LIST_MODEL (f->signals), 0);
  b = g_list_model_get_item (G_LIST_MODEL (f->signals), 1);
  gscope_signal_set_unit (gscope_gtk_view_signal_get_signal (b), "a");
  arrange (f, NULL, HEIGHT);
  g_assert_cmpuint (f->scene.lanes->len, ==, 1);

  gscope_view_settings_set_on (f->scene.settings, "logarithmic-axes", TRUE);
  arrange (f, NULL, HEIGHT);
  g_assert_cmpuint (f->scene.lanes->len, ==, 1);
  f->words[0] = -1;
  f->words[1] = 5;
  take_samples (f, 10);
  f->words[0] = 300;
  take_samples (f, 10);
  assert_mapping (&get_lane (f, 0)->scales[0].mapping, 1, 500, TRUE);

  gscope_gtk_view_signal_set_value_axis (b, GSCOPE_VALUE_AXIS_LINEAR);
  arrange (f, NULL, HEIGHT);
  take_samples (f, 1);
  g_assert_cmpuint (f->scene.lanes->len, ==, 2);
  g_assert_true (get_lane (f, 0)->scales[0].mapping.logarithmic);
  g_assert_false (get_lane (f, 1)->scales[0].mapping.logarithmic);

  gscope_gtk_view_signal_set_range (a, 0, 2000);
  take_samples (f, 1);
  mapping = gscope_gtk_view_signal_get_mapping (a);
  assert_mapping (&mapping, 1, 2000, TRUE);
  gscope_gtk_view_signal_set_range (a, 20, 2000);
  take_samples (f, 1);
  mapping = gscope_gtk_view_signal_get_mapping (a);
  assert_mapping (&mapping, 20, 2000, TRUE);
  gscope_gtk_view_signal_zoom_range (a, 0.5, 0);
  take_samples (f, 1);
  mapping = gscope_gtk_view_signal_get_mapping (a);
  assert_mapping (&mapping, 2, 20000, TRUE);

  f->scene.layout = GSCOPE_VIEW_LAYOUT_OVERLAY;
  arrange (f, NULL, HEIGHT);
  take_samples (f, 1);
  g_assert_cmpuint (f->scene.lanes->len, ==, 1);
  g_assert_true (gscope_gtk_view_signal_get_mapping (a).logarithmic);
  g_assert_false (gscope_gtk_view_signal_get_mapping (b).logarithmic);
  assert_mapping (&get_lane (f, 0)->scales[0].mapping, 2, 20000, TRUE);
}

/* Own axes are beside each other at the right, four at most; the left axis of an overlay belongs to the selected signal. */
static void
test_rulers (Fixture *f, gconstpointer data)
{
  GscopeGtkRuler rulers[GSCOPE_GTK_MAX_RULERS], ruler;
  int right;

  add_signals (f, 6);
  f->scene.layout = GSCOPE_VIEW_LAYOUT_OVERLAY;
  arrange (f, NULL, HEIGHT);
  g_assert_cmpuint (gscope_gtk_scene_list_rulers (&f->scene, get_lane (f, 0), rulers), ==, 1);
  g_assert_true (rulers[0].is_left);
  g_assert_cmpuint (gscope_gtk_scene_count_right_rulers (&f->scene), ==, 0);

  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (G_LIST_MODEL (f->signals), i);

      gscope_gtk_view_signal_set_own_axis (signal, TRUE);
      gscope_gtk_view_signal_set_range (signal, 0, i + 1);
      f->scene.selected = signal;
    }
  right = f->scene.plot.x + f->scene.plot.width;
  arrange (f, NULL, HEIGHT);
  gscope_gtk_scene_follow (&f->scene, 0);
  g_assert_cmpuint (gscope_gtk_scene_list_rulers (&f->scene, get_lane (f, 0), rulers), ==, 5);
  g_assert_cmpint (f->scene.plot.x + f->scene.plot.width, <, right - 3 * 40);
  g_assert_true (rulers[0].signal == f->scene.selected);
  g_assert_cmpfloat (rulers[0].mapping.max, ==, 6);
  for (guint i = 1; i < 5; i++)
    {
      g_assert_true (
          gscope_gtk_scene_find_ruler (&f->scene, get_lane (f, 0), rulers[i].edge + 20, &ruler));
      g_assert_cmpfloat (ruler.mapping.max, ==, i);
      g_assert_cmpfloat (ruler.edge, <=, WIDTH - 40);
    }
  g_assert_false (gscope_gtk_scene_find_ruler (&f->scene, get_lane (f, 0), right / 2, &ruler));
  g_assert_true (gscope_gtk_scene_find_ruler (&f->scene, get_lane (f, 0), 5, &ruler));
  g_assert_true (ruler.is_left);
  f->scene.selected = NULL;
}

/* The ruler of an overlay belongs to the selected signal, also if that shares the range of the signal that it is compared with. */
static void
test_compared_ruler (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkViewSignal) b = NULL, compared = NULL;

  add_signals (f, 3);
  b = g_list_model_get_item (G_LIST_MODEL (f->signals), 1);
  compared = g_list_model_get_item (G_LIST_MODEL (f->signals), 2);
  gscope_gtk_view_signal_set_range (b, 0, 2000);
  gscope_gtk_view_signal_set_range (compared, 0, 2000);
  gscope_gtk_view_signal_set_compared (compared, b);
  f->scene.layout = GSCOPE_VIEW_LAYOUT_OVERLAY;
  f->scene.selected = compared;
  arrange (f, NULL, HEIGHT);
  gscope_gtk_scene_follow (&f->scene, 0);
  assert_mapping (&get_lane (f, 0)->scales[0].mapping, 0, 2000, FALSE);
  f->scene.selected = NULL;
}

/* A plot has at least the room beside it that was asked for, and more for rulers. */
static void
test_margins (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkViewSignal) signal = NULL;
  int left, right, more;

  add_signals (f, 2);
  f->scene.layout = GSCOPE_VIEW_LAYOUT_OVERLAY;
  arrange (f, NULL, HEIGHT);
  gscope_gtk_scene_get_margins (&f->scene, &left, &right);
  g_assert_cmpint (f->scene.plot.x, ==, left);
  g_assert_cmpint (f->scene.plot.width, ==, WIDTH - left - right);
  f->scene.least_left = left + 30;
  f->scene.least_right = right + 100;
  arrange (f, NULL, HEIGHT);
  g_assert_cmpint (f->scene.plot.x, ==, left + 30);
  g_assert_cmpint (f->scene.plot.width, ==, WIDTH - left - right - 130);
  signal = g_list_model_get_item (G_LIST_MODEL (f->signals), 0);
  gscope_gtk_view_signal_set_own_axis (signal, TRUE);
  f->scene.least_right = 1;
  arrange (f, NULL, HEIGHT);
  gscope_gtk_scene_get_margins (&f->scene, &left, &more);
  g_assert_cmpint (more, >, right);
  g_assert_cmpint (f->scene.plot.width, ==, WIDTH - left - 30 - more);
}

/* A trace is moved by parts of the height of its lane, and magnified about its middle, with an axis of its own in lanes. */
static void
test_moved (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkViewSignal) a = NULL;
  GscopeGtkRuler rulers[GSCOPE_GTK_MAX_RULERS];
  GscopeGtkMapping mapping;

  add_signals (f, 1);
  a = g_list_model_get_item (G_LIST_MODEL (f->signals), 0);
  gscope_gtk_view_signal_set_range (a, 0, 10);
  arrange (f, NULL, HEIGHT);
  gscope_gtk_scene_follow (&f->scene, 0);
  g_assert_cmpuint (gscope_gtk_scene_list_rulers (&f->scene, get_lane (f, 0), rulers), ==, 1);

  /* the value 5 is three quarters up, and the ruler of the lane stays */
  gscope_gtk_view_signal_set_offset (a, 0.25);
  mapping = gscope_gtk_view_signal_get_mapping (a);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_mapping_to_part (&mapping, 5), 0.75, 1e-12);
  g_assert_cmpuint (gscope_gtk_scene_list_rulers (&f->scene, get_lane (f, 0), rulers), ==, 2);
  assert_mapping (&rulers[0].mapping, 0, 10, FALSE);
  assert_mapping (&rulers[1].mapping, -2.5, 7.5, FALSE);

  gscope_gtk_view_signal_set_magnification (a, 2);
  mapping = gscope_gtk_view_signal_get_mapping (a);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_mapping_to_part (&mapping, 5), 0.75, 1e-12);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_mapping_to_part (&mapping, 6), 0.95, 1e-12);

  gscope_gtk_view_signal_set_offset (a, 1000);
  g_assert_cmpfloat (gscope_gtk_view_signal_get_offset (a), ==, GSCOPE_MAX_TRACE_OFFSET);
  gscope_gtk_view_signal_set_offset (a, 0);
  gscope_gtk_view_signal_set_magnification (a, 1);
  g_assert_cmpuint (gscope_gtk_scene_list_rulers (&f->scene, get_lane (f, 0), rulers), ==, 1);
}

/* Titles take room beside each ruler. */
static void
test_titles (Fixture *f, gconstpointer data)
{
  int left;

  add_signals (f, 1);
  arrange (f, NULL, HEIGHT);
  left = f->scene.plot.x;
  gscope_view_settings_set_on (f->scene.settings, "axis-titles", TRUE);
  arrange (f, NULL, HEIGHT);
  g_assert_cmpint (f->scene.plot.x, ==, left + gscope_gtk_scene_get_title_width (&f->scene));
  g_assert_cmpint (f->scene.plot.x, >, left);
}

/* The ends of a range are not on the frame of the lane, so that constants there are visible. */
static void
test_padding (Fixture *f, gconstpointer data)
{
  const GscopeGtkSceneLane *lane;

  add_signals (f, 2);
  for (int height = 140; height < HEIGHT; height += 30)
    {
      arrange (f, NULL, height);
      gscope_gtk_scene_follow (&f->scene, gscope_clock_get_time (f->clock));
      lane = get_lane (f, 0);
      g_assert_cmpfloat (
          gscope_gtk_scene_value_to_y (lane, &lane->scales[0].mapping, lane->scales[0].mapping.max),
          >=, lane->top + 3);
      g_assert_cmpfloat (
          gscope_gtk_scene_value_to_y (lane, &lane->scales[0].mapping, lane->scales[0].mapping.min),
          <=, lane->top + lane->height - 3);
    }
}

/* The lead lane has 60 % of the height, whichever it is. */
static void
test_lead (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "a", "b", "c" };

  add_signals (f, 3);
  for (guint lead = 0; lead < G_N_ELEMENTS (names); lead++)
    {
      int sum = 0;

      arrange (f, names[lead], HEIGHT);
      assert_order (f);
      for (guint i = 0; i < 3; i++)
        sum += get_height (f, i);
      g_assert_cmpint (100 * get_height (f, lead) / sum, >=, 59);
      g_assert_cmpint (100 * get_height (f, lead) / sum, <=, 60);
      g_assert_cmpint (ABS (get_height (f, (lead + 1) % 3) - get_height (f, (lead + 2) % 3)), <=,
                       1);
    }
}

/* It leaves the others as high as they are without it, or as a low lane is. */
static void
test_lead_leaves_room (Fixture *f, gconstpointer data)
{
  int least;

  add_signals (f, 6);
  arrange (f, NULL, HEIGHT);
  least = get_height (f, 1);
  arrange (f, "a", HEIGHT);
  assert_order (f);
  for (guint i = 1; i < 6; i++)
    g_assert_cmpint (get_height (f, i), >=, MIN (least, 84) - 1);
  for (int height = 140; height < 400; height += 20)
    {
      arrange (f, "a", height);
      assert_order (f);
    }
}

static void
test_lead_alone (Fixture *f, gconstpointer data)
{
  add_signals (f, 1);
  arrange (f, "a", HEIGHT);
  g_assert_cmpint (get_lane (f, 0)->top + get_lane (f, 0)->height, ==, f->scene.plot.height);
}

static GscopeSignal *
add_in_group (Fixture *f, GscopeSource *source, const char *group, const char *role)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("task");
  g_autoptr (GscopeGtkViewSignal) entry = NULL;

  gscope_signal_set_group (signal, group);
  gscope_signal_set_role (signal, role);
  gscope_signal_set_unit (signal, "ms");
  if (!role)
    gscope_signal_set_states (signal,
                              &(GscopeState){ 0, GSCOPE_STATE_STYLE_THIN, 0, "asleep", NULL }, 1);
  g_assert_true (gscope_source_add_signal (source, signal, NULL));
  entry = gscope_gtk_view_signal_new (f->scope, signal, NULL);
  g_list_store_append (f->signals, entry);
  return signal;
}

static void
push (Fixture *f, GscopeSignal *signal, double value)
{
  GscopeProducer *producer = gscope_signal_create_producer (signal);

  gscope_producer_push (producer, gscope_clock_get_time (f->clock), value);
  gscope_producer_unref (producer);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_drain (f->scope);
}

/* The budget of a thread is at the foot of its row, from zero to the largest value; a row without one is higher. */
static void
test_below (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = g_object_new (GSCOPE_TYPE_SOURCE, "name", "schedule", NULL);
  g_autoptr (GscopeGtkViewSignal) row = NULL, budget = NULL;
  const GscopeGtkLane *lane;
  GscopeSignal *signal;
  GscopeGtkPlot plot;

  gscope_scope_add_source (f->scope, source);
  signal = add_in_group (f, source, "budgets", "budget");
  add_in_group (f, source, "threads", NULL);
  budget = g_list_model_get_item (G_LIST_MODEL (f->signals), 0);
  row = g_list_model_get_item (G_LIST_MODEL (f->signals), 1);
  push (f, signal, 5);
  arrange (f, NULL, HEIGHT);
  g_assert_cmpuint (f->scene.lanes->len, ==, 1);
  g_assert_true (gscope_gtk_scene_find_below (&f->scene, row) == budget);
  gscope_gtk_viewport_set_pen (f->scene.viewport, gscope_clock_get_time (f->clock));
  gscope_gtk_scene_follow (&f->scene, gscope_clock_get_time (f->clock));
  gscope_gtk_scene_get_plot (&f->scene, &plot);
  lane = &plot.lanes[0];
  g_assert_cmpuint (lane->n_strokes, ==, 2);
  g_assert_cmpint (lane->strokes[0].row_height, ==, lane->height - 10);
  g_assert_cmpfloat_with_epsilon (
      gscope_gtk_painter_get_y (&lane->strokes[1].mapping, lane->height, 0), lane->height - 2, 1);
  g_assert_cmpfloat_with_epsilon (
      gscope_gtk_painter_get_y (&lane->strokes[1].mapping, lane->height, 5), lane->height - 10, 1);
  gscope_gtk_view_signal_set_hidden (row, TRUE);
  arrange (f, NULL, HEIGHT);
  g_assert_cmpuint (f->scene.lanes->len, ==, 1);
  g_assert_null (get_lane (f, 0)->scales[0].states);
  gscope_gtk_view_signal_set_hidden (row, FALSE);
  gscope_gtk_view_signal_set_hidden (budget, TRUE);
  arrange (f, NULL, HEIGHT);
  gscope_gtk_scene_get_plot (&f->scene, &plot);
  g_assert_cmpuint (plot.lanes[0].n_strokes, ==, 1);
  g_assert_cmpint (plot.lanes[0].strokes[0].row_height, ==, plot.lanes[0].height);
}

/* Counts the boxes in a colour. */
typedef struct
{
  guint32 color;
  guint n;
} Count;

static void
count_box (gpointer data, double x0, double y0, double x1, double y1, guint32 color, double opacity)
{
  Count *self = data;

  self->n += color == self->color;
}

static void
skip_stamp (gpointer data, const GscopeGtkStamp *stamp, int x, int y, int end, guint32 color)
{
}

/* A thread that wakes up and runs a microsecond later, within a column, has an arrow. */
static void
test_wake_up (Fixture *f, gconstpointer data)
{
  static const GscopeState states[] = { { 0, GSCOPE_STATE_STYLE_THIN, 0, "asleep", NULL },
                                        { 1, GSCOPE_STATE_STYLE_OUTLINE, 0, "ready", NULL },
                                        { 2, GSCOPE_STATE_STYLE_FILLED, 1, "runs", NULL } };
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "task");
  g_autoptr (GscopeGtkViewSignal) entry = gscope_gtk_view_signal_new (f->scope, signal, NULL);
  GscopeProducer *producer = gscope_signal_create_producer (signal);
  gint64 now = gscope_clock_get_time (f->clock), width;
  Count count = { f->scene.palette->text, 0 };
  const GscopeGtkStateSink sink = { count_box, skip_stamp, &count };
  GscopeGtkPlot plot;

  gscope_signal_set_states (signal, states, G_N_ELEMENTS (states));
  g_list_store_append (f->signals, entry);
  gscope_producer_push (producer, now, 0);
  gscope_producer_push (producer, now + 2 * GSCOPE_SEC, 1);
  gscope_producer_push (producer, now + 2 * GSCOPE_SEC + 1000, 2);
  gscope_producer_unref (producer);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 4 * GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  arrange (f, NULL, HEIGHT);
  gscope_gtk_viewport_set_pen (f->scene.viewport, gscope_clock_get_time (f->clock));
  gscope_gtk_scene_get_plot (&f->scene, &plot);
  width = plot.column_width;
  gscope_gtk_states_draw (&plot.lanes[0].strokes[0], now / width, (int) (4 * GSCOPE_SEC / width),
                          width, plot.pen, &sink);
  g_assert_cmpuint (count.n, >, 0);
}

int
main (int argc, char **argv)
{
#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

  g_test_init (&argc, &argv, NULL);
  ADD ("/scene/even", test_even);
  ADD ("/scene/start", test_start);
  ADD ("/scene/padding", test_padding);
  ADD ("/scene/logarithmic", test_logarithmic);
  ADD ("/scene/rulers", test_rulers);
  ADD ("/scene/compared-ruler", test_compared_ruler);
  ADD ("/scene/margins", test_margins);
  ADD ("/scene/moved", test_moved);
  ADD ("/scene/titles", test_titles);
  ADD ("/scene/lead", test_lead);
  ADD ("/scene/lead/leaves-room", test_lead_leaves_room);
  ADD ("/scene/lead/alone", test_lead_alone);
  ADD ("/scene/below", test_below);
  ADD ("/scene/wake-up", test_wake_up);
  return g_test_run ();
}
