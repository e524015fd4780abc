/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "parameters/recording.h"

#include <glib/gi18n.h>

typedef enum
{
  FACT_BEGIN,
  FACT_END,
  FACT_PLACE,
  FACT_LENGTH,
  FACT_SAMPLES,
  FACT_SKIPPED,
  N_FACTS
} Fact;

struct _AppRecording
{
  AdwBin parent_instance;

  GscopePlayer *player;
  GtkListBox *facts;
  GtkLabel *reports;
  GtkLabel *values[N_FACTS];
};

G_DEFINE_FINAL_TYPE (AppRecording, app_recording, ADW_TYPE_BIN)

/* Times that the file does not tie to a date are shown as they are in the file. */
static char *
format_time (GscopeTransport *transport, gint64 time)
{
  g_autoptr (GDateTime) wall = gscope_clock_to_wall (GSCOPE_CLOCK (transport), time);
  g_autofree char *text = NULL;

  if (!gscope_clock_get_has_wall (GSCOPE_CLOCK (transport)))
    return gscope_quantity_format_time (time, 4);
  /* Translators: a date and a time of day, as g_date_time_format() writes them */
  text = g_date_time_format (wall, _ ("%e %b %Y, %H:%M:%S"));
  return g_strdup_printf ("%s.%d", g_strchug (text), g_date_time_get_microsecond (wall) / 100000);
}

static void
set_value (AppRecording *self, Fact fact, char *text)
{
  if (!g_str_equal (gtk_label_get_label (self->values[fact]), text))
    gtk_label_set_label (self->values[fact], text);
  g_free (text);
}

static void
show_times (AppRecording *self)
{
  GscopeTransport *transport = gscope_player_get_transport (self->player);

  set_value (self, FACT_BEGIN, format_time (transport, gscope_transport_get_begin (transport)));
  set_value (self, FACT_END, format_time (transport, gscope_transport_get_end (transport)));
  set_value (self, FACT_PLACE, format_time (transport, gscope_transport_get_position (transport)));
  set_value (self, FACT_LENGTH,
             gscope_quantity_format_time (gscope_transport_get_duration (transport), 4));
}

static void
show_contents (AppRecording *self)
{
  g_auto (GStrv) reports = gscope_player_dup_reports (self->player);
  g_autofree char *text = g_strjoinv ("\n", reports);

  set_value (self, FACT_SAMPLES,
             g_strdup_printf ("%'" G_GUINT64_FORMAT, gscope_player_get_n_samples (self->player)));
  set_value (self, FACT_SKIPPED,
             g_strdup_printf ("%'" G_GUINT64_FORMAT, gscope_player_get_skipped (self->player)));
  gtk_label_set_label (self->reports, text);
  gtk_widget_set_visible (GTK_WIDGET (self->reports), text[0] != '\0');
}

static void
add_fact (AppRecording *self, Fact fact, const char *title)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *value = gtk_label_new ("");

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (value, "numeric");
  gtk_widget_set_hexpand (value, TRUE);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_label_set_ellipsize (GTK_LABEL (value), PANGO_ELLIPSIZE_START);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), value);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label,
                                  value, NULL, -1);
  gtk_list_box_append (self->facts, row);
  self->values[fact] = GTK_LABEL (value);
}

static void
app_recording_dispose (GObject *object)
{
  app_recording_set_player (APP_RECORDING (object), NULL);
  G_OBJECT_CLASS (app_recording_parent_class)->dispose (object);
}

static void
app_recording_class_init (AppRecordingClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_recording_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/parameters/recording.ui");
  gtk_widget_class_bind_template_child (widget_class, AppRecording, facts);
  gtk_widget_class_bind_template_child (widget_class, AppRecording, reports);
}

static void
app_recording_init (AppRecording *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_fact (self, FACT_BEGIN, _ ("Begins"));
  add_fact (self, FACT_END, _ ("Ends"));
  add_fact (self, FACT_PLACE, _ ("Played Till"));
  add_fact (self, FACT_LENGTH, _ ("Length"));
  add_fact (self, FACT_SAMPLES, _ ("Samples"));
  add_fact (self, FACT_SKIPPED, _ ("Skipped Lines"));
}

static void
drop_player (AppRecording *self)
{
  if (!self->player)
    return;
  g_signal_handlers_disconnect_by_data (gscope_player_get_transport (self->player), self);
  g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
}

void
app_recording_set_player (AppRecording *self, GscopePlayer *player)
{
  drop_player (self);
  gtk_widget_set_visible (GTK_WIDGET (self), player != NULL);
  if (!player)
    return;
  self->player = g_object_ref (player);
  g_signal_connect_swapped (gscope_player_get_transport (player), "notify", G_CALLBACK (show_times),
                            self);
  g_signal_connect_swapped (player, "notify", G_CALLBACK (show_contents), self);
  show_times (self);
  show_contents (self);
}
