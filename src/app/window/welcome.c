/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/welcome.h"

#include "session/workspaces.h"

/* The first workspaces have large cards. */
#define N_LARGE 3
#define LARGE_PICTURE_HEIGHT 152
#define SMALL_PICTURE_WIDTH 124
#define CARD_WIDTH 300
#define SMALL_CARD_HEIGHT 78
/* In a window narrower than this all cards are small. */
#define NARROW 560

struct _AppWelcome
{
  AdwBin parent_instance;

  GtkOrientable *header;
  GtkSearchEntry *entry;
  GtkFlowBox *large;
  GtkFlowBox *small;
  GtkWidget *more;
  GtkWidget *none;
  GPtrArray *workspaces;
  gboolean is_narrow;
  guint idle;
};

G_DEFINE_FINAL_TYPE (AppWelcome, app_welcome, ADW_TYPE_BIN)

static AppWorkspace *
get_workspace (GtkFlowBoxChild *card)
{
  return g_object_get_data (G_OBJECT (card), "workspace");
}

/* Cards. */

/* Fills the area: the card decides its size. */
static void
draw_picture (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  cairo_surface_t *surface = g_object_get_data (G_OBJECT (area), "surface");

  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    return;
  cairo_scale (cr, width / (double) cairo_image_surface_get_width (surface),
               height / (double) cairo_image_surface_get_height (surface));
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_paint (cr);
}

static void
load_picture (GtkWidget *area)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  const AppWorkspace *workspace = g_object_get_data (G_OBJECT (area), "workspace");
  g_autofree char *path = app_workspaces_find_picture (workspace, dark);

  g_object_set_data_full (G_OBJECT (area), "surface",
                          cairo_image_surface_create_from_png (path ? path : ""),
                          (GDestroyNotify) cairo_surface_destroy);
  gtk_widget_queue_draw (area);
}

/* The workspaces live as long as the page. */
static GtkWidget *
make_picture (AppWorkspace *workspace)
{
  GtkWidget *area = gtk_drawing_area_new ();

  g_object_set_data (G_OBJECT (area), "workspace", workspace);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_picture, NULL, NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (load_picture), area, G_CONNECT_SWAPPED);
  load_picture (area);
  return area;
}

static GtkWidget *
make_label (const char *text, const char *css_class, int lines)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), lines > 1);
  gtk_label_set_lines (GTK_LABEL (label), lines);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
make_readiness (const AppWorkspace *workspace, char **words)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  AppReadiness readiness = app_readiness_check (workspace->need, workspace->type, words);
  GtkWidget *label = make_label (*words, "caption", 1);

  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name (app_readiness_get_icon (readiness)));
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (box, readiness == APP_NOT_READY ? "not-ready" : "dim-label");
  return box;
}

static GtkWidget *
make_texts (const AppWorkspace *workspace, GtkWidget *card, gboolean large)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, large ? 6 : 0);
  const char *summary = workspace->summary ? workspace->summary : workspace->description;
  GtkWidget *label = make_label (summary, "dim-label", large ? 2 : 1);
  g_autofree char *words = NULL;
  g_autofree char *text = NULL;

  if (!large)
    gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), make_label (workspace->title, "heading", 1));
  gtk_box_append (GTK_BOX (box), label);
  if (workspace->type)
    gtk_box_append (GTK_BOX (box), make_readiness (workspace, &words));
  text = g_strjoin ("\n", summary, words, NULL);
  gtk_widget_set_tooltip_text (card, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (card), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  workspace->title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_widget_add_css_class (box, "card-texts");
  return box;
}

static void
fill_card (GtkFlowBoxChild *card, gboolean large)
{
  AppWorkspace *workspace = get_workspace (card);
  GtkWidget *box = gtk_box_new (large ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *picture = make_picture (workspace);

  gtk_widget_set_size_request (picture, large ? -1 : SMALL_PICTURE_WIDTH,
                               large ? LARGE_PICTURE_HEIGHT : -1);
  gtk_widget_set_size_request (box, CARD_WIDTH, SMALL_CARD_HEIGHT);
  gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (large ? GTK_ORIENTATION_HORIZONTAL
                                                          : GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (box), make_texts (workspace, GTK_WIDGET (card), large));
  gtk_widget_set_overflow (box, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "activatable");
  gtk_flow_box_child_set_child (card, box);
}

static void
add_card (AppWelcome *self, AppWorkspace *workspace, gboolean large)
{
  GtkWidget *card = gtk_flow_box_child_new ();

  g_object_set_data (G_OBJECT (card), "workspace", workspace);
  fill_card (GTK_FLOW_BOX_CHILD (card), large);
  gtk_flow_box_append (large ? self->large : self->small, card);
}

static void
on_card_activated (AppWelcome *self, GtkFlowBoxChild *card)
{
  g_autofree char *uri = g_file_get_uri (get_workspace (card)->file);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-workspace", "s", uri);
}

/* The search. */

static gboolean
is_found (GtkFlowBoxChild *card, gpointer data)
{
  AppWelcome *self = data;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  const AppWorkspace *workspace = get_workspace (card);
  g_autofree char *words = g_strjoin (" ", workspace->name, workspace->title,
                                      workspace->description, workspace->summary, NULL);

  return text[0] == '\0' || g_str_match_string (text, words, TRUE);
}

static GtkFlowBoxChild *
find_first_in (AppWelcome *self, GtkFlowBox *box)
{
  for (int i = 0; gtk_flow_box_get_child_at_index (box, i); i++)
    if (is_found (gtk_flow_box_get_child_at_index (box, i), self))
      return gtk_flow_box_get_child_at_index (box, i);
  return NULL;
}

static GtkFlowBoxChild *
find_first (AppWelcome *self)
{
  GtkFlowBoxChild *first = find_first_in (self, self->large);

  return first ? first : find_first_in (self, self->small);
}

static void
on_search_changed (AppWelcome *self)
{
  gboolean large = find_first_in (self, self->large) != NULL;
  gboolean small = find_first_in (self, self->small) != NULL;

  gtk_flow_box_invalidate_filter (self->large);
  gtk_flow_box_invalidate_filter (self->small);
  gtk_widget_set_visible (GTK_WIDGET (self->large), large);
  gtk_widget_set_visible (GTK_WIDGET (self->small), small);
  gtk_widget_set_visible (self->more, large && small);
  gtk_widget_set_visible (self->none, !large && !small);
}

static void
on_search_activated (AppWelcome *self)
{
  GtkFlowBoxChild *first;

  on_search_changed (self);
  first = find_first (self);
  if (first)
    on_card_activated (self, first);
}

static gboolean
on_entry_key (AppWelcome *self, guint key)
{
  GtkFlowBoxChild *first = find_first (self);

  return key == GDK_KEY_Down && first && gtk_widget_grab_focus (GTK_WIDGET (first));
}

/* Narrow windows. */

static gboolean
on_idle (gpointer data)
{
  AppWelcome *self = data;

  self->idle = 0;
  gtk_orientable_set_orientation (self->header, self->is_narrow ? GTK_ORIENTATION_VERTICAL
                                                                : GTK_ORIENTATION_HORIZONTAL);
  for (int i = 0; gtk_flow_box_get_child_at_index (self->large, i); i++)
    fill_card (gtk_flow_box_get_child_at_index (self->large, i), !self->is_narrow);
  return G_SOURCE_REMOVE;
}

static void
app_welcome_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                     int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (adw_bin_get_child (ADW_BIN (widget)), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
app_welcome_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AppWelcome *self = APP_WELCOME (widget);
  gboolean is_narrow = width < NARROW;

  gtk_widget_allocate (adw_bin_get_child (ADW_BIN (widget)), width, height, baseline, NULL);
  if (is_narrow == self->is_narrow)
    return;
  self->is_narrow = is_narrow;
  /* cards do not change while they are allocated */
  if (!self->idle)
    self->idle = g_idle_add (on_idle, self);
}

static void
app_welcome_finalize (GObject *object)
{
  AppWelcome *self = APP_WELCOME (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_ptr_array_unref (self->workspaces);
  G_OBJECT_CLASS (app_welcome_parent_class)->finalize (object);
}

static void
app_welcome_class_init (AppWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = app_welcome_finalize;
  widget_class->measure = app_welcome_measure;
  widget_class->size_allocate = app_welcome_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "welcome");
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/window/welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, AppWelcome, entry);
  gtk_widget_class_bind_template_child (widget_class, AppWelcome, header);
  gtk_widget_class_bind_template_child (widget_class, AppWelcome, large);
  gtk_widget_class_bind_template_child (widget_class, AppWelcome, more);
  gtk_widget_class_bind_template_child (widget_class, AppWelcome, none);
  gtk_widget_class_bind_template_child (widget_class, AppWelcome, small);
  gtk_widget_class_bind_template_callback (widget_class, on_card_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_key);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
}

static void
app_welcome_init (AppWelcome *self)
{
  self->workspaces = app_workspaces_list ();
  gtk_widget_init_template (GTK_WIDGET (self));
  /* the widget itself sees its width, where a layout manager would hide it */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  gtk_search_entry_set_key_capture_widget (self->entry, GTK_WIDGET (self));
  for (guint i = 0; i < self->workspaces->len; i++)
    add_card (self, self->workspaces->pdata[i], i < N_LARGE);
  gtk_flow_box_set_filter_func (self->large, is_found, self, NULL);
  gtk_flow_box_set_filter_func (self->small, is_found, self, NULL);
}
