/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/screenshot.h"

#include <glib/gi18n.h>
#include <gscope/gscope.h>

#include "session/read-as.h"

#define DEFAULT_DURATION 5
/* How long it waits for the first sample, and longer than asked for until the window is drawn. */
#define PATIENCE 10
#define INTERVAL_MSEC 100

/* A picture that is to be taken. Times are seconds since it was asked for. */
typedef struct
{
  const AppOptions *options;
  GTimer *timer;
  /* follows what the window draws, from before it is drawn for the first time */
  GdkPaintable *paintable;
  double first_sample;
} Shot;

static void
shot_free (gpointer data)
{
  Shot *shot = data;

  g_timer_destroy (shot->timer);
  g_object_unref (shot->paintable);
  g_free (shot);
}

/* Returns the contents of a window from its paintable; NULL if the window was not drawn. */
static GskRenderNode *
get_contents (GdkPaintable *paintable)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gdk_paintable_get_intrinsic_width (paintable),
                          gdk_paintable_get_intrinsic_height (paintable));
  return gtk_snapshot_free_to_node (snapshot);
}

static gboolean
is_drawn (GdkPaintable *paintable)
{
  g_autoptr (GskRenderNode) node = get_contents (paintable);

  return node != NULL;
}

/* Returns the picture of a window that a paintable shows; NULL if the window was not drawn. */
static GdkTexture *
draw (AppWindow *window, GdkPaintable *paintable)
{
  g_autoptr (GskRenderNode) node = get_contents (paintable);
  GskRenderer *renderer = gtk_native_get_renderer (GTK_NATIVE (window));
  int width = gdk_paintable_get_intrinsic_width (paintable);
  int height = gdk_paintable_get_intrinsic_height (paintable);

  if (!node || !renderer)
    return NULL;
  return gsk_renderer_render_texture (renderer, node, &GRAPHENE_RECT_INIT (0, 0, width, height));
}

GBytes *
app_screenshot_take_now (AppWindow *window)
{
  GdkPaintable *camera = app_window_get_camera (window);
  g_autoptr (GdkTexture) texture = camera ? draw (window, camera) : NULL;

  return texture ? gdk_texture_save_to_png_bytes (texture) : NULL;
}

static gboolean
write_picture (AppWindow *window, Shot *shot, GError **error)
{
  const char *path = shot->options->screenshot;
  g_autoptr (GdkTexture) texture = draw (window, shot->paintable);

  if (!texture)
    {
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                           _ ("Cannot take a picture: the window was not drawn."));
      return FALSE;
    }
  if (gdk_texture_save_to_png (texture, path))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("Cannot write the picture to “%s”. Check that its folder exists, is writable and "
                  "has room."),
               path);
  return FALSE;
}

static gboolean
is_due (Shot *shot, AppWindow *window)
{
  double elapsed = g_timer_elapsed (shot->timer, NULL);
  double duration = shot->options->duration > 0 ? shot->options->duration : DEFAULT_DURATION;

  if (shot->first_sample < 0 && app_window_has_samples (window))
    shot->first_sample = elapsed;
  if (shot->first_sample >= 0)
    elapsed -= shot->first_sample;
  if (elapsed < duration || (shot->first_sample < 0 && elapsed < duration + PATIENCE))
    return FALSE;
  return is_drawn (shot->paintable) || elapsed >= duration + PATIENCE;
}

/* A recording that cannot be read, or holds nothing, is not waited for. */
static gboolean
is_hopeless (AppWindow *window, GError **error)
{
  AppSession *session = app_window_get_session (window);
  GscopePlayer *player = session ? app_session_get_player (session) : NULL;

  if (!player || gscope_player_get_n_samples (player) > 0)
    return FALSE;
  switch (gscope_source_get_state (GSCOPE_SOURCE (player)))
    {
    case GSCOPE_SOURCE_STATE_TROUBLE:
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                           gscope_source_get_status (GSCOPE_SOURCE (player)));
      return TRUE;
    case GSCOPE_SOURCE_STATE_RUNNING:
      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("The recording holds no samples, so there is no picture of it."));
      return TRUE;
    default:
      return FALSE;
    }
}

/* A picture of a recording with faults is written, but that is no success. */
static gboolean
check_faults (AppWindow *window, GError **error)
{
  AppSession *session = app_window_get_session (window);
  GscopePlayer *player = session ? app_session_get_player (session) : NULL;

  if (!player || !app_read_as_has_faults (player))
    return TRUE;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       gscope_source_get_status (GSCOPE_SOURCE (player)));
  return FALSE;
}

static gboolean
on_interval (gpointer data)
{
  GTask *task = data;
  AppWindow *window = g_task_get_source_object (task);
  Shot *shot = g_task_get_task_data (task);
  GError *error = NULL;

  if (is_hopeless (window, &error))
    {
      g_task_return_error (task, error);
      return G_SOURCE_REMOVE;
    }
  if (!is_due (shot, window))
    return G_SOURCE_CONTINUE;
  if (shot->first_sample < 0)
    g_printerr ("%s\n", _ ("gscope: No signal had a sample; the picture shows none."));
  if (write_picture (window, shot, &error) && check_faults (window, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
  return G_SOURCE_REMOVE;
}

void
app_screenshot_take_async (AppWindow *window, const AppOptions *options,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task = g_task_new (window, NULL, callback, user_data);
  Shot *shot = g_new0 (Shot, 1);

  shot->options = options;
  shot->timer = g_timer_new ();
  shot->paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  shot->first_sample = -1;
  g_task_set_task_data (task, shot, shot_free);
  g_timeout_add_full (G_PRIORITY_DEFAULT, INTERVAL_MSEC, on_interval, task, g_object_unref);
}

gboolean
app_screenshot_take_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
