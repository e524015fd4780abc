/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "display.h"

#include <gscope-gtk/gscope-gtk.h>
#include <gtk/gtk.h>
#include <math.h>
#include <sys/resource.h>

/* Measures the cost of a frame in this program and its X server together: 8 signals at 1 kHz, 20 s
 * across a
 * plot of 1600 x 600 with grid and rulers, software rendering under an Xvfb of its own. Time of the
 * widget comes from a test clock, 16 ms a frame. References are drawn from the same columns. */

enum
{
  N_SIGNALS = 8,
  PLOT_WIDTH = 1600,
  PLOT_HEIGHT = 600,
  /* rulers and rails around the plot */
  WIDTH = PLOT_WIDTH + 48 + 14,
  HEIGHT = PLOT_HEIGHT + 52 + 16 + 26,
  N_FRAMES = 15,
  N_WARM_FRAMES = 3,
  STRIP_WIDTH = 32,
  /* captures of a triggered display */
  N_FEW = 10,
  N_KEPT = 10000,
  /* signals of a view, and how many of them are not hidden */
  N_IN_VIEW = 1000,
  N_SEEN = 64,
};

#define FRAME (16 * GSCOPE_MSEC)
#define CAPTURE_SPAN (20 * GSCOPE_MSEC)
#define CAPTURE_INTERVAL (2 * GSCOPE_MSEC)
#define NOISE 6.0

static const double colors[N_SIGNALS][3] = { { 1, .2, .2 }, { .2, 1, .2 }, { .4, .5, 1 },
                                             { 1, 1, .2 },  { 1, .3, 1 },  { .2, 1, 1 },
                                             { 1, .6, .2 }, { .9, .9, .9 } };

typedef struct
{
  pid_t server;
  GtkWidget *window;
  GtkWidget *stack;
  GtkWidget *view;
  GtkWidget *polylines;
  GtkWidget *solid;
  GtkWidget *bare;
  GscopeClock *clock;
  GscopeScope *scope;
  double words[N_SIGNALS];
  gint64 n_ticks;
  guint n_frames;
  /* the references' columns: a ring */
  float top[N_SIGNALS][PLOT_WIDTH];
  float bottom[N_SIGNALS][PLOT_WIDTH];
  gint64 n_columns;
  double n_due;
  GskRenderNode *strips[PLOT_WIDTH / STRIP_WIDTH];
} Bench;

static double
read_both (Bench *bench)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
         + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
         + display_read_cpu (bench->server);
}

static double
make_noise (void)
{
  return g_random_double_range (-NOISE, NOISE);
}

/* Values are rows of the plot, counted from below, so that noise is noise in pixels. */
static double
make_value (int signal, double seconds)
{
  return PLOT_HEIGHT / 2 + PLOT_HEIGHT * 0.4 * sin (seconds * (0.8 + 0.24 * signal) + signal);
}

static double
read_word (gpointer data)
{
  return *(double *) data;
}

static void
advance (Bench *bench, gint64 time)
{
  for (gint64 end = bench->n_ticks + time / GSCOPE_MSEC; bench->n_ticks < end; bench->n_ticks++)
    {
      for (int i = 0; i < N_SIGNALS; i++)
        bench->words[i] = make_value (i, bench->n_ticks / 1000.0) + make_noise ();
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bench->clock), GSCOPE_MSEC);
    }
  gscope_scope_drain (bench->scope);
}

static void
add_column (Bench *bench)
{
  int x = bench->n_columns % PLOT_WIDTH;

  for (int i = 0; i < N_SIGNALS; i++)
    {
      double y = PLOT_HEIGHT - make_value (i, bench->n_columns * 0.0125);
      double a = make_noise (), b = make_noise ();

      bench->top[i][x] = CLAMP (y + MIN (a, b), 0, PLOT_HEIGHT - 2);
      bench->bottom[i][x] = CLAMP (y + MAX (a, b) + 1, 1, PLOT_HEIGHT - 1);
    }
  bench->n_columns++;
}

static void
draw_polylines (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  Bench *bench = data;

  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_paint (cr);
  cairo_set_line_width (cr, 1);
  for (int i = 0; i < N_SIGNALS; i++)
    {
      cairo_set_source_rgb (cr, colors[i][0], colors[i][1], colors[i][2]);
      for (int x = 0; x < PLOT_WIDTH; x++)
        {
          int column = (bench->n_columns + x) % PLOT_WIDTH;

          cairo_line_to (cr, x + 0.5, bench->top[i][column]);
          cairo_line_to (cr, x + 0.5, bench->bottom[i][column]);
        }
      cairo_stroke (cr);
    }
}

static guint32
get_pixel (int signal)
{
  return 0xff000000u | (guint32) (colors[signal][0] * 255) << 16
         | (guint32) (colors[signal][1] * 255) << 8 | (guint32) (colors[signal][2] * 255);
}

static void
fill_columns (Bench *bench, guint32 *pixels, gsize stride, int n, gint64 first)
{
  for (int y = 0; y < PLOT_HEIGHT; y++)
    for (int x = 0; x < n; x++)
      pixels[y * stride + x] = 0xff000000u;
  for (int begin = 0; begin < n; begin += 16)
    for (int i = 0; i < N_SIGNALS; i++)
      for (int x = begin; x < MIN (n, begin + 16); x++)
        {
          int column = (first + x) % PLOT_WIDTH;

          for (int y = bench->top[i][column]; y <= bench->bottom[i][column]; y++)
            pixels[y * stride + x] = get_pixel (i);
        }
}

static cairo_surface_t *
create_image (Bench *bench, int n, gint64 first)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, n, PLOT_HEIGHT);

  fill_columns (bench, (guint32 *) cairo_image_surface_get_data (surface),
                cairo_image_surface_get_stride (surface) / sizeof (guint32), n, first);
  cairo_surface_mark_dirty (surface);
  return surface;
}

/* Writes every column with plain stores, and paints the whole area. */
static void
draw_solid (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  Bench *bench = data;
  cairo_surface_t *surface = create_image (bench, PLOT_WIDTH, bench->n_columns);

  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
}

/* The prototype's sweep: plain columns in strips, nothing around them. */
#define BENCH_TYPE_BARE (bench_bare_get_type ())
G_DECLARE_FINAL_TYPE (BenchBare, bench_bare, BENCH, BARE, GtkWidget)

struct _BenchBare
{
  GtkWidget parent_instance;
  Bench *bench;
  gint64 n_drawn;
};

G_DEFINE_FINAL_TYPE (BenchBare, bench_bare, GTK_TYPE_WIDGET)

static GskRenderNode *
create_strip (Bench *bench, int slot)
{
  graphene_rect_t area = GRAPHENE_RECT_INIT (slot * STRIP_WIDTH, 0, STRIP_WIDTH, PLOT_HEIGHT);
  GskRenderNode *node = gsk_cairo_node_new (&area);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);
  cairo_surface_t *surface = create_image (bench, STRIP_WIDTH, slot * STRIP_WIDTH);

  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, surface, slot * STRIP_WIDTH, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return node;
}

static void
bench_bare_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  BenchBare *self = BENCH_BARE (widget);
  Bench *bench = self->bench;

  for (gint64 i = self->n_drawn / STRIP_WIDTH; i <= (bench->n_columns - 1) / STRIP_WIDTH; i++)
    g_clear_pointer (&bench->strips[i % (PLOT_WIDTH / STRIP_WIDTH)], gsk_render_node_unref);
  self->n_drawn = bench->n_columns;
  for (int slot = 0; slot < PLOT_WIDTH / STRIP_WIDTH; slot++)
    {
      if (!bench->strips[slot])
        bench->strips[slot] = create_strip (bench, slot);
      gtk_snapshot_append_node (snapshot, bench->strips[slot]);
    }
}

static void
bench_bare_class_init (BenchBareClass *klass)
{
  GTK_WIDGET_CLASS (klass)->snapshot = bench_bare_snapshot;
}

static void
bench_bare_init (BenchBare *self)
{
}

static void
on_after_paint (GdkFrameClock *frame_clock, Bench *bench)
{
  bench->n_frames++;
}

/* Changes what is shown by a frame's worth and waits until that is drawn. */
static void
run_frame (Bench *bench, GtkWidget *widget)
{
  guint n_frames = bench->n_frames;

  if (widget == bench->view)
    advance (bench, FRAME);
  else
    for (bench->n_due += FRAME / (20e9 / PLOT_WIDTH); bench->n_due >= 1; bench->n_due--)
      add_column (bench);
  if (widget != bench->view)
    gtk_widget_queue_draw (widget);
  while (bench->n_frames == n_frames)
    g_main_context_iteration (NULL, TRUE);
}

static double
measure_frames (Bench *bench, GtkWidget *widget)
{
  double begin;

  gtk_stack_set_visible_child (GTK_STACK (bench->stack), widget);
  for (int i = 0; i < N_WARM_FRAMES; i++)
    run_frame (bench, widget);
  begin = read_both (bench);
  for (int i = 0; i < N_FRAMES; i++)
    run_frame (bench, widget);
  return (read_both (bench) - begin) / N_FRAMES;
}

static void
compare_frames (Bench *bench)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (GSCOPE_GTK_VIEW (bench->view));
  double sweep[BENCH_N_RUNS], roll[BENCH_N_RUNS], polylines[BENCH_N_RUNS], solid[BENCH_N_RUNS];

  for (int i = 0; i < BENCH_N_RUNS; i++)
    {
      gscope_gtk_viewport_set_mode (viewport, GSCOPE_VIEW_MODE_SWEEP);
      sweep[i] = measure_frames (bench, bench->view) * 1e3;
      gscope_gtk_viewport_set_mode (viewport, GSCOPE_VIEW_MODE_ROLL);
      roll[i] = measure_frames (bench, bench->view) * 1e3;
      polylines[i] = measure_frames (bench, bench->polylines) * 1e3;
      solid[i] = measure_frames (bench, bench->solid) * 1e3;
    }
  bench_report ("view: sweep, CPU a frame", bench_median (sweep), "ms", "polylines",
                bench_median (polylines), 1 / 40.0);
  bench_report ("view: roll, CPU a frame", bench_median (roll), "ms", "polylines",
                bench_median (polylines), 1 / 15.0);
  bench_report ("view: roll, CPU a frame", bench_median (roll), "ms", "solid redraw",
                bench_median (solid), 1);
}

/* Captures of the past. The trigger does not fire by itself: its level is above all values. */
static GscopeCaptureList *
make_captures (Bench *bench, GscopeTrigger *trigger, guint n)
{
  GscopeCaptureList *list = gscope_capture_list_new (bench->scope, trigger);
  GListModel *signals = gscope_scope_get_signals (bench->scope);
  gint64 begin = gscope_scope_get_pen (bench->scope) - CAPTURE_SPAN - n * CAPTURE_INTERVAL;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      gscope_capture_list_add_signal (list, signal);
    }
  gscope_capture_list_set_window (list, CAPTURE_SPAN / 4, CAPTURE_SPAN * 3 / 4);
  gscope_capture_list_set_bounds (list, n, (gsize) 1 << 30);
  for (guint i = 0; i < n; i++)
    gscope_capture_list_add_at (list, begin + i * CAPTURE_INTERVAL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
  return list;
}

/* Returns the cost of a frame that shows one more capture, in place of the oldest capture. */
static double
measure_captures (Bench *bench, GscopeCaptureList *list, guint n)
{
  GscopeGtkView *view = GSCOPE_GTK_VIEW (bench->view);
  double begin = 0;

  gscope_gtk_view_set_captures (view, NULL);
  g_object_set (gscope_gtk_view_get_settings (view), "max-captures", n, "capture-memory", 1024,
                NULL);
  gscope_gtk_view_set_captures (view, list);
  for (int i = -N_WARM_FRAMES; i < N_FRAMES; i++)
    {
      guint n_frames = bench->n_frames;

      if (i == 0)
        begin = read_both (bench);
      advance (bench, FRAME);
      gscope_capture_list_add_at (list, gscope_scope_get_pen (bench->scope) - CAPTURE_SPAN);
      while (bench->n_frames == n_frames)
        g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
  return (read_both (bench) - begin) / N_FRAMES;
}

static void
compare_captures (Bench *bench)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 10 * PLOT_HEIGHT }, .after = 1 };
  g_autoptr (GscopeSignal) signal =
      g_list_model_get_item (gscope_scope_get_signals (bench->scope), 0);
  g_autoptr (GscopeTrigger) trigger = gscope_trigger_new (signal, &settings);
  g_autoptr (GscopeCaptureList) few = make_captures (bench, trigger, N_FEW);
  g_autoptr (GscopeCaptureList) kept = make_captures (bench, trigger, N_KEPT);
  GscopeGtkView *view = GSCOPE_GTK_VIEW (bench->view);
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);
  gint64 span = gscope_gtk_viewport_get_span (viewport);
  double with_few[BENCH_N_RUNS], with_kept[BENCH_N_RUNS];

  gtk_stack_set_visible_child (GTK_STACK (bench->stack), bench->view);
  gscope_gtk_viewport_set_span (viewport, CAPTURE_SPAN);
  for (int i = 0; i < BENCH_N_RUNS; i++)
    {
      with_few[i] = measure_captures (bench, few, N_FEW) * 1e3;
      with_kept[i] = measure_captures (bench, kept, N_KEPT) * 1e3;
    }
  gscope_gtk_view_set_captures (view, NULL);
  gscope_gtk_viewport_set_span (viewport, span);
  bench_report ("view: a frame with 10,000 captures, CPU", bench_median (with_kept), "ms",
                "with 10", bench_median (with_few), 1.1);
}

static gboolean
set_flag (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Share of a core over some seconds of real time; `frames` tells how many were drawn. */
static double
measure_share (Bench *bench, guint seconds, GtkWidget *redrawn, guint *frames)
{
  gboolean done = FALSE;
  double begin = read_both (bench), wall = bench_wall ();
  guint n_frames = bench->n_frames, last = n_frames;

  g_timeout_add_seconds (seconds, set_flag, &done);
  while (!done)
    {
      if (redrawn && bench->n_frames > last)
        {
          last = bench->n_frames;
          for (bench->n_due += FRAME / (20e9 / PLOT_WIDTH); bench->n_due >= 1; bench->n_due--)
            add_column (bench);
          gtk_widget_queue_draw (redrawn);
        }
      g_main_context_iteration (NULL, TRUE);
    }
  *frames = bench->n_frames - n_frames;
  return (read_both (bench) - begin) / (bench_wall () - wall);
}

static GscopeScope *
create_real_scope (Bench *bench)
{
  GscopeScope *scope = gscope_scope_new ();

  gscope_scope_set_period (scope, GSCOPE_MSEC);
  for (int i = 0; i < N_SIGNALS; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %d", i);

      gscope_scope_add_any_thread_func (scope, name, read_word, &bench->words[i], NULL);
    }
  return scope;
}

static void
show (Bench *bench, GtkWidget *widget)
{
  gtk_stack_add_child (GTK_STACK (bench->stack), widget);
  gtk_stack_set_visible_child (GTK_STACK (bench->stack), widget);
}

/* Measures the share of a core of the poller alone, and of the bare sweep without the poller. */
static void
measure_least (Bench *bench, double *poller, double *bare)
{
  g_autoptr (GscopeScope) polled = create_real_scope (bench);
  guint frames;

  show (bench, gtk_label_new (NULL));
  *poller = measure_share (bench, 5, NULL, &frames);
  gtk_stack_set_visible_child (GTK_STACK (bench->stack), bench->bare);
  gtk_widget_queue_draw (bench->bare);
  g_clear_object (&polled);
  *bare = measure_share (bench, 5, bench->bare, &frames);
}

/* Real time: the whole tool, and what it costs when there is nothing to do. */
static void
compare_shares (Bench *bench)
{
  g_autoptr (GscopeScope) scope = NULL;
  g_autoptr (GscopeScope) empty = gscope_scope_new ();
  double poller, bare, whole, idle, hidden;
  guint frames;

  measure_least (bench, &poller, &bare);
  scope = create_real_scope (bench);
  show (bench, gscope_gtk_view_new (scope));
  whole = measure_share (bench, 5, NULL, &frames);
  g_print ("     poller alone %.2f %%, bare sweep %.2f %%, whole tool %.2f %% (%u frames)\n",
           poller * 100, bare * 100, whole * 100, frames);
  bench_report ("view: the whole tool at 1 ms", whole * 100, "%", "poller + bare sweep",
                (poller + bare) * 100, 1.5);

  gtk_widget_set_visible (bench->window, FALSE);
  hidden = measure_share (bench, 5, NULL, &frames);
  bench_report ("view: window unmapped", hidden * 100, "%", "poller alone + 0.1 %",
                poller * 100 + 0.1, 1);
  bench_report ("view: window unmapped, frames", frames, "frames", "one", 1, 0.999);
  gscope_scope_stop (scope);
  show (bench, gscope_gtk_view_new (empty));
  gtk_window_present (GTK_WINDOW (bench->window));
  measure_share (bench, 1, NULL, &frames);
  idle = measure_share (bench, 10, NULL, &frames);
  bench_report ("view: nothing polled", idle * 100, "%", "bar", 0.05, 1);
  bench_report ("view: nothing polled, frames", frames, "frames", "one", 1, 0.999);
}

static GscopeScope *
create_large_scope (Bench *bench)
{
  GscopeScope *scope = gscope_scope_new ();

  gscope_scope_set_period (scope, 10 * GSCOPE_MSEC);
  for (int i = 0; i < N_IN_VIEW; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %d", i);

      gscope_scope_add_any_thread_func (scope, name, read_word, &bench->words[i % N_SIGNALS], NULL);
    }
  return scope;
}

/* Two views of one scope: the first one has few signals, the second one has the same and many hidden signals. */
static void
compare_hidden (Bench *bench)
{
  g_autoptr (GscopeScope) scope = create_large_scope (bench);
  GscopeGtkView *all = GSCOPE_GTK_VIEW (gscope_gtk_view_new (scope));
  GscopeGtkView *seen = GSCOPE_GTK_VIEW (gscope_gtk_view_new_empty ());
  GListModel *entries = gscope_gtk_view_get_signals (all);
  double share_all, share_seen;
  guint frames;

  while (g_list_model_get_n_items (entries) < N_IN_VIEW)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < N_IN_VIEW; i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (entries, i);

      if (i < N_SEEN)
        gscope_gtk_view_add_signal (seen, scope, gscope_gtk_view_signal_get_signal (entry));
      else
        gscope_gtk_view_signal_set_hidden (entry, TRUE);
    }
  show (bench, GTK_WIDGET (seen));
  share_seen = measure_share (bench, 5, NULL, &frames);
  show (bench, GTK_WIDGET (all));
  share_all = measure_share (bench, 5, NULL, &frames);
  bench_report ("view: 1,000 signals of which 64 are seen", share_all * 100, "%", "64 signals",
                share_seen * 100, 1.25);
  gtk_stack_remove (GTK_STACK (bench->stack), GTK_WIDGET (seen));
  gtk_stack_remove (GTK_STACK (bench->stack), GTK_WIDGET (all));
  gscope_scope_stop (scope);
}

static GtkWidget *
create_area (Bench *bench, GtkDrawingAreaDrawFunc draw)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), PLOT_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), PLOT_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, bench, NULL);
  gtk_widget_set_halign (area, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  return area;
}

static void
create_window (Bench *bench)
{
  bench->window = gtk_window_new ();
  bench->stack = gtk_stack_new ();
  gtk_window_set_decorated (GTK_WINDOW (bench->window), FALSE);
  gtk_widget_set_size_request (bench->stack, WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (bench->window), bench->stack);
  bench->view = gscope_gtk_view_new (bench->scope);
  bench->polylines = create_area (bench, draw_polylines);
  bench->solid = create_area (bench, draw_solid);
  bench->bare = g_object_new (BENCH_TYPE_BARE, NULL);
  BENCH_BARE (bench->bare)->bench = bench;
  gtk_stack_add_child (GTK_STACK (bench->stack), bench->view);
  gtk_stack_add_child (GTK_STACK (bench->stack), bench->polylines);
  gtk_stack_add_child (GTK_STACK (bench->stack), bench->solid);
  gtk_stack_add_child (GTK_STACK (bench->stack), bench->bare);
  gtk_window_present (GTK_WINDOW (bench->window));
  while (!gtk_widget_get_mapped (bench->view))
    g_main_context_iteration (NULL, TRUE);
  g_signal_connect (gtk_widget_get_frame_clock (bench->window), "after-paint",
                    G_CALLBACK (on_after_paint), bench);
}

static void
create_scope (Bench *bench)
{
  bench->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  bench->scope = gscope_scope_new_with_clock (bench->clock);
  gscope_scope_set_period (bench->scope, GSCOPE_MSEC);
  gscope_scope_set_delay (bench->scope, 0);
  for (int i = 0; i < N_SIGNALS; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %d", i);
      GscopeSignal *signal = gscope_scope_add_double (bench->scope, name, &bench->words[i]);

      gscope_signal_set_unit (signal, "px");
      gscope_signal_set_range (signal, 0, PLOT_HEIGHT);
    }
  for (int i = 0; i < 30; i++)
    advance (bench, GSCOPE_SEC);
}

/* With an argument, the program prints the shares of a core that the poller and a bare sweep take,
 * for bench-window.py. */
int
main (int argc, char *argv[])
{
  static Bench bench;
  double poller, bare;

  bench.server = display_start ();
  g_random_set_seed (1);
  gtk_init ();
  create_scope (&bench);
  for (int i = 0; i < PLOT_WIDTH; i++)
    add_column (&bench);
  create_window (&bench);
  if (argc > 1)
    {
      measure_least (&bench, &poller, &bare);
      g_print ("%.6f %.6f\n", poller, bare);
    }
  else
    {
      compare_frames (&bench);
      compare_captures (&bench);
      compare_hidden (&bench);
      compare_shares (&bench);
    }
  gtk_window_destroy (GTK_WINDOW (bench.window));
  g_object_unref (bench.scope);
  g_object_unref (bench.clock);
  display_stop (bench.server);
  return bench_end ();
}
