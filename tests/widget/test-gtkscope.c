/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope-gtk/control/control.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/spectrum/spectrum-view.h>
#include <gtkscope/gtkscope.h>
#include <math.h>
#include <unistd.h>

/* The interface as the dissertation and the original's manual describe it. */

typedef struct
{
  GtkScope *scope;
  int i;
  gboolean b;
  short s;
  float f;
  int n_writes;
  double written;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->scope = g_object_ref_sink (gtk_scope_new ("test", 600, 300));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  GtkWidget *window = gtk_widget_get_ancestor (GTK_WIDGET (f->scope), GTK_TYPE_WINDOW);

  if (window)
    gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (f->scope);
}

static double
add (gpointer arg1, gpointer arg2)
{
  return GPOINTER_TO_INT (arg1) + GPOINTER_TO_INT (arg2);
}

static double
get_latest (GtkScopeSignal *signal)
{
  GscopeSample sample = { 0, NAN };

  gscope_signal_get_latest (signal, &sample);
  return sample.value;
}

static void
wait_for (GtkScope *scope, GtkScopeSignal *signal, double value)
{
  while (get_latest (signal) != value)
    {
      gscope_scope_drain (gtk_scope_get_scope (scope));
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
test_types (Fixture *f, gconstpointer data)
{
  GtkScopeSig sigs[] = {
    { .name = "integer", .signal = { INTEGER, { .i = &f->i } } },
    { .name = "boolean", .signal = { BOOLEAN, { .b = &f->b } } },
    { .name = "short", .signal = { SHORT, { .s = &f->s } } },
    { .name = "float", .signal = { FLOAT, { .f = &f->f } } },
    { .name = "func",
      .signal = { FUNC, { .fn = { add, GINT_TO_POINTER (40), GINT_TO_POINTER (2) } } } },
  };
  double values[] = { -70000, 1, 300, 0.5, 42 };

  f->i = -70000;
  f->b = TRUE;
  f->s = 300;
  f->f = 0.5;
  gtk_scope_set_polling_mode (f->scope, 1);
  gtk_scope_start_polling (f->scope);
  for (guint i = 0; i < G_N_ELEMENTS (sigs); i++)
    wait_for (f->scope, gtk_scope_signal_new (f->scope, sigs[i]), values[i]);
}

static void
test_buffer (Fixture *f, gconstpointer data)
{
  GtkScopeSig sig = { .name = "buffer", .signal = { .type = BUFFER } };
  GtkScopeSignal *signal = gtk_scope_signal_new (f->scope, sig);
  double now = gtk_scope_get_time (f->scope);

  /* longer than this test may take */
  gtk_scope_set_delay (f->scope, 60000);
  g_assert_cmpfloat (gtk_scope_get_delay (f->scope), ==, 60000);
  g_assert_false (gtk_scope_signal_put (signal, now, 1));
  gtk_scope_start_polling (f->scope);
  g_assert_true (gtk_scope_signal_put (signal, now - 500, 2));
  g_assert_false (gtk_scope_signal_put (signal, now - 600, 3));
  g_assert_true (gtk_scope_signal_put (signal, now, 4));
  wait_for (f->scope, signal, 4);
  g_assert_cmpuint (gscope_signal_get_lost (signal, GSCOPE_LOSS_BACKWARDS), ==, 1);
}

static GscopeGtkViewSignal *
get_shown (GtkScope *scope, guint i)
{
  GListModel *model = gscope_gtk_view_get_signals (gtk_scope_get_view (scope));
  g_autoptr (GscopeGtkViewSignal) shown = g_list_model_get_item (model, i);

  return shown;
}

static void
assert_range (GtkScope *scope, double min, double max)
{
  double low, high;

  gscope_gtk_view_signal_get_range (get_shown (scope, 0), &low, &high);
  g_assert_cmpfloat_with_epsilon (low, min, 1e-9);
  g_assert_cmpfloat_with_epsilon (high, max, 1e-9);
}

static void
test_signal (Fixture *f, gconstpointer data)
{
  GtkScopeSig sig = {
    .name = "one", .signal = { INTEGER, { .i = &f->i } }, .color = "#ff8000", .max = 40
  };
  GtkScopeSignal *signal = gtk_scope_signal_new (f->scope, sig);

  g_assert_true (gtk_scope_signal_find (f->scope, "one") == signal);
  g_assert_cmphex (gscope_signal_get_color (signal), ==, 0xffff8000);
  assert_range (f->scope, 0, 40);
  sig = (GtkScopeSig){ .name = "Two",
                       .min = -1,
                       .max = 1,
                       .hidden = TRUE,
                       .filter = 0.5,
                       .line = GSCOPE_LINE_MODE_POINTS };
  gtk_scope_signal_change (f->scope, signal, sig);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (get_shown (f->scope, 0)), ==, "Two");
  g_assert_true (gscope_gtk_view_signal_get_hidden (get_shown (f->scope, 0)));
  g_assert_cmpint (gscope_gtk_view_signal_get_line_mode (get_shown (f->scope, 0)), ==,
                   GSCOPE_LINE_MODE_POINTS);
  g_assert_cmpfloat (gscope_signal_get_filter (signal), ==, 0.5);
  g_assert_cmpuint (gscope_signal_get_color (signal), ==, 0);
  assert_range (f->scope, -1, 1);
  gtk_scope_signal_remove (f->scope, signal);
  g_assert_null (gtk_scope_signal_find (f->scope, "one"));
}

static void
test_zoom_and_bias (Fixture *f, gconstpointer data)
{
  GtkScopeSig sig = { .name = "one", .signal = { INTEGER, { .i = &f->i } }, .max = 100 };
  GtkScopeSig free_sig = { .name = "two", .signal = { INTEGER, { .i = &f->i } } };
  GtkScopeSignal *signal = gtk_scope_signal_new (f->scope, sig);

  gtk_scope_signal_new (f->scope, free_sig);
  gtk_scope_set_y_zoom (f->scope, 0.5);
  assert_range (f->scope, -50, 150);
  gtk_scope_set_y_bias (f->scope, 1);
  assert_range (f->scope, 50, 250);
  gtk_scope_set_y_zoom (f->scope, 2);
  assert_range (f->scope, 125, 175);
  sig.max = 200;
  gtk_scope_signal_change (f->scope, signal, sig);
  assert_range (f->scope, 250, 350);
  g_assert_false (gscope_gtk_view_signal_get_auto_range (get_shown (f->scope, 1)));
  gtk_scope_set_y_bias (f->scope, 0);
  gtk_scope_set_y_zoom (f->scope, 1);
  assert_range (f->scope, 0, 200);
  g_assert_true (gscope_gtk_view_signal_get_auto_range (get_shown (f->scope, 1)));
}

/* A period is a pixel, whatever the width. */
static void
test_period (Fixture *f, gconstpointer data)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (gtk_scope_get_view (f->scope));

  gtk_scope_set_polling_mode (f->scope, 50);
  g_assert_cmpfloat (gtk_scope_get_period (f->scope), ==, 50);
  g_assert_cmpint (gscope_scope_get_period (gtk_scope_get_scope (f->scope)), ==, 50 * GSCOPE_MSEC);
  gscope_gtk_viewport_set_n_columns (viewport, 500);
  g_assert_cmpint (gscope_gtk_viewport_get_column_width (viewport), ==, 50 * GSCOPE_MSEC);
  gtk_scope_set_x_zoom (f->scope, 2);
  g_assert_cmpint (gscope_gtk_viewport_get_column_width (viewport), ==, 25 * GSCOPE_MSEC);
  gscope_gtk_viewport_set_n_columns (viewport, 700);
  g_assert_cmpint (gscope_gtk_viewport_get_column_width (viewport), ==, 25 * GSCOPE_MSEC);
}

static double
read_or_write (gboolean write, double value, gpointer arg1, gpointer arg2)
{
  Fixture *f = arg1;

  g_assert_true (arg2 == &f->scope);
  if (write)
    {
      f->n_writes++;
      f->written = MIN (value, 5);
    }
  return f->written;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  *(int *) data = value ? 1 : -1;
}

static int
write_value (GscopeParameter *parameter, GVariant *value)
{
  int outcome = 0;

  gscope_parameter_write_async (parameter, value, "test", NULL, on_written, &outcome);
  while (outcome == 0)
    g_main_context_iteration (NULL, TRUE);
  return outcome;
}

static void
refresh (GtkScope *scope)
{
  gscope_source_refresh_async (gscope_scope_get_source (gtk_scope_get_scope (scope)), NULL, NULL,
                               NULL);
}

/* Changes of the list come together. */
static void
wait_for_parameters (GtkScope *scope, guint n)
{
  while (g_list_model_get_n_items (gtk_scope_get_parameters (scope)) != n)
    g_main_context_iteration (NULL, TRUE);
}

static guint
count_controls (GtkWidget *widget)
{
  guint n = GSCOPE_GTK_IS_CONTROL (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    n += count_controls (child);
  return n;
}

static void
test_parameters (Fixture *f, gconstpointer data)
{
  GtkScopeParameter parameters[] = {
    { .name = "integer", .parameter = { INTEGER, { .i = &f->i } }, .max = 10 },
    { .name = "boolean", .parameter = { BOOLEAN, { .b = &f->b } } },
    { .name = "short", .parameter = { SHORT, { .s = &f->s } } },
    { .name = "float", .parameter = { FLOAT, { .f = &f->f } } },
    { .name = "func", .parameter = { FUNC, { .fn = { read_or_write, f, &f->scope } } } },
  };
  GscopeParameter *made[G_N_ELEMENTS (parameters)];
  GtkWindow *window;

  f->i = 3;
  f->written = 4;
  for (guint i = 0; i < G_N_ELEMENTS (parameters); i++)
    made[i] = gtk_scope_parameter_new (f->scope, parameters[i]);
  g_assert_cmpfloat (gscope_parameter_get_number (made[0]), ==, 3);
  g_assert_cmpint (write_value (made[0], g_variant_new_int64 (7)), ==, 1);
  g_assert_cmpint (f->i, ==, 7);
  g_assert_cmpint (write_value (made[0], g_variant_new_int64 (11)), ==, -1);
  g_assert_cmpint (f->i, ==, 7);
  g_assert_cmpint (write_value (made[1], g_variant_new_boolean (TRUE)), ==, 1);
  g_assert_true (f->b);
  g_assert_cmpint (write_value (made[2], g_variant_new_int64 (-300)), ==, 1);
  g_assert_cmpint (f->s, ==, -300);
  g_assert_cmpint (write_value (made[3], g_variant_new_double (0.1)), ==, 1);
  g_assert_cmpfloat (f->f, ==, 0.1f);
  g_assert_cmpfloat (gscope_parameter_get_number (made[4]), ==, 4);
  g_assert_cmpint (write_value (made[4], g_variant_new_double (9)), ==, 1);
  g_assert_cmpint (f->n_writes, ==, 1);
  /* what was read back */
  g_assert_cmpfloat (gscope_parameter_get_number (made[4]), ==, 5);
  /* what the program changes is noticed, and what is as it was is not */
  f->i = 2;
  f->written = 1;
  refresh (f->scope);
  g_assert_cmpfloat (gscope_parameter_get_number (made[0]), ==, 2);
  g_assert_cmpfloat (gscope_parameter_get_number (made[3]), ==, 0.1);
  g_assert_cmpfloat (gscope_parameter_get_number (made[4]), ==, 1);

  /* a window lists them, and follows what the program changes */
  window = gtk_scope_present_parameters (f->scope);
  gtk_scope_parameter_remove (f->scope, made[0]);
  f->s = 12;
  while (gscope_parameter_get_number (made[2]) != 12)
    g_main_context_iteration (NULL, TRUE);
  wait_for_parameters (f->scope, G_N_ELEMENTS (parameters) - 1);
  g_assert_cmpuint (count_controls (GTK_WIDGET (window)), ==, G_N_ELEMENTS (parameters) - 1);
  gtk_window_destroy (window);
}

static gboolean
count_down (gpointer data)
{
  return --*(int *) data > 0;
}

static void
test_program (Fixture *f, gconstpointer data)
{
  int left = 3;

  gtk_scope_start_program (f->scope, 1, count_down, &left);
  g_assert_true (gtk_scope_get_program_running (f->scope));
  while (left > 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gtk_scope_get_program_running (f->scope));
  gtk_scope_start_program (f->scope, 1, count_down, &left);
  gtk_scope_stop_program (f->scope);
  g_assert_false (gtk_scope_get_program_running (f->scope));
}

static void
on_point (GtkScope *scope, double time, double value, double *point)
{
  point[0] = time;
  point[1] = value;
}

static void
click (GtkWidget *widget, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller))
        {
          g_signal_emit_by_name (controller, "released", 1, x, y);
          return;
        }
    }
}

static void
test_windows (Fixture *f, gconstpointer data)
{
  GtkWindow *window = gtk_scope_present (f->scope);
  gint64 time;
  double value, point[2] = { 0 };

  g_assert_cmpstr (gtk_window_get_title (window), ==, "test");
  gtk_scope_set_title (f->scope, "other");
  g_assert_cmpstr (gtk_window_get_title (window), ==, "other");
  g_assert_true (gtk_scope_present (f->scope) == window);
  while (gtk_scope_count_visible () != 1
         || gtk_widget_get_width (GTK_WIDGET (gtk_scope_get_view (f->scope))) == 0)
    g_main_context_iteration (NULL, TRUE);
  gtk_scope_set_size (f->scope, 900, 700);
  while (gtk_widget_get_width (GTK_WIDGET (f->scope)) < 900
         || gtk_widget_get_height (GTK_WIDGET (f->scope)) < 700)
    g_main_context_iteration (NULL, TRUE);
  /* without signals there is nothing to click on */
  g_assert_false (gscope_gtk_view_pick (gtk_scope_get_view (f->scope), 300, 150, &time, &value));
  gtk_scope_signal_new (
      f->scope, (GtkScopeSig){ .name = "one", .signal = { INTEGER, { .i = &f->i } }, .max = 100 });
  gtk_scope_start_polling (f->scope);
  wait_for (f->scope, gtk_scope_signal_find (f->scope, "one"), 0);
  while (!gscope_gtk_view_pick (gtk_scope_get_view (f->scope), 300, 150, &time, &value)
         || value <= 0 || value >= 100)
    g_main_context_iteration (NULL, TRUE);
  g_signal_connect (f->scope, "point", G_CALLBACK (on_point), point);
  click (GTK_WIDGET (gtk_scope_get_view (f->scope)), 300, 150);
  g_assert_cmpfloat (point[0], >, 0);
  g_assert_cmpfloat_with_epsilon (point[1], value, 1);
  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
  g_assert_cmpuint (gtk_scope_count_visible (), ==, 0);
}

static void
on_failed (GtkScope *scope, const GError *error, char **message)
{
  *message = g_strdup (error->message);
}

static GtkWidget *
find_spectrum (GtkWidget *widget)
{
  GtkWidget *found = GSCOPE_GTK_IS_SPECTRUM_VIEW (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_spectrum (child);
  return found;
}

static void
assert_frequency (GtkScope *scope, gboolean frequency)
{
  g_assert_cmpint (gtk_scope_get_frequency_mode (scope), ==, frequency);
  g_assert_cmpint (gtk_widget_get_visible (find_spectrum (GTK_WIDGET (scope))), ==, frequency);
  g_assert_cmpint (gtk_widget_get_visible (GTK_WIDGET (gtk_scope_get_view (scope))), ==,
                   !frequency);
}

/* It is frequency or time, while polling and in playback. */
static void
test_frequency (Fixture *f, gconstpointer data)
{
  g_autofree char *message = NULL;

  assert_frequency (f->scope, FALSE);
  gtk_scope_set_frequency_mode (f->scope, TRUE);
  assert_frequency (f->scope, TRUE);
  g_signal_connect (f->scope, "failed", G_CALLBACK (on_failed), &message);
  gtk_scope_set_playback_mode (f->scope, "/nonexistent/file", 10);
  assert_frequency (f->scope, TRUE);
  while (!message)
    g_main_context_iteration (NULL, TRUE);
  gtk_scope_set_polling_mode (f->scope, 10);
  assert_frequency (f->scope, TRUE);
  gtk_scope_set_frequency_mode (f->scope, FALSE);
  assert_frequency (f->scope, FALSE);
}

/* A recording is played. */
static void
test_recording (Fixture *f, gconstpointer data)
{
  g_autofree char *path =
      g_strdup_printf ("%s/gscope-test-gtkscope-%d.tuples", g_get_tmp_dir (), getpid ());
  GtkScopeSig sig = { .name = "count", .signal = { INTEGER, { .i = &f->i } } };
  GtkScopeSignal *signal = gtk_scope_signal_new (f->scope, sig);
  g_autoptr (GscopeGtkViewSignal) played = NULL;
  g_autoptr (GError) error = NULL;
  GListModel *shown;
  guint64 end;

  gtk_scope_set_polling_mode (f->scope, 1);
  gtk_scope_set_delay (f->scope, 0);
  gtk_scope_start_polling (f->scope);
  g_assert_false (gtk_scope_start_recording (f->scope, "/nonexistent/file", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_true (gtk_scope_start_recording (f->scope, path, &error));
  g_assert_no_error (error);
  g_assert_true (gtk_scope_get_recording (f->scope));
  end = gscope_trace_get_end (gscope_signal_get_trace (signal)) + 100;
  while (gscope_trace_get_end (gscope_signal_get_trace (signal)) < end)
    g_main_context_iteration (NULL, TRUE);
  gtk_scope_stop_recording (f->scope);
  while (gtk_scope_get_recording (f->scope))
    g_main_context_iteration (NULL, TRUE);

  g_assert_cmpfloat (gtk_scope_get_x_bias (f->scope), ==, 0);
  gtk_scope_set_playback_mode (f->scope, path, 10);
  g_assert_true (gtk_scope_get_playback_mode (f->scope));
  g_assert_cmpfloat (gtk_scope_get_period (f->scope), ==, 10);
  shown = gscope_gtk_view_get_signals (gtk_scope_get_view (f->scope));
  while (!gtk_scope_get_polling (f->scope))
    g_main_context_iteration (NULL, TRUE);
  played = g_list_model_get_item (shown, 0);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (played), ==, "count");
  gtk_scope_stop_polling (f->scope);
  g_assert_false (gtk_scope_get_polling (f->scope));
  gtk_scope_set_x_bias (f->scope, 0.5);
  g_assert_cmpfloat_with_epsilon (gtk_scope_get_x_bias (f->scope), 0.5, 1e-3);

  gtk_scope_set_polling_mode (f->scope, 1);
  g_assert_false (gtk_scope_get_playback_mode (f->scope));
  g_assert_false (gtk_scope_get_polling (f->scope));
  f->i = 6;
  gtk_scope_start_polling (f->scope);
  wait_for (f->scope, signal, 6);
  g_remove (path);
}

/* A recording that cannot be written is given up after the widget went, and nothing is told to it. */
static void
test_gone_while_recording (Fixture *f, gconstpointer data)
{
  GtkScopeSig sig = { .name = "count", .signal = { INTEGER, { .i = &f->i } } };
  GscopeScope *scope = gtk_scope_get_scope (f->scope);
  g_autoptr (GError) error = NULL;

  g_object_add_weak_pointer (G_OBJECT (scope), (gpointer *) &scope);
  gtk_scope_signal_new (f->scope, sig);
  g_assert_true (gtk_scope_start_recording (f->scope, "/dev/full", &error));
  g_assert_no_error (error);
  g_assert_finalize_object (g_steal_pointer (&f->scope));
  while (scope)
    g_main_context_iteration (NULL, TRUE);
  f->scope = g_object_ref_sink (gtk_scope_new ("test", 600, 300));
}

static void
test_no_file (Fixture *f, gconstpointer data)
{
  g_autofree char *message = NULL;

  g_signal_connect (f->scope, "failed", G_CALLBACK (on_failed), &message);
  gtk_scope_set_playback_mode (f->scope, "/nonexistent/file", 10);
  while (!message)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (message, "/nonexistent/file"));
  g_assert_false (gtk_scope_get_polling (f->scope));
}

#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  ADD ("/gtkscope/types", test_types);
  ADD ("/gtkscope/buffer", test_buffer);
  ADD ("/gtkscope/signal", test_signal);
  ADD ("/gtkscope/zoom-and-bias", test_zoom_and_bias);
  ADD ("/gtkscope/period", test_period);
  ADD ("/gtkscope/parameters", test_parameters);
  ADD ("/gtkscope/program", test_program);
  ADD ("/gtkscope/windows", test_windows);
  ADD ("/gtkscope/frequency", test_frequency);
  ADD ("/gtkscope/recording", test_recording);
  ADD ("/gtkscope/recording/gone", test_gone_while_recording);
  ADD ("/gtkscope/no-file", test_no_file);
  return g_test_run ();
}
