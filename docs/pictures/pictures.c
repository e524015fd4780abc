/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "pictures.h"

#include <glib/gstdio.h>

#include "captures/form.h"
#include "programs/program.h"
#include "session/export.h"
#include "undo/comparison.h"
#include "undo/tuning.h"
#include "window/window.h"

/* Below the source directory. */
#define PLANT "docs/pictures/plant.json"
#define AGENTS "docs/pictures/agents.json"
#define MEASURE "docs/pictures/measure.py"
#define HELLO "data/workspaces/hello.json"
#define RECORDING "data/workspaces/runs/tcp-congestion.tuples.zst"
#define TIMERS "data/workspaces/runs/firm-timers.tuples.zst"
#define SCHEDULE "data/workspaces/runs/schedule.tuples.zst"

/* Preparations that are no actions. */

static void
select_first (Stage *stage)
{
  g_autoptr (GscopeGtkViewSignal) signal =
      g_list_model_get_item (gscope_gtk_view_get_signals (stage_get_view (stage)), 0);

  gscope_gtk_view_set_selected (stage_get_view (stage), signal);
}

static void
open_trigger (Stage *stage)
{
  select_first (stage);
  stage_activate (stage, "win.trigger");
}

static gboolean
is_titled (gpointer widget, const char *title)
{
  return g_strcmp0 (adw_preferences_row_get_title (widget), title) == 0;
}

/* With a word that is being typed. */
static void
open_math (Stage *stage)
{
  static const char typed[] = "mean(demo/sine, 1s) + m";
  GtkEditable *expression;

  stage_activate (stage, "win.add-math");
  expression = stage_find (stage_find_dialog (stage), ADW_TYPE_ENTRY_ROW, is_titled, "Expression");
  gtk_editable_set_text (expression, typed);
  gtk_editable_set_position (expression, -1);
  g_signal_emit_by_name (expression, "changed");
}

/* In a file that each kernel has. */
static void
choose_number (Stage *stage)
{
  GtkEditable *path;

  stage_activate (stage, "win.add-number");
  path = stage_find (stage_find_dialog (stage), GTK_TYPE_ENTRY, NULL, NULL);
  gtk_editable_set_text (path, "/proc/meminfo");
  gtk_widget_activate (GTK_WIDGET (path));
}

static void
type_time (Stage *stage)
{
  stage_activate (stage, "win.go-to");
  gtk_editable_set_text (stage_find (stage_find_dialog (stage), GTK_TYPE_ENTRY, NULL, NULL),
                         "-5 s");
}

static void
add_badge (Stage *stage, const char *signal, GscopeMeasurement measurement)
{
  g_autoptr (GscopeWorkspaceMeasurement) description =
      gscope_workspace_measurement_new (signal, measurement);

  gscope_gtk_badge_list_add (gscope_gtk_view_get_badges (stage_get_view (stage)), description);
}

static void
add_badges (Stage *stage)
{
  add_badge (stage, "demo/sine", GSCOPE_MEASUREMENT_FREQUENCY);
  add_badge (stage, "demo/sine", GSCOPE_MEASUREMENT_PEAK_TO_PEAK);
  add_badge (stage, "demo/square", GSCOPE_MEASUREMENT_DUTY);
  stage_wait (2);
}

static void
open_measurements (Stage *stage)
{
  select_first (stage);
  stage_activate (stage, "win.measure");
  stage_wait (0.5);
}

static void
remove_badges (Stage *stage)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  gscope_gtk_badge_list_assign (gscope_gtk_view_get_badges (stage_get_view (stage)), none);
}

static void
capture (Stage *stage)
{
  select_first (stage);
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (stage_get_view (stage)), GSCOPE_SEC);
  gscope_gtk_view_set_n_overlaid (stage_get_view (stage), 4);
  stage_activate (stage, "win.triggered");
  stage_wait (6);
}

/* The first capture is the reference of the others. */
static void
capture_and_keep (Stage *stage)
{
  g_autoptr (GscopeCapture) first = NULL;

  capture (stage);
  first = g_list_model_get_item (
      G_LIST_MODEL (gscope_gtk_view_get_captures (stage_get_view (stage))), 0);
  gscope_capture_set_kept (first, TRUE);
}

static void
open_form (Stage *stage)
{
  GtkWidget *form;

  capture (stage);
  form = stage_find (stage->window, APP_TYPE_TRIGGER_FORM, NULL, NULL);
  gtk_menu_button_popup (GTK_MENU_BUTTON (gtk_widget_get_ancestor (form, GTK_TYPE_MENU_BUTTON)));
}

/* A mask around the wave of 2 Hz. */
static void
show_mask (Stage *stage)
{
  static char corners[] =
      "-0.125 -1.4 -0.6, 0 -0.7 0.7, 0.125 0.6 1.4, 0.25 -0.7 0.7, 0.375 -1.4 -0.6";
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK, .mask = corners };

  capture (stage);
  app_tuning_set_limit (
      app_window_get_session (APP_WINDOW (stage->window)),
      gscope_gtk_view_signal_get_signal (gscope_gtk_view_get_selected (stage_get_view (stage))),
      &settings);
  stage_wait (2);
}

static void
show_mean (Stage *stage)
{
  capture (stage);
  gscope_gtk_view_set_n_overlaid (stage_get_view (stage), 0);
  stage_activate (stage, "win.capture-mean");
  stage_wait (1);
}

static void
place_cursors (Stage *stage)
{
  gint64 pen = gscope_gtk_viewport_get_pen (gscope_gtk_view_get_viewport (stage_get_view (stage)));

  gscope_gtk_view_set_cursors (stage_get_view (stage), 2, pen - 3 * GSCOPE_SEC,
                               pen - 3 * GSCOPE_SEC / 2);
}

static void
set_logarithmic (Stage *stage)
{
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (stage_get_view (stage)),
                               "logarithmic-axes", TRUE);
}

static void
set_linear (Stage *stage)
{
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (stage_get_view (stage)),
                               "logarithmic-axes", FALSE);
}

/* The second and the third signal have axes of their own in the overlay. */
static void
set_axes (Stage *stage, gboolean shown)
{
  GscopeGtkView *view = stage_get_view (stage);
  GListModel *signals = gscope_gtk_view_get_signals (view);

  for (guint i = 1; i < 3; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);

      gscope_gtk_view_signal_set_own_axis (signal, shown);
    }
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (view), "axis-titles", shown);
  gscope_gtk_view_set_layout (view, shown ? GSCOPE_VIEW_LAYOUT_OVERLAY : GSCOPE_VIEW_LAYOUT_LANES);
}

static void
show_axes (Stage *stage)
{
  set_axes (stage, TRUE);
}

static void
hide_axes (Stage *stage)
{
  set_axes (stage, FALSE);
}

static void
list_peaks (Stage *stage)
{
  stage_activate (stage, "win.harmonics win.peaks");
  stage_wait (2);
}

/* Adds notes that make a cluster, and a note beside it. */
static void
add_cluster (Stage *stage)
{
  AppSession *session = app_window_get_session (APP_WINDOW (stage->window));
  g_autoptr (GscopeScope) scope = g_list_model_get_item (app_session_get_scopes (session), 0);
  gint64 pen = gscope_scope_get_pen (scope);

  for (guint i = 0; i < 24; i++)
    gscope_marker_list_set_note (gscope_scope_get_markers (scope),
                                 pen - 2 * GSCOPE_SEC + i * 10 * GSCOPE_MSEC, "note");
  gscope_marker_list_set_note (gscope_scope_get_markers (scope), pen - GSCOPE_SEC, "one note");
}

static void
look_back (Stage *stage)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (stage_get_view (stage));

  gscope_gtk_viewport_set_span (viewport, 8 * GSCOPE_SEC);
  gscope_gtk_viewport_look_at (viewport, gscope_gtk_viewport_get_end (viewport) - 10 * GSCOPE_SEC);
  stage_wait (0.5);
}

static void
begin_note (Stage *stage)
{
  gint64 pen = gscope_gtk_viewport_get_pen (gscope_gtk_view_get_viewport (stage_get_view (stage)));

  gscope_gtk_view_set_cursors (stage_get_view (stage), 1, pen - 2 * GSCOPE_SEC, 0);
  gscope_gtk_view_edit_note (stage_get_view (stage));
}

static void
respond (Stage *stage)
{
  stage_write_offset (stage, 2);
  stage_wait (5);
}

static GFile *
get_run (double damping)
{
  g_autofree char *name = g_strdup_printf ("damping-%g.tuples", damping);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);

  return g_file_new_for_path (path);
}

static void
on_run_kept (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_exporter_write_finish (GSCOPE_EXPORTER (object), result, &error))
    g_error ("draw-windows: %s", error->message);
}

/* Keeps the response that is shown. */
static void
keep_run (Stage *stage, double damping)
{
  AppSession *session = app_window_get_session (APP_WINDOW (stage->window));
  g_autoptr (GscopeExporter) exporter = app_export_make_exporter (session, stage_get_view (stage));
  g_autoptr (GFile) file = get_run (damping);

  gscope_exporter_write_async (exporter, GSCOPE_EXPORT_FORMAT_TUPLES, file, NULL, on_run_kept,
                               NULL);
}

/* Begins again at another damping. */
static void
respond_at (Stage *stage, double damping)
{
  stage_write_offset (stage, 0);
  stage_wait (3);
  stage_write_parameter (stage->window, "damping", damping);
  stage_wait (8);
  stage_write_offset (stage, 2);
  stage_wait (5);
}

/* Compares two responses at other dampings with the one that is shown. */
static void
compare (Stage *stage)
{
  AppSession *session = app_window_get_session (APP_WINDOW (stage->window));
  g_autoptr (GFile) first = get_run (0.3), second = get_run (0.5);

  keep_run (stage, 0.3);
  respond_at (stage, 0.5);
  keep_run (stage, 0.5);
  respond_at (stage, 0.8);
  app_compare_with (session, first);
  app_compare_with (session, second);
  stage_wait (0.5);
}

static void
end_comparison (Stage *stage)
{
  AppSession *session = app_window_get_session (APP_WINDOW (stage->window));

  app_compare_end (session);
  app_compare_end (session);
}

/* Shows one of the responses in a view of its own. */
static void
show_beside (Stage *stage)
{
  g_autoptr (GFile) file = get_run (0.5);

  app_window_compare_beside (APP_WINDOW (stage->window), file);
  stage_wait (2);
}

static void
remove_runs (Stage *stage)
{
  g_autoptr (GFile) first = get_run (0.3), second = get_run (0.5);

  g_file_delete (first, NULL, NULL);
  g_file_delete (second, NULL, NULL);
}

static void
make_dark (Stage *stage)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_DARK);
  stage_wait (1);
}

/* Agents with short names: the addresses of their sockets are relative to the working directory. */

static void
serve (Stage *stage)
{
  GscopeRegistry *registry = gscope_registry_get_default ();
  g_autoptr (GscopeSource) source = gscope_registry_create (registry, "demo", "demo", NULL, NULL);

  stage->directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_chdir (stage->directory);
  stage->scope = gscope_scope_new ();
  gscope_scope_add_source (stage->scope, source);
  gscope_scope_start (stage->scope);
  gscope_source_start_async (source, NULL, NULL, NULL);
  stage->agent = gscope_agent_new (stage->scope, "unix:rack1", NULL);
  gscope_agent_listen (stage->agent, "unix:rack2", NULL);
}

static void
stop_serving (Stage *stage)
{
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&stage->window)));
  stage_wait (0.5);
  g_clear_object (&stage->agent);
  g_clear_object (&stage->scope);
  g_chdir (WORKING_DIRECTORY);
  g_rmdir (stage->directory);
  g_clear_pointer (&stage->directory, g_free);
}

static void
ask_agent (Stage *stage)
{
  gtk_widget_activate_action (stage->window, "win.ask-agent", "s", "unix:rack1");
  stage_wait (1);
}

static gboolean
is_labelled (gpointer widget, const char *name)
{
  return g_strcmp0 (gtk_button_get_label (widget), name) == 0;
}

/* Two agents answer, and the third does not. */
static void
set_on_agents (Stage *stage)
{
  GtkWidget *dialog;

  gtk_widget_activate_action (stage->window, "win.set-on-agents", "s", "demo/amplitude");
  stage_wait (0.5);
  dialog = stage_find_dialog (stage);
  stage_write_parameter (dialog, "amplitude", 3);
  g_signal_emit_by_name (stage_find (dialog, GTK_TYPE_BUTTON, is_labelled, "_Set on All"),
                         "clicked");
  stage_wait (1);
}

/* A program whose output is in a window, beside its time on the processor and its memory. */

static void
start_program (Stage *stage)
{
  g_autofree char *path = g_build_filename (stage->source, MEASURE, NULL);
  const char *const argv[] = { "python3", "-u", path, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (AppProgram) program = app_program_new (argv, &error);

  if (!program)
    g_error ("draw-windows: %s", error->message);
  stage->window = app_window_new (stage->application);
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 1280, 800);
  app_window_show_session (APP_WINDOW (stage->window),
                           app_session_new_program (gscope_registry_get_default (), program));
  gtk_window_present (GTK_WINDOW (stage->window));
}

/* The program ends with its window. */
static void
end_program (Stage *stage)
{
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&stage->window)));
  stage_wait (0.5);
}

/* A program: a view of its scope, and the control of a parameter. */

/* A triangle wave. */
static double
read_level (gpointer speed)
{
  gint64 phase = (gint64) (*(double *) speed * (double) g_get_monotonic_time ()) % G_USEC_PER_SEC;

  return (double) ABS (phase - G_USEC_PER_SEC / 2) / 50000 - 5;
}

static void
open_program (Stage *stage)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *control;
  g_autoptr (GscopeParameter) parameter = gscope_parameter_new_double ("speed", 0, 10, 1);
  double *speed = g_new (double, 1);

  *speed = 1;
  stage->scope = gscope_scope_new ();
  gscope_scope_add_func (stage->scope, "level", read_level, speed, g_free);
  gscope_parameter_bind_double (parameter, speed);
  gscope_source_add_parameter (gscope_scope_get_source (stage->scope), parameter, NULL);
  gtk_box_append (GTK_BOX (box), gscope_gtk_view_new (stage->scope));
  control = gscope_gtk_control_new (parameter);
  gtk_widget_set_margin_start (control, 12);
  gtk_widget_set_margin_end (control, 12);
  gtk_widget_set_margin_bottom (control, 12);
  gtk_box_append (GTK_BOX (box), control);
  stage->window = gtk_window_new ();
  gtk_window_set_title (GTK_WINDOW (stage->window), "Program");
  gtk_window_set_titlebar (GTK_WINDOW (stage->window), gtk_header_bar_new ());
  gtk_window_set_default_size (GTK_WINDOW (stage->window), 800, 420);
  gtk_window_set_child (GTK_WINDOW (stage->window), box);
  gtk_window_present (GTK_WINDOW (stage->window));
}

static void
close_program (Stage *stage)
{
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&stage->window)));
  g_clear_object (&stage->scope);
}

/* Returns the widget of a type with a number, in the order of the tree; NULL if there is none. Counts down. */
static gpointer
find_nth (GtkWidget *widget, GType type, guint *n)
{
  gpointer found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*n)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_nth (child, type, n);
  return found;
}

static void
choose (GtkWidget *dialog, guint n, guint choice)
{
  gtk_drop_down_set_selected (find_nth (dialog, GTK_TYPE_DROP_DOWN, &n), choice);
}

static void
enter (GtkWidget *dialog, guint n, double value)
{
  gtk_spin_button_set_value (find_nth (dialog, GTK_TYPE_SPIN_BUTTON, &n), value);
}

/* Sweeps the amplitude of the demo source, with few and short runs. */
static void
sweep (Stage *stage)
{
  GtkWidget *dialog, *start;

  stage_activate (stage, "win.experiments");
  stage_wait (0.5);
  dialog = stage_find_dialog (stage);
  choose (dialog, 2, 1);
  choose (dialog, 5, 2);
  enter (dialog, 0, 6);
  enter (dialog, 1, 2);
  enter (dialog, 2, 0.1);
  enter (dialog, 3, 0.4);
  start = stage_find (dialog, GTK_TYPE_BUTTON, is_labelled, "_Start");
  g_signal_emit_by_name (start, "clicked");
  while (!gtk_widget_get_mapped (start))
    stage_wait (0.5);
}

/* Identifies the low-pass, whose response is beside the view then. */
static void
identify (Stage *stage)
{
  GtkWidget *dialog, *start;

  stage_activate (stage, "win.identify");
  stage_wait (0.5);
  dialog = stage_find_dialog (stage);
  choose (dialog, 0, 1);
  enter (dialog, 1, 0.5);
  enter (dialog, 2, 40);
  enter (dialog, 3, 10);
  enter (dialog, 0, 2);
  start = stage_find (dialog, GTK_TYPE_BUTTON, is_labelled, "_Start");
  g_signal_emit_by_name (start, "clicked");
  stage_wait (12);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* With a limit that the crests of the wave exceed. */
static void
open_limits (Stage *stage)
{
  select_first (stage);
  stage_activate (stage, "win.limit");
  g_signal_emit_by_name (
      stage_find (stage_find_dialog (stage), GTK_TYPE_BUTTON, is_labelled, "_Set"), "clicked");
  stage_wait (3);
}

static const Picture pictures[] = {
  { "welcome", .file = "", .seconds = 2, .prepare = stage_make_light },
  { "workspace", .file = WAVES, .seconds = 8 },
  { "dark", .prepare = make_dark },
  { "cursors", .prepare = place_cursors, .after = "win.cursor" },
  { "go-to", .prepare = type_time },
  { "signal", .prepare = select_first },
  { "trigger", .prepare = open_trigger },
  { "math", .prepare = open_math },
  { "badges", .prepare = add_badges },
  { "measurements", .prepare = open_measurements, .end = remove_badges },
  { "limits", .prepare = open_limits, .after = "win.undo" },
  { "note", .prepare = begin_note, .after = "win.cursor" },
  { "logarithmic", .prepare = set_logarithmic, .end = set_linear },
  { "axes", .prepare = show_axes, .end = hide_axes },
  { "spectrum", .before = "win.spectrum", .after = "win.spectrum" },
  { "spectrogram", .before = "win.spectrogram win.spectrum",
    .after = "win.spectrogram win.spectrum" },
  { "peaks", .prepare = list_peaks, .after = "win.spectrum win.harmonics" },
  { "histogram", .before = "win.histogram", .after = "win.histogram" },
  { "xy", .before = "win.xy", .after = "win.xy" },
  { "transfer", .before = "win.transfer", .after = "win.transfer" },
  { "identify", .before = "win.identify" },
  { "persistence", .before = "win.phosphor win.statistics",
    .after = "win.phosphor win.statistics" },
  { "settings", .before = "win.view-settings" },
  { "find", .before = "win.find" },
  { "add-source", .before = "win.add-source" },
  { "number", .prepare = choose_number, .seconds = 2 },
  { "scopes", .before = "win.scopes" },
  { "export", .before = "win.export" },
  { "record", .before = "win.record" },
  { "preferences", .before = "app.preferences" },
  { "shortcuts", .before = "app.shortcuts" },
  { "clusters", .prepare = add_cluster },
  { "split", .before = "win.split-right win.spectrum", .after = "win.close-view" },
  { "captures", .prepare = capture_and_keep, .after = "win.triggered" },
  { "trigger-form", .prepare = open_form, .after = "win.triggered" },
  { "mask", .prepare = show_mask, .after = "win.undo win.triggered" },
  { "capture-mean", .prepare = show_mean, .after = "win.capture-mean win.triggered" },
  { "narrow", .seconds = 3, .width = 405, .height = 860 },
  { "bode", .file = PLANT, .seconds = 2, .prepare = identify, .after = "win.transfer" },
  { "experiments", .file = HELLO, .seconds = 2, .prepare = sweep },
  { "step-response", .file = STEP, .seconds = 8, .prepare = respond },
  { "comparison", .prepare = compare, .end = end_comparison },
  { "beside", .prepare = show_beside, .end = remove_runs },
  { "playback", .file = RECORDING, .seconds = 2 },
  { "overview", .prepare = look_back },
  { "firm-timers", .file = TIMERS, .seconds = 2 },
  { "schedule", .file = SCHEDULE, .seconds = 2 },
  { "agents", .file = AGENTS, .seconds = 10, .begin = serve },
  { "set-on-agents", .prepare = set_on_agents },
  { "add-agent", .prepare = ask_agent, .end = stop_serving },
  { "program-output", .seconds = 12, .begin = start_program, .end = end_program },
  { "program", .seconds = 10, .begin = open_program, .end = close_program },
};

const Picture *
pictures_list (gsize *n)
{
  *n = G_N_ELEMENTS (pictures);
  return pictures;
}
