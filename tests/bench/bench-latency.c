/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "bench.h"
#include "display.h"
#include "pixels.h"
#include <gscope-test/await.h>

#include <client/gscope-client.h>
#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long after a client's call a value is on the screen: another program sends a thousand values a
 * second through lib/client and TCP to a tuple server here, whose signal a view shows; now and
 * then they jump. After every frame the pixels are read back from the X server, from the columns of
 * that time, until the edge of the jump is there. */

enum
{
  WIDTH = 1662,
  HEIGHT = 694,
  N_WARM = 4,
  COLOR = 0xff2020,
};

#define LEAST_PAUSE (150 * GSCOPE_MSEC)
#define MAX_PAUSE (250 * GSCOPE_MSEC)
#define SPAN (4 * GSCOPE_SEC)
/* The frames of a display of 60 Hz */
#define FRAME (GSCOPE_SEC / 60)
/* How far from its time the edge may stand: a column, and a value before the jump */
#define TOLERANCE (5 * GSCOPE_MSEC)
/* A jump that is not seen by then, as its value was late, is given up: that is its latency. */
#define TIMEOUT GSCOPE_SEC

typedef struct
{
  /* when the jumping value was handed over; 0 once the picture shows it */
  _Atomic gint64 jump;
} Page;

typedef struct
{
  Page *page;
  pid_t server;
  pid_t client;
  int address_fd;
  GscopeScope *scope;
  GscopeTupleServer *source;
  GtkWidget *window;
  GscopeGtkView *view;
  /* the height in the view where an edge passes */
  int row;
  guint n_seen;
  double latencies[BENCH_N_RUNS];
} Bench;

static gint64
get_time (void)
{
  return gscope_clock_get_time (gscope_clock_get_system ());
}

static _Noreturn void
send_values (Page *page, const char *address)
{
  struct gscope_client *client = gscope_client_new (address);
  gint64 next = get_time (), jump_at = next + GSCOPE_SEC;
  gboolean high = FALSE;

  for (;; next += GSCOPE_MSEC)
    {
      struct timespec until = { next / GSCOPE_SEC, next % GSCOPE_SEC };

      clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
      if (next >= jump_at && page->jump == 0)
        {
          high = !high;
          jump_at = next + (gint64) g_random_double_range (LEAST_PAUSE, MAX_PAUSE);
          page->jump = get_time ();
        }
      gscope_client_push (client, "jump", high);
      gscope_client_flush (client);
    }
}

/* It is a process of its own before this one has threads, and is told the address when it is known. */
static void
start_client (Bench *bench)
{
  char address[64] = "";
  pid_t parent = getpid ();
  int fds[2];

  if (pipe (fds) != 0)
    g_error ("no pipe for the client: %s", g_strerror (errno));
  bench->client = fork ();
  if (bench->client < 0)
    g_error ("no process for the client: %s", g_strerror (errno));
  if (bench->client > 0)
    {
      bench->address_fd = fds[1];
      close (fds[0]);
      return;
    }
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  close (fds[1]);
  if (getppid () != parent || read (fds[0], address, sizeof address - 1) <= 0)
    _exit (1);
  send_values (bench->page, address);
}

static void
create_scope (Bench *bench)
{
  g_auto (GStrv) addresses = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "listen", "s", "tcp:0");
  bench->scope = gscope_scope_new ();
  bench->source = gscope_tuple_server_new ("clients");
  gscope_source_configure (GSCOPE_SOURCE (bench->source), g_variant_dict_end (&options), NULL);
  gscope_scope_add_source (bench->scope, GSCOPE_SOURCE (bench->source));
  gscope_source_start_async (GSCOPE_SOURCE (bench->source), NULL, gscope_test_keep_result, &result);
  g_assert_true (gscope_source_start_finish (GSCOPE_SOURCE (bench->source),
                                             gscope_test_await (&result), NULL));
  addresses = gscope_tuple_server_list_addresses (bench->source);
  g_assert_cmpint (write (bench->address_fd, addresses[0], strlen (addresses[0])), >, 0);
}

/* The signal as the only one of the view, since the server's counts are signals too. */
static void
show_signal (Bench *bench)
{
  GscopeSignal *signal;

  while (!(signal = gscope_scope_find_signal (bench->scope, "clients/jump")))
    g_main_context_iteration (NULL, TRUE);
  gscope_signal_set_range (signal, -1, 2);
  gscope_signal_set_color (signal, 0xff000000u | COLOR);
  gscope_gtk_view_add_signal (bench->view, bench->scope, signal);
}

static gboolean
shows_edge (Bench *bench, gint64 jump)
{
  XImage *row = pixels_read (bench->window, bench->row, WIDTH, 1);
  gboolean found = pixels_have (row, bench->view, bench->row, COLOR, jump, TOLERANCE);

  XDestroyImage (row);
  return found;
}

static void
on_after_paint (GdkFrameClock *frame_clock, Bench *bench)
{
  gint64 jump = bench->page->jump;
  gint64 now;

  if (jump == 0 || bench->n_seen == N_WARM + BENCH_N_RUNS)
    return;
  if (!shows_edge (bench, jump) && get_time () - jump < TIMEOUT)
    return;
  now = get_time ();
  if (bench->n_seen >= N_WARM)
    bench->latencies[bench->n_seen - N_WARM] = (now - jump) / (double) GSCOPE_MSEC;
  bench->n_seen++;
  bench->page->jump = 0;
}

static gboolean
find_row (Bench *bench)
{
  gint64 time;
  double value = INFINITY;

  for (bench->row = 0; bench->row < HEIGHT; bench->row++)
    if (gscope_gtk_view_pick (bench->view, WIDTH / 2.0, bench->row, &time, &value) && value < 0.5)
      return TRUE;
  return FALSE;
}

static void
create_window (Bench *bench)
{
  bench->view = GSCOPE_GTK_VIEW (gscope_gtk_view_new_empty ());
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (bench->view), SPAN);
  bench->window = pixels_show (GTK_WIDGET (bench->view), GTK_WIDGET (bench->view), WIDTH, HEIGHT);
}

static void
measure (Bench *bench, gint64 delay)
{
  double bar = (delay + 2 * FRAME) / (double) GSCOPE_MSEC, median;
  g_autofree char *what =
      g_strdup_printf ("latency: 9 of 10, call to pixel, delay %d ms", (int) (delay / GSCOPE_MSEC));

  gscope_scope_set_delay (bench->scope, delay);
  bench->n_seen = 0;
  while (bench->n_seen < N_WARM + BENCH_N_RUNS)
    g_main_context_iteration (NULL, TRUE);
  median = bench_median (bench->latencies);
  g_print ("     least %.1f ms, median %.1f ms, most %.1f ms\n", bench->latencies[0], median,
           bench->latencies[BENCH_N_RUNS - 1]);
  bench_report (what, bench->latencies[BENCH_N_RUNS * 9 / 10 - 1], "ms", "two frames and the delay",
                bar, 1);
}

int
main (void)
{
  static Bench bench;

  bench.page =
      mmap (NULL, sizeof (Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  start_client (&bench);
  bench.server = display_start ();
  gtk_init ();
  create_scope (&bench);
  create_window (&bench);
  show_signal (&bench);
  while (!find_row (&bench))
    g_main_context_iteration (NULL, TRUE);
  g_signal_connect (gtk_widget_get_frame_clock (bench.window), "after-paint",
                    G_CALLBACK (on_after_paint), &bench);
  measure (&bench, 0);
  measure (&bench, 100 * GSCOPE_MSEC);
  gtk_window_destroy (GTK_WINDOW (bench.window));
  kill (bench.client, SIGTERM);
  waitpid (bench.client, NULL, 0);
  gscope_scope_remove_source (bench.scope, GSCOPE_SOURCE (bench.source));
  g_object_unref (bench.source);
  g_object_unref (bench.scope);
  display_stop (bench.server);
  return bench_end ();
}
