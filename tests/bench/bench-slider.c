/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "display.h"
#include "farm.h"
#include "pixels.h"
#include "support/child.h"
#include "support/relay.h"

#include <gscope-gtk/control/control.h>
#include <gscope-gtk/control/slider.h>
#include <gscope-gtk/surroundings.h>

/* How long after a slider was moved the marker of the write is on the screen as an accepted one: a parameter of an agent
 * in another process, its control, and a view. After every frame the pixels are read back from the X server, from the
 * columns of that time, until they have the line of the marker. The bar is two frames after the answer of that write. */

enum
{
  WIDTH = 1200,
  HEIGHT = 500,
  N_WARM = 4,
  /* more than one dash and one gap of the line */
  N_ROWS = 12,
  DELAY_MS = 50,
};

#define LEAST_PAUSE 150
#define MAX_PAUSE 250
#define SPAN (4 * GSCOPE_SEC)
#define FRAME (GSCOPE_SEC / 60)
#define TOLERANCE (5 * GSCOPE_MSEC)

typedef struct
{
  GscopeScope *scope;
  GscopeSource *source;
  GtkWidget *window;
  GscopeGtkView *view;
  GtkWidget *slider;
  GscopeParameter *parameter;
  int row;
  guint color;
  /* when the slider was moved; 0 once the picture shows it */
  gint64 moved;
  gint64 answered;
  guint n_seen;
  double latencies[BENCH_N_RUNS];
  double round_trips[BENCH_N_RUNS];
  double beyond[BENCH_N_RUNS];
} Bench;

static gint64
get_time (void)
{
  return gscope_clock_get_time (gscope_clock_get_system ());
}

static GtkWidget *
find_slider (GtkWidget *widget)
{
  GtkWidget *found = GSCOPE_GTK_IS_SLIDER (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_slider (child);
  return found;
}

/* As the range does when the pointer drags its slider somewhere. */
static gboolean
move_slider (gpointer data)
{
  Bench *bench = data;
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (bench->slider));
  double lower = gtk_adjustment_get_lower (adjustment);
  double upper = gtk_adjustment_get_upper (adjustment);
  double place = bench->n_seen % 2 == 0 ? lower + (upper - lower) / 4 : upper - (upper - lower) / 4;
  gboolean handled;

  bench->moved = get_time ();
  g_signal_emit_by_name (bench->slider, "change-value", GTK_SCROLL_JUMP, place, &handled);
  return G_SOURCE_REMOVE;
}

/* Moves that follow each other would have one marker; a write of somebody else tells them apart. */
static void
move_later (Bench *bench)
{
  gscope_parameter_write_async (gscope_source_find_parameter (bench->source, "gain"),
                                g_variant_new_double (5), "bench", NULL, NULL, NULL);
  g_timeout_add ((guint) g_random_int_range (LEAST_PAUSE, MAX_PAUSE), move_slider, bench);
}

/* Returns whether the newest marker is of an accepted write after a time. */
static gboolean
has_marker (Bench *bench, gint64 after, gint64 *time)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (bench->scope));
  guint n = g_list_model_get_n_items (markers);
  g_autoptr (GscopeMarker) marker = n > 0 ? g_list_model_get_item (markers, n - 1) : NULL;

  if (!marker || gscope_marker_get_time (marker) < after
      || gscope_marker_get_kind (marker) != GSCOPE_MARKER_KIND_WRITE)
    return FALSE;
  *time = gscope_marker_get_time (marker);
  return TRUE;
}

static gboolean
shows_marker (Bench *bench, gint64 time)
{
  XImage *rows = pixels_read (bench->window, bench->row, WIDTH, N_ROWS);
  gboolean found = pixels_have (rows, bench->view, bench->row, bench->color, time, TOLERANCE);

  XDestroyImage (rows);
  return found;
}

static void
on_after_paint (GdkFrameClock *frame_clock, Bench *bench)
{
  gint64 time, now;

  if (bench->moved == 0 || !has_marker (bench, bench->moved, &time) || !shows_marker (bench, time))
    return;
  now = get_time ();
  if (bench->n_seen >= N_WARM)
    {
      guint i = bench->n_seen - N_WARM;

      bench->latencies[i] = (double) (now - bench->moved) / GSCOPE_MSEC;
      bench->round_trips[i] = (double) (bench->answered - bench->moved) / GSCOPE_MSEC;
      bench->beyond[i] = bench->latencies[i] - bench->round_trips[i];
    }
  bench->moved = 0;
  if (++bench->n_seen < N_WARM + BENCH_N_RUNS)
    move_later (bench);
}

static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, Bench *bench)
{
  bench->answered = get_time ();
}

static void
set_up (Bench *bench, const char *address)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GscopeSignal *signal;
  GtkWidget *control;

  *bench = (Bench){ .scope = gscope_scope_new () };
  gscope_scope_set_delay (bench->scope, 0);
  bench->source = farm_connect (bench->scope, "agent", address, "lab");
  bench->view = GSCOPE_GTK_VIEW (gscope_gtk_view_new_empty ());
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (bench->view), SPAN);
  signal = gscope_scope_find_signal (bench->scope, "agent/0");
  /* its line is at the top of the lane */
  gscope_signal_set_range (signal, -9, 1);
  gscope_gtk_view_add_signal (bench->view, bench->scope, signal);
  control = gscope_gtk_control_new (gscope_source_find_parameter (bench->source, "gain"));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (bench->view));
  gtk_box_append (GTK_BOX (box), control);
  bench->slider = find_slider (control);
  bench->window = pixels_show (box, GTK_WIDGET (bench->view), WIDTH, HEIGHT);
  bench->row = HEIGHT / 2;
  bench->color = gscope_gtk_surroundings_get_palette (GTK_WIDGET (bench->view))->text & 0xffffff;
  g_signal_connect (gscope_source_find_parameter (bench->source, "gain"), "written",
                    G_CALLBACK (on_written), bench);
  g_signal_connect (gtk_widget_get_frame_clock (bench->window), "after-paint",
                    G_CALLBACK (on_after_paint), bench);
}

static void
measure (const char *address, const char *what)
{
  Bench bench;

  set_up (&bench, address);
  move_later (&bench);
  while (bench.n_seen < N_WARM + BENCH_N_RUNS)
    g_main_context_iteration (NULL, TRUE);
  g_print ("     medians: %.1f ms, of which the round trip takes %.2f ms\n",
           bench_median (bench.latencies), bench_median (bench.round_trips));
  bench_median (bench.beyond);
  bench_report (what, bench.beyond[BENCH_N_RUNS * 9 / 10 - 1], "ms after its answer", "two frames",
                2 * (double) FRAME / GSCOPE_MSEC, 1);
  gtk_window_destroy (GTK_WINDOW (bench.window));
  g_object_unref (bench.scope);
}

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("gscope-bench-XXXXXX", NULL);
  g_autofree char *near = farm_get_address (folder, 0);
  g_autofree char *far = farm_get_address (folder, 1);
  Farm farm = { folder, TRUE, 1, GSCOPE_MSEC };
  Relay relay = { folder, DELAY_MS, 0 };
  /* before this process has threads */
  pid_t agent = child_start (farm_prepare, &farm), line = child_start (relay_prepare, &relay);
  pid_t server = display_start ();

  gtk_init ();
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  measure (near, "9 of 10, slider to marker on the screen");
  measure (far, "the same over a round trip of 100 ms");
  child_end (agent);
  child_end (line);
  farm_remove (folder, 2);
  display_stop (server);
  return bench_end ();
}
