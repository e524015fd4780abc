/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Draws the pictures of the manual: opens the windows of Gscope on a display of its own and writes what the screen
 * shows. It runs while Gscope is built. */

#include <X11/Xlib.h>
#include <cairo-xlib.h>
#include <gdk/x11/gdkx.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "session/export.h"
#include "undo/comparison.h"
#include "window/application.h"
#include "window/window.h"

/* Below the source directory. */
#define WAVES "docs/pictures/waves.json"
#define STEP "docs/pictures/step.json"
#define PLANT "docs/pictures/plant.json"
#define AGENTS "docs/pictures/agents.json"
#define HELLO "data/workspaces/hello.json"
#define RECORDING "data/workspaces/runs/tcp-congestion.tuples.zst"

#define WORKING_DIRECTORY "/srv"

/* Frames of the picture that moves, and the time between two of them in seconds. */
#define N_FRAMES 48
#define FRAME_INTERVAL 0.125

/* The display, with one main window in its upper left corner. */
typedef struct
{
  GtkApplication *application;
  const char *source;
  const char *output;
  GtkWidget *window;
  /* for the pictures of agents */
  char *directory;
  GscopeScope *scope;
  GscopeAgent *agent;
} Stage;

typedef struct
{
  const char *name;
  /* the file to open, "" for the welcome page, NULL to go on with the open one */
  const char *file;
  /* seconds from there to the picture */
  double seconds;
  /* actions of the window before the picture, and after it to leave no trace of it */
  const char *before;
  const char *after;
  void (*prepare) (Stage *stage);
  /* called before the file is opened, and after the picture is taken */
  void (*begin) (Stage *stage);
  void (*end) (Stage *stage);
  int width;
  int height;
} Picture;

static void
wait (double seconds)
{
  gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);

  while (g_get_monotonic_time () < end)
    {
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_usleep (1000);
    }
}

/* Returns the first widget of a type in a tree for which a function holds, NULL if there is none. */
static gpointer
find (GtkWidget *widget, GType type, gboolean (*is_match) (gpointer widget, const char *name),
      const char *name)
{
  gpointer found =
      G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && is_match (widget, name) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type, is_match, name);
  return found;
}

static gboolean
is_any (gpointer widget, const char *name)
{
  return TRUE;
}

static gboolean
is_mapped (gpointer widget, const char *name)
{
  return gtk_widget_get_mapped (widget);
}

static gboolean
controls (gpointer widget, const char *name)
{
  GscopeParameter *parameter = gscope_gtk_control_get_parameter (widget);

  return parameter && g_str_equal (gscope_parameter_get_name (parameter), name);
}

static GscopeGtkView *
get_view (Stage *stage)
{
  return find (stage->window, GSCOPE_GTK_TYPE_VIEW, is_any, NULL);
}

static void
write_parameter (Stage *stage, const char *name, double value)
{
  GtkWidget *control = find (stage->window, GSCOPE_GTK_TYPE_CONTROL, controls, name);

  gscope_parameter_write_async (gscope_gtk_control_get_parameter (GSCOPE_GTK_CONTROL (control)),
                                g_variant_new_double (value), "slider", NULL, NULL, NULL);
}

static void
write_offset (Stage *stage, double value)
{
  write_parameter (stage, "slow", value);
}

static void
activate (Stage *stage, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names ? names : "", " ", -1);

  for (guint i = 0; list[i] && list[i][0]; i++)
    if (!gtk_widget_activate_action (stage->window, list[i], NULL))
      g_error ("draw-windows: the action %s cannot be activated", list[i]);
}

/* Preparations that are no actions. */

static void
select_first (Stage *stage)
{
  g_autoptr (GscopeGtkViewSignal) signal =
      g_list_model_get_item (gscope_gtk_view_get_signals (get_view (stage)), 0);

  gscope_gtk_view_set_selected (get_view (stage), signal);
}

static void
open_trigger (Stage *stage)
{
  select_first (stage);
  activate (stage, "win.trigger");
}

static GtkWidget *find_dialog (Stage *stage);

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

  activate (stage, "win.add-math");
  expression = find (find_dialog (stage), ADW_TYPE_ENTRY_ROW, is_titled, "Expression");
  gtk_editable_set_text (expression, typed);
  gtk_editable_set_position (expression, -1);
  g_signal_emit_by_name (expression, "changed");
}

static gboolean
is_path (gpointer widget, const char *name)
{
  return GTK_IS_ENTRY (widget);
}

/* In a file that each kernel has. */
static void
choose_number (Stage *stage)
{
  GtkEditable *path;

  activate (stage, "win.add-number");
  path = find (find_dialog (stage), GTK_TYPE_ENTRY, is_path, "");
  gtk_editable_set_text (path, "/proc/meminfo");
  gtk_widget_activate (GTK_WIDGET (path));
}

static void
add_badge (Stage *stage, const char *signal, GscopeMeasurement measurement)
{
  g_autoptr (GscopeWorkspaceMeasurement) description =
      gscope_workspace_measurement_new (signal, measurement);

  gscope_gtk_badge_list_add (gscope_gtk_view_get_badges (get_view (stage)), description);
}

static void
add_badges (Stage *stage)
{
  add_badge (stage, "demo/sine", GSCOPE_MEASUREMENT_FREQUENCY);
  add_badge (stage, "demo/sine", GSCOPE_MEASUREMENT_PEAK_TO_PEAK);
  add_badge (stage, "demo/square", GSCOPE_MEASUREMENT_DUTY);
  wait (2);
}

static void
open_measurements (Stage *stage)
{
  select_first (stage);
  activate (stage, "win.measure");
  wait (0.5);
}

static void
remove_badges (Stage *stage)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  gscope_gtk_badge_list_assign (gscope_gtk_view_get_badges (get_view (stage)), none);
}

static void
capture (Stage *stage)
{
  select_first (stage);
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (get_view (stage)), GSCOPE_SEC);
  gscope_gtk_view_set_n_overlaid (get_view (stage), 4);
  activate (stage, "win.triggered");
  wait (6);
}

static void
show_mean (Stage *stage)
{
  capture (stage);
  gscope_gtk_view_set_n_overlaid (get_view (stage), 0);
  activate (stage, "win.capture-mean");
  wait (1);
}

static void
place_cursors (Stage *stage)
{
  gint64 pen = gscope_gtk_viewport_get_pen (gscope_gtk_view_get_viewport (get_view (stage)));

  gscope_gtk_view_set_cursors (get_view (stage), 2, pen - 3 * GSCOPE_SEC, pen - 3 * GSCOPE_SEC / 2);
}

static void
set_logarithmic (Stage *stage)
{
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (get_view (stage)), "logarithmic-axes",
                               TRUE);
}

static void
set_linear (Stage *stage)
{
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (get_view (stage)), "logarithmic-axes",
                               FALSE);
}

/* The second and the third signal have axes of their own in the overlay. */
static void
set_axes (Stage *stage, gboolean shown)
{
  GscopeGtkView *view = get_view (stage);
  GListModel *signals = gscope_gtk_view_get_signals (view);

  for (guint i = 1; i < 3; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);

      gscope_gtk_view_signal_set_own_axis (signal, shown);
    }
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (view), "axis-titles", shown);
  gscope_gtk_view_set_layout (view, shown ? GSCOPE_VIEW_OVERLAY : GSCOPE_VIEW_LANES);
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
look_back (Stage *stage)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (get_view (stage));

  gscope_gtk_viewport_set_span (viewport, 8 * GSCOPE_SEC);
  gscope_gtk_viewport_look_at (viewport, gscope_gtk_viewport_get_end (viewport) - 10 * GSCOPE_SEC);
  wait (0.5);
}

static void
begin_note (Stage *stage)
{
  gint64 pen = gscope_gtk_viewport_get_pen (gscope_gtk_view_get_viewport (get_view (stage)));

  gscope_gtk_view_set_cursors (get_view (stage), 1, pen - 2 * GSCOPE_SEC, 0);
  gscope_gtk_view_edit_note (get_view (stage));
}

static void
respond (Stage *stage)
{
  write_offset (stage, 2);
  wait (5);
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
  g_autoptr (GscopeExporter) exporter = app_export_make_exporter (session, get_view (stage));
  g_autoptr (GFile) file = get_run (damping);

  gscope_exporter_write_async (exporter, GSCOPE_EXPORT_TUPLES, file, NULL, on_run_kept, NULL);
}

/* Begins again at another damping. */
static void
respond_at (Stage *stage, double damping)
{
  write_offset (stage, 0);
  wait (3);
  write_parameter (stage, "damping", damping);
  wait (8);
  write_offset (stage, 2);
  wait (5);
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
  wait (0.5);
}

static void
end_comparison (Stage *stage)
{
  AppSession *session = app_window_get_session (APP_WINDOW (stage->window));
  g_autoptr (GFile) first = get_run (0.3), second = get_run (0.5);

  app_compare_end (session);
  app_compare_end (session);
  g_file_delete (first, NULL, NULL);
  g_file_delete (second, NULL, NULL);
}

static void
make_dark (Stage *stage)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_DARK);
  wait (1);
}

static void
make_light (Stage *stage)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_LIGHT);
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
  wait (0.5);
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
  wait (1);
}

static gboolean
is_labelled (gpointer widget, const char *name)
{
  return g_strcmp0 (gtk_button_get_label (widget), name) == 0;
}

/* With the answers of two agents, and without that of the third. */
static void
set_on_agents (Stage *stage)
{
  GtkWidget *dialog, *control;

  gtk_widget_activate_action (stage->window, "win.set-on-agents", "s", "demo/amplitude");
  wait (0.5);
  dialog = find_dialog (stage);
  control = find (dialog, GSCOPE_GTK_TYPE_CONTROL, controls, "amplitude");
  gscope_parameter_write_async (gscope_gtk_control_get_parameter (GSCOPE_GTK_CONTROL (control)),
                                g_variant_new_double (3), "slider", NULL, NULL, NULL);
  g_signal_emit_by_name (find (dialog, GTK_TYPE_BUTTON, is_labelled, "_Set on All"), "clicked");
  wait (1);
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

  activate (stage, "win.experiments");
  wait (0.5);
  dialog = find_dialog (stage);
  choose (dialog, 2, 1);
  choose (dialog, 5, 2);
  enter (dialog, 0, 6);
  enter (dialog, 1, 2);
  enter (dialog, 2, 0.1);
  enter (dialog, 3, 0.4);
  start = find (dialog, GTK_TYPE_BUTTON, is_labelled, "_Start");
  g_signal_emit_by_name (start, "clicked");
  while (!gtk_widget_get_mapped (start))
    wait (0.5);
}

/* Identifies the low-pass, whose response is beside the view then. */
static void
identify (Stage *stage)
{
  GtkWidget *dialog, *start;

  activate (stage, "win.identify");
  wait (0.5);
  dialog = find_dialog (stage);
  choose (dialog, 0, 1);
  enter (dialog, 1, 0.5);
  enter (dialog, 2, 40);
  enter (dialog, 3, 10);
  enter (dialog, 0, 2);
  start = find (dialog, GTK_TYPE_BUTTON, is_labelled, "_Start");
  g_signal_emit_by_name (start, "clicked");
  wait (12);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* With a limit that the crests of the wave exceed. */
static void
open_limits (Stage *stage)
{
  select_first (stage);
  activate (stage, "win.limit");
  g_signal_emit_by_name (find (find_dialog (stage), GTK_TYPE_BUTTON, is_labelled, "_Set"),
                         "clicked");
  wait (3);
}

static const Picture pictures[] = {
  { "welcome", .file = "", .seconds = 2, .prepare = make_light },
  { "workspace", .file = WAVES, .seconds = 8 },
  { "dark", .prepare = make_dark },
  { "cursors", .prepare = place_cursors, .after = "win.cursor" },
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
  { "split", .before = "win.split-right win.spectrum", .after = "win.close-view" },
  { "narrow", .seconds = 3, .width = 405, .height = 860 },
  { "captures", .prepare = capture, .after = "win.triggered" },
  { "capture-mean", .prepare = show_mean, .after = "win.capture-mean win.triggered" },
  { "bode", .file = PLANT, .seconds = 2, .prepare = identify, .after = "win.transfer" },
  { "experiments", .file = HELLO, .seconds = 2, .prepare = sweep },
  { "step-response", .file = STEP, .seconds = 8, .prepare = respond },
  { "comparison", .prepare = compare, .end = end_comparison },
  { "playback", .file = RECORDING, .seconds = 2 },
  { "overview", .prepare = look_back },
  { "agents", .file = AGENTS, .seconds = 10, .begin = serve },
  { "set-on-agents", .prepare = set_on_agents },
  { "add-agent", .prepare = ask_agent, .end = stop_serving },
};

/* Pictures. */

/* Returns what the screen shows in the window's place. */
static cairo_surface_t *
grab (Stage *stage)
{
  Display *display = gdk_x11_display_get_xdisplay (gtk_widget_get_display (stage->window));
  Window root = DefaultRootWindow (display);
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (stage->window));
  int width = gdk_surface_get_width (surface), height = gdk_surface_get_height (surface);
  cairo_surface_t *screen,
      *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (picture);

  XSync (display, False);
  screen = cairo_xlib_surface_create (display, root, DefaultVisual (display, 0), width, height);
  cairo_set_source_surface (cr, screen, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (screen);
  cairo_surface_flush (picture);
  return picture;
}

static void
take (Stage *stage, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.png", stage->output, name);
  cairo_surface_t *picture = grab (stage);
  cairo_status_t status = cairo_surface_write_to_png (picture, path);

  if (status != CAIRO_STATUS_SUCCESS)
    g_error ("Cannot write %s: %s.", path, cairo_status_to_string (status));
  cairo_surface_destroy (picture);
}

/* Returns a dialog that is open, NULL if there is none. */
static GtkWidget *
find_dialog (Stage *stage)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l; l = l->next)
    if (l->data != stage->window && gtk_widget_get_mapped (l->data))
      return l->data;
  return NULL;
}

/* The display has no window manager. */
static void
center_dialog (Stage *stage)
{
  GtkWidget *dialog = find_dialog (stage);
  GdkSurface *window = gtk_native_get_surface (GTK_NATIVE (stage->window));
  GdkSurface *surface = dialog ? gtk_native_get_surface (GTK_NATIVE (dialog)) : NULL;

  if (dialog)
    XMoveWindow (gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface)),
                 gdk_x11_surface_get_xid (surface),
                 (gdk_surface_get_width (window) - gdk_surface_get_width (surface)) / 2,
                 (gdk_surface_get_height (window) - gdk_surface_get_height (surface)) / 2);
}

static void
close_others (Stage *stage)
{
  GtkWidget *dialog, *popover;

  while ((dialog = find_dialog (stage)))
    {
      gtk_window_close (GTK_WINDOW (dialog));
      wait (0.1);
    }
  while ((popover = find (stage->window, GTK_TYPE_POPOVER, is_mapped, NULL)))
    gtk_popover_popdown (GTK_POPOVER (popover));
}

/* Moves the pointer away from the window, where it shows tooltips. */
static void
hide_pointer (Stage *stage)
{
  Display *display = gdk_x11_display_get_xdisplay (gtk_widget_get_display (stage->window));
  int screen = DefaultScreen (display);

  XWarpPointer (display, None, DefaultRootWindow (display), 0, 0, 0, 0,
                DisplayWidth (display, screen), DisplayHeight (display, screen));
}

static void
open_window (Stage *stage, const char *name, int width, int height)
{
  g_autofree char *path = g_build_filename (stage->source, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (stage->window)
    gtk_window_destroy (GTK_WINDOW (stage->window));
  stage->window = app_window_new (stage->application);
  gtk_window_set_default_size (GTK_WINDOW (stage->window), width, height);
  if (name[0] == '\0')
    app_window_show_welcome (APP_WINDOW (stage->window));
  else if (stage->agent)
    app_window_show_session (
        APP_WINDOW (stage->window),
        app_session_new (file, gscope_registry_get_default (), APP_CONSENT_GIVEN, NULL));
  else
    app_window_open (APP_WINDOW (stage->window), file);
  gtk_window_present (GTK_WINDOW (stage->window));
  hide_pointer (stage);
}

static void
draw (Stage *stage, const Picture *picture)
{
  if (picture->begin)
    picture->begin (stage);
  if (picture->width)
    open_window (stage, WAVES, picture->width, picture->height);
  else if (picture->file)
    open_window (stage, picture->file, 1280, 800);
  wait (picture->seconds);
  if (picture->prepare)
    picture->prepare (stage);
  activate (stage, picture->before);
  wait (0.5);
  center_dialog (stage);
  wait (0.5);
  take (stage, picture->name);
  close_others (stage);
  activate (stage, picture->after);
  make_light (stage);
  wait (0.5);
  if (picture->end)
    picture->end (stage);
}

static void
write_frame (cairo_surface_t *picture, const char *directory, guint number)
{
  int width = cairo_image_surface_get_width (picture);
  int height = cairo_image_surface_get_height (picture);
  g_autofree char *path = g_strdup_printf ("%s/%02u.%dx%d.rgb", directory, number, width, height);
  g_autoptr (GError) error = NULL;

  if (!g_file_set_contents (path, (const char *) cairo_image_surface_get_data (picture),
                            (gssize) cairo_image_surface_get_stride (picture) * height, &error))
    g_error ("Cannot write %s: %s.", path, error->message);
}

/* Writes the pixels of frames, for make-pictures.py: a parameter is changed, and its signal follows. */
static void
draw_frames (Stage *stage)
{
  open_window (stage, STEP, 1120, 680);
  wait (8);
  for (guint i = 0; i < N_FRAMES; i++)
    {
      cairo_surface_t *picture;

      if (i % (N_FRAMES / 2) == 8)
        write_offset (stage, i < N_FRAMES / 2 ? 2 : 0);
      wait (FRAME_INTERVAL);
      picture = grab (stage);
      write_frame (picture, stage->output, i);
      cairo_surface_destroy (picture);
    }
}

/* The display has no compositor, so shadows would be black. */
static void
remove_shadows (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_data (
      provider,
      "popover.background { background-color: @popover_bg_color; }"
      "popover > contents, popover > arrow, window.csd"
      "{ box-shadow: none; filter: none; border-radius: 0; margin: 0; }",
      -1);
  gtk_style_context_add_provider_for_display (
      gdk_display_get_default (), GTK_STYLE_PROVIDER (provider), GTK_STYLE_PROVIDER_PRIORITY_USER);
}

int
main (int argc, char *argv[])
{
  const AppOptions options = { 0 };
  g_autoptr (AppApplication) application = NULL;
  g_autoptr (GError) error = NULL;
  Stage stage = { 0 };

  if (argc != 3)
    {
      g_printerr ("Usage: draw-windows SOURCE-DIRECTORY OUTPUT-DIRECTORY\n");
      return 2;
    }
  stage.source = argv[1];
  stage.output = argv[2];
  gtk_init ();
  g_object_set (gtk_settings_get_default (), "gtk-font-name", "Cantarell 11",
                "gtk-enable-animations", FALSE, NULL);
  remove_shadows ();
  /* file choosers show the working directory */
  g_chdir (WORKING_DIRECTORY);
  application = app_application_new (&options);
  stage.application = GTK_APPLICATION (application);
  if (!g_application_register (G_APPLICATION (application), NULL, &error))
    g_error ("Cannot register the application: %s.", error->message);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    draw (&stage, &pictures[i]);
  draw_frames (&stage);
  gtk_window_destroy (GTK_WINDOW (stage.window));
  return 0;
}
