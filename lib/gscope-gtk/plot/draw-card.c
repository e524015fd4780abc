/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Draws the picture of a ready-made workspace for the welcome page, from a recorded run of it: the plot as a view
 * draws it, without rulers and words. It runs while Gscope is built and needs no display. */

#include <cairo.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/scene.h>
#include <gscope/gscope.h>
#include <math.h>
#include <string.h>

enum
{
  /* logical pixels; each is SCALE device pixels wide */
  WIDTH = 384,
  HEIGHT = 152,
  SCALE = 2,
  /* of a table of usage */
  MARGIN = 12,
  BAR = 12,
};

typedef struct
{
  GscopeWorkspace *workspace;
  GscopePlayer *player;
  GscopeScope *scope;
  GListStore *signals;
  GError *error;
  gboolean is_started;
} Card;

static gboolean
fail (const char *file, const GError *error)
{
  g_printerr ("draw-card: cannot draw %s: %s\n", file, error->message);
  return FALSE;
}

static void
on_started (GObject *source, GAsyncResult *result, gpointer data)
{
  Card *self = data;

  gscope_source_start_finish (GSCOPE_SOURCE (source), result, &self->error);
  self->is_started = TRUE;
}

static gboolean
play (Card *self, const char *path)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (0);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  /* with an empty instance name the signals keep their full names */
  self->player = gscope_player_new_with_clock ("", file, clock);
  self->scope =
      gscope_scope_new_with_clock (GSCOPE_CLOCK (gscope_player_get_transport (self->player)));
  gscope_scope_add_source (self->scope, GSCOPE_SOURCE (self->player));
  gscope_source_start_async (GSCOPE_SOURCE (self->player), NULL, on_started, self);
  while (!self->is_started)
    g_main_context_iteration (NULL, TRUE);
  if (self->error)
    return fail (path, self->error);
  gscope_transport_seek (gscope_player_get_transport (self->player),
                         gscope_transport_get_end (gscope_player_get_transport (self->player)));
  return TRUE;
}

/* The signals of the first view, in its order. */
static void
choose_signals (Card *self, GscopeWorkspaceView *view)
{
  GListModel *model = gscope_scope_get_signals (self->scope);

  self->signals = g_list_store_new (GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  for (guint i = 0; i < view->signals->len; i++)
    for (guint k = 0; k < g_list_model_get_n_items (model); k++)
      {
        g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, k);
        const GscopeWorkspaceSignal *found =
            gscope_workspace_view_find (view, gscope_signal_get_full_name (signal));
        g_autoptr (GscopeGtkViewSignal) entry = NULL;

        if (found != view->signals->pdata[i] || found->excluded)
          continue;
        entry = gscope_gtk_view_signal_new (self->scope, signal, found);
        gscope_gtk_view_signal_set_key (
            entry, g_list_model_get_n_items (G_LIST_MODEL (self->signals)) + 1);
        g_list_store_append (self->signals, entry);
      }
}

/* The table of usage: a bar for each thread, with a mark at its reserve. */

static const char *
get_role (GscopeSignal *signal)
{
  const char *role = gscope_signal_get_role (signal);

  return role ? role : "";
}

/* Returns the newest value of the signal with a role in the group of another; not-a-number without one. */
static double
find_value (Card *self, GscopeSignal *member, const char *role)
{
  const char *name = gscope_signal_get_full_name (member);
  gsize length = strrchr (name, '/') - name + 1;
  GListModel *model = gscope_scope_get_signals (self->scope);
  GscopeSample sample;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (g_str_equal (get_role (signal), role)
          && strncmp (gscope_signal_get_full_name (signal), name, length) == 0
          && gscope_signal_get_latest (signal, &sample))
        return sample.value / 100;
    }
  return NAN;
}

/* Draws a box; x and width are parts of a bar. */
static void
draw_box (cairo_t *cr, guint32 color, double alpha, double x, double y, double width, double height)
{
  const double length = WIDTH - 2 * MARGIN;

  cairo_set_source_rgba (cr, (color >> 16 & 0xff) / 255.0, (color >> 8 & 0xff) / 255.0,
                         (color & 0xff) / 255.0, alpha);
  cairo_rectangle (cr, MARGIN + floor (x * length), floor (y), ceil (width * length), height);
  cairo_fill (cr);
}

static void
draw_bar (cairo_t *cr, const GscopeGtkPalette *palette, double middle, double usage, double limit)
{
  const double top = middle - BAR / 2.0, mark = 3.0 / WIDTH;

  draw_box (cr, palette->text, 0.1, 0, top, 1, BAR);
  if (usage > 0)
    draw_box (cr, palette->traces[0], 1, 0, top, MIN (usage, 1), BAR);
  if (isnan (limit))
    return;
  draw_box (cr, palette->text, 1, limit, top - BAR / 2.0, mark, BAR / 2.0);
  draw_box (cr, palette->text, 1, limit, top + BAR, mark, BAR / 2.0);
}

static void
draw_table (Card *self, const GscopeGtkPalette *palette, cairo_surface_t *surface)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->signals)); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry =
          g_list_model_get_item (G_LIST_MODEL (self->signals), i);
      GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);

      if (g_str_equal (get_role (signal), "usage"))
        g_ptr_array_add (rows, signal);
    }
  cairo_scale (cr, SCALE, SCALE);
  cairo_set_source_rgb (cr, (palette->plot >> 16 & 0xff) / 255.0,
                        (palette->plot >> 8 & 0xff) / 255.0, (palette->plot & 0xff) / 255.0);
  cairo_paint (cr);
  for (guint i = 0; i < rows->len; i++)
    draw_bar (cr, palette, (i + 0.5) * HEIGHT / rows->len,
              find_value (self, rows->pdata[i], "usage"),
              find_value (self, rows->pdata[i], "limit"));
  cairo_destroy (cr);
}

/* Makes the plot as large as the picture. */
static void
arrange (Card *self, GscopeGtkScene *scene)
{
  gscope_gtk_scene_arrange (scene, G_LIST_MODEL (self->signals), WIDTH, HEIGHT);
  gscope_gtk_scene_arrange (scene, G_LIST_MODEL (self->signals), 2 * WIDTH - scene->plot.width,
                            2 * HEIGHT - scene->plot.height);
  gscope_gtk_scene_fit (scene);
  /* the distance of grid rows is the same as with numbers */
  for (guint i = 0; i < scene->lanes->len; i++)
    g_array_index (scene->lanes, GscopeGtkSceneLane, i).text_scale = 1;
}

static void
draw_plot (Card *self, GscopeWorkspaceView *view, const GscopeGtkPalette *palette,
           cairo_surface_t *surface)
{
  GscopeTransport *transport = gscope_player_get_transport (self->player);
  gint64 length = gscope_transport_get_duration (transport);
  GscopeGtkScene scene;
  GscopeGtkPlot plot;

  gscope_gtk_scene_init (&scene);
  scene.palette = palette;
  scene.device_scale = SCALE;
  /* the picture has no words, so its lanes need no room for them */
  scene.text_scale = 0.2;
  scene.settings = view->settings;
  gscope_gtk_viewport_set_span (scene.viewport, view->span > 0 ? MIN (view->span, length) : length);
  gscope_gtk_viewport_set_mode (scene.viewport, GSCOPE_VIEW_MODE_ROLL);
  gscope_gtk_viewport_set_pen (scene.viewport, gscope_transport_get_end (transport));
  arrange (self, &scene);
  gscope_gtk_scene_get_plot (&scene, &plot);
  gscope_gtk_scene_draw_columns (&scene, &plot, 0, WIDTH * SCALE,
                                 (guint32 *) cairo_image_surface_get_data (surface),
                                 cairo_image_surface_get_stride (surface) / sizeof (guint32));
  cairo_surface_mark_dirty (surface);
  gscope_gtk_scene_clear (&scene);
}

static gboolean
draw (Card *self, gboolean dark, const char *path)
{
  GscopeWorkspaceView *view = gscope_workspace_get_views (self->workspace)->pdata[0];
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH * SCALE, HEIGHT * SCALE);
  const GscopeGtkPalette *palette = gscope_gtk_palette_get (dark);
  cairo_status_t status;

  if (view->kind == GSCOPE_VIEW_KIND_TABLE)
    draw_table (self, palette, surface);
  else
    draw_plot (self, view, palette, surface);
  status = cairo_surface_write_to_png (surface, path);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    g_printerr ("draw-card: cannot write %s: %s\n", path, cairo_status_to_string (status));
  return status == CAIRO_STATUS_SUCCESS;
}

int
main (int argc, char *argv[])
{
  Card card = { NULL };
  g_autoptr (GFile) file = NULL;

  if (argc != 5)
    {
      g_printerr ("Usage: draw-card WORKSPACE.json RUN.tuples.zst LIGHT.png DARK.png\n");
      return 2;
    }
  file = g_file_new_for_path (argv[1]);
  card.workspace = gscope_workspace_new_from_file (file, &card.error);
  if (!card.workspace)
    return fail (argv[1], card.error), 1;
  if (!play (&card, argv[2]))
    return 1;
  choose_signals (&card, gscope_workspace_get_views (card.workspace)->pdata[0]);
  return draw (&card, FALSE, argv[3]) && draw (&card, TRUE, argv[4]) ? 0 : 1;
}
