/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters/quality.h"

#include <glib/gi18n.h>
#include <math.h>

#include "parameters/allocation-picture.h"
#include "signals/key.h"

#define PERCENT 100.0

enum
{
  COLUMN_KEY,
  COLUMN_NAME,
  COLUMN_NOW,
  COLUMN_PROPOSED,
  COLUMN_UTILITY,
};

struct _AppQuality
{
  AdwBin parent_instance;

  AppSession *session;
  GscopeSource *source;
  /* NULL for a source that manages no applications */
  AppAllocation *allocation;

  GtkDrawingArea *picture;
  GtkGrid *grid;
  GtkToggleButton *greedy;
  GtkToggleButton *exact;
  GtkLabel *sums;
  GtkBox *tests;
  GtkButton *apply;
  GtkButton *restore;
};

G_DEFINE_FINAL_TYPE (AppQuality, app_quality, ADW_TYPE_BIN)

static gboolean
is_dark (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ());
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  AppQuality *self = data;

  if (self->allocation)
    app_allocation_picture_draw (self->allocation, cr,
                                 gtk_widget_get_pango_context (GTK_WIDGET (area)), width, height,
                                 is_dark ());
}

/* The table. */

static void
add_cell (AppQuality *self, guint column, int row, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == COLUMN_NAME ? 0 : 1);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           column == COLUMN_NAME ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  gtk_widget_set_hexpand (label, column == COLUMN_NAME);
  gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (self->grid, label, (int) column, row, 1, 1);
}

static void
fill_head (AppQuality *self)
{
  add_cell (self, COLUMN_NOW, 0, _ ("Now"), "caption");
  add_cell (self, COLUMN_PROPOSED, 0, _ ("Proposed"), "caption");
  add_cell (self, COLUMN_UTILITY, 0, _ ("Utility"), "caption");
}

static void
fill_row (AppQuality *self, guint i)
{
  const AppAllocationRow *row = app_allocation_get_row (self->allocation, i);
  gboolean is_new = fabs (row->proposed - row->now) > 5e-4;
  g_autofree char *now = g_strdup_printf ("%.3g %%", PERCENT * row->now);
  g_autofree char *proposed = g_strdup_printf ("%.3g %%", PERCENT * row->proposed);
  g_autofree char *utility =
      g_strdup_printf ("%.2f", row->utility ? tsl_utility_get (row->utility, row->proposed) : 0);
  int place = (int) i + 1;

  gtk_grid_attach (self->grid, app_key_new_for_color (i + 1), COLUMN_KEY, place, 1, 1);
  add_cell (self, COLUMN_NAME, place, row->group, "body");
  add_cell (self, COLUMN_NOW, place, now, "numeric");
  add_cell (self, COLUMN_PROPOSED, place, row->utility ? proposed : "–",
            is_new ? "heading" : "numeric");
  add_cell (self, COLUMN_UTILITY, place, utility, "numeric");
}

static void
remove_all (GtkWidget *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (box)))
    gtk_widget_unparent (child);
}

static void
fill_table (AppQuality *self)
{
  remove_all (GTK_WIDGET (self->grid));
  fill_head (self);
  for (guint i = 0; i < app_allocation_get_n (self->allocation); i++)
    fill_row (self, i);
}

/* The admission tests: shape first, colour second; the reason is below a test that refuses. */

static void
add_test (AppQuality *self, const TslAdmissionTest *test)
{
  g_autofree char *reason = app_allocation_judge (self->allocation, test);
  g_autofree char *text = reason ? g_strdup_printf ("✕ %s: %s", _ (test->title), reason)
                                 : g_strdup_printf ("✓ %s", _ (test->title));
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "caption");
  if (reason)
    gtk_widget_add_css_class (label, "error");
  gtk_box_append (self->tests, label);
}

static void
fill_tests (AppQuality *self)
{
  guint n;
  const TslAdmissionTest *tests = tsl_admission_get_tests (&n);

  remove_all (GTK_WIDGET (self->tests));
  for (guint i = 0; i < n; i++)
    add_test (self, &tests[i]);
}

static char *
describe_sums (AppQuality *self)
{
  double utility = app_allocation_get_utility (self->allocation);
  double other = app_allocation_get_other (self->allocation);
  double present = app_allocation_get_present (self->allocation);

  if (utility < 0)
    return g_strdup (
        _ ("The minimums exceed the capacity: lower a minimum, or raise the capacity."));
  if (gtk_toggle_button_get_active (self->exact))
    return g_strdup_printf (_ ("Utility: exact %.2f, greedy %.2f, now %.2f."), utility, other,
                            present);
  return g_strdup_printf (_ ("Utility: greedy %.2f, exact %.2f, now %.2f."), utility, other,
                          present);
}

/* The description of the picture has what it shows. */
static void
describe_picture (AppQuality *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < app_allocation_get_n (self->allocation); i++)
    {
      const AppAllocationRow *row = app_allocation_get_row (self->allocation, i);

      g_string_append_printf (text, _ ("%s: now %.3g %%, proposed %.3g %%. "), row->group,
                              PERCENT * row->now, PERCENT * row->proposed);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
}

static void
show_all (AppQuality *self)
{
  g_autofree char *sums = describe_sums (self);

  fill_table (self);
  fill_tests (self);
  describe_picture (self);
  gtk_label_set_label (self->sums, sums);
  gtk_widget_set_sensitive (GTK_WIDGET (self->apply),
                            app_allocation_get_utility (self->allocation) >= 0);
  gtk_widget_queue_draw (GTK_WIDGET (self->picture));
}

static void
update (AppQuality *self)
{
  if (!self->allocation)
    return;
  if (app_allocation_update (self->allocation, gtk_toggle_button_get_active (self->greedy)))
    show_all (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->restore),
                            app_allocation_can_restore (self->allocation));
}

/* The parameters of a source in another process come one after the other. */
static void
on_items_changed (AppQuality *self)
{
  g_clear_pointer (&self->allocation, app_allocation_free);
  self->allocation = app_allocation_new (self->source);
  gtk_widget_set_visible (GTK_WIDGET (self), self->allocation != NULL);
  if (!self->allocation)
    return;
  app_allocation_update (self->allocation, gtk_toggle_button_get_active (self->greedy));
  show_all (self);
  update (self);
}

/* All writes of a click are one entry of the history, which undoes them. */

static void
on_apply (AppQuality *self)
{
  app_values_begin_writes (app_session_get_values (self->session));
  app_allocation_apply (self->allocation, APP_VALUES_WRITER);
  update (self);
}

static void
on_restore (AppQuality *self)
{
  app_values_begin_writes (app_session_get_values (self->session));
  app_allocation_restore (self->allocation, APP_VALUES_WRITER);
  update (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->apply));
}

static void
app_quality_dispose (GObject *object)
{
  AppQuality *self = APP_QUALITY (object);

  if (self->source)
    {
      g_signal_handlers_disconnect_by_data (gscope_source_get_parameters (self->source), self);
      g_signal_handlers_disconnect_by_data (gscope_source_get_signals (self->source), self);
    }
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->source);
  g_clear_object (&self->session);
  g_clear_pointer (&self->allocation, app_allocation_free);
  G_OBJECT_CLASS (app_quality_parent_class)->dispose (object);
}

static void
app_quality_class_init (AppQualityClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_quality_dispose;
  gtk_widget_class_set_css_name (widget_class, "quality");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/parameters/quality.ui");
  gtk_widget_class_bind_template_child (widget_class, AppQuality, picture);
  gtk_widget_class_bind_template_child (widget_class, AppQuality, grid);
  gtk_widget_class_bind_template_child (widget_class, AppQuality, greedy);
  gtk_widget_class_bind_template_child (widget_class, AppQuality, exact);
  gtk_widget_class_bind_template_child (widget_class, AppQuality, sums);
  gtk_widget_class_bind_template_child (widget_class, AppQuality, tests);
  gtk_widget_class_bind_template_child (widget_class, AppQuality, apply);
  gtk_widget_class_bind_template_child (widget_class, AppQuality, restore);
}

static void
app_quality_init (AppQuality *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (self->picture, draw, self, NULL);
  g_signal_connect_swapped (self->apply, "clicked", G_CALLBACK (on_apply), self);
  g_signal_connect_swapped (self->restore, "clicked", G_CALLBACK (on_restore), self);
  g_signal_connect_swapped (self->greedy, "toggled", G_CALLBACK (update), self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self->picture, G_CONNECT_SWAPPED);
}

GtkWidget *
app_quality_new (AppSession *session, GscopeSource *source)
{
  AppQuality *self = g_object_new (APP_TYPE_QUALITY, NULL);

  self->session = g_object_ref (session);
  self->source = g_object_ref (source);
  g_signal_connect_swapped (session, "tick", G_CALLBACK (update), self);
  g_signal_connect_swapped (gscope_source_get_parameters (source), "items-changed",
                            G_CALLBACK (on_items_changed), self);
  g_signal_connect_swapped (gscope_source_get_signals (source), "items-changed",
                            G_CALLBACK (on_items_changed), self);
  on_items_changed (self);
  return GTK_WIDGET (self);
}
