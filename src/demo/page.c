/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "page.h"

#include <string.h>

#include "properties.h"

struct _DemoPage
{
  AdwPreferencesPage parent_instance;

  AdwPreferencesGroup *heading;
  GtkScrolledWindow *sample;
  AdwPreferencesGroup *properties;
  GtkTextBuffer *definition;
};

G_DEFINE_FINAL_TYPE (DemoPage, demo_page, ADW_TYPE_PREFERENCES_PAGE)

static void
on_copy (DemoPage *self)
{
  g_autofree char *text = NULL;

  g_object_get (self->definition, "text", &text, NULL);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
show_properties (DemoPage *self, GObject *object)
{
  g_autoptr (GPtrArray) rows = demo_properties_make_rows (object);

  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_add (self->properties, rows->pdata[i]);
  gtk_widget_set_visible (GTK_WIDGET (self->properties), rows->len > 0);
}

static void
build (DemoPage *self, const char *definition, DemoBench *bench)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new ();
  g_autoptr (GError) error = NULL;

  demo_bench_expose (bench, builder);
  if (!gtk_builder_add_from_string (builder, definition, -1, &error))
    g_error ("%s", error->message);
  demo_bench_connect (bench, builder);
  gtk_scrolled_window_set_child (self->sample,
                                 GTK_WIDGET (gtk_builder_get_object (builder, "page")));
  show_properties (self, gtk_builder_get_object (builder, "widget"));
}

static void
demo_page_class_init (DemoPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, DEMO_RESOURCES "/page.ui");
  gtk_widget_class_bind_template_child (widget_class, DemoPage, heading);
  gtk_widget_class_bind_template_child (widget_class, DemoPage, sample);
  gtk_widget_class_bind_template_child (widget_class, DemoPage, properties);
  gtk_widget_class_bind_template_child (widget_class, DemoPage, definition);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
}

static void
demo_page_init (DemoPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
demo_page_new (const char *type, DemoBench *bench)
{
  DemoPage *self = g_object_new (DEMO_TYPE_PAGE, NULL);
  g_autofree char *path = g_strconcat (DEMO_RESOURCES "/pages/", type, NULL);
  g_autoptr (GBytes) file = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  /* a resource ends with a zero; without its head, the file is shorter to read */
  const char *definition = strstr (g_bytes_get_data (file, NULL), "<interface>");

  adw_preferences_group_set_title (self->heading, type);
  gtk_text_buffer_set_text (self->definition, definition, -1);
  build (self, definition, bench);
  return GTK_WIDGET (self);
}
