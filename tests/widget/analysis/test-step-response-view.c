/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include "support/skip-waits.h"

#include <gscope-gtk/chrome/step-text.h>
#include <gscope-gtk/gscope-gtk.h>
#include <gtk/gtk.h>
#include <math.h>
#include <string.h>

/* A parameter "gain" steers "x", which follows it with a time constant of 0.2 s, and "y", which does
 * not. View and step responses are beside each other. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSource *source;
  GscopeParameter *gain;
  GscopeProducer *x;
  GscopeProducer *y;
  GscopeSignal *signals[2];
  double level;
  GscopeStepTracker *steps;
  GscopeGtkView *view;
  GscopeGtkStepResponseView *response;
  GtkWidget *window;
} Fixture;

static GscopeSignal *
add_signal (GscopeSource *source, const char *name, GscopeProducer **producer)
{
  GscopeSignal *signal = gscope_signal_new_buffered (name);

  gscope_source_add_signal (source, signal, NULL);
  *producer = gscope_signal_create_producer (signal);
  g_object_unref (signal);
  return signal;
}

static void
settle (void)
{
  for (guint i = 0; i < 30; i++)
    g_main_context_iteration (NULL, FALSE);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "x", "y", NULL };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  gscope_scope_set_delay (f->scope, 0);
  f->source = GSCOPE_SOURCE (scripted_source_new ("a"));
  f->signals[0] = add_signal (f->source, "x", &f->x);
  f->signals[1] = add_signal (f->source, "y", &f->y);
  gscope_scope_add_source (f->scope, f->source);
  f->gain = gscope_source_find_parameter (f->source, "gain");
  gscope_parameter_set_steered (f->gain, names);
  f->steps = gscope_step_tracker_new ();
  gscope_step_tracker_add_scope (f->steps, f->scope);
  f->view = GSCOPE_GTK_VIEW (gscope_gtk_view_new (f->scope));
  f->response = GSCOPE_GTK_STEP_RESPONSE_VIEW (gscope_gtk_step_response_view_new (f->steps));
  gscope_gtk_step_response_view_set_view (f->response, f->view);
  gtk_widget_set_hexpand (GTK_WIDGET (f->view), TRUE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (f->view));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (f->response));
  f->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (f->window), 900, 500);
  gtk_window_set_child (GTK_WINDOW (f->window), box);
  gtk_window_present (GTK_WINDOW (f->window));
  settle ();
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_add_weak_pointer (G_OBJECT (f->response), (gpointer *) &f->response);
  g_object_add_weak_pointer (G_OBJECT (f->view), (gpointer *) &f->view);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while ((f->response || f->view) && g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (f->response);
  g_assert_null (f->view);
  g_assert_finalize_object (f->steps);
  gscope_producer_unref (f->x);
  gscope_producer_unref (f->y);
  g_object_unref (f->source);
  g_object_unref (f->scope);
  g_object_unref (f->clock);
}

/* In steps of 10 ms. */
static void
run (Fixture *f, double seconds)
{
  for (guint i = 0; i < seconds * 100; i++)
    {
      gint64 now;

      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      now = gscope_clock_get_time (f->clock);
      f->level += (gscope_parameter_get_number (f->gain) - f->level) * (1 - exp (-0.01 / 0.2));
      gscope_producer_push (f->x, now, f->level);
      gscope_producer_push (f->y, now, 7);
      gscope_scope_drain (f->scope);
      if (i % 50 == 0)
        settle ();
    }
  settle ();
}

static void
set_gain (Fixture *f, double value)
{
  gscope_parameter_write_async (f->gain, g_variant_new_double (value), "tester", NULL, NULL, NULL);
  settle ();
}

static void
assert_says (Fixture *f, const char *part)
{
  g_autofree char *text = gscope_gtk_step_response_view_get_text (f->response);

  if (!strstr (text, part))
    g_error ("“%s” does not say “%s”", text, part);
}

static GscopeSignal *
get_signal (Fixture *f)
{
  return gscope_step_get_signal (gscope_gtk_step_response_view_get_step (f->response));
}

static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

/* Live, then figures, then the figures of the next write over them. */
static void
test_table (Fixture *f, gconstpointer data)
{
  run (f, 2);
  g_assert_null (gscope_gtk_step_response_view_get_step (f->response));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (f->response)));
  assert_says (f, "");
  set_gain (f, 4);
  run (f, 0.5);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (f->response)));
  assert_says (f, "…");
  run (f, 2);
  assert_says (f, "1 x\tgain 1 → 4 V\t1\t4\t+300 %\tRise 439 ms, overshoot 0 %");
  assert_says (f, "2 y\tgain 1 → 4 V\t7\t7\t0 %\tsettling…");
  set_gain (f, 1);
  run (f, 3);
  assert_says (f, "1 x\tgain 4 → 1 V\t4\t1\t−75 %\tFall 4");
  assert_says (f, "1 x\tgain 1 → 4 V\t1\t4\t+300 %\tRise 439 ms");
}

/* It begins with a signal that responds; another one can be chosen, and stays so. */
static void
test_chosen_signal (Fixture *f, gconstpointer data)
{
  GtkDropDown *chooser = GTK_DROP_DOWN (find (GTK_WIDGET (f->response), GTK_TYPE_DROP_DOWN));

  run (f, 1);
  set_gain (f, 4);
  run (f, 3);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (chooser)));
  g_assert_true (get_signal (f) == f->signals[0]);
  gtk_drop_down_set_selected (chooser, 1);
  g_assert_true (get_signal (f) == f->signals[1]);
  set_gain (f, 2);
  run (f, 0.5);
  g_assert_true (get_signal (f) == f->signals[1]);
  gtk_drop_down_set_selected (chooser, 0);
  g_assert_true (get_signal (f) == f->signals[0]);
}

static void
test_compact (Fixture *f, gconstpointer data)
{
  run (f, 1);
  set_gain (f, 4);
  run (f, 0.2);
  g_assert_nonnull (gscope_gtk_step_response_view_get_step (f->response));
  gscope_gtk_step_response_view_set_compact (f->response, TRUE);
  settle ();
  g_assert_false (gtk_widget_get_visible (find (GTK_WIDGET (f->response), GTK_TYPE_DRAWING_AREA)));
  gscope_gtk_step_response_view_set_steps (f->response, NULL);
  g_assert_null (gscope_gtk_step_response_view_get_step (f->response));
}

/* The wave is 1 or 4 for a second each; x follows it, and the reference says so. */
static void
run_wave (Fixture *f, GscopeProducer *need, guint seconds, double time_constant)
{
  for (guint i = 0; i < seconds * 100; i++)
    {
      gint64 now;
      double level;

      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      now = gscope_clock_get_time (f->clock);
      level = now / GSCOPE_SEC % 2 ? 4 : 1;
      f->level += (level - f->level) * (1 - exp (-0.01 / time_constant));
      gscope_producer_push (need, now, level);
      gscope_producer_push (f->x, now, f->level);
      gscope_scope_drain (f->scope);
      if (i % 50 == 0)
        settle ();
    }
  settle ();
}

/* A setpoint's steps are compared with those before the last write. */
static void
test_reference (Fixture *f, gconstpointer data)
{
  static const char *const followers[] = { "a/x", NULL };
  g_autoptr (GscopeSource) source = gscope_source_new ("b");
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("need");
  g_autoptr (GscopeProducer) need = gscope_signal_create_producer (signal);

  gscope_signal_set_title (signal, "Need");
  gscope_signal_set_unit (signal, "%");
  gscope_signal_set_followers (signal, followers);
  gscope_source_add_signal (source, signal, NULL);
  gscope_scope_add_source (f->scope, source);
  f->level = 1;
  run_wave (f, need, 4, 0.05);
  g_assert_true (get_signal (f) == f->signals[0]);
  assert_says (f, "Need 1 → 4 %\t1\t4\t+300 %\tRise 110 ms");
  set_gain (f, 2);
  run_wave (f, need, 4, 0.1);
  g_assert_true (get_signal (f) == f->signals[0]);
  assert_says (f, "gain 1 → 2 V\t1\t4\t+");
  assert_says (f, "Need 1 → 4 %\t1\t4\t+300 %\tRise 110 ms");
  gscope_scope_remove_source (f->scope, source);
}

static GBytes *
draw (Fixture *f)
{
  return gscope_gtk_view_render (f->view, GSCOPE_GTK_PICTURE_PNG, 800, 400, 1, NULL);
}

/* A level has the digits that its change needs, and one beside it is zero. */
static void
test_levels (void)
{
  const GscopeStepFigures figures = { .before = -0.00004, .after = 1.5 };
  g_autofree char *before = gscope_gtk_step_format_level (&figures, figures.before, NULL);
  g_autofree char *after = gscope_gtk_step_format_level (&figures, figures.after, "V");
  g_autofree char *falling = NULL;

  g_assert_cmpstr (before, ==, "0");
  g_assert_cmpstr (after, ==, "1.5 V");
  falling = gscope_gtk_step_summarize (
      &(GscopeStepFigures){ .state = GSCOPE_STEP_STATE_SETTLED, .before = 1.5, .after = 0.2 }, "V");
  g_assert_true (g_str_has_prefix (falling, "1.5 V → 200 mV ("));
}

/* Returns the view's description of the first marker's chip. */
static char *
describe_chip (Fixture *f)
{
  const char *keys;

  for (int x = 0; x < gtk_widget_get_width (GTK_WIDGET (f->view)); x += 5)
    {
      char *text = gscope_gtk_view_describe_place (f->view, x, 20, &keys);

      if (strstr (text, "gain"))
        return text;
      g_free (text);
    }
  return g_strdup ("");
}

/* The chip of the write has the response. */
static void
test_chip (Fixture *f, gconstpointer data)
{
  g_autoptr (GBytes) without = NULL;
  g_autoptr (GBytes) with = NULL;
  g_autofree char *chip = NULL;

  run (f, 2);
  set_gain (f, 4);
  run (f, 3);
  without = draw (f);
  gscope_gtk_view_set_steps (f->view, f->steps);
  g_assert_true (gscope_gtk_view_get_steps (f->view) == f->steps);
  with = draw (f);
  g_assert_false (g_bytes_equal (with, without));
  settle ();
  /* in the words of the card */
  assert_says (f, "1 x\tgain 1 → 4 V\t1\t4\t+300 %");
  chip = describe_chip (f);
  g_assert_nonnull (strstr (chip, ", gain 1 → 4 V: x 1 → 4 (+300 %)"));
}

/* A signal that moves more than it changes has levels, and the card says that it shows no response. */
static void
test_unsettled (void)
{
  const GscopeStepFigures figures = { .state = GSCOPE_STEP_STATE_UNSETTLED,
                                      .before = 33,
                                      .after = 33.017,
                                      .rise = NAN,
                                      .before_span = 5,
                                      .after_span = 8 };
  GscopeStepFigures settled = figures;
  g_autofree char *text = gscope_gtk_step_describe (&figures, "ms");
  g_autofree char *explanation = gscope_gtk_step_explain (&figures, "ms");
  g_autofree char *other = NULL;

  g_assert_null (strstr (text, "overshoot"));
  g_assert_nonnull (strstr (explanation, "No step response can be seen"));
  settled.state = GSCOPE_STEP_STATE_SETTLED;
  other = gscope_gtk_step_explain (&settled, "ms");
  g_assert_null (strstr (other, "No step response"));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
#define ADD(name, func)                                                                            \
  g_test_add ("/step-response-view/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("table", test_table);
  ADD ("chosen-signal", test_chosen_signal);
  ADD ("compact", test_compact);
  ADD ("reference", test_reference);
  ADD ("chip", test_chip);
  g_test_add_func ("/step-response-view/levels", test_levels);
  g_test_add_func ("/step-response-view/unsettled", test_unsettled);
  return g_test_run ();
}
