/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-welcome.h"

#include <gscope-gtk/gscope-gtk.h>
#include <math.h>

#include "app-workspaces.h"

#define DESCRIPTION_LINES 3
#define SKETCH_HEIGHT 108
#define MAX_WAVES 4
#define GRID 56

struct _AppWelcome
{
  AdwBin parent_instance;

  GtkFlowBox *cards;
};

G_DEFINE_FINAL_TYPE (AppWelcome, app_welcome, ADW_TYPE_BIN)

static void
draw_grid (cairo_t *cr, int width, int height, gboolean dark)
{
  double level = dark ? 1 : 0;

  cairo_set_source_rgba (cr, level, level, level, 0.12);
  cairo_set_line_width (cr, 1);
  for (int x = GRID; x < width; x += GRID)
    {
      cairo_move_to (cr, x + 0.5, 0);
      cairo_line_to (cr, x + 0.5, height);
    }
  cairo_stroke (cr);
}

/* No two are the same, and each is always the same. */
static void
draw_wave (cairo_t *cr, int width, int height, guint seed)
{
  double cycles = 1.5 + seed % 5;
  double middle = height * (0.25 + 0.5 * (seed / 5 % 7) / 6);
  double size = height * (0.08 + 0.14 * (seed / 35 % 3) / 2);
  gboolean saw = seed / 105 % 2;

  for (int x = 12; x <= width - 12; x++)
    {
      double phase = cycles * x / width;
      double value = saw ? 2 * (phase - floor (phase)) - 1 : sin (2 * G_PI * phase);

      cairo_line_to (cr, x, middle - size * value);
    }
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

static void
draw_sketch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const AppWorkspace *workspace = g_object_get_data (G_OBJECT (area), "workspace");
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  guint hash = g_str_hash (workspace->name);
  guint n = CLAMP (workspace->n_signals, 1, MAX_WAVES);

  draw_grid (cr, width, height, dark);
  for (guint i = 0; i < n; i++)
    {
      GdkRGBA color;

      gscope_gtk_color_get_rgba (i + 1, dark, &color, NULL);
      gdk_cairo_set_source_rgba (cr, &color);
      draw_wave (cr, width, height, hash / (i + 1) + 17 * i);
    }
}

static GtkWidget *
make_sketch (AppWorkspace *workspace)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), SKETCH_HEIGHT);
  g_object_set_data (G_OBJECT (area), "workspace", workspace);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_sketch, NULL, NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), area, G_CONNECT_SWAPPED);
  return area;
}

static GtkWidget *
make_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 28);
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

/* The workspaces live as long as the page. */
static void
add_card (AppWelcome *self, AppWorkspace *workspace)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *child = gtk_flow_box_child_new ();
  GtkWidget *description = make_label (workspace->description, "dim-label");

  gtk_box_append (GTK_BOX (card), make_sketch (workspace));
  gtk_box_append (GTK_BOX (card), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (card), make_label (workspace->title, "heading"));
  /* Once it is open, its window says it in full. */
  gtk_label_set_lines (GTK_LABEL (description), DESCRIPTION_LINES);
  gtk_label_set_ellipsize (GTK_LABEL (description), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (card, workspace->description);
  gtk_widget_set_margin_bottom (description, 12);
  gtk_box_append (GTK_BOX (card), description);
  gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "activatable");
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), card);
  gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  workspace->title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  workspace->description, -1);
  g_object_set_data (G_OBJECT (child), "workspace", workspace);
  gtk_flow_box_append (self->cards, child);
}

static void
on_card_activated (AppWelcome *self, GtkFlowBoxChild *child)
{
  const AppWorkspace *workspace = g_object_get_data (G_OBJECT (child), "workspace");
  g_autofree char *uri = g_file_get_uri (workspace->file);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-workspace", "s", uri);
}

static void
app_welcome_class_init (AppWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_css_name (widget_class, "welcome");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/app-welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, AppWelcome, cards);
  gtk_widget_class_bind_template_callback (widget_class, on_card_activated);
}

static void
app_welcome_init (AppWelcome *self)
{
  GPtrArray *workspaces = app_workspaces_list ();

  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < workspaces->len; i++)
    add_card (self, workspaces->pdata[i]);
  g_object_set_data_full (G_OBJECT (self), "workspaces", workspaces,
                          (GDestroyNotify) g_ptr_array_unref);
}
