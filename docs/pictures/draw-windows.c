/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Draws the pictures of the manual: opens the windows of Gscope on a display of its own and writes what the screen
 * shows. It runs while Gscope is built. */

#include <X11/Xlib.h>
#include <cairo-xlib.h>
#include <gdk/x11/gdkx.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>

#include "pictures.h"
#include "window/application.h"
#include "window/window.h"

/* Frames of the picture that moves, and the time between two of them in seconds. */
#define N_FRAMES 48
#define FRAME_INTERVAL 0.125

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

/* The display has no window manager. */
static void
center_dialog (Stage *stage)
{
  GtkWidget *dialog = stage_find_dialog (stage);
  GdkSurface *window = gtk_native_get_surface (GTK_NATIVE (stage->window));
  GdkSurface *surface = dialog ? gtk_native_get_surface (GTK_NATIVE (dialog)) : NULL;

  if (dialog)
    XMoveWindow (gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface)),
                 gdk_x11_surface_get_xid (surface),
                 (gdk_surface_get_width (window) - gdk_surface_get_width (surface)) / 2,
                 (gdk_surface_get_height (window) - gdk_surface_get_height (surface)) / 2);
}

static gboolean
is_mapped (gpointer widget, const char *name)
{
  return gtk_widget_get_mapped (widget);
}

static void
close_others (Stage *stage)
{
  GtkWidget *dialog, *popover;

  while ((dialog = stage_find_dialog (stage)))
    {
      gtk_window_close (GTK_WINDOW (dialog));
      stage_wait (0.1);
    }
  while ((popover = stage_find (stage->window, GTK_TYPE_POPOVER, is_mapped, NULL)))
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
  stage_wait (picture->seconds);
  if (picture->prepare)
    picture->prepare (stage);
  stage_activate (stage, picture->before);
  stage_wait (0.5);
  center_dialog (stage);
  stage_wait (0.5);
  take (stage, picture->name);
  close_others (stage);
  stage_activate (stage, picture->after);
  stage_make_light (stage);
  stage_wait (0.5);
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
  stage_wait (8);
  for (guint i = 0; i < N_FRAMES; i++)
    {
      cairo_surface_t *picture;

      if (i % (N_FRAMES / 2) == 8)
        stage_write_offset (stage, i < N_FRAMES / 2 ? 2 : 0);
      stage_wait (FRAME_INTERVAL);
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
  gsize n;
  const Picture *pictures = pictures_list (&n);

  if (argc != 3)
    {
      g_printerr ("Usage: draw-windows SOURCE-DIRECTORY OUTPUT-DIRECTORY\n");
      return 2;
    }
  stage.source = argv[1];
  stage.output = argv[2];
  gtk_init ();
  g_object_set (gtk_settings_get_default (), "gtk-font-name", "Cantarell 11",
                "gtk-enable-animations", FALSE, "gtk-dialogs-use-header", TRUE, NULL);
  remove_shadows ();
  /* file choosers show the working directory */
  g_chdir (WORKING_DIRECTORY);
  application = app_application_new (&options);
  stage.application = GTK_APPLICATION (application);
  if (!g_application_register (G_APPLICATION (application), NULL, &error))
    g_error ("Cannot register the application: %s.", error->message);
  for (gsize i = 0; i < n; i++)
    draw (&stage, &pictures[i]);
  draw_frames (&stage);
  gtk_window_destroy (GTK_WINDOW (stage.window));
  return 0;
}
