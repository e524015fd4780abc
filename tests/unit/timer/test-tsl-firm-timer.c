/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/page-directory.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define US G_GINT64_CONSTANT (1000)
#define MS G_GINT64_CONSTANT (1000000)

/* Timers on a clock of our own. */
typedef struct
{
  gint64 now;
  TslPage *page;
  TslTimers *timers;
  TslPageReader *reader;
  GString *log;
} Bed;

static gint64
read_bed (gpointer data)
{
  return ((Bed *) data)->now;
}

static void
bed_init (Bed *self)
{
  g_autoptr (GError) error = NULL;

  self->now = 0;
  self->page = tsl_page_new ("the test", NULL);
  self->timers = tsl_timers_new_with_clock (self->page, "timers", read_bed, self);
  self->reader = tsl_page_reader_new (getpid (), &error);
  g_assert_no_error (error);
  self->log = g_string_new (NULL);
}

static void
bed_clear (Bed *self)
{
  tsl_timers_free (self->timers);
  tsl_page_reader_free (self->reader);
  tsl_page_unref (self->page);
  g_string_free (self->log, TRUE);
}

static double
read_cell (Bed *self, const char *name)
{
  g_assert_true (tsl_page_reader_update (self->reader, NULL));
  return tsl_page_reader_get_value (
      self->reader, tsl_page_reader_find (self->reader, "firm-timer", "timers", name));
}

/* Returns the deadlines, in microseconds, of those that a check point at a time fired. */
static const char *
check_at (Bed *self, gint64 now)
{
  g_string_truncate (self->log, 0);
  self->now = now;
  tsl_timers_check (self->timers);
  return self->log->str;
}

static void
on_fire (TslTimer *timer, gint64 deadline, gpointer data)
{
  GString *log = ((Bed *) data)->log;

  g_string_append_printf (log, "%s%g", log->len > 0 ? " " : "", deadline / 1e3);
}

static void
test_one_shot (void)
{
  Bed bed;
  TslTimer *timer;

  bed_init (&bed);
  timer = tsl_timer_new (bed.timers, on_fire, &bed);
  g_assert_false (tsl_timer_is_set (timer));
  g_assert_cmpint (tsl_timers_get_hard_time (bed.timers), ==, G_MAXINT64);
  tsl_timer_set (timer, 100 * US, 0);
  g_assert_cmpstr (check_at (&bed, 100 * US - 1), ==, "");
  g_assert_cmpstr (check_at (&bed, 100 * US), ==, "100");
  g_assert_false (tsl_timer_is_set (timer));
  g_assert_cmpstr (check_at (&bed, 200 * US), ==, "");
  tsl_timer_set (timer, 300 * US, 0);
  tsl_timer_set (timer, 400 * US, 0);
  g_assert_cmpstr (check_at (&bed, 350 * US), ==, "");
  tsl_timer_cancel (timer);
  g_assert_cmpstr (check_at (&bed, 500 * US), ==, "");
  /* a deadline that has passed fires at the next check point */
  tsl_timer_set (timer, 1 * US, 0);
  g_assert_cmpstr (check_at (&bed, 500 * US), ==, "1");
  tsl_timer_free (timer);
  bed_clear (&bed);
}

/* Deadlines stay where they were planned, however late the check points; those of whole periods that
 * passed are left out, and counted. */
static void
test_periodic (void)
{
  Bed bed;
  TslTimer *timer;

  bed_init (&bed);
  timer = tsl_timer_new (bed.timers, on_fire, &bed);
  tsl_timer_set (timer, 100 * US, 100 * US);
  g_assert_cmpstr (check_at (&bed, 130 * US), ==, "100");
  g_assert_cmpstr (check_at (&bed, 199 * US), ==, "");
  g_assert_cmpstr (check_at (&bed, 200 * US), ==, "200");
  g_assert_cmpstr (check_at (&bed, 620 * US), ==, "300");
  g_assert_cmpfloat (read_cell (&bed, "missed"), ==, 3);
  g_assert_cmpstr (check_at (&bed, 699 * US), ==, "");
  g_assert_cmpstr (check_at (&bed, 700 * US), ==, "700");
  tsl_timer_free (timer);
  bed_clear (&bed);
}

/* In the order of their deadlines, whatever the order in which they were set, moved and taken out. */
static void
test_order (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  TslTimer *timers[200];
  gint64 deadlines[200];
  Bed bed;

  bed_init (&bed);
  for (guint i = 0; i < G_N_ELEMENTS (timers); i++)
    timers[i] = tsl_timer_new (bed.timers, on_fire, &bed);
  for (guint round = 0; round < 2000; round++)
    {
      guint i = g_rand_int_range (random, 0, G_N_ELEMENTS (timers));

      deadlines[i] = g_rand_int_range (random, 1, 1000) * US;
      if (g_rand_int_range (random, 0, 4) == 0)
        tsl_timer_cancel (timers[i]);
      else
        tsl_timer_set (timers[i], deadlines[i], 0);
    }
  {
    g_auto (GStrv) fired = NULL;
    guint n_set = 0;
    double last = 0;

    for (guint i = 0; i < G_N_ELEMENTS (timers); i++)
      n_set += tsl_timer_is_set (timers[i]);
    fired = g_strsplit (check_at (&bed, 1000 * US), " ", -1);
    g_assert_cmpuint (g_strv_length (fired), ==, n_set);
    for (guint i = 0; fired[i]; i++)
      {
        g_assert_cmpfloat (g_ascii_strtod (fired[i], NULL), >=, last);
        last = g_ascii_strtod (fired[i], NULL);
      }
  }
  for (guint i = 0; i < G_N_ELEMENTS (timers); i++)
    tsl_timer_free (timers[i]);
  bed_clear (&bed);
}

/* Which of them needed the kernel's timer is a matter of the overshoot. */
static void
test_overshoot (void)
{
  Bed bed;
  TslTimer *timer, *exact;

  bed_init (&bed);
  timer = tsl_timer_new (bed.timers, on_fire, &bed);
  exact = tsl_timer_new (bed.timers, on_fire, &bed);
  tsl_timer_set (timer, 100 * US, 100 * US);
  g_assert_cmpint (tsl_timers_get_hard_time (bed.timers), ==, 100 * US);
  tsl_timers_set_overshoot (bed.timers, 50 * US);
  g_assert_cmpint (tsl_timers_get_hard_time (bed.timers), ==, 150 * US);

  check_at (&bed, 149 * US);
  g_assert_cmpfloat (read_cell (&bed, "soft"), ==, 1);
  g_assert_cmpfloat (read_cell (&bed, "hard"), ==, 0);
  check_at (&bed, 250 * US);
  g_assert_cmpfloat (read_cell (&bed, "soft"), ==, 1);
  g_assert_cmpfloat (read_cell (&bed, "hard"), ==, 1);
  g_assert_cmpfloat (read_cell (&bed, "checks"), ==, 2);
  g_assert_cmpfloat (read_cell (&bed, "lateness-max"), ==, 50);

  /* one that must be exact costs its own interrupts only */
  tsl_timer_set (exact, 320 * US, 0);
  g_assert_cmpint (tsl_timers_get_hard_time (bed.timers), ==, 350 * US);
  tsl_timer_set_overshoot (exact, 0);
  g_assert_cmpint (tsl_timers_get_hard_time (bed.timers), ==, 320 * US);
  g_assert_cmpstr (check_at (&bed, 320 * US), ==, "300 320");
  g_assert_cmpfloat (read_cell (&bed, "soft"), ==, 2);
  g_assert_cmpfloat (read_cell (&bed, "hard"), ==, 2);
  tsl_timer_free (exact);
  tsl_timer_free (timer);
  bed_clear (&bed);
}

/* Soft timers: no time is too late. */
static void
test_soft (void)
{
  Bed bed;
  TslTimer *timer;

  bed_init (&bed);
  timer = tsl_timer_new (bed.timers, on_fire, &bed);
  tsl_timers_set_overshoot (bed.timers, G_MAXINT64);
  tsl_timer_set (timer, 100 * US, 0);
  g_assert_cmpint (tsl_timers_get_hard_time (bed.timers), >, G_MAXINT64 / 2);
  g_assert_cmpstr (check_at (&bed, 3600 * 1000 * MS), ==, "100");
  g_assert_cmpfloat (read_cell (&bed, "soft"), ==, 1);
  tsl_timer_free (timer);
  bed_clear (&bed);
}

static void
on_fire_free (TslTimer *timer, gint64 deadline, gpointer data)
{
  TslTimer **victims = data;

  for (guint i = 0; i < 3; i++)
    tsl_timer_free (victims[i]);
}

/* A timer may free itself and others that are due. */
static void
test_freed (void)
{
  TslTimer *victims[3];
  Bed bed;

  bed_init (&bed);
  for (guint i = 0; i < 3; i++)
    {
      victims[i] = tsl_timer_new (bed.timers, on_fire_free, victims);
      tsl_timer_set (victims[i], 100 * US, 10 * US);
    }
  bed.now = 200 * US;
  g_assert_cmpuint (tsl_timers_check (bed.timers), ==, 1);
  g_assert_cmpuint (tsl_timers_check (bed.timers), ==, 0);
  bed_clear (&bed);
}

/* Another process turns the overshoot; it is taken at the next check point. */
static void
test_knob (void)
{
  Bed bed;
  TslTimer *timer;
  int cell;

  bed_init (&bed);
  timer = tsl_timer_new (bed.timers, on_fire, &bed);
  tsl_timer_set (timer, 100 * US, 0);
  cell = tsl_page_reader_find (bed.reader, "firm-timer", "timers", "overshoot");
  g_assert_true (tsl_page_reader_ask (bed.reader, cell, 500, NULL));
  check_at (&bed, 10 * US);
  g_assert_cmpfloat (read_cell (&bed, "overshoot"), ==, 500);
  g_assert_true (tsl_page_reader_is_answered (bed.reader, cell));
  g_assert_cmpint (tsl_timers_get_hard_time (bed.timers), ==, 600 * US);
  g_assert_false (tsl_page_reader_ask (bed.reader, cell, 5001, NULL));
  tsl_timer_free (timer);
  bed_clear (&bed);
}

/* With the kernel's clock and timer. */

static void
on_kernel_fire (TslTimer *timer, gint64 deadline, gpointer data)
{
  guint *n = data;

  (*n)++;
}

/* Without a check point the kernel makes one, and not before the overshoot has passed. */
static void
test_kernel (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TslTimers) timers = tsl_timers_new (NULL, "timers", &error);
  struct pollfd poll_fd = { .fd = tsl_timers_get_fd (timers), .events = POLLIN };
  gint64 begin = tsl_timers_get_time (timers);
  guint n = 0;
  TslTimer *timer = tsl_timer_new (timers, on_kernel_fire, &n);

  g_assert_no_error (error);
  tsl_timers_set_overshoot (timers, 5 * MS);
  tsl_timer_set (timer, begin + 2 * MS, 0);
  g_assert_cmpint (poll (&poll_fd, 1, -1), ==, 1);
  g_assert_cmpint (tsl_timers_get_time (timers) - begin, >=, 7 * MS);
  g_assert_cmpuint (tsl_timers_check (timers), ==, 1);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (poll (&poll_fd, 1, 0), ==, 0);
  tsl_timer_free (timer);
}

static gboolean
count_idle (gpointer data)
{
  guint *n = data;

  (*n)++;
  return G_SOURCE_CONTINUE;
}

/* In an event loop: by itself, and with other events whose iterations are check points. */
static void
do_nothing (TslTimer *timer, gint64 deadline, gpointer data)
{
}

/* Nanoseconds until the kernel's timer is due: /proc/self/fdinfo/FD. */
static gint64
read_remaining (TslTimers *timers)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fdinfo/%d", tsl_timers_get_fd (timers));
  g_autofree char *text = NULL;
  gint64 seconds, nanoseconds;
  const char *value;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  value = strstr (text, "it_value:");
  g_assert_nonnull (value);
  g_assert_cmpint (sscanf (value, "it_value: (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
                           &seconds, &nanoseconds),
                   ==, 2);
  return seconds * 1000 * MS + nanoseconds;
}

/* Check points put the kernel's timer off before it fires, be the overshoot that of all timers or the timer's. */
static void
test_put_off (gconstpointer is_own)
{
  const gint64 overshoot = 200 * MS;
  g_autoptr (TslTimers) timers = tsl_timers_new (NULL, "timers", NULL);
  g_autoptr (TslTimer) timer = tsl_timer_new (timers, do_nothing, NULL);
  gint64 begin = tsl_timers_get_time (timers), last, due;

  if (is_own)
    tsl_timer_set_overshoot (timer, overshoot);
  else
    tsl_timers_set_overshoot (timers, overshoot);
  tsl_timer_set (timer, begin + MS, MS);
  do
    {
      last = tsl_timers_get_time (timers);
      tsl_timers_check (timers);
    }
  while (last < begin + overshoot * 3 / 4);
  /* the time is read last: a pause in between makes the sum larger */
  due = read_remaining (timers);
  due += tsl_timers_get_time (timers);
  g_assert_cmpint (due, >, last + overshoot / 2);
  tsl_timer_cancel (timer);
}

static void
test_event_loop (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (TslTimers) timers = tsl_timers_new (NULL, "timers", NULL);
  g_autoptr (GSource) source = tsl_timers_create_source (timers);
  g_autoptr (GSource) idle = g_idle_source_new ();
  guint n = 0, n_idle = 0;
  TslTimer *timer = tsl_timer_new (timers, on_kernel_fire, &n);
  gint64 begin;

  g_source_attach (source, context);
  tsl_timer_set (timer, tsl_timers_get_time (timers), 1 * MS);
  while (n < 10)
    g_main_context_iteration (context, TRUE);

  /* the kernel's timer is due in an hour, yet it fires */
  tsl_timers_set_overshoot (timers, 3600 * 1000 * MS);
  g_source_set_callback (idle, count_idle, &n_idle, NULL);
  g_source_attach (idle, context);
  begin = tsl_timers_get_time (timers);
  tsl_timer_set (timer, begin + 3 * MS, 0);
  for (n = 0; n < 1;)
    g_main_context_iteration (context, TRUE);
  g_assert_cmpint (tsl_timers_get_time (timers), >=, begin + 3 * MS);
  g_source_destroy (idle);
  g_source_destroy (source);
  tsl_timer_free (timer);
}

/* Equation 2.1 with the dissertation's figures, and with this machine's. */
static void
test_costs (void)
{
  TslFirmCosts paper = { 8, 1, 0.15 }, costs;
  g_assert_cmpfloat_with_epsilon (tsl_firm_costs_get_break_even (&paper), 0.0214, 0.0001);
  tsl_firm_costs_measure (&costs);
  g_test_message ("Ch %.2f us, Cs %.2f us, Cc %.3f us: break-even at %.1f %%", costs.hard,
                  costs.soft, costs.check, 100 * tsl_firm_costs_get_break_even (&costs));
  g_assert_cmpfloat (costs.check, >, 0);
  g_assert_cmpfloat (costs.hard, >=, costs.soft);
  g_assert_cmpfloat (tsl_firm_costs_get_break_even (&costs), >, 0);
}

static void
test_interrupts (void)
{
  g_autoptr (GError) error = NULL;
  gint64 first = tsl_timer_interrupts_read (-1, &error);

  if (first < 0)
    {
      /* a machine with another timer says so */
      g_assert_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED);
      return;
    }
  while (tsl_timer_interrupts_read (-1, NULL) == first)
    ;
  g_assert_cmpint (tsl_timer_interrupts_read (1 << 20, &error), ==, -1);
  g_assert_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tsl/firm-timer/one-shot", test_one_shot);
  g_test_add_func ("/tsl/firm-timer/periodic", test_periodic);
  g_test_add_func ("/tsl/firm-timer/order", test_order);
  g_test_add_func ("/tsl/firm-timer/overshoot", test_overshoot);
  g_test_add_func ("/tsl/firm-timer/soft", test_soft);
  g_test_add_func ("/tsl/firm-timer/freed", test_freed);
  g_test_add_func ("/tsl/firm-timer/knob", test_knob);
  g_test_add_func ("/tsl/firm-timer/kernel", test_kernel);
  g_test_add_data_func ("/tsl/firm-timer/postponed", NULL, test_put_off);
  g_test_add_data_func ("/tsl/firm-timer/postponed-own", "own", test_put_off);
  g_test_add_func ("/tsl/firm-timer/event-loop", test_event_loop);
  g_test_add_func ("/tsl/firm-timer/costs", test_costs);
  g_test_add_func ("/tsl/firm-timer/interrupts", test_interrupts);
  return page_directory_run ();
}
