/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Where heads, flags and labels of a view stand: not on traces, not on each other, and in view. */

#include <gscope-gtk/chrome/chrome.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope/gscope.h>
#include <math.h>
#include <string.h>

enum
{
  WIDTH = 700,
  HEIGHT = 500,
  N_WORDS = 40,
  DOT = 5,
};

/* A scene of a scope on a test clock at 100 s, in sweep mode over 20 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GListStore *signals;
  double words[N_WORDS];
  GscopeGtkScene scene;
  GscopeGtkCursorTimes cursors;
  GscopeGtkAnnotations annotations;
  PangoContext *context;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (PangoFontDescription) font = pango_font_description_from_string ("Sans 11");

  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signals = g_list_store_new (GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  f->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  pango_context_set_font_description (f->context, font);
  gscope_gtk_scene_init (&f->scene);
  f->annotations = (GscopeGtkAnnotations){
    .scene = &f->scene,
    .clock = f->clock,
    .cursors = &f->cursors,
    .marker_lists = g_ptr_array_new_with_free_func (g_object_unref),
  };
  g_ptr_array_add (f->annotations.marker_lists, g_object_ref (gscope_scope_get_markers (f->scope)));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_ptr_array_unref (f->annotations.marker_lists);
  gscope_gtk_scene_clear (&f->scene);
  g_object_unref (f->context);
  g_object_unref (f->signals);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

/* Adds signals with long names, two of a unit and the others without one. */
static void
add_signals (Fixture *f, guint n)
{
  static const char *const units[] = { "packets", "ms", "" };

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("a signal with a long name, number %u", i);
      GscopeSignal *signal = gscope_scope_add_double (f->scope, name, &f->words[i]);
      g_autoptr (GscopeGtkViewSignal) entry = gscope_gtk_view_signal_new (f->scope, signal, NULL);

      gscope_signal_set_unit (signal, units[MIN (i / 2, 2)]);
      gscope_gtk_view_signal_set_key (entry, i + 1);
      g_list_store_append (f->signals, entry);
    }
}

static void
advance (Fixture *f, int milliseconds)
{
  for (int i = 0; i < milliseconds; i += 100)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
      gscope_scope_drain (f->scope);
    }
  gscope_gtk_viewport_set_pen (f->scene.viewport, gscope_scope_get_pen (f->scope));
}

static void
arrange (Fixture *f, int width)
{
  gscope_gtk_scene_arrange (&f->scene, G_LIST_MODEL (f->signals), width, HEIGHT);
  gscope_gtk_scene_follow (&f->scene, gscope_clock_get_time (f->clock));
  gscope_gtk_chrome_measure_flags (&f->annotations, f->context);
}

static void
add_marker (Fixture *f, gint64 time, const char *label)
{
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new (time, GSCOPE_MARKER_KIND_WRITE, NULL, label, NULL);

  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
}

typedef void (*DrawFunc) (const GscopeGtkAnnotations *, cairo_t *, PangoContext *);

/* Draws on nothing. */
static cairo_surface_t *
draw (Fixture *f, const DrawFunc *funcs, guint n)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i < n; i++)
    funcs[i](&f->annotations, cr, f->context);
  cairo_destroy (cr);
  return surface;
}

static guint
get_alpha (cairo_surface_t *surface, int x, int y)
{
  const guint32 *row = (const guint32 *) (cairo_image_surface_get_data (surface)
                                          + y * cairo_image_surface_get_stride (surface));

  return row[x] >> 24;
}

static gboolean
is_drawn (cairo_surface_t *surface, int x, int y)
{
  return get_alpha (surface, x, y) != 0;
}

static gboolean
is_near (const double *places, guint n, int x)
{
  for (guint i = 0; i < n; i++)
    if (fabs (places[i] - x) <= DOT)
      return TRUE;
  return FALSE;
}

/* Returns how many pixels of the lanes' plots are drawn on, besides those at some places. */
static guint
count_on_plots (Fixture *f, cairo_surface_t *surface, const double *places, guint n_places)
{
  guint n = 0;

  for (guint i = 0; i < f->scene.lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (f->scene.lanes, GscopeGtkSceneLane, i);
      int top = f->scene.plot.y + lane->top;

      for (int y = top; y < top + lane->height; y++)
        for (int x = f->scene.plot.x; x < f->scene.plot.x + f->scene.plot.width; x++)
          n += !is_near (places, n_places, x) && is_drawn (surface, x, y);
    }
  return n;
}

/* Markers and cursors are lines in the plot; all words stand elsewhere. */
static void
test_plots_are_free (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_events, gscope_gtk_chrome_draw_cursors,
                                    gscope_gtk_chrome_draw_heads };
  double places[4];
  cairo_surface_t *surface;

  add_signals (f, 4);
  advance (f, 15000);
  f->cursors.n = 1;
  f->cursors.times[0] = 108 * GSCOPE_SEC;
  arrange (f, WIDTH);
  for (guint i = 0; i < 3; i++)
    {
      add_marker (f, (104 + i) * GSCOPE_SEC, "something with a long name from 1 to 2");
      g_assert_true (gscope_gtk_chrome_get_x (&f->scene, (104 + i) * GSCOPE_SEC, &places[i]));
    }
  g_assert_true (gscope_gtk_chrome_get_x (&f->scene, 108 * GSCOPE_SEC, &places[3]));
  surface = draw (f, funcs, G_N_ELEMENTS (funcs));
  g_assert_cmpuint (count_on_plots (f, surface, places, G_N_ELEMENTS (places)), ==, 0);
  g_assert_cmpuint (count_on_plots (f, surface, NULL, 0), >, 0);
  cairo_surface_destroy (surface);
}

/* A gap of all signals is hatched over its lane; one of some is at the foot. */
static void
test_gaps (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_events };
  g_autoptr (GscopeSignal) signal = NULL;
  const GscopeGtkSceneLane *lane;
  cairo_surface_t *surface;
  int x = 0, y;

  gscope_scope_set_period (f->scope, 100 * GSCOPE_MSEC);
  add_signals (f, 2);
  advance (f, 2000);
  signal = g_list_model_get_item (gscope_scope_get_signals (f->scope), 0);
  gscope_trace_append_gap (gscope_signal_get_trace (signal),
                           gscope_clock_get_time (f->clock) + GSCOPE_MSEC, GSCOPE_GAP_CAUSE_TICK);
  advance (f, 2000);
  arrange (f, WIDTH);
  lane = &g_array_index (f->scene.lanes, GscopeGtkSceneLane, 0);
  surface = draw (f, funcs, 1);
  y = f->scene.plot.y + lane->top;
  for (int i = f->scene.plot.x; i < f->scene.plot.x + f->scene.plot.width; i++)
    x = is_drawn (surface, i, y + lane->height - 2) ? i : x;
  g_assert_cmpint (x, >, 0);
  g_assert_false (is_drawn (surface, x, y + lane->height / 2));
  cairo_surface_destroy (surface);
}

/* The hatching of a gap that began before the window begins at the left edge, wherever the columns are. */
static void
test_old_gap (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_events };

  gscope_scope_set_period (f->scope, 100 * GSCOPE_MSEC);
  gscope_gtk_viewport_set_mode (f->scene.viewport, GSCOPE_VIEW_MODE_ROLL);
  gscope_gtk_viewport_set_span (f->scene.viewport, 3 * GSCOPE_SEC);
  add_signals (f, 2);
  advance (f, 2000);
  f->words[0] = gscope_gap_value (GSCOPE_GAP_CAUSE_SILENT);
  advance (f, 5000);
  for (guint i = 0; i < 10; i++)
    {
      const GscopeGtkSceneLane *lane;
      cairo_surface_t *surface;
      int y;

      advance (f, 100);
      arrange (f, WIDTH);
      lane = &g_array_index (f->scene.lanes, GscopeGtkSceneLane, 0);
      surface = draw (f, funcs, 1);
      y = f->scene.plot.y + lane->top + lane->height - 2;
      g_assert_true (is_drawn (surface, f->scene.plot.x + 1, y));
      cairo_surface_destroy (surface);
    }
}

/* The head of a lane counts the failures of the limits of its signals, also where there is little room. */
static void
test_failures (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_heads };
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 1 };
  g_autoptr (GListStore) limits = g_list_store_new (GSCOPE_TYPE_LIMIT);
  g_autofree char *none = NULL, *some = NULL;
  const GscopeGtkSceneLane *lane;
  cairo_surface_t *plain, *counted;
  guint hash;

  add_signals (f, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GscopeSignal) signal =
          g_list_model_get_item (gscope_scope_get_signals (f->scope), i);
      g_autoptr (GscopeLimit) limit = gscope_limit_new (f->scope, signal, NULL, &settings, NULL);

      g_list_store_append (limits, limit);
    }
  f->annotations.limits = G_LIST_MODEL (limits);
  arrange (f, WIDTH);
  lane = &g_array_index (f->scene.lanes, GscopeGtkSceneLane, 0);
  none = gscope_gtk_chrome_describe_failures (&f->annotations, lane);
  g_assert_null (none);
  hash = gscope_gtk_chrome_hash_badges (&f->annotations);
  plain = draw (f, funcs, 1);
  f->words[1] = 3;
  advance (f, 500);
  f->words[1] = 0;
  advance (f, 500);
  f->words[0] = f->words[1] = 3;
  advance (f, 500);
  some = gscope_gtk_chrome_describe_failures (&f->annotations, lane);
  g_assert_cmpstr (some, ==, "3 failures");
  g_assert_cmpuint (gscope_gtk_chrome_hash_badges (&f->annotations), !=, hash);
  counted = draw (f, funcs, 1);
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (plain),
                           cairo_image_surface_get_data (counted),
                           (gsize) cairo_image_surface_get_stride (plain) * HEIGHT),
                   !=, 0);
  cairo_surface_destroy (plain);
  cairo_surface_destroy (counted);
  f->annotations.limits = NULL;
}

static void
assert_reduced (Fixture *f, const char *expected)
{
  g_autofree char *text = NULL;

  arrange (f, WIDTH);
  text = gscope_gtk_chrome_describe_reduced (
      &f->annotations, &g_array_index (f->scene.lanes, GscopeGtkSceneLane, 0));
  g_assert_cmpstr (text, ==, expected);
}

/* A badge says at which resolution signals come over a slow connection, where that can be seen. */
static void
test_reduced (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_heads };
  GscopeGtkViewport *viewport = f->scene.viewport;
  cairo_surface_t *plain, *reduced;
  GscopeSignal *signals[2];

  add_signals (f, 2);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      g_autoptr (GscopeSignal) signal =
          g_list_model_get_item (gscope_scope_get_signals (f->scope), i);

      signals[i] = signal;
    }
  gscope_gtk_viewport_set_span (viewport, GSCOPE_SEC);
  assert_reduced (f, NULL);
  plain = draw (f, funcs, 1);
  gscope_signal_set_resolution (signals[1], 20 * GSCOPE_MSEC);
  assert_reduced (f, "shown at 20 ms");
  reduced = draw (f, funcs, 1);
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (plain),
                           cairo_image_surface_get_data (reduced),
                           (gsize) cairo_image_surface_get_stride (plain) * HEIGHT),
                   !=, 0);
  gscope_signal_set_resolution (signals[0], 5 * GSCOPE_MSEC);
  assert_reduced (f, "2 signals shown at 20 ms");
  /* a pixel has more samples than one in 20 ms */
  gscope_gtk_viewport_set_span (viewport, 60 * GSCOPE_SEC);
  assert_reduced (f, NULL);
  cairo_surface_destroy (plain);
  cairo_surface_destroy (reduced);
}

/* Keys that fill a head leave room for the badge. */
static void
test_crowded (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_heads };
  g_autoptr (GscopeSignal) last = NULL;
  cairo_surface_t *plain, *reduced;

  add_signals (f, N_WORDS);
  last = g_list_model_get_item (gscope_scope_get_signals (f->scope), N_WORDS - 1);
  gscope_gtk_viewport_set_span (f->scene.viewport, GSCOPE_SEC);
  arrange (f, WIDTH);
  plain = draw (f, funcs, 1);
  gscope_signal_set_resolution (last, 20 * GSCOPE_MSEC);
  reduced = draw (f, funcs, 1);
  g_assert_cmpint (memcmp (cairo_image_surface_get_data (plain),
                           cairo_image_surface_get_data (reduced),
                           (gsize) cairo_image_surface_get_stride (plain) * HEIGHT),
                   !=, 0);
  cairo_surface_destroy (plain);
  cairo_surface_destroy (reduced);
}

static gboolean
is_inside (const GArray *areas, int x, int y)
{
  for (guint i = 0; i < areas->len; i++)
    {
      const cairo_rectangle_int_t *area = &g_array_index (areas, cairo_rectangle_int_t, i);

      if (x >= area->x && x < area->x + area->width && y >= area->y && y < area->y + area->height)
        return TRUE;
    }
  return FALSE;
}

/* Returns the number of pixels of events, all of which are in the areas of the events. */
static guint
count_in_areas (Fixture *f)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_events };
  g_autoptr (GArray) areas = gscope_gtk_chrome_list_events (&f->annotations);
  cairo_surface_t *surface = draw (f, funcs, 1);
  guint n = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      if (is_drawn (surface, x, y))
        {
          g_assert_true (is_inside (areas, x, y));
          n++;
        }
  cairo_surface_destroy (surface);
  return n;
}

/* Markers, gaps and losses are drawn in the areas that are redrawn when these change. */
static void
test_areas (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) signal = NULL;
  GscopeSignal *buffered;
  g_autoptr (GscopeGtkViewSignal) entry = NULL;
  g_autoptr (GscopeProducer) producer = NULL;
  guint n_gap, n_loss;

  gscope_scope_set_period (f->scope, 100 * GSCOPE_MSEC);
  add_signals (f, 2);
  buffered = gscope_scope_add_buffered (f->scope, "pushed");
  entry = gscope_gtk_view_signal_new (f->scope, buffered, NULL);
  g_list_store_append (f->signals, entry);
  producer = gscope_signal_create_producer (buffered);
  advance (f, 2000);
  arrange (f, WIDTH);
  g_assert_cmpuint (count_in_areas (f), ==, 0);
  signal = g_list_model_get_item (gscope_scope_get_signals (f->scope), 0);
  gscope_trace_append_gap (gscope_signal_get_trace (signal),
                           gscope_clock_get_time (f->clock) + GSCOPE_MSEC, GSCOPE_GAP_CAUSE_TICK);
  advance (f, 2000);
  n_gap = count_in_areas (f);
  g_assert_cmpuint (n_gap, >, 0);
  g_assert_false (gscope_producer_push (producer, 101 * GSCOPE_SEC, 1));
  advance (f, 1000);
  arrange (f, WIDTH);
  n_loss = count_in_areas (f);
  g_assert_cmpuint (n_loss, >, n_gap);
  add_marker (f, 102 * GSCOPE_SEC, "alone");
  g_assert_cmpuint (count_in_areas (f), >, n_loss);
}

/* Every marker's flag is one piece of the rail, and the flags do not overlap. Each is wider than the steps. */
static void
check_flags (Fixture *f, guint at_least)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GscopeMarker *last = NULL;

  for (int x = 0; x < WIDTH; x += 4)
    {
      GscopeGtkCluster cluster = { NULL };
      GscopeMarker *marker = NULL;

      if (gscope_gtk_chrome_find_cluster (&f->annotations, f->context, x, f->scene.marker_rail / 2,
                                          &cluster))
        marker = cluster.marker;

      if (marker && marker != last)
        g_assert_true (g_hash_table_add (seen, marker));
      last = marker;
    }
  g_assert_cmpuint (g_hash_table_size (seen), >=, at_least);
}

static void
test_flags (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_events };
  cairo_surface_t *surface;

  add_signals (f, 2);
  advance (f, 15000);
  arrange (f, WIDTH);
  check_flags (f, 0);
  add_marker (f, 102 * GSCOPE_SEC, "alone");
  check_flags (f, 1);
  add_marker (f, 102500 * GSCOPE_MSEC, "moves right");
  check_flags (f, 2);
  for (guint i = 0; i < 15; i++)
    add_marker (f, (102600 + i * 27) * GSCOPE_MSEC, "become a count");
  check_flags (f, 2);
  for (guint i = 0; i < 20; i++)
    add_marker (f, (108000 + i * 340) * GSCOPE_MSEC, "a long label at the end of all, cut nowhere");
  check_flags (f, 4);
  surface = draw (f, funcs, 1);
  for (int y = 0; y < f->scene.marker_rail - 6; y++)
    g_assert_false (is_drawn (surface, WIDTH - 1, y));
  cairo_surface_destroy (surface);
}

/* Returns the number of pixels on the rail that have a colour, at least nearly. */
static guint
count_color (Fixture *f, guint32 rgb)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_events };
  cairo_surface_t *surface = draw (f, funcs, 1);
  guint n = 0;

  for (int y = 0; y < f->scene.marker_rail; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        const guint32 *row = (const guint32 *) (cairo_image_surface_get_data (surface)
                                                + y * cairo_image_surface_get_stride (surface));

        n += (row[x] & 0xffffff) == (rgb & 0xffffff);
      }
  cairo_surface_destroy (surface);
  return n;
}

/* A failure of a limit has the colour of errors, and another shape than a refused write. */
static void
test_failure (Fixture *f, gconstpointer data)
{
  const GscopeMarkerKind kinds[] = { GSCOPE_MARKER_KIND_EVENT, GSCOPE_MARKER_KIND_REFUSED,
                                     GSCOPE_MARKER_KIND_FAILURE };
  guint32 error = f->scene.palette->error;
  guint counts[G_N_ELEMENTS (kinds)];

  add_signals (f, 2);
  advance (f, 15000);
  arrange (f, WIDTH);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GscopeMarker) marker =
          gscope_marker_new (105 * GSCOPE_SEC, kinds[i], NULL, "Limit failed", NULL);

      gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
      counts[i] = count_color (f, error);
      gscope_marker_list_remove (gscope_scope_get_markers (f->scope), marker);
    }
  g_assert_cmpuint (counts[0], ==, 0);
  g_assert_cmpuint (counts[1], >, 0);
  g_assert_cmpuint (counts[2], >, counts[1] + 20);
}

/* Thousands of markers cost no more than the pixels that they share. */
static void
test_dense_markers (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) areas = NULL;

  add_signals (f, 1);
  advance (f, 15000);
  arrange (f, WIDTH);
  for (guint i = 0; i < 9000; i++)
    add_marker (f, 106 * GSCOPE_SEC + i * GSCOPE_MSEC, "m");
  areas = gscope_gtk_chrome_list_events (&f->annotations);
  g_assert_cmpuint (areas->len, >, 2);
  g_assert_cmpuint (areas->len, <=, 2 * WIDTH);
  check_flags (f, 1);
}

/* Markers that cannot be told apart are clusters with counts, each with a shade instead of a black bar; others stay lines. */
static void
test_clusters (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_events };
  g_autoptr (GArray) clusters = NULL;
  const GscopeGtkCluster *list;
  cairo_surface_t *surface;
  g_autofree char *text = NULL;
  guint n = 0, alpha = 0;

  add_signals (f, 1);
  advance (f, 15000);
  arrange (f, WIDTH);
  add_marker (f, 102 * GSCOPE_SEC, "alone");
  for (guint i = 0; i < 300; i++)
    add_marker (f, 106 * GSCOPE_SEC + i * 10 * GSCOPE_MSEC, "m");
  clusters = gscope_gtk_chrome_list_clusters (&f->annotations);
  list = (const GscopeGtkCluster *) clusters->data;
  for (guint i = 0; i < clusters->len; i++)
    n += list[i].n;
  g_assert_cmpuint (n, ==, 301);
  g_assert_cmpuint (clusters->len, >, 1);
  g_assert_cmpuint (clusters->len, <, 10);
  g_assert_cmpuint (list[0].n, ==, 1);
  g_assert_cmpfloat (list[1].right, >, list[1].x);
  text = gscope_gtk_chrome_describe_cluster (&f->annotations, &list[1]);
  g_assert_nonnull (strstr (text, " markers"));
  surface = draw (f, funcs, 1);
  /* a line, which is dashed, is opaque; a shade is not */
  for (int y = 20; y < 30; y++)
    alpha = MAX (alpha, get_alpha (surface, (int) list[0].x, f->scene.plot.y + y));
  g_assert_cmpuint (alpha, >, 100);
  for (int x = (int) list[1].x + 2; x < (int) list[1].right - 2; x++)
    {
      g_assert_cmpuint (get_alpha (surface, x, f->scene.plot.y + 20), <, 60);
      g_assert_cmpuint (get_alpha (surface, x, f->scene.plot.y + 20), >, 0);
    }
  cairo_surface_destroy (surface);
}

/* The error of a marker's time is a shade through the lanes, and words: by itself, or after the marker before it. */
static void
test_marker_error (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_events };
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new (105 * GSCOPE_SEC, GSCOPE_MARKER_KIND_NOTE, NULL, "received", NULL);
  g_autofree char *alone = NULL, *after = NULL;
  cairo_surface_t *surface;
  double x, edge;
  int y;

  gscope_marker_set_time_error (marker, 500 * GSCOPE_MSEC, "far");
  add_signals (f, 2);
  advance (f, 8000);
  arrange (f, WIDTH);
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
  alone = gscope_gtk_chrome_describe_marker (&f->annotations, marker);
  g_assert_cmpstr (alone, ==, "received: ± 500 ms");
  add_marker (f, 104 * GSCOPE_SEC, "sent");
  after = gscope_gtk_chrome_describe_marker (&f->annotations, marker);
  g_assert_cmpstr (after, ==, "received: 1.0 ± 0.5 s after “sent”");
  surface = draw (f, funcs, 1);
  y = f->scene.plot.y + f->scene.plot.height / 2;
  g_assert_true (gscope_gtk_chrome_get_x (&f->scene, 104600 * GSCOPE_MSEC, &edge));
  g_assert_true (is_drawn (surface, (int) edge, y));
  g_assert_true (gscope_gtk_chrome_get_x (&f->scene, 104300 * GSCOPE_MSEC, &x));
  g_assert_false (is_drawn (surface, (int) x, y));
  g_assert_cmpuint (count_in_areas (f), >=, 2);
  cairo_surface_destroy (surface);
}

static gboolean
overlap (const GscopeGtkExtent *a, const GscopeGtkExtent *b)
{
  return a->left <= a->right && b->left <= b->right && a->left <= b->right && b->left <= a->right;
}

/* The labels of pen and cursors never overlap, and hide labels that they would cover. */
static void
check_labels (Fixture *f)
{
  g_autoptr (GArray) numbers = NULL;
  guint n_shown = 0;

  gscope_gtk_chrome_place_flags (&f->annotations);
  for (guint i = 0; i < GSCOPE_GTK_N_FLAGS; i++)
    {
      const GscopeGtkExtent *flag = &f->annotations.flags[i];

      g_assert_cmpfloat (flag->left, <, flag->right);
      g_assert_cmpfloat (flag->left, >=, 0);
      g_assert_cmpfloat (flag->right, <=, WIDTH);
      for (guint k = 0; k < i; k++)
        g_assert_false (overlap (flag, &f->annotations.flags[k]));
    }
  numbers = gscope_gtk_chrome_list_numbers (&f->annotations, f->context);
  for (guint i = 0; i < numbers->len; i++)
    {
      const GscopeGtkNumber *number = &g_array_index (numbers, GscopeGtkNumber, i);

      if (gscope_gtk_chrome_is_hidden (&f->annotations, number))
        continue;
      n_shown++;
      for (guint k = 0; k < GSCOPE_GTK_N_FLAGS; k++)
        g_assert_false (overlap (&number->place, &f->annotations.flags[k]));
    }
  g_assert_cmpuint (n_shown, >, 0);
}

static void
test_labels (Fixture *f, gconstpointer data)
{
  add_signals (f, 1);
  advance (f, 21000);
  f->cursors.n = 2;
  f->cursors.times[0] = 103 * GSCOPE_SEC;
  f->cursors.times[1] = 103200 * GSCOPE_MSEC;
  arrange (f, WIDTH);
  for (int i = 0; i < 100; i++)
    {
      advance (f, 200);
      f->cursors.times[0] += 200 * GSCOPE_MSEC;
      f->cursors.times[1] += (200 + i) * GSCOPE_MSEC;
      check_labels (f);
    }
}

/* However narrow it is, a head does not leave the plot, and says something. */
static void
test_heads (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_heads };

  add_signals (f, 6);
  advance (f, 2000);
  for (int width = 240; width <= WIDTH; width += 20)
    {
      cairo_surface_t *surface;
      guint n_inside = 0, n_outside = 0;

      arrange (f, width);
      surface = draw (f, funcs, 1);
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          if (x >= f->scene.plot.x && x < f->scene.plot.x + f->scene.plot.width)
            n_inside += is_drawn (surface, x, y);
          else
            n_outside += is_drawn (surface, x, y);
      g_assert_cmpuint (n_inside, >, 200);
      g_assert_cmpuint (n_outside, ==, 0);
      cairo_surface_destroy (surface);
    }
}

static void
assert_equal (cairo_surface_t *a, cairo_surface_t *b)
{
  cairo_surface_flush (a);
  cairo_surface_flush (b);
  g_assert_cmpmem (cairo_image_surface_get_data (a), cairo_image_surface_get_stride (a) * HEIGHT,
                   cairo_image_surface_get_data (b), cairo_image_surface_get_stride (b) * HEIGHT);
}

/* Kept texts are drawn as others are, and follow the font. */
static void
test_kept_texts (Fixture *f, gconstpointer data)
{
  static const DrawFunc funcs[] = { gscope_gtk_chrome_draw_heads, gscope_gtk_chrome_draw_rulers,
                                    gscope_gtk_chrome_draw_numbers };
  static const char *const fonts[] = { "Sans 11", "Sans 11", "Sans 15" };

  add_signals (f, 6);
  advance (f, 2000);
  arrange (f, WIDTH);
  for (guint i = 0; i < G_N_ELEMENTS (fonts); i++)
    {
      g_autoptr (PangoFontDescription) font = pango_font_description_from_string (fonts[i]);
      GscopeGtkTexts *texts = f->annotations.texts ? f->annotations.texts : gscope_gtk_texts_new ();
      cairo_surface_t *expected, *surface;

      pango_context_set_font_description (f->context, font);
      f->annotations.texts = NULL;
      expected = draw (f, funcs, G_N_ELEMENTS (funcs));
      f->annotations.texts = texts;
      surface = draw (f, funcs, G_N_ELEMENTS (funcs));
      assert_equal (surface, expected);
      cairo_surface_destroy (surface);
      cairo_surface_destroy (expected);
    }
  g_clear_pointer (&f->annotations.texts, gscope_gtk_texts_free);
}

int
main (int argc, char **argv)
{
#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

  g_test_init (&argc, &argv, NULL);
  ADD ("/chrome/plots-are-free", test_plots_are_free);
  ADD ("/chrome/gaps", test_gaps);
  ADD ("/chrome/old-gap", test_old_gap);
  ADD ("/chrome/failures", test_failures);
  ADD ("/chrome/reduced", test_reduced);
  ADD ("/chrome/crowded", test_crowded);
  ADD ("/chrome/areas", test_areas);
  ADD ("/chrome/flags", test_flags);
  ADD ("/chrome/failure", test_failure);
  ADD ("/chrome/dense-markers", test_dense_markers);
  ADD ("/chrome/clusters", test_clusters);
  ADD ("/chrome/marker-error", test_marker_error);
  ADD ("/chrome/labels", test_labels);
  ADD ("/chrome/heads", test_heads);
  ADD ("/chrome/kept-texts", test_kept_texts);
  return g_test_run ();
}
