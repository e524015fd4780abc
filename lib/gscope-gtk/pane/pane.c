/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>
#include <gscope-gtk/chrome/rgba.h>
#include <gscope-gtk/pane/overview-private.h>
#include <gscope-gtk/pane/pane.h>
#include <gscope-gtk/spectrum/spectrogram-view.h>
#include <gscope-gtk/surroundings.h>
#include <gscope-gtk/tables/measure-table-private.h>
#include <gscope-gtk/tables/statistics-table.h>
#include <property.h>

#include <glib/gi18n-lib.h>
#include <math.h>

#define PANE(setting, type, ...) GType gscope_gtk_##type##_get_type (void);
GSCOPE_VIEW_PANES (PANE)
#undef PANE

#define PANE(setting, type, key, title, name)                                                      \
  { #setting, title, name, key, gscope_gtk_##type##_get_type },
static const GscopeGtkPanePart parts[] = { GSCOPE_VIEW_PANES (PANE) };
#undef PANE

/* The graphs beside the signals over time, one for each part; the spectrogram has the place of the
 * spectrum. */
enum
{
  N_PARTS = G_N_ELEMENTS (parts),
  SPECTROGRAM = N_PARTS,
  N_GRAPHS,
};

enum
{
  GAP = 6,
  MIN_WIDTH = 240,
  MIN_HEIGHT = 140,
};

/* The share of the room that graphs take beside or below the signals over time. */
#define SHARE_BESIDE 0.42
#define SHARE_BELOW 0.48
/* Ratio of width to height above which a pane has graphs at the right; also the best ratio of a
 * graph. */
#define WIDE 1.1
#define BEST_ASPECT 1.5

/**
 * GscopeGtkPane:
 *
 * A view together with the graphs that its [property@View:settings] turn on: spectrum or
 * spectrogram, histogram, one signal over another, of the same time and with the same cursors, and
 * below them an overview of the whole history and statistics of the visible time.
 *
 * In a wide pane the graphs are at the right of the signals over time, otherwise, and if there is
 * only a spectrogram, below them. While the focus is in the pane, each graph has a key that shows
 * and hides it, such as S for the spectrum and G for the spectrogram. T shows and hides the signals
 * over time, O the overview, I the statistics, and W times of day; P turns persistence on and off, and N the mean of captures.
 * One of them is always visible.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-pane`, which contains the nodes of its views.
 *
 * Since: 1.0
 */
struct _GscopeGtkPane
{
  GtkWidget parent_instance;

  GscopeGtkView *view;
  GtkWidget *overview;
  GtkWidget *graphs[N_GRAPHS];
  GtkWidget *table;
  GtkWidget *scroller;
};

G_DEFINE_FINAL_TYPE (GscopeGtkPane, gscope_gtk_pane, GTK_TYPE_WIDGET)

const char *
gscope_gtk_analysis_view_get_name (GscopeGtkAnalysisView *self)
{
  for (guint i = 0; i < N_PARTS; i++)
    if (parts[i].get_type () == G_OBJECT_TYPE (self))
      return _ (parts[i].name);
  return NULL;
}

static GscopeViewSettings *
get_settings (GscopeGtkPane *self)
{
  return gscope_gtk_view_get_settings (self->view);
}

static void
show_parts (GscopeGtkPane *self)
{
  GscopeViewSettings *settings = get_settings (self);
  gboolean over_time = gscope_view_settings_is_on (settings, "spectrogram");
  gboolean statistics = gscope_view_settings_is_on (settings, "statistics");

  gtk_widget_set_visible (GTK_WIDGET (self->view), gscope_view_settings_is_on (settings, "time"));
  for (guint i = 0; i < N_PARTS; i++)
    gtk_widget_set_visible (self->graphs[i],
                            gscope_view_settings_is_on (settings, parts[i].setting)
                                && !(over_time && g_str_equal (parts[i].setting, "spectrum")));
  gtk_widget_set_visible (self->graphs[SPECTROGRAM],
                          over_time && gscope_view_settings_is_on (settings, "spectrum"));
  gtk_widget_set_visible (self->overview, gscope_view_settings_is_on (settings, "overview"));
  gscope_gtk_measure_table_set_view (GSCOPE_GTK_MEASURE_TABLE (self->table),
                                     statistics ? self->view : NULL);
}

static GtkWidget *
find_focus (GscopeGtkPane *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;

  return focus && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)) ? focus : NULL;
}

/* If the part with the focus is hidden, the focus moves to another part, so that keys continue to
 * work. */
static void
update (GscopeGtkPane *self)
{
  GtkWidget *focus = find_focus (self);

  show_parts (self);
  if (focus && !gtk_widget_get_visible (focus))
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
add_graph (GscopeGtkPane *self, guint i)
{
  GscopeGtkAnalysisView *graph = GSCOPE_GTK_ANALYSIS_VIEW (self->graphs[i]);

  gscope_gtk_analysis_view_set_view (graph, self->view);
  if (GSCOPE_GTK_ANALYSIS_FUNCS (graph)->follow)
    GSCOPE_GTK_ANALYSIS_FUNCS (graph)->follow (graph, get_settings (self));
  gtk_widget_set_parent (self->graphs[i], GTK_WIDGET (self));
}

static void
gscope_gtk_pane_constructed (GObject *object)
{
  GscopeGtkPane *self = GSCOPE_GTK_PANE (object);

  G_OBJECT_CLASS (gscope_gtk_pane_parent_class)->constructed (object);
  gtk_widget_set_parent (GTK_WIDGET (self->view), GTK_WIDGET (self));
  gtk_widget_set_parent (self->overview, GTK_WIDGET (self));
  gscope_gtk_overview_set_view (GSCOPE_GTK_OVERVIEW (self->overview), self->view);
  add_graph (self, SPECTROGRAM);
  for (guint i = 0; i < N_PARTS; i++)
    add_graph (self, i);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_swapped (get_settings (self), "notify", G_CALLBACK (update), self);
  update (self);
}

static gboolean
is_shown (GtkWidget *widget)
{
  return gtk_widget_should_layout (widget);
}

static guint
list_shown (GscopeGtkPane *self, GtkWidget **shown)
{
  guint n = 0;

  if (is_shown (self->graphs[SPECTROGRAM]))
    shown[n++] = self->graphs[SPECTROGRAM];
  for (guint i = 0; i < N_PARTS; i++)
    if (is_shown (self->graphs[i]))
      shown[n++] = self->graphs[i];
  return n;
}

static void
gscope_gtk_pane_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
  GscopeGtkPane *self = GSCOPE_GTK_PANE (widget);
  GtkWidget *shown[N_GRAPHS];
  int height = 0, overview = 0;

  gtk_widget_measure (GTK_WIDGET (self->view), orientation, -1, NULL, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MIN_WIDTH;
      *natural = MAX (*natural, MIN_WIDTH);
      return;
    }
  if (is_shown (self->scroller))
    gtk_widget_measure (self->scroller, orientation, -1, NULL, &height, NULL, NULL);
  if (is_shown (self->overview))
    gtk_widget_measure (self->overview, orientation, -1, NULL, &overview, NULL, NULL);
  height += overview;
  *minimum = MIN_HEIGHT + height;
  if (is_shown (GTK_WIDGET (self->view)) && list_shown (self, shown) > 0)
    *minimum += MIN_HEIGHT;
  *natural = MAX (*natural + height, *minimum);
}

static void
place (GtkWidget *widget, const GdkRectangle *area)
{
  gtk_widget_size_allocate (widget, area, -1);
}

static double
get_distortion (double width, double height)
{
  return fabs (log (width / height / BEST_ASPECT));
}

/* Side by side or one above the other, whichever gives them the better form. */
static void
place_graphs (GtkWidget **graphs, guint n, const GdkRectangle *area)
{
  int width = MAX (1, (area->width - (int) (n - 1) * GAP) / (int) n);
  int height = MAX (1, (area->height - (int) (n - 1) * GAP) / (int) n);
  gboolean in_row = get_distortion (width, area->height) < get_distortion (area->width, height);

  for (guint i = 0; i < n; i++)
    {
      GdkRectangle part = *area;

      if (in_row)
        part.x += (int) i * (width + GAP);
      else
        part.y += (int) i * (height + GAP);
      if (in_row)
        part.width = width;
      else
        part.height = height;
      place (graphs[i], &part);
    }
}

/* Cuts a share off an area, at its right or at its lower edge. */
static GdkRectangle
divide (GdkRectangle *area, gboolean beside)
{
  GdkRectangle rest = *area;

  if (beside)
    {
      rest.width = (int) (area->width * SHARE_BESIDE);
      rest.x += area->width - rest.width;
      area->width -= rest.width + GAP;
    }
  else
    {
      rest.height = (int) (area->height * SHARE_BELOW);
      rest.y += area->height - rest.height;
      area->height -= rest.height + GAP;
    }
  return rest;
}

/* Below the signals over time, or where those are hidden below all graphs. */
static void
place_overview (GscopeGtkPane *self, GdkRectangle *area)
{
  int height;

  if (!is_shown (self->overview))
    return;
  gtk_widget_measure (self->overview, GTK_ORIENTATION_VERTICAL, area->width, NULL, &height, NULL,
                      NULL);
  area->height = MAX (1, area->height - height);
  place (self->overview, &(GdkRectangle){ area->x, area->y + area->height, area->width, height });
}

static void
gscope_gtk_pane_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GscopeGtkPane *self = GSCOPE_GTK_PANE (widget);
  GdkRectangle area = { 0, 0, width, height };
  GtkWidget *shown[N_GRAPHS];
  guint n = list_shown (self, shown);
  /* a single spectrogram is below the signals, because it has the same time axis */
  gboolean beside = width > WIDE * height && !(n == 1 && is_shown (self->graphs[SPECTROGRAM]));
  int lowest = 0;

  if (is_shown (self->scroller))
    gtk_widget_measure (self->scroller, GTK_ORIENTATION_VERTICAL, width, NULL, &lowest, NULL, NULL);
  area.height = MAX (1, height - lowest);
  if (lowest > 0)
    place (self->scroller, &(GdkRectangle){ 0, area.height, width, lowest });
  if (!is_shown (GTK_WIDGET (self->view)))
    {
      place_overview (self, &area);
      place_graphs (shown, n, &area);
      return;
    }
  if (n > 0)
    {
      GdkRectangle rest = divide (&area, beside);

      place_graphs (shown, n, &rest);
    }
  place_overview (self, &area);
  place (GTK_WIDGET (self->view), &area);
}

static gboolean
gscope_gtk_pane_grab_focus (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child) && gtk_widget_grab_focus (child))
      return TRUE;
  return FALSE;
}

static gboolean
toggle (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeViewSettings *settings = get_settings (GSCOPE_GTK_PANE (widget));
  const char *name = g_variant_get_string (arguments, NULL);

  gscope_view_settings_set_on (settings, name, !gscope_view_settings_is_on (settings, name));
  return TRUE;
}

/* Turns the spectrogram on or, if it is on, the spectrum. */
static gboolean
toggle_spectrogram (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeViewSettings *settings = get_settings (GSCOPE_GTK_PANE (widget));
  gboolean on = gscope_view_settings_is_on (settings, "spectrum")
                && gscope_view_settings_is_on (settings, "spectrogram");

  gscope_view_settings_set_on (settings, "spectrogram", !on);
  gscope_view_settings_set_on (settings, "spectrum", TRUE);
  return TRUE;
}

/* The keys of settings that are no graphs. */
static const struct
{
  guint key;
  const char *setting;
} keys[] = { { GDK_KEY_t, "time" },        { GDK_KEY_o, "overview" },
             { GDK_KEY_w, "wall-clock" },  { GDK_KEY_e, "logarithmic-axes" },
             { GDK_KEY_i, "statistics" },  { GDK_KEY_p, "phosphor" },
             { GDK_KEY_n, "capture-mean" } };

static void
set_view (GscopeGtkPane *self, GscopeGtkView *view)
{
  self->view = view ? g_object_ref (view)
                    : g_object_ref_sink (GSCOPE_GTK_VIEW (gscope_gtk_view_new_empty ()));
}

static void
gscope_gtk_pane_dispose (GObject *object)
{
  GscopeGtkPane *self = GSCOPE_GTK_PANE (object);
  GtkWidget *child;

  if (self->view)
    {
      g_signal_handlers_disconnect_by_data (get_settings (self), self);
      g_signal_handlers_disconnect_by_data (self->view, self);
      gscope_gtk_measure_table_set_view (GSCOPE_GTK_MEASURE_TABLE (self->table), NULL);
      gscope_gtk_overview_set_view (GSCOPE_GTK_OVERVIEW (self->overview), NULL);
    }
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (gscope_gtk_pane_parent_class)->dispose (object);
}

static void
add_keys (GtkWidgetClass *klass)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (klass, keys[i].key, 0, toggle, "s", keys[i].setting);
  for (guint i = 0; i < N_PARTS; i++)
    gtk_widget_class_add_binding (klass, (guint) parts[i].key, 0, toggle, "s", parts[i].setting);
  gtk_widget_class_add_binding (klass, GDK_KEY_g, 0, toggle_spectrogram, NULL);
}

static void
gscope_gtk_pane_class_init (GscopeGtkPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = gscope_gtk_pane_constructed;
  object_class->dispose = gscope_gtk_pane_dispose;
  widget_class->grab_focus = gscope_gtk_pane_grab_focus;
  widget_class->measure = gscope_gtk_pane_measure;
  widget_class->size_allocate = gscope_gtk_pane_size_allocate;
  /**
   * GscopeGtkPane:view:
   *
   * The view, which the pane owns.
   *
   * Since: 1.0
   */
  property_add_once (object_class, object, "view", gscope_gtk_pane_get_view, set_view,
                     GSCOPE_GTK_TYPE_VIEW);
  gtk_widget_class_set_css_name (widget_class, "gscope-pane");
  add_keys (widget_class);
}

static void
gscope_gtk_pane_init (GscopeGtkPane *self)
{
  for (guint i = 0; i < N_PARTS; i++)
    self->graphs[i] = g_object_new (parts[i].get_type (), NULL);
  self->graphs[SPECTROGRAM] = gscope_gtk_spectrogram_view_new (NULL);
  self->overview = gscope_gtk_overview_new (NULL);
  self->table = gscope_gtk_statistics_table_new (NULL);
  gtk_widget_set_margin_start (self->table, 2 * GAP);
  gtk_widget_set_margin_end (self->table, 2 * GAP);
  gtk_widget_set_margin_bottom (self->table, GAP);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->table);
  g_object_bind_property (self->table, "visible", self->scroller, "visible", G_BINDING_SYNC_CREATE);
}

/**
 * gscope_gtk_pane_new:
 * @view: a view that has no parent
 *
 * Creates a pane of a view.
 *
 * Returns: (transfer floating): the pane
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_pane_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_PANE, "view", view, NULL);
}

/**
 * gscope_gtk_pane_get_view: (get-property view)
 * @self: a pane
 *
 * Gets the view that it shows.
 *
 * Returns: (transfer none): the view
 *
 * Since: 1.0
 */
GscopeGtkView *
gscope_gtk_pane_get_view (GscopeGtkPane *self)
{
  return self->view;
}

/**
 * gscope_gtk_pane_get_parts: (skip)
 * @n: (out): the number of graphs
 *
 * Gets the graphs that a pane can show beside the signals over time, in their order.
 *
 * Returns: (array length=n): the parts
 *
 * Since: 1.0
 */
const GscopeGtkPanePart *
gscope_gtk_pane_get_parts (guint *n)
{
  *n = N_PARTS;
  return parts;
}

/* Returns the table within its scrolled window. */
static GtkWidget *
get_content (GtkWidget *child)
{
  if (GTK_IS_SCROLLED_WINDOW (child))
    child = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (child));
  return GTK_IS_VIEWPORT (child) ? gtk_viewport_get_child (GTK_VIEWPORT (child)) : child;
}

static void
draw_child (GtkWidget *child, const graphene_rect_t *area, const GscopeGtkDrawing *drawing)
{
  GscopeGtkDrawing part = *drawing;

  part.width = (int) area->size.width;
  part.height = (int) area->size.height;
  cairo_save (part.cr);
  cairo_translate (part.cr, area->origin.x, area->origin.y);
  cairo_rectangle (part.cr, 0, 0, part.width, part.height);
  cairo_clip (part.cr);
  if (GSCOPE_GTK_IS_MEASURE_TABLE (child))
    gscope_gtk_measure_table_draw_picture (child, &part);
  else if (GSCOPE_GTK_IS_VIEW (child))
    gscope_gtk_view_draw_picture (child, &part);
  else if (GSCOPE_GTK_IS_OVERVIEW (child))
    gscope_gtk_overview_draw_picture (child, &part);
  else
    gscope_gtk_analysis_view_draw_picture (child, &part);
  cairo_restore (part.cr);
}

static void
draw (gpointer pane, const GscopeGtkDrawing *drawing)
{
  const GscopeGtkPalette *palette =
      drawing->palette ? drawing->palette : gscope_gtk_surroundings_get_palette (pane);
  graphene_rect_t area;

  gscope_gtk_rgba_set_source (drawing->cr, palette->background, 1);
  cairo_paint (drawing->cr);
  for (GtkWidget *child = gtk_widget_get_first_child (pane); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *content = get_content (child);

      if (gtk_widget_should_layout (content) && gtk_widget_compute_bounds (content, pane, &area))
        draw_child (content, &area, drawing);
    }
}

/**
 * gscope_gtk_pane_export:
 * @self: a pane that has a size
 * @path: (type filename): path of the picture; ends with `.png`, `.svg` or `.pdf`
 * @scale: as in [method@View.render]
 * @error: return location for an error
 *
 * Writes a picture of the whole pane, as [method@View.export] does of a view.
 *
 * Returns: whether it was written; else the errors of [method@View.export]
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_pane_export (GscopeGtkPane *self, const char *path, double scale, GError **error)
{
  return gscope_gtk_picture_write (GTK_WIDGET (self), path, 0, 0, scale, draw, error);
}

/**
 * gscope_gtk_pane_copy_picture:
 * @self: a pane that has a size
 * @error: return location for an error
 *
 * Copies a picture of the pane to the clipboard, at the screen's scale.
 *
 * Returns: whether it was copied; else the errors of [method@View.render]
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_pane_copy_picture (GscopeGtkPane *self, GError **error)
{
  return gscope_gtk_picture_copy (GTK_WIDGET (self), draw, error);
}

/**
 * gscope_gtk_pane_print:
 * @self: a pane
 * @error: return location for an error
 *
 * Lets the user choose a printer, and prints a picture of the pane in vectors on one page. Returns when the dialog is
 * closed; the main loop runs meanwhile.
 *
 * Returns: whether there was no error; closing the dialog without printing is not an error
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_pane_print (GscopeGtkPane *self, GError **error)
{
  return gscope_gtk_picture_print (GTK_WIDGET (self), draw, error);
}
