/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window.h"

#include <stdlib.h>
#include <string.h>

#include "page.h"

/* The prefix of all types of the library. */
#define PREFIX "GscopeGtk"
#define FIRST "GscopeGtkView"

struct _DemoWindow
{
  AdwWindow parent_instance;

  DemoBench *bench;
  GtkToggleButton *dark;
  AdwFlap *flap;
  GtkListBox *list;
  GtkStack *stack;
};

G_DEFINE_FINAL_TYPE (DemoWindow, demo_window, ADW_TYPE_WINDOW)

static void
on_dark (DemoWindow *self)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      gtk_toggle_button_get_active (self->dark)
                                          ? ADW_COLOR_SCHEME_FORCE_DARK
                                          : ADW_COLOR_SCHEME_FORCE_LIGHT);
}

static void
on_row_selected (DemoWindow *self, GtkListBoxRow *row)
{
  if (row)
    gtk_stack_set_visible_child_name (self->stack, gtk_widget_get_name (GTK_WIDGET (row)));
}

/* In a narrow window, the list is in front of the page. */
static void
on_row_activated (DemoWindow *self)
{
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
}

static void
demo_window_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), DEMO_TYPE_WINDOW);
  G_OBJECT_CLASS (demo_window_parent_class)->dispose (object);
}

static void
demo_window_finalize (GObject *object)
{
  demo_bench_free (DEMO_WINDOW (object)->bench);
  G_OBJECT_CLASS (demo_window_parent_class)->finalize (object);
}

static void
demo_window_class_init (DemoWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = demo_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = demo_window_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, DEMO_RESOURCES "/window.ui");
  gtk_widget_class_bind_template_child (widget_class, DemoWindow, dark);
  gtk_widget_class_bind_template_child (widget_class, DemoWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, DemoWindow, list);
  gtk_widget_class_bind_template_child (widget_class, DemoWindow, stack);
  gtk_widget_class_bind_template_callback (widget_class, on_dark);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
add_page (DemoWindow *self, const char *type)
{
  GtkWidget *label = gtk_label_new (type + strlen (PREFIX));
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label,
                                  NULL, -1);
  gtk_widget_set_name (row, type);
  gtk_stack_add_named (self->stack, demo_page_new (type, self->bench), type);
  gtk_list_box_append (self->list, row);
  if (g_str_equal (type, FIRST))
    gtk_list_box_select_row (self->list, GTK_LIST_BOX_ROW (row));
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
demo_window_init (DemoWindow *self)
{
  g_auto (GStrv) types =
      g_resources_enumerate_children (DEMO_RESOURCES "/pages", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_toggle_button_set_active (self->dark,
                                adw_style_manager_get_dark (adw_style_manager_get_default ()));
  self->bench = demo_bench_new ();
  qsort (types, g_strv_length (types), sizeof (char *), compare);
  for (guint i = 0; types[i]; i++)
    add_page (self, types[i]);
}

GtkWidget *
demo_window_new (void)
{
  return g_object_new (DEMO_TYPE_WINDOW, NULL);
}
